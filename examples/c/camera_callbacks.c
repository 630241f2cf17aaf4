/*
 * A camera with callbacks: frames and changes are delivered on threads of the library, and the program waits for the operations
 * that it starts.
 *
 * Rules: calls of one subscription never overlap; a callback's arguments are borrowed for the duration of the call
 * (hotshoe_…_retain keeps them longer); when …_cancel has returned, the callback is not running and will not run again.
 */
#include "support.h"

#include <semaphore.h>

enum { FRAMES = 30 };

/* ---- Live view: a function is called with each frame -------------------------------------------------------------- */

struct watch {
    int frames;
    size_t bytes;
    sem_t done;
};

static void on_frame(hotshoe_live_view_frame frame, void *context) {
    struct watch *watch = context;
    hotshoe_bytes jpeg; /* the camera's own bytes: borrowed, not copied */
    if (hotshoe_live_view_frame_get_bytes(frame, &jpeg) != HOTSHOE_OK) return;
    watch->bytes += jpeg.size;
    if (++watch->frames == FRAMES) sem_post(&watch->done);
}

/* Called when the camera ends live view by itself, for example because its battery is empty. */
static void on_live_view_end(hotshoe_live_view_end end, void *context) {
    struct watch *watch = context;
    hotshoe_string why = {0};
    hotshoe_live_view_end_description(end, &why);
    fprintf(stderr, "live view ended: %s\n", why.data ? why.data : "");
    hotshoe_string_free(&why);
    sem_post(&watch->done);
}

static bool watch_live_view(hotshoe_camera camera) {
    struct watch watch = {0};
    sem_init(&watch.done, 0, 0);
    hotshoe_live_view_stream stream = {0};
    hotshoe_live_view_subscription subscription = {0};
    bool is_well = succeeded("live view", hotshoe_camera_live_view(camera, NULL, &stream), NULL)
        && succeeded("live view",
            hotshoe_live_view_stream_subscribe_with_credit(stream, NO_QUEUE, NULL, on_live_view_end, &watch, NULL, on_frame, &watch, NULL, &subscription),
            NULL);
    if (is_well) {
        sem_wait(&watch.done);
        hotshoe_live_view_subscription_cancel(subscription); /* after this, only this thread uses `watch` */
        printf("live view: %d frames, %zu bytes each\n", watch.frames, watch.frames ? watch.bytes / (size_t)watch.frames : 0);
    }
    hotshoe_live_view_subscription_release(subscription);
    hotshoe_live_view_stream_release(stream);
    sem_destroy(&watch.done);
    return is_well && watch.frames >= FRAMES;
}

/* ---- A setting: one function is called with each change, another when the setting is complete --------------------- */

struct change {
    sem_t seen;
};

static void on_aperture(hotshoe_aperture aperture, void *context) {
    struct change *change = context;
    print_aperture(aperture);
    hotshoe_aperture wanted = {0};
    bool is_wanted = false;
    hotshoe_aperture_f2_8(&wanted);
    if (aperture.bits && hotshoe_aperture_equal(aperture, wanted, &is_wanted) == HOTSHOE_OK && is_wanted) sem_post(&change->seen);
    hotshoe_aperture_release(wanted);
}

struct setting {
    bool is_well;
    sem_t done;
};

static void on_set(hotshoe_operation operation, void *context) {
    struct setting *setting = context;
    hotshoe_error *error = NULL;
    setting->is_well = succeeded("aperture", hotshoe_aperture_property_set_result(operation, &error), &error);
    sem_post(&setting->done);
}

static bool set_aperture(hotshoe_camera camera) {
    struct setting setting = {.is_well = false};
    sem_init(&setting.done, 0, 0);
    hotshoe_operation operation = {0};
    bool is_started = start_aperture(camera, &operation)
        && succeeded("aperture", hotshoe_operation_on_done(operation, NO_QUEUE, on_set, &setting, NULL), NULL);
    if (is_started) sem_wait(&setting.done);
    hotshoe_operation_release(operation);
    sem_destroy(&setting.done);
    return is_started && setting.is_well;
}

static bool change_aperture(hotshoe_camera camera) {
    struct change change;
    sem_init(&change.seen, 0, 0);
    hotshoe_aperture_property aperture = {0};
    hotshoe_subscription watching = {0};
    bool is_well = succeeded("aperture", hotshoe_camera_get_aperture(camera, &aperture), NULL)
        && succeeded("aperture", hotshoe_aperture_property_observe(aperture, NO_QUEUE, on_aperture, &change, NULL, &watching), NULL)
        && set_aperture(camera);
    if (is_well) sem_wait(&change.seen); /* the camera reports the value, so this is signalled */
    hotshoe_subscription_cancel(watching);
    hotshoe_subscription_release(watching);
    hotshoe_aperture_property_release(aperture);
    sem_destroy(&change.seen);
    return is_well;
}

/* Aperture priority, or the camera chooses the aperture. If the program has nothing else to do, …_wait blocks. */
static bool choose_mode(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_exposure_mode_property mode = {0};
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(2));
    bool is_well = succeeded("exposure mode", hotshoe_camera_get_exposure_mode(camera, &mode), NULL)
        && succeeded("exposure mode",
            hotshoe_exposure_mode_property_set_wait(mode, HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY, &shown, HOTSHOE_FOREVER, &error), &error);
    hotshoe_exposure_mode_property_release(mode);
    return is_well;
}

/* ---- A picture ---------------------------------------------------------------------------------------------------- */

static void on_progress(hotshoe_transfer_progress progress, void *context) {
    *(uint64_t *)context = progress.completed_bytes;
}

static bool take_picture(hotshoe_camera camera, const char *path) {
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    hotshoe_remote_file original = {0};
    const bool replacing = true;
    uint64_t saved = 0;
    bool is_well =
        succeeded("shoot", hotshoe_camera_shoot_wait(camera, NULL, HOTSHOE_SECONDS(30), &shot, &error), &error)
        && succeeded("shoot", hotshoe_shot_get_original(shot, &original), NULL)
        && succeeded("save",
            hotshoe_remote_file_write_to_wait(original, hotshoe_text(path), &replacing, NO_QUEUE, on_progress, &saved, NULL, HOTSHOE_SECONDS(60), &error),
            &error);
    if (is_well) printf("saved %s, %llu bytes\n", path, (unsigned long long)saved);
    hotshoe_remote_file_release(original);
    hotshoe_shot_release(shot);
    return is_well;
}

static bool use_camera(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    if (!succeeded("connect",
            hotshoe_camera_connect_wait(camera, NULL, NO_QUEUE, NULL, NULL, NULL, HOTSHOE_SECONDS(30), &warnings, &error), &error))
        return false;
    hotshoe_connection_warning_array_free(&warnings);
    print_camera(camera);
    bool is_well = watch_live_view(camera);
    is_well = choose_mode(camera) && is_well;
    print_settings(camera);
    is_well = change_aperture(camera) && is_well;
    is_well = take_picture(camera, "camera_callbacks.jpg") && is_well;
    return succeeded("disconnect", hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, &error), &error) && is_well;
}

int main(void) {
    if (!hotshoe_abi_matches()) {
        fprintf(stderr, "this program was made for another version of libhotshoe\n");
        return 1;
    }
    hotshoe_error *error = NULL;
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera camera = {0};
    bool is_well = make_discovery(&discovery)
        && succeeded("search",
            hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, &error), &error)
        && use_camera(camera);
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_release(discovery);
    return finish(is_well);
}
