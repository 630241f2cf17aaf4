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

enum { OWN_NUMBER = 100 };

/**
 * The name of an item: that of its entry, or one that no entry has. "/" and control characters are replaced, and a number is appended to a
 * name of another item.
 *
 * @param entry receives its entry; null if there is none
 */
static char *name_of(HsFolder *folder, hotshoe_string given, uint64_t handle, HsEntry **entry) {
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
    /* After a few items of one name, which a hostile camera may have in thousands, the number is that of the item. */
    for (unsigned number = 2; (*entry = hs_folder_entry(folder, name)) && (*entry)->handle != handle; number++) {
        if (number == OWN_NUMBER) sprintf(name + stem, "-%llx%s", (unsigned long long)handle, extension);
        else sprintf(name + stem, "-%u%s", number, extension);
    }
    return name;
}

/** The entry of an item, with this description of it from now on; null if there is none. */
static HsEntry *update(HsFolder *folder, hotshoe_stored_item item) {
    hotshoe_item_info info = {0};
    HsEntry *entry = NULL;
    if (folder->count == 0 || hotshoe_stored_item_get_info(item, &info) != HOTSHOE_OK) return NULL;
    free(name_of(folder, info.name, info.handle.number, &entry));
    hotshoe_item_info_free(&info);
    if (!entry) return NULL;
    hotshoe_stored_item_retain(item);
    hotshoe_stored_item_release(entry->item);
    entry->item = item;
    return entry;
}

HsEntry *hs_folder_add(HsFolder *folder, hotshoe_stored_item item) {
    hotshoe_item_info info = {0};
    HsEntry *entry = update(folder, item);
    if (entry || hotshoe_stored_item_get_info(item, &info) != HOTSHOE_OK) return entry;
    if (folder->count == folder->capacity) {
        size_t capacity = folder->capacity ? folder->capacity * 2 : 16;
        HsEntry *entries = realloc(folder->entries, capacity * sizeof *entries);
        if (entries) {
            folder->entries = entries;
            folder->capacity = capacity;
        }
    }
    char *name = folder->count < folder->capacity ? name_of(folder, info.name, info.handle.number, &entry) : NULL;
    if (name) {
        size_t index = index_of(folder, name);
        entry = &folder->entries[index];
        memmove(entry + 1, entry, (folder->count++ - index) * sizeof *entry);
        *entry = (HsEntry){
            .name = name, .handle = info.handle.number, .is_folder = info.kind == HOTSHOE_ITEM_INFO_KIND_FOLDER, .item = item};
        hotshoe_stored_item_retain(item);
    }
    hotshoe_item_info_free(&info);
    return entry;
}

static void free_entry(HsEntry *entry) {
    free(entry->name);
    hotshoe_stored_item_release(entry->item);
}

/** Removes the entries that the latest listing does not contain. */
static void remove_old(HsFolder *folder) {
    size_t count = 0;
    for (size_t i = 0; i < folder->count; i++) {
        if (folder->entries[i].is_current) folder->entries[count++] = folder->entries[i];
        else free_entry(&folder->entries[i]);
    }
    folder->count = count;
}

static void free_folder(HsFolder *folder) {
    for (size_t i = 0; i < folder->count; i++) free_entry(&folder->entries[i]);
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
    free_entry(entry);
    memmove(entry, entry + 1, (--folder->count - index) * sizeof *entry);
}

/* ---- Folders ------------------------------------------------------------------------------------------------------ */

HsFolder *hs_folder_known(HsFolders *self, const char *path) {
    for (HsFolder *folder = self->first; folder; folder = folder->next)
        if (strcmp(folder->path, path) == 0) return folder;
    return NULL;
}

HsFolder *hs_folder_open(HsFolders *self, const char *path, hotshoe_storage storage, const HsEntry *entry) {
    HsFolder *folder = hs_folder_known(self, path);
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

bool hs_folder_is_shown(HsFolders *folders, const HsFolder *folder) {
    char path[1024];
    if (folder->has_shown_files) return true;
    snprintf(path, sizeof path, "%s", folder->path);
    for (char *name = strrchr(path, '/'); name && name != path; name = strrchr(path, '/')) {
        *name = '\0';
        HsFolder *parent = hs_folder_known(folders, path);
        HsEntry *entry = parent && parent->has_shown_folders ? hs_folder_entry(parent, name + 1) : NULL;
        if (entry && !entry->is_shown) return true;
    }
    return false;
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

/** Items of a listing. */
struct items {
    hotshoe_stored_item *all; /* each is retained, or null */
    size_t count, capacity;
};

static int append_item(struct items *items, hotshoe_stored_item item) {
    if (items->count == items->capacity) {
        size_t capacity = items->capacity ? items->capacity * 2 : 64;
        hotshoe_stored_item *all = realloc(items->all, capacity * sizeof *all);
        if (!all) return GP_ERROR_NO_MEMORY;
        items->all = all;
        items->capacity = capacity;
    }
    items->all[items->count++] = item;
    return GP_OK;
}

static void free_items(struct items *items) {
    for (size_t i = 0; i < items->count; i++) hotshoe_stored_item_release(items->all[i]);
    free(items->all);
}

/** Requests all items of a folder. */
static int read_items(HsSession *session, HsFolder *folder, GPContext *context, struct items *items) {
    hotshoe_folder_listing listing = {0};
    HsPulse pulse = {0};
    int result = open_listing(session, folder, context, &listing);
    while (result == GP_OK) {
        hotshoe_stored_item item = {0};
        /* A request for one item is shorter than the wait after which hs_wait looks for a cancellation. */
        if (hs_pulse_is_cancelled(&pulse, &session->gp, context)) result = GP_ERROR_CANCEL;
        if (result == GP_OK) result = next_item(session, listing, context, &item);
        if (result != GP_OK || !item.bits) break;
        result = append_item(items, item);
        if (result != GP_OK) hotshoe_stored_item_release(item);
    }
    hotshoe_folder_listing_release(listing);
    return result;
}

/** Makes items the entries of a folder. An item that was an entry keeps its name. */
static int replace_entries(HsFolder *folder, struct items *items) {
    /* Entries that were announced before the first listing remain: a camera may not list them yet. */
    for (size_t i = 0; i < folder->count; i++) folder->entries[i].is_current = !folder->is_listed;
    for (size_t i = 0; i < items->count; i++) {
        HsEntry *entry = update(folder, items->all[i]);
        if (!entry) continue;
        entry->is_current = true;
        hotshoe_stored_item_release(items->all[i]);
        items->all[i] = (hotshoe_stored_item){0};
    }
    remove_old(folder);
    for (size_t i = 0; i < items->count; i++)
        if (items->all[i].bits && !hs_folder_add(folder, items->all[i])) return GP_ERROR_NO_MEMORY;
    folder->is_listed = true;
    folder->is_read_for_files = folder->is_read_for_folders = false;
    return GP_OK;
}

int hs_folder_list(HsSession *session, HsFolder *folder, bool again, GPContext *context) {
    struct items items = {0};
    if (folder->is_listed && !again) return GP_OK;
    int result = read_items(session, folder, context, &items);
    if (result == GP_OK) result = replace_entries(folder, &items);
    free_items(&items);
    return result;
}

int hs_storage_find(HsSession *session, const char *name, GPContext *context, HsFolder **folder) {
    hotshoe_storage_array storages = {0};
    *folder = hs_folder_known(&session->folders, name);
    if (*folder) return GP_OK;
    int result = hs_result(&session->gp, context, hotshoe_camera_get_storages(session->camera, &storages), NULL);
    for (size_t i = 0; i < storages.count && !*folder; i++) {
        hotshoe_storage_info info = {0};
        char path[32];
        hotshoe_storage_get_info(storages.data[i], &info);
        hs_storage_path(info.identifier.number, path);
        if (strcmp(path, name) == 0) *folder = hs_folder_open(&session->folders, path, storages.data[i], NULL);
        hotshoe_storage_info_free(&info);
    }
    hotshoe_storage_array_free(&storages);
    return result != GP_OK || *folder ? result : GP_ERROR_DIRECTORY_NOT_FOUND;
}

int hs_folder_find(HsSession *session, const char *path, GPContext *context, HsFolder **folder) {
    char part[1024];
    size_t size = strlen(path), end = strcspn(path + 1, "/") + 1;
    *folder = hs_folder_known(&session->folders, path);
    if (*folder) return GP_OK;
    if (*path != '/' || size >= sizeof part) return GP_ERROR_DIRECTORY_NOT_FOUND;
    strcpy(part, path);
    part[end] = '\0';
    int result = hs_storage_find(session, part, context, folder);
    while (result == GP_OK && end < size) {
        size_t start = end + 1;
        end = start + strcspn(path + start, "/");
        if (end == start) break; /* a "/" at the end */
        memcpy(part, path, end);
        part[end] = '\0';
        result = hs_folder_list(session, *folder, false, context);
        HsEntry *entry = result == GP_OK ? hs_folder_entry(*folder, part + start) : NULL;
        if (result == GP_OK && (!entry || !entry->is_folder)) result = GP_ERROR_DIRECTORY_NOT_FOUND;
        if (result == GP_OK && !(*folder = hs_folder_open(&session->folders, part, (*folder)->storage, entry))) result = GP_ERROR_NO_MEMORY;
    }
    return result;
}

int hs_file_find(HsSession *session, const char *folder, const char *name, GPContext *context, HsFolder **place, HsEntry **entry) {
    int result = hs_folder_find(session, folder, context, place);
    *entry = result == GP_OK ? hs_folder_entry(*place, name) : NULL;
    if (result == GP_OK && !*entry) result = hs_folder_list(session, *place, false, context);
    if (result == GP_OK && !*entry) *entry = hs_folder_entry(*place, name);
    return result == GP_OK && !*entry ? GP_ERROR_FILE_NOT_FOUND : result;
}
