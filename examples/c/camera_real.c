/*
 * A real camera: the first that is found on USB or on the local network, or the one at an address.
 *
 *     camera_real                         the first that is found
 *     camera_real usb:1-5                 at USB bus 1, device 5 (see lsusb)
 *     camera_real ptpip:192.168.1.20      at a network address; camera_real ptpip:HOST:PORT for another port
 *
 *     HOTSHOE_PLUGINS=./shelf.so camera_real    a camera of a plugin, too (docs/writing-a-camera-plugin.md)
 *
 * Connects, prints the camera's description and settings, watches live view if the camera has it, sets another aperture and the
 * first one again if it can be set, takes a picture, and saves it. Exits with 2 if no camera is found.
 */
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 10 };

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

/** Receives frames, if the camera has live view now. */
static bool watch_live_view(hotshoe_camera camera) {
    hotshoe_error *error = NULL;
    hotshoe_camera_capabilities able = {0}, live_view = {0};
    hotshoe_live_view_stream stream = {0};
    hotshoe_bytes picture = {0};
    bool is_well = succeeded("capabilities", hotshoe_camera_get_capabilities(camera, &able), NULL)
        && succeeded("capabilities", hotshoe_camera_capabilities_live_view(&live_view), NULL);
    if (!is_well || !(able.raw_value & live_view.raw_value)) return is_well;
    is_well = succeeded("live view", hotshoe_camera_live_view(camera, NULL, &stream), NULL);
    for (int i = 0; is_well && i < FRAMES; i++) {
        hotshoe_live_view_frame frame = {0};
        is_well = succeeded("live view", hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(30), &frame, &error), &error)
            && succeeded("frame", hotshoe_live_view_frame_get_bytes(frame, &picture), NULL);
        hotshoe_live_view_frame_release(frame);
    }
    if (is_well) printf("live view: %d frames, the last of %zu bytes\n", FRAMES, picture.size);
    hotshoe_live_view_stream_release(stream);
    return is_well;
}

/** Sets an aperture, waits until the camera shows it, and prints the setting. */
static bool set_aperture(hotshoe_camera camera, hotshoe_property aperture, hotshoe_property_value value) {
    hotshoe_error *error = NULL;
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(5));
    if (!succeeded("aperture", hotshoe_property_set_property_value_wait(aperture, value, &shown, HOTSHOE_FOREVER, &error), &error))
        return false;
    print_setting(camera, hotshoe_property_identifier_make_aperture());
    return true;
}

/** Sets another aperture, then the present one again, if the camera has a list of apertures now. */
static bool change_aperture(hotshoe_camera camera) {
    hotshoe_property aperture = {0};
    hotshoe_property_state state = {0};
    hotshoe_property_value_array values = {0};
    bool is_well = succeeded("aperture", hotshoe_camera_property(camera, hotshoe_property_identifier_make_aperture(), &aperture), NULL)
        && succeeded("aperture", hotshoe_property_get_state(aperture, &state), NULL)
        && succeeded("aperture", hotshoe_settable_values_get_values(state.settable, &values), NULL);
    if (is_well && state.value.bits && values.count > 1) {
        bool is_first = false;
        hotshoe_property_value_equal(state.value, values.data[0], &is_first);
        is_well = set_aperture(camera, aperture, values.data[is_first ? 1 : 0]) && set_aperture(camera, aperture, state.value);
    }
    hotshoe_property_value_array_free(&values);
    hotshoe_property_state_free(&state);
    hotshoe_property_release(aperture);
    return is_well;
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

/** Connects, uses everything that this example shows, disconnects. */
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
    is_well = watch_live_view(camera);
    is_well = change_aperture(camera) && is_well;
    is_well = shoot(camera) && is_well;
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
    if (!is_found) return 2;
    /* The objects of a plugin are counted too. */
    return getenv("HOTSHOE_PLUGINS") ? !is_well : finish(is_well);
}
