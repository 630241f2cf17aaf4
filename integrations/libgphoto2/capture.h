/* Pictures, and events for the program. */
#ifndef HS_CAPTURE_H
#define HS_CAPTURE_H

#include "session.h"

/** Takes a picture. `path` receives its first file; further files become events. */
int hs_capture(HsSession *self, CameraCaptureType type, CameraFilePath *path, GPContext *context);

/** Begins a picture, whose files become events. Waits for an earlier one to be complete. */
int hs_capture_trigger(HsSession *self, GPContext *context);

/**
 * Waits for an event.
 *
 * @param timeout_ms at least 0
 * @param data receives what belongs to the event, freed by the caller with free()
 */
int hs_capture_event(HsSession *self, int timeout_ms, CameraEventType *type, void **data, GPContext *context);

/** Waits for a picture in progress. */
void hs_capture_finish(HsSession *self, GPContext *context);

/** Whether a picture is taken after focusing: the setting `autofocus`, which libgphoto2 stores for the user. */
bool hs_capture_focuses(HsSession *self);

#endif
