#include "preview.h"

#include "session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { IDLE_SECONDS = 5, FRAME_SECONDS = 15 };

void hs_preview_init(HsPreview *self) {
    pthread_condattr_t attributes;
    memset(self, 0, sizeof *self);
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_condattr_destroy(&attributes);
}

/** Closes the stream, with the lock held. */
static void close_stream(HsPreview *self) {
    hotshoe_live_view_stream_close(self->stream);
    hotshoe_live_view_stream_release(self->stream);
    self->stream = (hotshoe_live_view_stream){0};
}

static void *run(void *context) {
    HsPreview *self = context;
    pthread_mutex_lock(&self->lock);
    while (!self->is_ending) {
        if (!self->stream.bits || self->is_kept) {
            pthread_cond_wait(&self->changed, &self->lock);
            continue;
        }
        struct timespec end = self->used;
        end.tv_sec += IDLE_SECONDS;
        bool is_over = pthread_cond_timedwait(&self->changed, &self->lock, &end) == ETIMEDOUT;
        /* A frame may have been requested in the meantime, and moves the end. */
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (is_over && !self->is_kept && self->stream.bits && now.tv_sec - self->used.tv_sec >= IDLE_SECONDS) close_stream(self);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

void hs_preview_clear(HsPreview *self) {
    pthread_mutex_lock(&self->lock);
    self->is_ending = true;
    close_stream(self);
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (self->has_thread) pthread_join(self->thread, NULL);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
}

bool hs_preview_is_open(HsPreview *self) {
    pthread_mutex_lock(&self->lock);
    bool is_open = self->stream.bits != 0;
    pthread_mutex_unlock(&self->lock);
    return is_open;
}

/** Opens the stream if it is closed, and borrows it for a request: `stream` is released by the caller. */
static int borrow(HsSession *session, GPContext *context, hotshoe_live_view_stream *stream) {
    HsPreview *self = &session->preview;
    hotshoe_status status = HOTSHOE_OK;
    pthread_mutex_lock(&self->lock);
    clock_gettime(CLOCK_MONOTONIC, &self->used);
    if (!self->stream.bits) {
        hotshoe_live_view_options options = {0};
        status = hotshoe_camera_live_view(session->camera, &options, &self->stream);
        if (!self->has_thread) self->has_thread = pthread_create(&self->thread, NULL, run, self) == 0;
        pthread_cond_broadcast(&self->changed);
    }
    *stream = self->stream;
    hotshoe_live_view_stream_retain(*stream);
    pthread_mutex_unlock(&self->lock);
    return hs_result(&session->gp, context, status, NULL);
}

/** Closes a stream that has ended, so that the next request opens another one. */
static void drop(HsPreview *self, hotshoe_live_view_stream stream) {
    pthread_mutex_lock(&self->lock);
    if (self->stream.bits == stream.bits) close_stream(self);
    pthread_mutex_unlock(&self->lock);
}

/** Requests a frame; cancelled by the context. */
static int receive(HsSession *session, hotshoe_live_view_stream stream, GPContext *context, hotshoe_live_view_frame *frame) {
    hotshoe_error *error = NULL;
    hotshoe_status status = HOTSHOE_TIMED_OUT;
    for (int i = 0; status == HOTSHOE_TIMED_OUT && i < FRAME_SECONDS * 10; i++) {
        status = hotshoe_live_view_stream_next(stream, HOTSHOE_MILLISECONDS(100), frame, &error);
        if (status != HOTSHOE_TIMED_OUT) break;
        session->gp.context_idle(context);
        if (session->gp.context_cancel(context) == GP_CONTEXT_FEEDBACK_CANCEL) return GP_ERROR_CANCEL;
    }
    if (status == HOTSHOE_TIMED_OUT) {
        session->gp.context_error(context, "The camera sent no picture of live view in %d s.", FRAME_SECONDS);
        return GP_ERROR_TIMEOUT;
    }
    if (status != HOTSHOE_OK) drop(&session->preview, stream);
    if (status == HOTSHOE_END) {
        session->gp.context_error(context, "The camera has ended live view.");
        return GP_ERROR_CAMERA_ERROR;
    }
    return hs_result(&session->gp, context, status, error);
}

static int write_frame(HsSession *session, hotshoe_live_view_frame frame, CameraFile *file) {
    hotshoe_bytes bytes = {0};
    hotshoe_live_view_frame_info info = {0};
    hotshoe_live_view_frame_info_format format = HOTSHOE_LIVE_VIEW_FRAME_INFO_FORMAT_JPEG;
    hotshoe_pixel_size size = {0};
    int result = GP_OK;
    hotshoe_live_view_frame_get_info(frame, &info);
    hotshoe_live_view_frame_info_get_format(info, &format);
    hotshoe_live_view_frame_get_size(frame, &size);
    hotshoe_live_view_frame_get_bytes(frame, &bytes); /* borrowed from the frame */
    bool is_jpeg = format == HOTSHOE_LIVE_VIEW_FRAME_INFO_FORMAT_JPEG;
    if (!is_jpeg) {
        char header[64];
        int length = snprintf(header, sizeof header, "P6\n%lld %lld\n255\n", (long long)size.width, (long long)size.height);
        result = session->gp.file_append(file, header, (unsigned long)length);
    }
    if (result == GP_OK) result = session->gp.file_append(file, (const char *)bytes.data, bytes.size);
    if (result == GP_OK) result = session->gp.file_set_mime_type(file, is_jpeg ? GP_MIME_JPEG : GP_MIME_PPM);
    if (result == GP_OK) result = session->gp.file_set_name(file, is_jpeg ? "preview.jpg" : "preview.ppm");
    if (result == GP_OK) result = session->gp.file_set_mtime(file, time(NULL));
    hotshoe_live_view_frame_info_release(info);
    return result;
}

int hs_preview_next(HsSession *session, CameraFile *file, GPContext *context) {
    hotshoe_live_view_stream stream = {0};
    hotshoe_live_view_frame frame = {0};
    int result = borrow(session, context, &stream);
    if (result == GP_OK) result = receive(session, stream, context, &frame);
    if (result == GP_OK) result = write_frame(session, frame, file);
    hotshoe_live_view_frame_release(frame);
    hotshoe_live_view_stream_release(stream);
    return result;
}

int hs_preview_open(HsSession *session, GPContext *context) {
    hotshoe_live_view_stream stream = {0};
    hotshoe_live_view_frame frame = {0};
    int result = borrow(session, context, &stream);
    /* The camera begins live view with the first request. */
    if (result == GP_OK) result = receive(session, stream, context, &frame);
    hotshoe_live_view_frame_release(frame);
    hotshoe_live_view_stream_release(stream);
    return result;
}

int hs_preview_keep(HsSession *session, bool is_kept, GPContext *context) {
    pthread_mutex_lock(&session->preview.lock);
    session->preview.is_kept = is_kept;
    if (!is_kept) close_stream(&session->preview);
    pthread_cond_broadcast(&session->preview.changed);
    pthread_mutex_unlock(&session->preview.lock);
    return is_kept ? hs_preview_open(session, context) : GP_OK;
}
