/*
 * A custom kind of camera in C: a provider that finds it, a driver that connects to it, and a connection that controls it. It is
 * then a camera like any other, found by the same discovery and used by the same calls, as the end of this file does.
 *
 * All are tables of functions. A member that is null is not available, or has the library's default behaviour. Functions are
 * called on any thread, several at a time. Their arguments are borrowed for the duration of the call, except the completion,
 * which must be completed once, then or later, from any thread. docs/writing-a-driver.md documents the requirements.
 *
 * As a shared library, the same file is a plugin for other programs:
 *
 *     cc -shared -fPIC -D_POSIX_C_SOURCE=200809L camera_plugin.c -lhotshoe -pthread -o shelf.so && hotshoe --plugin ./shelf.so list
 */
#include "support.h"

#include <hotshoe/plugin.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { WIDTH = 64, HEIGHT = 48, FRAMES = 30 };

/* The apertures of the lens; the code of a value, which only the driver uses, is its index in this array. */
static const double apertures[] = {2.8, 4, 5.6, 8, 11};
enum { APERTURES = sizeof apertures / sizeof *apertures };

/* ---- The camera, which is context of the driver, of its connections and of their facets ------------------------------ */

struct driver {
    pthread_mutex_t lock; /* guards the following members */
    size_t references;
    pthread_cond_t changed;
    hotshoe_camera_host host;    /* receives reports about the camera; valid while connected */
    size_t aperture;
    hotshoe_live_view_sink sink; /* receives frames; valid while live view runs */
    bool is_stopping;
    hotshoe_completion stopped, disconnected; /* completed by the live view thread when it has ended */
};

static struct driver *driver_retain(struct driver *self) {
    pthread_mutex_lock(&self->lock);
    self->references++;
    pthread_mutex_unlock(&self->lock);
    return self;
}

/* Called when an object of the library no longer uses its context. */
static void driver_release(void *context) {
    struct driver *self = context;
    pthread_mutex_lock(&self->lock);
    bool is_last = --self->references == 0;
    pthread_mutex_unlock(&self->lock);
    if (!is_last) return;
    hotshoe_camera_host_release(self->host);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

static bool make_aperture(size_t index, hotshoe_property_value *result) {
    hotshoe_aperture aperture = {0};
    const int64_t code = (int64_t)index;
    if (hotshoe_aperture_make(apertures[index], &aperture) != HOTSHOE_OK) return false;
    const hotshoe_common_value common = hotshoe_common_value_make_aperture(aperture);
    bool is_made = hotshoe_property_value_make(&common, &code, hotshoe_text(NULL), result) == HOTSHOE_OK;
    hotshoe_aperture_release(aperture);
    return is_made;
}

/** Reports the aperture and its settable values to the library; on connecting, also the camera's capabilities and purposes. */
static void tell(hotshoe_camera_host host, size_t aperture, bool is_new) {
    hotshoe_property_value values[APERTURES] = {{0}};
    hotshoe_property_state state = {.identifier = hotshoe_property_identifier_make_aperture()};
    hotshoe_camera_capabilities exposure = {0}, live_view = {0};
    hotshoe_command_categories stills = {0};
    for (size_t i = 0; i < APERTURES; i++) make_aperture(i, &values[i]);
    hotshoe_settable_values_enumeration((hotshoe_property_value_array){values, APERTURES}, &state.settable);
    state.value = values[aperture];
    hotshoe_camera_capabilities_exposure_control(&exposure);
    hotshoe_camera_capabilities_live_view(&live_view);
    hotshoe_command_categories_stills_shooting(&stills);
    hotshoe_camera_update updates[] = {
        hotshoe_camera_update_make_property(state),
        hotshoe_camera_update_make_capabilities((hotshoe_camera_capabilities){exposure.raw_value | live_view.raw_value}),
        hotshoe_camera_update_make_categories(stills, (hotshoe_command_categories_array){&stills, 1}),
    };
    hotshoe_camera_host_update(host, (hotshoe_camera_update_array){updates, is_new ? 3 : 1});
    for (size_t i = 0; i < APERTURES; i++) hotshoe_property_value_release(values[i]);
    hotshoe_settable_values_release(state.settable);
}

/** Requests the live view thread, if there is one, to end and then to complete; returns false if there is none. */
static bool end_live_view(struct driver *self, hotshoe_completion *place, hotshoe_completion completion) {
    pthread_mutex_lock(&self->lock);
    bool is_running = self->sink.bits != 0;
    if (is_running) {
        *place = completion;
        self->is_stopping = true;
        pthread_cond_signal(&self->changed);
    }
    pthread_mutex_unlock(&self->lock);
    return is_running;
}

/* Live view that still runs ends with the connection: `stop_live_view` is not called then. */
static void driver_disconnect(void *context, hotshoe_disconnect_options options, hotshoe_completion completion) {
    struct driver *self = context;
    (void)options;
    pthread_mutex_lock(&self->lock);
    hotshoe_camera_host host = self->host;
    self->host = (hotshoe_camera_host){0};
    pthread_mutex_unlock(&self->lock);
    hotshoe_camera_host_release(host);
    if (!end_live_view(self, &self->disconnected, completion)) hotshoe_camera_connection_disconnect_complete(completion);
}

static void driver_stop_live_view(void *context, hotshoe_completion completion) {
    struct driver *self = context;
    if (!end_live_view(self, &self->stopped, completion)) hotshoe_live_view_driver_stop_live_view_complete(completion);
}

/* The value is one of those that the driver listed. */
static void driver_set_property(void *context, hotshoe_property_identifier property, hotshoe_property_value value, hotshoe_completion completion) {
    struct driver *self = context;
    hotshoe_optional_int64 code = {0};
    hotshoe_property_value_get_code(value, &code);
    if (property.kind != HOTSHOE_PROPERTY_IDENTIFIER_APERTURE || !code.has_value || code.value < 0 || code.value >= APERTURES) {
        hotshoe_error *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text("the shelf camera has no such setting"));
        hotshoe_completion_fail(completion, error);
        return;
    }
    pthread_mutex_lock(&self->lock);
    self->aperture = (size_t)code.value;
    hotshoe_camera_host host = self->host;
    hotshoe_camera_host_retain(host);
    pthread_mutex_unlock(&self->lock);
    hotshoe_property_driver_set_property_complete(completion); /* the camera has accepted it … */
    tell(host, (size_t)code.value, false);                   /* … and reports it */
    hotshoe_camera_host_release(host);
}

/* Called when a frame is demanded after a time without demand: wakes the thread. */
static void on_demand(void *context) {
    struct driver *self = context;
    pthread_mutex_lock(&self->lock);
    pthread_cond_signal(&self->changed);
    pthread_mutex_unlock(&self->lock);
}

/** Waits until a frame is demanded; returns false when live view has to end. */
static bool wait_for_demand(struct driver *self) {
    bool is_demanded = false;
    pthread_mutex_lock(&self->lock);
    while (!self->is_stopping && (hotshoe_live_view_sink_is_demanded(self->sink, &is_demanded) != HOTSHOE_OK || !is_demanded))
        pthread_cond_wait(&self->changed, &self->lock);
    bool goes_on = !self->is_stopping;
    pthread_mutex_unlock(&self->lock);
    return goes_on;
}

/** Delivers a picture of a moving bar to the library. It is copied, and shared by all consumers. */
static void deliver(hotshoe_live_view_sink sink, hotshoe_live_view_frame_info info, uint64_t number) {
    uint8_t pixels[WIDTH * HEIGHT * 3];
    for (size_t i = 0; i < sizeof pixels; i++) pixels[i] = (i / 3) % WIDTH == number % WIDTH ? 255 : 40;
    bool is_taken;
    hotshoe_live_view_frame_info_set_sequence_number(info, number);
    hotshoe_live_view_sink_deliver(sink, (hotshoe_bytes){pixels, sizeof pixels}, info, &is_taken);
}

static void *run_live_view(void *context) {
    struct driver *self = context;
    const struct timespec frame_time = {0, 20 * 1000 * 1000};
    hotshoe_live_view_frame_info info = {0};
    hotshoe_live_view_frame_info_make(&info);
    hotshoe_live_view_frame_info_set_format(info, HOTSHOE_LIVE_VIEW_FRAME_INFO_FORMAT_RGB24);
    hotshoe_live_view_frame_info_set_size(info, (hotshoe_pixel_size){WIDTH, HEIGHT});
    for (uint64_t number = 1; wait_for_demand(self); number++) {
        deliver(self->sink, info, number);
        nanosleep(&frame_time, NULL);
    }
    hotshoe_live_view_frame_info_release(info);
    pthread_mutex_lock(&self->lock);
    hotshoe_completion stopped = self->stopped, disconnected = self->disconnected;
    hotshoe_live_view_sink sink = self->sink;
    self->stopped = self->disconnected = (hotshoe_completion){0};
    self->sink = (hotshoe_live_view_sink){0};
    pthread_mutex_unlock(&self->lock);
    hotshoe_live_view_sink_release(sink);
    /* After the completion, the driver may be released. */
    if (stopped.bits) hotshoe_live_view_driver_stop_live_view_complete(stopped);
    if (disconnected.bits) hotshoe_camera_connection_disconnect_complete(disconnected);
    return NULL;
}

static void driver_start_live_view(void *context, hotshoe_live_view_options options, hotshoe_live_view_sink sink, hotshoe_completion completion) {
    struct driver *self = context;
    (void)options;
    pthread_t thread;
    hotshoe_live_view_sink_retain(sink);
    pthread_mutex_lock(&self->lock);
    self->sink = sink;
    self->is_stopping = false;
    pthread_mutex_unlock(&self->lock);
    hotshoe_live_view_sink_when_demanded(sink, NO_QUEUE, on_demand, self, NULL);
    if (pthread_create(&thread, NULL, run_live_view, self) != 0) {
        pthread_mutex_lock(&self->lock);
        self->sink = (hotshoe_live_view_sink){0};
        pthread_mutex_unlock(&self->lock);
        hotshoe_live_view_sink_release(sink);
        hotshoe_completion_fail(completion, hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text("there is no thread for live view")));
        return;
    }
    pthread_detach(thread);
    hotshoe_live_view_driver_start_live_view_complete(completion, (hotshoe_live_view_format){.size = {WIDTH, HEIGHT}, .rate = {true, 50}});
}

/* ---- The connection and its facets: what this camera can do -------------------------------------------------------- */

static void connection_get_info(void *context, hotshoe_camera_info *result) {
    (void)context;
    *result = (hotshoe_camera_info){
        .manufacturer = hotshoe_string_copy(hotshoe_text("Example")),
        .model = hotshoe_string_copy(hotshoe_text("Shelf One")),
        .firmware_version = hotshoe_string_copy(hotshoe_text("1.0")),
        .serial_number = hotshoe_string_copy(hotshoe_text("7")),
    };
}

static void connection_get_properties(void *context, hotshoe_property_driver *result) {
    static const hotshoe_property_driver_functions functions = {.size = sizeof functions, .set_property = driver_set_property};
    hotshoe_property_driver_create(&functions, driver_retain(context), driver_release, result);
}

static void connection_get_live_view(void *context, hotshoe_live_view_driver *result) {
    static const hotshoe_live_view_driver_functions functions = {
        .size = sizeof functions,
        .start_live_view = driver_start_live_view,
        .stop_live_view = driver_stop_live_view,
    };
    hotshoe_live_view_driver_create(&functions, driver_retain(context), driver_release, result);
}

static void driver_connect(void *context, hotshoe_connect_options options, hotshoe_camera_host host, hotshoe_completion completion) {
    static const hotshoe_camera_connection_functions functions = {
        .size = sizeof functions,
        .get_info = connection_get_info,
        .get_properties = connection_get_properties,
        .get_live_view = connection_get_live_view,
        .disconnect = driver_disconnect,
        /* no shutter, no files: these calls fail as not supported */
    };
    struct driver *self = context;
    hotshoe_camera_connection connection = {0};
    (void)options;
    hotshoe_camera_host_retain(host);
    pthread_mutex_lock(&self->lock);
    self->host = host;
    size_t aperture = self->aperture;
    pthread_mutex_unlock(&self->lock);
    tell(host, aperture, true);
    hotshoe_camera_connection_create(&functions, driver_retain(self), driver_release, &connection);
    hotshoe_camera_driver_connect_complete(completion, connection);
    hotshoe_camera_connection_release(connection);
}

/* ---- The provider ------------------------------------------------------------------------------------------------- */

/* Called when the camera is first used. */
static void make_driver(hotshoe_camera_driver *result, void *context) {
    static const hotshoe_camera_driver_functions functions = {
        .size = sizeof functions,
        .connect = driver_connect,
    };
    (void)context;
    struct driver *self = calloc(1, sizeof *self);
    if (!self) return; /* the library then uses a driver without functions */
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    self->references = 1;
    self->aperture = 2;
    hotshoe_camera_driver_create(&functions, self, driver_release, result); /* `self` is released even if this fails */
}

static void provider_get_identifier(void *context, hotshoe_string *result) {
    (void)context;
    *result = hotshoe_string_copy(hotshoe_text("shelf"));
}

/* Runs on a separate thread. A real provider would continue to search, and report cameras that appear and disappear, until
   hotshoe_completion_is_cancelled. */
static void provider_discover(void *context, hotshoe_discovery_sink sink, hotshoe_completion completion) {
    (void)context;
    const hotshoe_camera_description description = {
        .identifier = {hotshoe_text("shelf-7")}, /* made from the serial number: it distinguishes the camera from all other cameras */
        .family = {hotshoe_text("shelf")},
        .transport = HOTSHOE_CAMERA_TRANSPORT_IN_PROCESS,
        .name = hotshoe_text("Camera on the shelf"),
    };
    hotshoe_discovered_camera camera = {0};
    if (hotshoe_discovered_camera_make(&description, NO_CLOCK, make_driver, NULL, NULL, &camera) == HOTSHOE_OK)
        hotshoe_discovery_sink_found(sink, camera);
    hotshoe_discovered_camera_release(camera);
    hotshoe_discovery_sink_caught_up(sink);
    hotshoe_camera_provider_discover_complete(completion);
}

static bool make_shelf(hotshoe_camera_provider *provider) {
    static const hotshoe_camera_provider_functions functions = {
        .size = sizeof functions,
        .get_identifier = provider_get_identifier,
        .discover = provider_discover,
    };
    return succeeded("provider", hotshoe_camera_provider_create(&functions, NULL, NULL, provider), NULL);
}

/* ---- The plugin --------------------------------------------------------------------------------------------------- */

/* Called when a program has loaded this file as a shared library. */
static hotshoe_status open_shelf(const char *argument, hotshoe_error **error) {
    hotshoe_camera_provider provider = {0};
    (void)argument; /* the text after `=` in --plugin ./shelf.so=TEXT */
    if (!make_shelf(&provider)) return HOTSHOE_ERROR_FAILED;
    hotshoe_status status = hotshoe_plugin_camera_provider_register(provider, error);
    hotshoe_camera_provider_release(provider);
    return status;
}
HOTSHOE_PLUGIN(open_shelf)

/* ---- A program that uses it, like any camera ---------------------------------------------------------------------- */

static bool watch_live_view(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_live_view_stream stream = {0};
    bool is_well = succeeded("live view", hotshoe_camera_live_view(camera, NULL, &stream), NULL);
    size_t size = 0;
    for (int i = 0; is_well && i < FRAMES; i++) {
        hotshoe_live_view_frame frame = {0};
        hotshoe_bytes pixels = {0};
        is_well = succeeded("live view", hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(5), &frame, &error), &error)
            && succeeded("frame", hotshoe_live_view_frame_get_bytes(frame, &pixels), NULL);
        size = pixels.size;
        hotshoe_live_view_frame_release(frame);
    }
    if (is_well) printf("live view: %d frames, %zu bytes each\n", FRAMES, size);
    hotshoe_live_view_stream_release(stream);
    return is_well;
}

static bool change_aperture(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_operation operation = {0};
    bool is_well = start_aperture(camera, &operation)
        && succeeded("aperture", hotshoe_operation_wait(operation, HOTSHOE_SECONDS(5)), NULL)
        && succeeded("aperture", hotshoe_aperture_property_set_result(operation, &error), &error);
    hotshoe_operation_release(operation);
    if (is_well) print_setting(camera, hotshoe_property_identifier_make_aperture()); /* as reported by the camera */
    return is_well;
}

static bool use_camera(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_shot shot = {0};
    if (!succeeded("connect",
            hotshoe_camera_connect_wait(camera, NULL, NO_QUEUE, NULL, NULL, NULL, HOTSHOE_SECONDS(30), &warnings, &error), &error))
        return false;
    hotshoe_connection_warning_array_free(&warnings);
    print_camera(camera);
    bool is_well = watch_live_view(camera);
    print_settings(camera);
    is_well = change_aperture(camera) && is_well;
    if (hotshoe_camera_shoot_wait(camera, NULL, HOTSHOE_SECONDS(5), &shot, &error) == HOTSHOE_ERROR_FAILED)
        printf("%s\n", hotshoe_error_message(error)); /* expected: the driver has no such function */
    else
        is_well = false;
    hotshoe_shot_release(shot);
    hotshoe_error_free(error);
    error = NULL;
    return succeeded("disconnect", hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, &error), &error) && is_well;
}

static bool make_shelf_discovery(hotshoe_camera_discovery *discovery) {
    hotshoe_camera_provider provider = {0};
    bool is_made = make_shelf(&provider)
        && succeeded("discovery", hotshoe_camera_discovery_create_with_providers(hotshoe_text("Examples"), (hotshoe_camera_provider_array){&provider, 1}, NO_CLOCK, discovery), NULL);
    hotshoe_camera_provider_release(provider);
    return is_made;
}

int main(void) {
    hotshoe_error *error = NULL;
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera camera = {0};
    bool is_well = hotshoe_abi_matches() && make_shelf_discovery(&discovery)
        && succeeded("search",
            hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, &error), &error)
        && use_camera(camera);
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_release(discovery);
    return finish(is_well);
}
