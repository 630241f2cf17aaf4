#include "session.h"

#include "capture.h"
#include "discovery.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum { SEARCH_SECONDS = 15, CONNECT_SECONDS = 60, SLICE_MS = 50 };

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static int result_of(hotshoe_camera_error_code code) {
    switch (code) {
    case HOTSHOE_CAMERA_ERROR_CODE_CANCELLED: return GP_ERROR_CANCEL;
    case HOTSHOE_CAMERA_ERROR_CODE_TIMED_OUT: return GP_ERROR_TIMEOUT;
    case HOTSHOE_CAMERA_ERROR_CODE_BUSY: return GP_ERROR_CAMERA_BUSY;
    case HOTSHOE_CAMERA_ERROR_CODE_NOT_CONNECTED:
    case HOTSHOE_CAMERA_ERROR_CODE_CONNECTION_LOST:
    case HOTSHOE_CAMERA_ERROR_CODE_CONNECTION_REFUSED:
    case HOTSHOE_CAMERA_ERROR_CODE_PERMISSION_DENIED: return GP_ERROR_IO;
    case HOTSHOE_CAMERA_ERROR_CODE_INVALID_ARGUMENT:
    case HOTSHOE_CAMERA_ERROR_CODE_INVALID_VALUE: return GP_ERROR_BAD_PARAMETERS;
    case HOTSHOE_CAMERA_ERROR_CODE_NOT_AVAILABLE:
    case HOTSHOE_CAMERA_ERROR_CODE_NOT_SUPPORTED:
    case HOTSHOE_CAMERA_ERROR_CODE_NO_DATA:
    case HOTSHOE_CAMERA_ERROR_CODE_DISALLOWED_BY_TRANSPORT: return GP_ERROR_NOT_SUPPORTED;
    case HOTSHOE_CAMERA_ERROR_CODE_STORAGE_FULL: return GP_ERROR_NO_SPACE;
    case HOTSHOE_CAMERA_ERROR_CODE_NOT_FOUND: return GP_ERROR_FILE_NOT_FOUND;
    case HOTSHOE_CAMERA_ERROR_CODE_TOO_LARGE: return GP_ERROR_NO_MEMORY;
    case HOTSHOE_CAMERA_ERROR_CODE_PROTOCOL_FAILURE: return GP_ERROR_CORRUPTED_DATA;
    case HOTSHOE_CAMERA_ERROR_CODE_FILE_SYSTEM: return GP_ERROR_OS_FAILURE;
    case HOTSHOE_CAMERA_ERROR_CODE_INTERNAL_FAILURE: return GP_ERROR;
    /* The camera has refused: focus, card, mode, battery, authentication. */
    default: return GP_ERROR_CAMERA_ERROR;
    }
}

hotshoe_camera_error_code hs_error_code(const hotshoe_error *error) {
    hotshoe_camera_error_code code = HOTSHOE_CAMERA_ERROR_CODE_INTERNAL_FAILURE;
    hotshoe_camera_error reason = {0};
    if (error && hotshoe_camera_error_from_error(error, &reason) == HOTSHOE_OK) hotshoe_camera_error_get_code(reason, &code);
    hotshoe_camera_error_release(reason);
    return code;
}

int hs_result(const HsHost *gp, GPContext *context, hotshoe_status status, hotshoe_error *error) {
    if (status == HOTSHOE_OK) return GP_OK;
    int result = status == HOTSHOE_ERROR_CANCELLED ? GP_ERROR_CANCEL : result_of(hs_error_code(error));
    if (result != GP_ERROR_CANCEL) gp->context_error(context, "%s", error ? hotshoe_error_message(error) : hotshoe_status_text(status));
    hotshoe_error_free(error);
    return result;
}

/* ---- Waits ------------------------------------------------------------------------------------------------------- */

void hs_wait_with(const HsHost *gp, hotshoe_operation operation, HsTick tick, void *data, GPContext *context) {
    bool is_cancelled = false;
    while (hotshoe_operation_wait(operation, HOTSHOE_MILLISECONDS(SLICE_MS)) == HOTSHOE_TIMED_OUT) {
        if (tick) tick(data);
        gp->context_idle(context);
        if (is_cancelled || gp->context_cancel(context) != GP_CONTEXT_FEEDBACK_CANCEL) continue;
        is_cancelled = true;
        hotshoe_operation_cancel(operation);
    }
}

void hs_wait(const HsHost *gp, hotshoe_operation operation, GPContext *context) { hs_wait_with(gp, operation, NULL, NULL, context); }

bool hs_pulse_is_cancelled(HsPulse *self, const HsHost *gp, GPContext *context) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    if (now_ms < self->next_ms) return false;
    self->next_ms = now_ms + SLICE_MS;
    gp->context_idle(context);
    return gp->context_cancel(context) == GP_CONTEXT_FEEDBACK_CANCEL;
}

/* ---- Opening and closing ------------------------------------------------------------------------------------------ */

static bool is_selected(hotshoe_camera camera, void *context) {
    hotshoe_camera_description description = {0};
    bool matches =
        hotshoe_camera_get_description(camera, &description) == HOTSHOE_OK && hs_selector_matches(context, &description);
    hotshoe_camera_description_free(&description);
    return matches;
}

static int find(HsSession *self, HsSelector *selector, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_status status = hs_discovery_create(selector, &self->discovery);
    bool has_address = selector->kind == HS_SELECTOR_ADDRESS;
    if (status == HOTSHOE_OK)
        status = has_address
            ? hotshoe_camera_discovery_camera_at(self->discovery, &selector->address, &operation)
            : hotshoe_camera_discovery_first(self->discovery, HOTSHOE_SECONDS(SEARCH_SECONDS), is_selected, selector, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = has_address ? hotshoe_camera_discovery_camera_at_result(operation, &self->camera, &error)
                             : hotshoe_camera_discovery_first_result(operation, &self->camera, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&self->gp, context, status, error);
}

static int connect(HsSession *self, GPContext *context) {
    hotshoe_connect_options options = {.timeout_ns = {true, HOTSHOE_SECONDS(CONNECT_SECONDS)}};
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_status status = hotshoe_camera_connect(self->camera, &options, HS_NO_QUEUE, NULL, NULL, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_camera_connect_result(operation, &warnings, &error);
    }
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_operation_release(operation);
    return hs_result(&self->gp, context, status, error);
}

int hs_session_use(HsSession *self, HsCategory category, GPContext *context) {
    hotshoe_command_categories wanted = {0}, active = {0};
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    bool is_supported = false;
    hotshoe_status status = category(&wanted);
    if (status == HOTSHOE_OK) status = hotshoe_camera_get_command_categories(self->camera, &active);
    if (status != HOTSHOE_OK || (active.raw_value & wanted.raw_value) == wanted.raw_value) return hs_result(&self->gp, context, status, NULL);
    /* Without the category the command itself reports what is missing. */
    if (hotshoe_camera_supports(self->camera, wanted, &is_supported) != HOTSHOE_OK || !is_supported) return GP_OK;
    hotshoe_command_categories all = {active.raw_value | wanted.raw_value};
    if (hotshoe_camera_supports(self->camera, all, &is_supported) != HOTSHOE_OK || !is_supported) all = wanted;
    status = hotshoe_camera_set_command_categories(self->camera, all, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_camera_set_command_categories_result(operation, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&self->gp, context, status, error);
}

/** The family is known before connecting only where a search has found the camera; the manufacturer is known after it. */
static void note_family(HsSession *self) {
    hotshoe_camera_description description = {0};
    hotshoe_optional_camera_info info = {0};
    hotshoe_camera_get_description(self->camera, &description);
    hotshoe_camera_get_info(self->camera, &info);
    const char *family = description.family.name.data, *manufacturer = info.has_value ? info.value.manufacturer.data : NULL;
    self->is_like_canon = (family && (strcmp(family, "canon") == 0 || strcmp(family, "simulated") == 0))
        || (manufacturer && strncasecmp(manufacturer, "canon", 5) == 0);
    hotshoe_optional_camera_info_free(&info);
    hotshoe_camera_description_free(&description);
}

int hs_session_open(const HsHost *gp, const char *model, const char *path, GPContext *context, HsSession **session) {
    HsSelector selector;
    const char *form = hs_selector_parse(&selector, model, path);
    if (form) {
        gp->context_error(context, "The port is \"%s\", which is not %s.", path, form);
        return GP_ERROR_UNKNOWN_PORT;
    }
    if (!hotshoe_abi_matches()) {
        gp->context_error(context, "hotshoe.so was built for another version of libhotshoe: install both from the same release.");
        return GP_ERROR_LIBRARY;
    }
    HsSession *self = calloc(1, sizeof *self);
    if (!self) return GP_ERROR_NO_MEMORY;
    self->gp = *gp;
    hs_events_init(&self->events);
    hs_preview_init(&self->preview);
    int result = find(self, &selector, context);
    if (result == GP_OK) {
        /* Before connecting: a camera can announce a picture with its first event. */
        result = hs_result(gp, context, hs_events_observe(&self->events, self->camera), NULL);
    }
    if (result == GP_OK) result = connect(self, context);
    if (result != GP_OK) {
        hs_session_close(self, context);
        return result;
    }
    hs_events_begin(&self->events);
    note_family(self);
    *session = self;
    return GP_OK;
}

/** Reports pictures that exist nowhere else and that the program has not received. */
static void report_lost(HsSession *self, GPContext *context) {
    unsigned count = 0;
    for (const HsPicture *picture = self->memory.first; picture; picture = picture->next) count += !picture->is_read;
    if (count > 0)
        self->gp.context_error(context, "Pictures in memory that were not downloaded, and are lost: %u. With \"capturetarget\" \"Memory card\" "
            "pictures are stored on the card.", count);
}

void hs_session_close(HsSession *self, GPContext *context) {
    report_lost(self, context);
    hs_capture_finish(self, context);
    hs_preview_clear(&self->preview);
    if (self->camera.bits) hotshoe_camera_disconnect_wait(self->camera, NULL, HOTSHOE_SECONDS(20), NULL);
    hs_events_clear(&self->events);
    hs_memory_clear(&self->memory);
    hs_folders_clear(&self->folders);
    hotshoe_camera_release(self->camera);
    hotshoe_camera_discovery_release(self->discovery);
    free(self->reported);
    free(self);
}
