/*
 * A real camera: the first that is found on USB or on the local network, or the one at an address.
 *
 *     camera_real                         the first that is found
 *     camera_real usb:1-5                 at USB bus 1, device 5 (see lsusb)
 *     camera_real ptpip:192.168.1.20      at a network address; camera_real ptpip:HOST:PORT for another port
 *
 * Connects, prints the camera's description and settings, takes a picture, and saves it. Exits with 2 if no camera is found.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

/** Parses "usb:BUS-DEVICE" or "ptpip:HOST[:PORT]". The address borrows `text`. */
static bool parse_address(const char *text, hotshoe_camera_address *address) {
    int bus, device, end = 0;
    const char *host, *colon;
    hotshoe_optional_uint16 port = {0};
    hotshoe_string name;
    if (sscanf(text, "usb:%3d-%3d%n", &bus, &device, &end) == 2 && text[end] == '\0') {
        *address = hotshoe_camera_address_make_usb(bus, device);
        return true;
    }
    if (strncmp(text, "ptpip:", 6) != 0) return false;
    host = text + 6;
    colon = strrchr(host, ':');
    name.data = (char *)host;
    name.size = colon ? (size_t)(colon - host) : strlen(host);
    if (colon) {
        char *rest;
        long number = strtol(colon + 1, &rest, 10);
        if (*rest != '\0' || number < 1 || number > 65535) return false;
        port.has_value = true;
        port.value = (uint16_t)number;
    }
    *address = hotshoe_camera_address_make_network(name, port);
    return name.size > 0;
}

/** Returns the camera at an address, or without one the first that is found within ten seconds. */
static bool find(hotshoe_camera_discovery discovery, const hotshoe_camera_address *address, hotshoe_camera *camera) {
    hotshoe_error *error = NULL;
    hotshoe_status status;
    if (address) {
        /* No search, and nothing is sent before connecting. */
        status = hotshoe_camera_discovery_camera_at_wait(discovery, address, HOTSHOE_FOREVER, camera, &error);
    } else {
        /* The search ends after the first time limit. The second, of the wait itself, is not needed. */
        status = hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(10), NULL, NULL, NULL, HOTSHOE_FOREVER, camera, &error);
    }
    return succeeded("search", status, &error);
}

/** Takes a picture, and saves it as camera_real.jpg. */
static bool shoot(hotshoe_camera camera) {
    const bool replacing = true;
    hotshoe_error *error = NULL;
    hotshoe_shot shot = {0};
    hotshoe_remote_file picture = {0};
    bool is_well = succeeded("shoot", hotshoe_camera_shoot_wait(camera, NULL, HOTSHOE_SECONDS(60), &shot, &error), &error)
        && succeeded("picture", hotshoe_shot_get_original(shot, &picture), NULL);
    if (is_well && picture.bits == 0) {
        fprintf(stderr, "the camera took a picture and reported no file\n");
        is_well = false;
    }
    is_well = is_well
        && succeeded("save",
            hotshoe_remote_file_write_to_wait(
                picture, hotshoe_text("camera_real.jpg"), &replacing, NO_QUEUE, NULL, NULL, NULL, HOTSHOE_FOREVER, &error),
            &error);
    hotshoe_remote_file_release(picture);
    hotshoe_shot_release(shot);
    return is_well;
}

/** Connects, prints the camera's properties, takes a picture, disconnects. */
static bool use(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_connection_warning_array warnings = {0};
    bool is_well;
    if (!succeeded("connect",
            hotshoe_camera_connect_wait(camera, NULL, NO_QUEUE, NULL, NULL, NULL, HOTSHOE_SECONDS(60), &warnings, &error), &error))
        return false;
    hotshoe_connection_warning_array_free(&warnings);
    print_camera(camera);
    print_settings(camera);
    is_well = shoot(camera);
    return succeeded("disconnect", hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_SECONDS(30), &error), &error) && is_well;
}

int main(int count, char **words) {
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera_address address;
    hotshoe_camera camera = {0};
    bool is_found, is_well;
    if (count > 2 || (count == 2 && !parse_address(words[1], &address))) {
        fprintf(stderr, "usage: camera_real [usb:BUS-DEVICE | ptpip:HOST[:PORT]]\n");
        return 64;
    }
    /* USB and the local network. For other providers, use ..._create_with_providers. */
    if (!succeeded("discovery", hotshoe_camera_discovery_create(hotshoe_text("Examples"), &discovery), NULL)) return 1;
    is_found = find(discovery, count == 2 ? &address : NULL, &camera);
    is_well = is_found && use(camera);
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_release(discovery);
    return is_found ? finish(is_well) : 2;
}
