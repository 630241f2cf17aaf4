/* Functions inside other types, functions that return functions or change their arguments, static members of protocols, JSON. */
#include "fixture.h"

static int64_t add(int64_t value, void *context) { return value + *(int64_t *)context; }

static int released;
static void count(void *context) { (void)context; ++released; }

static kitchen_int64_to_int64_function adder(int64_t *amount) {
    kitchen_int64_to_int64_function function = {0};
    CHECK_OK(kitchen_int64_to_int64_function_create(add, amount, count, &function));
    return function;
}

static void in_arrays(void) {
    int64_t one = 1, ten = 10, result = 0;
    kitchen_int64_to_int64_function steps[3];
    kitchen_int64_to_int64_function_array array = {steps, 3};
    kitchen_string_int64_to_int64_function_map map;
    kitchen_name_string_and_function_int64_to_int64_function named;
    size_t index;
    released = 0;
    steps[0] = adder(&one);
    steps[1].bits = 0; /* absent */
    steps[2] = adder(&ten);
    CHECK_OK(kitchen_adjusted(5, array, &result));
    CHECK(result == 16);
    CHECK(released == 0);
    CHECK_OK(kitchen_int64_to_int64_function_release(steps[0]));
    CHECK_OK(kitchen_int64_to_int64_function_release(steps[2]));
    CHECK(released == 2);
    CHECK_STATUS(kitchen_adjusted(5, array, &result), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_adjustments(&map));
    CHECK(map.count == 2);
    for (index = 0; index < map.count; index++) {
        CHECK_OK(kitchen_int64_to_int64_function_call(map.data[index].value, 8, &result));
        CHECK(result == (is_text(map.data[index].key, "double") ? 16 : 4));
    }
    kitchen_string_int64_to_int64_function_map_free(&map);
    CHECK_OK(kitchen_named_adjustment(&named));
    CHECK(is_text(named.name, "plus one"));
    CHECK_OK(kitchen_int64_to_int64_function_call(named.function, 41, &result));
    CHECK(result == 42);
    kitchen_name_string_and_function_int64_to_int64_function_free(&named);
}

static bool is_short(void *context, kitchen_string text) {
    (void)context;
    return text.size < 3;
}

static void in_cases(void) {
    int64_t seven = 7, result = 0;
    kitchen_int64_to_int64_function function = adder(&seven);
    kitchen_chore chore = kitchen_chore_make_adjust(function);
    kitchen_drain_functions functions;
    kitchen_drain drain;
    CHECK_OK(kitchen_carried_out(&chore, 1, &result));
    CHECK(result == 8);
    CHECK_OK(kitchen_int64_to_int64_function_release(function));
    CHECK_OK(kitchen_multiplying_by(6, &chore));
    CHECK(chore.kind == KITCHEN_CHORE_ADJUST);
    CHECK_OK(kitchen_int64_to_int64_function_call(chore.as.adjust.value, 7, &result));
    CHECK(result == 42);
    kitchen_chore_free(&chore);
    memset(&functions, 0, sizeof functions);
    functions.size = sizeof functions;
    functions.write = is_short;
    CHECK_OK(kitchen_drain_create(&functions, NULL, NULL, &drain));
    chore = kitchen_chore_make_pour(drain);
    CHECK_OK(kitchen_carried_out(&chore, 12, &result));
    CHECK(result == 1);
    CHECK_OK(kitchen_carried_out(&chore, 123, &result));
    CHECK(result == -1);
    CHECK_OK(kitchen_drain_release(drain));
    CHECK_STATUS(kitchen_carried_out(&chore, 12, &result), KITCHEN_ERROR_INVALID_HANDLE);
}

static int64_t amount = 100;

static void choose(kitchen_string name, kitchen_int64_to_int64_function *result, void *context) {
    CHECK(is_text(name, "any"));
    if (context) *result = adder(&amount);
}

static kitchen_status make(int64_t value, kitchen_int64_to_int64_function *result, kitchen_error **error, void *context) {
    (void)error;
    CHECK(value == 2);
    if (context) *result = adder(&amount);
    return KITCHEN_OK;
}

static void returned_by_functions(void) {
    kitchen_optional_int chosen;
    kitchen_error *error = NULL;
    int64_t result = 0;
    released = 0;
    CHECK_OK(kitchen_chosen(choose, &amount, NULL, 1, &chosen));
    CHECK(chosen.has_value && chosen.value == 101);
    CHECK_OK(kitchen_chosen(choose, NULL, NULL, 1, &chosen));
    CHECK(!chosen.has_value);
    CHECK_OK(kitchen_prepared(make, &amount, NULL, 2, &result, NULL));
    CHECK(result == 102 && released == 2);
    CHECK_STATUS(kitchen_prepared(make, NULL, NULL, 2, &result, &error), KITCHEN_ERROR_INVALID_HANDLE);
    kitchen_error_free(error);
}

static bool change(int64_t *number, kitchen_time_of_year *season, void *context) {
    *number *= 2;
    *season = *(kitchen_time_of_year *)context;
    return true;
}

static kitchen_status configure(kitchen_mixing mixing, kitchen_error **error, void *context) {
    CHECK_OK(kitchen_mixing_add(mixing, kitchen_text("knead")));
    CHECK_OK(kitchen_mixing_set_speed(mixing, 7));
    if (!context) return KITCHEN_OK;
    *error = kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("stuck"));
    return KITCHEN_ERROR_FAILED;
}

static void changed_arguments(void) {
    kitchen_time_of_year season = KITCHEN_TIME_OF_YEAR_SUMMER, unknown = 17;
    kitchen_mixing mixing;
    kitchen_error *error = NULL;
    int mark = 0;
    CHECK_TEXT(kitchen_seasoned(21, change, &season, NULL, &text), "42 summer true");
    CHECK_TEXT(kitchen_seasoned(21, change, &unknown, NULL, &text), "42 winter true"); /* unknown: unchanged */
    CHECK_OK(kitchen_mixed(configure, NULL, NULL, &mixing, NULL));
    CHECK_TEXT(kitchen_mixing_get_summary(mixing, &text), "knead at 7");
    CHECK_OK(kitchen_mixing_release(mixing));
    CHECK_STATUS(kitchen_mixed(configure, &mark, NULL, &mixing, &error), KITCHEN_ERROR_FAILED);
    CHECK(strcmp(kitchen_error_message(error), "stuck") == 0);
    kitchen_error_free(error);
}

static void records(void) {
    kitchen_tint tint, warm;
    kitchen_int16_measure measure;
    bool is = false;
    tint.r = 1;
    tint.g = 2;
    tint.tint = kitchen_text("rust");
    CHECK_OK(kitchen_warmed(&tint, &warm));
    CHECK(warm.r == 2 && warm.g == 2 && is_text(warm.tint, "rust"));
    kitchen_tint_free(&warm);
    CHECK_OK(kitchen_int16_get_measure(-5, &measure));
    CHECK(measure.value == -5);
    CHECK_OK(kitchen_int16_measure_equal(measure, measure, &is));
    CHECK(is);
}

static void of_protocols(void) {
    kitchen_utensil utensil;
    bool is = false;
    CHECK_OK(kitchen_get_utensil(&utensil));
    CHECK_TEXT(kitchen_utensil_get_kind(utensil, &text), "spoon");
    CHECK_TEXT(kitchen_utensil_label(utensil, 4, &text), "4 spoons");
    CHECK_OK(kitchen_utensil_is_spoon(utensil, &is));
    CHECK(is);
    CHECK_OK(kitchen_utensil_release(utensil));
    CHECK_STATUS(kitchen_utensil_is_spoon(utensil, &is), KITCHEN_ERROR_INVALID_HANDLE);
}

static void generic(void) {
    int64_t data[2] = {3, 9}, result = 0;
    kitchen_int64_array numbers = {data, 2};
    kitchen_optional_int number;
    kitchen_optional_double fraction;
    kitchen_any_value value;
    kitchen_any_value_array list;
    uint8_t raw[2] = {7, 8};
    kitchen_bytes bytes = {raw, 2}, clipped;
    CHECK_OK(kitchen_largest(numbers, &result));
    CHECK(result == 9);
    CHECK_OK(kitchen_parsed(kitchen_text("12"), &number));
    CHECK(number.has_value && number.value == 12);
    CHECK_OK(kitchen_parsed(kitchen_text("1.5"), &number));
    CHECK(!number.has_value);
    CHECK_OK(kitchen_parsed_double(kitchen_text("1.5"), &fraction));
    CHECK(fraction.has_value && fraction.value > 1.4 && fraction.value < 1.6);
    CHECK_OK(kitchen_any_value_make_text(kitchen_text("soup"), &value));
    CHECK_OK(kitchen_listed(value, &list));
    CHECK(list.count == 1);
    CHECK_TEXT(kitchen_any_value_description(list.data[0], &text), "soup");
    kitchen_any_value_array_free(&list);
    CHECK_OK(kitchen_any_value_release(value));
    CHECK_OK(kitchen_bytes_clipped(bytes, &clipped));
    CHECK(clipped.size == 1 && clipped.data[0] == 7);
    kitchen_bytes_free(&clipped);
}

static void json(void) {
    kitchen_jar_label label, again;
    kitchen_label_store store;
    kitchen_jar_label_array labels;
    kitchen_error *error = NULL;
    kitchen_jar_size size = KITCHEN_JAR_SIZE_LARGE;
    memset(&label, 0, sizeof label);
    label.text = kitchen_text("plum \"jam\"");
    label.count = 3;
    CHECK_TEXT(kitchen_jar_label_to_json(&label, &text, NULL), "{\"count\":3,\"text\":\"plum \\\"jam\\\"\"}");
    CHECK_OK(kitchen_jar_label_from_json(kitchen_text("{\"count\":4,\"text\":\"fig\"}"), &again, NULL));
    CHECK(again.count == 4 && is_text(again.text, "fig") && !again.best_before_unix_ns.has_value);
    kitchen_jar_label_free(&again);
    CHECK_STATUS(kitchen_jar_label_from_json(kitchen_text("{\"count\":4}"), &again, &error), KITCHEN_ERROR_FAILED);
    CHECK(strstr(kitchen_error_message(error), "text") != NULL);
    kitchen_error_free(error);
    CHECK_OK(kitchen_label_store_from_json(kitchen_text("{\"labels\":[{\"count\":1,\"text\":\"a/b\"}]}"), &store, NULL));
    CHECK_OK(kitchen_label_store_get_labels(store, &labels));
    CHECK(labels.count == 1 && is_text(labels.data[0].text, "a/b"));
    kitchen_jar_label_array_free(&labels);
    CHECK_TEXT(kitchen_label_store_to_json(store, &text, NULL), "{\"labels\":[{\"count\":1,\"text\":\"a/b\"}]}");
    CHECK_OK(kitchen_label_store_release(store));
    CHECK_TEXT(kitchen_jar_size_to_json(size, &text, NULL), "\"large\"");
    CHECK_OK(kitchen_jar_size_from_json(kitchen_text("\"small\""), &size, NULL));
    CHECK(size == KITCHEN_JAR_SIZE_SMALL);
}

int main(void) {
    RUN(in_arrays);
    RUN(in_cases);
    RUN(returned_by_functions);
    RUN(changed_arguments);
    RUN(records);
    RUN(of_protocols);
    RUN(generic);
    RUN(json);
    return finish();
}
