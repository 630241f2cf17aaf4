/* A playlist and segments of HLS in a folder. */
#include "output.h"

#include <errno.h>

typedef struct {
    HwOutput parent;
    GstElement *pipeline, *source;
    guint watch;
} HwHLS;

static gboolean hls_message(GstBus *bus, GstMessage *message, gpointer data) {
    HwOutput *output = data;
    GError *error = NULL;
    (void)bus;
    if (GST_MESSAGE_TYPE(message) != GST_MESSAGE_ERROR) return G_SOURCE_CONTINUE;
    gst_message_parse_error(message, &error, NULL);
    hw_output_fail(output, error->message);
    g_error_free(error);
    return G_SOURCE_CONTINUE;
}

static gboolean hls_start(HwOutput *output, gchar **problem) {
    static const gchar *const elements[] = {"x264enc", "gstreamer1.0-plugins-ugly", "h264parse", "gstreamer1.0-plugins-bad", "hlssink2",
        "gstreamer1.0-plugins-bad", "appsrc", "gstreamer1.0-plugins-base", NULL};
    HwHLS *self = (HwHLS *)output;
    if (!hw_output_has_elements(elements, problem)) return FALSE;
    if (g_mkdir_with_parents(output->place, 0777) != 0) {
        *problem = g_strdup_printf("%s cannot be created: %s.", output->place, g_strerror(errno));
        return FALSE;
    }
    GError *error = NULL;
    gchar *encoder = hw_output_encoder(output), *text = g_strdup_printf("%s ! hlssink2 name=sink target-duration=2 playlist-length=5 max-files=10", encoder);
    self->pipeline = gst_parse_launch(text, &error);
    g_free(text);
    g_free(encoder);
    if (error) {
        *problem = g_strdup(error->message);
        g_error_free(error);
        g_clear_pointer(&self->pipeline, gst_object_unref);
        return FALSE;
    }
    self->source = gst_bin_get_by_name(GST_BIN(self->pipeline), "source");
    GstElement *sink = gst_bin_get_by_name(GST_BIN(self->pipeline), "sink");
    gchar *segments = g_build_filename(output->place, "segment%05d.ts", NULL), *list = g_build_filename(output->place, "playlist.m3u8", NULL);
    g_object_set(sink, "location", segments, "playlist-location", list, NULL);
    g_free(segments);
    g_free(list);
    gst_object_unref(sink);
    GstBus *bus = gst_element_get_bus(self->pipeline);
    self->watch = gst_bus_add_watch(bus, hls_message, self);
    gst_object_unref(bus);
    gst_element_set_state(self->pipeline, GST_STATE_PLAYING);
    return TRUE;
}

static void hls_send(HwOutput *output, GstBuffer *picture) { hw_output_push(((HwHLS *)output)->source, picture); }

static void hls_stop(HwOutput *output) {
    HwHLS *self = (HwHLS *)output;
    g_source_remove(self->watch);
    /* The last segment and the end of the playlist. */
    if (!g_atomic_int_get(&output->is_failing)) {
        GstBus *bus = gst_element_get_bus(self->pipeline);
        gst_element_send_event(self->pipeline, gst_event_new_eos());
        GstMessage *end = gst_bus_timed_pop_filtered(bus, GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
        if (end) gst_message_unref(end);
        gst_object_unref(bus);
    }
    gst_element_set_state(self->pipeline, GST_STATE_NULL);
    g_clear_pointer(&self->source, gst_object_unref);
    g_clear_pointer(&self->pipeline, gst_object_unref);
}

HwOutput *hw_hls_new(const gchar *folder) {
    static const HwOutputClass class = {"hls", hls_start, hls_send, hls_stop, (void (*)(HwOutput *))g_free};
    HwHLS *self = g_new0(HwHLS, 1);
    self->parent.class = &class;
    self->parent.place = g_strdup(folder);
    g_mutex_init(&self->parent.lock);
    return &self->parent;
}
