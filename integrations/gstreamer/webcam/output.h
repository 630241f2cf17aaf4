/* Outputs: the places at which other programs find the pictures. */
#ifndef HW_OUTPUT_H
#define HW_OUTPUT_H

#include <gst/video/video.h>

typedef struct HwOutput HwOutput;

/** What an output does. */
typedef struct {
    const gchar *name;
    /** Starts with the pictures of `self->info`; returns FALSE with a sentence, which the caller frees. On the main thread. */
    gboolean (*start)(HwOutput *self, gchar **problem);
    /** Sends a picture; must not wait for consumers. On the feeder's thread, between start and stop. */
    void (*send)(HwOutput *self, GstBuffer *picture);
    /** Ends what start began. On the main thread. */
    void (*stop)(HwOutput *self);
    void (*free)(HwOutput *self);
} HwOutputClass;

/** The part that all outputs have. */
struct HwOutput {
    const HwOutputClass *class;
    gchar *place; /* device, name, address or folder */
    GstVideoInfo info;
    gint rate_n, rate_d;
    GMutex lock; /* guards the following, and is held by start, send and stop */
    gboolean is_running;
    guint pause;   /* before the next start, in seconds */
    guint restart; /* its source; 0: none */
    gint is_failing; /* atomic */
};

HwOutput *hw_v4l2_new(const gchar *device);
HwOutput *hw_pipewire_new(const gchar *name);
HwOutput *hw_hls_new(const gchar *folder);
/** The pattern of the segments' names, in which a percent sign of the folder is two. Freed by the caller. */
gchar *hw_hls_segments(const gchar *folder);
/** `password`: of the user `camera`; null: none is needed. Null result with a sentence if this program was built without RTSP. */
HwOutput *hw_rtsp_new(const gchar *address, const gchar *password, gchar **problem);

/** Sets the pictures, and starts. A failure has a sentence, which the caller frees. */
gboolean hw_output_start(HwOutput *self, const GstVideoInfo *info, gint rate_n, gint rate_d, gchar **problem);

/** Sends a picture, whose PTS is a time of CLOCK_MONOTONIC, if the output runs. */
void hw_output_send(HwOutput *self, GstBuffer *picture);

/** Reports a failure: the output is stopped, and started again after a pause. Any thread. */
void hw_output_fail(HwOutput *self, const gchar *message);

/** Stops and frees. On the main thread. */
void hw_output_free(HwOutput *self);

/** Whether elements exist: names and packages in turn, ended by null. Otherwise a sentence, which the caller frees. */
gboolean hw_output_has_elements(const gchar *const *elements, gchar **problem);

/** A text of elements that encode raw video named `source` to H.264, freed by the caller. */
gchar *hw_output_encoder(const HwOutput *self);

/** Pushes a picture into an appsrc of such elements. */
void hw_output_push(GstElement *source, GstBuffer *picture);

#endif
