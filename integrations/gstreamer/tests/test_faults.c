/* Lost, missing and hostile cameras, settings and pictures. */
#include "support.h"

#include <glib/gstdio.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#define STREAM "hotshoesrc name=source camera=TEST-1 ! appsink name=sink sync=false drop=true max-buffers=1"
#define WAITING "hotshoesrc name=source camera=TEST-1 on-disconnect=wait ! appsink name=sink sync=false drop=true max-buffers=1"

GST_START_TEST(a_lost_camera_is_an_error) {
    GstElement *pipeline = make_pipeline(STREAM);
    play(pipeline);
    skip_samples(pipeline, 2);
    hotshoe_camera_simulator_unplug(test_cameras()->body());
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_READ, "was lost");
    end(pipeline);
    hotshoe_camera_simulator_plug_in(test_cameras()->body());
}
GST_END_TEST

GST_START_TEST(a_lost_camera_is_waited_for) {
    GstElement *pipeline = make_pipeline(WAITING);
    gboolean is_discontinuous = FALSE;
    play(pipeline);
    skip_samples(pipeline, 2);
    hotshoe_camera_simulator_unplug(test_cameras()->body());
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_READ, "waits for it");
    hotshoe_camera_simulator_plug_in(test_cameras()->body());
    while (stat_of(pipeline, "reconnects") == 0 || !is_discontinuous) {
        GstSample *sample = next_sample(pipeline);
        is_discontinuous = is_discontinuous || GST_BUFFER_FLAG_IS_SET(gst_sample_get_buffer(sample), GST_BUFFER_FLAG_DISCONT);
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_wait_for_a_camera_can_be_ended) {
    GstElement *pipeline = make_pipeline(WAITING);
    play(pipeline);
    skip_samples(pipeline, 2);
    hotshoe_camera_simulator_unplug(test_cameras()->body());
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_READ, "waits for it");
    wait_for_stage(pipeline, "waiting");
    end(pipeline);
    hotshoe_camera_simulator_plug_in(test_cameras()->body());
}
GST_END_TEST

GST_START_TEST(a_pad_can_be_removed_while_it_waits) {
    GstElement *pipeline = make_pipeline(WAITING);
    play(pipeline);
    skip_samples(pipeline, 2);
    hotshoe_camera_simulator_unplug(test_cameras()->body());
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_READ, "waits for it");
    GstPad *pad = gst_element_get_static_pad(element_of(pipeline, "source"), "src");
    fail_unless(gst_pad_set_active(pad, FALSE));
    fail_unless(gst_element_remove_pad(element_of(pipeline, "source"), pad));
    gst_object_unref(pad);
    end(pipeline);
    hotshoe_camera_simulator_plug_in(test_cameras()->body());
}
GST_END_TEST

GST_START_TEST(a_camera_without_frames_is_an_error) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=TEST-1 timeout=4000000000 ! appsink name=sink sync=false");
    hotshoe_simulated_fault fault = {hotshoe_simulated_fault_kind_make_stalled_frames(HOTSHOE_SECONDS(3600)),
        hotshoe_simulated_fault_trigger_make_always(), 1};
    play(pipeline);
    skip_samples(pipeline, 1);
    hotshoe_camera_simulator_inject(test_cameras()->body(), &fault);
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_READ, "no frame for 4.0 s");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_missing_camera_is_an_error) {
    GstElement *pipeline = make_pipeline("hotshoesrc camera=none-such timeout=300000000 ! fakesink");
    play(pipeline);
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND, " ");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_search_can_be_ended) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=none-such timeout=0 ! fakesink");
    play(pipeline);
    wait_for_stage(pipeline, "finding");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_connection_can_be_ended) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=FAST timeout=0 ! fakesink");
    hotshoe_simulated_fault fault = {hotshoe_simulated_fault_kind_make_hang(),
        hotshoe_simulated_fault_trigger_make_during(HOTSHOE_CAMERA_OPERATION_CONNECT), 1};
    /* The first run loads the cameras. The fault may not occur before the end, and then remains: no other test here uses this camera. */
    play(pipeline);
    wait_for_stage(pipeline, "streaming");
    gst_element_set_state(pipeline, GST_STATE_NULL);
    hotshoe_camera_simulator_inject(test_cameras()->fast_body(), &fault);
    play(pipeline);
    wait_for_stage(pipeline, "connecting");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(an_invalid_address_is_an_error) {
    GstElement *pipeline = make_pipeline("hotshoesrc camera=usb:1 ! fakesink");
    play(pipeline);
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_NOT_FOUND, "usb:BUS-DEVICE");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_refused_connection_is_an_error) {
    /* A port of the loopback interface that no other program has, and at which nothing listens. */
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    int port = socket(AF_INET, SOCK_STREAM, 0);
    fail_unless(bind(port, (struct sockaddr *)&address, size) == 0 && getsockname(port, (struct sockaddr *)&address, &size) == 0);
    gchar *text = g_strdup_printf("hotshoesrc camera=ptpip:127.0.0.1:%d ! fakesink", ntohs(address.sin_port));
    g_setenv("HOTSHOE_GST_PROVIDERS", "network", TRUE);
    GstElement *pipeline = make_pipeline(text);
    play(pipeline);
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_OPEN_READ, "127.0.0.1");
    end(pipeline);
    g_setenv("HOTSHOE_GST_PROVIDERS", "plugin", TRUE);
    g_free(text);
    close(port);
}
GST_END_TEST

GST_START_TEST(frames_without_a_picture_are_dropped) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=HOSTILE ! appsink name=sink sync=false");
    guint small = 0, large = 0;
    GstClockTime last = GST_CLOCK_TIME_NONE;
    test_cameras()->set_frames("jeJrnhzmtfj");
    play(pipeline);
    while (small < 10 || large < 10) {
        GstSample *sample = next_sample(pipeline);
        GstBuffer *buffer = gst_sample_get_buffer(sample);
        gint width = 0;
        guint8 start[2];
        gst_structure_get_int(gst_caps_get_structure(gst_sample_get_caps(sample), 0), "width", &width);
        fail_unless(width == 64 || width == 32, "%d", width);
        *(width == 64 ? &large : &small) += 1;
        fail_unless(gst_buffer_extract(buffer, 0, start, 2) == 2 && start[0] == 0xFF && start[1] == 0xD8);
        fail_unless(last == GST_CLOCK_TIME_NONE || GST_BUFFER_PTS(buffer) > last);
        last = GST_BUFFER_PTS(buffer);
        fail_unless(gst_buffer_get_hotshoe_frame_meta(buffer)->focus_area_count == 0);
        gst_sample_unref(sample);
    }
    fail_unless(stat_of(pipeline, "invalid") >= 20);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_camera_without_pictures_is_an_error) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=HOSTILE timeout=2000000000 ! fakesink sync=false");
    /* The camera sends what the test has chosen when the plugin is loaded. */
    play(pipeline);
    wait_for_stage(pipeline, "streaming");
    test_cameras()->set_frames("en");
    expect_problem(pipeline, GST_MESSAGE_ERROR, GST_RESOURCE_ERROR_READ, "no picture");
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(truncated_and_empty_frames_do_not_end_decoding) {
    GstElement *pipeline = make_pipeline("hotshoesrc name=source camera=TEST-1 ! jpegdec ! appsink name=sink sync=false");
    play(pipeline);
    skip_samples(pipeline, 2);
    const hotshoe_simulated_fault faults[] = {
        {hotshoe_simulated_fault_kind_make_truncated_frames(), hotshoe_simulated_fault_trigger_make_always(), 5},
        {hotshoe_simulated_fault_kind_make_empty_frames(), hotshoe_simulated_fault_trigger_make_always(), 5},
        {hotshoe_simulated_fault_kind_make_rgb_frames(), hotshoe_simulated_fault_trigger_make_always(), 5},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) hotshoe_camera_simulator_inject(test_cameras()->body(), &faults[i]);
    skip_samples(pipeline, 20);
    fail_unless(stat_of(pipeline, "invalid") > 0);
    end(pipeline);
}
GST_END_TEST

/** Waits for the result of a setting, and checks whether it was applied. */
static void expect_setting(GstElement *pipeline, const gchar *name, gboolean wanted) {
    GstMessage *message = wait_for_element(pipeline, "hotshoe-setting");
    const GstStructure *result = gst_message_get_structure(message);
    gboolean is_applied = !wanted;
    fail_unless_equals_string(gst_structure_get_string(result, "name"), name);
    gst_structure_get_boolean(result, "applied", &is_applied);
    fail_unless(is_applied == wanted, "%s", gst_structure_get_string(result, "reason"));
    fail_unless(wanted || strlen(gst_structure_get_string(result, "reason")) > 10);
    gst_message_unref(message);
}

static void set(GstElement *pipeline, const gchar *text) {
    GstStructure *settings = gst_structure_from_string(text, NULL);
    g_object_set(element_of(pipeline, "source"), "settings", settings, NULL);
    gst_structure_free(settings);
}

GST_START_TEST(settings_are_set_at_the_start_and_while_playing) {
    GstElement *pipeline = make_pipeline(STREAM);
    guint iso_speed = 0;
    set(pipeline, "settings, exposure-mode=(string)manual, iso=(int)800, aperture=(string)f/4, shutter-speed=(fraction)1/125");
    play(pipeline);
    expect_setting(pipeline, "exposure-mode", TRUE);
    expect_setting(pipeline, "iso", TRUE);
    expect_setting(pipeline, "aperture", TRUE);
    expect_setting(pipeline, "shutter-speed", TRUE);
    set(pipeline, "settings, iso=(int)1600");
    expect_setting(pipeline, "iso", TRUE);
    while (iso_speed != 1600) {
        GstSample *sample = next_sample(pipeline);
        iso_speed = gst_buffer_get_hotshoe_frame_meta(gst_sample_get_buffer(sample))->iso_speed;
        gst_sample_unref(sample);
    }
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_refused_setting_is_a_warning) {
    GstElement *pipeline = make_pipeline(STREAM);
    set(pipeline, "settings, no-such-thing=(int)1");
    play(pipeline);
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_SETTINGS, "no-such-thing");
    expect_setting(pipeline, "no-such-thing", FALSE);
    set(pipeline, "settings, iso=(string)many");
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_SETTINGS, "iso");
    expect_setting(pipeline, "iso", FALSE);
    skip_samples(pipeline, 2);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_picture_is_taken_while_streaming) {
    GstElement *pipeline = make_pipeline(STREAM);
    gchar *folder = g_dir_make_tmp("hotshoe-XXXXXX", NULL), *contents = NULL;
    gboolean is_queued = TRUE, is_taken = FALSE;
    gsize size = 0;
    g_signal_emit_by_name(element_of(pipeline, "source"), "shoot", NULL, &is_queued);
    fail_if(is_queued);
    play(pipeline);
    skip_samples(pipeline, 2);
    g_signal_emit_by_name(element_of(pipeline, "source"), "shoot", folder, &is_queued);
    fail_unless(is_queued);
    GstMessage *message = wait_for_element(pipeline, "hotshoe-shot");
    const GstStructure *result = gst_message_get_structure(message);
    gst_structure_get_boolean(result, "success", &is_taken);
    fail_unless(is_taken, "%s", gst_structure_get_string(result, "reason"));
    fail_unless(gst_structure_get_string(result, "name") != NULL);
    fail_unless(g_file_get_contents(gst_structure_get_string(result, "location"), &contents, &size, NULL));
    fail_unless(size > 100 && (guchar)contents[0] == 0xFF && (guchar)contents[1] == 0xD8);
    g_unlink(gst_structure_get_string(result, "location"));
    g_rmdir(folder);
    skip_samples(pipeline, 2);
    gst_message_unref(message);
    g_free(contents);
    g_free(folder);
    end(pipeline);
}
GST_END_TEST

GST_START_TEST(a_picture_that_fails_is_a_warning) {
    GstElement *pipeline = make_pipeline(STREAM);
    gboolean is_queued = FALSE, is_taken = TRUE;
    play(pipeline);
    skip_samples(pipeline, 2);
    hotshoe_camera_simulator_remove_cards(test_cameras()->body());
    g_signal_emit_by_name(element_of(pipeline, "source"), "shoot", NULL, &is_queued);
    fail_unless(is_queued);
    expect_problem(pipeline, GST_MESSAGE_WARNING, GST_RESOURCE_ERROR_FAILED, "card");
    GstMessage *message = wait_for_element(pipeline, "hotshoe-shot");
    gst_structure_get_boolean(gst_message_get_structure(message), "success", &is_taken);
    fail_if(is_taken);
    gst_message_unref(message);
    hotshoe_camera_simulator_insert_cards(test_cameras()->body());
    end(pipeline);
}
GST_END_TEST

static void add_tests(TCase *tests) {
    tcase_add_test(tests, a_lost_camera_is_an_error);
    tcase_add_test(tests, a_lost_camera_is_waited_for);
    tcase_add_test(tests, a_wait_for_a_camera_can_be_ended);
    tcase_add_test(tests, a_pad_can_be_removed_while_it_waits);
    tcase_add_test(tests, a_camera_without_frames_is_an_error);
    tcase_add_test(tests, a_missing_camera_is_an_error);
    tcase_add_test(tests, a_search_can_be_ended);
    tcase_add_test(tests, a_connection_can_be_ended);
    tcase_add_test(tests, an_invalid_address_is_an_error);
    tcase_add_test(tests, a_refused_connection_is_an_error);
    tcase_add_test(tests, frames_without_a_picture_are_dropped);
    tcase_add_test(tests, a_camera_without_pictures_is_an_error);
    tcase_add_test(tests, truncated_and_empty_frames_do_not_end_decoding);
    tcase_add_test(tests, settings_are_set_at_the_start_and_while_playing);
    tcase_add_test(tests, a_refused_setting_is_a_warning);
    tcase_add_test(tests, a_picture_is_taken_while_streaming);
    tcase_add_test(tests, a_picture_that_fails_is_a_warning);
}

int main(int count, char **words) { return run_tests(count, words, "faults", add_tests); }
