#include "picture.h"

#include <turbojpeg.h>

struct HwDecoder {
    tjhandle jpeg;
    GstVideoInfo info;            /* of the decoded planes; its width is 0 before the first */
    GstBuffer *planes;            /* of that format */
    GstVideoConverter *converter; /* from that to the pictures; null if they are the same */
    GstVideoInfo output;
    guint8 luma[256], chroma[256]; /* full range to range of video */
};

HwDecoder *hw_decoder_new(void) {
    HwDecoder *self = g_new0(HwDecoder, 1);
    self->jpeg = tjInitDecompress();
    for (gint i = 0; i < 256; i++) {
        self->luma[i] = (guint8)(16 + (i * 219 + 127) / 255);
        self->chroma[i] = (guint8)CLAMP(128 + ((i - 128) * 224) / 255, 16, 240);
    }
    return self;
}

void hw_decoder_free(HwDecoder *self) {
    if (!self) return;
    tjDestroy(self->jpeg);
    gst_clear_buffer(&self->planes);
    g_clear_pointer(&self->converter, gst_video_converter_free);
    g_free(self);
}

/** Begins again after a damaged JPEG, from which libjpeg-turbo keeps markers. Returns null. */
static GstBuffer *reset(HwDecoder *self) {
    tjDestroy(self->jpeg);
    self->jpeg = tjInitDecompress();
    return NULL;
}

/** Whether a frame may be decoded: at most 4096 × 4096 pixels, and as many in all scans together, as in the library of the camera. A small frame
 *  may otherwise need gigabytes, or minutes. */
static gboolean is_allowed(const guint8 *bytes, gsize size, gint width, gint height) {
    const gint64 limit = 4096 * 4096;
    gint64 scans = 0;
    if (width <= 0 || height <= 0 || (gint64)width * height > limit) return FALSE;
    for (gsize i = 0; i + 1 < size; i++) scans += bytes[i] == 0xFF && bytes[i + 1] == 0xDA;
    /* The first scan of a thumbnail within the frame is counted, too. */
    return scans <= 2 || (gint64)width * height * scans <= limit;
}

/** Reads the size and the sampling of a frame; FALSE for one that cannot be decoded. */
static gboolean read_header(HwDecoder *self, const guint8 *bytes, gsize size, gint *width, gint *height, int *sampling) {
    int space;
    if (tjDecompressHeader3(self->jpeg, bytes, size, width, height, sampling, &space) == 0 && is_allowed(bytes, size, *width, *height)) return TRUE;
    reset(self);
    return FALSE;
}

gboolean hw_decoder_size(HwDecoder *self, const guint8 *bytes, gsize size, gint *width, gint *height) {
    int sampling;
    return read_header(self, bytes, size, width, height, &sampling);
}

GstVideoRectangle hw_picture_fit(gint source_width, gint source_height, gint width, gint height) {
    gint64 wide = (gint64)source_width * height, high = (gint64)source_height * width;
    GstVideoRectangle result = {0, 0, width, height};
    if (wide < high) result.w = (gint)MAX(2, wide / source_height & ~1);
    if (high < wide) result.h = (gint)MAX(2, high / source_width & ~1);
    result.x = (width - result.w) / 2 & ~1;
    result.y = (height - result.h) / 2 & ~1;
    return result;
}

static GstVideoFormat format_of(int sampling) {
    switch (sampling) {
    case TJSAMP_420: return GST_VIDEO_FORMAT_I420;
    case TJSAMP_422: return GST_VIDEO_FORMAT_Y42B;
    case TJSAMP_444: return GST_VIDEO_FORMAT_Y444;
    case TJSAMP_GRAY: return GST_VIDEO_FORMAT_GRAY8;
    default: return GST_VIDEO_FORMAT_UNKNOWN;
    }
}

/** Prepares for frames of a format; nothing happens if it is the present one. */
static void prepare(HwDecoder *self, GstVideoFormat format, gint width, gint height, const GstVideoInfo *output) {
    if (self->planes && GST_VIDEO_INFO_FORMAT(&self->info) == format && self->info.width == width && self->info.height == height &&
        gst_video_info_is_equal(&self->output, output))
        return;
    gst_clear_buffer(&self->planes);
    g_clear_pointer(&self->converter, gst_video_converter_free);
    gst_video_info_set_format(&self->info, format, (guint)width, (guint)height);
    if (format != GST_VIDEO_FORMAT_RGB) self->info.colorimetry = output->colorimetry; /* the range is converted here */
    self->info.fps_n = output->fps_n; /* a condition of the converter */
    self->info.fps_d = output->fps_d;
    self->output = *output;
    self->planes = gst_buffer_new_allocate(NULL, self->info.size, NULL);
    GstVideoRectangle fit = hw_picture_fit(width, height, output->width, output->height);
    self->converter = gst_video_converter_new(&self->info, output,
        gst_structure_new("options", GST_VIDEO_CONVERTER_OPT_DEST_X, G_TYPE_INT, fit.x, GST_VIDEO_CONVERTER_OPT_DEST_Y, G_TYPE_INT, fit.y,
            GST_VIDEO_CONVERTER_OPT_DEST_WIDTH, G_TYPE_INT, fit.w, GST_VIDEO_CONVERTER_OPT_DEST_HEIGHT, G_TYPE_INT, fit.h,
            GST_VIDEO_CONVERTER_OPT_FILL_BORDER, G_TYPE_BOOLEAN, TRUE, GST_VIDEO_CONVERTER_OPT_BORDER_ARGB, G_TYPE_UINT, 0xFF000000u,
            GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR, NULL));
}

static void map_range(const HwDecoder *self, GstVideoFrame *frame) {
    for (guint plane = 0; plane < GST_VIDEO_FRAME_N_PLANES(frame); plane++) {
        const guint8 *table = plane == 0 ? self->luma : self->chroma;
        guint8 *bytes = GST_VIDEO_FRAME_PLANE_DATA(frame, plane);
        gint count = GST_VIDEO_FRAME_PLANE_STRIDE(frame, plane) * GST_VIDEO_FRAME_COMP_HEIGHT(frame, plane);
        for (gint i = 0; i < count; i++) bytes[i] = table[bytes[i]];
    }
}

GstBuffer *hw_decoder_decode(HwDecoder *self, const guint8 *bytes, gsize size, const GstVideoInfo *info) {
    int width, height, sampling;
    if (!read_header(self, bytes, size, &width, &height, &sampling)) return NULL;
    GstVideoFormat format = format_of(sampling);
    /* Planes of odd sizes are larger in one library than in the other. */
    gboolean is_exact = format != GST_VIDEO_FORMAT_UNKNOWN && width % 2 == 0 && height % 2 == 0;
    prepare(self, is_exact ? format : GST_VIDEO_FORMAT_RGB, width, height, info);
    if (!self->converter) return NULL;

    GstVideoFrame source, target;
    if (!gst_video_frame_map(&source, &self->info, self->planes, GST_MAP_READWRITE)) return NULL;
    int problem;
    if (is_exact) {
        unsigned char *planes[3] = {NULL};
        int strides[3] = {0};
        for (guint i = 0; i < GST_VIDEO_FRAME_N_PLANES(&source); i++) {
            planes[i] = GST_VIDEO_FRAME_PLANE_DATA(&source, i);
            strides[i] = GST_VIDEO_FRAME_PLANE_STRIDE(&source, i);
        }
        problem = tjDecompressToYUVPlanes(self->jpeg, bytes, size, planes, width, strides, height, 0);
        if (problem == 0) map_range(self, &source);
    } else {
        problem = tjDecompress2(self->jpeg, bytes, size, GST_VIDEO_FRAME_PLANE_DATA(&source, 0), width,
            GST_VIDEO_FRAME_PLANE_STRIDE(&source, 0), height, TJPF_RGB, 0);
    }
    /* A warning, as for a truncated frame, has a picture with grey parts. */
    GstBuffer *picture = problem == 0 ? gst_buffer_new_allocate(NULL, info->size, NULL) : NULL;
    if (picture && gst_video_frame_map(&target, info, picture, GST_MAP_WRITE)) {
        gst_video_converter_frame(self->converter, &source, &target);
        gst_video_frame_unmap(&target);
    }
    gst_video_frame_unmap(&source);
    return picture ? picture : reset(self);
}

GstBuffer *hw_picture_darken(GstBuffer *picture, const GstVideoInfo *info) {
    GstBuffer *result = gst_buffer_copy_deep(picture);
    GstVideoFrame frame;
    if (!gst_video_frame_map(&frame, info, result, GST_MAP_READWRITE)) return result;
    guint8 *luma = GST_VIDEO_FRAME_PLANE_DATA(&frame, 0);
    gint count = GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0) * info->height;
    for (gint i = 0; i < count; i++) luma[i] = luma[i] > 16 ? (guint8)(16 + (luma[i] - 16) / 2) : 16;
    gst_video_frame_unmap(&frame);
    return result;
}
