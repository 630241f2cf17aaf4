/* A video device of v4l2loopback: pictures are written to it. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

typedef struct {
    HwOutput parent;
    gint descriptor;
    GstVideoInfo format;
    GstVideoConverter *converter;
    GstBuffer *packed;
} HwV4L2;

static gboolean refuse(HwV4L2 *self, gchar **problem, const gchar *format) {
    *problem = g_strdup_printf(format, self->parent.place, g_strerror(errno));
    if (self->descriptor >= 0) close(self->descriptor);
    self->descriptor = -1;
    return FALSE;
}

static gboolean v4l2_start(HwOutput *output, gchar **problem) {
    HwV4L2 *self = (HwV4L2 *)output;
    self->descriptor = open(output->place, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (self->descriptor < 0)
        return refuse(self, problem,
            errno == EBUSY ? "%s is in use by another program that writes to it: end that program, or choose another device (%s)."
                           : "%s cannot be opened: %s.");
    struct v4l2_capability capability = {0};
    if (ioctl(self->descriptor, VIDIOC_QUERYCAP, &capability) != 0) return refuse(self, problem, "%s is no video device: %s.");
    guint32 capabilities = capability.capabilities & V4L2_CAP_DEVICE_CAPS ? capability.device_caps : capability.capabilities;
    if (!(capabilities & V4L2_CAP_VIDEO_OUTPUT)) {
        errno = ENOTSUP;
        return refuse(self, problem, "%s accepts no pictures: only devices of v4l2loopback do (%s).");
    }
    gst_video_info_set_format(&self->format, GST_VIDEO_FORMAT_YUY2, (guint)output->info.width, (guint)output->info.height);
    self->format.colorimetry = output->info.colorimetry;
    self->format.fps_n = output->info.fps_n;
    self->format.fps_d = output->info.fps_d;
    struct v4l2_format format = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    format.fmt.pix.width = (guint32)output->info.width;
    format.fmt.pix.height = (guint32)output->info.height;
    format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
    format.fmt.pix.field = V4L2_FIELD_NONE;
    format.fmt.pix.bytesperline = (guint32)self->format.stride[0];
    format.fmt.pix.sizeimage = (guint32)self->format.size;
    format.fmt.pix.colorspace = V4L2_COLORSPACE_SRGB;
    if (ioctl(self->descriptor, VIDIOC_S_FMT, &format) != 0)
        return refuse(self, problem, "%s does not accept the format: end the programs that use it, or load the module again (%s).");
    if (format.fmt.pix.width != (guint32)output->info.width || format.fmt.pix.height != (guint32)output->info.height ||
        format.fmt.pix.pixelformat != V4L2_PIX_FMT_YUYV) {
        errno = EBUSY;
        return refuse(self, problem, "%s keeps another format: end the programs that use it, or choose its size with --size (%s).");
    }
    struct v4l2_streamparm parameters = {.type = V4L2_BUF_TYPE_VIDEO_OUTPUT};
    parameters.parm.output.timeperframe = (struct v4l2_fract){(guint32)output->rate_d, (guint32)output->rate_n};
    /* A device without it has the rate of the pictures. */
    (void)ioctl(self->descriptor, VIDIOC_S_PARM, &parameters);
    self->converter = gst_video_converter_new(&output->info, &self->format, NULL);
    self->packed = gst_buffer_new_allocate(NULL, self->format.size, NULL);
    return TRUE;
}

static void v4l2_send(HwOutput *output, GstBuffer *picture) {
    HwV4L2 *self = (HwV4L2 *)output;
    GstVideoFrame source, target;
    if (!gst_video_frame_map(&source, &output->info, picture, GST_MAP_READ)) return;
    if (gst_video_frame_map(&target, &self->format, self->packed, GST_MAP_WRITE)) {
        gst_video_converter_frame(self->converter, &source, &target);
        gssize written = write(self->descriptor, GST_VIDEO_FRAME_PLANE_DATA(&target, 0), self->format.size);
        int code = errno;
        gst_video_frame_unmap(&target);
        /* A device that has no free buffer drops the picture. */
        if (written < 0 && code != EAGAIN && code != EINTR) {
            gchar *message = g_strdup_printf("%s accepts no more pictures: %s.", output->place, g_strerror(code));
            hw_output_fail(output, message);
            g_free(message);
        }
    }
    gst_video_frame_unmap(&source);
}

static void v4l2_stop(HwOutput *output) {
    HwV4L2 *self = (HwV4L2 *)output;
    close(self->descriptor);
    self->descriptor = -1;
    g_clear_pointer(&self->converter, gst_video_converter_free);
    gst_clear_buffer(&self->packed);
}

HwOutput *hw_v4l2_new(const gchar *device) {
    static const HwOutputClass class = {"v4l2", v4l2_start, v4l2_send, v4l2_stop, (void (*)(HwOutput *))g_free};
    HwV4L2 *self = g_new0(HwV4L2, 1);
    self->parent.class = &class;
    self->parent.place = g_strdup(device);
    self->descriptor = -1;
    g_mutex_init(&self->parent.lock);
    return &self->parent;
}
