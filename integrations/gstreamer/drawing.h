/* Drawing of lines and text onto raw video of any 8-bit format. */
#ifndef HS_DRAWING_H
#define HS_DRAWING_H

#include <gst/video/video.h>

/** The formats onto which it draws: 8 bits for each component. */
#define HS_DRAWING_FORMATS \
    "{ I420, YV12, Y42B, Y444, NV12, NV21, RGB, BGR, RGBx, BGRx, xRGB, xBGR, RGBA, BGRA, ARGB, ABGR, GRAY8 }"

/** A colour as red, green, blue, 0 … 255. */
typedef struct {
    guint8 red, green, blue;
} HsColor;

/** A mapped, writable frame. Single-owner. */
typedef struct {
    GstVideoFrame *frame;
    gdouble unit; /* width of a thin line in pixels, in proportion to the picture */
} HsCanvas;

HsCanvas hs_canvas_make(GstVideoFrame *frame);

/** Draws a line with round ends between two points in pixels. Parts outside of the picture are omitted. */
void hs_canvas_line(const HsCanvas *self, gdouble x1, gdouble y1, gdouble x2, gdouble y2, gdouble width, HsColor color);

/** Draws the dark edge of a line, which is visible on bright pictures. It is drawn before all lines that meet. */
void hs_canvas_edge(const HsCanvas *self, gdouble x1, gdouble y1, gdouble x2, gdouble y2, gdouble width);

/**
 * Draws a text with its edge: digits, the letters that exposure settings have, and a few signs; others are spaces. `x` is its middle,
 * `y` its top.
 */
void hs_canvas_text(const HsCanvas *self, gdouble x, gdouble y, const gchar *text, HsColor color);

/** Height of a text in pixels. */
gdouble hs_canvas_text_height(const HsCanvas *self);

#endif
