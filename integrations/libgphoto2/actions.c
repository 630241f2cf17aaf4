#include "actions.h"

#include "capture.h"
#include "dates.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* ---- Capabilities -------------------------------------------------------------------------------------------------- */

typedef hotshoe_status (*Capability)(hotshoe_camera_capabilities *result);

static bool has(HsSession *self, Capability capability) {
    hotshoe_camera_capabilities present = {0}, wanted = {0};
    hotshoe_camera_get_capabilities(self->camera, &present);
    return capability(&wanted) == HOTSHOE_OK && (present.raw_value & wanted.raw_value) != 0;
}

/* ---- Commands ------------------------------------------------------------------------------------------------------- */

typedef hotshoe_status (*Start)(hotshoe_camera camera, hotshoe_operation *operation);
typedef hotshoe_status (*Result)(hotshoe_operation operation, hotshoe_error **error);

static int finish(HsSession *self, hotshoe_status status, hotshoe_operation operation, Result result, GPContext *context) {
    hotshoe_error *error = NULL;
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = result(operation, &error);
    }
    hotshoe_operation_release(operation);
    return hs_result(&self->gp, context, status, error);
}

static int run(HsSession *self, Start start, Result result, GPContext *context) {
    hotshoe_operation operation = {0};
    return finish(self, start(self->camera, &operation), operation, result, context);
}

#define RUN(command) run(self, hotshoe_camera_##command, hotshoe_camera_##command##_result, context)

/* ---- Toggles --------------------------------------------------------------------------------------------------------- */

static int set_toggle(HsSession *self, CameraWidget *widget, bool is_on) {
    int value = is_on;
    return self->gp.widget_set_value(widget, &value);
}

static bool is_on(HsSession *self, CameraWidget *widget) {
    int value = 0;
    return self->gp.widget_get_value(widget, &value) == GP_OK && value != 0;
}

static int get_viewfinder(HsSession *self, CameraWidget *widget, GPContext *context) {
    (void)context;
    return has(self, hotshoe_camera_capabilities_live_view) ? set_toggle(self, widget, hs_preview_is_open(&self->preview)) : GP_ERROR_NOT_SUPPORTED;
}

static int set_viewfinder(HsSession *self, CameraWidget *widget, GPContext *context) {
    return hs_preview_keep(self, is_on(self, widget), context);
}

static int get_focusing(HsSession *self, CameraWidget *widget, GPContext *context) {
    (void)context;
    return has(self, hotshoe_camera_capabilities_half_press) ? set_toggle(self, widget, false) : GP_ERROR_NOT_SUPPORTED;
}

static int set_focusing(HsSession *self, CameraWidget *widget, GPContext *context) {
    if (!is_on(self, widget)) return RUN(disengage_auto_focus);
    int result = RUN(engage_auto_focus);
    if (result == GP_OK) result = RUN(disengage_auto_focus);
    return result;
}

static int cancel_focusing(HsSession *self, CameraWidget *widget, GPContext *context) {
    return is_on(self, widget) ? RUN(disengage_auto_focus) : GP_OK;
}

static int get_bulb(HsSession *self, CameraWidget *widget, GPContext *context) {
    (void)context;
    return has(self, hotshoe_camera_capabilities_shutter_control) ? set_toggle(self, widget, self->has_shutter) : GP_ERROR_NOT_SUPPORTED;
}

static int press(HsSession *self, bool is_pressed, GPContext *context) {
    int result = hs_session_use(self, hotshoe_command_categories_stills_shooting, context);
    if (result == GP_OK) result = is_pressed ? RUN(press_shutter) : RUN(release_shutter);
    if (result == GP_OK) self->has_shutter = is_pressed;
    return result;
}

static int set_bulb(HsSession *self, CameraWidget *widget, GPContext *context) { return press(self, is_on(self, widget), context); }

static int get_movie(HsSession *self, CameraWidget *widget, GPContext *context) {
    hotshoe_recording_state state = {0};
    (void)context;
    if (!has(self, hotshoe_camera_capabilities_video_recording)) return GP_ERROR_NOT_SUPPORTED;
    hotshoe_camera_get_recording(self->camera, &state);
    return set_toggle(self, widget, state.is_recording);
}

static int set_movie(HsSession *self, CameraWidget *widget, GPContext *context) {
    int result = hs_session_use(self, hotshoe_command_categories_video_recording, context);
    if (result != GP_OK) return result;
    return is_on(self, widget) ? RUN(start_recording) : RUN(stop_recording);
}

/* ---- Choices ---------------------------------------------------------------------------------------------------------- */

static int set_choices(HsSession *self, CameraWidget *widget, const char *const *choices, size_t count, const char *current) {
    int result = GP_OK;
    for (size_t i = 0; i < count && result == GP_OK; i++) result = self->gp.widget_add_choice(widget, choices[i]);
    return result == GP_OK ? self->gp.widget_set_value(widget, current) : result;
}

static const char *choice(HsSession *self, CameraWidget *widget) {
    const char *value = NULL;
    return self->gp.widget_get_value(widget, &value) == GP_OK && value ? value : "";
}

static int get_manual_focus(HsSession *self, CameraWidget *widget, GPContext *context) {
    static const char *const choices[] = {"Near 1", "Near 2", "Near 3", "None", "Far 1", "Far 2", "Far 3"};
    (void)context;
    if (!has(self, hotshoe_camera_capabilities_focus_drive)) return GP_ERROR_NOT_SUPPORTED;
    return set_choices(self, widget, choices, sizeof choices / sizeof choices[0], "None");
}

static hotshoe_status drive_focus(HsSession *self, hotshoe_focus_step step, hotshoe_error **error, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_status status = hotshoe_camera_drive_focus(self->camera, step, &operation);
    if (status == HOTSHOE_OK) {
        hs_wait(&self->gp, operation, context);
        status = hotshoe_camera_drive_focus_result(operation, error);
    }
    hotshoe_operation_release(operation);
    return status;
}

static int set_manual_focus(HsSession *self, CameraWidget *widget, GPContext *context) {
    char direction[8] = "";
    int amount = 0, end = 0;
    const char *text = choice(self, widget);
    if (strcmp(text, "None") == 0) return GP_OK;
    bool is_step = sscanf(text, "%7s %1d%n", direction, &amount, &end) == 2 && text[end] == '\0' && amount >= 1 && amount <= 3;
    if (!is_step || (strcmp(direction, "Near") != 0 && strcmp(direction, "Far") != 0)) {
        self->gp.context_error(context, "\"%s\" is no step of the focus: Near 1 to Near 3, Far 1 to Far 3, or None.", text);
        return GP_ERROR_BAD_PARAMETERS;
    }
    hotshoe_focus_step step = {
        strcmp(direction, "Near") == 0 ? HOTSHOE_FOCUS_STEP_DIRECTION_NEAR : HOTSHOE_FOCUS_STEP_DIRECTION_FAR,
        HOTSHOE_FOCUS_STEP_AMOUNT_SMALL + amount - 1,
    };
    hotshoe_error *error = NULL;
    hotshoe_status status = drive_focus(self, step, &error, context);
    if (status != HOTSHOE_OK && hs_error_code(error) == HOTSHOE_CAMERA_ERROR_CODE_NEEDS_LIVE_VIEW) {
        hotshoe_error_free(error);
        error = NULL;
        int result = hs_preview_open(self, context);
        if (result != GP_OK) return result;
        status = drive_focus(self, step, &error, context);
    }
    return hs_result(&self->gp, context, status, error);
}

static int get_release(HsSession *self, CameraWidget *widget, GPContext *context) {
    static const char *const choices[] = {"None", "Press Half", "Press Full", "Release Half", "Release Full", "Immediate"};
    (void)context;
    if (!has(self, hotshoe_camera_capabilities_shutter_control)) return GP_ERROR_NOT_SUPPORTED;
    return set_choices(self, widget, choices, sizeof choices / sizeof choices[0], self->has_shutter ? "Press Full" : "None");
}

static int set_release(HsSession *self, CameraWidget *widget, GPContext *context) {
    const char *text = choice(self, widget);
    if (strcmp(text, "None") == 0) return GP_OK;
    if (strcmp(text, "Press Half") == 0) return RUN(engage_auto_focus);
    if (strcmp(text, "Press Full") == 0) return press(self, true, context);
    if (strcmp(text, "Release Half") == 0) return RUN(disengage_auto_focus);
    if (strcmp(text, "Release Full") == 0) return self->has_shutter ? press(self, false, context) : GP_OK;
    if (strcmp(text, "Immediate") == 0) return hs_capture_trigger(self, context);
    self->gp.context_error(context, "\"%s\" is no position of the shutter button.", text);
    return GP_ERROR_BAD_PARAMETERS;
}

static int get_autofocus(HsSession *self, CameraWidget *widget, GPContext *context) {
    static const char *const choices[] = {"On", "Off"};
    (void)context;
    return set_choices(self, widget, choices, 2, hs_capture_focuses(self) ? "On" : "Off");
}

static int set_autofocus(HsSession *self, CameraWidget *widget, GPContext *context) {
    const char *text = choice(self, widget);
    if (strcmp(text, "On") != 0 && strcmp(text, "Off") != 0) {
        self->gp.context_error(context, "\"%s\" is neither On nor Off.", text);
        return GP_ERROR_BAD_PARAMETERS;
    }
    return self->gp.setting_set("hotshoe", "autofocus", (char *)text);
}

/* ---- The clock -------------------------------------------------------------------------------------------------------- */

static int get_date(HsSession *self, CameraWidget *widget, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_camera_date date = {0};
    if (!has(self, hotshoe_camera_capabilities_clock) || hotshoe_camera_read_clock(self->camera, &operation) != HOTSHOE_OK)
        return GP_ERROR_NOT_SUPPORTED;
    hs_wait(&self->gp, operation, context);
    /* A camera that cannot report its time now has no such setting now. */
    hotshoe_status status = hotshoe_camera_read_clock_result(operation, &date, NULL);
    hotshoe_operation_release(operation);
    int seconds = status == HOTSHOE_OK ? (int)hs_date_seconds(date) : 0;
    hotshoe_camera_date_release(date);
    return status == HOTSHOE_OK ? self->gp.widget_set_value(widget, &seconds) : GP_ERROR_NOT_SUPPORTED;
}

static int set_clock(HsSession *self, hotshoe_camera_date date, GPContext *context) {
    hotshoe_operation operation = {0};
    hotshoe_status status = hotshoe_camera_set_clock(self->camera, date, &operation);
    hotshoe_camera_date_release(date);
    return finish(self, status, operation, hotshoe_camera_set_clock_result, context);
}

static int set_date(HsSession *self, CameraWidget *widget, GPContext *context) {
    int seconds = 0;
    hotshoe_camera_date date = {0};
    struct tm local;
    int result = self->gp.widget_get_value(widget, &seconds);
    time_t time = seconds;
    if (result != GP_OK) return result;
    localtime_r(&time, &local);
    int64_t offset = local.tm_gmtoff / 60;
    hotshoe_status status = hotshoe_camera_date_make_with_milliseconds_since1970((int64_t)seconds * 1000, &offset, &date);
    return status == HOTSHOE_OK ? set_clock(self, date, context) : hs_result(&self->gp, context, status, NULL);
}

static int get_synchronization(HsSession *self, CameraWidget *widget, GPContext *context) {
    (void)context;
    return has(self, hotshoe_camera_capabilities_clock) ? set_toggle(self, widget, false) : GP_ERROR_NOT_SUPPORTED;
}

static int synchronize(HsSession *self, CameraWidget *widget, GPContext *context) {
    hotshoe_camera_date now = {0};
    if (!is_on(self, widget)) return GP_OK;
    hotshoe_status status = hotshoe_camera_date_now(&now);
    return status == HOTSHOE_OK ? set_clock(self, now, context) : hs_result(&self->gp, context, status, NULL);
}

/* ---- Facts ------------------------------------------------------------------------------------------------------------- */

static int set_fact(HsSession *self, CameraWidget *widget, size_t offset) {
    hotshoe_optional_camera_info info = {0};
    hotshoe_camera_get_info(self->camera, &info);
    const hotshoe_string *text = (const hotshoe_string *)(const void *)((const char *)&info.value + offset);
    int result = info.has_value && text->data && text->size > 0 ? self->gp.widget_set_value(widget, text->data) : GP_ERROR_NOT_SUPPORTED;
    hotshoe_optional_camera_info_free(&info);
    return result;
}

#define FACT(name, member) \
    static int name(HsSession *self, CameraWidget *widget, GPContext *context) { \
        (void)context; \
        return set_fact(self, widget, offsetof(hotshoe_camera_info, member)); \
    }
FACT(get_manufacturer, manufacturer)
FACT(get_model, model)
FACT(get_version, firmware_version)
FACT(get_serial, serial_number)

/* ---- The table ---------------------------------------------------------------------------------------------------------- */

const HsAction hs_actions[] = {
    {"actions", "syncdatetime", "Synchronize camera date and time with PC", get_synchronization, synchronize, GP_WIDGET_TOGGLE},
    {"actions", "bulb", "Bulb Mode", get_bulb, set_bulb, GP_WIDGET_TOGGLE},
    {"actions", "autofocusdrive", "Drive Autofocus", get_focusing, set_focusing, GP_WIDGET_TOGGLE},
    {"actions", "cancelautofocus", "Cancel Autofocus", get_focusing, cancel_focusing, GP_WIDGET_TOGGLE},
    {"actions", "manualfocusdrive", "Drive Manual Focus", get_manual_focus, set_manual_focus, GP_WIDGET_RADIO},
    {"actions", "eosremoterelease", "Remote Release", get_release, set_release, GP_WIDGET_RADIO},
    {"actions", "viewfinder", "Viewfinder", get_viewfinder, set_viewfinder, GP_WIDGET_TOGGLE},
    {"actions", "movie", "Movie Capture", get_movie, set_movie, GP_WIDGET_TOGGLE},
    {"settings", "datetime", "Camera Date and Time", get_date, set_date, GP_WIDGET_DATE},
    {"settings", "autofocus", "Auto-Focus", get_autofocus, set_autofocus, GP_WIDGET_RADIO},
    {"status", "manufacturer", "Camera Manufacturer", get_manufacturer, NULL, GP_WIDGET_TEXT},
    {"status", "cameramodel", "Camera Model", get_model, NULL, GP_WIDGET_TEXT},
    {"status", "deviceversion", "Device Version", get_version, NULL, GP_WIDGET_TEXT},
    {"status", "serialnumber", "Serial Number", get_serial, NULL, GP_WIDGET_TEXT},
};
const size_t hs_actions_count = sizeof hs_actions / sizeof hs_actions[0];

const HsAction *hs_action_find(const char *name) {
    for (size_t i = 0; i < hs_actions_count; i++)
        if (strcmp(hs_actions[i].name, name) == 0) return &hs_actions[i];
    return NULL;
}

int hs_action_widget(HsSession *self, const HsAction *action, CameraWidget **widget, GPContext *context) {
    int result = self->gp.widget_new(action->type, action->label, widget);
    if (result != GP_OK) return result;
    result = self->gp.widget_set_name(*widget, action->name);
    if (result == GP_OK && !action->set) result = self->gp.widget_set_readonly(*widget, 1);
    if (result == GP_OK) result = action->get(self, *widget, context);
    if (result != GP_OK) {
        self->gp.widget_free(*widget);
        *widget = NULL;
    }
    return result == GP_ERROR_NOT_SUPPORTED ? GP_OK : result;
}
