#include "waits.h"

void hs_waits_init(HsWaits *self) {
    g_mutex_init(&self->lock);
    g_cond_init(&self->changed);
    self->is_cancelled = FALSE;
    self->operation = (hotshoe_operation){0};
    self->stream = (hotshoe_live_view_stream){0};
}

void hs_waits_clear(HsWaits *self) {
    hotshoe_live_view_stream_release(self->stream);
    g_cond_clear(&self->changed);
    g_mutex_clear(&self->lock);
}

void hs_waits_cancel(HsWaits *self) {
    g_mutex_lock(&self->lock);
    self->is_cancelled = TRUE;
    hotshoe_operation_cancel(self->operation); /* null handles are refused */
    hotshoe_live_view_stream_close(self->stream);
    g_cond_broadcast(&self->changed);
    g_mutex_unlock(&self->lock);
}

void hs_waits_resume(HsWaits *self) {
    g_mutex_lock(&self->lock);
    self->is_cancelled = FALSE;
    g_mutex_unlock(&self->lock);
}

gboolean hs_waits_is_cancelled(HsWaits *self) {
    g_mutex_lock(&self->lock);
    gboolean is_cancelled = self->is_cancelled;
    g_mutex_unlock(&self->lock);
    return is_cancelled;
}

void hs_waits_for_operation(HsWaits *self, hotshoe_operation operation) {
    g_mutex_lock(&self->lock);
    self->operation = operation;
    if (self->is_cancelled) hotshoe_operation_cancel(operation);
    g_mutex_unlock(&self->lock);
    hotshoe_operation_wait(operation, HOTSHOE_FOREVER);
    g_mutex_lock(&self->lock);
    self->operation = (hotshoe_operation){0};
    g_mutex_unlock(&self->lock);
}

gboolean hs_waits_for_time(HsWaits *self, gint64 milliseconds) {
    gint64 end = g_get_monotonic_time() + milliseconds * 1000;
    g_mutex_lock(&self->lock);
    while (!self->is_cancelled && g_cond_wait_until(&self->changed, &self->lock, end)) {}
    gboolean is_cancelled = self->is_cancelled;
    g_mutex_unlock(&self->lock);
    return !is_cancelled;
}

void hs_waits_set_stream(HsWaits *self, hotshoe_live_view_stream stream) {
    g_mutex_lock(&self->lock);
    hotshoe_live_view_stream old = self->stream;
    self->stream = stream;
    /* A cancellation before this call must not be lost. */
    if (self->is_cancelled) hotshoe_live_view_stream_close(stream);
    g_mutex_unlock(&self->lock);
    hotshoe_live_view_stream_release(old);
}
