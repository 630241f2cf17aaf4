/* hotshoeoverlay: draws the metadata of hotshoesrc onto raw video. */
#ifndef HS_OVERLAY_H
#define HS_OVERLAY_H

#include <gst/video/gstvideofilter.h>

G_BEGIN_DECLS

#define GST_TYPE_HOTSHOE_OVERLAY (gst_hotshoe_overlay_get_type())
G_DECLARE_FINAL_TYPE(GstHotShoeOverlay, gst_hotshoe_overlay, GST, HOTSHOE_OVERLAY, GstVideoFilter)

GST_ELEMENT_REGISTER_DECLARE(hotshoeoverlay)

G_END_DECLS

#endif
