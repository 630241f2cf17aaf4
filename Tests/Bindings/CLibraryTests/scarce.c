/* The library in a program that has used up its file descriptors or threads: calls fail with an error, nothing ends the program or
   waits for ever, and everything works once there are enough again. Each attempt is a process of its own. */
#include <fcntl.h>
#include <grp.h>
#include <hotshoe/hotshoe.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* Limits up to this number above what the process has. */
#define LIMITS 24
/* Seconds after which a process hangs: more than the limits of all its calls. */
#define PATIENCE 120
/* Limit of each call. */
#define WAIT HOTSHOE_SECONDS(5)
static const uid_t nobody = 65534;

#define TRY(call)                       \
    do {                                \
        if ((status = (call)) != HOTSHOE_OK) goto end; \
    } while (0)

/* Connects to a simulated camera and watches its live view. Returns whether that succeeded. */
static bool use(void) {
    hotshoe_status status = HOTSHOE_OK;
    hotshoe_error *error = NULL;
    hotshoe_camera_simulator simulator = {0};
    hotshoe_simulated_camera_provider simulated = {0};
    hotshoe_camera_provider provider = {0};
    hotshoe_camera_discovery discovery = {0};
    hotshoe_camera camera = {0};
    hotshoe_live_view_stream stream = {0};
    hotshoe_time_source clock = {0};
    hotshoe_queue any = {0};
    hotshoe_connection_warning_array warnings = {0};
    TRY(hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, clock, &simulator));
    TRY(hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated));
    TRY(hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider));
    TRY(hotshoe_camera_discovery_create_with_providers(hotshoe_text("scarce"), (hotshoe_camera_provider_array){&provider, 1}, clock, &discovery));
    TRY(hotshoe_camera_discovery_first_wait(discovery, WAIT, NULL, NULL, NULL, WAIT, &camera, &error));
    TRY(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, WAIT, &warnings, &error));
    TRY(hotshoe_camera_live_view(camera, NULL, &stream));
    for (int index = 0; index < 2; index++) {
        hotshoe_live_view_frame frame;
        TRY(hotshoe_live_view_stream_next(stream, WAIT, &frame, &error));
        CHECK_OK(hotshoe_live_view_frame_release(frame));
    }
end:
    /* A failure that has an error has a message; it is freed. */
    if (error) CHECK(status != HOTSHOE_OK && strlen(hotshoe_error_message(error)) > 0);
    hotshoe_error_free(error);
    hotshoe_connection_warning_array_free(&warnings);
    if (stream.bits) hotshoe_live_view_stream_release(stream);
    if (camera.bits) hotshoe_camera_release(camera);
    if (discovery.bits) {
        hotshoe_camera_discovery_stop(discovery);
        hotshoe_camera_discovery_release(discovery);
    }
    if (provider.bits) hotshoe_camera_provider_release(provider);
    if (simulated.bits) hotshoe_simulated_camera_provider_release(simulated);
    if (simulator.bits) hotshoe_camera_simulator_release(simulator);
    return status == HOTSHOE_OK;
}

static void limit(int resource, rlim_t soft) {
    struct rlimit limits;
    CHECK(getrlimit(resource, &limits) == 0);
    limits.rlim_cur = soft;
    CHECK(setrlimit(resource, &limits) == 0);
}

/* Uses the library with a limit, then without. Exits with 2 if it worked with the limit, 0 if only without. */
static void attempt(int resource, rlim_t number) {
    alarm(PATIENCE);
    failures = 0;
    struct rlimit before;
    CHECK(getrlimit(resource, &before) == 0);
    limit(resource, number);
    bool has_worked = use();
    limit(resource, before.rlim_cur);
    CHECK(use());
    _exit(failures ? 1 : has_worked ? 2 : 0);
}

/* Runs an attempt in a process. Returns whether it worked with the limit. */
static bool run(const char *what, int resource, rlim_t number, bool is_nobody) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (is_nobody && (setgroups(0, NULL) != 0 || setresuid(nobody, nobody, nobody) != 0)) _exit(1);
        attempt(resource, number);
    }
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 1) {
        fprintf(stderr, "with %s limited to %lu: %s %d\n", what, (unsigned long)number, WIFSIGNALED(status) ? "signal" : "exit code",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        failures++;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 2;
}

int main(void) {
    int lowest = open("/dev/null", O_RDONLY);
    close(lowest);
    bool has_worked = false, has_failed = false;
    for (int number = 0; number <= LIMITS; number++) {
        if (run("descriptors", RLIMIT_NOFILE, (rlim_t)(lowest + number), false)) has_worked = true;
        else has_failed = true;
    }
    CHECK(has_failed && has_worked);
    /* A limit of processes does not apply to root. */
    bool is_root = geteuid() == 0;
    has_failed = false;
    for (int number = 0; number <= LIMITS && is_root; number += 2) {
        if (!run("threads", RLIMIT_NPROC, (rlim_t)number, true)) has_failed = true;
    }
    CHECK(has_failed || !is_root);
    return finish();
}
