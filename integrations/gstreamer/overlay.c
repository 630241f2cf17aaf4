#include "overlay.h"

#include "drawing.h"
#include "gsthotshoe.h"

#include <math.h>

enum { PROPERTY_DRAW_FOCUS = 1, PROPERTY_DRAW_LEVEL, PROPERTY_DRAW_EXPOSURE };

static const HsColor green = {64, 224, 96}, white = {255, 255, 255}, grey = {190, 190, 190}, amber = {255, 176, 32};

/* Part of the picture's height that stands for a degree of pitch. */
#define HEIGHT_PER_DEGREE (1 / 90.0)
#define LEVEL_DEGREES 1.0

struct _GstHotShoeOverlay {
    GstVideoFilter parent;
    gboolean draws_focus, draws_level, draws_exposure; /* guarded by the object's lock */
};

G_DEFINE_FINAL_TYPE(GstHotShoeOverlay, gst_hotshoe_overlay, GST_TYPE_VIDEO_FILTER)
GST_ELEMENT_REGISTER_DEFINE(hotshoeoverlay, "hotshoeoverlay", GST_RANK_NONE, GST_TYPE_HOTSHOE_OVERLAY)

static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(HS_DRAWING_FORMATS)));
static GstStaticPadTemplate source_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS(GST_VIDEO_CAPS_MAKE(HS_DRAWING_FORMATS)));

/* ---- Focus areas ------------------------------------------------------------------------------------------------- */

/** Draws a line, or its edge. */
static void draw_part(const HsCanvas *canvas, gboolean is_edge, gdouble x1, gdouble y1, gdouble x2, gdouble y2, gdouble width, HsColor color) {
    if (is_edge) hs_canvas_edge(canvas, x1, y1, x2, y2, width);
    else hs_canvas_line(canvas, x1, y1, x2, y2, width, color);
}

/** Draws the four corners of a rectangle. */
static void draw_area(const HsCanvas *canvas, const GstHotShoeFocusArea *area) {
    gdouble frame_width = GST_VIDEO_FRAME_WIDTH(canvas->frame), frame_height = GST_VIDEO_FRAME_HEIGHT(canvas->frame);
    gdouble x[2] = {area->x * frame_width, (area->x + area->width) * frame_width};
    gdouble y[2] = {area->y * frame_height, (area->y + area->height) * frame_height};
    HsColor color = area->has_focus ? green : area->is_active ? white : grey;
    gdouble width = canvas->unit * (area->has_focus || area->is_active ? 2 : 0.7);
    gdouble length_x = (x[1] - x[0]) / 3, length_y = (y[1] - y[0]) / 3;
    for (gint i = 0; i < 8; i++) {
        gboolean is_edge = i < 4, column = i & 1, row = i >> 1 & 1;
        gdouble to_x = x[column] + (column ? -length_x : length_x), to_y = y[row] + (row ? -length_y : length_y);
        draw_part(canvas, is_edge, x[column], y[row], to_x, y[row], width, color);
        draw_part(canvas, is_edge, x[column], y[row], x[column], to_y, width, color);
    }
}

/** Whether an area is drawn in a pass: those that matter last, above the others. */
static gboolean is_in_pass(const GstHotShoeFocusArea *area, gint pass) {
    return pass == (area->has_focus ? 2 : area->is_active ? 1 : 0);
}

static void draw_focus(const HsCanvas *canvas, const GstHotShoeFrameMeta *meta) {
    for (gint pass = 0; pass < 3; pass++)
        for (guint i = 0; i < meta->focus_area_count; i++)
            if (is_in_pass(&meta->focus_areas[i], pass)) draw_area(canvas, &meta->focus_areas[i]);
}

/* ---- Level ------------------------------------------------------------------------------------------------------- */

/** Draws a fixed mark at each side, and between them a line that is horizontal in reality. */
static void draw_level(const HsCanvas *canvas, const GstHotShoeFrameMeta *meta) {
    gdouble width = GST_VIDEO_FRAME_WIDTH(canvas->frame), height = GST_VIDEO_FRAME_HEIGHT(canvas->frame);
    if (isnan(meta->roll_degrees)) return;
    gdouble pitch = isnan(meta->pitch_degrees) ? 0 : CLAMP(meta->pitch_degrees, -30, 30);
    gdouble roll = fmod(meta->roll_degrees + 180, 360) - 180, angle = -roll * G_PI / 180;
    gboolean is_level = fabs(roll) <= LEVEL_DEGREES && fabs(pitch) <= LEVEL_DEGREES;
    gdouble half = MIN(width, height) * 0.22, inner = half + 6 * canvas->unit, outer = inner + half * 0.3;
    gdouble x = width / 2, y = height / 2;
    /* The picture turns against the camera, and the horizon sinks when the camera looks up. */
    gdouble moved = pitch * HEIGHT_PER_DEGREE * height;
    gdouble middle_x = x - moved * sin(angle), middle_y = y + moved * cos(angle);
    gdouble along_x = half * cos(angle), along_y = half * sin(angle), thickness = 2 * canvas->unit;
    for (gint is_edge = 1; is_edge >= 0; is_edge--) {
        draw_part(canvas, is_edge, x - outer, y, x - inner, y, thickness, white);
        draw_part(canvas, is_edge, x + inner, y, x + outer, y, thickness, white);
        draw_part(canvas, is_edge, middle_x - along_x, middle_y - along_y, middle_x + along_x, middle_y + along_y, thickness,
            is_level ? green : amber);
    }
}

/* ---- Exposure ---------------------------------------------------------------------------------------------------- */

static void append_number(GString *text, const gchar *before, gdouble number, const gchar *format, const gchar *after) {
    gchar digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(text, "%s%s%s%s", text->len ? "  " : "", before, g_ascii_formatd(digits, sizeof digits, format, number), after);
}

static void draw_exposure(const HsCanvas *canvas, const GstHotShoeFrameMeta *meta) {
    GString *text = g_string_new(NULL);
    gdouble seconds = meta->exposure_seconds, compensation = meta->compensation_stops;
    if (seconds > 0 && seconds < 0.3) append_number(text, "1/", 1 / seconds, "%.0f", "s");
    else if (seconds > 0) append_number(text, "", seconds, "%.3g", "s");
    if (meta->f_number > 0) append_number(text, "f/", meta->f_number, "%.3g", "");
    if (meta->iso_speed) append_number(text, "ISO ", meta->iso_speed, "%.0f", "");
    if (!isnan(compensation) && fabs(compensation) >= 0.05) append_number(text, compensation > 0 ? "+" : "", compensation, "%.1f", " EV");
    gdouble height = hs_canvas_text_height(canvas);
    hs_canvas_text(canvas, GST_VIDEO_FRAME_WIDTH(canvas->frame) / 2.0, GST_VIDEO_FRAME_HEIGHT(canvas->frame) - 2 * height, text->str, white);
    g_string_free(text, TRUE);
}

/* ---- The element ------------------------------------------------------------------------------------------------- */

static GstFlowReturn overlay_transform(GstVideoFilter *filter, GstVideoFrame *frame) {
    GstHotShoeOverlay *self = GST_HOTSHOE_OVERLAY(filter);
    const GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(frame->buffer);
    HsCanvas canvas = hs_canvas_make(frame);
    if (!meta) return GST_FLOW_OK;
    GST_OBJECT_LOCK(self);
    gboolean draws_focus = self->draws_focus, draws_level = self->draws_level, draws_exposure = self->draws_exposure;
    GST_OBJECT_UNLOCK(self);
    if (draws_focus) draw_focus(&canvas, meta);
    if (draws_level) draw_level(&canvas, meta);
    if (draws_exposure) draw_exposure(&canvas, meta);
    return GST_FLOW_OK;
}

static gboolean *member_of(GstHotShoeOverlay *self, guint identifier) {
    switch (identifier) {
    case PROPERTY_DRAW_FOCUS: return &self->draws_focus;
    case PROPERTY_DRAW_LEVEL: return &self->draws_level;
    default: return &self->draws_exposure;
    }
}

static void overlay_set_property(GObject *object, guint identifier, const GValue *value, GParamSpec *property) {
    (void)property;
    GST_OBJECT_LOCK(object);
    *member_of(GST_HOTSHOE_OVERLAY(object), identifier) = g_value_get_boolean(value);
    GST_OBJECT_UNLOCK(object);
}

static void overlay_get_property(GObject *object, guint identifier, GValue *value, GParamSpec *property) {
    (void)property;
    GST_OBJECT_LOCK(object);
    g_value_set_boolean(value, *member_of(GST_HOTSHOE_OVERLAY(object), identifier));
    GST_OBJECT_UNLOCK(object);
}

static void gst_hotshoe_overlay_init(GstHotShoeOverlay *self) { self->draws_focus = self->draws_level = self->draws_exposure = TRUE; }

static void gst_hotshoe_overlay_class_init(GstHotShoeOverlayClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GstElementClass *element_class = GST_ELEMENT_CLASS(class);
    const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | GST_PARAM_CONTROLLABLE | GST_PARAM_MUTABLE_PLAYING;
    object_class->set_property = overlay_set_property;
    object_class->get_property = overlay_get_property;
    g_object_class_install_property(object_class, PROPERTY_DRAW_FOCUS,
        g_param_spec_boolean("draw-focus", "Draw focus", "Focus areas: green if in focus, white if selected", TRUE, flags));
    g_object_class_install_property(object_class, PROPERTY_DRAW_LEVEL,
        g_param_spec_boolean("draw-level", "Draw level", "A line that is horizontal in reality: green if the camera is level", TRUE, flags));
    g_object_class_install_property(object_class, PROPERTY_DRAW_EXPOSURE,
        g_param_spec_boolean("draw-exposure", "Draw exposure", "Shutter speed, aperture, ISO speed and exposure compensation", TRUE, flags));
    gst_element_class_add_static_pad_template(element_class, &sink_template);
    gst_element_class_add_static_pad_template(element_class, &source_template);
    gst_element_class_set_static_metadata(element_class, "Camera overlay", "Filter/Effect/Video",
        "Draws focus areas, level and exposure of frames from hotshoesrc", "HotShoe");
    GST_VIDEO_FILTER_CLASS(class)->transform_frame_ip = overlay_transform;
}
