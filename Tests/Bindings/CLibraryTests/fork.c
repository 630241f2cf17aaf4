/* A forked child has none of the library's threads: every call there fails immediately with a specific status, and the
   parent continues. */
#include <hotshoe/hotshoe.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static hotshoe_camera_simulator simulator;
static hotshoe_camera_discovery discovery;

static int in_child(void) {
    hotshoe_error *error = NULL;
    hotshoe_camera camera;
    hotshoe_camera_discovery second;
    hotshoe_operation operation;
    bool is_present;
    alarm(60); /* a call that hangs ends the child with SIGALRM */
    CHECK_STATUS(hotshoe_camera_simulator_is_present(simulator, &is_present), HOTSHOE_ERROR_FORKED);
    CHECK_STATUS(
        hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, &error),
        HOTSHOE_ERROR_FORKED);
    CHECK(error && strstr(hotshoe_error_message(error), "fork"));
    hotshoe_error_free(error);
    CHECK_STATUS(hotshoe_camera_discovery_first(discovery, HOTSHOE_SECONDS(5), NULL, NULL, NULL, &operation), HOTSHOE_ERROR_FORKED);
    CHECK_STATUS(hotshoe_camera_discovery_create(hotshoe_text("child"), &second), HOTSHOE_ERROR_FORKED);
    CHECK_STATUS(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_FOREVER), HOTSHOE_ERROR_FORKED);
    CHECK_STATUS(hotshoe_camera_discovery_release(discovery), HOTSHOE_ERROR_FORKED);
    hotshoe_shutdown();
    return failures ? 1 : 0;
}

int main(void) {
    int state = 0;
    hotshoe_error *error = NULL;
    hotshoe_camera camera;
    hotshoe_simulated_camera_provider simulated;
    hotshoe_camera_provider provider;
    hotshoe_time_source clock = {0};
    CHECK_OK(hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, clock, &simulator));
    CHECK_OK(hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated));
    CHECK_OK(hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider));
    CHECK_OK(hotshoe_camera_discovery_create_with_providers(
        hotshoe_text("parent"), (hotshoe_camera_provider_array){&provider, 1}, clock, &discovery));
    CHECK_OK(hotshoe_camera_discovery_first_wait(discovery, HOTSHOE_SECONDS(60), NULL, NULL, NULL, HOTSHOE_FOREVER, &camera, &error));

    pid_t child = fork();
    if (child == 0) _exit(in_child());
    CHECK(child > 0 && waitpid(child, &state, 0) == child);
    CHECK(WIFEXITED(state) && WEXITSTATUS(state) == 0);

    /* The parent is not affected. */
    hotshoe_connection_warning_array warnings;
    CHECK_OK(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_FOREVER, &warnings, &error));
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, &error);
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    hotshoe_simulated_camera_provider_release(simulated);
    hotshoe_camera_simulator_release(simulator);
    CHECK_OK(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_SECONDS(60)));
    return finish();
}
