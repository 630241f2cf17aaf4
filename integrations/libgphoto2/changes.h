/* Files and folders that a program adds to a camera, or deletes. */
#ifndef HS_CHANGES_H
#define HS_CHANGES_H

#include <gphoto2/gphoto2-filesys.h>

/* Functions of libgphoto2's file system, with the session as their `data`. */

int hs_change_put_file(CameraFilesystem *files, const char *path, const char *name, CameraFileType type, CameraFile *file, void *data,
    GPContext *context);
int hs_change_delete_file(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context);
/** Deletes the files in a folder, and not the folders in it. */
int hs_change_delete_all(CameraFilesystem *files, const char *path, void *data, GPContext *context);
int hs_change_make_folder(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context);
/** Removes an empty folder. libgphoto2 has checked that it is; so does this, because a camera deletes a folder with its contents. */
int hs_change_remove_folder(CameraFilesystem *files, const char *path, const char *name, void *data, GPContext *context);

#endif
