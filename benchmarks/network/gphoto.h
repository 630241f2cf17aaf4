/* A camera used by libgphoto2: over PTP/IP at a port of this computer, or the only one on USB (usb:…). */
#include <gphoto2/gphoto2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static void check(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "%s: %s\n", what, gp_result_as_string(result));
    exit(1);
}

static Camera *opened(const char *port_number, GPContext *context) {
    char path[64];
    snprintf(path, sizeof path, "ptpip:127.0.0.1:%s:%s", port_number, port_number);
    CameraAbilitiesList *all;
    GPPortInfoList *ports;
    CameraAbilities abilities;
    GPPortInfo port;
    Camera *camera;
    if (!strncmp(port_number, "usb:", 4)) {
        gp_camera_new(&camera);
        check(gp_camera_init(camera, context), "init");
        return camera;
    }
    gp_abilities_list_new(&all);
    gp_abilities_list_load(all, context);
    check(gp_abilities_list_get_abilities(all, gp_abilities_list_lookup_model(all, "PTP/IP Camera"), &abilities), "model");
    gp_port_info_list_new(&ports);
    gp_port_info_list_load(ports);
    check(gp_port_info_list_get_info(ports, gp_port_info_list_lookup_path(ports, path), &port), "port");
    gp_camera_new(&camera);
    gp_camera_set_abilities(camera, abilities);
    gp_camera_set_port_info(camera, port);
    check(gp_camera_init(camera, context), "init");
    return camera;
}
