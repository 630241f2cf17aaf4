/* Handles: null, released, foreign and forged ones are rejected; live ones are counted. */
#include <hotshoe/hotshoe.h>

#include "check.h"

static hotshoe_camera_simulator make_simulator(void) {
    hotshoe_camera_simulator simulator = {0};
    hotshoe_camera_simulator_configuration none = {0};
    hotshoe_time_source clock = {0};
    CHECK_OK(hotshoe_camera_simulator_create(none, clock, &simulator));
    return simulator;
}

int main(void) {
    CHECK(hotshoe_abi_matches());
    CHECK(hotshoe_debug_live_handles() == 0);

    hotshoe_camera_simulator simulator = make_simulator();
    bool is_present = false;
    CHECK_OK(hotshoe_camera_simulator_is_present(simulator, &is_present));
    CHECK(is_present);
    CHECK(hotshoe_debug_live_handles() == 1);

    /* Null, a null result, another type. */
    hotshoe_camera_simulator null = {0};
    CHECK_STATUS(hotshoe_camera_simulator_is_present(null, &is_present), HOTSHOE_ERROR_INVALID_HANDLE);
    CHECK_STATUS(hotshoe_camera_simulator_is_present(simulator, NULL), HOTSHOE_ERROR_INVALID_ARGUMENT);
    hotshoe_camera other = {simulator.bits};
    hotshoe_string name;
    CHECK_STATUS(hotshoe_camera_get_display_name(other, &name), HOTSHOE_ERROR_INVALID_HANDLE);
    CHECK_STATUS(hotshoe_camera_release(other), HOTSHOE_ERROR_INVALID_HANDLE);

    /* Retained once, released twice, and not three times. */
    CHECK_OK(hotshoe_camera_simulator_retain(simulator));
    CHECK_OK(hotshoe_camera_simulator_release(simulator));
    CHECK_OK(hotshoe_camera_simulator_unplug(simulator));
    CHECK_OK(hotshoe_camera_simulator_release(simulator));
    CHECK_STATUS(hotshoe_camera_simulator_release(simulator), HOTSHOE_ERROR_INVALID_HANDLE);
    CHECK_STATUS(hotshoe_camera_simulator_unplug(simulator), HOTSHOE_ERROR_INVALID_HANDLE);

    /* The slot is used again, and the old handle does not refer to the new object. */
    hotshoe_camera_simulator second = make_simulator();
    CHECK(second.bits != simulator.bits);
    CHECK_STATUS(hotshoe_camera_simulator_unplug(simulator), HOTSHOE_ERROR_INVALID_HANDLE);
    CHECK_OK(hotshoe_camera_simulator_release(second));
    CHECK_OK(hotshoe_camera_simulator_release(null));

    CHECK(hotshoe_debug_live_handles() == 0);
    return finish();
}
