/* Pictures that a camera has sent without storing them on a card. */
#ifndef HS_MEMORY_H
#define HS_MEMORY_H

#include "host.h"

#include <hotshoe/hotshoe.h>

/** A picture in the folder "/". */
typedef struct HsPicture {
    struct HsPicture *next;
    char *name;
    char *bytes;
    size_t size;
    time_t created;
    bool is_read; /* whether the program has received it */
} HsPicture;

/**
 * The pictures. **Single-owner.** A picture that the program has not received is kept until it is deleted; of the others the oldest are
 * dropped when all together exceed 256 MB.
 */
typedef struct {
    HsPicture *first;
} HsMemory;

void hs_memory_clear(HsMemory *self);

/** Fetches a picture that the camera offers. `name`: under which name, valid until the picture is removed. */
int hs_memory_fetch(CameraPrivateLibrary *session, hotshoe_remote_file file, GPContext *context, const char **name);

/** The picture with a name; null if there is none. */
HsPicture *hs_memory_find(HsMemory *self, const char *name);
void hs_memory_remove(HsMemory *self, const char *name);

/**
 * Fetches the pictures that the camera offers and that are not on a card, and declines the others, so that the camera can continue.
 * Each one becomes an event.
 */
int hs_memory_settle(CameraPrivateLibrary *session, GPContext *context);

#endif
