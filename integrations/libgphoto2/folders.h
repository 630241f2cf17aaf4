/* The files and folders of a camera by their paths in libgphoto2, such as /store_00010001/DCIM/100CANON. */
#ifndef HS_FOLDERS_H
#define HS_FOLDERS_H

#include "host.h"

#include <hotshoe/hotshoe.h>

/** A file or folder in a folder. */
typedef struct {
    char *name; /* unique in its folder, without "/" */
    uint64_t handle;
    bool is_folder;
    bool is_current; /* whether the latest listing contains it */
    bool is_shown;   /* a folder: whether libgphoto2 has it in its list of folders */
    hotshoe_stored_item item;
} HsEntry;

/** A folder that was listed or looked up; its address is constant. */
typedef struct HsFolder {
    struct HsFolder *next;
    char *path;
    hotshoe_storage storage;
    hotshoe_stored_item item; /* null for the root of a storage */
    uint64_t handle;          /* of `item` */
    HsEntry *entries;         /* sorted by name; of a folder that is not listed, those that the camera has announced */
    size_t count, capacity;
    bool is_listed, is_read_for_files, is_read_for_folders;
    bool has_shown_files, has_shown_folders; /* whether libgphoto2 has the list of its files, of its folders */
} HsFolder;

/** The folders that are known. **Single-owner.** */
typedef struct {
    HsFolder *first;
} HsFolders;

void hs_folders_clear(HsFolders *self);

/** The path of a storage: "/store_" and its number in hexadecimal. `path` has 32 bytes. */
void hs_storage_path(uint32_t number, char *path);

/** The folder with a path, if it is known; null otherwise. */
HsFolder *hs_folder_known(HsFolders *self, const char *path);

/** The folder with a path, which is added if it is not known; null without memory. `entry`: its entry, null for a storage. */
HsFolder *hs_folder_open(HsFolders *self, const char *path, hotshoe_storage storage, const HsEntry *entry);

/** Looks the root of a storage up by its path. GP_ERROR_DIRECTORY_NOT_FOUND if there is none. */
int hs_storage_find(CameraPrivateLibrary *session, const char *path, GPContext *context, HsFolder **folder);

/**
 * Looks a folder up, and lists the folders above it if they are not known.
 *
 * @return GP_OK, GP_ERROR_DIRECTORY_NOT_FOUND, or another failure with its message in the context
 */
int hs_folder_find(CameraPrivateLibrary *session, const char *path, GPContext *context, HsFolder **folder);

/**
 * Lists a folder, unless that was done before. `again`: in any case.
 *
 * One request for each file, which lasts. A file keeps its name. After a failure or a cancellation the folder has the entries it had.
 */
int hs_folder_list(CameraPrivateLibrary *session, HsFolder *folder, bool again, GPContext *context);

/** The entry with a name; null if there is none, or if the folder is not listed. */
HsEntry *hs_folder_entry(HsFolder *folder, const char *name);

/** Looks a file up, and lists its folder if neither is known. GP_ERROR_FILE_NOT_FOUND if there is none. */
int hs_file_find(CameraPrivateLibrary *session, const char *folder, const char *name, GPContext *context, HsFolder **place, HsEntry **entry);

/**
 * Finds the place of a file or folder that the camera has added, and adds it to the folder, which is not listed for it.
 *
 * @param item retained by the folder
 * @param name receives the name in the folder, valid until the folder changes
 */
int hs_folder_place(CameraPrivateLibrary *session, hotshoe_stored_item item, GPContext *context, HsFolder **folder, const char **name);

/**
 * Whether libgphoto2 has a list that lacks a new file of a folder: the list of its files, or one without a folder of its path. A list that
 * libgphoto2 does not have yet will be complete.
 */
bool hs_folder_is_shown(HsFolders *folders, const HsFolder *folder);

/** Adds an entry under a name that is free, unless it has one; `item` is retained. Returns null without memory. */
HsEntry *hs_folder_add(HsFolder *folder, hotshoe_stored_item item);

/** Removes an entry, and what is known of the folder that it was. */
void hs_folder_remove(HsFolders *folders, HsFolder *folder, HsEntry *entry);

#endif
