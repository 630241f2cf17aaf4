/* The end: what is under way ends, what is held can be released, everything else is refused. */
#include "fixture.h"

static int ends, releases;

static void on_tick(int64_t tick, void *context) {
    (void)tick;
    (void)context;
}

static void on_end(const kitchen_error *error, void *context) {
    (void)error;
    count_release(context);
}

static void release(void *context) {
    (void)context;
    count_release(&releases);
}

static void *wait_for_ever(void *status) {
    int64_t number;
    *(kitchen_status *)status = kitchen_wait_forever_wait(KITCHEN_FOREVER, &number, NULL);
    return NULL;
}

static void ending(void) {
    kitchen_appliance kettle = {0};
    kitchen_operation operation = {0};
    kitchen_int_stream stream = {0};
    kitchen_int_stream_source source = {0};
    kitchen_queue none = {0};
    kitchen_subscription subscription = {0};
    kitchen_string gotten;
    kitchen_status status = KITCHEN_OK;
    pthread_t waiting;
    bool flag = false;
    CHECK_OK(kitchen_appliance_standard(&kettle));
    CHECK_OK(kitchen_wait_forever(&operation));
    CHECK_OK(kitchen_int_stream_create(&stream, &source));
    CHECK_OK(kitchen_int_stream_subscribe(stream, none, on_tick, on_end, &ends, release, &subscription));
    CHECK(pthread_create(&waiting, NULL, wait_for_ever, &status) == 0);
    pause_ms(5);
    kitchen_shutdown();
    CHECK(pthread_join(waiting, NULL) == 0);
    CHECK(status == KITCHEN_ERROR_SHUT_DOWN || status == KITCHEN_ERROR_CANCELLED);
    CHECK(reaches(&releases, 1));
    CHECK_STATUS(kitchen_appliance_get_name(kettle, &gotten), KITCHEN_ERROR_SHUT_DOWN);
    CHECK_STATUS(kitchen_echo(true, &flag), KITCHEN_ERROR_SHUT_DOWN);
    CHECK_STATUS(kitchen_operation_wait(operation, KITCHEN_FOREVER), KITCHEN_ERROR_SHUT_DOWN);
    CHECK_STATUS(kitchen_appliance_standard(&kettle), KITCHEN_ERROR_SHUT_DOWN);
    CHECK_OK(kitchen_appliance_release(kettle));
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK_OK(kitchen_int_stream_source_release(source));
    kitchen_shutdown();
}

int main(void) {
    RUN(ending);
    return finish();
}
