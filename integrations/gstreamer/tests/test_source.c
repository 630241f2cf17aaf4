/* Frames, times, caps and states of hotshoesrc. */
#include "support.h"

#include <math.h>

#define STREAM "hotshoesrc name=source camera=TEST-1 ! appsink name=sink sync=false"

static void check_area(const GstHotShoeFocusArea *area) {
    fail_unless(area->x >= 0 && area->y >= 0 && area->width > 0 && area->height > 0);
    fail_unless(area->x + area->width <= 1 && area->y + area->height <= 1);
}

GST_START_TEST(a_frame_is_a_read_only_jpeg_with_its_caps) {
    GstElement *pipeline = make_pipeline(STREAM);
    GstCaps *wanted = gst_caps_from_string("image/jpeg, width=240, height=160, framerate=30/1");
    GstMapInfo map;
    play(pipeline);
    GstSample *sample = next_sample(pipeline);
    fail_unless(gst_caps_is_equal(gst_sample_get_caps(sample), wanted), "%s", gst_caps_to_string(gst_sample_get_caps(sample)));
    fail_unless_equals_int(gst_buffer_n_memory(gst_sample_get_buffer(sample)), 1);
    fail_unless(GST_MEMORY_IS_READONLY(gst_buffer_peek_memory(gst_sample_get_buffer(sample), 0)));
    fail_unless(gst_buffer_map(gst_sample_get_buffer(sample), &map, GST_MAP_READ));
    fail_unless(map.size > 100 && map.data[0] == 0xFF && map.data[1] == 0xD8);
    gst_buffer_unmap(gst_sample_get_buffer(sample), &map);
    gst_sample_unref(sample);
    gst_caps_unref(wanted);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(times_increase_and_are_in_the_past) {
    GstElement *pipeline = make_pipeline(STREAM);
    GstClockTime last = 0;
    play(pipeline);
    for (guint64 i = 0; i < 10; i++) {
        GstSample *sample = next_sample(pipeline);
        GstBuffer *buffer = gst_sample_get_buffer(sample);
        GstClock *clock = gst_element_get_clock(pipeline);
        GstClockTime now = gst_clock_get_time(clock) - gst_element_get_base_time(pipeline);
        fail_unless(GST_BUFFER_PTS_IS_VALID(buffer) && GST_BUFFER_PTS(buffer) <= now);
        fail_unless(i == 0 || GST_BUFFER_PTS(buffer) > last);
        fail_unless_equals_uint64(GST_BUFFER_OFFSET(buffer), i);
        fail_unless_equals_uint64(GST_BUFFER_DURATION(buffer), GST_SECOND / 30);
        fail_unless(!!GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DISCONT) == (i == 0));
        last = GST_BUFFER_PTS(buffer);
        gst_object_unref(clock);
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_buffer_describes_its_frame) {
    GstElement *pipeline = make_pipeline(STREAM);
    guint64 last = 0;
    play(pipeline);
    for (gint i = 0; i < 3; i++) {
        GstSample *sample = next_sample(pipeline);
        const GstHotShoeFrameMeta *meta = gst_buffer_get_hotshoe_frame_meta(gst_sample_get_buffer(sample));
        fail_unless(meta != NULL);
        fail_unless(i == 0 || meta->number > last);
        fail_unless_equals_uint64(meta->capture_time, GST_BUFFER_PTS(gst_sample_get_buffer(sample)));
        fail_unless(isfinite(meta->roll_degrees) && isfinite(meta->pitch_degrees));
        fail_unless(meta->f_number > 0 && meta->exposure_seconds > 0 && meta->iso_speed > 0 && isfinite(meta->compensation_stops));
        fail_unless_equals_int(meta->focus_area_count, 15);
        for (guint area = 0; area < meta->focus_area_count; area++) check_area(&meta->focus_areas[area]);
        last = meta->number;
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_tilted_camera_is_described) {
    GstElement *pipeline = make_pipeline(STREAM);
    gboolean is_seen = FALSE;
    play(pipeline);
    skip_samples(pipeline, 1);
    hotshoe_camera_simulator_tilt(test_cameras()->body(), 12);
    while (!is_seen) {
        GstSample *sample = next_sample(pipeline);
        is_seen = fabs(gst_buffer_get_hotshoe_frame_meta(gst_sample_get_buffer(sample))->roll_degrees - 12) < 0.01;
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(paused_delivers_nothing_and_plays_on) {
    GstElement *pipeline = make_pipeline(STREAM);
    fail_unless_equals_int(gst_element_set_state(pipeline, GST_STATE_PAUSED), GST_STATE_CHANGE_NO_PREROLL);
    for (gint i = 0; i < 3; i++) {
        play(pipeline);
        skip_samples(pipeline, 3);
        fail_unless_equals_int(gst_element_set_state(pipeline, GST_STATE_PAUSED), GST_STATE_CHANGE_NO_PREROLL);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(the_source_is_live_and_states_its_latency) {
    GstElement *pipeline = make_pipeline(STREAM);
    GstQuery *query = gst_query_new_latency();
    gboolean is_live;
    GstClockTime least, most;
    play(pipeline);
    skip_samples(pipeline, 3);
    fail_unless(gst_element_query(element_of(pipeline, "source"), query));
    gst_query_parse_latency(query, &is_live, &least, &most);
    fail_unless(is_live);
    fail_unless(least >= GST_SECOND / 30 && least <= GST_SECOND / 2, "%" GST_TIME_FORMAT, GST_TIME_ARGS(least));
    fail_unless_equals_uint64(most, least + GST_SECOND / 30);
    gst_query_unref(query);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_seek_is_refused) {
    GstElement *pipeline = make_pipeline(STREAM);
    play(pipeline);
    skip_samples(pipeline, 1);
    fail_if(gst_element_seek_simple(pipeline, GST_FORMAT_TIME, GST_SEEK_FLAG_FLUSH, GST_SECOND));
    skip_samples(pipeline, 2);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(the_stream_continues_after_a_flush) {
    GstElement *pipeline = make_pipeline(STREAM);
    play(pipeline);
    skip_samples(pipeline, 2);
    fail_unless(gst_element_send_event(element_of(pipeline, "source"), gst_event_new_flush_start()));
    fail_unless(gst_element_send_event(element_of(pipeline, "source"), gst_event_new_flush_stop(TRUE)));
    skip_samples(pipeline, 2);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(num_buffers_ends_the_stream) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=TEST-1 num-buffers=5 ! fakesink sync=false");
    play(pipeline);
    gst_message_unref(wait_for(pipeline, GST_MESSAGE_EOS));
    fail_unless_equals_uint64(stat_of(pipeline, "frames"), 5);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(an_eos_event_ends_the_stream) {
    GstElement *pipeline = make_pipeline(STREAM);
    play(pipeline);
    skip_samples(pipeline, 1);
    fail_unless(gst_element_send_event(pipeline, gst_event_new_eos()));
    gst_message_unref(wait_for(pipeline, GST_MESSAGE_EOS));
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(max_rate_is_the_rate_of_the_caps) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=TEST-1 max-rate=12.5 ! appsink name=sink sync=false");
    gint n = 0, d = 0;
    play(pipeline);
    GstSample *sample = next_sample(pipeline);
    fail_unless(gst_structure_get_fraction(gst_caps_get_structure(gst_sample_get_caps(sample), 0), "framerate", &n, &d));
    fail_unless(n == 25 && d == 2, "%d/%d", n, d);
    gst_sample_unref(sample);
    skip_samples(pipeline, 3);
    fail_unless(stat_of(pipeline, "missed") > 0);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(frames_that_are_kept_do_not_stop_the_camera) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=FAST ! appsink name=sink sync=false");
    GstSample *kept[80];
    play(pipeline);
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++) kept[i] = next_sample(pipeline);
    fail_unless(stat_of(pipeline, "copied") > 0);
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++) {
        GstMapInfo map;
        fail_unless(gst_buffer_map(gst_sample_get_buffer(kept[i]), &map, GST_MAP_READ));
        fail_unless(map.size == 100 * 1024 && map.data[0] == 0xFF && map.data[map.size - 1] == 0xD9);
        gst_buffer_unmap(gst_sample_get_buffer(kept[i]), &map);
    }
    end(pipeline);
    /* Frames outlive the element. */
    for (gsize i = 0; i < G_N_ELEMENTS(kept); i++) gst_sample_unref(kept[i]);
}
GST_END_TEST

GST_START_TEST(two_elements_share_a_camera) {
    GstElement *first = make_pipeline(STREAM), *second = make_pipeline(STREAM);
    play(first);
    play(second);
    skip_samples(first, 3);
    skip_samples(second, 3);
    end(first);
    skip_samples(second, 3);
    end(second);
}
GST_END_TEST

GST_START_TEST(a_hundred_runs_leave_nothing) {
    guint64 before = 0;
    for (gint i = 0; i < 100; i++) {
        GstElement *pipeline = make_pipeline(STREAM);
        play(pipeline);
        if (i % 2) skip_samples(pipeline, 1); /* others are stopped while they search or connect */
        end(pipeline);
        if (i == 1) before = hotshoe_debug_live_handles();
    }
    fail_unless_equals_int(hotshoe_debug_wait_for_live_handles(before, HOTSHOE_SECONDS(60)), HOTSHOE_OK);
    int64_t simulators = 0;
    hotshoe_camera_simulator_live_simulators(&simulators);
    fail_unless_equals_int((int)simulators, 2);
}
GST_END_TEST

GST_START_TEST(the_simulated_camera_needs_no_search) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source simulated=true ! appsink name=sink sync=false");
    play(pipeline);
    skip_samples(pipeline, 2);
    end(pipeline);
}
GST_END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_frame_is_a_read_only_jpeg_with_its_caps);
    tcase_add_test(tests, times_increase_and_are_in_the_past);
    tcase_add_test(tests, a_buffer_describes_its_frame);
    tcase_add_test(tests, a_tilted_camera_is_described);
    tcase_add_test(tests, paused_delivers_nothing_and_plays_on);
    tcase_add_test(tests, the_source_is_live_and_states_its_latency);
    tcase_add_test(tests, a_seek_is_refused);
    tcase_add_test(tests, the_stream_continues_after_a_flush);
    tcase_add_test(tests, num_buffers_ends_the_stream);
    tcase_add_test(tests, an_eos_event_ends_the_stream);
    tcase_add_test(tests, max_rate_is_the_rate_of_the_caps);
    tcase_add_test(tests, frames_that_are_kept_do_not_stop_the_camera);
    tcase_add_test(tests, two_elements_share_a_camera);
    tcase_add_test(tests, a_hundred_runs_leave_nothing);
    tcase_add_test(tests, the_simulated_camera_needs_no_search);
}

int main(int count, char **words) { return run_tests(count, words, "source", add_tests); }
