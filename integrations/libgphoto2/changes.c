#include "changes.h"

#include "session.h"

#include <stdio.h>
#include <string.h>

static bool is_root(const char *folder) { return strcmp(folder, "/") == 0; }

static int delete_item(HsSession *self, hotshoe_stored_item item, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_status status = hotshoe_stored_item_delete(item, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_stored_item_delete_result(operation, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&self->gp, context, status, error);
}

int hs_change_delete_file(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context) {
    HsSession *self = data;
    HsFolder *folder = NULL;
    HsEntry *entry = NULL;
    (void)files;
    if (is_root(path)) {
        if (!hs_memory_find(&self->memory, name)) return GP_ERROR_FILE_NOT_FOUND;
        hs_memory_remove(&self->memory, name);
        return GP_OK;
    }
    int result = hs_file_find(self, path, name, context, &folder, &entry);
    if (result == GP_OK) result = delete_item(self, entry->item, context);
    if (result == GP_OK) hs_folder_remove(&self->folders, folder, entry);
    return result;
}

int hs_change_delete_all(CameraFilesystem *files, const char *path, void *data, GPContext *context) {
    HsSession *self = data;
    HsFolder *folder = NULL;
    (void)files;
    if (is_root(path)) {
        hs_memory_clear(&self->memory);
        return GP_OK;
    }
    HsPulse pulse = {0};
    int result = hs_folder_find(self, path, context, &folder);
    if (result == GP_OK) result = hs_folder_list(self, folder, false, context);
    for (size_t i = 0; result == GP_OK && i < folder->count;) {
        HsEntry *entry = &folder->entries[i];
        if (entry->is_folder) {
            i++;
            continue;
        }
        if (hs_pulse_is_cancelled(&pulse, &self->gp, context)) return GP_ERROR_CANCEL;
        result = delete_item(self, entry->item, context);
        if (result == GP_OK) hs_folder_remove(&self->folders, folder, entry);
    }
    return result;
}

struct source {
    const char *bytes;
    size_t size, position;
};

static hotshoe_status provide(int64_t wanted, hotshoe_bytes *result, hotshoe_error **error, void *context) {
    struct source *source = context;
    size_t size = source->size - source->position;
    (void)error;
    if ((uint64_t)wanted < size) size = (size_t)wanted;
    *result = hotshoe_bytes_copy((hotshoe_bytes){(const uint8_t *)source->bytes + source->position, size});
    source->position += size;
    return HOTSHOE_OK;
}

/** Keeps the event of a file that the program has added itself from being reported to it, and adds it to its folder. */
static int note_added(HsSession *self, HsFolder *folder, hotshoe_stored_item item) {
    hotshoe_item_info info = {0};
    if (hotshoe_stored_item_get_info(item, &info) == HOTSHOE_OK) hs_events_forget(&self->events, info.handle.number);
    hotshoe_item_info_free(&info);
    return !folder->is_listed || hs_folder_add(folder, item) ? GP_OK : GP_ERROR_NO_MEMORY;
}

/** Looks up a folder to write to, which must be on a card. */
static int find_writable(HsSession *self, const char *path, GPContext *context, HsFolder **folder) {
    int result = is_root(path) ? GP_ERROR_NOT_SUPPORTED : hs_folder_find(self, path, context, folder);
    if (is_root(path)) self->gp.context_error(context, "Choose a folder on a card: one of those in \"/\", or below.");
    return result;
}

int hs_change_put_file(CameraFilesystem *files, const char *path, const char *name, CameraFileType type, CameraFile *file, void *data,
    GPContext *context) {
    HsSession *self = data;
    HsFolder *folder = NULL;
    const char *bytes = NULL;
    unsigned long size = 0;
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_stored_item item = {0};
    (void)files;
    if (type != GP_FILE_TYPE_NORMAL && type != GP_FILE_TYPE_RAW) return GP_ERROR_NOT_SUPPORTED;
    int result = self->gp.file_get_data_and_size(file, &bytes, &size);
    if (result == GP_OK) result = find_writable(self, path, context, &folder);
    if (result != GP_OK) return result;
    struct source source = {bytes, size, 0};
    hotshoe_status status =
        hotshoe_storage_upload(folder->storage, hotshoe_text(name), folder->item, size, provide, &source, NULL, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_storage_upload_result(operation, &item, &error);
    }
    hotshoe_operation_release(operation);
    result = hs_result(&self->gp, context, status, error);
    if (result == GP_OK) result = note_added(self, folder, item);
    hotshoe_stored_item_release(item);
    return result;
}

int hs_change_make_folder(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context) {
    HsSession *self = data;
    HsFolder *folder = NULL;
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_stored_item item = {0};
    (void)files;
    int result = find_writable(self, path, context, &folder);
    if (result != GP_OK) return result;
    hotshoe_status status = hotshoe_storage_create_folder(folder->storage, hotshoe_text(name), folder->item, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_storage_create_folder_result(operation, &item, &error);
    }
    hotshoe_operation_release(operation);
    result = hs_result(&self->gp, context, status, error);
    if (result == GP_OK) result = note_added(self, folder, item);
    hotshoe_stored_item_release(item);
    return result;
}

int hs_change_remove_folder(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context) {
    HsSession *self = data;
    HsFolder *parent = NULL, *folder = NULL;
    HsEntry *entry = NULL;
    char whole[1024];
    (void)files;
    if (snprintf(whole, sizeof whole, "%s/%s", path, name) >= (int)sizeof whole) return GP_ERROR_DIRECTORY_NOT_FOUND;
    int result = hs_folder_find(self, whole, context, &folder);
    if (result == GP_OK) result = hs_folder_list(self, folder, true, context);
    if (result == GP_OK && folder->count > 0) {
        self->gp.context_error(context, "The folder %s is not empty.", whole);
        return GP_ERROR_DIRECTORY_EXISTS;
    }
    if (result == GP_OK) result = hs_file_find(self, path, name, context, &parent, &entry);
    if (result == GP_OK) result = delete_item(self, entry->item, context);
    if (result == GP_OK) hs_folder_remove(&self->folders, parent, entry);
    return result;
}
