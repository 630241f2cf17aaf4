/* The metadata after other elements, and what hotshoeoverlay draws from it. */
#include "support.h"

#include <gst/check/gstharness.h>
#include <gst/video/video.h>

GST_START_TEST(decoders_and_converters_keep_the_metadata) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=TEST-1 ! jpegdec ! videoconvert ! video/x-raw,format=BGRx ! "
                                         "videoscale ! video/x-raw,width=120,height=80 ! appsink name=sink sync=false");
    guint64 last = 0;
    play(pipeline);
    for (gint i = 0; i < 3; i++) {
        GstSample *sample = next_sample(pipeline);
        const GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(gst_sample_get_buffer(sample));
        fail_unless(meta != NULL);
        fail_unless_equals_int(meta->focus_area_count, 15);
        fail_unless((i == 0 || meta->number > last) && GST_CLOCK_TIME_IS_VALID(meta->capture_time));
        last = meta->number;
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

enum { WIDTH = 160, HEIGHT = 120 };

/** Makes a grey picture. */
static GstBuffer *make_picture(const GstVideoInfo *info) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, info->size, NULL);
    gst_buffer_memset(buffer, 0, 128, info->size);
    GST_BUFFER_PTS(buffer) = 0;
    return buffer;
}

/** Describes a picture with one area that has focus, in its upper left quarter. */
static GstHotShoeFrameMeta *describe(GstBuffer *buffer) {
    GstHotShoeFrameMeta *meta = (GstHotShoeFrameMeta *)gst_buffer_add_meta(buffer, gst_meta_get_info("GstHotShoeFrameMeta"), NULL);
    meta->focus_areas = g_new0(GstHotShoeFocusArea, 1);
    meta->focus_areas[0] = (GstHotShoeFocusArea){0.1, 0.1, 0.25, 0.25, TRUE, TRUE};
    meta->focus_area_count = 1;
    return meta;
}

/** The first component, Y or red, of a pixel. */
static guint8 first_component(GstBuffer *buffer, const GstVideoInfo *info, gint x, gint y, gint component) {
    GstVideoFrame frame;
    fail_unless(gst_video_frame_map(&frame, info, buffer, GST_MAP_READ));
    const guint8 *data = GST_VIDEO_FRAME_COMP_DATA(&frame, component);
    guint8 value = data[(y >> GST_VIDEO_FORMAT_INFO_H_SUB(info->finfo, component)) * GST_VIDEO_FRAME_COMP_STRIDE(&frame, component)
        + (x >> GST_VIDEO_FORMAT_INFO_W_SUB(info->finfo, component)) * GST_VIDEO_FRAME_COMP_PSTRIDE(&frame, component)];
    gst_video_frame_unmap(&frame);
    return value;
}

static GstHarness *make_harness(GstVideoFormat format, GstVideoInfo *info) {
    GstHarness *harness = gst_harness_new("hotshoeoverlay");
    gst_video_info_set_format(info, format, WIDTH, HEIGHT);
    gst_harness_set_src_caps(harness, gst_video_info_to_caps(info));
    return harness;
}

static const GstVideoFormat formats[] = {GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_YV12, GST_VIDEO_FORMAT_Y42B, GST_VIDEO_FORMAT_Y444,
    GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_NV21, GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_BGR, GST_VIDEO_FORMAT_RGBx, GST_VIDEO_FORMAT_BGRx,
    GST_VIDEO_FORMAT_xRGB, GST_VIDEO_FORMAT_xBGR, GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_BGRA, GST_VIDEO_FORMAT_ARGB, GST_VIDEO_FORMAT_ABGR,
    GST_VIDEO_FORMAT_GRAY8};

GST_START_TEST(an_area_is_drawn_in_its_colour_in_every_format) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(formats[__i__], &info);
    GstBuffer *buffer = make_picture(&info);
    describe(buffer);
    buffer = gst_harness_push_and_pull(harness, buffer);
    fail_unless(buffer != NULL);
    /* The corner at 16, 12 is green; the middle of the area and the other quarters are grey. */
    if (GST_VIDEO_INFO_IS_RGB(&info)) {
        fail_unless(first_component(buffer, &info, 17, 12, 1) > 200);
        fail_unless(first_component(buffer, &info, 17, 12, 0) < 110);
    } else {
        fail_unless(first_component(buffer, &info, 17, 12, 0) > 140);
        if (!GST_VIDEO_INFO_IS_GRAY(&info)) fail_unless(first_component(buffer, &info, 18, 12, 2) < 110);
    }
    fail_unless_equals_int(first_component(buffer, &info, 36, 27, 0), 128);
    fail_unless_equals_int(first_component(buffer, &info, 120, 100, 0), 128);
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
}
GST_END_TEST

/** Draws a picture with a description and properties, and returns whether the pixel in its middle was changed. */
static gboolean is_middle_changed(gdouble roll, const gchar *property) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(GST_VIDEO_FORMAT_I420, &info);
    GstBuffer *buffer = make_picture(&info);
    describe(buffer)->roll_degrees = roll;
    if (property) gst_harness_set(harness, "hotshoeoverlay", property, FALSE, NULL);
    buffer = gst_harness_push_and_pull(harness, buffer);
    gboolean is_changed = first_component(buffer, &info, WIDTH / 2, HEIGHT / 2, 0) != 128;
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
    return is_changed;
}

GST_START_TEST(the_level_is_drawn_if_it_is_known) {
    fail_unless(is_middle_changed(0, NULL));
    fail_unless(is_middle_changed(350, NULL));
    fail_if(is_middle_changed(NAN, NULL));
    fail_if(is_middle_changed(0, "draw-level"));
    fail_unless(is_middle_changed(0, "draw-focus"));
}
GST_END_TEST

GST_START_TEST(nothing_is_drawn_for_an_unknown_level) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(GST_VIDEO_FORMAT_I420, &info);
    GstBuffer *buffer = make_picture(&info);
    GstMapInfo map;
    describe(buffer)->focus_area_count = 0;
    buffer = gst_harness_push_and_pull(harness, buffer);
    fail_unless(gst_buffer_map(buffer, &map, GST_MAP_READ));
    for (gsize i = 0; i < map.size; i++) fail_unless(map.data[i] == 128);
    gst_buffer_unmap(buffer, &map);
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
}
GST_END_TEST

GST_START_TEST(the_level_line_leans_with_the_horizon) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(GST_VIDEO_FORMAT_I420, &info);
    GstBuffer *buffer = make_picture(&info);
    /* A camera that is turned to the right shows a horizon that is higher at the right. */
    describe(buffer)->roll_degrees = 30;
    buffer = gst_harness_push_and_pull(harness, buffer);
    fail_unless(first_component(buffer, &info, 80 + 17, 60 - 10, 0) > 140);
    fail_unless_equals_int(first_component(buffer, &info, 80 + 17, 60 + 10, 0), 128);
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
}
GST_END_TEST

GST_START_TEST(a_buffer_without_metadata_is_unchanged) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(GST_VIDEO_FORMAT_I420, &info);
    GstBuffer *buffer = gst_harness_push_and_pull(harness, make_picture(&info));
    GstMapInfo map;
    fail_unless(gst_buffer_map(buffer, &map, GST_MAP_READ));
    for (gsize i = 0; i < map.size; i++) fail_unless(map.data[i] == 128);
    gst_buffer_unmap(buffer, &map);
    gst_buffer_unref(buffer);
    gst_harness_teardown(harness);
}
GST_END_TEST

GST_START_TEST(areas_outside_of_the_picture_are_harmless) {
    GstVideoInfo info;
    GstHarness *harness = make_harness(formats[__i__], &info);
    static const gdouble values[] = {-1e300, -1, -0.01, 0, 0.5, 1, 1.01, 2, 1e6, 1e300};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        GstBuffer *buffer = make_picture(&info);
        GstHotShoeFrameMeta *meta = describe(buffer);
        meta->focus_areas[0].x = values[i];
        meta->focus_areas[0].height = values[G_N_ELEMENTS(values) - 1 - i];
        meta->roll_degrees = values[i], meta->pitch_degrees = -values[i];
        meta->f_number = meta->exposure_seconds = values[i];
        meta->iso_speed = G_MAXUINT, meta->compensation_stops = values[i];
        buffer = gst_harness_push_and_pull(harness, buffer);
        fail_unless(buffer != NULL);
        gst_buffer_unref(buffer);
    }
    gst_harness_teardown(harness);
}
GST_END_TEST

/* The plugin registers the metadata's type. */
static void load_plugin(void) {
    GstPlugin *plugin = gst_plugin_load_by_name("hotshoe");
    fail_unless(plugin != NULL);
    gst_object_unref(plugin);
}

static void add_tests(TCase *tests) {
    tcase_add_checked_fixture(tests, load_plugin, NULL);
    tcase_add_test(tests, decoders_and_converters_keep_the_metadata);
    tcase_add_loop_test(tests, an_area_is_drawn_in_its_colour_in_every_format, 0, G_N_ELEMENTS(formats));
    tcase_add_test(tests, the_level_is_drawn_if_it_is_known);
    tcase_add_test(tests, nothing_is_drawn_for_an_unknown_level);
    tcase_add_test(tests, the_level_line_leans_with_the_horizon);
    tcase_add_test(tests, a_buffer_without_metadata_is_unchanged);
    tcase_add_loop_test(tests, areas_outside_of_the_picture_are_harmless, 0, G_N_ELEMENTS(formats));
}

int main(int count, char **words) { return run_tests(count, words, "overlay", add_tests); }
