/* Common functions of the tests. Waits have a generous limit, after which a test fails; none asserts how long something takes. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "../gsthotshoe.h"
#include "testcamera.h"

#include <dlfcn.h>
#include <gst/app/gstappsink.h>
#include <gst/check/gstcheck.h>

#define LIMIT (120 * GST_SECOND)

/** The cameras of the test's plugin, which an element or a device provider must have loaded. */
static inline const TestCameras *test_cameras(void) {
    void *library = dlopen(g_getenv("HOTSHOE_PLUGINS"), RTLD_NOW | RTLD_LOCAL);
    const TestCameras *cameras = library ? dlsym(library, "test_cameras") : NULL;
    fail_unless(cameras != NULL, "no test cameras: %s", dlerror());
    return cameras;
}

/** Makes a pipeline whose elements may be named `source` and `sink`. */
static inline GstElement *make_pipeline(const gchar *description) {
    GError *error = NULL;
    GstElement *pipeline = gst_parse_launch(description, &error);
    fail_unless(pipeline && !error, "%s: %s", description, error ? error->message : "");
    return pipeline;
}

static inline GstElement *element_of(GstElement *pipeline, const gchar *name) {
    GstElement *element = gst_bin_get_by_name(GST_BIN(pipeline), name);
    fail_unless(element != NULL);
    gst_object_unref(element); /* the pipeline owns it */
    return element;
}

static inline void play(GstElement *pipeline) { fail_if(gst_element_set_state(pipeline, GST_STATE_PLAYING) == GST_STATE_CHANGE_FAILURE); }

static inline void end(GstElement *pipeline) {
    fail_unless_equals_int(gst_element_set_state(pipeline, GST_STATE_NULL), GST_STATE_CHANGE_SUCCESS);
    gst_object_unref(pipeline);
}

/** Waits for the next sample of the element `sink`; owned by the caller. */
static inline GstSample *next_sample(GstElement *pipeline) {
    GstSample *sample = gst_app_sink_try_pull_sample(GST_APP_SINK(element_of(pipeline, "sink")), LIMIT);
    if (!sample) {
        GstMessage *message = gst_bus_pop_filtered(GST_ELEMENT_BUS(pipeline), GST_MESSAGE_ERROR);
        fail("no sample: %s", message ? gst_structure_to_string(gst_message_get_structure(message)) : "no error");
    }
    return sample;
}

static inline void skip_samples(GstElement *pipeline, guint count) {
    while (count-- > 0) gst_sample_unref(next_sample(pipeline));
}

/** Waits for a message; owned by the caller. An error fails the test, unless it is wanted. */
static inline GstMessage *wait_for(GstElement *pipeline, GstMessageType type) {
    GstMessage *message = gst_bus_timed_pop_filtered(GST_ELEMENT_BUS(pipeline), LIMIT, type | GST_MESSAGE_ERROR);
    fail_unless(message != NULL, "no message");
    if (!(GST_MESSAGE_TYPE(message) & type)) fail("%s", gst_structure_to_string(gst_message_get_structure(message)));
    return message;
}

/** Waits for the element message with a name; owned by the caller. */
static inline GstMessage *wait_for_element(GstElement *pipeline, const gchar *name) {
    for (;;) {
        GstMessage *message = wait_for(pipeline, GST_MESSAGE_ELEMENT);
        if (gst_message_has_name(message, name)) return message;
        gst_message_unref(message);
    }
}

/** Waits for an error or a warning, and checks its code. Its text must contain a word. */
static inline void expect_problem(GstElement *pipeline, GstMessageType type, gint code, const gchar *word) {
    GstMessage *message = wait_for(pipeline, type);
    GError *error = NULL;
    if (type == GST_MESSAGE_ERROR) gst_message_parse_error(message, &error, NULL);
    else gst_message_parse_warning(message, &error, NULL);
    fail_unless(error->domain == GST_RESOURCE_ERROR && error->code == code, "%d: %s", error->code, error->message);
    fail_unless(strstr(error->message, word) != NULL, "\"%s\" does not contain \"%s\"", error->message, word);
    g_error_free(error);
    gst_message_unref(message);
}

static inline guint64 stat_of(GstElement *pipeline, const gchar *name) {
    GstStructure *stats = NULL;
    guint64 value = G_MAXUINT64;
    g_object_get(element_of(pipeline, "source"), "stats", &stats, NULL);
    fail_unless(gst_structure_get_uint64(stats, name, &value));
    gst_structure_free(stats);
    return value;
}

static GMutex stage_lock;
static GCond stage_changed;

static inline void on_stage(GObject *object, GParamSpec *property, gpointer context) {
    (void)object, (void)property, (void)context;
    g_mutex_lock(&stage_lock);
    g_cond_broadcast(&stage_changed);
    g_mutex_unlock(&stage_lock);
}

static inline gboolean is_in_stage(GstElement *source, const gchar *wanted) {
    GstStructure *stats = NULL;
    g_object_get(source, "stats", &stats, NULL);
    gboolean is_equal = g_strcmp0(gst_structure_get_string(stats, "stage"), wanted) == 0;
    gst_structure_free(stats);
    return is_equal;
}

/** Waits until the element is in a stage, which it must not leave before this has seen it. */
static inline void wait_for_stage(GstElement *pipeline, const gchar *wanted) {
    GstElement *source = element_of(pipeline, "source");
    gint64 limit = g_get_monotonic_time() + (gint64)(LIMIT / 1000);
    gulong handler = g_signal_connect(source, "notify::stats", G_CALLBACK(on_stage), NULL);
    g_mutex_lock(&stage_lock);
    while (!is_in_stage(source, wanted))
        fail_unless(g_cond_wait_until(&stage_changed, &stage_lock, limit), "the element is never %s", wanted);
    g_mutex_unlock(&stage_lock);
    g_signal_handler_disconnect(source, handler);
}

/** Runs the tests of one case. */
static inline int run_tests(int count, char **words, const char *name, void (*add)(TCase *)) {
    gst_check_init(&count, &words);
    Suite *suite = suite_create(name);
    TCase *tests = tcase_create(name);
    tcase_set_timeout(tests, 300);
    suite_add_tcase(suite, tests);
    add(tests);
    return gst_check_run_suite(suite, name, __FILE__);
}

#endif
