/* Typed properties from C: read, set, choose from, observe, of a simulated camera. */
#include <hotshoe/hotshoe.h>
#include <string.h>

#include "check.h"

static bool is_aperture(hotshoe_aperture aperture, const char *expected) {
    hotshoe_string text = {0};
    bool is_equal = hotshoe_aperture_description(aperture, &text) == HOTSHOE_OK && strcmp(text.data, expected) == 0;
    hotshoe_string_free(&text);
    return is_equal;
}

static hotshoe_camera connect(hotshoe_camera_discovery *discovery) {
    hotshoe_camera_simulator simulator;
    hotshoe_simulated_camera_provider simulated;
    hotshoe_camera_provider provider;
    hotshoe_camera camera = {0};
    hotshoe_time_source clock = {0};
    hotshoe_queue any = {0};
    hotshoe_connection_warning_array warnings;
    CHECK_OK(hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, clock, &simulator));
    CHECK_OK(hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated));
    CHECK_OK(hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider));
    CHECK_OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("typed"), (hotshoe_camera_provider_array){&provider, 1}, clock, discovery));
    CHECK_OK(hotshoe_camera_discovery_first_wait(*discovery, HOTSHOE_SECONDS(60), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, NULL));
    CHECK_OK(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, HOTSHOE_FOREVER, &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_camera_provider_release(provider);
    hotshoe_simulated_camera_provider_release(simulated);
    hotshoe_camera_simulator_release(simulator);
    return camera;
}

static void choices(hotshoe_camera camera) {
    hotshoe_exposure_mode_property mode;
    hotshoe_exposure_mode_array modes;
    hotshoe_optional_exposure_mode shown;
    hotshoe_property_completion reflected = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(60));
    CHECK_OK(hotshoe_camera_get_exposure_mode(camera, &mode));
    CHECK_OK(hotshoe_exposure_mode_property_get_choices(mode, &modes));
    CHECK(modes.count > 3);
    hotshoe_exposure_mode_array_free(&modes);
    CHECK_OK(hotshoe_exposure_mode_property_set_wait(mode, HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY, &reflected, HOTSHOE_FOREVER, NULL));
    CHECK_OK(hotshoe_exposure_mode_property_get_value(mode, &shown));
    CHECK(shown.has_value && shown.value == HOTSHOE_EXPOSURE_MODE_APERTURE_PRIORITY);
    CHECK_STATUS(hotshoe_exposure_mode_property_set_wait(mode, 77, NULL, HOTSHOE_FOREVER, NULL), HOTSHOE_ERROR_INVALID_ARGUMENT);
    hotshoe_exposure_mode_property_release(mode);
}

static void values(hotshoe_camera camera) {
    hotshoe_aperture_property property;
    hotshoe_aperture f8, odd, shown;
    hotshoe_aperture_stream stream;
    hotshoe_property general;
    hotshoe_property_value value;
    hotshoe_error *error = NULL;
    hotshoe_property_completion reflected = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(60));
    CHECK_OK(hotshoe_aperture_f8(&f8));
    CHECK_OK(hotshoe_aperture_make_with_string(hotshoe_text("f/3"), &odd));
    CHECK_OK(hotshoe_camera_get_aperture(camera, &property));
    CHECK_OK(hotshoe_aperture_property_get_values(property, &stream));
    CHECK_OK(hotshoe_aperture_stream_next(stream, HOTSHOE_SECONDS(60), &shown, NULL)); /* the one now */
    hotshoe_aperture_release(shown);
    CHECK_OK(hotshoe_aperture_property_set_wait(property, f8, &reflected, HOTSHOE_FOREVER, NULL));
    CHECK_OK(hotshoe_aperture_property_get_value(property, &shown));
    CHECK(is_aperture(shown, "f/8"));
    hotshoe_aperture_release(shown);
    CHECK_OK(hotshoe_aperture_stream_next(stream, HOTSHOE_SECONDS(60), &shown, NULL));
    CHECK(is_aperture(shown, "f/8"));
    hotshoe_aperture_release(shown);
    hotshoe_aperture_stream_release(stream);

    /* A value that the camera does not accept is an error with a message; the general handle has labels and codes. */
    CHECK_STATUS(hotshoe_aperture_property_set_wait(property, odd, NULL, HOTSHOE_FOREVER, &error), HOTSHOE_ERROR_FAILED);
    CHECK(strstr(hotshoe_error_message(error), "f/2.8") != NULL);
    hotshoe_error_free(error);
    CHECK_OK(hotshoe_aperture_property_get_property(property, &general));
    CHECK_OK(hotshoe_property_get_value(general, &value));
    CHECK(value.bits != 0);
    hotshoe_property_value_release(value);
    hotshoe_property_release(general);

    /* Handles of different properties have different types, in C and at run time. */
    CHECK_STATUS(hotshoe_iso_speed_property_get_property((hotshoe_iso_speed_property){property.bits}, &general), HOTSHOE_ERROR_INVALID_HANDLE);
    hotshoe_aperture_property_release(property);
    CHECK_STATUS(hotshoe_aperture_property_get_value(property, &shown), HOTSHOE_ERROR_INVALID_HANDLE);
    hotshoe_aperture_release(f8);
    hotshoe_aperture_release(odd);
}

int main(void) {
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera = connect(&discovery);
    choices(camera);
    values(camera);
    CHECK_OK(hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, NULL));
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_stop(discovery);
    hotshoe_camera_discovery_release(discovery);
    CHECK_OK(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_SECONDS(60)));
    return finish();
}
