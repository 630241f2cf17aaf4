/* Threads that end inside the library: one that is cancelled while it waits, and handlers that end theirs. Both are over for
   everybody else, and the library works on. */
#include <errno.h>
#include <hotshoe/hotshoe.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

/* Limit of each call. */
#define WAIT HOTSHOE_SECONDS(20)
/* Seconds for what takes no time unless it hangs. */
#define PATIENCE 60

static hotshoe_camera camera;
static sem_t begun, called;

/* Whether it was posted within the limit. */
static bool wait_for(sem_t *what) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += PATIENCE;
    while (sem_timedwait(what, &end) != 0) {
        if (errno != EINTR) return false;
    }
    return true;
}

static void connect_camera(void) {
    hotshoe_camera_simulator simulator;
    hotshoe_simulated_camera_provider simulated;
    hotshoe_camera_provider provider;
    hotshoe_camera_discovery discovery;
    hotshoe_time_source clock = {0};
    hotshoe_queue any = {0};
    hotshoe_connection_warning_array warnings = {0};
    CHECK_OK(hotshoe_camera_simulator_create((hotshoe_camera_simulator_configuration){0}, clock, &simulator));
    CHECK_OK(hotshoe_simulated_camera_provider_create((hotshoe_camera_simulator_array){&simulator, 1}, &simulated));
    CHECK_OK(hotshoe_simulated_camera_provider_as_camera_provider(simulated, &provider));
    CHECK_OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("threads"), (hotshoe_camera_provider_array){&provider, 1}, clock, &discovery));
    CHECK_OK(hotshoe_camera_discovery_first_wait(discovery, WAIT, NULL, NULL, NULL, WAIT, &camera, NULL));
    CHECK_OK(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, WAIT, &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_camera_discovery_stop(discovery);
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    hotshoe_simulated_camera_provider_release(simulated);
    hotshoe_camera_simulator_release(simulator);
}

/* Takes frames until it is cancelled. */
static void *watch(void *unused) {
    (void)unused;
    hotshoe_live_view_stream stream;
    CHECK_OK(hotshoe_camera_live_view(camera, NULL, &stream));
    sem_post(&begun);
    for (;;) {
        hotshoe_live_view_frame frame;
        if (hotshoe_live_view_stream_next(stream, WAIT, &frame, NULL) != HOTSHOE_OK) break;
        hotshoe_live_view_frame_release(frame);
        /* Calls of the library are no cancellation points. */
        pthread_testcancel();
    }
    return NULL;
}

static void end_thread(const hotshoe_camera_event *event, void *context) {
    (void)event, (void)context;
    sem_post(&called);
    pthread_exit(NULL);
}

int main(void) {
    alarm(4 * PATIENCE);
    sem_init(&begun, 0, 0);
    sem_init(&called, 0, 0);
    connect_camera();

    /* Cancelled at any point of a wait: the thread ends, other threads use the camera, and the stream of the thread is lost. */
    for (int index = 0; index < 20; index++) {
        pthread_t thread;
        void *result = NULL;
        CHECK_OK(pthread_create(&thread, NULL, watch, NULL));
        CHECK(wait_for(&begun));
        CHECK_OK(pthread_cancel(thread));
        CHECK_OK(pthread_join(thread, &result));
        CHECK(result == PTHREAD_CANCELED);
        if (index % 10 == 0) {
            hotshoe_shot shot;
            CHECK_OK(hotshoe_camera_shoot_wait(camera, NULL, WAIT, &shot, NULL));
            hotshoe_shot_release(shot);
        }
    }

    /* A handler that ends its thread: cancelling does not wait for it, and the next handler is called. */
    for (int index = 0; index < 3; index++) {
        hotshoe_queue any = {0};
        hotshoe_subscription subscription;
        CHECK_OK(hotshoe_camera_observe(camera, any, end_thread, NULL, NULL, &subscription));
        CHECK_OK(hotshoe_camera_disconnect_wait(camera, NULL, WAIT, NULL));
        CHECK(wait_for(&called));
        CHECK_OK(hotshoe_subscription_cancel(subscription));
        CHECK_OK(hotshoe_subscription_release(subscription));
        hotshoe_connection_warning_array warnings = {0};
        CHECK_OK(hotshoe_camera_connect_wait(camera, NULL, any, NULL, NULL, NULL, WAIT, &warnings, NULL));
        hotshoe_connection_warning_array_free(&warnings);
    }

    CHECK_OK(hotshoe_camera_disconnect_wait(camera, NULL, WAIT, NULL));
    CHECK_OK(hotshoe_camera_release(camera));
    return finish();
}
