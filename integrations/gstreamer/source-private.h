/* The parts of hotshoesrc: the element in source.c, the work of its streaming thread in streaming.c. */
#ifndef HS_SOURCE_PRIVATE_H
#define HS_SOURCE_PRIVATE_H

#include "commands.h"
#include "frames.h"
#include "source.h"

GST_DEBUG_CATEGORY_EXTERN(hotshoe_src_debug);

/* Period of a camera that does not report its rate. */
#define HS_USUAL_PERIOD (GST_SECOND / 30)
/* Greatest age of frames that the latency includes. */
#define HS_LARGEST_LATENCY (GST_SECOND / 2)

enum { HS_ON_DISCONNECT_ERROR, HS_ON_DISCONNECT_WAIT };

struct _GstHotShoeSrc {
    GstPushSrc parent;
    HsWaits waits; /* of the streaming thread */

    /* Guarded by the object's lock. */
    gchar *selector_text;
    gboolean is_simulated;
    gdouble max_rate;
    GstStructure *settings;
    guint64 timeout;
    gint on_disconnect;
    HsCamera *camera;     /* set by the streaming thread; null until it was found */
    gboolean is_open;     /* whether it was connected, and accepts commands */
    const gchar *stage;   /* the part of the work, a literal */
    HsCommands *commands; /* from start to stop */
    guint64 frames, missed, invalid, copied, reconnects, age;
    GstClockTime period, latency;

    /* Of the streaming thread. */
    HsFrameClock clock;
    hotshoe_live_view_stream stream; /* owned by `waits` */
    HsFrame shape;                   /* size and pixels of the present caps */
    guint64 last_number;
    GstClockTime last_pts;
    gboolean has_caps, has_number, is_discontinuous;
};

/** Period of frames, or an assumption. The caller holds the object's lock. */
static inline GstClockTime hs_source_period(const GstHotShoeSrc *self) {
    return GST_CLOCK_TIME_IS_VALID(self->period) ? self->period : HS_USUAL_PERIOD;
}

/** Returns the next frame as a buffer, after finding and connecting to the camera if necessary. On the streaming thread. */
GstFlowReturn hs_source_create(GstPushSrc *base, GstBuffer **result);

/** Ends the present stream; the next frame begins another one. On the streaming thread, or while it does not run. */
void hs_source_end_stream(GstHotShoeSrc *self);

#endif
