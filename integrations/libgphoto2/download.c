#include "download.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct download {
    const HsHost *gp;
    GPContext *context;
    HsSink sink;
    void *data;
    uint64_t limit;
    _Atomic uint64_t received;
    int result;   /* of the sink; read after `released` */
    sem_t released; /* posted when the handler will not be called again: the sink's data outlives it */
    unsigned progress;
    bool has_progress;
    uint64_t shown;
};

static hotshoe_status consume(hotshoe_bytes bytes, hotshoe_transfer_decision *decision, hotshoe_error **error, void *context) {
    struct download *self = context;
    uint64_t received = atomic_load(&self->received);
    size_t size = bytes.size < self->limit - received ? bytes.size : (size_t)(self->limit - received);
    self->result = self->sink(self->data, (const char *)bytes.data, size);
    if (self->result < 0) {
        *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text("The program did not accept the data."));
        return HOTSHOE_ERROR_FAILED;
    }
    atomic_store(&self->received, received + size);
    *decision = received + size >= self->limit ? HOTSHOE_TRANSFER_DECISION_STOP : HOTSHOE_TRANSFER_DECISION_PROCEED;
    return HOTSHOE_OK;
}

static void release(void *context) { sem_post(&((struct download *)context)->released); }

static void show(void *context) {
    struct download *self = context;
    uint64_t received = atomic_load(&self->received);
    if (!self->has_progress || received == self->shown) return;
    self->shown = received;
    self->gp->context_progress_update(self->context, self->progress, (float)received);
}

int hs_download(HsSession *session, hotshoe_remote_file file, uint64_t offset, uint64_t limit, HsSink sink, void *data, const char *title,
    GPContext *context) {
    struct download self = {.gp = &session->gp, .context = context, .sink = sink, .data = data, .limit = limit};
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_optional_uint64 size = {0};
    hotshoe_remote_file_get_size(file, &size);
    sem_init(&self.released, 0, 0);
    if (title && size.has_value && size.value > 0) {
        self.progress = session->gp.context_progress_start(context, (float)size.value, "%s", title);
        self.has_progress = true;
    }
    hotshoe_status status = hotshoe_remote_file_download_from(file, &offset, consume, &self, release, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait_with(&session->gp, operation, show, &self, context);
        status = hotshoe_remote_file_download_from_result(operation, &error);
    }
    hotshoe_operation_release(operation);
    while (sem_wait(&self.released) != 0) {} /* interrupted by a signal */
    sem_destroy(&self.released);
    show(&self);
    if (self.has_progress) session->gp.context_progress_stop(context, self.progress);
    if (self.result < 0) {
        hotshoe_error_free(error);
        return self.result;
    }
    return hs_result(&session->gp, context, status, error);
}

int hs_buffer_sink(void *data, const char *bytes, size_t size) {
    HsBuffer *buffer = data;
    if (size > buffer->capacity - buffer->size) {
        size_t capacity = buffer->size + size > buffer->capacity * 2 ? buffer->size + size : buffer->capacity * 2;
        char *grown = realloc(buffer->bytes, capacity);
        if (!grown) return GP_ERROR_NO_MEMORY;
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (size) memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return GP_OK;
}
