#include "settings.h"

#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFLECTION_SECONDS = 5 };

/** Properties that programs look for by name; `other` is the name for cameras of makers other than Canon, null for the same. */
static const struct {
    int32_t kind;
    HsSection section;
    const char *canon, *other, *label;
} rows[] = {
    {HOTSHOE_PROPERTY_IDENTIFIER_IMAGE_DESTINATION, HS_SECTION_SETTINGS, "capturetarget", NULL, "Capture Target"},
    {HOTSHOE_PROPERTY_IDENTIFIER_BATTERY_LEVEL, HS_SECTION_STATUS, "batterylevel", NULL, "Battery Level"},
    {HOTSHOE_PROPERTY_IDENTIFIER_SHOTS_AVAILABLE, HS_SECTION_STATUS, "availableshots", NULL, "Available Shots"},
    {HOTSHOE_PROPERTY_IDENTIFIER_LIGHT_METER_READING, HS_SECTION_STATUS, "lightmeter", NULL, "Light Meter"},
    {HOTSHOE_PROPERTY_IDENTIFIER_POWER_SOURCE, HS_SECTION_STATUS, "acpower", NULL, "Power Source"},
    {HOTSHOE_PROPERTY_IDENTIFIER_ISO_SPEED, HS_SECTION_IMAGE, "iso", NULL, "ISO Speed"},
    {HOTSHOE_PROPERTY_IDENTIFIER_IMAGE_QUALITY, HS_SECTION_IMAGE, "imageformat", "imagequality", "Image Format"},
    {HOTSHOE_PROPERTY_IDENTIFIER_WHITE_BALANCE, HS_SECTION_IMAGE, "whitebalance", NULL, "White Balance"},
    {HOTSHOE_PROPERTY_IDENTIFIER_WHITE_BALANCE_TEMPERATURE, HS_SECTION_IMAGE, "colortemperature", NULL, "Color Temperature"},
    {HOTSHOE_PROPERTY_IDENTIFIER_COLOR_TONE, HS_SECTION_IMAGE, "picturestyle", NULL, "Picture Style"},
    {HOTSHOE_PROPERTY_IDENTIFIER_EXPOSURE_MODE, HS_SECTION_CAPTURE, "autoexposuremode", "expprogram", "Exposure Mode"},
    {HOTSHOE_PROPERTY_IDENTIFIER_SHUTTER_SPEED, HS_SECTION_CAPTURE, "shutterspeed", NULL, "Shutter Speed"},
    {HOTSHOE_PROPERTY_IDENTIFIER_APERTURE, HS_SECTION_CAPTURE, "aperture", "f-number", "Aperture"},
    {HOTSHOE_PROPERTY_IDENTIFIER_EXPOSURE_COMPENSATION, HS_SECTION_CAPTURE, "exposurecompensation", NULL, "Exposure Compensation"},
    {HOTSHOE_PROPERTY_IDENTIFIER_FOCUS_MODE, HS_SECTION_CAPTURE, "focusmode", NULL, "Focus Mode"},
    {HOTSHOE_PROPERTY_IDENTIFIER_DRIVE_MODE, HS_SECTION_CAPTURE, "drivemode", "capturemode", "Drive Mode"},
    {HOTSHOE_PROPERTY_IDENTIFIER_METERING_MODE, HS_SECTION_CAPTURE, "meteringmode", "exposuremetermode", "Metering Mode"},
    {HOTSHOE_PROPERTY_IDENTIFIER_FLASH_MODE, HS_SECTION_CAPTURE, "flashmode", NULL, "Flash Mode"},
    {HOTSHOE_PROPERTY_IDENTIFIER_FLASH_EXPOSURE_COMPENSATION, HS_SECTION_CAPTURE, "flashcompensation", "flashexposurecompensation",
        "Flash Exposure Compensation"},
    {HOTSHOE_PROPERTY_IDENTIFIER_BRACKETING, HS_SECTION_CAPTURE, "aeb", "bracketing", "Exposure Bracketing"},
    {HOTSHOE_PROPERTY_IDENTIFIER_MIRROR_LOCKUP, HS_SECTION_CAPTURE, "mirrorlock", "mirrorlockup", "Mirror Lock-up"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/** Further names, which libgphoto2 has for some cameras of a maker. */
static const struct {
    const char *name, *usual;
} aliases[] = {{"shutterspeed2", "shutterspeed"}, {"eos-iso", "iso"}, {"d108", "shutterspeed"}};

/* ---- Names -------------------------------------------------------------------------------------------------------- */

static bool is_identifier(hotshoe_property_identifier identifier, int32_t kind) { return identifier.kind == kind; }

/** A property without a row: in libgphoto2 such are named by their code. */
static void describe_other(HsSession *self, hotshoe_property_identifier identifier, HsSetting *setting) {
    hotshoe_string text = {0};
    hotshoe_property property = {0};
    hotshoe_property_state state = {0};
    setting->section = HS_SECTION_OTHER;
    if (identifier.kind == HOTSHOE_PROPERTY_IDENTIFIER_VENDOR) {
        snprintf(setting->name, sizeof setting->name, "%04x", (unsigned)identifier.as.vendor.code);
        if (hotshoe_camera_property(self->camera, identifier, &property) == HOTSHOE_OK) hotshoe_property_get_state(property, &state);
        snprintf(setting->label, sizeof setting->label, "%s", state.vendor_name.data ? state.vendor_name.data : setting->name);
        hotshoe_property_state_free(&state);
        hotshoe_property_release(property);
        return;
    }
    hotshoe_property_identifier_description(identifier, &text);
    /* "noise-reduction" is the setting "noisereduction", "Noise reduction". */
    size_t size = 0;
    for (const char *each = text.data ? text.data : ""; *each && size + 1 < sizeof setting->name; each++)
        if (*each != '-') setting->name[size++] = *each;
    setting->name[size] = '\0';
    snprintf(setting->label, sizeof setting->label, "%s", text.data ? text.data : "");
    for (char *each = setting->label; *each; each++)
        if (*each == '-') *each = ' ';
    if (*setting->label >= 'a' && *setting->label <= 'z') *setting->label = (char)(*setting->label - 'a' + 'A');
    hotshoe_string_free(&text);
}

void hs_setting_describe(HsSession *self, hotshoe_property_identifier identifier, HsSetting *setting) {
    memset(setting, 0, sizeof *setting);
    setting->identifier = identifier;
    for (size_t i = 0; i < ROWS; i++) {
        if (!is_identifier(identifier, rows[i].kind)) continue;
        setting->section = rows[i].section;
        snprintf(setting->name, sizeof setting->name, "%s", self->is_like_canon || !rows[i].other ? rows[i].canon : rows[i].other);
        snprintf(setting->label, sizeof setting->label, "%s", rows[i].label);
        return;
    }
    describe_other(self, identifier, setting);
}

/** Finds a property that the camera has by its name in libgphoto2 or in HotShoe. */
static bool find_known(HsSession *self, const char *name, HsSetting *setting) {
    hotshoe_property_identifier_array known = {0};
    hotshoe_optional_property_identifier named = {0};
    bool is_found = false;
    hotshoe_camera_get_known_properties(self->camera, &known);
    for (size_t i = 0; i < known.count && !is_found; i++) {
        hs_setting_describe(self, known.data[i], setting);
        is_found = strcmp(setting->name, name) == 0;
    }
    hotshoe_property_identifier_array_free(&known);
    if (is_found) return true;
    if (hotshoe_property_identifier_make(hotshoe_text(name), &named) != HOTSHOE_OK || !named.has_value) return false;
    hs_setting_describe(self, named.value, setting);
    return true;
}

bool hs_setting_find(HsSession *self, const char *name, HsSetting *setting) {
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strcmp(aliases[i].name, name) == 0 && !find_known(self, name, setting)) name = aliases[i].usual;
    for (size_t i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].canon, name) != 0 && (!rows[i].other || strcmp(rows[i].other, name) != 0)) continue;
        hs_setting_describe(self, (hotshoe_property_identifier){.kind = rows[i].kind}, setting);
        return true;
    }
    return find_known(self, name, setting);
}

/* ---- Widgets ------------------------------------------------------------------------------------------------------- */

/** The state of a property; freed by the caller. */
static int get_state(HsSession *self, const HsSetting *setting, hotshoe_property *property, hotshoe_property_state *state, GPContext *context) {
    hotshoe_status status = hotshoe_camera_property(self->camera, setting->identifier, property);
    if (status == HOTSHOE_OK) status = hotshoe_property_get_state(*property, state);
    return hs_result(&self->gp, context, status, NULL);
}

void hs_setting_value(HsSession *self, const HsSetting *setting, char *text, size_t size) {
    hotshoe_property property = {0};
    hotshoe_property_value value = {0};
    char written[HS_VALUE_SIZE] = "";
    if (hotshoe_camera_property(self->camera, setting->identifier, &property) == HOTSHOE_OK
        && hotshoe_property_get_value(property, &value) == HOTSHOE_OK)
        hs_value_text(value, self->is_like_canon, written);
    snprintf(text, size, "%s", written);
    hotshoe_property_value_release(value);
    hotshoe_property_release(property);
}

/** Position of a value in the list of a setting: programs choose the capture target by its number, "Internal RAM" first, as ptp2 has it. */
static int rank(hotshoe_property_value value) {
    hotshoe_optional_common_value common = {0};
    hotshoe_property_value_get_common(value, &common);
    bool is_destination = common.has_value && common.value.kind == HOTSHOE_COMMON_VALUE_IMAGE_DESTINATION;
    int result = is_destination && common.value.as.image_destination.value == HOTSHOE_IMAGE_DESTINATION_HOST ? 0 : 1;
    hotshoe_optional_common_value_free(&common);
    return result;
}

static int make_radio(HsSession *self, const HsSetting *setting, hotshoe_property_value_array values, const char *current, CameraWidget **widget) {
    bool has_current = false;
    int result = self->gp.widget_new(GP_WIDGET_RADIO, setting->label, widget);
    for (size_t i = 0; i < values.count * 2 && result == GP_OK; i++) {
        char text[HS_VALUE_SIZE];
        hotshoe_property_value value = values.data[i % values.count];
        if (rank(value) != (i < values.count ? 0 : 1)) continue;
        hs_value_text(value, self->is_like_canon, text);
        has_current = has_current || strcmp(text, current) == 0;
        result = self->gp.widget_add_choice(*widget, text);
    }
    /* A value that can be read and not set, such as one that the camera chooses. */
    if (result == GP_OK && !has_current && *current) result = self->gp.widget_add_choice(*widget, current);
    return result == GP_OK ? self->gp.widget_set_value(*widget, current) : result;
}

static int make_range(HsSession *self, const HsSetting *setting, hotshoe_numeric_range range, const char *current, CameraWidget **widget) {
    int64_t minimum = 0, maximum = 0, step = 1;
    hotshoe_numeric_range_get_minimum(range, &minimum);
    hotshoe_numeric_range_get_maximum(range, &maximum);
    hotshoe_numeric_range_get_step(range, &step);
    float value = strtof(current, NULL);
    int result = self->gp.widget_new(GP_WIDGET_RANGE, setting->label, widget);
    if (result == GP_OK) result = self->gp.widget_set_range(*widget, (float)minimum, (float)maximum, (float)step);
    return result == GP_OK ? self->gp.widget_set_value(*widget, &value) : result;
}

static int make_text(HsSession *self, const HsSetting *setting, const char *current, CameraWidget **widget) {
    int result = self->gp.widget_new(GP_WIDGET_TEXT, setting->label, widget);
    return result == GP_OK ? self->gp.widget_set_value(*widget, current) : result;
}

static int make_widget(HsSession *self, const HsSetting *setting, const hotshoe_property_state *state, CameraWidget **widget) {
    char current[HS_VALUE_SIZE];
    bool is_settable = false;
    hotshoe_property_value value = {0};
    hotshoe_property_value_array values = {0};
    hotshoe_numeric_range range = {0};
    hotshoe_optional_int length = {0};
    int result = GP_OK;
    hotshoe_property_state_get_effective_value(state, &value);
    hs_value_text(value, self->is_like_canon, current);
    hotshoe_settable_values_is_settable(state->settable, &is_settable);
    hotshoe_settable_values_get_values(state->settable, &values);
    hotshoe_settable_values_get_range(state->settable, &range);
    hotshoe_settable_values_get_maximum_text_length(state->settable, &length);
    bool is_reading = setting->section == HS_SECTION_STATUS || setting->section == HS_SECTION_OTHER;
    if (!is_settable && !value.bits) *widget = NULL;
    else if (is_settable && range.bits) result = make_range(self, setting, range, current, widget);
    else if ((is_settable && length.has_value) || (is_reading && values.count == 0)) result = make_text(self, setting, current, widget);
    else result = make_radio(self, setting, values, current, widget);
    if (result == GP_OK && *widget) result = self->gp.widget_set_name(*widget, setting->name);
    if (result == GP_OK && *widget && !is_settable) result = self->gp.widget_set_readonly(*widget, 1);
    hotshoe_numeric_range_release(range);
    hotshoe_property_value_array_free(&values);
    hotshoe_property_value_release(value);
    return result;
}

int hs_setting_widget(HsSession *self, const HsSetting *setting, CameraWidget **widget, GPContext *context) {
    hotshoe_property property = {0};
    hotshoe_property_state state = {0};
    *widget = NULL;
    int result = get_state(self, setting, &property, &state, context);
    if (result == GP_OK) result = make_widget(self, setting, &state, widget);
    if (result != GP_OK && *widget) {
        self->gp.widget_free(*widget);
        *widget = NULL;
    }
    hotshoe_property_state_free(&state);
    hotshoe_property_release(property);
    return result;
}

/* ---- Setting -------------------------------------------------------------------------------------------------------- */

/** The settable value that is written as `text`; null if there is none. */
static hotshoe_property_value value_for(HsSession *self, hotshoe_property_value_array values, const char *text) {
    for (size_t i = 0; i < values.count; i++) {
        char written[HS_VALUE_SIZE];
        hs_value_text(values.data[i], self->is_like_canon, written);
        if (strcmp(written, text) == 0) return values.data[i];
    }
    return (hotshoe_property_value){0};
}

static int get_text(HsSession *self, CameraWidget *widget, char *text, size_t size) {
    CameraWidgetType type;
    float number = 0;
    const char *value = NULL;
    int result = self->gp.widget_get_type(widget, &type);
    if (result != GP_OK) return result;
    result = type == GP_WIDGET_RANGE ? self->gp.widget_get_value(widget, &number) : self->gp.widget_get_value(widget, &value);
    if (result != GP_OK) return result;
    if (type == GP_WIDGET_RANGE) snprintf(text, size, "%.0f", (double)number);
    else if (type == GP_WIDGET_RADIO || type == GP_WIDGET_MENU || type == GP_WIDGET_TEXT) snprintf(text, size, "%s", value ? value : "");
    else result = GP_ERROR_BAD_PARAMETERS;
    return result;
}

int hs_setting_apply(HsSession *self, const HsSetting *setting, CameraWidget *widget, GPContext *context) {
    char text[1024];
    hotshoe_property property = {0};
    hotshoe_property_state state = {0};
    hotshoe_property_value_array values = {0};
    hotshoe_operation operation = {0};
    hotshoe_error *error = NULL;
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(REFLECTION_SECONDS));
    int result = get_text(self, widget, text, sizeof text);
    if (result == GP_OK) result = get_state(self, setting, &property, &state, context);
    if (result == GP_OK) {
        hotshoe_settable_values_get_values(state.settable, &values);
        hotshoe_property_value value = value_for(self, values, text);
        /* A text that is not in the list is understood as HotShoe does, which also writes the message of a failure. */
        hotshoe_status status = value.bits ? hotshoe_property_set_property_value(property, value, &shown, &operation)
                                           : hotshoe_property_set_text(property, hotshoe_text(text), &shown, &operation);
        if (status == HOTSHOE_OK) {
            hs_wait(&self->gp, operation, context);
            status = value.bits ? hotshoe_property_set_property_value_result(operation, &error)
                                : hotshoe_property_set_text_result(operation, &error);
        }
        result = hs_result(&self->gp, context, status, error);
    }
    hotshoe_operation_release(operation);
    hotshoe_property_value_array_free(&values);
    hotshoe_property_state_free(&state);
    hotshoe_property_release(property);
    return result;
}
