#include "meta.h"

#include <gst/video/video.h>
#include <math.h>

static gboolean frame_meta_init(GstMeta *meta, gpointer parameters, GstBuffer *buffer) {
    GstHotShoeFrameMeta *self = (GstHotShoeFrameMeta *)meta;
    (void)parameters, (void)buffer;
    self->number = 0;
    self->capture_time = GST_CLOCK_TIME_NONE;
    self->roll_degrees = self->pitch_degrees = self->compensation_stops = NAN;
    self->f_number = self->exposure_seconds = 0;
    self->iso_speed = 0;
    self->focus_area_count = 0;
    self->focus_areas = NULL;
    return TRUE;
}

static void frame_meta_free(GstMeta *meta, GstBuffer *buffer) {
    (void)buffer;
    g_free(((GstHotShoeFrameMeta *)meta)->focus_areas);
}

/* Positions are relative, so that scaling changes nothing. */
static gboolean frame_meta_transform(GstBuffer *target, GstMeta *meta, GstBuffer *source, GQuark type, gpointer data) {
    const GstHotShoeFrameMeta *old = (GstHotShoeFrameMeta *)meta;
    GstHotShoeFrameMeta *copy;
    (void)source, (void)data;
    if (!GST_META_TRANSFORM_IS_COPY(type) && !GST_VIDEO_META_TRANSFORM_IS_SCALE(type)) return FALSE;
    if (!(copy = hs_buffer_add_frame_meta(target))) return FALSE;
    const GstMeta header = copy->meta;
    *copy = *old;
    copy->meta = header;
    copy->focus_areas = g_memdup2(old->focus_areas, old->focus_area_count * sizeof *old->focus_areas);
    return TRUE;
}

const GstMetaInfo *hs_frame_meta_info(void) {
    /* The only tag with which video decoders and encoders copy metadata. */
    static const gchar *tags[] = {GST_META_TAG_VIDEO_STR, NULL};
    static const GstMetaInfo *info;
    if (g_once_init_enter(&info)) {
        GType api = gst_meta_api_type_register(GST_HOTSHOE_FRAME_META_API_NAME, tags);
        g_once_init_leave(&info,
            gst_meta_register(api, "GstHotShoeFrameMeta", sizeof(GstHotShoeFrameMeta), frame_meta_init, frame_meta_free, frame_meta_transform));
    }
    return info;
}

GstHotShoeFrameMeta *hs_buffer_add_frame_meta(GstBuffer *buffer) {
    return (GstHotShoeFrameMeta *)gst_buffer_add_meta(buffer, hs_frame_meta_info(), NULL);
}
