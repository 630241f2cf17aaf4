/* Common functions of the examples: a discovery with a simulated camera, a list of settings, and error messages. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <hotshoe/hotshoe.h>
#include <stdio.h>

#define NO_QUEUE ((hotshoe_queue){0})        /* callbacks run on threads of the library */
#define NO_CLOCK ((hotshoe_time_source){0})  /* the computer's clock */

/**
 * Whether a call succeeded. If not, prints the library's error message, which includes what to do. `error` is freed, and may be
 * null for functions without errors.
 */
static inline bool succeeded(const char *what, hotshoe_status status, hotshoe_error **error) {
    if (status == HOTSHOE_OK) return true;
    if (error && *error) {
        fprintf(stderr, "%s\n", hotshoe_error_message(*error));
        hotshoe_error_free(*error);
        *error = NULL;
    } else {
        fprintf(stderr, "%s: %s\n", what, hotshoe_status_text(status));
    }
    return false;
}

/** Makes a discovery with one simulated camera. The discovery retains the simulator and the provider. */
static inline bool make_discovery(hotshoe_camera_discovery *discovery) {
    hotshoe_camera_simulator simulator = {0};
    hotshoe_simulated_camera_provider simulated = {0};
    hotshoe_camera_provider provider = {0};
    bool is_made =
        succeeded("simulator", hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, NO_CLOCK, &simulator), NULL)
        && succeeded("provider", hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated), NULL)
        && succeeded("provider", hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider), NULL)
        && succeeded("discovery", hotshoe_camera_discovery_create_with_providers(hotshoe_text("Examples"), (hotshoe_camera_provider_array){&provider, 1}, NO_CLOCK, discovery), NULL);
    hotshoe_camera_provider_release(provider); /* null handles are permitted */
    hotshoe_simulated_camera_provider_release(simulated);
    hotshoe_camera_simulator_release(simulator);
    return is_made;
}

/** Prints the label of a value; a dash for none. */
static inline void print_value(hotshoe_property_value value) {
    hotshoe_string label = {0};
    bool is_there = value.bits && hotshoe_property_value_get_label(value, &label) == HOTSHOE_OK;
    printf("%s", is_there ? label.data : "–");
    hotshoe_string_free(&label);
}

/** Prints the aperture that the camera shows. */
static inline void print_aperture(hotshoe_aperture aperture) {
    hotshoe_string text = {0};
    bool is_there = aperture.bits && hotshoe_aperture_description(aperture, &text) == HOTSHOE_OK;
    printf("aperture is now %s\n", is_there ? text.data : "–");
    hotshoe_string_free(&text);
}

/** Prints one setting: its name, its value, and its settable values. */
static inline void print_setting(hotshoe_camera camera, hotshoe_property_identifier identifier) {
    hotshoe_property property = {0};
    hotshoe_property_state state = {0};
    if (hotshoe_camera_property(camera, identifier, &property) == HOTSHOE_OK
        && hotshoe_property_get_state(property, &state) == HOTSHOE_OK) {
        hotshoe_string name = {0};
        hotshoe_property_value_array values = {0};
        hotshoe_property_identifier_description(identifier, &name);
        hotshoe_settable_values_get_values(state.settable, &values);
        printf("  %-22s ", name.data);
        print_value(state.value);
        for (size_t i = 0; i < values.count; i++) {
            printf(i ? " " : "   of ");
            print_value(values.data[i]);
        }
        printf("\n");
        hotshoe_property_value_array_free(&values);
        hotshoe_string_free(&name);
    }
    hotshoe_property_state_free(&state);
    hotshoe_property_release(property);
}

/** Prints every setting that the camera has reported. */
static inline void print_settings(hotshoe_camera camera) {
    hotshoe_property_identifier_array known = {0};
    if (!succeeded("settings", hotshoe_camera_get_known_properties(camera, &known), NULL)) return;
    for (size_t i = 0; i < known.count; i++) print_setting(camera, known.data[i]);
    hotshoe_property_identifier_array_free(&known);
}

/** Prints the name and model of the camera. */
static inline void print_camera(hotshoe_camera camera) {
    hotshoe_string name = {0};
    hotshoe_optional_camera_info info = {0};
    hotshoe_camera_get_display_name(camera, &name);
    hotshoe_camera_get_info(camera, &info);
    printf("connected to %s (%s)\n", name.data, info.has_value ? info.value.model.data : "unknown");
    hotshoe_optional_camera_info_free(&info);
    hotshoe_string_free(&name);
}

/** Starts to set the exposure mode; the operation is done when the camera reports it. */
static inline bool start_exposure_mode(hotshoe_camera camera, hotshoe_exposure_mode wanted, hotshoe_operation *operation) {
    hotshoe_exposure_mode_property mode = {0};
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(2));
    bool is_started = succeeded("exposure mode", hotshoe_camera_get_exposure_mode(camera, &mode), NULL)
        && succeeded("exposure mode", hotshoe_exposure_mode_property_set(mode, wanted, &shown, operation), NULL);
    hotshoe_exposure_mode_property_release(mode); /* the operation retains it */
    return is_started;
}

/** Starts to set the aperture to f/2.8; the operation is done when the camera reports it. */
static inline bool start_aperture(hotshoe_camera camera, hotshoe_operation *operation) {
    hotshoe_aperture_property aperture = {0};
    hotshoe_aperture wanted = {0};
    hotshoe_property_completion shown = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(2));
    bool is_started = succeeded("aperture", hotshoe_camera_get_aperture(camera, &aperture), NULL)
        && succeeded("aperture", hotshoe_aperture_f2_8(&wanted), NULL)
        && succeeded("aperture", hotshoe_aperture_property_set(aperture, wanted, &shown, operation), NULL);
    hotshoe_aperture_release(wanted);
    hotshoe_aperture_property_release(aperture);
    return is_started;
}

/** The exit status: 0 if everything succeeded and all objects from the library were released. */
static inline int finish(bool is_well) {
    unsigned long long held = (unsigned long long)hotshoe_debug_live_handles();
    if (held) fprintf(stderr, "%llu objects were not released\n", held);
    return is_well && held == 0 ? 0 : 1;
}

#endif
