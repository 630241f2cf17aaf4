#include "capture.h"

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLICE_MS = 50 };

bool hs_capture_focuses(HsSession *self) {
    char value[1024] = "";
    return self->gp.setting_get("hotshoe", "autofocus", value) != GP_OK || strcmp(value, "Off") != 0;
}

/* ---- Files of a picture -------------------------------------------------------------------------------------------- */

/**
 * Adds a file to libgphoto2's list of a folder, if it has one.
 *
 * Without one libgphoto2 would request the list for this file, thousands of requests with a full card. The list is complete, with this file,
 * when the program needs it.
 */
static int announce(HsSession *self, const char *path, const char *name, GPContext *context) {
    HsFolder *folder = hs_folder_known(&self->folders, path);
    if (folder && !hs_folder_is_shown(&self->folders, folder)) return GP_OK;
    return self->gp.filesystem_append(self->files, path, name, context);
}

/* A file of a picture that trigger_capture began is reported when the camera announces it, not only when the picture is complete. */

static void note_reported(HsSession *self, uint64_t handle) {
    uint64_t *reported = realloc(self->reported, (self->reported_count + 1) * sizeof *reported);
    if (!reported) return;
    self->reported = reported;
    self->reported[self->reported_count++] = handle;
}

static bool is_reported(const HsSession *self, uint64_t handle) {
    for (size_t i = 0; i < self->reported_count; i++)
        if (self->reported[i] == handle) return true;
    return false;
}

/** Makes a file of a picture known, and adds an event with its path. */
static int deliver(HsSession *self, hotshoe_remote_file file, GPContext *context) {
    hotshoe_stored_item item = {0};
    const char *name = NULL;
    char *kept = NULL;
    HsFolder *folder = NULL;
    int result;
    hotshoe_remote_file_get_item(file, &item);
    if (item.bits) {
        hotshoe_item_info info = {0};
        hotshoe_stored_item_get_info(item, &info);
        uint64_t handle = info.handle.number;
        hotshoe_item_info_free(&info);
        if (is_reported(self, handle)) {
            hotshoe_stored_item_release(item);
            return GP_OK;
        }
        hs_events_forget(&self->events, handle);
        result = hs_folder_place(self, item, context, &folder, &name);
    } else {
        result = hs_memory_fetch(self, file, context, &name);
    }
    hotshoe_stored_item_release(item);
    if (result == GP_OK && !(kept = strdup(name))) result = GP_ERROR_NO_MEMORY;
    if (result == GP_OK) result = announce(self, folder ? folder->path : "/", kept, context);
    if (result == GP_OK) hs_events_add(&self->events, HS_EVENT_FILE, folder ? folder->path : "/", kept);
    free(kept);
    return result;
}

/** The failure of the first file of a picture that cannot be read. */
static int fail_unreadable(HsSession *self, hotshoe_shot shot, GPContext *context) {
    hotshoe_unreadable_item_array items = {0};
    hotshoe_shot_get_unreadable(shot, &items);
    if (items.count > 0) self->gp.context_error(context, "%s", items.data[0].message.data);
    else self->gp.context_error(context, "The camera took a picture and reported no file.");
    hotshoe_unreadable_item_array_free(&items);
    return GP_ERROR_CAMERA_ERROR;
}

/** Adds an event for each file of a picture, and one for its end. */
static int deliver_all(HsSession *self, hotshoe_shot shot, GPContext *context) {
    hotshoe_remote_file_array files = {0};
    int result = hs_result(&self->gp, context, hotshoe_shot_get_files(shot, &files), NULL);
    if (result == GP_OK && files.count == 0) result = fail_unreadable(self, shot, context);
    for (size_t i = 0; i < files.count; i++) {
        int delivered = deliver(self, files.data[i], context);
        if (result == GP_OK) result = delivered;
    }
    hotshoe_remote_file_array_free(&files);
    if (result == GP_OK) result = hs_memory_settle(self, context);
    hs_events_add(&self->events, HS_EVENT_COMPLETE, NULL, NULL);
    return result;
}

static int start(HsSession *self, hotshoe_operation *operation, GPContext *context) {
    hotshoe_shoot_options options = {.autofocus = hs_capture_focuses(self)};
    int result = hs_session_use(self, hotshoe_command_categories_stills_shooting, context);
    if (result != GP_OK) return result;
    self->reported_count = 0;
    return hs_result(&self->gp, context, hotshoe_camera_shoot(self->camera, &options, operation), NULL);
}

/** Delivers the files of a picture that is done. Releases the operation. */
static int complete(HsSession *self, hotshoe_operation operation, GPContext *context) {
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    hotshoe_status status = hotshoe_camera_shoot_result(operation, &shot, &error);
    int result = hs_result(&self->gp, context, status, error);
    if (result == GP_OK) result = deliver_all(self, shot, context);
    hotshoe_shot_release(shot);
    hotshoe_operation_release(operation);
    return result;
}

/** Waits for the picture that trigger_capture began. A cancellation ends the wait, not the picture. */
static int complete_pending(HsSession *self, GPContext *context) {
    if (!self->shot.bits) return GP_OK;
    while (hotshoe_operation_wait(self->shot, HOTSHOE_MILLISECONDS(SLICE_MS)) == HOTSHOE_TIMED_OUT) {
        self->gp.context_idle(context);
        if (self->gp.context_cancel(context) == GP_CONTEXT_FEEDBACK_CANCEL) return GP_ERROR_CANCEL;
    }
    hotshoe_operation shot = self->shot;
    self->shot = (hotshoe_operation){0};
    return complete(self, shot, context);
}

int hs_capture(HsSession *self, CameraCaptureType type, CameraFilePath *path, GPContext *context) {
    hotshoe_operation operation = {0};
    if (type != GP_CAPTURE_IMAGE) {
        self->gp.context_error(context, "Set \"movie\" to 1 to begin a video, and to 0 to end it: a capture takes a picture.");
        return GP_ERROR_NOT_SUPPORTED;
    }
    int result = complete_pending(self, context);
    if (result == GP_OK) result = start(self, &operation, context);
    if (result != GP_OK) return result;
    hs_wait(&self->gp, operation, context);
    /* Files that arrived before those of this picture stay in the queue. */
    uint64_t count = hs_events_count(&self->events);
    result = complete(self, operation, context);
    HsEvent *first = result == GP_OK ? hs_events_take_file(&self->events, count) : NULL;
    if (first) {
        snprintf(path->folder, sizeof path->folder, "%s", first->folder);
        snprintf(path->name, sizeof path->name, "%s", first->text);
        hs_event_free(first);
    }
    return result;
}

int hs_capture_trigger(HsSession *self, GPContext *context) {
    int result = complete_pending(self, context);
    return result == GP_OK ? start(self, &self->shot, context) : result;
}

void hs_capture_finish(HsSession *self, GPContext *context) {
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    if (!self->shot.bits) return;
    /* Without the context: a program that ends must not lose the picture that it has triggered. */
    (void)context;
    hotshoe_operation_wait(self->shot, HOTSHOE_SECONDS(120));
    hotshoe_camera_shoot_result(self->shot, &shot, &error);
    hotshoe_error_free(error);
    hotshoe_shot_release(shot);
    hotshoe_operation_release(self->shot);
    self->shot = (hotshoe_operation){0};
}

/* ---- Events -------------------------------------------------------------------------------------------------------- */

static int set_path(CameraEventType *type, CameraEventType kind, void **data, const char *folder, const char *name) {
    CameraFilePath *path = calloc(1, sizeof *path);
    if (!path) return GP_ERROR_NO_MEMORY;
    snprintf(path->folder, sizeof path->folder, "%s", folder);
    snprintf(path->name, sizeof path->name, "%s", name);
    *type = kind;
    *data = path;
    return GP_OK;
}

static int convert_item(HsSession *self, HsEvent *event, CameraEventType *type, void **data, GPContext *context) {
    HsFolder *folder = NULL;
    const char *name = NULL;
    bool is_folder = false;
    hotshoe_stored_item_is_folder(event->item, &is_folder);
    int result = hs_folder_place(self, event->item, context, &folder, &name);
    /* The file was deleted, or its card removed, before this event was requested. */
    if (result == GP_ERROR_FILE_NOT_FOUND || result == GP_ERROR_DIRECTORY_NOT_FOUND) return GP_OK;
    char *kept = result == GP_OK ? strdup(name) : NULL;
    if (result == GP_OK && !kept) result = GP_ERROR_NO_MEMORY;
    if (result == GP_OK && !is_folder) result = announce(self, folder->path, kept, context);
    if (result == GP_OK) result = set_path(type, is_folder ? GP_EVENT_FOLDER_ADDED : GP_EVENT_FILE_ADDED, data, folder->path, kept);
    if (result == GP_OK && self->shot.bits) note_reported(self, event->handle.number);
    free(kept);
    return result;
}

/** Converts an event; leaves `type` GP_EVENT_TIMEOUT if there is none for the program. */
static int convert(HsSession *self, HsEvent *event, CameraEventType *type, void **data, GPContext *context) {
    int result = GP_OK;
    switch (event->kind) {
    case HS_EVENT_ITEM: return convert_item(self, event, type, data, context);
    case HS_EVENT_FILE:
        result = announce(self, event->folder, event->text, context);
        return result == GP_OK ? set_path(type, GP_EVENT_FILE_ADDED, data, event->folder, event->text) : result;
    case HS_EVENT_COMPLETE: *type = GP_EVENT_CAPTURE_COMPLETE; break;
    case HS_EVENT_OFFER: return self->shot.bits ? GP_OK : hs_memory_settle(self, context);
    case HS_EVENT_PROPERTY:
        *data = hs_config_change(self, event->property);
        if (*data) *type = GP_EVENT_UNKNOWN;
        break;
    case HS_EVENT_TEXT:
        *data = strdup(event->text ? event->text : "");
        *type = GP_EVENT_UNKNOWN;
        break;
    }
    return result;
}

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/** Waits until a time, of the clock of now_ms; returns false if the context has cancelled it. */
static bool rest(HsSession *self, int64_t end, GPContext *context) {
    for (int64_t left; (left = end - now_ms()) > 0;) {
        int64_t slice = left > SLICE_MS ? SLICE_MS : left;
        nanosleep(&(struct timespec){.tv_nsec = slice * 1000000}, NULL);
        self->gp.context_idle(context);
        if (self->gp.context_cancel(context) == GP_CONTEXT_FEEDBACK_CANCEL) return false;
    }
    return true;
}

int hs_capture_event(HsSession *self, int timeout_ms, CameraEventType *type, void **data, GPContext *context) {
    int64_t end = now_ms() + (timeout_ms > 0 ? timeout_ms : 0);
    int result = GP_OK;
    *type = GP_EVENT_TIMEOUT;
    *data = NULL;
    for (;;) {
        bool is_done = false;
        HsEvent *event = NULL;
        if (self->shot.bits && hotshoe_operation_is_done(self->shot, &is_done) == HOTSHOE_OK && is_done) result = complete_pending(self, context);
        if (result != GP_OK) return result;
        int64_t left = end - now_ms();
        int slice = left > SLICE_MS ? SLICE_MS : left > 0 ? (int)left : 0;
        if (!hs_events_next(&self->events, slice, &event)) {
            /* A program that requests events in a loop, whatever their result, must not keep a processor busy. */
            if (self->has_reported_loss && !rest(self, end, context)) return GP_ERROR_CANCEL;
            self->has_reported_loss = true;
            self->gp.context_error(context, "The connection to the camera was lost.");
            return GP_ERROR_IO;
        }
        if (event) result = convert(self, event, type, data, context);
        hs_event_free(event);
        if (result != GP_OK || *type != GP_EVENT_TIMEOUT || (!event && left <= 0)) return result;
        self->gp.context_idle(context);
        if (self->gp.context_cancel(context) == GP_CONTEXT_FEEDBACK_CANCEL) return GP_ERROR_CANCEL;
    }
}
