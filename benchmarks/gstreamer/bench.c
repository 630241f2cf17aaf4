/* Frames through hotshoesrc beside a bare loop on the C interface, and the latency from the camera to an appsink. */
#include "testcamera.h"

#include <dlfcn.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/hotshoe/gsthotshoe.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 7, FRAMES = 10000, LATENCY_FRAMES = 300, WARM_UP = 30 };

static void must(int is_right, const char *what) {
    if (is_right) return;
    fprintf(stderr, "%s failed\n", what);
    exit(1);
}

static double seconds(void) { return (double)g_get_monotonic_time() / 1e6; }

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double percentile(double *values, int count, double part) {
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[MIN((int)(part * count), count - 1)];
}

static hotshoe_camera_simulator fast_body(void) {
    void *library = dlopen(g_getenv("HOTSHOE_PLUGINS"), RTLD_NOW | RTLD_LOCAL);
    const TestCameras *cameras = library ? dlsym(library, "test_cameras") : NULL;
    must(cameras != NULL, "loading the test cameras");
    return cameras->fast_body();
}

/** Receives frames from a stream; stores their ages in milliseconds if `ages` is not null. Returns frames per second. */
static double run_bare(int frames, double *ages) {
    hotshoe_camera camera = {0};
    hotshoe_live_view_stream stream = {0};
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_time_source clock = {0};
    hotshoe_camera_simulator_make_camera(fast_body(), &camera);
    hotshoe_camera_simulator_get_time(fast_body(), &clock);
    must(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_FOREVER, &warnings, NULL) == HOTSHOE_OK, "connecting");
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_camera_live_view(camera, NULL, &stream);
    double start = 0;
    for (int i = -WARM_UP; i < frames; i++) {
        hotshoe_live_view_frame frame;
        hotshoe_bytes bytes;
        int64_t now, timestamp;
        if (i == 0) start = seconds();
        must(hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(10), &frame, NULL) == HOTSHOE_OK, "live view");
        hotshoe_live_view_frame_get_bytes(frame, &bytes);
        hotshoe_live_view_frame_get_timestamp(frame, &timestamp);
        hotshoe_time_source_get_now(clock, &now);
        if (ages && i >= 0) ages[i] = (double)(now - timestamp) / 1e6;
        must(bytes.size > 0, "a frame");
        hotshoe_live_view_frame_release(frame);
    }
    double rate = frames / (seconds() - start);
    hotshoe_live_view_stream_release(stream);
    hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, NULL);
    hotshoe_camera_release(camera);
    hotshoe_time_source_release(clock);
    return rate;
}

struct count {
    int frames;
    double start, end;
};

static void on_handoff(GstElement *sink, GstBuffer *buffer, GstPad *pad, gpointer context) {
    struct count *count = context;
    (void)sink, (void)buffer, (void)pad;
    if (count->frames == WARM_UP) count->start = seconds();
    if (++count->frames == WARM_UP + FRAMES) count->end = seconds();
}

static double run_fakesink(void) {
    struct count count = {0};
    gchar *text = g_strdup_printf("hotshoesrc camera=FAST num-buffers=%d ! fakesink name=sink sync=false signal-handoffs=true", WARM_UP + FRAMES + 1);
    GstElement *pipeline = gst_parse_launch(text, NULL), *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    g_signal_connect(sink, "handoff", G_CALLBACK(on_handoff), &count);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    GstMessage *message = gst_bus_timed_pop_filtered(GST_ELEMENT_BUS(pipeline), 120 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
    must(message && GST_MESSAGE_TYPE(message) == GST_MESSAGE_EOS, "the pipeline");
    gst_message_unref(message);
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(sink);
    gst_object_unref(pipeline);
    g_free(text);
    return FRAMES / (count.end - count.start);
}

static void run_appsink(double *ages) {
    GstElement *pipeline = gst_parse_launch("hotshoesrc camera=FAST ! appsink name=sink sync=false", NULL);
    GstElement *sink = gst_bin_get_by_name(GST_BIN(pipeline), "sink");
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    for (int i = -WARM_UP; i < LATENCY_FRAMES; i++) {
        GstSample *sample = gst_app_sink_try_pull_sample(GST_APP_SINK(sink), 10 * GST_SECOND);
        must(sample != NULL, "a sample");
        GstClock *clock = gst_element_get_clock(pipeline);
        GstClockTime now = gst_clock_get_time(clock) - gst_element_get_base_time(pipeline);
        const GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(gst_sample_get_buffer(sample));
        if (i >= 0) ages[i] = (double)(now - meta->capture_time) / 1e6;
        gst_object_unref(clock);
        gst_sample_unref(sample);
    }
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(sink);
    gst_object_unref(pipeline);
}

/** Loads the test cameras, which belong to a plugin of HotShoe. */
static void load_cameras(void) {
    GstElement *pipeline = gst_parse_launch("hotshoesrc camera=FAST num-buffers=1 ! fakesink", NULL);
    gst_element_set_state(pipeline, GST_STATE_PLAYING);
    gst_message_unref(gst_bus_timed_pop_filtered(GST_ELEMENT_BUS(pipeline), 60 * GST_SECOND, GST_MESSAGE_EOS | GST_MESSAGE_ERROR));
    gst_element_set_state(pipeline, GST_STATE_NULL);
    gst_object_unref(pipeline);
}

static void measure_rate(void) {
    double bare[ROUNDS], ours[ROUNDS], ratios[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        bare[i] = run_bare(FRAMES, NULL);
        ours[i] = run_fakesink();
        ratios[i] = ours[i] / bare[i];
    }
    printf("%d frames of 100 KB, median of %d rounds\n", FRAMES, ROUNDS);
    printf("  loop on the C interface     %9.0f frames/s\n", percentile(bare, ROUNDS, 0.5));
    printf("  hotshoesrc ! fakesink       %9.0f frames/s\n", percentile(ours, ROUNDS, 0.5));
    printf("  ratio                       %9.2f\n", percentile(ratios, ROUNDS, 0.5));
}

static void measure_latency(void) {
    static double ages[LATENCY_FRAMES];
    printf("%d frames at 30 frames/s, from the camera\n", LATENCY_FRAMES);
    run_bare(LATENCY_FRAMES, ages);
    printf("  to a loop on the C interface   p50 %6.3f ms   p99 %6.3f ms\n", percentile(ages, LATENCY_FRAMES, 0.5), percentile(ages, LATENCY_FRAMES, 0.99));
    run_appsink(ages);
    printf("  to an appsink                  p50 %6.3f ms   p99 %6.3f ms\n", percentile(ages, LATENCY_FRAMES, 0.5), percentile(ages, LATENCY_FRAMES, 0.99));
}

/* The rate of the camera is set before it is made: one process for each part. */
int main(int count, char **words) {
    gst_init(&count, &words);
    load_cameras();
    if (g_getenv("TEST_FAST_RATE")) measure_latency();
    else measure_rate();
    return 0;
}
