/* A plugin of HotShoe with cameras that the tests control; the tests load it too, and call `test_cameras`. */
#include "testcamera.h"

#include "hostile.h"

#include <hotshoe/plugin.h>
#include <pthread.h>
#include <stdlib.h>

enum { FRAME_SIZE = 100 * 1024 };

static hotshoe_camera_simulator body, fast_body;

/* A JPEG header, padded to the size of a frame, which no test decodes. */
static void make_fast(hotshoe_camera_simulator_configuration configuration) {
    static uint8_t picture[FRAME_SIZE];
    static const uint8_t header[] = {0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0x02, 0x80, 0x03, 0xC0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
        0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0};
    hotshoe_bytes pictures[] = {{picture, sizeof picture}};
    hotshoe_camera_simulator_live_view_source source =
        hotshoe_camera_simulator_live_view_source_make_pictures((hotshoe_bytes_array){pictures, 1});
    const char *rate = getenv("TEST_FAST_RATE");
    double number = rate ? atof(rate) : 0;
    memset(picture, 0x55, sizeof picture);
    memcpy(picture, header, sizeof header);
    picture[FRAME_SIZE - 2] = 0xFF;
    picture[FRAME_SIZE - 1] = 0xD9;
    hotshoe_camera_simulator_configuration_set_live_view_source(configuration, &source);
    hotshoe_camera_simulator_configuration_set_live_view_rate(configuration, number > 0 ? &number : NULL);
}

static hotshoe_camera_simulator make_body(const char *serial, bool is_fast) {
    hotshoe_camera_simulator_configuration configuration = {0};
    hotshoe_camera_simulator_speed speed = {0};
    hotshoe_camera_simulator result = {0};
    hotshoe_camera_simulator_configuration_make_with_serial_number(hotshoe_text(serial), &configuration);
    hotshoe_camera_simulator_speed_instant(&speed);
    hotshoe_camera_simulator_configuration_set_speed(configuration, speed);
    if (is_fast) {
        make_fast(configuration);
    } else {
        /* Small frames: these tests are not about drawing. */
        hotshoe_camera_simulator_configuration_set_live_view_size(configuration, (hotshoe_pixel_size){240, 160});
        hotshoe_camera_simulator_configuration_set_picture_size(configuration, (hotshoe_pixel_size){480, 320});
    }
    hotshoe_camera_simulator_create(configuration, (hotshoe_time_source){0}, &result);
    hotshoe_camera_simulator_configuration_release(configuration);
    return result;
}

static hotshoe_camera_simulator get_body(void) { return body; }
static hotshoe_camera_simulator get_fast_body(void) { return fast_body; }

const TestCameras test_cameras = {get_body, get_fast_body, hostile_set_frames};
__attribute__((visibility("default"))) extern const TestCameras test_cameras;

/* ---- The plugin: the simulated cameras' provider, with one camera more ------------------------------------------------ */

struct search {
    hotshoe_completion completion;
    hotshoe_operation simulated;
};

static void simulated_done(hotshoe_operation operation, void *context) {
    (void)operation;
    struct search *search = context;
    hotshoe_camera_provider_discover_complete(search->completion);
    hotshoe_operation_release(search->simulated);
    free(search);
}

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER; /* guards the bodies and their provider */
static hotshoe_simulated_camera_provider simulated;

static void cancel(void *context) {
    hotshoe_operation *operation = context;
    hotshoe_operation_cancel(*operation);
}

static void release_operation(void *context) {
    hotshoe_operation_release(*(hotshoe_operation *)context);
    free(context);
}

static void get_identifier(void *context, hotshoe_string *result) {
    (void)context;
    *result = hotshoe_string_copy(hotshoe_text("test"));
}

static void discover(void *context, hotshoe_discovery_sink sink, hotshoe_completion completion) {
    struct search *search = calloc(1, sizeof *search);
    (void)context;
    search->completion = completion;
    hostile_announce(sink);
    hotshoe_simulated_camera_provider_discover(simulated, sink, &search->simulated);
    hotshoe_operation *cancelled = malloc(sizeof *cancelled);
    *cancelled = search->simulated;
    hotshoe_operation_retain(*cancelled);
    hotshoe_completion_on_cancel(completion, cancel, cancelled, release_operation);
    hotshoe_operation_on_done(search->simulated, (hotshoe_queue){0}, simulated_done, search, NULL);
}

static hotshoe_status open_cameras(const char *argument, hotshoe_error **error) {
    static const hotshoe_camera_provider_functions functions = {.size = sizeof functions, .get_identifier = get_identifier, .discover = discover};
    hotshoe_camera_provider provider = {0};
    (void)argument;
    /* Each discovery opens the plugin, and finds the same bodies. */
    pthread_mutex_lock(&opening);
    if (!simulated.bits) {
        body = make_body("TEST-1", false);
        fast_body = make_body("FAST", true);
        hotshoe_camera_simulator bodies[] = {body, fast_body};
        hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){bodies, 2}, &simulated);
    }
    pthread_mutex_unlock(&opening);
    hotshoe_status status = hotshoe_camera_provider_create(&functions, NULL, NULL, &provider);
    if (status == HOTSHOE_OK) status = hotshoe_plugin_camera_provider_register(provider, error);
    hotshoe_camera_provider_release(provider);
    return status;
}
HOTSHOE_PLUGIN(open_cameras)
