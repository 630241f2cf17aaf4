/* A queue of the program: callbacks run only where the program runs it. */
#include <hotshoe/hotshoe.h>
#include <poll.h>
#include <pthread.h>

#include "check.h"

static pthread_t main_thread;
static int calls = 0, releases = 0;

static void on_done(hotshoe_operation operation, void *context) {
    bool is_done = false;
    CHECK(context == &calls);
    CHECK(pthread_equal(pthread_self(), main_thread));
    CHECK_OK(hotshoe_operation_is_done(operation, &is_done));
    CHECK(is_done);
    calls++;
}

static void on_release(void *context) {
    CHECK(context == &calls);
    CHECK(pthread_equal(pthread_self(), main_thread));
    releases++;
}

int main(void) {
    main_thread = pthread_self();
    hotshoe_queue queue;
    hotshoe_camera_discovery discovery;
    hotshoe_operation operation;
    CHECK_OK(hotshoe_queue_create(&queue));
    CHECK_OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("queue"), (hotshoe_camera_provider_array){NULL, 0}, (hotshoe_time_source){0}, &discovery));

    /* With a count and without one, the waiting work is run. */
    for (int round = 0; round < 2; round++) {
        CHECK_OK(hotshoe_camera_discovery_wait_for_first_search(discovery, HOTSHOE_SECONDS(60), &operation));
        CHECK_OK(hotshoe_operation_on_done(operation, queue, on_done, &calls, on_release));
        struct pollfd pollable = {-1, POLLIN, 0};
        CHECK_OK(hotshoe_queue_descriptor(queue, &pollable.fd));
        CHECK(poll(&pollable, 1, 60000) == 1);
        CHECK(calls == round);
        size_t count = 0;
        CHECK_OK(hotshoe_queue_run_pending(queue, round == 0 ? NULL : &count));
        CHECK(calls == round + 1);
        CHECK(releases == round + 1); /* here, by this thread */
        CHECK(count == (round == 0 ? 0u : 1u));
        CHECK_OK(hotshoe_operation_release(operation));
        CHECK(poll(&pollable, 1, 0) == 0);
    }

    /* Rejected, but the context is released. */
    int before = releases;
    CHECK_STATUS(hotshoe_operation_on_done(operation, queue, on_done, &calls, on_release), HOTSHOE_ERROR_INVALID_HANDLE);
    CHECK(releases == before + 1);

    hotshoe_camera_discovery_stop(discovery);
    hotshoe_camera_discovery_release(discovery);
    hotshoe_queue_release(queue);
    CHECK_OK(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_SECONDS(60)));
    return finish();
}
