/* Properties of HotShoe as settings of libgphoto2. */
#ifndef HS_SETTINGS_H
#define HS_SETTINGS_H

#include "session.h"

/** A section of the tree of settings. */
typedef enum { HS_SECTION_SETTINGS, HS_SECTION_STATUS, HS_SECTION_IMAGE, HS_SECTION_CAPTURE, HS_SECTION_OTHER } HsSection;

/** A property with its name in libgphoto2. */
typedef struct {
    HsSection section;
    hotshoe_property_identifier identifier;
    char name[64];
    char label[128];
} HsSetting;

/** Names a property. */
void hs_setting_describe(HsSession *self, hotshoe_property_identifier identifier, HsSetting *setting);

/** Finds the property with a name: that of libgphoto2 for any maker, or that of HotShoe. Returns false if there is none. */
bool hs_setting_find(HsSession *self, const char *name, HsSetting *setting);

/** Creates the widget of a property. GP_OK and null if the camera does not report the property now. */
int hs_setting_widget(HsSession *self, const HsSetting *setting, CameraWidget **widget, GPContext *context);

/** Sets a property to a widget's value, and waits until the camera reports it. */
int hs_setting_apply(HsSession *self, const HsSetting *setting, CameraWidget *widget, GPContext *context);

/** The value of a property as text; empty if it has none. */
void hs_setting_value(HsSession *self, const HsSetting *setting, char *text, size_t size);

#endif
