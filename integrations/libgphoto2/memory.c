#include "memory.h"

#include "download.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)256 << 20)

static void free_picture(HsPicture *picture) {
    free(picture->name);
    free(picture->bytes);
    free(picture);
}

void hs_memory_clear(HsMemory *self) {
    while (self->first) {
        HsPicture *next = self->first->next;
        free_picture(self->first);
        self->first = next;
    }
}

HsPicture *hs_memory_find(HsMemory *self, const char *name) {
    for (HsPicture *picture = self->first; picture; picture = picture->next)
        if (strcmp(picture->name, name) == 0) return picture;
    return NULL;
}

static void remove_picture(HsMemory *self, HsPicture *wanted) {
    for (HsPicture **link = &self->first; *link; link = &(*link)->next) {
        if (*link != wanted) continue;
        *link = wanted->next;
        free_picture(wanted);
        return;
    }
}

void hs_memory_remove(HsMemory *self, const char *name) { remove_picture(self, hs_memory_find(self, name)); }

/** Drops pictures that the program has received, the oldest first, while all together are too large. */
static void make_room(HsMemory *self, size_t size) {
    size_t total = size;
    for (HsPicture *picture = self->first; picture; picture = picture->next) total += picture->size;
    for (HsPicture *picture = self->first, *next; picture && total > MOST_BYTES; picture = next) {
        next = picture->next;
        if (!picture->is_read) continue;
        total -= picture->size;
        remove_picture(self, picture);
    }
}

static char *free_name(HsMemory *self, hotshoe_remote_file file) {
    hotshoe_string given = {0};
    char *name = NULL;
    if (hotshoe_remote_file_get_safe_name(file, &given) == HOTSHOE_OK && (name = malloc(given.size + 32))) {
        size_t size = given.size > 100 ? 100 : given.size;
        memcpy(name, given.data, size);
        name[size] = '\0';
        char *dot = strrchr(name, '.'), extension[16] = "";
        size_t stem = dot && strlen(dot) < sizeof extension ? (size_t)(dot - name) : size;
        if (stem < size) strcpy(extension, dot);
        for (unsigned number = 2; hs_memory_find(self, name); number++) sprintf(name + stem, "-%u%s", number, extension);
    }
    hotshoe_string_free(&given);
    return name;
}

int hs_memory_fetch(HsSession *session, hotshoe_remote_file file, GPContext *context, const char **name) {
    HsBuffer buffer = {0};
    HsPicture *picture = calloc(1, sizeof *picture);
    if (picture) picture->name = free_name(&session->memory, file);
    int result = !picture || !picture->name ? GP_ERROR_NO_MEMORY
                                            : hs_download(session, file, 0, UINT64_MAX, hs_buffer_sink, &buffer, picture->name, context);
    if (result != GP_OK) {
        free(buffer.bytes);
        if (picture) free_picture(picture);
        return result;
    }
    make_room(&session->memory, buffer.size);
    picture->bytes = buffer.bytes;
    picture->size = buffer.size;
    picture->created = time(NULL);
    HsPicture **end = &session->memory.first;
    while (*end) end = &(*end)->next;
    *end = picture;
    *name = picture->name;
    return GP_OK;
}

static int decline(HsSession *session, hotshoe_transfer transfer, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_status status = hotshoe_transfer_decline(transfer, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&session->gp, operation, context);
        status = hotshoe_transfer_decline_result(operation, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&session->gp, context, status, error);
}

static int settle(HsSession *session, hotshoe_transfer transfer, GPContext *context) {
    hotshoe_transfer_offer offer = {0};
    hotshoe_remote_file file = {0};
    bool is_valid = false;
    int result = GP_OK;
    if (hotshoe_transfer_is_valid(transfer, &is_valid) != HOTSHOE_OK || !is_valid) return GP_OK;
    hotshoe_transfer_get_offer(transfer, &offer);
    if (!offer.is_only_copy) {
        result = decline(session, transfer, context);
    } else if (hotshoe_transfer_file(transfer, HOTSHOE_TRANSFER_OFFER_REPRESENTATION_ORIGINAL, &file) == HOTSHOE_OK && file.bits) {
        const char *name = NULL;
        result = hs_memory_fetch(session, file, context, &name);
        if (result == GP_OK) hs_events_add(&session->events, HS_EVENT_FILE, "/", name);
    }
    hotshoe_remote_file_release(file);
    hotshoe_transfer_offer_free(&offer);
    return result;
}

int hs_memory_settle(HsSession *session, GPContext *context) {
    hotshoe_transfer_array transfers = {0};
    int result = GP_OK;
    hotshoe_camera_get_pending_transfers(session->camera, &transfers);
    for (size_t i = 0; i < transfers.count && result == GP_OK; i++) result = settle(session, transfers.data[i], context);
    hotshoe_transfer_array_free(&transfers);
    return result;
}
