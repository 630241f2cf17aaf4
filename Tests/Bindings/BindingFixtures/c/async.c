/* Asynchronous calls: waited for, polled, called back, cancelled; actors, and the main thread's queue. */
#include "fixture.h"

static void waited_for(void) {
    kitchen_operation operation = {0};
    kitchen_string gotten;
    int64_t number;
    bool is_done = false;
    CHECK_TEXT(kitchen_echo_later_wait(kitchen_text("soup"), KITCHEN_FOREVER, &text, NULL), "soup");
    CHECK_OK(kitchen_echo_later(kitchen_text("tea"), &operation));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_FOREVER));
    CHECK_OK(kitchen_operation_is_done(operation, &is_done));
    CHECK(is_done);
    CHECK_TEXT(kitchen_echo_later_result(operation, &text, NULL), "tea");
    CHECK_TEXT(kitchen_echo_later_result(operation, &text, NULL), "tea"); /* again and again */
    CHECK_STATUS(kitchen_wait_forever_result(operation, &number, NULL), KITCHEN_ERROR_INVALID_ARGUMENT); /* of another call */
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_STATUS(kitchen_echo_later_result(operation, &gotten, NULL), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_echo_later(kitchen_text("\xff"), &operation), KITCHEN_ERROR_INVALID_TEXT);
}

static void polled(void) {
    kitchen_operation operation = {0};
    int descriptor = -1;
    CHECK_OK(kitchen_echo_later(kitchen_text("tea"), &operation));
    CHECK_OK(kitchen_operation_descriptor(operation, &descriptor));
    CHECK(is_readable(descriptor));
    CHECK_OK(kitchen_operation_wait(operation, 0));
    CHECK_TEXT(kitchen_echo_later_result(operation, &text, NULL), "tea");
    CHECK_OK(kitchen_operation_release(operation));
}

static void timed_out(void) {
    kitchen_operation operation = {0};
    int64_t number = 0;
    bool is_done = true;
    CHECK_OK(kitchen_wait_forever(&operation));
    CHECK_STATUS(kitchen_operation_wait(operation, KITCHEN_MILLISECONDS(2)), KITCHEN_TIMED_OUT);
    CHECK_OK(kitchen_operation_is_done(operation, &is_done));
    CHECK(!is_done);
    CHECK_STATUS(kitchen_wait_forever_result(operation, &number, NULL), KITCHEN_PENDING);
    CHECK_STATUS(kitchen_wait_forever_wait(KITCHEN_MILLISECONDS(2), &number, NULL), KITCHEN_TIMED_OUT);
    CHECK_OK(kitchen_operation_release(operation)); /* the last one goes: cancelled */
}

static void cancelled(void) {
    kitchen_operation operation = {0};
    kitchen_error *error = NULL;
    int64_t number = 0;
    CHECK_OK(kitchen_wait_forever(&operation));
    CHECK_OK(kitchen_operation_cancel(operation));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_SECONDS(5)));
    CHECK_STATUS(kitchen_wait_forever_result(operation, &number, &error), KITCHEN_ERROR_CANCELLED);
    CHECK(kitchen_error_status(error) == KITCHEN_ERROR_CANCELLED);
    kitchen_error_free(error);
    CHECK_OK(kitchen_operation_release(operation));
}

struct done {
    int calls, releases;
    pthread_t thread;
    char text[16];
};

static void on_done(kitchen_operation operation, void *context) {
    struct done *done = context;
    kitchen_string gotten;
    if (kitchen_echo_later_result(operation, &gotten, NULL) == KITCHEN_OK) {
        snprintf(done->text, sizeof done->text, "%s", gotten.data);
        kitchen_string_free(&gotten);
    }
    done->thread = pthread_self();
    __atomic_add_fetch(&done->calls, 1, __ATOMIC_ACQ_REL);
}

static void release_done(void *context) { count_release(&((struct done *)context)->releases); }

static void called_back(void) {
    struct done done = {0}, queued = {0}, late = {0}, never = {0};
    kitchen_operation operation = {0};
    kitchen_queue none = {0}, queue = {0};
    size_t count = 0;
    int descriptor = -1;
    CHECK_OK(kitchen_echo_later(kitchen_text("four"), &operation));
    CHECK_OK(kitchen_operation_on_done(operation, none, on_done, &done, release_done));
    CHECK(reaches(&done.releases, 1) && done.calls == 1);
    CHECK(strcmp(done.text, "four") == 0 && !pthread_equal(done.thread, pthread_self()));
    CHECK_OK(kitchen_operation_on_done(operation, none, on_done, &late, release_done)); /* when it is done already */
    CHECK(reaches(&late.releases, 1) && late.calls == 1);

    CHECK_OK(kitchen_queue_create(&queue));
    CHECK_OK(kitchen_operation_on_done(operation, queue, on_done, &queued, release_done));
    CHECK_OK(kitchen_queue_descriptor(queue, &descriptor));
    CHECK(is_readable(descriptor) && queued.calls == 0);
    CHECK_OK(kitchen_queue_run_pending(queue, &count));
    CHECK(count == 1 && reaches(&queued.releases, 1) && queued.calls == 1 && pthread_equal(queued.thread, pthread_self()));
    CHECK_OK(kitchen_operation_release(operation));

    CHECK_OK(kitchen_wait_forever(&operation));
    CHECK_OK(kitchen_operation_on_done(operation, none, on_done, &never, release_done));
    CHECK_OK(kitchen_operation_release(operation)); /* nobody wants the answer: not called, but released */
    CHECK(reaches(&never.releases, 1) && never.calls == 0);
    CHECK_STATUS(kitchen_operation_on_done(operation, none, on_done, &never, release_done), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK(reaches(&never.releases, 2)); /* even if it fails */
    CHECK_OK(kitchen_queue_release(queue));
}

static void actors(void) {
    kitchen_order order = {0};
    kitchen_dish soup = {{NULL, 0}, 200, {NULL, 0}};
    kitchen_dish_array dishes;
    kitchen_string_array remarks;
    kitchen_course course;
    int64_t number = 0;
    soup.name = kitchen_text("soup");
    CHECK_OK(kitchen_order_create(7, &order));
    CHECK_TEXT(kitchen_order_get_label(order, &text), "table 7");
    CHECK_OK(kitchen_order_get_table_wait(order, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 7);
    CHECK_OK(kitchen_order_add_wait(order, &soup, KITCHEN_FOREVER, &number, NULL));
    CHECK_OK(kitchen_order_add_wait(order, &soup, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 2);
    CHECK_OK(kitchen_order_get_calories_wait(order, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 400);
    CHECK_OK(kitchen_order_remark_wait(order, kitchen_text("nice"), KITCHEN_FOREVER, NULL));
    CHECK_OK(kitchen_order_get_remarks_wait(order, KITCHEN_FOREVER, &remarks, NULL));
    CHECK(remarks.count == 1 && is_text(remarks.data[0], "nice"));
    kitchen_string_array_free(&remarks);
    CHECK_OK(kitchen_order_serve_wait(order, KITCHEN_FOREVER, &dishes, NULL));
    CHECK(dishes.count == 2 && is_text(dishes.data[1].name, "soup"));
    kitchen_dish_array_free(&dishes);
    CHECK_FAILS(kitchen_order_serve_wait(order, KITCHEN_FOREVER, &dishes, &error), KITCHEN_KITCHEN_ERROR_CLOSED, true);
    CHECK_OK(kitchen_order_course_for(order, &soup, &course));
    CHECK(course.kind == KITCHEN_COURSE_MAIN && is_text(course.as.main.dish.name, "soup"));
    kitchen_course_free(&course);
    CHECK_OK(kitchen_order_release(order));
}

static void initialisers(void) {
    kitchen_cookbook book = {0};
    int64_t count = 0;
    CHECK_OK(kitchen_cookbook_make_with_titles_wait(kitchen_text("soup\ntea"), KITCHEN_FOREVER, &book, NULL));
    CHECK_OK(kitchen_cookbook_get_count(book, &count));
    CHECK(count == 2);
    CHECK_OK(kitchen_cookbook_release(book));
    CHECK_FAILS(kitchen_cookbook_make_with_titles_wait(kitchen_text(""), KITCHEN_FOREVER, &book, &error),
                KITCHEN_KITCHEN_ERROR_MISSING, is_text(failure.as.missing.value, "title"));
}

/* Runs what waits for the main thread until an operation is done. */
static kitchen_operation on_main(kitchen_operation operation) {
    kitchen_queue queue = {0};
    struct pollfd both[2] = {{-1, POLLIN, 0}, {-1, POLLIN, 0}};
    bool is_done = false;
    CHECK_OK(kitchen_queue_main(&queue));
    CHECK_OK(kitchen_queue_descriptor(queue, &both[0].fd));
    CHECK_OK(kitchen_operation_descriptor(operation, &both[1].fd));
    while (kitchen_operation_is_done(operation, &is_done) == KITCHEN_OK && !is_done && poll(both, 2, 5000) > 0) {
        CHECK_OK(kitchen_queue_run_pending(queue, NULL));
    }
    CHECK(is_done);
    CHECK_OK(kitchen_queue_release(queue));
    return operation;
}

static void *run_elsewhere(void *status) {
    kitchen_queue queue = {0};
    if (kitchen_queue_main(&queue) != KITCHEN_OK) return NULL;
    *(kitchen_status *)status = kitchen_queue_run_pending(queue, NULL);
    kitchen_queue_release(queue);
    return NULL;
}

static void main_actor(void) {
    kitchen_operation operation = {0};
    kitchen_restaurant harbour = {0}, shared = {0}, again = {0};
    kitchen_appliance kettle = {0};
    kitchen_appliance_array appliances;
    kitchen_inspector inspector = {1};
    kitchen_status elsewhere = KITCHEN_OK;
    pthread_t thread;
    int64_t number = 0, hour = 25;
    bool loud = true, is_equal = false;
    CHECK_OK(kitchen_on_main(41, &operation));
    CHECK_STATUS(kitchen_operation_wait(operation, KITCHEN_MILLISECONDS(5)), KITCHEN_TIMED_OUT); /* it waits for this thread */
    CHECK_OK(kitchen_on_main_result(on_main(operation), &number, NULL));
    CHECK(number == 42);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK(pthread_create(&thread, NULL, run_elsewhere, &elsewhere) == 0 && pthread_join(thread, NULL) == 0);
    CHECK(elsewhere == KITCHEN_ERROR_WRONG_THREAD);

    CHECK_OK(kitchen_restaurant_create(kitchen_text("harbour"), &operation));
    CHECK_OK(kitchen_restaurant_create_result(on_main(operation), &harbour, NULL));
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_TEXT(kitchen_restaurant_motto(harbour, NULL, &text), "yes chef"); /* from anywhere */
    CHECK_TEXT(kitchen_restaurant_motto(harbour, &loud, &text), "YES CHEF");
    CHECK_OK(kitchen_restaurant_get_name(harbour, &operation));
    CHECK_TEXT(kitchen_restaurant_get_name_result(on_main(operation), &text, NULL), "harbour");
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_appliance_standard(&kettle));
    CHECK_OK(kitchen_restaurant_install(harbour, kettle, NULL, (kitchen_string_array){NULL, 0}, &operation));
    CHECK_OK(kitchen_restaurant_install_result(on_main(operation), &number, NULL));
    CHECK(number == 1);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_get_appliances(harbour, &operation));
    CHECK_OK(kitchen_restaurant_get_appliances_result(on_main(operation), &appliances, NULL));
    CHECK(appliances.count == 1);
    CHECK_OK(kitchen_appliance_equal(appliances.data[0], kettle, &is_equal));
    CHECK(is_equal);
    kitchen_appliance_array_free(&appliances);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_get_inspector(harbour, &operation));
    CHECK_OK(kitchen_restaurant_get_inspector_result(on_main(operation), &inspector, NULL));
    CHECK(inspector.bits == 0);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_open(harbour, NULL, &operation));
    CHECK_TEXT(kitchen_restaurant_open_result(on_main(operation), &text, NULL), "harbour opens at 8");
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_open(harbour, &hour, &operation));
    CHECK_FAILS(kitchen_restaurant_open_result(on_main(operation), &(kitchen_string){NULL, 0}, &error), KITCHEN_KITCHEN_ERROR_CLOSED, true);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_shared(&operation));
    CHECK_OK(kitchen_restaurant_shared_result(on_main(operation), &shared, NULL));
    CHECK_OK(kitchen_restaurant_shared_result(operation, &again, NULL));
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_restaurant_equal(shared, again, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_restaurant_equal(shared, harbour, &is_equal));
    CHECK(!is_equal);
    CHECK_OK(kitchen_restaurant_release(shared));
    CHECK_OK(kitchen_restaurant_release(again));
    CHECK_OK(kitchen_restaurant_release(harbour));
    CHECK_OK(kitchen_appliance_release(kettle));
}

int main(void) {
    RUN(waited_for);
    RUN(polled);
    RUN(timed_out);
    RUN(cancelled);
    RUN(called_back);
    RUN(actors);
    RUN(initialisers);
    RUN(main_actor);
    return finish();
}
