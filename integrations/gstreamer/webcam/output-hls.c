/* A playlist and segments of HLS in a folder. */
#include "output.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

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

/** Whether files can be written into the folder, which is made if it does not exist. */
static gboolean prepare_folder(const gchar *folder, gchar **problem) {
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        *problem = g_strdup_printf("%s cannot be created: %s.", folder, g_strerror(errno));
        return FALSE;
    }
    errno = 0;
    gchar *trial = g_build_filename(folder, ".hotshoe-XXXXXX", NULL);
    gint descriptor = g_mkstemp(trial);
    /* On a full disk, files can be made and nothing be written. */
    static const gchar text[65536];
    gboolean is_written = descriptor >= 0 && write(descriptor, text, sizeof text) == (gssize)sizeof text;
    if (!is_written) *problem = g_strdup_printf("Nothing can be written into %s: %s.", folder, g_strerror(errno ? errno : ENOSPC));
    if (descriptor >= 0) {
        close(descriptor);
        g_unlink(trial);
    }
    g_free(trial);
    return is_written;
}

gchar *hw_hls_segments(const gchar *folder) {
    gchar **parts = g_strsplit(folder, "%", -1), *escaped = g_strjoinv("%%", parts);
    gchar *result = g_build_filename(escaped, "segment%05d.ts", NULL);
    g_free(escaped);
    g_strfreev(parts);
    return result;
}

static gboolean hls_start(HwOutput *output, gchar **problem) {
    static const gchar *const elements[] = {"x264enc", "gstreamer1.0-plugins-ugly", "h264parse", "gstreamer1.0-plugins-bad", "hlssink2",
        "gstreamer1.0-plugins-bad", "appsrc", "gstreamer1.0-plugins-base", NULL};
    HwHLS *self = (HwHLS *)output;
    if (!hw_output_has_elements(elements, problem)) return FALSE;
    if (!prepare_folder(output->place, problem)) return FALSE;
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
    gchar *segments = hw_hls_segments(output->place), *list = g_build_filename(output->place, "playlist.m3u8", NULL);
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

/** A bin whose sink fails leaves its other elements in their states. */
static void stop_element(const GValue *value, gpointer data) {
    GstElement *element = g_value_get_object(value);
    (void)data;
    gst_element_set_locked_state(element, TRUE);
    gst_element_set_state(element, GST_STATE_NULL);
}

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
    if (gst_element_set_state(self->pipeline, GST_STATE_NULL) != GST_STATE_CHANGE_SUCCESS ||
        gst_element_get_state(self->pipeline, NULL, NULL, GST_SECOND) != GST_STATE_CHANGE_SUCCESS) {
        GstIterator *elements = gst_bin_iterate_elements(GST_BIN(self->pipeline));
        gst_iterator_foreach(elements, stop_element, NULL);
        gst_iterator_free(elements);
    }
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
