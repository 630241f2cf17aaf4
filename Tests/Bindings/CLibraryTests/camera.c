/* The complete use of a camera from C: find, connect, observe, set, live view, take a picture, save it. */
#include <hotshoe/hotshoe.h>
#include <string.h>

#include "check.h"

int main(void) {
    hotshoe_error *error = NULL;
    hotshoe_camera_simulator simulator;
    hotshoe_simulated_camera_provider simulated;
    hotshoe_camera_provider provider;
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    hotshoe_time_source clock = {0};
    hotshoe_queue any = {0};
    CHECK_OK(hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, clock, &simulator));
    CHECK_OK(hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated));
    CHECK_OK(hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider));
    CHECK_OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("test"), (hotshoe_camera_provider_array){&provider, 1}, clock, &discovery));
    CHECK_OK(hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(60), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, &error));

    /* Calls that need a connection fail with a typed error. */
    hotshoe_shot shot;
    CHECK_STATUS(hotshoe_camera_shoot_wait(camera, NULL, HOTSHOE_FOREVER, &shot, &error), HOTSHOE_ERROR_FAILED);
    CHECK(strstr(hotshoe_error_type(error), "CameraError") != NULL);
    hotshoe_camera_error failure;
    hotshoe_camera_error_code code;
    CHECK_OK(hotshoe_camera_error_from_error(error, &failure));
    CHECK_OK(hotshoe_camera_error_get_code(failure, &code));
    CHECK(code == HOTSHOE_CAMERA_ERROR_CODE_NOT_CONNECTED);
    hotshoe_camera_error_release(failure);
    hotshoe_error_free(error);
    error = NULL;

    hotshoe_connection_warning_array warnings;
    CHECK_OK(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, HOTSHOE_FOREVER, &warnings, &error));
    hotshoe_connection_warning_array_free(&warnings);

    bool is_turned = false;
    CHECK_OK(hotshoe_camera_simulator_turn(
        simulator, hotshoe_property_identifier_make_exposure_mode(), hotshoe_text("A"), &is_turned));
    CHECK(is_turned);

    /* A setting is changed, and reads back. */
    hotshoe_property aperture;
    hotshoe_property_value value;
    hotshoe_string text;
    CHECK_OK(hotshoe_camera_property(camera, hotshoe_property_identifier_make_aperture(), &aperture));
    hotshoe_property_completion reflected = hotshoe_property_completion_make_reflected(HOTSHOE_SECONDS(60));
    CHECK_OK(hotshoe_property_set_text_wait(aperture, hotshoe_text("f/8"), &reflected, HOTSHOE_FOREVER, &error));
    CHECK_OK(hotshoe_property_get_value(aperture, &value));
    CHECK_OK(hotshoe_property_value_description(value, &text));
    CHECK(strcmp(text.data, "f/8") == 0);
    hotshoe_string_free(&text);
    hotshoe_property_value_release(value);
    CHECK_STATUS(hotshoe_property_set_text_wait(aperture, hotshoe_text("f/3"), NULL, HOTSHOE_FOREVER, &error), HOTSHOE_ERROR_FAILED);
    CHECK(strstr(hotshoe_error_message(error), "f/2.8") != NULL);
    hotshoe_error_free(error);
    error = NULL;

    /* Frames are delivered, borrowed. */
    hotshoe_live_view_stream stream;
    CHECK_OK(hotshoe_camera_live_view(camera, NULL, &stream));
    for (int index = 0; index < 5; index++) {
        hotshoe_live_view_frame frame;
        hotshoe_bytes bytes;
        CHECK_OK(hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(60), &frame, &error));
        CHECK_OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
        CHECK(bytes.size > 1000 && bytes.data[0] == 0xff && bytes.data[1] == 0xd8);
        CHECK_OK(hotshoe_live_view_frame_release(frame));
    }
    CHECK_OK(hotshoe_live_view_stream_release(stream));

    /* A picture is taken and transferred. */
    hotshoe_remote_file original;
    hotshoe_bytes picture;
    CHECK_OK(hotshoe_camera_shoot_wait(camera, NULL, HOTSHOE_FOREVER, &shot, &error));
    CHECK_OK(hotshoe_shot_get_original(shot, &original));
    CHECK_OK(hotshoe_remote_file_contents_wait(original, NULL, any, NULL, NULL, NULL, HOTSHOE_FOREVER, &picture, &error));
    CHECK(picture.size > 100000 && picture.data[0] == 0xff && picture.data[1] == 0xd8);
    hotshoe_bytes_free(&picture);

    hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, &error);
    hotshoe_remote_file_release(original);
    hotshoe_shot_release(shot);
    hotshoe_property_release(aperture);
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_stop(discovery);
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    hotshoe_simulated_camera_provider_release(simulated);
    hotshoe_camera_simulator_release(simulator);
    CHECK(error == NULL);
    CHECK_OK(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_SECONDS(60)));
    return finish();
}
