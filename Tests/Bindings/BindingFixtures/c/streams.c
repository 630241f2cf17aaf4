/* Streams: taken one by one, polled, subscribed to, closed; and made by the program. */
#include "fixture.h"

static kitchen_int_stream ticks(int64_t seconds, kitchen_status (*from)(kitchen_kitchen_timer, kitchen_int_stream *)) {
    kitchen_kitchen_timer timer = {0};
    kitchen_int_stream stream = {0};
    CHECK_OK(kitchen_kitchen_timer_create(seconds, &timer));
    CHECK_OK(from(timer, &stream));
    CHECK_OK(kitchen_kitchen_timer_release(timer));
    return stream;
}

static void taken(void) {
    kitchen_status (*const all[])(kitchen_kitchen_timer, kitchen_int_stream *) = {
        kitchen_kitchen_timer_ticks, kitchen_kitchen_timer_hidden_ticks, kitchen_kitchen_timer_boxed_ticks};
    size_t index;
    for (index = 0; index < 3; index++) {
        kitchen_int_stream stream = ticks(3, all[index]);
        int64_t expected, number = -1;
        for (expected = 3; expected >= 0; expected--) {
            CHECK_OK(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL));
            CHECK(number == expected);
        }
        CHECK_STATUS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL), KITCHEN_END);
        CHECK_STATUS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL), KITCHEN_END);
        CHECK_OK(kitchen_int_stream_release(stream));
    }
}

static void of_a_type_of_its_own(void) {
    kitchen_countdown countdown = {0};
    int64_t number = -1;
    CHECK_OK(kitchen_countdown_make(1, &countdown));
    CHECK_OK(kitchen_countdown_get_start(countdown, &number));
    CHECK(number == 1);
    CHECK_OK(kitchen_countdown_next(countdown, KITCHEN_SECONDS(5), &number, NULL));
    CHECK(number == 1);
    CHECK_OK(kitchen_countdown_next(countdown, KITCHEN_SECONDS(5), &number, NULL));
    CHECK(number == 0);
    CHECK_STATUS(kitchen_countdown_next(countdown, KITCHEN_SECONDS(5), &number, NULL), KITCHEN_END);
    CHECK_OK(kitchen_countdown_release(countdown));
}

static void of_structures(void) {
    kitchen_shelf shelf = {0};
    kitchen_string names[2];
    kitchen_ingredient_stream stream = {0};
    kitchen_ingredient ingredient;
    names[0] = kitchen_text("salt");
    names[1] = kitchen_text("oil");
    CHECK_OK(kitchen_shelf_create(kitchen_text("top"), &shelf));
    CHECK_OK(kitchen_shelf_deliveries_of(shelf, (kitchen_string_array){names, 2}, &stream));
    CHECK_OK(kitchen_ingredient_stream_next(stream, KITCHEN_FOREVER, &ingredient, NULL));
    CHECK(is_text(ingredient.name, "salt"));
    kitchen_ingredient_free(&ingredient);
    CHECK_OK(kitchen_ingredient_stream_next(stream, KITCHEN_FOREVER, &ingredient, NULL));
    CHECK(is_text(ingredient.name, "oil"));
    kitchen_ingredient_free(&ingredient);
    CHECK_STATUS(kitchen_ingredient_stream_next(stream, KITCHEN_FOREVER, &ingredient, NULL), KITCHEN_END);
    CHECK_OK(kitchen_ingredient_stream_release(stream));
    CHECK_OK(kitchen_shelf_release(shelf));
}

static void failing(void) {
    kitchen_int_stream stream = ticks(2, kitchen_kitchen_timer_failing_ticks);
    int64_t number = -1;
    CHECK_OK(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL));
    CHECK_OK(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 1);
    CHECK_FAILS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, &error), KITCHEN_KITCHEN_ERROR_TOO_HOT,
                failure.as.too_hot.degrees == 2);
    CHECK_OK(kitchen_int_stream_release(stream));
}

static void polled(void) {
    kitchen_int_stream stream = ticks(2, kitchen_kitchen_timer_ticks);
    int64_t number = -1, sum = 0;
    int descriptor = -1, count = 0;
    CHECK_OK(kitchen_int_stream_descriptor(stream, &descriptor));
    for (;;) {
        kitchen_status status = kitchen_int_stream_try_next(stream, &number, NULL);
        if (status == KITCHEN_END) break;
        if (status == KITCHEN_OK) {
            count++;
            sum += number;
        } else {
            CHECK_STATUS(status, KITCHEN_PENDING);
            if (!is_readable(descriptor)) break;
        }
    }
    CHECK(count == 3 && sum == 3);
    CHECK_OK(kitchen_int_stream_release(stream));
}

static void closed(void) {
    kitchen_int_stream stream = ticks(50, kitchen_kitchen_timer_ticks);
    int64_t number = -1;
    CHECK_OK(kitchen_int_stream_next(stream, KITCHEN_SECONDS(1), &number, NULL));
    CHECK(number == 50);
    CHECK_OK(kitchen_int_stream_close(stream));
    CHECK_OK(kitchen_int_stream_close(stream));
    CHECK_STATUS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL), KITCHEN_END);
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK_STATUS(kitchen_int_stream_next(stream, 0, &number, NULL), KITCHEN_ERROR_INVALID_HANDLE);
}

struct watcher {
    int elements, ends, releases;
    int64_t sum;
    kitchen_status failure;
    int32_t kind;
};

static void on_element(int64_t element, void *context) {
    struct watcher *watcher = context;
    watcher->sum += element;
    __atomic_add_fetch(&watcher->elements, 1, __ATOMIC_ACQ_REL);
}

static void on_end(const kitchen_error *error, void *context) {
    struct watcher *watcher = context;
    kitchen_kitchen_error failure;
    watcher->failure = kitchen_error_status(error);
    if (error && kitchen_kitchen_error_from_error(error, &failure) == KITCHEN_OK) {
        watcher->kind = failure.kind;
        kitchen_kitchen_error_free(&failure);
    }
    __atomic_add_fetch(&watcher->ends, 1, __ATOMIC_ACQ_REL);
}

static void release_watcher(void *context) { count_release(&((struct watcher *)context)->releases); }

static void subscribed_to(void) {
    struct watcher four = {0}, two = {0};
    kitchen_queue none = {0};
    kitchen_subscription subscription = {0};
    kitchen_int_stream stream = ticks(4, kitchen_kitchen_timer_ticks);
    CHECK_OK(kitchen_int_stream_subscribe(stream, none, on_element, on_end, &four, release_watcher, &subscription));
    CHECK_OK(kitchen_int_stream_release(stream)); /* the subscription holds it */
    CHECK(reaches(&four.ends, 1) && four.elements == 5 && four.sum == 10 && four.failure == KITCHEN_OK);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK(reaches(&four.releases, 1));
    stream = ticks(2, kitchen_kitchen_timer_failing_ticks);
    CHECK_OK(kitchen_int_stream_subscribe(stream, none, on_element, on_end, &two, release_watcher, &subscription));
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK(reaches(&two.ends, 1) && two.elements == 2 && two.failure == KITCHEN_ERROR_FAILED && two.kind == KITCHEN_KITCHEN_ERROR_TOO_HOT);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK(reaches(&two.releases, 1));
}

static void subscribed_to_on_a_queue(void) {
    struct watcher watcher = {0};
    kitchen_queue queue = {0};
    kitchen_subscription subscription = {0};
    kitchen_int_stream stream = ticks(1, kitchen_kitchen_timer_ticks);
    int descriptor = -1;
    CHECK_OK(kitchen_queue_create(&queue));
    CHECK_OK(kitchen_queue_descriptor(queue, &descriptor));
    CHECK_OK(kitchen_int_stream_subscribe(stream, queue, on_element, on_end, &watcher, release_watcher, &subscription));
    CHECK(is_readable(descriptor) && watcher.elements == 0);
    while (watcher.ends == 0 && is_readable(descriptor)) CHECK_OK(kitchen_queue_run_pending(queue, NULL));
    CHECK(watcher.elements == 2 && watcher.sum == 1);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK_OK(kitchen_queue_release(queue));
    CHECK(reaches(&watcher.releases, 1));
}

static void on_ingredient(const kitchen_ingredient *ingredient, void *context) {
    struct watcher *watcher = context;
    watcher->sum += (int64_t)ingredient->name.size; /* borrowed for the time of the call */
    __atomic_add_fetch(&watcher->elements, 1, __ATOMIC_ACQ_REL);
}

static void subscribed_to_structures(void) {
    struct watcher watcher = {0};
    kitchen_shelf shelf = {0};
    kitchen_string name = kitchen_text("salt");
    kitchen_ingredient_stream stream = {0};
    kitchen_subscription subscription = {0};
    kitchen_queue none = {0};
    CHECK_OK(kitchen_shelf_create(kitchen_text("top"), &shelf));
    CHECK_OK(kitchen_shelf_deliveries_of(shelf, (kitchen_string_array){&name, 1}, &stream));
    CHECK_OK(kitchen_ingredient_stream_subscribe(stream, none, on_ingredient, on_end, &watcher, release_watcher, &subscription));
    CHECK(reaches(&watcher.ends, 1) && watcher.elements == 1 && watcher.sum == 4);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK_OK(kitchen_ingredient_stream_release(stream));
    CHECK_OK(kitchen_shelf_release(shelf));
    CHECK(reaches(&watcher.releases, 1));
}

static void made_by_the_program(void) {
    kitchen_int_stream stream = {0};
    kitchen_int_stream_source source = {0};
    kitchen_operation operation = {0};
    kitchen_kitchen_error missing = kitchen_kitchen_error_make_missing(kitchen_text("salt"));
    kitchen_error *why = NULL;
    int64_t number = 0;
    CHECK_OK(kitchen_int_stream_create(&stream, &source));
    CHECK_OK(kitchen_int_stream_source_yield(source, 5));
    CHECK_OK(kitchen_sum(stream, &operation));
    CHECK_OK(kitchen_int_stream_source_yield(source, 7));
    CHECK_OK(kitchen_int_stream_source_finish(source, NULL));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_SECONDS(5)));
    CHECK_OK(kitchen_sum_result(operation, &number, NULL));
    CHECK(number == 12);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK_OK(kitchen_int_stream_source_release(source));

    CHECK_OK(kitchen_int_stream_create(&stream, &source));
    CHECK_OK(kitchen_int_stream_source_yield(source, 3));
    CHECK_OK(kitchen_kitchen_error_to_error(&missing, &why));
    CHECK_OK(kitchen_int_stream_source_finish(source, why)); /* borrowed */
    kitchen_error_free(why);
    CHECK_OK(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 3);
    CHECK_FAILS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, &error), KITCHEN_KITCHEN_ERROR_MISSING,
                is_text(failure.as.missing.value, "salt"));
    CHECK_OK(kitchen_int_stream_release(stream));
    CHECK_OK(kitchen_int_stream_source_release(source));

    CHECK_OK(kitchen_int_stream_create(&stream, &source));
    CHECK_STATUS(kitchen_int_stream_next(stream, KITCHEN_MILLISECONDS(2), &number, NULL), KITCHEN_TIMED_OUT);
    CHECK_OK(kitchen_int_stream_source_release(source)); /* given up: the end */
    CHECK_STATUS(kitchen_int_stream_next(stream, KITCHEN_FOREVER, &number, NULL), KITCHEN_END);
    CHECK_OK(kitchen_int_stream_release(stream));
}

/* Cancelled from elsewhere: afterwards the handler does not run. From inside: there are no more calls. */
struct canceller {
    int calls, releases;
    kitchen_subscription subscription;
};

static void cancel_at_once(int64_t element, void *context) {
    struct canceller *canceller = context;
    (void)element;
    while (__atomic_load_n(&canceller->subscription.bits, __ATOMIC_ACQUIRE) == 0) pause_ms(1);
    kitchen_subscription_cancel(canceller->subscription);
    __atomic_add_fetch(&canceller->calls, 1, __ATOMIC_ACQ_REL);
}

static void release_canceller(void *context) { count_release(&((struct canceller *)context)->releases); }

static void cancelled(void) {
    struct canceller canceller = {0};
    struct watcher watcher = {0};
    kitchen_queue none = {0};
    kitchen_subscription subscription = {0};
    kitchen_int_stream stream = {0};
    kitchen_int_stream_source source = {0};
    CHECK_OK(kitchen_int_stream_create(&stream, &source));
    CHECK_OK(kitchen_int_stream_subscribe(stream, none, on_element, on_end, &watcher, release_watcher, &subscription));
    CHECK_OK(kitchen_int_stream_source_yield(source, 1));
    CHECK(reaches(&watcher.elements, 1));
    CHECK_OK(kitchen_subscription_cancel(subscription));
    CHECK_OK(kitchen_int_stream_source_yield(source, 1));
    pause_ms(5);
    CHECK(watcher.elements == 1 && watcher.ends == 0);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK(reaches(&watcher.releases, 1));
    CHECK_OK(kitchen_int_stream_source_release(source));
    CHECK_OK(kitchen_int_stream_release(stream));

    stream = ticks(50, kitchen_kitchen_timer_ticks);
    CHECK_OK(kitchen_int_stream_subscribe(stream, none, cancel_at_once, NULL, &canceller, release_canceller, &subscription));
    __atomic_store_n(&canceller.subscription.bits, subscription.bits, __ATOMIC_RELEASE);
    CHECK(reaches(&canceller.releases, 1) && canceller.calls == 1);
    CHECK_OK(kitchen_subscription_release(subscription));
    CHECK_OK(kitchen_int_stream_release(stream));
}

int main(void) {
    RUN(taken);
    RUN(of_a_type_of_its_own);
    RUN(of_structures);
    RUN(failing);
    RUN(polled);
    RUN(closed);
    RUN(subscribed_to);
    RUN(subscribed_to_on_a_queue);
    RUN(subscribed_to_structures);
    RUN(made_by_the_program);
    RUN(cancelled);
    return finish();
}
