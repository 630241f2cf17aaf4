/* Live view. */
#ifndef HS_PREVIEW_H
#define HS_PREVIEW_H

#include "host.h"

#include <hotshoe/hotshoe.h>
#include <pthread.h>
#include <time.h>

/** The stream of live view, which stays open between two frames. **Thread-safe.** */
typedef struct {
    pthread_mutex_t lock; /* guards the following members */
    pthread_cond_t changed;
    hotshoe_live_view_stream stream; /* null: closed */
    struct timespec used;            /* when the last frame was requested */
    bool is_kept;                    /* whether the program has switched the viewfinder on: it is not closed when idle */
    bool is_ending, has_thread;
    pthread_t thread; /* closes the stream when it is idle */
} HsPreview;

void hs_preview_init(HsPreview *self);
/** Closes the stream, and ends the thread. */
void hs_preview_clear(HsPreview *self);

/** Begins live view if it is closed. */
int hs_preview_open(CameraPrivateLibrary *session, GPContext *context);

/** Opens the stream and keeps it open, or closes it. */
int hs_preview_keep(CameraPrivateLibrary *session, bool is_kept, GPContext *context);
bool hs_preview_is_open(HsPreview *self);

/** Adds the next frame of live view to a file. */
int hs_preview_next(CameraPrivateLibrary *session, CameraFile *file, GPContext *context);

#endif
