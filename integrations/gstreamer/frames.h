/* Conversion of the library's frames to buffers. */
#ifndef HS_FRAMES_H
#define HS_FRAMES_H

#include "camera.h"
#include "gsthotshoe.h"

/** The part of a frame's description that buffers and caps need. */
typedef struct {
    guint64 number;
    gint64 timestamp;          /* ns on the clock of the driver */
    gint width, height;        /* pixels; 1 … 65,535 */
    gint par_n, par_d;         /* shape of a pixel */
    hotshoe_bytes bytes;       /* borrowed from the frame */
    hotshoe_live_view_frame_info info; /* owned */
} HsFrame;

/**
 * Reads the description of a frame, which is cleared with hs_frame_clear. Returns false if it is not a JPEG picture: another format, no
 * bytes, or an impossible size.
 */
gboolean hs_frame_read(hotshoe_live_view_frame handle, HsFrame *frame);
void hs_frame_clear(HsFrame *frame);

/**
 * Wraps a frame as a buffer without a copy, with its metadata; copies its bytes if most frames of the camera's pool are in use.
 *
 * @param handle consumed: it is released with the buffer's memory
 * @param is_copied receives whether the bytes were copied
 * @return the buffer, without timestamps; owned by the caller
 */
GstBuffer *hs_frame_wrap(HsCamera *camera, hotshoe_live_view_frame handle, const HsFrame *frame, gboolean *is_copied);

/** Maps capture times to ages. Single-owner. */
typedef struct {
    hotshoe_time_source library; /* the clock of HotShoe's drivers; null if it is not available */
    gint64 shortest;             /* smallest difference between arrival and capture of a driver with another clock */
    gboolean has_shortest;
} HsFrameClock;

void hs_frame_clock_start(HsFrameClock *self);
void hs_frame_clock_stop(HsFrameClock *self);

/** Returns the time since a frame was made, in ns: at least 0. `arrival` is the time of the monotonic clock in ns. */
GstClockTime hs_frame_clock_age(HsFrameClock *self, gint64 timestamp, gint64 arrival);

#endif
