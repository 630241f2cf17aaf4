/* Cameras that are in use by elements of this process. */
#ifndef HS_CAMERA_H
#define HS_CAMERA_H

#include "exposure.h"
#include "selector.h"
#include "waits.h"

/** A failure of the library, for messages on the bus. */
typedef struct {
    gboolean is_cancelled;            /* by hs_waits_cancel: not to be reported */
    hotshoe_camera_error_code code;   /* HOTSHOE_CAMERA_ERROR_CODE_INTERNAL_FAILURE if the library has none */
    gchar *message;                   /* the failure and its remedy; owned, null for a cancellation */
} HsFailure;

void hs_failure_clear(HsFailure *self);
/** Sets a failure from the result of a function, and frees its error. */
void hs_failure_set(HsFailure *self, hotshoe_status status, hotshoe_error *error);

/**
 * A camera and its connection, which all elements of the process share that selected it. Thread-safe, counted by references;
 * frames that are in use hold one.
 */
typedef struct {
    gchar *identifier;
    hotshoe_camera camera;
    hotshoe_camera_discovery discovery;
    gboolean is_listed; /* whether the discovery finds it; otherwise it is known by its address only */
    guint users;        /* guarded by the lock of all cameras */
    gint held_frames;   /* frames of the library's pool that are in use; atomic */
    GMutex lock;        /* guards the following members */
    HsExposure exposure;
    hotshoe_subscription events;
} HsCamera;

/**
 * Finds the selected camera. Blocks, until a cancellation.
 *
 * @param timeout_ns time limit of the search; 0: none
 * @return the camera, returned by hs_camera_close; null with a failure
 */
HsCamera *hs_camera_open(HsSelector *selector, guint64 timeout_ns, HsWaits *waits, HsFailure *failure);

/** Connects to the camera, if it is not connected. Blocks, until a cancellation. */
gboolean hs_camera_connect(HsCamera *self, guint64 timeout_ns, HsWaits *waits, HsFailure *failure);

/** Waits without a limit until the camera is found again, at least a second; returns false after a cancellation. */
gboolean hs_camera_wait(HsCamera *self, HsWaits *waits);

/** Returns the camera; the last one of all elements disconnects. */
void hs_camera_close(HsCamera *self);

HsCamera *hs_camera_retain(HsCamera *self);
void hs_camera_release(HsCamera *self);

HsExposure hs_camera_exposure(HsCamera *self);

#endif
