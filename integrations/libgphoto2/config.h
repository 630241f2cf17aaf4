/* The settings of a camera as widgets of libgphoto2. */
#ifndef HS_CONFIG_H
#define HS_CONFIG_H

#include "session.h"

/** Creates the whole tree of settings. */
int hs_config_get(HsSession *self, CameraWidget **window, GPContext *context);

/** Applies each widget of a tree that has changed; all of them are tried, and the first failure is returned. */
int hs_config_set(HsSession *self, CameraWidget *window, GPContext *context);

/** Creates the widget of one setting, by any of its names. GP_ERROR_BAD_PARAMETERS if there is none. */
int hs_config_get_one(HsSession *self, const char *name, CameraWidget **widget, GPContext *context);
int hs_config_set_one(HsSession *self, const char *name, CameraWidget *widget, GPContext *context);

/** The text of an event about a property, freed by the caller with free(); null if it has no value. */
char *hs_config_change(HsSession *self, hotshoe_property_identifier identifier);

#endif
