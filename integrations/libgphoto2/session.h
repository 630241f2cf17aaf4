/* A camera that a program has opened: what the parts of this library share. */
#ifndef HS_SESSION_H
#define HS_SESSION_H

#include "events.h"
#include "folders.h"
#include "host.h"
#include "memory.h"
#include "preview.h"

#include <hotshoe/hotshoe.h>

/**
 * The state of one Camera of libgphoto2, from camera_init to its exit. **Single-owner**: libgphoto2 permits one call at a time for a camera;
 * only `events` and `preview` are used by other threads too.
 */
struct _CameraPrivateLibrary {
    HsHost gp;
    CameraFilesystem *files;
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    HsEvents events;
    HsFolders folders;
    HsMemory memory;
    HsPreview preview;
    hotshoe_operation shot; /* a picture that trigger_capture began; null: none */
    uint64_t *reported;     /* handles of its files that were reported before it was complete */
    size_t reported_count;
    bool is_like_canon;     /* names and values of settings as libgphoto2 has them for Canon EOS; otherwise for Nikon */
    bool has_reported_loss; /* whether wait_for_event has reported that the connection has ended */
    bool has_shutter;       /* whether the shutter is pressed, by `bulb` or `eosremoterelease` */
};
typedef CameraPrivateLibrary HsSession;

#define HS_NO_QUEUE ((hotshoe_queue){0})

/**
 * Finds a camera and connects to it. Blocks, until a cancellation by the context.
 *
 * @param model the model of libgphoto2's list, and `path` that of the port, which select the camera
 * @param session receives the session, closed by hs_session_close
 * @return a result of libgphoto2; the message of a failure is in the context
 */
int hs_session_open(const HsHost *gp, const char *model, const char *path, GPContext *context, HsSession **session);

/** Completes a picture in progress, disconnects, and frees the session. */
void hs_session_close(HsSession *self, GPContext *context);

/** The purpose for which the camera is in use: hotshoe_command_categories_stills_shooting and others. */
typedef hotshoe_status (*HsCategory)(hotshoe_command_categories *result);

/** Makes a category of commands usable, beside those in use if the camera permits both. */
int hs_session_use(HsSession *self, HsCategory category, GPContext *context);

/** Waits until an operation is done; a cancellation by the context cancels it. Borrows the operation. */
void hs_wait(const HsHost *gp, hotshoe_operation operation, GPContext *context);

/** Called while a wait lasts, every 50 ms. */
typedef void (*HsTick)(void *data);
void hs_wait_with(const HsHost *gp, hotshoe_operation operation, HsTick tick, void *data, GPContext *context);

/** Calls of the context between the steps of long work, every 50 ms, whatever a step takes. */
typedef struct {
    int64_t next_ms; /* of CLOCK_MONOTONIC; 0: at once */
} HsPulse;

/** Calls the context's idle if it is time for it; returns whether the program has cancelled. */
bool hs_pulse_is_cancelled(HsPulse *self, const HsHost *gp, GPContext *context);

/**
 * Converts the result of a function of HotShoe to one of libgphoto2. Frees the error, and copies its message to the context.
 *
 * @param error null is allowed: then the message is that of the status
 */
int hs_result(const HsHost *gp, GPContext *context, hotshoe_status status, hotshoe_error *error);

/** The code of an error; HOTSHOE_CAMERA_ERROR_CODE_INTERNAL_FAILURE if it has none. Borrows it. */
hotshoe_camera_error_code hs_error_code(const hotshoe_error *error);

#endif
