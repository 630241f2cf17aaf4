#include "frames.h"

#include "meta.h"

#include <gst/video/video.h>
#include <math.h>

enum {
    LARGEST_SIDE = 65535,    /* of a JPEG picture */
    MOST_HELD_FRAMES = 24,   /* of the 32 in the library's pool */
    MOST_FOCUS_AREAS = 1024
};

/* A frame that is older, or younger than 0, has a time of another clock than the library's. */
#define OLDEST_FRAME (10 * (gint64)GST_SECOND)

static gboolean is_side(int64_t side) { return side > 0 && side <= LARGEST_SIDE; }

/** Shape of a pixel of a picture whose correct aspect ratio is that of another size. */
static void read_pixel_shape(hotshoe_pixel_size size, hotshoe_pixel_size natural, HsFrame *frame) {
    frame->par_n = frame->par_d = 1;
    if (!is_side(natural.width) || !is_side(natural.height) || (natural.width == size.width && natural.height == size.height)) return;
    gint n, d;
    if (gst_util_fraction_multiply((gint)natural.width, (gint)natural.height, (gint)size.height, (gint)size.width, &n, &d) && n > 0 && d > 0)
        frame->par_n = n, frame->par_d = d;
}

static gboolean is_jpeg(hotshoe_bytes bytes) {
    return bytes.size >= 4 && bytes.data[0] == 0xFF && bytes.data[1] == 0xD8 && bytes.data[2] == 0xFF;
}

gboolean hs_frame_read(hotshoe_live_view_frame handle, HsFrame *frame) {
    hotshoe_live_view_frame_info_format format = -1;
    hotshoe_pixel_size size = {0}, natural = {0};
    *frame = (HsFrame){0};
    hotshoe_live_view_frame_get_info(handle, &frame->info);
    hotshoe_live_view_frame_info_get_format(frame->info, &format);
    hotshoe_live_view_frame_info_get_natural_size(frame->info, &natural);
    hotshoe_live_view_frame_get_size(handle, &size);
    hotshoe_live_view_frame_get_sequence_number(handle, &frame->number);
    hotshoe_live_view_frame_get_timestamp(handle, &frame->timestamp);
    if (hotshoe_live_view_frame_get_bytes(handle, &frame->bytes) != HOTSHOE_OK) return FALSE;
    if (format != HOTSHOE_LIVE_VIEW_FRAME_INFO_FORMAT_JPEG || !is_jpeg(frame->bytes)) return FALSE;
    if (!is_side(size.width) || !is_side(size.height)) return FALSE;
    frame->width = (gint)size.width;
    frame->height = (gint)size.height;
    read_pixel_shape(size, natural, frame);
    return TRUE;
}

void hs_frame_clear(HsFrame *frame) {
    hotshoe_live_view_frame_info_release(frame->info);
    frame->info = (hotshoe_live_view_frame_info){0};
}

/* ---- Memory ------------------------------------------------------------------------------------------------------ */

struct held_frame {
    hotshoe_live_view_frame handle;
    HsCamera *camera;
};

static void release_held_frame(gpointer context) {
    struct held_frame *held = context;
    g_atomic_int_add(&held->camera->held_frames, -1);
    hotshoe_live_view_frame_release(held->handle);
    hs_camera_release(held->camera);
    g_free(held);
}

static GstBuffer *wrap(HsCamera *camera, hotshoe_live_view_frame handle, hotshoe_bytes bytes) {
    struct held_frame *held = g_new(struct held_frame, 1);
    *held = (struct held_frame){handle, hs_camera_retain(camera)};
    return gst_buffer_new_wrapped_full(
        GST_MEMORY_FLAG_READONLY, (gpointer)bytes.data, bytes.size, 0, bytes.size, held, release_held_frame);
}

/* ---- Metadata ---------------------------------------------------------------------------------------------------- */

static gboolean is_finite_rect(const GstHotShoeFocusArea *area) {
    return isfinite(area->x) && isfinite(area->y) && isfinite(area->width) && isfinite(area->height) && area->width >= 0 && area->height >= 0;
}

static void add_focus_areas(GstHotShoeFrameMeta *meta, hotshoe_live_view_frame handle, hotshoe_live_view_frame_info info) {
    hotshoe_focus_area_array areas = {0};
    hotshoe_rect image = {0};
    hotshoe_live_view_frame_info_get_image_rect(info, &image);
    if (!(image.width > 0 && image.height > 0) || hotshoe_live_view_frame_get_focus_areas(handle, &areas) != HOTSHOE_OK) return;
    gsize count = MIN(areas.count, MOST_FOCUS_AREAS);
    if (count > 0) meta->focus_areas = g_new(GstHotShoeFocusArea, count);
    for (gsize i = 0; i < count; i++) {
        hotshoe_rect rect = areas.data[i].rect;
        GstHotShoeFocusArea area = {(rect.x - image.x) / image.width, (rect.y - image.y) / image.height, rect.width / image.width,
            rect.height / image.height, areas.data[i].is_active, areas.data[i].has_focus};
        if (is_finite_rect(&area)) meta->focus_areas[meta->focus_area_count++] = area;
    }
    hotshoe_focus_area_array_free(&areas);
}

static void add_meta(GstBuffer *buffer, HsCamera *camera, hotshoe_live_view_frame handle, const HsFrame *frame) {
    GstHotShoeFrameMeta *meta = hs_buffer_add_frame_meta(buffer);
    hotshoe_optional_double roll = {0}, pitch = {0};
    HsExposure exposure = hs_camera_exposure(camera);
    meta->number = frame->number;
    meta->f_number = exposure.f_number;
    meta->exposure_seconds = exposure.seconds;
    meta->iso_speed = exposure.iso_speed;
    meta->compensation_stops = exposure.compensation;
    if (hotshoe_live_view_frame_info_get_roll_degrees(frame->info, &roll) == HOTSHOE_OK && roll.has_value && isfinite(roll.value))
        meta->roll_degrees = roll.value;
    if (hotshoe_live_view_frame_info_get_pitch_degrees(frame->info, &pitch) == HOTSHOE_OK && pitch.has_value && isfinite(pitch.value))
        meta->pitch_degrees = pitch.value;
    add_focus_areas(meta, handle, frame->info);
}

GstBuffer *hs_frame_wrap(HsCamera *camera, hotshoe_live_view_frame handle, const HsFrame *frame, gboolean *is_copied) {
    GstBuffer *buffer;
    *is_copied = g_atomic_int_add(&camera->held_frames, 1) >= MOST_HELD_FRAMES;
    if (*is_copied) {
        g_atomic_int_add(&camera->held_frames, -1);
        buffer = gst_buffer_new_memdup(frame->bytes.data, frame->bytes.size);
        add_meta(buffer, camera, handle, frame);
        hotshoe_live_view_frame_release(handle);
    } else {
        buffer = wrap(camera, handle, frame->bytes);
        add_meta(buffer, camera, handle, frame);
    }
    return buffer;
}

/* ---- Time -------------------------------------------------------------------------------------------------------- */

void hs_frame_clock_start(HsFrameClock *self) {
    hotshoe_camera_simulator simulator = {0};
    *self = (HsFrameClock){0};
    /* The C interface returns the library's clock only as that of a simulated camera, which is not used otherwise. */
    if (hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, (hotshoe_time_source){0}, &simulator) == HOTSHOE_OK)
        hotshoe_camera_simulator_get_time(simulator, &self->library);
    hotshoe_camera_simulator_release(simulator);
}

void hs_frame_clock_stop(HsFrameClock *self) {
    hotshoe_time_source_release(self->library);
    *self = (HsFrameClock){0};
}

GstClockTime hs_frame_clock_age(HsFrameClock *self, gint64 timestamp, gint64 arrival) {
    int64_t now;
    if (hotshoe_time_source_get_now(self->library, &now) == HOTSHOE_OK && timestamp <= now && timestamp >= now - OLDEST_FRAME)
        return (GstClockTime)(now - timestamp);
    /* Times of a hostile driver may be anything: subtract without overflow. */
    gint64 difference = (gint64)((guint64)arrival - (guint64)timestamp);
    /* A difference that grows by seconds is another clock, not a delay. */
    gboolean is_new = !self->has_shortest || difference < self->shortest
        || (guint64)difference - (guint64)self->shortest > (guint64)OLDEST_FRAME;
    if (is_new) self->shortest = difference;
    self->has_shortest = TRUE;
    return (GstClockTime)((guint64)difference - (guint64)self->shortest);
}
