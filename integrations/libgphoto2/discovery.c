#include "discovery.h"

#include <stdlib.h>
#include <string.h>

#define CLIENT_NAME "libgphoto2"

/** Whether HOTSHOE_GPHOTO2_PROVIDERS, names separated by commas, contains a provider; true without the variable. */
static bool is_permitted(const char *identifier) {
    const char *list = getenv("HOTSHOE_GPHOTO2_PROVIDERS");
    /* The identifier of a plugin's provider is followed by its file. */
    size_t size = strcspn(identifier, ":");
    if (!list) return true;
    for (const char *name = list; *name; name += strspn(name, ", ")) {
        size_t length = strcspn(name, ", ");
        if (length == size && strncmp(name, identifier, size) == 0) return true;
        name += length;
    }
    return false;
}

static hotshoe_status make_simulated(const char *serial, hotshoe_camera_provider *result) {
    hotshoe_camera_simulator_configuration configuration = {0};
    hotshoe_camera_simulator simulator = {0};
    hotshoe_simulated_camera_provider provider = {0};
    hotshoe_status status = *serial
        ? hotshoe_camera_simulator_configuration_make_with_serial_number(hotshoe_text(serial), &configuration)
        : hotshoe_camera_simulator_configuration_make(&configuration);
    if (status == HOTSHOE_OK) status = hotshoe_camera_simulator_create(configuration, (hotshoe_time_source){0}, &simulator);
    if (status == HOTSHOE_OK)
        status = hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &provider);
    if (status == HOTSHOE_OK) status = hotshoe_simulated_camera_provider_as_camera_provider(provider, result);
    hotshoe_simulated_camera_provider_release(provider);
    hotshoe_camera_simulator_release(simulator);
    hotshoe_camera_simulator_configuration_release(configuration);
    return status;
}

static hotshoe_status create(hotshoe_camera_provider *providers, size_t count, hotshoe_camera_discovery *result) {
    return hotshoe_camera_discovery_create_with_providers(
        hotshoe_text(CLIENT_NAME), (hotshoe_camera_provider_array){providers, count}, (hotshoe_time_source){0}, result);
}

hotshoe_status hs_discovery_create(const HsSelector *selector, hotshoe_camera_discovery *result) {
    hotshoe_camera_provider_array usual = {0};
    hotshoe_status status;
    if (selector->kind == HS_SELECTOR_SIMULATED) {
        hotshoe_camera_provider simulated = {0};
        status = make_simulated(selector->text, &simulated);
        if (status == HOTSHOE_OK) status = create(&simulated, 1, result);
        hotshoe_camera_provider_release(simulated);
        return status;
    }
    status = hotshoe_camera_discovery_default_providers(hotshoe_text(CLIENT_NAME), &usual);
    hotshoe_camera_provider *wanted = calloc(usual.count + 1, sizeof *wanted);
    size_t count = 0;
    for (size_t i = 0; status == HOTSHOE_OK && wanted && i < usual.count; i++) {
        hotshoe_string identifier = {0};
        if (hotshoe_camera_provider_get_identifier(usual.data[i], &identifier) == HOTSHOE_OK && is_permitted(identifier.data))
            wanted[count++] = usual.data[i];
        hotshoe_string_free(&identifier);
    }
    if (status == HOTSHOE_OK) status = wanted ? create(wanted, count, result) : HOTSHOE_ERROR_TOO_LARGE;
    free(wanted);
    hotshoe_camera_provider_array_free(&usual);
    return status;
}
