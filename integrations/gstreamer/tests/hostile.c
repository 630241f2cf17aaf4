#include "hostile.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* The smallest header that names a size, which no test decodes. */
static const uint8_t jpeg[] = {0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 48, 0, 64, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9};

/* One camera, which exists as long as the process. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards all of the following */
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char frames[64] = "j";
static size_t position;
static uint64_t number;
static hotshoe_camera_host host;
static hotshoe_live_view_sink sink;
static bool is_stopping;
static hotshoe_completion stopped, disconnected;

void hostile_set_frames(const char *kinds) {
    pthread_mutex_lock(&lock);
    strncpy(frames, kinds, sizeof frames - 1);
    position = 0;
    pthread_mutex_unlock(&lock);
}

static void deliver(hotshoe_live_view_sink to, char kind, uint64_t count) {
    hotshoe_live_view_frame_info info = {0};
    hotshoe_pixel_size size = {64, 48};
    hotshoe_bytes bytes = {jpeg, sizeof jpeg};
    bool is_taken;
    struct timespec now;
    hotshoe_live_view_frame_info_make(&info);
    hotshoe_live_view_frame_info_set_sequence_number(info, count);
    switch (kind) {
    case 'J': size = (hotshoe_pixel_size){32, 24}; break;
    case 'e': bytes.size = 0; break;
    case 'r': hotshoe_live_view_frame_info_set_format(info, HOTSHOE_LIVE_VIEW_FRAME_INFO_FORMAT_RGB24); break;
    case 'n': bytes = (hotshoe_bytes){(const uint8_t *)"not a picture", 13}; break;
    case 'h': size = (hotshoe_pixel_size){INT64_MAX, INT64_C(1) << 40}; break;
    case 'z': size = (hotshoe_pixel_size){0, 0}; break;
    case 'm': size = (hotshoe_pixel_size){-64, -48}; break;
    }
    hotshoe_live_view_frame_info_set_size(info, size);
    hotshoe_live_view_frame_info_set_natural_size(info, size);
    if (kind == 't') {
        clock_gettime(CLOCK_REALTIME, &now);
        hotshoe_live_view_frame_info_set_timestamp(info, now.tv_sec * INT64_C(1000000000) + now.tv_nsec);
    }
    if (kind == 'f') {
        hotshoe_focus_area areas[] = {{{NAN, INFINITY, -1, 0}, true, true}, {{0, 0, 1e308, 1e308}, true, false}};
        hotshoe_live_view_frame_info_set_focus_areas(info, (hotshoe_focus_area_array){areas, 2});
        hotshoe_live_view_frame_info_set_image_rect(info, (hotshoe_rect){0, 0, 0, 0});
        const double roll = NAN;
        hotshoe_live_view_frame_info_set_roll_degrees(info, &roll);
        hotshoe_live_view_frame_info_set_timestamp(info, INT64_MIN);
    }
    hotshoe_live_view_sink_deliver(to, bytes, info, &is_taken);
    hotshoe_live_view_frame_info_release(info);
}

static void on_demand(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

static void *run(void *context) {
    (void)context;
    pthread_mutex_lock(&lock);
    while (!is_stopping) {
        bool is_demanded = false;
        hotshoe_live_view_sink to = sink;
        if (hotshoe_live_view_sink_is_demanded(to, &is_demanded) != HOTSHOE_OK || !is_demanded) {
            pthread_cond_wait(&changed, &lock);
            continue;
        }
        char kind = frames[position++];
        if (!frames[position]) position = 0;
        uint64_t count = ++number;
        pthread_mutex_unlock(&lock);
        deliver(to, kind, count);
        pthread_mutex_lock(&lock);
    }
    hotshoe_completion first = stopped, second = disconnected;
    hotshoe_live_view_sink old = sink;
    stopped = disconnected = (hotshoe_completion){0};
    sink = (hotshoe_live_view_sink){0};
    pthread_mutex_unlock(&lock);
    hotshoe_live_view_sink_release(old);
    if (first.bits) hotshoe_live_view_driver_stop_live_view_complete(first);
    if (second.bits) hotshoe_camera_connection_disconnect_complete(second);
    return NULL;
}

static bool end(hotshoe_completion *place, hotshoe_completion completion) {
    pthread_mutex_lock(&lock);
    bool is_running = sink.bits != 0;
    if (is_running) *place = completion;
    is_stopping = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return is_running;
}

static void start_live_view(void *context, hotshoe_live_view_options options, hotshoe_live_view_sink to, hotshoe_completion completion) {
    pthread_t thread;
    (void)context, (void)options;
    hotshoe_live_view_sink_retain(to);
    pthread_mutex_lock(&lock);
    sink = to;
    is_stopping = false;
    pthread_mutex_unlock(&lock);
    hotshoe_live_view_sink_when_demanded(to, (hotshoe_queue){0}, on_demand, NULL, NULL);
    pthread_create(&thread, NULL, run, NULL);
    pthread_detach(thread);
    hotshoe_live_view_driver_start_live_view_complete(completion, (hotshoe_live_view_format){.size = {64, 48}});
}

static void stop_live_view(void *context, hotshoe_completion completion) {
    (void)context;
    if (!end(&stopped, completion)) hotshoe_live_view_driver_stop_live_view_complete(completion);
}

static void disconnect(void *context, hotshoe_disconnect_options options, hotshoe_completion completion) {
    (void)context, (void)options;
    pthread_mutex_lock(&lock);
    hotshoe_camera_host old = host;
    host = (hotshoe_camera_host){0};
    pthread_mutex_unlock(&lock);
    hotshoe_camera_host_release(old);
    if (!end(&disconnected, completion)) hotshoe_camera_connection_disconnect_complete(completion);
}

static void get_info(void *context, hotshoe_camera_info *result) {
    (void)context;
    *result = (hotshoe_camera_info){
        .manufacturer = hotshoe_string_copy(hotshoe_text("Test")),
        .model = hotshoe_string_copy(hotshoe_text("Hostile")),
        .firmware_version = hotshoe_string_copy(hotshoe_text("1.0")),
        .serial_number = hotshoe_string_copy(hotshoe_text("HOSTILE")),
    };
}

static void get_live_view(void *context, hotshoe_live_view_driver *result) {
    static const hotshoe_live_view_driver_functions functions = {
        .size = sizeof functions, .start_live_view = start_live_view, .stop_live_view = stop_live_view};
    (void)context;
    hotshoe_live_view_driver_create(&functions, NULL, NULL, result);
}

static void connect(void *context, hotshoe_connect_options options, hotshoe_camera_host to, hotshoe_completion completion) {
    static const hotshoe_camera_connection_functions functions = {
        .size = sizeof functions, .get_info = get_info, .get_live_view = get_live_view, .disconnect = disconnect};
    hotshoe_camera_connection connection = {0};
    hotshoe_camera_capabilities live_view = {0};
    hotshoe_command_categories stills = {0};
    (void)context, (void)options;
    hotshoe_camera_host_retain(to);
    pthread_mutex_lock(&lock);
    host = to;
    pthread_mutex_unlock(&lock);
    hotshoe_camera_capabilities_live_view(&live_view);
    hotshoe_command_categories_stills_shooting(&stills);
    hotshoe_camera_update updates[] = {
        hotshoe_camera_update_make_capabilities(live_view),
        hotshoe_camera_update_make_categories(stills, (hotshoe_command_categories_array){&stills, 1}),
    };
    hotshoe_camera_host_update(to, (hotshoe_camera_update_array){updates, 2});
    hotshoe_camera_connection_create(&functions, NULL, NULL, &connection);
    hotshoe_camera_driver_connect_complete(completion, connection);
    hotshoe_camera_connection_release(connection);
}

static void make_driver(hotshoe_camera_driver *result, void *context) {
    static const hotshoe_camera_driver_functions functions = {.size = sizeof functions, .connect = connect};
    (void)context;
    hotshoe_camera_driver_create(&functions, NULL, NULL, result);
}

void hostile_announce(hotshoe_discovery_sink to) {
    const hotshoe_camera_description description = {
        .identifier = {hotshoe_text("test-hostile")},
        .family = {hotshoe_text("test")},
        .transport = HOTSHOE_CAMERA_TRANSPORT_IN_PROCESS,
        .model = hotshoe_text("Hostile"),
        .serial_number = hotshoe_text("HOSTILE"),
    };
    hotshoe_discovered_camera camera = {0};
    if (hotshoe_discovered_camera_make(&description, (hotshoe_time_source){0}, make_driver, NULL, NULL, &camera) == HOTSHOE_OK)
        hotshoe_discovery_sink_found(to, camera);
    hotshoe_discovered_camera_release(camera);
}
