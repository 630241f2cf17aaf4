/*
 * A camera in a poll(2) loop: one thread, no callbacks, and only poll itself blocks.
 *
 * Everything that takes time has a file descriptor: an operation (one running call) is readable when it is done, a stream
 * (repeated elements) when an element is available. Try first, then poll: hotshoe_…_try_next without an element requests the
 * next one from the library, and the descriptor becomes readable when it is available.
 */
#include "support.h"

#include <poll.h>

enum { FRAMES = 30 };

/* The steps of the program, in order; each step except WATCH is one operation. */
enum step { FIND, CONNECT, WATCH, SET_MODE, SET_APERTURE, SHOOT, SAVE, DISCONNECT, DONE };

struct program {
    enum step step;
    bool is_well;
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    hotshoe_operation operation;       /* of the current step */
    hotshoe_live_view_stream frames;   /* while watching */
    hotshoe_aperture_stream apertures; /* once connected */
    int frame_count;
    hotshoe_remote_file picture;
};

/** Begins a step. Its operation runs in the background. */
static bool begin(struct program *self, enum step step) {
    const bool replacing = true;
    hotshoe_operation_release(self->operation);
    self->operation = (hotshoe_operation){0};
    self->step = step;
    switch (step) {
    case FIND:
        return succeeded("search",
            hotshoe_camera_discovery_first(self->discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, &self->operation), NULL);
    case CONNECT:
        return succeeded("connect",
            hotshoe_camera_connect(self->camera, NULL, NO_QUEUE, NULL, NULL, NULL, &self->operation), NULL);
    case WATCH:
        return succeeded("live view", hotshoe_camera_live_view(self->camera, NULL, &self->frames), NULL);
    case SET_MODE: /* aperture priority, or the camera chooses the aperture */
        return start_exposure_mode(self->camera, HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY, &self->operation);
    case SET_APERTURE:
        return start_aperture(self->camera, &self->operation);
    case SHOOT:
        return succeeded("shoot", hotshoe_camera_shoot(self->camera, NULL, &self->operation), NULL);
    case SAVE:
        return succeeded("save",
            hotshoe_remote_file_write_to(self->picture, hotshoe_text("camera_poll.jpg"), &replacing, NO_QUEUE, NULL, NULL, NULL, &self->operation),
            NULL);
    case DISCONNECT:
        return succeeded("disconnect", hotshoe_camera_disconnect(self->camera, NULL, &self->operation), NULL);
    case DONE:
        return true;
    }
    return false;
}

/** Observes the aperture, once there is a camera. */
static bool watch_aperture(struct program *self) {
    hotshoe_aperture_property aperture = {0};
    bool is_well = succeeded("aperture", hotshoe_camera_get_aperture(self->camera, &aperture), NULL)
        && succeeded("aperture", hotshoe_aperture_property_get_values(aperture, &self->apertures), NULL);
    hotshoe_aperture_property_release(aperture);
    return is_well;
}

/** Reads the result of a step whose operation is done, and begins the next one. */
static bool go_on(struct program *self) {
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_shot shot = {0};
    bool is_well;
    switch (self->step) {
    case FIND:
        return succeeded("search", hotshoe_camera_discovery_first_result(self->operation, &self->camera, &error), &error)
            && begin(self, CONNECT);
    case CONNECT:
        if (!succeeded("connect", hotshoe_camera_connect_result(self->operation, &warnings, &error), &error)) return false;
        hotshoe_connection_warning_array_free(&warnings);
        print_camera(self->camera);
        return watch_aperture(self) && begin(self, WATCH);
    case SET_MODE:
        if (!succeeded("exposure mode", hotshoe_exposure_mode_property_set_result(self->operation, &error), &error)) return false;
        print_settings(self->camera);
        return begin(self, SET_APERTURE);
    case SET_APERTURE:
        return succeeded("aperture", hotshoe_aperture_property_set_result(self->operation, &error), &error)
            && begin(self, SHOOT);
    case SHOOT:
        is_well = succeeded("shoot", hotshoe_camera_shoot_result(self->operation, &shot, &error), &error)
            && succeeded("shoot", hotshoe_shot_get_original(shot, &self->picture), NULL);
        hotshoe_shot_release(shot);
        return is_well && begin(self, SAVE);
    case SAVE:
        if (!succeeded("save", hotshoe_remote_file_write_to_result(self->operation, &error), &error)) return false;
        printf("saved camera_poll.jpg\n");
        return begin(self, DISCONNECT);
    case DISCONNECT:
        return succeeded("disconnect", hotshoe_camera_disconnect_result(self->operation, &error), &error) && begin(self, DONE);
    default:
        return true;
    }
}

/** Reads the available frames; after the last one begins the next step. */
static bool take_frames(struct program *self) {
    hotshoe_error *error = NULL;
    hotshoe_live_view_frame frame;
    hotshoe_status status;
    while ((status = hotshoe_live_view_stream_try_next(self->frames, &frame, &error)) == HOTSHOE_OK) {
        hotshoe_bytes jpeg; /* the camera's own bytes, until the frame is released */
        if (hotshoe_live_view_frame_get_bytes(frame, &jpeg) == HOTSHOE_OK && ++self->frame_count % 10 == 0)
            printf("live view: frame %d, %zu bytes\n", self->frame_count, jpeg.size);
        hotshoe_live_view_frame_release(frame);
        if (self->frame_count < FRAMES) continue;
        hotshoe_live_view_stream_release(self->frames); /* which ends live view, because there is no other consumer */
        self->frames = (hotshoe_live_view_stream){0};
        return begin(self, SET_MODE);
    }
    return status == HOTSHOE_PENDING || succeeded("live view", status, &error);
}

/** Reads the available values of the aperture. */
static bool take_apertures(struct program *self) {
    hotshoe_aperture aperture;
    hotshoe_status status;
    while ((status = hotshoe_aperture_stream_try_next(self->apertures, &aperture, NULL)) == HOTSHOE_OK) {
        print_aperture(aperture);
        hotshoe_aperture_release(aperture);
    }
    return status == HOTSHOE_PENDING || status == HOTSHOE_END;
}

/* poll(2) ignores negative descriptors: those of null handles. */
static struct pollfd readable(int descriptor) {
    struct pollfd entry = {descriptor, POLLIN, 0};
    return entry;
}

static bool run(struct program *self) {
    while (self->step != DONE) {
        /* Request elements; this also reads those that are available already. */
        if (self->frames.bits && !take_frames(self)) return false;
        if (self->apertures.bits && !take_apertures(self)) return false;
        int operation = -1, frames = -1, apertures = -1; /* unchanged for null handles */
        hotshoe_operation_descriptor(self->operation, &operation);
        hotshoe_live_view_stream_descriptor(self->frames, &frames);
        hotshoe_aperture_stream_descriptor(self->apertures, &apertures);
        /* A real program has its sockets and its display in this list, too. */
        struct pollfd list[] = {readable(operation), readable(frames), readable(apertures)};
        if (poll(list, 3, 10000) <= 0) {
            fprintf(stderr, "nothing happened for ten seconds\n");
            return false;
        }
        if (list[0].revents && !go_on(self)) return false;
    }
    return true;
}

int main(void) {
    struct program program = {.step = FIND};
    bool is_well = hotshoe_abi_matches() && make_discovery(&program.discovery) && begin(&program, FIND) && run(&program);
    hotshoe_operation_release(program.operation); /* a running operation that is released is cancelled */
    hotshoe_remote_file_release(program.picture);
    hotshoe_live_view_stream_release(program.frames);
    hotshoe_aperture_stream_release(program.apertures);
    hotshoe_camera_release(program.camera);
    hotshoe_camera_discovery_release(program.discovery);
    return finish(is_well);
}
