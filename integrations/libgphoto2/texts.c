#include "texts.h"

#include "settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/** Appends to a text, which is cut off where its room ends. */
__attribute__((format(printf, 2, 3))) static void add(CameraText *text, const char *format, ...) {
    size_t size = strlen(text->text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text->text + size, sizeof text->text - size, format, arguments);
    va_end(arguments);
}

static void add_fact(CameraText *text, const char *name, hotshoe_string value) {
    if (value.data && value.size) add(text, "%s: %s\n", name, value.data);
}

static void add_info(HsSession *self, CameraText *text) {
    hotshoe_optional_camera_info info = {0};
    hotshoe_string level = {0};
    hotshoe_camera_get_info(self->camera, &info);
    if (info.has_value) {
        add_fact(text, "Manufacturer", info.value.manufacturer);
        add_fact(text, "Model", info.value.model);
        add_fact(text, "  Version", info.value.firmware_version);
        add_fact(text, "  Serial Number", info.value.serial_number);
        if (info.value.support.has_value && hotshoe_support_level_get_raw_value(info.value.support.value, &level) == HOTSHOE_OK)
            add_fact(text, "Support by HotShoe", level);
    }
    hotshoe_string_free(&level);
    hotshoe_optional_camera_info_free(&info);
}

static void add_capabilities(HsSession *self, CameraText *text) {
    hotshoe_camera_capabilities capabilities = {0};
    hotshoe_string_array names = {0};
    hotshoe_camera_get_capabilities(self->camera, &capabilities);
    hotshoe_camera_capabilities_get_names(capabilities, &names);
    add(text, "\nCapabilities:");
    for (size_t i = 0; i < names.count; i++) add(text, "%s %s", i ? "," : "", names.data[i].data);
    add(text, "\n");
    hotshoe_string_array_free(&names);
}

static void add_storages(HsSession *self, CameraText *text) {
    hotshoe_storage_array storages = {0};
    hotshoe_camera_get_storages(self->camera, &storages);
    add(text, "\nStorages:\n");
    for (size_t i = 0; i < storages.count; i++) {
        hotshoe_storage_info info = {0};
        char path[32];
        hotshoe_storage_get_info(storages.data[i], &info);
        hs_storage_path(info.identifier.number, path);
        add(text, "  %s: %s", path + 1, info.name.data ? info.name.data : "");
        if (info.capacity_bytes.has_value) add(text, ", %llu MB", (unsigned long long)(info.capacity_bytes.value / 1000000));
        if (info.free_bytes.has_value) add(text, ", %llu MB free", (unsigned long long)(info.free_bytes.value / 1000000));
        add(text, "%s\n", info.is_writable ? "" : ", read only");
        hotshoe_storage_info_free(&info);
    }
    hotshoe_storage_array_free(&storages);
}

static void add_properties(HsSession *self, CameraText *text) {
    hotshoe_property_identifier_array known = {0};
    hotshoe_camera_get_known_properties(self->camera, &known);
    add(text, "\nProperties:\n");
    for (size_t i = 0; i < known.count; i++) {
        HsSetting setting;
        char value[128];
        hs_setting_describe(self, known.data[i], &setting);
        hs_setting_value(self, &setting, value, sizeof value);
        if (*value) add(text, "  %s (%s): %s\n", setting.label, setting.name, value);
    }
    hotshoe_property_identifier_array_free(&known);
}

int hs_text_summary(HsSession *self, CameraText *text, GPContext *context) {
    hotshoe_connection_state state = {0};
    text->text[0] = '\0';
    hotshoe_camera_get_connection_state(self->camera, &state);
    if (state.kind != HOTSHOE_CONNECTION_STATE_CONNECTED) {
        self->gp.context_error(context, "The connection to the camera was lost.");
        return GP_ERROR_IO;
    }
    add_info(self, text);
    add_capabilities(self, text);
    add_storages(self, text);
    add_properties(self, text);
    return GP_OK;
}

void hs_text_manual(CameraText *text) {
    snprintf(text->text, sizeof text->text, "%s",
        "The camera is used through HotShoe, which claims it for itself: close other programs that use it.\n\n"
        "Names and values of settings are those of libgphoto2's driver for Canon EOS, or for Nikon for cameras of other makers; values that "
        "HotShoe accepts, such as f/5.6 or 1/250, can be given too.\n\n"
        "\"autofocus\" is whether a capture focuses first; it is stored for the user. \"bulb\" holds the shutter while it is 1. "
        "\"capturetarget\" is where a picture is stored: with \"Internal RAM\" it appears in the folder / and must be downloaded.\n");
}

void hs_text_about(CameraText *text) {
    snprintf(text->text, sizeof text->text, "HotShoe for libgphoto2: cameras through libhotshoe, with its drivers and its simulated cameras.\n");
}
