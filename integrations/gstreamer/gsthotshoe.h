/*
 * Metadata that hotshoesrc attaches to its buffers, for programs that read it. Nothing needs to be linked: the plugin registers
 * the type, and gst_buffer_get_hotshoe_frame_meta searches it by name.
 *
 *     GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(buffer);
 *     if (meta) printf("frame %" G_GUINT64_FORMAT ", ISO %u\n", meta->number, meta->iso_speed);
 */
#ifndef GST_HOTSHOE_H
#define GST_HOTSHOE_H

#include <gst/gst.h>

G_BEGIN_DECLS

/** An area in which the camera can focus. Positions are relative to the picture: 0, 0 is its top left corner, 1, 1 its bottom right. */
typedef struct {
    gdouble x;           /**< Left edge. */
    gdouble y;           /**< Top edge. */
    gdouble width;       /**< Width, at least 0. */
    gdouble height;      /**< Height, at least 0. */
    gboolean is_active;  /**< Whether the area is selected for focusing. */
    gboolean has_focus;  /**< Whether the camera found focus in the area. */
} GstHotShoeFocusArea;

/**
 * Description of a live view frame. Owned by its buffer and valid as long as it; read only. Decoders, converters and encoders copy
 * it to their output.
 */
typedef struct {
    GstMeta meta;
    guint64 number;              /**< Number of the frame among those that the camera made, dropped ones included. */
    GstClockTime capture_time;   /**< Time at which the camera made the frame, as running time of the pipeline. */
    gdouble roll_degrees;        /**< Tilt to the right, 0 ≤ roll < 360; NAN if the camera does not report it. */
    gdouble pitch_degrees;       /**< Tilt upwards, −90 … 90; NAN if the camera does not report it. */
    gdouble f_number;            /**< Aperture, such as 2.8; 0 if it is not known. */
    gdouble exposure_seconds;    /**< Shutter speed in seconds; 0 if it is not known, and for bulb and automatic. */
    guint iso_speed;             /**< ISO speed; 0 if it is not known, and for automatic. */
    gdouble compensation_stops;  /**< Exposure compensation in stops; NAN if it is not known. */
    guint focus_area_count;
    GstHotShoeFocusArea *focus_areas;  /**< Null if there are none. */
} GstHotShoeFrameMeta;

/** Name of the metadata's API type. */
#define GST_HOTSHOE_FRAME_META_API_NAME "GstHotShoeFrameMetaAPI"

/** Returns the metadata of a buffer, which owns it; null if there is none. Thread-safe for a buffer that no thread changes. */
static inline GstHotShoeFrameMeta *gst_buffer_get_hotshoe_frame_meta(GstBuffer *buffer) {
    GType type = g_type_from_name(GST_HOTSHOE_FRAME_META_API_NAME);
    return type ? (GstHotShoeFrameMeta *)(void *)gst_buffer_get_meta(buffer, type) : NULL;
}

G_END_DECLS

#endif
