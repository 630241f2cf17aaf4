/* Pictures: JPEG frames as I420 of one size. */
#ifndef HW_PICTURE_H
#define HW_PICTURE_H

#include <gst/video/video.h>

/** Decodes frames. Single-owner. */
typedef struct HwDecoder HwDecoder;

HwDecoder *hw_decoder_new(void);
void hw_decoder_free(HwDecoder *self);

/** The size of a JPEG; FALSE if its header cannot be read. */
gboolean hw_decoder_size(HwDecoder *self, const guint8 *bytes, gsize size, gint *width, gint *height);

/**
 * Decodes a JPEG into a picture of `info`, an I420 format: scaled to fit, with black borders. The JPEG's full range becomes the range of video.
 *
 * @return the picture, owned by the caller; null for a JPEG that cannot be decoded
 */
GstBuffer *hw_decoder_decode(HwDecoder *self, const guint8 *bytes, gsize size, const GstVideoInfo *info);

/** Returns a copy of a picture at half its brightness, owned by the caller. */
GstBuffer *hw_picture_darken(GstBuffer *picture, const GstVideoInfo *info);

/** The rectangle in `width`×`height` that a picture of another size fills without distortion, with even coordinates. Pure. */
GstVideoRectangle hw_picture_fit(gint source_width, gint source_height, gint width, gint height);

#endif
