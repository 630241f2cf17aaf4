/* Functions as arguments and results: their threads, their errors, the release of their context. */
#include "fixture.h"

/* The arguments of a callback, and the number of releases of its context. */
struct heard {
    int calls, releases;
    int64_t number;
    char text[32];
    pthread_t thread;
};

static void release_heard(void *context) { count_release(&((struct heard *)context)->releases); }

static void hear(struct heard *heard, kitchen_string text, int64_t number) {
    heard->number += number;
    heard->thread = pthread_self();
    if (text.data) snprintf(heard->text, sizeof heard->text, "%.*s", (int)text.size, text.data);
    __atomic_add_fetch(&heard->calls, 1, __ATOMIC_ACQ_REL);
}

static void on_nothing(void *context) { hear(context, kitchen_text(NULL), 0); }
static void on_number(int64_t number, void *context) { hear(context, kitchen_text(NULL), number); }
static void on_text(kitchen_string text, void *context) { hear(context, text, 0); }
static void on_both(kitchen_string text, kitchen_int64_array numbers, void *context) {
    hear(context, text, numbers.count == 3 ? numbers.data[0] + numbers.data[1] + numbers.data[2] : -1);
}

static void salted(kitchen_string dish, kitchen_string *result, void *context) {
    char text[64];
    hear(context, dish, 0);
    snprintf(text, sizeof text, "%.*s with salt", (int)dish.size, dish.data);
    *result = kitchen_string_copy(kitchen_text(text));
}

static void say_nothing(kitchen_string dish, kitchen_string *result, void *context) {
    (void)dish;
    (void)result;
    (void)context;
}

static bool is_b(const kitchen_recipe *recipe, kitchen_position position, void *context) {
    hear(context, recipe->title, (int64_t)(position.x + position.y));
    return is_text(recipe->title, "b");
}

static void during_the_call(void) {
    struct heard dishes = {0}, turns = {0}, recipes = {0}, rings = {0};
    kitchen_string names[2];
    kitchen_string_array given = {names, 2}, gotten;
    kitchen_recipe two[2];
    kitchen_recipe_array chosen;
    kitchen_queue none = {0};
    names[0] = kitchen_text("egg");
    names[1] = kitchen_text("ham");
    CHECK_OK(kitchen_season(given, salted, &dishes, release_heard, &gotten));
    CHECK(gotten.count == 2 && is_text(gotten.data[0], "egg with salt") && is_text(gotten.data[1], "ham with salt"));
    CHECK(dishes.calls == 2 && dishes.releases == 1);
    kitchen_string_array_free(&gotten);
    CHECK_OK(kitchen_stir(5, on_number, &turns, NULL)); /* nothing to release */
    CHECK(turns.calls == 5 && turns.number == 10 && pthread_equal(turns.thread, pthread_self()));
    memset(two, 0, sizeof two);
    two[0].title = kitchen_text("a");
    two[1].title = kitchen_text("b");
    CHECK_OK(kitchen_choose((kitchen_recipe_array){two, 2}, is_b, &recipes, release_heard, &chosen));
    CHECK(chosen.count == 1 && is_text(chosen.data[0].title, "b") && recipes.calls == 2 && recipes.releases == 1);
    kitchen_recipe_array_free(&chosen);
    CHECK_OK(kitchen_ring(none, on_nothing, &rings, release_heard));
    CHECK(reaches(&rings.calls, 1) && reaches(&rings.releases, 1));
    /* Without a function there is nothing to call; the context is released all the same. */
    CHECK_STATUS(kitchen_stir(5, NULL, &turns, release_heard), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK(turns.calls == 5 && turns.releases == 1);
}

static void answers_that_are_none(void) {
    kitchen_string name = kitchen_text("egg");
    kitchen_string_array gotten;
    CHECK_OK(kitchen_season((kitchen_string_array){&name, 1}, say_nothing, NULL, NULL, &gotten));
    CHECK(gotten.count == 1 && is_text(gotten.data[0], "")); /* there is no other way to go on */
    kitchen_string_array_free(&gotten);
}

static kitchen_status give_five(int64_t *result, kitchen_error **error, void *context) {
    (void)error;
    (void)context;
    *result = 5;
    return KITCHEN_OK;
}

static kitchen_status burn(int64_t *result, kitchen_error **error, void *context) {
    (void)result;
    (void)context;
    *error = kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("burnt"));
    return KITCHEN_ERROR_FAILED;
}

static kitchen_status lack(int64_t number, kitchen_error **error, void *context) {
    kitchen_kitchen_error missing = kitchen_kitchen_error_make_missing(kitchen_text("salt"));
    *(int64_t *)context = number;
    kitchen_kitchen_error_to_error(&missing, error);
    return KITCHEN_ERROR_FAILED;
}

static kitchen_status be_content(int64_t number, kitchen_error **error, void *context) {
    (void)error;
    *(int64_t *)context = number;
    return KITCHEN_OK;
}

static void failing(void) {
    int64_t number = 0;
    kitchen_error *error = NULL;
    CHECK_OK(kitchen_attempt(give_five, NULL, NULL, &number, NULL));
    CHECK(number == 5);
    CHECK_STATUS(kitchen_attempt(burn, NULL, NULL, &number, &error), KITCHEN_ERROR_FAILED);
    CHECK(strcmp(kitchen_error_message(error), "burnt") == 0);
    kitchen_error_free(error);
    CHECK_FAILS(kitchen_check(lack, &number, NULL, &error), KITCHEN_KITCHEN_ERROR_MISSING, is_text(failure.as.missing.value, "salt"));
    CHECK(number == 7);
    number = 0;
    CHECK_OK(kitchen_check(be_content, &number, NULL, NULL));
    CHECK(number == 7);
}

/* A callback that the library stores is released when the library replaces or removes it. */
static void kept(void) {
    struct heard first = {0}, second = {0};
    kitchen_bell bell = {0};
    kitchen_queue none = {0};
    int64_t count = 0;
    CHECK_OK(kitchen_bell_create(&bell));
    CHECK_OK(kitchen_bell_on_ring(bell, none, on_number, &first, release_heard));
    CHECK_OK(kitchen_bell_on_ring(bell, none, on_number, &second, release_heard));
    CHECK_OK(kitchen_bell_ring(bell, &count));
    CHECK(count == 2 && reaches(&first.calls, 1) && reaches(&second.calls, 1));
    CHECK_OK(kitchen_bell_ring(bell, &count));
    CHECK(reaches(&first.calls, 2) && first.number == 3);
    CHECK(__atomic_load_n(&first.releases, __ATOMIC_ACQUIRE) == 0);
    CHECK_OK(kitchen_bell_forget(bell));
    CHECK(reaches(&first.releases, 1) && reaches(&second.releases, 1));
    CHECK_OK(kitchen_bell_ring(bell, &count));
    CHECK(count == 0 && first.calls == 2);
    first.releases = 0;
    CHECK_OK(kitchen_bell_on_ring(bell, none, on_number, &first, release_heard));
    CHECK_OK(kitchen_bell_release(bell));
    CHECK(reaches(&first.releases, 1));
}

static void from_elsewhere(void) {
    struct heard heard = {0};
    kitchen_queue none = {0};
    CHECK_OK(kitchen_ring_later(none, on_text, &heard, release_heard));
    CHECK(reaches(&heard.calls, 1) && reaches(&heard.releases, 1));
    CHECK(strcmp(heard.text, "ring") == 0 && !pthread_equal(heard.thread, pthread_self()));
}

static void on_a_queue(void) {
    struct heard heard = {0}, never = {0};
    kitchen_queue queue = {0};
    size_t count = 7;
    int descriptor = -1;
    CHECK_OK(kitchen_queue_create(&queue));
    CHECK_OK(kitchen_queue_run_pending(queue, &count));
    CHECK(count == 0);
    CHECK_OK(kitchen_queue_descriptor(queue, &descriptor));
    CHECK_OK(kitchen_ring_later(queue, on_text, &heard, release_heard));
    CHECK(is_readable(descriptor) && heard.calls == 0);
    CHECK_OK(kitchen_queue_run_pending(queue, &count));
    CHECK(count == 1 && heard.calls == 1 && reaches(&heard.releases, 1));
    CHECK(strcmp(heard.text, "ring") == 0 && pthread_equal(heard.thread, pthread_self()));
    CHECK_OK(kitchen_ring_later(queue, on_text, &never, release_heard));
    CHECK(is_readable(descriptor));
    CHECK_OK(kitchen_queue_release(queue)); /* what waits in it is not run any more */
    CHECK(reaches(&never.releases, 1) && never.calls == 0);
}

static void left_out(void) {
    struct heard heard = {0};
    kitchen_queue none = {0};
    bool was_there = true;
    CHECK_OK(kitchen_notify(none, NULL, NULL, NULL, &was_there));
    CHECK(!was_there);
    CHECK_OK(kitchen_notify(none, on_both, &heard, release_heard, &was_there));
    CHECK(was_there && reaches(&heard.releases, 1));
    CHECK(heard.calls == 1 && heard.number == 6 && strcmp(heard.text, "ready") == 0);
}

static void handed_out(void) {
    struct heard first = {0}, second = {0};
    kitchen_multiplier_by_function triple = {0};
    kitchen_alarm alarm = {0};
    kitchen_alarm_get_handler_function handler = {0};
    kitchen_queue none = {0};
    int64_t number = 0;
    CHECK_OK(kitchen_multiplier_by(3, &triple));
    CHECK_OK(kitchen_multiplier_by_function_call(triple, 14, &number));
    CHECK(number == 42);
    CHECK_OK(kitchen_multiplier_by_function_release(triple));
    CHECK_STATUS(kitchen_multiplier_by_function_call(triple, 14, &number), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_alarm_make(7, none, on_nothing, &first, release_heard, &alarm));
    CHECK_OK(kitchen_alarm_get_minutes(alarm, &number));
    CHECK(number == 7);
    CHECK_OK(kitchen_alarm_fire(alarm));
    CHECK_OK(kitchen_alarm_get_handler(alarm, &handler)); /* the program's own, out and in again */
    CHECK_OK(kitchen_alarm_get_handler_function_call(handler));
    CHECK(reaches(&first.calls, 2));
    CHECK_OK(kitchen_alarm_set_handler(alarm, none, on_nothing, &second, release_heard));
    CHECK_OK(kitchen_alarm_fire(alarm));
    CHECK(reaches(&second.calls, 1) && first.calls == 2);
    CHECK(__atomic_load_n(&first.releases, __ATOMIC_ACQUIRE) == 0); /* the handle still holds it */
    CHECK_OK(kitchen_alarm_get_handler_function_release(handler));
    CHECK(reaches(&first.releases, 1));
    CHECK_OK(kitchen_alarm_release(alarm));
    CHECK(reaches(&second.releases, 1));
}

/* Asynchronous ones are given a completion to answer with. */
static void answer_at_once(kitchen_string name, kitchen_completion completion, void *context) {
    (void)name;
    *(kitchen_status *)context = kitchen_prepare_complete(completion, kitchen_text("hot"));
}

static void fail_at_once(kitchen_string name, kitchen_completion completion, void *context) {
    kitchen_kitchen_error closed = kitchen_kitchen_error_make_closed();
    kitchen_error *error = NULL;
    (void)name;
    (void)context;
    kitchen_kitchen_error_to_error(&closed, &error);
    kitchen_completion_fail(completion, error);
}

static void give_up(kitchen_string name, kitchen_completion completion, void *context) {
    (void)name;
    (void)context;
    kitchen_completion_release(completion);
}

static void *answer_slowly(void *pointer) {
    kitchen_completion *completion = pointer;
    pause_ms(5);
    kitchen_prepare_complete(*completion, kitchen_text("slow"));
    return NULL;
}

struct worker {
    kitchen_completion completion;
    pthread_t thread;
    bool is_cancelled;
    int cancels, releases, calls;
};

static void answer_from_a_thread(kitchen_string name, kitchen_completion completion, void *context) {
    struct worker *worker = context;
    (void)name;
    worker->completion = completion;
    if (pthread_create(&worker->thread, NULL, answer_slowly, &worker->completion) != 0) failures++;
}

static void on_cancel(void *context) { count_release(&((struct worker *)context)->cancels); }
static void release_worker(void *context) { count_release(&((struct worker *)context)->releases); }

static void wait_for_cancel(kitchen_string name, kitchen_completion completion, void *context) {
    struct worker *worker = context;
    (void)name;
    kitchen_completion_is_cancelled(completion, &worker->is_cancelled);
    kitchen_completion_on_cancel(completion, on_cancel, worker, release_worker);
    worker->completion = completion;
    __atomic_add_fetch(&worker->calls, 1, __ATOMIC_ACQ_REL);
}

static void asynchronous(void) {
    kitchen_status status = KITCHEN_PENDING;
    struct worker worker;
    kitchen_string gotten;
    kitchen_error *error = NULL;
    kitchen_operation operation = {0};
    bool is_cancelled = false;
    CHECK_TEXT(kitchen_prepare_wait(kitchen_text("soup"), answer_at_once, &status, NULL, KITCHEN_FOREVER, &text, NULL), "hot!");
    CHECK_OK(status);
    memset(&worker, 0, sizeof worker);
    CHECK_TEXT(kitchen_prepare_wait(kitchen_text("tea"), answer_from_a_thread, &worker, NULL, KITCHEN_FOREVER, &text, NULL), "slow!");
    CHECK(pthread_join(worker.thread, NULL) == 0);
    CHECK_STATUS(kitchen_prepare_complete(worker.completion, kitchen_text("again")), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_FAILS(kitchen_prepare_wait(kitchen_text("egg"), fail_at_once, NULL, NULL, KITCHEN_FOREVER, &gotten, &error),
                KITCHEN_KITCHEN_ERROR_CLOSED, true);
    CHECK(kitchen_prepare_wait(kitchen_text("egg"), give_up, NULL, NULL, KITCHEN_FOREVER, &gotten, &error) < 0);
    kitchen_error_free(error);

    memset(&worker, 0, sizeof worker);
    CHECK_OK(kitchen_prepare(kitchen_text("egg"), wait_for_cancel, &worker, NULL, &operation));
    CHECK(reaches(&worker.calls, 1) && !worker.is_cancelled && worker.cancels == 0);
    CHECK_OK(kitchen_operation_cancel(operation));
    CHECK(reaches(&worker.cancels, 1) && reaches(&worker.releases, 1));
    CHECK_OK(kitchen_completion_is_cancelled(worker.completion, &is_cancelled));
    CHECK(is_cancelled);
    CHECK_OK(kitchen_completion_fail(worker.completion, NULL));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_SECONDS(5)));
    CHECK_STATUS(kitchen_prepare_result(operation, &gotten, NULL), KITCHEN_ERROR_CANCELLED);
    CHECK_OK(kitchen_operation_release(operation));
}

int main(void) {
    RUN(during_the_call);
    RUN(answers_that_are_none);
    RUN(failing);
    RUN(kept);
    RUN(from_elsewhere);
    RUN(on_a_queue);
    RUN(left_out);
    RUN(handed_out);
    RUN(asynchronous);
    return finish();
}
