#include "drawing.h"

#include <math.h>
#include <string.h>

static const HsColor dark = {0, 0, 0};
#define DARK_ALPHA 0.55

HsCanvas hs_canvas_make(GstVideoFrame *frame) {
    gint side = MIN(GST_VIDEO_FRAME_WIDTH(frame), GST_VIDEO_FRAME_HEIGHT(frame));
    return (HsCanvas){frame, MAX(1.0, side / 360.0)};
}

/* ---- Colours ----------------------------------------------------------------------------------------------------- */

/** Converts a colour to the components of a format. */
static void convert(const GstVideoInfo *info, HsColor color, guint8 components[4]) {
    const GstVideoFormatInfo *format = info->finfo;
    gint offsets[4], scales[4];
    gdouble kr = 0.299, kb = 0.114, r = color.red / 255.0, g = color.green / 255.0, b = color.blue / 255.0;
    components[3] = 255;
    if (GST_VIDEO_FORMAT_INFO_IS_RGB(format)) {
        components[0] = color.red, components[1] = color.green, components[2] = color.blue;
        return;
    }
    gst_video_color_matrix_get_Kr_Kb(info->colorimetry.matrix, &kr, &kb);
    gst_video_color_range_offsets(info->colorimetry.range, format, offsets, scales);
    gdouble luma = kr * r + (1 - kr - kb) * g + kb * b;
    gdouble values[3] = {luma, (b - luma) / (2 * (1 - kb)), (r - luma) / (2 * (1 - kr))};
    for (gint i = 0; i < 3; i++) components[i] = (guint8)CLAMP(lrint(offsets[i] + scales[i] * values[i]), 0, 255);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

struct segment {
    gdouble x1, y1, x2, y2, half_width, alpha;
};

/** Part of a pixel that a line covers, 0 … 1, by the distance of its middle. */
static gdouble coverage(const struct segment *line, gdouble x, gdouble y) {
    gdouble dx = line->x2 - line->x1, dy = line->y2 - line->y1, length = dx * dx + dy * dy;
    gdouble along = length > 0 ? ((x - line->x1) * dx + (y - line->y1) * dy) / length : 0;
    along = CLAMP(along, 0, 1);
    gdouble distance = hypot(x - line->x1 - along * dx, y - line->y1 - along * dy);
    return CLAMP(line->half_width + 0.5 - distance, 0, 1) * line->alpha;
}

/** Index of the first or last sample at a position, within the plane. */
static gint sample_at(gdouble position, gint shift, gint count) {
    return (gint)CLAMP(floor(position) / (1 << shift), 0, count - 1);
}

/** Blends one component of a line into its plane. */
static void blend(GstVideoFrame *frame, guint component, const struct segment *line, guint8 value) {
    const GstVideoFormatInfo *format = frame->info.finfo;
    gint w_shift = GST_VIDEO_FORMAT_INFO_W_SUB(format, component), h_shift = GST_VIDEO_FORMAT_INFO_H_SUB(format, component);
    gint columns = GST_VIDEO_FRAME_COMP_WIDTH(frame, component), rows = GST_VIDEO_FRAME_COMP_HEIGHT(frame, component);
    gint step = GST_VIDEO_FRAME_COMP_PSTRIDE(frame, component), stride = GST_VIDEO_FRAME_COMP_STRIDE(frame, component);
    gdouble reach = line->half_width + 1 + (1 << MAX(w_shift, h_shift));
    gdouble left = MIN(line->x1, line->x2) - reach, right = MAX(line->x1, line->x2) + reach;
    gdouble top = MIN(line->y1, line->y2) - reach, bottom = MAX(line->y1, line->y2) + reach;
    if (right < 0 || bottom < 0 || left > GST_VIDEO_FRAME_WIDTH(frame) || top > GST_VIDEO_FRAME_HEIGHT(frame)) return;
    guint8 *data = GST_VIDEO_FRAME_COMP_DATA(frame, component);
    gint first = sample_at(left, w_shift, columns), last = sample_at(right, w_shift, columns);
    for (gint row = sample_at(top, h_shift, rows); row <= sample_at(bottom, h_shift, rows); row++) {
        gdouble y = (row + 0.5) * (1 << h_shift);
        guint8 *sample = data + (gssize)row * stride + (gssize)first * step;
        for (gint column = first; column <= last; column++, sample += step) {
            gdouble part = coverage(line, (column + 0.5) * (1 << w_shift), y);
            if (part > 0) *sample = (guint8)lrint(*sample + part * (value - *sample));
        }
    }
}

static void draw(const HsCanvas *self, const struct segment *line, HsColor color) {
    guint8 components[4];
    convert(&self->frame->info, color, components);
    for (guint i = 0; i < GST_VIDEO_FRAME_N_COMPONENTS(self->frame); i++)
        if (!(GST_VIDEO_FORMAT_INFO_HAS_ALPHA(self->frame->info.finfo) && i == GST_VIDEO_COMP_A)) blend(self->frame, i, line, components[i]);
}

static gboolean is_finite(gdouble x1, gdouble y1, gdouble x2, gdouble y2) {
    return isfinite(x1) && isfinite(y1) && isfinite(x2) && isfinite(y2);
}

void hs_canvas_line(const HsCanvas *self, gdouble x1, gdouble y1, gdouble x2, gdouble y2, gdouble width, HsColor color) {
    if (is_finite(x1, y1, x2, y2)) draw(self, &(struct segment){x1, y1, x2, y2, width / 2, 1}, color);
}

void hs_canvas_edge(const HsCanvas *self, gdouble x1, gdouble y1, gdouble x2, gdouble y2, gdouble width) {
    /* The edge of thin lines would be more visible than they are. */
    gdouble alpha = DARK_ALPHA * MIN(1, width / (2 * self->unit));
    if (is_finite(x1, y1, x2, y2)) draw(self, &(struct segment){x1, y1, x2, y2, width / 2 + self->unit, alpha}, dark);
}

/* ---- Text -------------------------------------------------------------------------------------------------------- */

enum { GLYPH_WIDTH = 5, GLYPH_HEIGHT = 7 };

/* Rows from top to bottom, the leftmost pixel in the highest of five bits. */
static const struct {
    gchar letter;
    guint8 rows[GLYPH_HEIGHT];
} glyphs[] = {
    {'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}}, {'1', {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
    {'2', {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F}}, {'3', {0x0E, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0E}},
    {'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}}, {'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    {'6', {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}}, {'7', {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}}, {'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    {'I', {0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E}}, {'S', {0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E}},
    {'O', {0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E}}, {'E', {0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F}},
    {'V', {0x11, 0x11, 0x11, 0x11, 0x11, 0x0A, 0x04}}, {'f', {0x06, 0x09, 0x08, 0x1C, 0x08, 0x08, 0x08}},
    {'s', {0x00, 0x00, 0x0F, 0x10, 0x0E, 0x01, 0x1E}}, {'/', {0x01, 0x01, 0x02, 0x04, 0x08, 0x10, 0x10}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C}}, {'+', {0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00}},
    {'-', {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}},
};

static const guint8 *rows_of(gchar letter) {
    for (gsize i = 0; i < G_N_ELEMENTS(glyphs); i++)
        if (glyphs[i].letter == letter) return glyphs[i].rows;
    return NULL;
}

static gdouble glyph_pixel(const HsCanvas *self) { return 2 * self->unit; }

gdouble hs_canvas_text_height(const HsCanvas *self) { return GLYPH_HEIGHT * glyph_pixel(self); }

static gboolean is_set(const guint8 *rows, gint column, gint row) {
    return column >= 0 && column < GLYPH_WIDTH && row < GLYPH_HEIGHT && (rows[row] >> (GLYPH_WIDTH - 1 - column) & 1);
}

/** Draws a pixel of a glyph as lines to its neighbours, so that letters consist of strokes. */
static void draw_pixel(
    const HsCanvas *self, const guint8 *rows, gint column, gint row, gdouble left, gdouble top, struct segment line, HsColor color) {
    static const struct {
        gint column, row;
    } neighbours[] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    gdouble size = glyph_pixel(self);
    gboolean is_joined = FALSE;
    line.x1 = left + (column + 0.5) * size, line.y1 = top + (row + 0.5) * size;
    for (gsize i = 0; i < G_N_ELEMENTS(neighbours); i++) {
        gint other_column = column + neighbours[i].column, other_row = row + neighbours[i].row;
        /* Corners are joined by the straight lines. */
        gboolean is_corner = neighbours[i].column && neighbours[i].row && (is_set(rows, other_column, row) || is_set(rows, column, other_row));
        if (is_corner || !is_set(rows, other_column, other_row)) continue;
        line.x2 = line.x1 + neighbours[i].column * size, line.y2 = line.y1 + neighbours[i].row * size;
        draw(self, &line, color);
        is_joined = TRUE;
    }
    if (is_joined) return;
    line.x2 = line.x1, line.y2 = line.y1;
    draw(self, &line, color);
}

static void draw_text(const HsCanvas *self, gdouble left, gdouble top, const gchar *text, gdouble half_width, gdouble alpha, HsColor color) {
    for (; *text; text++, left += (GLYPH_WIDTH + 1) * glyph_pixel(self)) {
        const guint8 *rows = rows_of(*text);
        for (gint row = 0; rows && row < GLYPH_HEIGHT; row++)
            for (gint column = 0; column < GLYPH_WIDTH; column++)
                if (is_set(rows, column, row))
                    draw_pixel(self, rows, column, row, left, top, (struct segment){0, 0, 0, 0, half_width, alpha}, color);
    }
}

void hs_canvas_text(const HsCanvas *self, gdouble x, gdouble y, const gchar *text, HsColor color) {
    gdouble width = ((gdouble)strlen(text) * (GLYPH_WIDTH + 1) - 1) * glyph_pixel(self);
    draw_text(self, x - width / 2, y, text, 1.9 * self->unit, DARK_ALPHA, dark);
    draw_text(self, x - width / 2, y, text, 0.9 * self->unit, 1, color);
}
