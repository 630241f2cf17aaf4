/* Settings of libgphoto2 that are commands or facts, not properties of a camera. */
#ifndef HS_ACTIONS_H
#define HS_ACTIONS_H

#include "session.h"

/** A widget of this library. */
typedef struct {
    const char *section, *name, *label;
    /** Sets the widget's value, and its choices. GP_ERROR_NOT_SUPPORTED: the camera does not have it now. */
    int (*get)(HsSession *self, CameraWidget *widget, GPContext *context);
    /** Applies the widget's value; null: read only. */
    int (*set)(HsSession *self, CameraWidget *widget, GPContext *context);
    CameraWidgetType type;
} HsAction;

extern const HsAction hs_actions[];
extern const size_t hs_actions_count;

/** The action with a name; null if there is none. */
const HsAction *hs_action_find(const char *name);

/** Creates the widget of an action. GP_OK and null if the camera does not have it now. */
int hs_action_widget(HsSession *self, const HsAction *action, CameraWidget **widget, GPContext *context);

#endif
