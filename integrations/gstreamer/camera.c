#include "camera.h"

#include "discovery.h"

#include <math.h>
#include <string.h>

#define NO_LIMIT HOTSHOE_SECONDS(365 * 86400)
#define NO_QUEUE ((hotshoe_queue){0})

enum { PAUSE_MS = 1000, BUSY_PAUSE_MS = 100 };

/* Guards the cameras in use and their numbers of users. */
static GMutex all_cameras;
static GCond camera_closed;
static GHashTable *cameras; /* by identifier; not owned */

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

void hs_failure_clear(HsFailure *self) {
    g_free(self->message);
    *self = (HsFailure){0};
}

void hs_failure_set(HsFailure *self, hotshoe_status status, hotshoe_error *error) {
    hotshoe_camera_error camera_error = {0};
    hs_failure_clear(self);
    self->code = HOTSHOE_CAMERA_ERROR_CODE_INTERNAL_FAILURE;
    if (error && hotshoe_camera_error_from_error(error, &camera_error) == HOTSHOE_OK) {
        hotshoe_camera_error_get_code(camera_error, &self->code);
        hotshoe_camera_error_release(camera_error);
    }
    self->is_cancelled = status == HOTSHOE_ERROR_CANCELLED || self->code == HOTSHOE_CAMERA_ERROR_CODE_CANCELLED;
    self->message = g_strdup(error ? hotshoe_error_message(error) : hotshoe_status_text(status));
    hotshoe_error_free(error);
}

/* ---- Exposure ----------------------------------------------------------------------------------------------------- */

static void read_exposure(HsCamera *self) {
    HsExposure exposure = hs_exposure_read(self->camera);
    g_mutex_lock(&self->lock);
    self->exposure = exposure;
    g_mutex_unlock(&self->lock);
}

static void on_event(const hotshoe_camera_event *event, void *context) {
    if (event->kind == HOTSHOE_CAMERA_EVENT_PROPERTY || event->kind == HOTSHOE_CAMERA_EVENT_AUTO_EXPOSURE
        || event->kind == HOTSHOE_CAMERA_EVENT_CONNECTION)
        read_exposure(context);
}

HsExposure hs_camera_exposure(HsCamera *self) {
    g_mutex_lock(&self->lock);
    HsExposure exposure = self->exposure;
    g_mutex_unlock(&self->lock);
    return exposure;
}

/* ---- Cameras in use ---------------------------------------------------------------------------------------------- */

static void camera_free(gpointer context) {
    HsCamera *self = context;
    hotshoe_camera_release(self->camera);
    g_mutex_clear(&self->lock);
    g_free(self->identifier);
}

HsCamera *hs_camera_retain(HsCamera *self) { return g_atomic_rc_box_acquire(self); }
void hs_camera_release(HsCamera *self) { g_atomic_rc_box_release_full(self, camera_free); }

static void release_context(void *context) { hs_camera_release(context); }

static bool is_selected(hotshoe_camera camera, void *context) {
    hotshoe_camera_description description = {0};
    gboolean matches = hotshoe_camera_get_description(camera, &description) == HOTSHOE_OK && hs_selector_matches(context, &description);
    hotshoe_camera_description_free(&description);
    return matches;
}

static gboolean find(
    hotshoe_camera_discovery discovery, HsSelector *selector, guint64 timeout_ns, HsWaits *waits, hotshoe_camera *camera, HsFailure *failure) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    gboolean has_address = selector->kind == HS_SELECTOR_ADDRESS;
    int64_t limit = timeout_ns && timeout_ns < (guint64)NO_LIMIT ? (int64_t)timeout_ns : NO_LIMIT;
    hotshoe_status status = has_address
        ? hotshoe_camera_discovery_camera_at(discovery, &selector->address, &operation)
        : hotshoe_camera_discovery_first(discovery, limit, is_selected, hs_selector_retain(selector), hs_selector_release, &operation);
    if (status == HOTSHOE_OK) {
        hs_waits_for_operation(waits, operation);
        status = has_address ? hotshoe_camera_discovery_camera_at_result(operation, camera, &error)
                             : hotshoe_camera_discovery_first_result(operation, camera, &error);
    }
    hotshoe_operation_release(operation);
    if (status != HOTSHOE_OK) hs_failure_set(failure, status, error);
    return status == HOTSHOE_OK;
}

/** Returns the entry of a camera that was found, for one more user. Consumes the handle, and the user's discovery. */
static HsCamera *share(hotshoe_camera camera, hotshoe_camera_discovery discovery, gboolean is_listed) {
    hotshoe_camera_description description = {0};
    hotshoe_camera_get_description(camera, &description);
    const gchar *identifier = description.identifier.text.data ? description.identifier.text.data : "";
    g_mutex_lock(&all_cameras);
    if (!cameras) cameras = g_hash_table_new(g_str_hash, g_str_equal);
    HsCamera *self;
    /* A camera that its last user is disconnecting from would be disconnected after this user has connected. */
    while ((self = g_hash_table_lookup(cameras, identifier)) && self->users == 0) {
        g_cond_wait(&camera_closed, &all_cameras);
        if (!cameras) cameras = g_hash_table_new(g_str_hash, g_str_equal);
    }
    gboolean is_new = !self;
    if (is_new) {
        self = g_atomic_rc_box_new0(HsCamera);
        self->identifier = g_strdup(identifier);
        self->camera = camera;
        self->discovery = discovery;
        self->is_listed = is_listed;
        self->exposure.compensation = NAN;
        g_mutex_init(&self->lock);
        g_hash_table_insert(cameras, self->identifier, self);
    } else {
        hs_camera_retain(self);
    }
    self->users++;
    g_mutex_unlock(&all_cameras);
    hotshoe_camera_description_free(&description);
    if (!is_new) {
        hotshoe_camera_release(camera);
        hs_discovery_return(discovery);
    }
    return self;
}

HsCamera *hs_camera_open(HsSelector *selector, guint64 timeout_ns, HsWaits *waits, HsFailure *failure) {
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera camera = {0};
    hotshoe_status status = hs_discovery_borrow(selector->kind == HS_SELECTOR_SIMULATED ? selector->text : NULL, &discovery);
    if (status != HOTSHOE_OK) {
        hs_failure_set(failure, status, NULL);
        return NULL;
    }
    if (!find(discovery, selector, timeout_ns, waits, &camera, failure)) {
        hs_discovery_return(discovery);
        return NULL;
    }
    return share(camera, discovery, selector->kind != HS_SELECTOR_ADDRESS);
}

static gboolean connect_once(HsCamera *self, guint64 timeout_ns, HsWaits *waits, HsFailure *failure) {
    hotshoe_connect_options options = {.timeout_ns = {timeout_ns != 0 && timeout_ns < (guint64)NO_LIMIT, (int64_t)timeout_ns}};
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    hotshoe_status status = hotshoe_camera_connect(self->camera, &options, NO_QUEUE, NULL, NULL, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_waits_for_operation(waits, operation);
        status = hotshoe_camera_connect_result(operation, &warnings, &error);
    }
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_operation_release(operation);
    if (status != HOTSHOE_OK) hs_failure_set(failure, status, error);
    return status == HOTSHOE_OK;
}

/** Observes the exposure settings, if no element did yet. */
static void observe(HsCamera *self) {
    hotshoe_subscription events = {0};
    g_mutex_lock(&self->lock);
    gboolean is_observed = self->events.bits != 0;
    g_mutex_unlock(&self->lock);
    if (is_observed) return;
    hotshoe_camera_observe(self->camera, NO_QUEUE, on_event, hs_camera_retain(self), release_context, &events);
    g_mutex_lock(&self->lock);
    if (self->events.bits == 0) {
        self->events = events;
        events = (hotshoe_subscription){0};
    }
    g_mutex_unlock(&self->lock);
    hotshoe_subscription_release(events);
    read_exposure(self);
}

gboolean hs_camera_connect(HsCamera *self, guint64 timeout_ns, HsWaits *waits, HsFailure *failure) {
    gint64 end = g_get_monotonic_time() + (gint64)MIN(timeout_ns, (guint64)NO_LIMIT) / 1000;
    while (!connect_once(self, timeout_ns, waits, failure)) {
        /* Another element of this process may be connecting or disconnecting. */
        gboolean may_repeat = failure->code == HOTSHOE_CAMERA_ERROR_CODE_BUSY && (timeout_ns == 0 || g_get_monotonic_time() < end);
        if (!may_repeat || !hs_waits_for_time(waits, BUSY_PAUSE_MS)) return FALSE;
    }
    hs_failure_clear(failure);
    observe(self);
    return TRUE;
}

static bool is_same(hotshoe_camera camera, void *context) {
    HsCamera *self = context;
    hotshoe_camera_identifier identifier = {{0}};
    gboolean same = hotshoe_camera_get_identifier(camera, &identifier) == HOTSHOE_OK && identifier.text.data
        && strcmp(identifier.text.data, self->identifier) == 0;
    hotshoe_camera_identifier_free(&identifier);
    return same;
}

gboolean hs_camera_wait(HsCamera *self, HsWaits *waits) {
    hotshoe_operation operation = {0};
    hotshoe_camera found = {0};
    /* The camera may still be listed, and one that was found may not accept a connection yet. */
    if (!hs_waits_for_time(waits, PAUSE_MS)) return FALSE;
    if (!self->is_listed) return TRUE;
    if (hotshoe_camera_discovery_first(self->discovery, NO_LIMIT, is_same, hs_camera_retain(self), release_context, &operation) == HOTSHOE_OK) {
        hs_waits_for_operation(waits, operation);
        hotshoe_camera_discovery_first_result(operation, &found, NULL);
    }
    hotshoe_operation_release(operation);
    hotshoe_camera_release(found);
    return !hs_waits_is_cancelled(waits);
}

/** Disconnects after the last user has returned the camera, which is then no longer in use. */
static void end_use(HsCamera *self) {
    hotshoe_subscription_cancel(self->events);
    hotshoe_subscription_release(self->events);
    hotshoe_camera_disconnect_wait(self->camera, NULL, HOTSHOE_FOREVER, NULL);
    g_mutex_lock(&all_cameras);
    g_hash_table_remove(cameras, self->identifier);
    if (g_hash_table_size(cameras) == 0) g_clear_pointer(&cameras, g_hash_table_unref);
    g_cond_broadcast(&camera_closed);
    g_mutex_unlock(&all_cameras);
    hs_discovery_return(self->discovery);
}

void hs_camera_close(HsCamera *self) {
    g_mutex_lock(&all_cameras);
    gboolean is_last = --self->users == 0;
    g_mutex_unlock(&all_cameras);
    if (is_last) end_use(self);
    hs_camera_release(self);
}
