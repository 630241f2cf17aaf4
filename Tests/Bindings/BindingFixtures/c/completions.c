/* Closures that receive or return closures, results and objects. */
#include "fixture.h"

/* Weighs: a number for flour, an error for salt, and nothing that can be used for the rest. */
static void scale(kitchen_string name, kitchen_weigh_function done, void *context) {
    double weight = 2.5;
    kitchen_error *failure;
    kitchen_kitchen_error missing;
    int *calls = context;
    ++*calls;
    if (is_text(name, "flour")) {
        CHECK_OK(kitchen_weigh_function_call(done, &weight, NULL));
        return;
    }
    if (is_text(name, "salt")) {
        missing = kitchen_kitchen_error_make_missing(kitchen_text("salt"));
        CHECK_OK(kitchen_kitchen_error_to_error(&missing, &failure));
        CHECK_OK(kitchen_weigh_function_call(done, NULL, failure));
        kitchen_error_free(failure);
        failure = kitchen_error_create(KITCHEN_ERROR_NOT_AVAILABLE, kitchen_text("no weights"));
        CHECK_OK(kitchen_weigh_function_call(done, &weight, failure)); /* an error prevails */
        kitchen_error_free(failure);
        return;
    }
    CHECK_STATUS(kitchen_weigh_function_call(done, NULL, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void courier(kitchen_deliver_to_function done, void *context) {
    kitchen_error *failure = kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("rain"));
    CHECK_OK(kitchen_deliver_to_function_call(done, NULL));
    CHECK_OK(kitchen_deliver_to_function_call(done, failure)); /* becomes an error of the library's type */
    kitchen_error_free(failure);
    CHECK_OK(kitchen_deliver_to_function_retain(done));
    *(kitchen_deliver_to_function *)context = done;
}

static void called_with_results(void) {
    kitchen_string names[3];
    kitchen_string_array given = {names, 3};
    kitchen_deliver_to_function kept = {0};
    kitchen_string log;
    int calls = 0;
    names[0] = kitchen_text("flour");
    names[1] = kitchen_text("salt");
    names[2] = kitchen_text("air");
    CHECK_TEXT(kitchen_weigh(given, scale, &calls, NULL, &text),
               "flour 2.5, salt failed: missing(\"salt\"), salt failed");
    CHECK(calls == 3);
    CHECK_OK(kitchen_deliver_to(kitchen_text("Elm Street"), courier, &kept, NULL, &log));
    CHECK(log.size > 20 && memcmp(log.data, "Elm Street: delivered, Elm Street: ", 35) == 0);
    kitchen_string_free(&log);
    CHECK_OK(kitchen_deliver_to_function_call(kept, NULL)); /* it may be called later */
    CHECK_OK(kitchen_deliver_to_function_release(kept));
    CHECK_STATUS(kitchen_deliver_to_function_call(kept, NULL), KITCHEN_ERROR_INVALID_HANDLE);
}

static void passed_results(void) {
    kitchen_optional_recipe some = {0};
    kitchen_error *failure = kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("burnt"));
    CHECK_TEXT(kitchen_record(&some, NULL, &text), "no recipe");
    CHECK_TEXT(kitchen_record(NULL, failure, &text), "failed");
    CHECK_STATUS(kitchen_record(NULL, NULL, &(kitchen_string){NULL, 0}), KITCHEN_ERROR_INVALID_ARGUMENT);
    kitchen_error_free(failure);
}

static void visit(kitchen_optional_int value, kitchen_error *failure, kitchen_error *failure2, void *context) {
    int *calls = context;
    CHECK(value.has_value == (failure == NULL));
    CHECK(value.has_value == (failure2 != NULL)); /* the second fails when the first does not */
    if (value.has_value) CHECK(value.value == 1);
    ++*calls;
}

static kitchen_status answer(int64_t number, kitchen_string *result, kitchen_error **error, void *context) {
    kitchen_kitchen_error closed = kitchen_kitchen_error_make_closed();
    (void)context;
    if (number == 0) {
        *result = kitchen_string_copy(kitchen_text("yes"));
        return KITCHEN_OK;
    }
    CHECK_OK(kitchen_kitchen_error_to_error(&closed, error));
    return KITCHEN_ERROR_FAILED;
}

static void received_results(void) {
    kitchen_string_array texts;
    int calls = 0;
    CHECK_OK(kitchen_compare(visit, &calls, NULL));
    CHECK(calls == 2);
    CHECK_OK(kitchen_ask(answer, NULL, NULL, &texts));
    CHECK(texts.count == 2 && is_text(texts.data[0], "yes") && is_text(texts.data[1], "closed"));
    kitchen_string_array_free(&texts);
}

static void make_oven(int64_t temperature, kitchen_oven *result, void *context) {
    (void)context;
    CHECK_OK(kitchen_oven_create(&temperature, result));
}

static void make_no_oven(int64_t temperature, kitchen_oven *result, void *context) {
    (void)temperature;
    if (context) result->bits = 12345;
}

static void make_book(kitchen_completion completion, void *context) {
    kitchen_cookbook book;
    kitchen_recipe recipe;
    if (context) {
        kitchen_completion_release(completion);
        return;
    }
    CHECK_OK(kitchen_cookbook_make(&book));
    memset(&recipe, 0, sizeof recipe);
    recipe.title = kitchen_text("soup");
    CHECK_OK(kitchen_cookbook_add(book, &recipe));
    CHECK_OK(kitchen_count_pages_complete(completion, book));
    CHECK_OK(kitchen_cookbook_release(book));
}

static void returned_objects(void) {
    int64_t fifty = 50, number = 0;
    kitchen_oven spare, none = {0};
    kitchen_cookbook book;
    int any = 0;
    CHECK_OK(kitchen_oven_create(&fifty, &spare));
    CHECK_OK(kitchen_heat(make_oven, NULL, NULL, spare, &number));
    CHECK(number == 180);
    CHECK_OK(kitchen_heat(make_no_oven, NULL, NULL, spare, &number)); /* a null handle */
    CHECK(number == 50);
    CHECK_OK(kitchen_heat(make_no_oven, &any, NULL, spare, &number)); /* a forged one */
    CHECK(number == 50);
    CHECK_STATUS(kitchen_heat(make_oven, NULL, NULL, none, &number), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_oven_release(spare));

    CHECK_OK(kitchen_cookbook_make(&book));
    CHECK_OK(kitchen_count_pages_wait(make_book, NULL, NULL, book, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 1);
    CHECK_OK(kitchen_count_pages_wait(make_book, &any, NULL, book, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 0);
    CHECK_OK(kitchen_cookbook_release(book));
}

static void make_kept_oven(kitchen_oven *result, void *context) { make_oven(*(int64_t *)context, result, NULL); }
static void plated(kitchen_oven oven, int64_t count, void *context) {
    int64_t temperature = 0;
    CHECK_OK(kitchen_oven_get_temperature(oven, &temperature));
    *(int64_t *)context = temperature * 1000 + count;
}

static void kept(void) {
    int64_t forty = 40, plates = 0, number = 0;
    kitchen_hatch hatch;
    kitchen_oven spare, oven;
    kitchen_queue none = {0};
    kitchen_hatch_get_make_oven_function make;
    kitchen_hatch_get_on_plate_function on_plate;
    kitchen_hatch_get_price_function price;
    kitchen_hatch_adder_of_function add;
    CHECK_OK(kitchen_hatch_create(&hatch));
    CHECK_OK(kitchen_hatch_get_on_plate(hatch, &on_plate));
    CHECK(on_plate.bits == 0); /* none */
    CHECK_OK(kitchen_hatch_set_on_plate(hatch, none, plated, &plates, NULL));
    CHECK_OK(kitchen_hatch_plate(hatch, 3));
    CHECK(plates == 90003);
    CHECK_OK(kitchen_oven_create(NULL, &spare));
    CHECK_OK(kitchen_hatch_set_make_oven(hatch, make_kept_oven, &forty, NULL, spare));
    CHECK_OK(kitchen_hatch_plate(hatch, 5));
    CHECK(plates == 40005);
    CHECK_OK(kitchen_hatch_get_on_plate(hatch, &on_plate));
    CHECK_OK(kitchen_hatch_get_on_plate_function_call(on_plate, spare, 9));
    CHECK(plates == 180009);
    CHECK_OK(kitchen_hatch_get_on_plate_function_release(on_plate));
    CHECK_OK(kitchen_hatch_get_make_oven(hatch, &make));
    CHECK_OK(kitchen_hatch_get_make_oven_function_call(make, &oven));
    CHECK_OK(kitchen_oven_get_temperature(oven, &number));
    CHECK(number == 40);
    CHECK_OK(kitchen_oven_release(oven));
    CHECK_OK(kitchen_hatch_get_make_oven_function_release(make));
    CHECK_OK(kitchen_hatch_get_price(hatch, &price));
    CHECK_OK(kitchen_hatch_get_price_function_call(price, 7, &number));
    CHECK(number == 21);
    CHECK_OK(kitchen_hatch_get_price_function_release(price));
    CHECK_OK(kitchen_hatch_set_price(hatch, NULL, NULL, NULL));
    CHECK_OK(kitchen_hatch_get_price(hatch, &price));
    CHECK(price.bits == 0);
    CHECK_OK(kitchen_hatch_adder_of(hatch, -1, &add));
    CHECK(add.bits == 0);
    CHECK_OK(kitchen_hatch_adder_of(hatch, 10, &add));
    CHECK_OK(kitchen_hatch_adder_of_function_call(add, 5, &number));
    CHECK(number == 15);
    CHECK_OK(kitchen_hatch_adder_of_function_release(add));
    CHECK_OK(kitchen_hatch_set_on_plate(hatch, none, NULL, NULL, NULL));
    CHECK_OK(kitchen_oven_release(spare));
    CHECK_OK(kitchen_hatch_release(hatch));
}

static int64_t thrice(int64_t number, void *context) {
    (void)context;
    return number * 3;
}

static void relayed(kitchen_relay_function function, void *context) {
    CHECK_OK(kitchen_relay_function_call(function, thrice, NULL, NULL, context));
}

static int64_t offered(kitchen_offer_function function, void *context) {
    int64_t number = 0;
    (void)context;
    if (function.bits == 0) return 1;
    CHECK_OK(kitchen_offer_function_call(function, 50, &number));
    return number;
}

static void functions_of_functions(void) {
    int64_t number = 0;
    kitchen_nested_function second;
    kitchen_nested_function_call_function third;
    CHECK_OK(kitchen_nested(1, &second));
    CHECK_OK(kitchen_nested_function_call(second, 2, &third));
    CHECK_OK(kitchen_nested_function_release(second));
    CHECK_OK(kitchen_nested_function_call_function_call(third, 3, &number));
    CHECK(number == 123);
    CHECK_OK(kitchen_nested_function_call_function_release(third));
    CHECK_OK(kitchen_relay(relayed, &number, NULL));
    CHECK(number == 61);
    CHECK_OK(kitchen_offer(offered, NULL, NULL, &number));
    CHECK(number == 101);
}

int main(void) {
    RUN(called_with_results);
    RUN(passed_results);
    RUN(received_results);
    RUN(returned_objects);
    RUN(kept);
    RUN(functions_of_functions);
    return finish();
}
