#include "output.h"

#include "status.h"

#include <gst/app/gstappsrc.h>

#define LONGEST_PAUSE 10

static gboolean start_locked(HwOutput *self, gchar **problem) {
    self->is_running = self->class->start(self, problem);
    if (self->is_running)
        hw_status_ready(self->class->name, self->place, self->info.width, self->info.height, (gdouble)self->rate_n / self->rate_d);
    return self->is_running;
}

gboolean hw_output_start(HwOutput *self, const GstVideoInfo *info, gint rate_n, gint rate_d, gchar **problem) {
    g_mutex_lock(&self->lock);
    self->info = *info;
    self->rate_n = rate_n;
    self->rate_d = rate_d;
    self->pause = 1;
    gboolean is_started = start_locked(self, problem);
    g_mutex_unlock(&self->lock);
    return is_started;
}

void hw_output_send(HwOutput *self, GstBuffer *picture) {
    g_mutex_lock(&self->lock);
    if (self->is_running) self->class->send(self, picture);
    g_mutex_unlock(&self->lock);
}

static void schedule(HwOutput *self);

static gboolean start_again(gpointer data) {
    HwOutput *self = data;
    gchar *problem = NULL;
    g_mutex_lock(&self->lock);
    self->restart = 0;
    if (!start_locked(self, &problem)) {
        hw_status_print("failed", self->class->name, problem);
        schedule(self);
    }
    g_mutex_unlock(&self->lock);
    g_free(problem);
    return G_SOURCE_REMOVE;
}

static void schedule(HwOutput *self) {
    self->restart = g_timeout_add_seconds(self->pause, start_again, self);
    self->pause = MIN(self->pause * 2, LONGEST_PAUSE);
}

static gboolean stop_failed(gpointer data) {
    HwOutput *self = data;
    g_mutex_lock(&self->lock);
    g_atomic_int_set(&self->is_failing, FALSE);
    if (self->is_running) {
        self->class->stop(self);
        self->is_running = FALSE;
        schedule(self);
    }
    g_mutex_unlock(&self->lock);
    return G_SOURCE_REMOVE;
}

void hw_output_fail(HwOutput *self, const gchar *message) {
    if (!g_atomic_int_compare_and_exchange(&self->is_failing, FALSE, TRUE)) return;
    hw_status_print("failed", self->class->name, message);
    g_idle_add(stop_failed, self);
}

void hw_output_free(HwOutput *self) {
    g_mutex_lock(&self->lock);
    if (self->restart) g_source_remove(self->restart);
    if (self->is_running) self->class->stop(self);
    self->is_running = FALSE;
    g_mutex_unlock(&self->lock);
    while (g_idle_remove_by_data(self)) continue;
    g_mutex_clear(&self->lock);
    g_free(self->place);
    self->class->free(self);
}

gboolean hw_output_has_elements(const gchar *const *elements, gchar **problem) {
    for (; *elements; elements += 2) {
        GstElementFactory *factory = gst_element_factory_find(elements[0]);
        if (!factory) {
            *problem = g_strdup_printf("GStreamer has no %s: install the package %s.", elements[0], elements[1]);
            return FALSE;
        }
        gst_object_unref(factory);
    }
    return TRUE;
}

gchar *hw_output_encoder(const HwOutput *self) {
    /* About 0.12 bits for each pixel, and a picture to begin with every two seconds. */
    gint64 rate = MAX(1, self->rate_n / self->rate_d), kilobits = (gint64)self->info.width * self->info.height * rate * 12 / 100000;
    return g_strdup_printf("appsrc name=source is-live=true do-timestamp=true format=time max-buffers=4 leaky-type=downstream ! "
                           "video/x-raw,format=I420,width=%d,height=%d,framerate=%d/%d,pixel-aspect-ratio=1/1,colorimetry=bt601 ! "
                           "x264enc tune=zerolatency speed-preset=veryfast key-int-max=%d bitrate=%d ! h264parse config-interval=-1",
        self->info.width, self->info.height, self->rate_n, self->rate_d, (gint)(2 * rate), (gint)CLAMP(kilobits, 500, 20000));
}

void hw_output_push(GstElement *source, GstBuffer *picture) {
    /* Shares the memory; the time is that of the pipeline. */
    GstBuffer *buffer = gst_buffer_copy(picture);
    GST_BUFFER_PTS(buffer) = GST_BUFFER_DTS(buffer) = GST_CLOCK_TIME_NONE;
    gst_app_src_push_buffer(GST_APP_SRC(source), buffer);
}
