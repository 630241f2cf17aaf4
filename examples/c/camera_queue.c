/*
 * A camera in a program with its own loop, such as that of a user interface: callbacks are delivered by a hotshoe_queue that
 * the program runs, so that everything happens on one thread, and this file needs no locks.
 *
 * The queue has a file descriptor for the loop (poll here; GLib, Qt, libuv and epoll support one as well). Each callback begins
 * the next step.
 */
#include "support.h"

#include <poll.h>

enum { FRAMES = 30 };

struct program {
    hotshoe_queue queue;
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    hotshoe_operation operation;            /* the running operation */
    hotshoe_live_view_subscription frames;
    hotshoe_subscription changes;
    int frame_count;
    hotshoe_remote_file picture;
    bool is_over;
    bool is_well;
};

static void end(struct program *self, bool is_well) {
    self->is_over = true;
    self->is_well = is_well;
}

/** Calls `on_done` on the queue when an operation is done. `is_started` is whether there is one. */
static void then(struct program *self, bool is_started, hotshoe_operation operation, hotshoe_operation_callback on_done) {
    hotshoe_operation_release(self->operation);
    self->operation = operation;
    if (!is_started || !succeeded("wait", hotshoe_operation_on_done(operation, self->queue, on_done, self, NULL), NULL))
        end(self, false);
}

/* ---- Read these from the last to the first: each starts the one above it ------------------------------------------ */

static void on_disconnected(hotshoe_operation operation, void *context) {
    hotshoe_error *error = NULL;
    end(context, succeeded("disconnect", hotshoe_camera_disconnect_result(operation, &error), &error));
}

static void on_saved(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    if (!succeeded("save", hotshoe_remote_file_write_to_result(operation, &error), &error)) {
        end(self, false);
        return;
    }
    printf("saved camera_queue.jpg\n");
    hotshoe_operation next = {0};
    then(self, succeeded("disconnect", hotshoe_camera_disconnect(self->camera, NULL, &next), NULL), next, on_disconnected);
}

static void on_progress(hotshoe_transfer_progress progress, void *context) {
    (void)context;
    if (progress.total_bytes.has_value && progress.completed_bytes == progress.total_bytes.value)
        printf("fetched %llu bytes\n", (unsigned long long)progress.completed_bytes);
}

static void on_shot(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    const bool replacing = true;
    hotshoe_operation next = {0};
    bool is_started = succeeded("shoot", hotshoe_camera_shoot_result(operation, &shot, &error), &error)
        && succeeded("shoot", hotshoe_shot_get_original(shot, &self->picture), NULL)
        && succeeded("save",
            hotshoe_remote_file_write_to(self->picture, hotshoe_text("camera_queue.jpg"), &replacing, self->queue, on_progress, self, NULL, &next),
            NULL);
    hotshoe_shot_release(shot);
    then(self, is_started, next, on_saved);
}

static void on_aperture_set(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    hotshoe_operation next = {0};
    bool is_started = succeeded("aperture", hotshoe_aperture_property_set_result(operation, &error), &error)
        && succeeded("shoot", hotshoe_camera_shoot(self->camera, NULL, &next), NULL);
    then(self, is_started, next, on_shot);
}

static void on_aperture(hotshoe_aperture aperture, void *context) {
    (void)context;
    print_aperture(aperture);
}

static void on_mode_set(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    hotshoe_operation next = {0};
    hotshoe_aperture_property aperture = {0};
    bool is_started = succeeded("exposure mode", hotshoe_exposure_mode_property_set_result(operation, &error), &error);
    if (is_started) print_settings(self->camera);
    is_started = is_started
        && succeeded("aperture", hotshoe_camera_get_aperture(self->camera, &aperture), NULL)
        && succeeded("aperture", hotshoe_aperture_property_observe(aperture, self->queue, on_aperture, self, NULL, &self->changes), NULL)
        && start_aperture(self->camera, &next);
    hotshoe_aperture_property_release(aperture);
    then(self, is_started, next, on_aperture_set);
}

static void on_live_view_end(hotshoe_live_view_end why, void *context) {
    hotshoe_string text = {0};
    hotshoe_live_view_end_description(why, &text);
    fprintf(stderr, "live view ended: %s\n", text.data ? text.data : "");
    hotshoe_string_free(&text);
    end(context, false);
}

static void on_frame(hotshoe_live_view_frame frame, void *context) {
    struct program *self = context;
    hotshoe_bytes jpeg; /* the camera's own bytes, until this function returns */
    if (hotshoe_live_view_frame_get_bytes(frame, &jpeg) == HOTSHOE_OK && ++self->frame_count % 10 == 0)
        printf("live view: frame %d, %zu bytes\n", self->frame_count, jpeg.size);
    if (self->frame_count < FRAMES) return;
    hotshoe_live_view_subscription_cancel(self->frames); /* called from inside the callback: this was the last call */
    hotshoe_operation next = {0};
    then(self, start_exposure_mode(self->camera, HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY, &next), next, on_mode_set);
}

static void on_connected(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_live_view_stream stream = {0};
    if (!succeeded("connect", hotshoe_camera_connect_result(operation, &warnings, &error), &error)) {
        end(self, false);
        return;
    }
    hotshoe_connection_warning_array_free(&warnings);
    print_camera(self->camera);
    bool is_watching = succeeded("live view", hotshoe_camera_live_view(self->camera, NULL, &stream), NULL)
        && succeeded("live view",
            hotshoe_live_view_stream_subscribe_with_credit(stream, self->queue, NULL, on_live_view_end, self, NULL, on_frame, self, NULL, &self->frames),
            NULL);
    hotshoe_live_view_stream_release(stream);
    if (!is_watching) end(self, false);
}

static void on_found(hotshoe_operation operation, void *context) {
    struct program *self = context;
    hotshoe_error *error = NULL;
    hotshoe_operation next = {0};
    bool is_started = succeeded("search", hotshoe_camera_discovery_first_result(operation, &self->camera, &error), &error)
        && succeeded("connect", hotshoe_camera_connect(self->camera, NULL, self->queue, NULL, NULL, NULL, &next), NULL);
    then(self, is_started, next, on_connected);
}

/* ---- The program's loop ------------------------------------------------------------------------------------------- */

static bool run(struct program *self) {
    hotshoe_operation first = {0};
    then(self,
        succeeded("search", hotshoe_camera_discovery_first(self->discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, &first), NULL),
        first, on_found);
    int descriptor = -1;
    if (!succeeded("queue", hotshoe_queue_descriptor(self->queue, &descriptor), NULL)) return false;
    while (!self->is_over) {
        struct pollfd list[] = {{descriptor, POLLIN, 0}}; /* and the other descriptors of the program */
        if (poll(list, 1, 10000) <= 0) {
            fprintf(stderr, "nothing happened for ten seconds\n");
            return false;
        }
        hotshoe_queue_run_pending(self->queue, NULL); /* every callback above is called from here */
    }
    return self->is_well;
}

int main(void) {
    struct program program = {.is_well = false};
    bool is_well = hotshoe_abi_matches() && succeeded("queue", hotshoe_queue_create(&program.queue), NULL)
        && make_discovery(&program.discovery) && run(&program);
    hotshoe_subscription_cancel(program.changes);
    hotshoe_subscription_release(program.changes);
    hotshoe_live_view_subscription_release(program.frames);
    hotshoe_operation_release(program.operation);
    hotshoe_remote_file_release(program.picture);
    hotshoe_camera_release(program.camera);
    hotshoe_camera_discovery_release(program.discovery);
    hotshoe_queue_release(program.queue);
    return finish(is_well);
}
