/* The times at which pictures are sent, so that their rate is steady. Pure: all times are parameters, in ns of any clock. */
#ifndef HW_PACER_H
#define HW_PACER_H

#include <glib.h>

/* Time without a frame after which the camera counts as away. */
#define HW_PACER_PATIENCE G_GINT64_CONSTANT(1000000000)

/* Part of a period by which the schedule follows a camera, while its frames wait. */
#define HW_PACER_SHIFT 100

typedef enum {
    HW_PACER_WAIT,   /* nothing is due */
    HW_PACER_FRAME,  /* the newest frame is due */
    HW_PACER_REPEAT, /* the last picture is due again */
    HW_PACER_STILL   /* the same, and the camera is away */
} HwPacerAction;

/** A schedule of pictures. Single-owner. */
typedef struct {
    gint64 period;
    gint64 due;     /* time of the next picture in the schedule */
    gint64 arrived; /* time of the newest frame */
    gboolean has_frame; /* whether the newest frame was not sent yet */
    gboolean is_started;
} HwPacer;

/** Starts a schedule of `rate` pictures per second, which the first frame begins. */
void hw_pacer_init(HwPacer *self, gdouble rate);

/** A frame has arrived; it replaces one that was not sent. */
void hw_pacer_arrive(HwPacer *self, gint64 now);

/** Returns the time at which hw_pacer_next has an action, if no frame arrives before; G_MAXINT64 before the first frame. */
gint64 hw_pacer_deadline(const HwPacer *self);

/** Returns what is due now; an action other than WAIT counts as sent. */
HwPacerAction hw_pacer_next(HwPacer *self, gint64 now);

#endif
