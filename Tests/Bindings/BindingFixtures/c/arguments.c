/* Parameters with any number of values, types as values, and values without content. */
#include "fixture.h"

static void any_number(void) {
    int64_t data[3] = {1, 2, 39};
    kitchen_int64_array numbers = {data, 3}, none = {NULL, 0};
    kitchen_string names[2], text = {NULL, 0};
    kitchen_string_array given = {names, 2}, empty = {NULL, 0};
    kitchen_error *error = NULL;
    CHECK_TEXT(kitchen_totalled(numbers, kitchen_text("kg"), &text), "42 kg");
    CHECK_TEXT(kitchen_totalled(none, text, &text), "0 g");
    names[0] = kitchen_text("oil");
    names[1].data = NULL;
    names[1].size = 0;
    CHECK_TEXT(kitchen_joined(kitchen_text("salt"), given, kitchen_text("+"), &text, NULL), "salt+oil");
    CHECK_STATUS(kitchen_joined(kitchen_text(""), empty, kitchen_text("+"), &text, &error), KITCHEN_ERROR_FAILED);
    kitchen_error_free(error);
    names[1] = kitchen_text("zest");
    CHECK_TEXT(kitchen_lengthen(kitchen_text("one"), &text, given), "one oil zest");
    names[1].data = NULL; /* not optional there */
    CHECK_STATUS(kitchen_lengthen(kitchen_text("one"), &text, given), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void salads(void) {
    kitchen_string names[2];
    kitchen_string_array given = {names, 2}, leaves;
    kitchen_string_array_array bunches = {&given, 1}, none = {NULL, 0};
    uint8_t drops[2] = {200, 100};
    kitchen_bytes dressing = {drops, 2};
    kitchen_salad salad;
    kitchen_error *error = NULL;
    int64_t weight = 0;
    names[0] = kitchen_text("rocket");
    names[1] = kitchen_text("lettuce");
    CHECK_OK(kitchen_salad_create(given, &salad));
    CHECK_OK(kitchen_salad_get_leaves(salad, &leaves));
    CHECK(leaves.count == 2 && is_text(leaves.data[1], "lettuce"));
    kitchen_string_array_free(&leaves);
    CHECK_OK(kitchen_salad_weight_with(salad, dressing, &weight));
    CHECK(weight == 302);
    CHECK_OK(kitchen_salad_release(salad));
    CHECK_STATUS(kitchen_salad_weight_with(salad, dressing, &weight), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_salad_from_wait(bunches, KITCHEN_FOREVER, &salad, NULL));
    CHECK_OK(kitchen_salad_get_leaves(salad, &leaves));
    CHECK(leaves.count == 2 && is_text(leaves.data[0], "rocket") && is_text(leaves.data[1], "1"));
    kitchen_string_array_free(&leaves);
    CHECK_OK(kitchen_salad_release(salad));
    CHECK_STATUS(kitchen_salad_from_wait(none, KITCHEN_FOREVER, &salad, &error), KITCHEN_ERROR_FAILED);
    CHECK(strlen(kitchen_error_message(error)) > 0);
    kitchen_error_free(error);
}

static bool is_even(int64_t value, void *context) {
    ++*(int *)context;
    return value % 2 == 0;
}

static bool write_short(void *context, kitchen_string text) {
    (void)context;
    return text.size < 5;
}

static void without_content(void) {
    kitchen_drain_functions functions;
    kitchen_drain drain;
    kitchen_string names[3];
    kitchen_string_array texts = {names, 3};
    bool is = false;
    int64_t count = 0;
    int calls = 0;
    CHECK_OK(kitchen_tried(1, &is));
    CHECK(is);
    CHECK_OK(kitchen_tried(0, &is));
    CHECK(!is);
    CHECK_OK(kitchen_settled(true, &is));
    CHECK(is);
    CHECK_OK(kitchen_settled(false, &is));
    CHECK(!is);
    CHECK_OK(kitchen_repeated(5, is_even, &calls, NULL, &count));
    CHECK(count == 3 && calls == 5);
    memset(&functions, 0, sizeof functions);
    functions.size = sizeof functions;
    functions.write = write_short;
    CHECK_OK(kitchen_drain_create(&functions, NULL, NULL, &drain));
    CHECK_OK(kitchen_drain_write(drain, kitchen_text("abcdef"), &is));
    CHECK(!is);
    names[0] = kitchen_text("abc");
    names[1] = kitchen_text("abcdef");
    names[2] = kitchen_text("abc");
    CHECK_OK(kitchen_pour(texts, drain, &count));
    CHECK(count == 1);
    CHECK_OK(kitchen_drain_release(drain));
}

static void types(void) {
    uint16_t data[2] = {1, 2};
    kitchen_uint16_array grains = {data, 2};
    int64_t largest = 0;
    CHECK_OK(kitchen_maximum(&largest));
    CHECK(largest == INT16_MAX);
    CHECK_TEXT(kitchen_coated(grains, &text), "2 grains of 16 bits");
}

int main(void) {
    RUN(any_number);
    RUN(salads);
    RUN(without_content);
    RUN(types);
    return finish();
}
