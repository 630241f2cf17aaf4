#include "config.h"

#include "actions.h"
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The tree ---------------------------------------------------------------------------------------------------------- */

static const struct section {
    const char *name, *label;
    int properties; /* the properties in it: an HsSection, or -1 */
} sections[] = {
    {"actions", "Camera Actions", -1},
    {"settings", "Camera Settings", HS_SECTION_SETTINGS},
    {"status", "Camera Status Information", HS_SECTION_STATUS},
    {"imgsettings", "Image Settings", HS_SECTION_IMAGE},
    {"capturesettings", "Capture Settings", HS_SECTION_CAPTURE},
    {"other", "Other Device Properties", HS_SECTION_OTHER},
};

static int append(HsSession *self, CameraWidget *section, CameraWidget *widget) {
    int result = widget ? self->gp.widget_append(section, widget) : GP_OK;
    if (result < GP_OK) self->gp.widget_free(widget);
    return result < GP_OK ? result : GP_OK;
}

static int add_actions(HsSession *self, const struct section *section, CameraWidget *parent, GPContext *context) {
    int result = GP_OK;
    for (size_t i = 0; i < hs_actions_count && result == GP_OK; i++) {
        CameraWidget *widget = NULL;
        if (strcmp(hs_actions[i].section, section->name) != 0) continue;
        result = hs_action_widget(self, &hs_actions[i], &widget, context);
        if (result == GP_OK) result = append(self, parent, widget);
    }
    return result;
}

static int add_properties(HsSession *self, const struct section *section, hotshoe_property_identifier_array known, CameraWidget *parent,
    GPContext *context) {
    int result = GP_OK;
    for (size_t i = 0; i < known.count && result == GP_OK; i++) {
        HsSetting setting;
        CameraWidget *widget = NULL;
        hs_setting_describe(self, known.data[i], &setting);
        if ((int)setting.section != section->properties) continue;
        result = hs_setting_widget(self, &setting, &widget, context);
        if (result == GP_OK) result = append(self, parent, widget);
    }
    return result;
}

static int add_section(HsSession *self, const struct section *section, hotshoe_property_identifier_array known, CameraWidget *window,
    GPContext *context) {
    CameraWidget *widget = NULL;
    int result = self->gp.widget_new(GP_WIDGET_SECTION, section->label, &widget);
    if (result != GP_OK) return result;
    result = self->gp.widget_set_name(widget, section->name);
    if (result == GP_OK) result = add_actions(self, section, widget, context);
    if (result == GP_OK) result = add_properties(self, section, known, widget, context);
    if (result == GP_OK && self->gp.widget_count_children(widget) > 0) return append(self, window, widget);
    self->gp.widget_free(widget);
    return result;
}

int hs_config_get(HsSession *self, CameraWidget **window, GPContext *context) {
    hotshoe_property_identifier_array known = {0};
    int result = self->gp.widget_new(GP_WIDGET_WINDOW, "Camera and Driver Configuration", window);
    if (result != GP_OK) return result;
    result = self->gp.widget_set_name(*window, "main");
    if (result == GP_OK) result = hs_result(&self->gp, context, hotshoe_camera_get_known_properties(self->camera, &known), NULL);
    for (size_t i = 0; i < sizeof sections / sizeof sections[0] && result == GP_OK; i++)
        result = add_section(self, &sections[i], known, *window, context);
    hotshoe_property_identifier_array_free(&known);
    if (result != GP_OK) {
        self->gp.widget_free(*window);
        *window = NULL;
    }
    return result;
}

/* ---- One setting --------------------------------------------------------------------------------------------------------- */

int hs_config_get_one(HsSession *self, const char *name, CameraWidget **widget, GPContext *context) {
    HsSetting setting;
    const HsAction *action = hs_action_find(name);
    *widget = NULL;
    int result = action ? hs_action_widget(self, action, widget, context) : GP_OK;
    if (!action && hs_setting_find(self, name, &setting)) result = hs_setting_widget(self, &setting, widget, context);
    if (result == GP_OK && *widget) result = self->gp.widget_set_name(*widget, name);
    return result == GP_OK && !*widget ? GP_ERROR_BAD_PARAMETERS : result;
}

int hs_config_set_one(HsSession *self, const char *name, CameraWidget *widget, GPContext *context) {
    HsSetting setting;
    const HsAction *action = hs_action_find(name);
    if (action && action->set) return action->set(self, widget, context);
    if (!action && hs_setting_find(self, name, &setting)) return hs_setting_apply(self, &setting, widget, context);
    self->gp.context_error(context, action ? "The setting \"%s\" is read only." : "The camera has no setting \"%s\".", name);
    return GP_ERROR_BAD_PARAMETERS;
}

static int apply(HsSession *self, CameraWidget *widget, GPContext *context) {
    const char *name = NULL;
    int count = self->gp.widget_count_children(widget), first = GP_OK;
    for (int i = 0; i < count; i++) {
        CameraWidget *child = NULL;
        if (self->gp.widget_get_child(widget, i, &child) != GP_OK) continue;
        int result = apply(self, child, context);
        if (result == GP_ERROR_CANCEL) return result;
        if (first == GP_OK) first = result;
    }
    if (count > 0 || self->gp.widget_changed(widget) <= 0 || self->gp.widget_get_name(widget, &name) != GP_OK) return first;
    self->gp.widget_set_changed(widget, 0);
    return hs_config_set_one(self, name, widget, context);
}

int hs_config_set(HsSession *self, CameraWidget *window, GPContext *context) { return apply(self, window, context); }

/* ---- Changes ------------------------------------------------------------------------------------------------------------- */

char *hs_config_change(HsSession *self, hotshoe_property_identifier identifier) {
    HsSetting setting;
    char value[128];
    hs_setting_describe(self, identifier, &setting);
    hs_setting_value(self, &setting, value, sizeof value);
    size_t size = strlen(setting.name) * 2 + strlen(value) + 64;
    char *text = *value ? malloc(size) : NULL;
    /* Programs search for these words. */
    if (text) snprintf(text, size, "PTP Property %s changed, \"%s\" to \"%s\"", setting.name, setting.name, value);
    return text;
}
