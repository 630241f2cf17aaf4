/* hotshoesrc: the live view of a camera as a source of JPEG frames. */
#ifndef HS_SOURCE_H
#define HS_SOURCE_H

#include <gst/base/gstpushsrc.h>

G_BEGIN_DECLS

#define GST_TYPE_HOTSHOE_SRC (gst_hotshoe_src_get_type())
G_DECLARE_FINAL_TYPE(GstHotShoeSrc, gst_hotshoe_src, GST, HOTSHOE_SRC, GstPushSrc)

GST_ELEMENT_REGISTER_DECLARE(hotshoesrc)

G_END_DECLS

#endif
