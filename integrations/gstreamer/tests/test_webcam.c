/* The parts of hotshoe-webcam: its schedule, its input and its pictures. */
#include "../webcam/output.h"
#include "../webcam/pacer.h"
#include "../webcam/picture.h"
#include "../webcam/record.h"
#include "../webcam/status.h"

#include <gst/check/gstcheck.h>
#include <string.h>
#include <turbojpeg.h>

#define MS G_GINT64_CONSTANT(1000000)
#define SECOND (1000 * MS)

/* ---- The schedule ------------------------------------------------------------------------------------------------ */

/* A schedule in virtual time, with a camera. */
typedef struct {
    HwPacer pacer;
    gint64 now, last_sent, largest_gap, smallest_gap, longest_wait;
    gint64 arrived;
    guint64 frames, sent, repeated, still;
    guint stills; /* number of changes to a still picture */
    gboolean is_still;
} World;

static void world_init(World *self, gdouble rate) {
    *self = (World){.smallest_gap = G_MAXINT64};
    hw_pacer_init(&self->pacer, rate);
}

/** Carries out what is due until `time`. */
static void world_run(World *self, gint64 time) {
    for (gint64 deadline; (deadline = MAX(self->now, hw_pacer_deadline(&self->pacer))) <= time;) {
        self->now = deadline;
        HwPacerAction action = hw_pacer_next(&self->pacer, self->now);
        if (action == HW_PACER_WAIT) fail("a deadline without an action");
        if (self->sent++ > 0) {
            self->largest_gap = MAX(self->largest_gap, self->now - self->last_sent);
            self->smallest_gap = MIN(self->smallest_gap, self->now - self->last_sent);
        }
        self->last_sent = self->now;
        if (action == HW_PACER_FRAME) self->longest_wait = MAX(self->longest_wait, self->now - self->arrived);
        self->repeated += action == HW_PACER_REPEAT;
        self->still += action == HW_PACER_STILL;
        self->stills += action == HW_PACER_STILL && !self->is_still;
        if (action != HW_PACER_REPEAT) self->is_still = action == HW_PACER_STILL;
    }
    self->now = time;
}

static void world_frame(World *self, gint64 time) {
    world_run(self, time);
    hw_pacer_arrive(&self->pacer, time);
    self->arrived = time;
    self->frames++;
    world_run(self, time);
}

GST_START_TEST(test_nothing_before_the_first_frame) {
    World world;
    world_init(&world, 30);
    world_run(&world, 3600 * SECOND);
    ck_assert_uint_eq(world.sent, 0);
    world_frame(&world, 3600 * SECOND);
    ck_assert_uint_eq(world.sent, 1);
}
GST_END_TEST

GST_START_TEST(test_the_rate_is_steady_for_every_rate_of_the_camera) {
    static const gdouble rates[] = {1, 5, 14.9, 24, 25, 29.97, 30, 30.03, 48, 50, 59.94, 60, 120};
    for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
        World world;
        world_init(&world, 30);
        for (gint64 n = 0; n < 600 * rates[i]; n++) world_frame(&world, (gint64)((gdouble)n * 1e9 / rates[i]));
        world_run(&world, 600 * SECOND);
        /* Exact for a slower camera, and followed by one part in a hundred for a faster one. */
        guint64 most = rates[i] <= 30 ? 18001 : 18185;
        fail_unless(world.sent >= 17999 && world.sent <= most, "%g: %lu pictures", rates[i], (gulong)world.sent);
        fail_unless(world.largest_gap <= 2 * SECOND / 30, "%g: a gap of %ld ms", rates[i], (glong)(world.largest_gap / MS));
        fail_unless(world.longest_wait <= SECOND / 30 + 1, "%g: a frame waited %ld ms", rates[i], (glong)(world.longest_wait / MS));
    }
}
GST_END_TEST

GST_START_TEST(test_a_frame_of_a_camera_with_the_same_rate_does_not_wait) {
    World world;
    world_init(&world, 30);
    for (gint64 n = 0; n < 1800; n++) world_frame(&world, n * SECOND / 30 + (n % 7) * MS);
    ck_assert_int_eq(world.longest_wait, 0);
    ck_assert_uint_eq(world.repeated, 0);
}
GST_END_TEST

/* Frames wait in the input while the outputs start: the first ones arrive all at once, and the schedule runs ahead of the camera. */
GST_START_TEST(test_frames_that_arrive_together_do_not_delay_later_ones) {
    World world;
    world_init(&world, 30);
    for (gint64 n = 0; n < 5; n++) world_frame(&world, n * MS);
    for (gint64 n = 1; n < 150; n++) world_frame(&world, 10 * MS + n * SECOND / 30);
    world.longest_wait = 0;
    for (gint64 n = 150; n < 1800; n++) world_frame(&world, 10 * MS + n * SECOND / 30);
    fail_unless(world.longest_wait < MS, "a frame waited %ld ms", (glong)(world.longest_wait / MS));
}
GST_END_TEST

GST_START_TEST(test_a_pause_of_the_process_is_not_made_up_for) {
    World world;
    world_init(&world, 30);
    world_frame(&world, 0);
    world.now = 60 * SECOND; /* nothing has run */
    world_run(&world, 60 * SECOND);
    ck_assert_uint_eq(world.sent, 2);
    world_run(&world, 61 * SECOND);
    fail_unless(world.sent >= 30 && world.sent <= 33, "%lu", (gulong)world.sent);
}
GST_END_TEST

/* 24 hours with an unplug every ten minutes, each of another length, up to a minute. */
GST_START_TEST(test_a_day_with_an_unplug_every_ten_minutes) {
    World world;
    world_init(&world, 30);
    guint unplugs = 0;
    for (gint64 start = 0; start < 86400 * SECOND; start += 600 * SECOND, unplugs++) {
        gint64 away = 2 * SECOND + (gint64)(unplugs % 59) * SECOND;
        for (gint64 time = start; time < start + 600 * SECOND - away; time += (gint64)(1e9 / 29.97)) world_frame(&world, time);
        fail_unless(!world.is_still, "not back after unplug %u", unplugs);
        world_run(&world, start + 600 * SECOND - 1);
        fail_unless(world.is_still, "unplug %u was not seen", unplugs);
    }
    ck_assert_uint_eq(unplugs, 144);
    ck_assert_uint_eq(world.stills, 144);
    fail_unless(world.sent >= 86400 * 30 - 1 && world.sent <= 86400 * 30 + 1, "%lu pictures in a day", (gulong)world.sent);
    fail_unless(world.largest_gap <= 2 * SECOND / 30, "a gap of %ld ms", (glong)(world.largest_gap / MS));
}
GST_END_TEST

/* ---- The input --------------------------------------------------------------------------------------------------- */

GST_START_TEST(test_a_header_is_exact) {
    guint8 bytes[HW_RECORD_HEADER_SIZE] = {'H', 'S', 'F', '1', 0x10, 0x02, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0};
    HwRecord record;
    fail_unless(hw_record_parse(bytes, &record));
    ck_assert_uint_eq(record.size, 0x210);
    ck_assert_uint_eq(record.capture_time, 0x201);
    for (guint i = 0; i < 4; i++) {
        bytes[i] ^= 1;
        fail_if(hw_record_parse(bytes, &record));
        bytes[i] ^= 1;
    }
    bytes[7] = 0x7F;
    fail_if(hw_record_parse(bytes, &record), "too large");
    memset(bytes + 4, 0, 4);
    fail_if(hw_record_parse(bytes, &record), "empty");
}
GST_END_TEST

GST_START_TEST(test_a_text_is_a_string_of_json) {
    gchar *quoted = hw_status_quote("a \"b\"\\\n\x1b\xff\xc3\xa4");
    ck_assert_str_eq(quoted, "\"a \\\"b\\\"\\\\\\u000a\\u001b\xef\xbf\xbd\xc3\xa4\"");
    g_free(quoted);
}
GST_END_TEST

/* ---- Pictures ---------------------------------------------------------------------------------------------------- */

/** A JPEG of one grey, freed with tjFree. */
static guint8 *make_jpeg(gint width, gint height, guint8 grey, int sampling, gulong *size) {
    tjhandle jpeg = tjInitCompress();
    guint8 *pixels = g_malloc((gsize)width * (gsize)height * 3), *bytes = NULL;
    memset(pixels, grey, (gsize)width * (gsize)height * 3);
    *size = 0;
    ck_assert_int_eq(tjCompress2(jpeg, pixels, width, 0, height, TJPF_RGB, &bytes, size, sampling, 90, 0), 0);
    tjDestroy(jpeg);
    g_free(pixels);
    return bytes;
}

static void make_info(GstVideoInfo *info, gint width, gint height) {
    gst_video_info_set_format(info, GST_VIDEO_FORMAT_I420, (guint)width, (guint)height);
    gst_video_colorimetry_from_string(&info->colorimetry, GST_VIDEO_COLORIMETRY_BT601);
}

static guint8 luma_at(GstBuffer *picture, const GstVideoInfo *info, gint x, gint y) {
    GstVideoFrame frame;
    fail_unless(gst_video_frame_map(&frame, info, picture, GST_MAP_READ));
    guint8 result = ((guint8 *)GST_VIDEO_FRAME_PLANE_DATA(&frame, 0))[y * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, 0) + x];
    gst_video_frame_unmap(&frame);
    return result;
}

static void check_near(gint value, gint expected) { fail_unless(ABS(value - expected) <= 4, "%d instead of %d", value, expected); }

GST_START_TEST(test_every_kind_of_jpeg_has_the_range_of_video) {
    static const int samplings[] = {TJSAMP_420, TJSAMP_422, TJSAMP_444, TJSAMP_GRAY, TJSAMP_440, TJSAMP_411};
    static const gint sizes[][2] = {{96, 64}, {97, 65}, {64, 96}, {2000, 200}};
    static const gint greys[][2] = {{0, 16}, {128, 126}, {255, 235}};
    HwDecoder *decoder = hw_decoder_new();
    GstVideoInfo info;
    make_info(&info, 96, 64);
    info.fps_n = 30;
    for (guint i = 0; i < G_N_ELEMENTS(samplings) * G_N_ELEMENTS(sizes) * G_N_ELEMENTS(greys); i++) {
        const gint *size = sizes[i / 3 % 4], *grey = greys[i % 3];
        gulong count;
        guint8 *jpeg = make_jpeg(size[0], size[1], (guint8)grey[0], samplings[i / 12], &count);
        GstBuffer *picture = hw_decoder_decode(decoder, jpeg, count, &info);
        fail_unless(picture != NULL);
        GstVideoRectangle fit = hw_picture_fit(size[0], size[1], 96, 64);
        check_near(luma_at(picture, &info, 48, fit.y + fit.h / 2), grey[1]);
        if (fit.y > 0) check_near(luma_at(picture, &info, 48, 0), 16);
        if (fit.x > 0) check_near(luma_at(picture, &info, 0, 32), 16);
        gst_buffer_unref(picture);
        tjFree(jpeg);
    }
    hw_decoder_free(decoder);
}
GST_END_TEST

GST_START_TEST(test_a_folder_with_percent_signs_is_no_format) {
    gchar *pattern = hw_hls_segments("/a%s%n/100% live");
    fail_unless_equals_string(pattern, "/a%%s%%n/100%% live/segment%05d.ts");
    g_free(pattern);
}
GST_END_TEST

GST_START_TEST(test_a_small_jpeg_does_not_take_gigabytes_or_minutes) {
    HwDecoder *decoder = hw_decoder_new();
    GstVideoInfo info;
    gulong count;
    gint width, height;
    make_info(&info, 96, 64);
    /* The head of a frame of 65500 × 65500 pixels. */
    guint8 *jpeg = make_jpeg(96, 64, 90, TJSAMP_420, &count);
    gulong frame = 0;
    while (frame + 9 < count && !(jpeg[frame] == 0xFF && jpeg[frame + 1] == 0xC0)) frame++;
    jpeg[frame + 5] = jpeg[frame + 7] = 0xFF;
    jpeg[frame + 6] = jpeg[frame + 8] = 0xDC;
    fail_if(hw_decoder_size(decoder, jpeg, count, &width, &height));
    fail_if(hw_decoder_decode(decoder, jpeg, count, &info) != NULL);
    tjFree(jpeg);
    /* A frame of 2000 × 2000 pixels with a thousand scans. */
    jpeg = make_jpeg(2000, 2000, 90, TJSAMP_GRAY, &count);
    gulong scan = 0;
    while (scan + 1 < count && !(jpeg[scan] == 0xFF && jpeg[scan + 1] == 0xDA)) scan++;
    gulong length = count - 2 - scan;
    guint8 *repeated = g_malloc(count + 1000 * length);
    memcpy(repeated, jpeg, scan);
    for (gulong i = 0; i < 1000; i++) memcpy(repeated + scan + i * length, jpeg + scan, length);
    memcpy(repeated + scan + 1000 * length, jpeg + count - 2, 2);
    fail_if(hw_decoder_decode(decoder, repeated, scan + 1000 * length + 2, &info) != NULL);
    g_free(repeated);
    GstBuffer *picture = hw_decoder_decode(decoder, jpeg, count, &info);
    fail_unless(picture != NULL, "the decoder works afterwards");
    gst_buffer_unref(picture);
    tjFree(jpeg);
    hw_decoder_free(decoder);
}
GST_END_TEST

GST_START_TEST(test_a_damaged_jpeg_is_no_picture) {
    HwDecoder *decoder = hw_decoder_new();
    GstVideoInfo info;
    gulong count;
    make_info(&info, 96, 64);
    guint8 *jpeg = make_jpeg(96, 64, 90, TJSAMP_422, &count);
    for (gulong length = 0; length + 2 < count; length++) {
        /* At the end of its memory, so that valgrind sees each byte that is read too far. */
        guint8 *part = g_memdup2(jpeg, MAX(length, 1));
        fail_if(hw_decoder_decode(decoder, part, length, &info) != NULL, "%lu of %lu bytes are a picture", length, count);
        g_free(part);
    }
    GstBuffer *picture = hw_decoder_decode(decoder, jpeg, count, &info);
    fail_unless(picture != NULL, "the decoder works afterwards");
    GstBuffer *dark = hw_picture_darken(picture, &info);
    check_near(luma_at(dark, &info, 5, 5), 16 + (luma_at(picture, &info, 5, 5) - 16) / 2);
    gst_buffer_unref(dark);
    gst_buffer_unref(picture);
    tjFree(jpeg);
    hw_decoder_free(decoder);
}
GST_END_TEST

GST_START_TEST(test_a_picture_fits_without_distortion) {
    GstVideoRectangle fit = hw_picture_fit(640, 960, 960, 640);
    fail_unless(fit.w == 426 && fit.h == 640 && fit.x == 266 && fit.y == 0);
    fit = hw_picture_fit(1920, 1080, 960, 640);
    fail_unless(fit.w == 960 && fit.h == 540 && fit.x == 0 && fit.y == 50);
    fit = hw_picture_fit(480, 320, 960, 640);
    fail_unless(fit.w == 960 && fit.h == 640 && fit.x == 0 && fit.y == 0);
    fit = hw_picture_fit(60000, 1, 960, 640);
    fail_unless(fit.w == 960 && fit.h == 2);
}
GST_END_TEST

static Suite *webcam_suite(void) {
    Suite *suite = suite_create("webcam");
    TCase *tests = tcase_create("webcam");
    suite_add_tcase(suite, tests);
    tcase_add_test(tests, test_nothing_before_the_first_frame);
    tcase_add_test(tests, test_the_rate_is_steady_for_every_rate_of_the_camera);
    tcase_add_test(tests, test_a_frame_of_a_camera_with_the_same_rate_does_not_wait);
    tcase_add_test(tests, test_frames_that_arrive_together_do_not_delay_later_ones);
    tcase_add_test(tests, test_a_pause_of_the_process_is_not_made_up_for);
    tcase_add_test(tests, test_a_day_with_an_unplug_every_ten_minutes);
    tcase_add_test(tests, test_a_header_is_exact);
    tcase_add_test(tests, test_a_text_is_a_string_of_json);
    tcase_add_test(tests, test_every_kind_of_jpeg_has_the_range_of_video);
    tcase_add_test(tests, test_a_damaged_jpeg_is_no_picture);
    tcase_add_test(tests, test_a_folder_with_percent_signs_is_no_format);
    tcase_add_test(tests, test_a_small_jpeg_does_not_take_gigabytes_or_minutes);
    tcase_add_test(tests, test_a_picture_fits_without_distortion);
    return suite;
}

GST_CHECK_MAIN(webcam)
