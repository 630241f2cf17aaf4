/* The places of files that the camera has announced: a folder is known by its handle there, and by its path in libgphoto2. */
#include "folders.h"

#include "session.h"

#include <stdio.h>
#include <string.h>

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
            HsFolder *child = hs_folder_open(&session->folders, path, folder->storage, &folder->entries[i]);
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

/** The folder with a handle on a storage; `found` is null if the camera does not list it. */
static int find_by_handle(HsSession *session, HsFolder *root, uint64_t handle, GPContext *context, HsFolder **found) {
    enum { SHALLOW = 1, DEEP = 4 }; /* folders with pictures are in a folder of the root; to search in them is to list them */
    *found = known_by_handle(&session->folders, handle);
    if (*found) return GP_OK;
    int result = search(session, root, handle, SHALLOW, context, found);
    /* The camera has created the folder for this file. */
    if (result == GP_OK && !*found) result = list_again(session, root, context);
    if (result == GP_OK && !*found) result = search(session, root, handle, SHALLOW, context, found);
    if (result == GP_OK && !*found) result = search(session, root, handle, DEEP, context, found);
    return result;
}

int hs_folder_place(HsSession *session, hotshoe_stored_item item, GPContext *context, HsFolder **folder, const char **name) {
    hotshoe_item_info info = {0};
    char path[32];
    int result = hs_result(&session->gp, context, hotshoe_stored_item_get_info(item, &info), NULL);
    if (result != GP_OK) return result;
    hs_storage_path(info.storage.number, path);
    result = hs_storage_find(session, path, context, folder);
    if (result == GP_OK && info.parent.has_value) {
        HsFolder *root = *folder;
        result = find_by_handle(session, root, info.parent.value.number, context, folder);
        /* A folder that the camera does not list: the file is still reported, at the root. */
        if (result == GP_OK && !*folder) *folder = root;
    }
    hotshoe_item_info_free(&info);
    HsEntry *entry = result == GP_OK ? hs_folder_add(*folder, item) : NULL;
    if (entry) *name = entry->name;
    return result == GP_OK && !entry ? GP_ERROR_NO_MEMORY : result;
}
