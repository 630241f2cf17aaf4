/* The functions that libgphoto2 looks up by name: the library's identifier, the models, and the start of a camera. */
#include "actions.h"
#include "capture.h"
#include "config.h"
#include "files.h"
#include "ports.h"
#include "selector.h"
#include "texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* ---- Models --------------------------------------------------------------------------------------------------------- */

enum {
    OPERATIONS = GP_OPERATION_CAPTURE_IMAGE | GP_OPERATION_CAPTURE_PREVIEW | GP_OPERATION_CONFIG | GP_OPERATION_TRIGGER_CAPTURE,
    FILE_OPERATIONS = GP_FILE_OPERATION_DELETE | GP_FILE_OPERATION_PREVIEW | GP_FILE_OPERATION_RAW | GP_FILE_OPERATION_EXIF,
    FOLDER_OPERATIONS = GP_FOLDER_OPERATION_DELETE_ALL | GP_FOLDER_OPERATION_PUT_FILE | GP_FOLDER_OPERATION_MAKE_DIR
        | GP_FOLDER_OPERATION_REMOVE_DIR
};

static const struct {
    const char *name;
    GPPortType port;
    int usb_class, usb_subclass, usb_protocol;
} models[] = {
    /* libgphoto2 uses the first model in alphabetical order that fits a device: the model of ptp2 precedes this one. */
    {HS_MODEL_USB, GP_PORT_USB, 6, 1, 1},
    {HS_MODEL_NETWORK, GP_PORT_PTPIP, 0, 0, 0},
    {HS_MODEL_FOUND, GP_PORT_PTPIP, 0, 0, 0},
    {HS_MODEL_ANY, GP_PORT_PTPIP | HS_PORT_TYPE, HS_PORT_CLASS, HS_PORT_SUBCLASS_ANY, 0},
    {HS_MODEL_SIMULATED, GP_PORT_PTPIP | HS_PORT_TYPE, HS_PORT_CLASS, HS_PORT_SUBCLASS_SIMULATED, 0},
};

EXPORT int camera_id(CameraText *id) {
    strcpy(id->text, "hotshoe");
    return GP_OK;
}

/** Whether programs use this library in place of ptp2: then libgphoto2 finds no model for the cameras that it lists as HS_MODEL_FOUND. */
static bool replaces_ptp2(void) {
    const char *folder = getenv("CAMLIBS");
    char path[4096];
    return folder && snprintf(path, sizeof path, "%s/ptp2.so", folder) < (int)sizeof path && access(path, F_OK) != 0;
}

EXPORT int camera_abilities(CameraAbilitiesList *list) {
    HsHost gp;
    int result = GP_OK;
    bool is_alone = replaces_ptp2();
    if (!hs_host_bind(&gp, __builtin_return_address(0))) return GP_ERROR_LIBRARY;
    for (size_t i = 0; i < sizeof models / sizeof models[0] && result == GP_OK; i++) {
        if (strcmp(models[i].name, HS_MODEL_FOUND) == 0 && !is_alone) continue;
        CameraAbilities abilities;
        memset(&abilities, 0, sizeof abilities);
        strcpy(abilities.model, models[i].name);
        abilities.status = GP_DRIVER_STATUS_TESTING;
        abilities.port = models[i].port;
        abilities.usb_class = models[i].usb_class;
        abilities.usb_subclass = models[i].usb_subclass;
        abilities.usb_protocol = models[i].usb_protocol;
        abilities.operations = (CameraOperation)OPERATIONS;
        abilities.file_operations = (CameraFileOperation)FILE_OPERATIONS;
        abilities.folder_operations = (CameraFolderOperation)FOLDER_OPERATIONS;
        abilities.device_type = GP_DEVICE_STILL_CAMERA;
        result = gp.abilities_list_append(list, abilities);
        if (result > GP_OK) result = GP_OK; /* the position in the list */
    }
    return result;
}

/* ---- Functions of a camera ------------------------------------------------------------------------------------------- */

static int exit_camera(Camera *camera, GPContext *context) {
    if (camera->pl) hs_session_close(camera->pl, context);
    camera->pl = NULL;
    return GP_OK;
}

static int get_config(Camera *camera, CameraWidget **window, GPContext *context) { return hs_config_get(camera->pl, window, context); }
static int set_config(Camera *camera, CameraWidget *window, GPContext *context) { return hs_config_set(camera->pl, window, context); }

static int get_single_config(Camera *camera, const char *name, CameraWidget **widget, GPContext *context) {
    return hs_config_get_one(camera->pl, name, widget, context);
}

static int set_single_config(Camera *camera, const char *name, CameraWidget *widget, GPContext *context) {
    return hs_config_set_one(camera->pl, name, widget, context);
}

static int capture(Camera *camera, CameraCaptureType type, CameraFilePath *path, GPContext *context) {
    return hs_capture(camera->pl, type, path, context);
}

static int trigger_capture(Camera *camera, GPContext *context) { return hs_capture_trigger(camera->pl, context); }
static int capture_preview(Camera *camera, CameraFile *file, GPContext *context) { return hs_preview_next(camera->pl, file, context); }

static int wait_for_event(Camera *camera, int timeout, CameraEventType *type, void **data, GPContext *context) {
    return hs_capture_event(camera->pl, timeout, type, data, context);
}

static int get_summary(Camera *camera, CameraText *text, GPContext *context) { return hs_text_summary(camera->pl, text, context); }

/* These two are requested of a camera that is in use, but are the same for all. */
static int get_manual(Camera *camera, CameraText *text, GPContext *context) {
    (void)camera;
    (void)context;
    hs_text_manual(text);
    return GP_OK;
}

static int get_about(Camera *camera, CameraText *text, GPContext *context) {
    (void)camera;
    (void)context;
    hs_text_about(text);
    return GP_OK;
}

EXPORT int camera_init(Camera *camera, GPContext *context) {
    HsHost gp;
    GPPortInfo port;
    CameraAbilities abilities;
    char *path = NULL;
    HsSession *session = NULL;
    if (!hs_host_bind(&gp, __builtin_return_address(0))) return GP_ERROR_LIBRARY;
    int result = gp.camera_get_abilities(camera, &abilities);
    if (result == GP_OK) result = gp.port_get_info(camera->port, &port);
    if (result == GP_OK) result = gp.port_info_get_path(port, &path);
    /* libgphoto2 has opened the device and claimed its interface, which HotShoe does itself. At the end libgphoto2 closes the port again,
       which has no effect on a closed one. */
    if (result == GP_OK && camera->port->type == GP_PORT_USB) gp.port_close(camera->port);
    if (result == GP_OK) result = hs_session_open(&gp, abilities.model, path, context, &session);
    if (result != GP_OK) return result;
    camera->pl = session;
    *camera->functions = (CameraFunctions){
        .exit = exit_camera,
        .get_config = get_config,
        .set_config = set_config,
        .get_single_config = get_single_config,
        .set_single_config = set_single_config,
        .capture = capture,
        .trigger_capture = trigger_capture,
        .capture_preview = capture_preview,
        .summary = get_summary,
        .manual = get_manual,
        .about = get_about,
        .wait_for_event = wait_for_event,
    };
    result = hs_files_attach(session, camera->fs);
    if (result != GP_OK) exit_camera(camera, context);
    return result;
}
