/* The file system of libgphoto2. */
#ifndef HS_FILES_H
#define HS_FILES_H

#include "session.h"

/** Sets the functions of a camera's file system, with the session as their data. */
int hs_files_attach(HsSession *self, CameraFilesystem *files);

#endif
