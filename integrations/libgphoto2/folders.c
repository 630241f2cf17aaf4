#include "folders.h"

#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void hs_storage_path(uint32_t number, char *path) { snprintf(path, 32, "/store_%08x", (unsigned)number); }

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

/** Index of the first entry whose name is not less than `name`. */
static size_t index_of(const HsFolder *folder, const char *name) {
    size_t low = 0, high = folder->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(folder->entries[middle].name, name) < 0) low = middle + 1;
        else high = middle;
    }
    return low;
}

HsEntry *hs_folder_entry(HsFolder *folder, const char *name) {
    size_t index = index_of(folder, name);
    return index < folder->count && strcmp(folder->entries[index].name, name) == 0 ? &folder->entries[index] : NULL;
}

/** A name of the camera that no entry has: "/" and control characters replaced, a number appended to a name that is taken. */
static char *free_name(HsFolder *folder, hotshoe_string given) {
    char *name = malloc(given.size + 24);
    if (!name) return NULL;
    size_t size = 0;
    for (; size < given.size; size++) {
        unsigned char byte = (unsigned char)given.data[size];
        name[size] = byte == '/' || byte < ' ' || byte == 0x7F ? '_' : (char)byte;
    }
    name[size] = '\0';
    if (size == 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) strcpy(name, "_"), size = 1;
    /* libgphoto2 has room for 127 bytes in a path of a captured file. */
    if (size > 120) name[size = 120] = '\0';
    char *dot = strrchr(name, '.'), extension[24] = "";
    size_t stem = dot && dot != name && strlen(dot) < sizeof extension - 12 ? (size_t)(dot - name) : size;
    strcpy(extension, stem < size ? dot : "");
    for (unsigned number = 2; hs_folder_entry(folder, name); number++) sprintf(name + stem, "-%u%s", number, extension);
    return name;
}

HsEntry *hs_folder_add(HsFolder *folder, hotshoe_stored_item item) {
    hotshoe_item_info info = {0};
    if (hotshoe_stored_item_get_info(item, &info) != HOTSHOE_OK) return NULL;
    if (folder->count == folder->capacity) {
        size_t capacity = folder->capacity ? folder->capacity * 2 : 16;
        HsEntry *entries = realloc(folder->entries, capacity * sizeof *entries);
        if (entries) {
            folder->entries = entries;
            folder->capacity = capacity;
        }
    }
    char *name = folder->count < folder->capacity ? free_name(folder, info.name) : NULL;
    HsEntry *entry = NULL;
    if (name) {
        size_t index = index_of(folder, name);
        entry = &folder->entries[index];
        memmove(entry + 1, entry, (folder->count++ - index) * sizeof *entry);
        *entry = (HsEntry){name, info.handle.number, info.kind == HOTSHOE_ITEM_INFO_KIND_FOLDER, item};
        hotshoe_stored_item_retain(item);
    }
    hotshoe_item_info_free(&info);
    return entry;
}

static void clear_entries(HsFolder *folder) {
    for (size_t i = 0; i < folder->count; i++) {
        free(folder->entries[i].name);
        hotshoe_stored_item_release(folder->entries[i].item);
    }
    folder->count = 0;
    folder->is_listed = folder->is_read_for_files = folder->is_read_for_folders = false;
}

static void free_folder(HsFolder *folder) {
    clear_entries(folder);
    hotshoe_storage_release(folder->storage);
    hotshoe_stored_item_release(folder->item);
    free(folder->entries);
    free(folder->path);
    free(folder);
}

void hs_folders_clear(HsFolders *self) {
    while (self->first) {
        HsFolder *next = self->first->next;
        free_folder(self->first);
        self->first = next;
    }
}

void hs_folder_remove(HsFolders *folders, HsFolder *folder, HsEntry *entry) {
    size_t index = (size_t)(entry - folder->entries);
    for (HsFolder **link = &folders->first; entry->is_folder && *link;) {
        HsFolder *each = *link;
        if (each->handle != entry->handle || each == folder || !each->item.bits) {
            link = &each->next;
            continue;
        }
        *link = each->next;
        free_folder(each);
    }
    free(entry->name);
    hotshoe_stored_item_release(entry->item);
    memmove(entry, entry + 1, (--folder->count - index) * sizeof *entry);
}

/* ---- Folders ------------------------------------------------------------------------------------------------------ */

static HsFolder *known(HsFolders *self, const char *path) {
    for (HsFolder *folder = self->first; folder; folder = folder->next)
        if (strcmp(folder->path, path) == 0) return folder;
    return NULL;
}

/** The folder with a path, which is added if it is not known; null without memory. */
static HsFolder *add_folder(HsFolders *self, const char *path, hotshoe_storage storage, const HsEntry *entry) {
    HsFolder *folder = known(self, path);
    if (folder) return folder;
    folder = calloc(1, sizeof *folder);
    if (folder) folder->path = strdup(path);
    if (!folder || !folder->path) {
        free(folder);
        return NULL;
    }
    folder->storage = storage;
    hotshoe_storage_retain(storage);
    if (entry) {
        folder->item = entry->item;
        folder->handle = entry->handle;
        hotshoe_stored_item_retain(entry->item);
    }
    folder->next = self->first;
    self->first = folder;
    return folder;
}

static int open_listing(HsSession *session, HsFolder *folder, GPContext *context, hotshoe_folder_listing *listing) {
    hotshoe_error *error = NULL;
    int result = hs_session_use(session, hotshoe_command_categories_file_access, context);
    if (result != GP_OK) return result;
    hotshoe_status status = folder->item.bits ? hotshoe_stored_item_listing(folder->item, listing, &error)
                                              : hotshoe_storage_listing(folder->storage, listing);
    return hs_result(&session->gp, context, status, error);
}

/** Requests the next item of a listing; null at its end. */
static int next_item(HsSession *session, hotshoe_folder_listing listing, GPContext *context, hotshoe_stored_item *item) {
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_status status = hotshoe_folder_listing_next(listing, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&session->gp, operation, context);
        status = hotshoe_folder_listing_next_result(operation, item, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&session->gp, context, status, error);
}

int hs_folder_list(HsSession *session, HsFolder *folder, bool again, GPContext *context) {
    hotshoe_folder_listing listing = {0};
    if (folder->is_listed && !again) return GP_OK;
    int result = open_listing(session, folder, context, &listing);
    clear_entries(folder);
    for (;;) {
        hotshoe_stored_item item = {0};
        if (result == GP_OK) result = next_item(session, listing, context, &item);
        if (result != GP_OK || !item.bits) break;
        if (!hs_folder_add(folder, item)) result = GP_ERROR_NO_MEMORY;
        hotshoe_stored_item_release(item);
    }
    hotshoe_folder_listing_release(listing);
    folder->is_listed = result == GP_OK;
    if (result != GP_OK) clear_entries(folder);
    return result;
}

static int find_storage(HsSession *session, const char *name, GPContext *context, HsFolder **folder) {
    hotshoe_storage_array storages = {0};
    *folder = known(&session->folders, name);
    if (*folder) return GP_OK;
    int result = hs_result(&session->gp, context, hotshoe_camera_get_storages(session->camera, &storages), NULL);
    for (size_t i = 0; i < storages.count && !*folder; i++) {
        hotshoe_storage_info info = {0};
        char path[32];
        hotshoe_storage_get_info(storages.data[i], &info);
        hs_storage_path(info.identifier.number, path);
        if (strcmp(path, name) == 0) *folder = add_folder(&session->folders, path, storages.data[i], NULL);
        hotshoe_storage_info_free(&info);
    }
    hotshoe_storage_array_free(&storages);
    return result != GP_OK || *folder ? result : GP_ERROR_DIRECTORY_NOT_FOUND;
}

int hs_folder_find(HsSession *session, const char *path, GPContext *context, HsFolder **folder) {
    char part[1024];
    size_t size = strlen(path), end = strcspn(path + 1, "/") + 1;
    *folder = known(&session->folders, path);
    if (*folder) return GP_OK;
    if (*path != '/' || size >= sizeof part) return GP_ERROR_DIRECTORY_NOT_FOUND;
    strcpy(part, path);
    part[end] = '\0';
    int result = find_storage(session, part, context, folder);
    while (result == GP_OK && end < size) {
        size_t start = end + 1;
        end = start + strcspn(path + start, "/");
        if (end == start) break; /* a "/" at the end */
        memcpy(part, path, end);
        part[end] = '\0';
        result = hs_folder_list(session, *folder, false, context);
        HsEntry *entry = result == GP_OK ? hs_folder_entry(*folder, part + start) : NULL;
        if (result == GP_OK && (!entry || !entry->is_folder)) result = GP_ERROR_DIRECTORY_NOT_FOUND;
        if (result == GP_OK && !(*folder = add_folder(&session->folders, part, (*folder)->storage, entry))) result = GP_ERROR_NO_MEMORY;
    }
    return result;
}

int hs_file_find(HsSession *session, const char *folder, const char *name, GPContext *context, HsFolder **place, HsEntry **entry) {
    int result = hs_folder_find(session, folder, context, place);
    if (result == GP_OK) result = hs_folder_list(session, *place, false, context);
    *entry = result == GP_OK ? hs_folder_entry(*place, name) : NULL;
    return result == GP_OK && !*entry ? GP_ERROR_FILE_NOT_FOUND : result;
}

/* ---- New files ---------------------------------------------------------------------------------------------------- */

static HsFolder *known_by_handle(HsFolders *self, uint64_t handle) {
    for (HsFolder *folder = self->first; folder; folder = folder->next)
        if (folder->item.bits && folder->handle == handle) return folder;
    return NULL;
}

/**
 * Searches the folders below one for a handle, level by level, so that a folder with thousands of pictures beside the wanted one is not
 * listed.
 */
static int search(HsSession *session, HsFolder *folder, uint64_t handle, int depth, GPContext *context, HsFolder **found) {
    int result = hs_folder_list(session, folder, false, context);
    for (int below = 0; below < 2 && result == GP_OK && !*found; below++) {
        for (size_t i = 0; i < folder->count && result == GP_OK && !*found; i++) {
            char path[1024];
            if (!folder->entries[i].is_folder) continue;
            if (snprintf(path, sizeof path, "%s/%s", folder->path, folder->entries[i].name) >= (int)sizeof path) continue;
            HsFolder *child = add_folder(&session->folders, path, folder->storage, &folder->entries[i]);
            if (!child) return GP_ERROR_NO_MEMORY;
            if (below == 0 && child->handle == handle) *found = child;
            if (below == 1 && depth > 0) result = search(session, child, handle, depth - 1, context, found);
        }
    }
    return result;
}

/** Lists the folders of a storage again that contain folders. */
static int list_again(HsSession *session, const HsFolder *root, GPContext *context) {
    int result = GP_OK;
    size_t size = strlen(root->path);
    for (HsFolder *folder = session->folders.first; folder && result == GP_OK; folder = folder->next) {
        bool has_folders = folder == root;
        for (size_t i = 0; i < folder->count && !has_folders; i++) has_folders = folder->entries[i].is_folder;
        if (has_folders && strncmp(folder->path, root->path, size) == 0) result = hs_folder_list(session, folder, true, context);
    }
    return result;
}

int hs_folder_place(HsSession *session, hotshoe_stored_item item, GPContext *context, HsFolder **folder, const char **name) {
    enum { DEPTH = 4 };
    hotshoe_item_info info = {0};
    char path[32];
    int result = hs_result(&session->gp, context, hotshoe_stored_item_get_info(item, &info), NULL);
    if (result != GP_OK) return result;
    hs_storage_path(info.storage.number, path);
    result = find_storage(session, path, context, folder);
    if (result == GP_OK && info.parent.has_value) {
        HsFolder *root = *folder;
        *folder = known_by_handle(&session->folders, info.parent.value.number);
        if (!*folder) result = search(session, root, info.parent.value.number, DEPTH, context, folder);
        /* The camera has created the folder for this file. */
        if (result == GP_OK && !*folder && (result = list_again(session, root, context)) == GP_OK)
            result = search(session, root, info.parent.value.number, DEPTH, context, folder);
        /* A folder that the camera does not list: the file is still reported, at the root. */
        if (result == GP_OK && !*folder) *folder = root;
    }
    if (result == GP_OK) result = hs_folder_list(session, *folder, false, context);
    HsEntry *entry = NULL;
    for (size_t i = 0; result == GP_OK && i < (*folder)->count && !entry; i++)
        if ((*folder)->entries[i].handle == info.handle.number) entry = &(*folder)->entries[i];
    if (result == GP_OK && !entry && !(entry = hs_folder_add(*folder, item))) result = GP_ERROR_NO_MEMORY;
    if (result == GP_OK) *name = entry->name;
    hotshoe_item_info_free(&info);
    return result;
}
