/* Settings and pictures of an element: a thread that carries out one after the other. */
#ifndef HS_COMMANDS_H
#define HS_COMMANDS_H

#include "camera.h"

#include <gst/gst.h>

/** The commands of one element. Thread-safe. */
typedef struct HsCommands HsCommands;

/** Starts the thread. `element` posts the results as messages, and must exist until hs_commands_stop. */
HsCommands *hs_commands_start(GstElement *element);

/** Cancels the commands, and waits for the end of the thread. */
void hs_commands_stop(HsCommands *self);

/** Queues the settings in the fields of a structure, which is copied. */
void hs_commands_set(HsCommands *self, HsCamera *camera, const GstStructure *settings);

/** Queues a picture. `folder`: where to save it on this computer; null: it is not saved. */
void hs_commands_shoot(HsCommands *self, HsCamera *camera, const gchar *folder);

#endif
