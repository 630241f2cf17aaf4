/* Collections, copies of values, generic types that the command line asks for, and raw values. */
#include "fixture.h"

static void elements(void) {
    kitchen_string names[2];
    kitchen_string_array given = {names, 2}, all;
    kitchen_rack rack, copy;
    kitchen_steps steps;
    kitchen_int64_array numbers;
    kitchen_error *error = NULL;
    kitchen_string text = {NULL, 0};
    int64_t count = 0, number = 0;
    names[0] = kitchen_text("oil");
    names[1] = kitchen_text("wine");
    CHECK_OK(kitchen_rack_make(given, &rack));
    CHECK_OK(kitchen_rack_count(rack, &count));
    CHECK(count == 2);
    CHECK_TEXT(kitchen_rack_element_at(rack, 1, &text, NULL), "wine");
    CHECK_STATUS(kitchen_rack_element_at(rack, 2, &text, &error), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK(strcmp(kitchen_error_message(error), "there is no element 2") == 0);
    kitchen_error_free(error);
    CHECK_STATUS(kitchen_rack_element_at(rack, -1, &text, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_rack_element_at(rack, INT64_MAX, &text, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_rack_element_at(rack, INT64_MIN, &text, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(kitchen_rack_get_at(rack, 0, &text, NULL), "oil");
    CHECK_STATUS(kitchen_rack_get_at(rack, 2, &text, &error), KITCHEN_ERROR_INVALID_ARGUMENT);
    kitchen_error_free(error);
    CHECK_STATUS(kitchen_rack_set_at(rack, -1, names[0], NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_rack_set_at(rack, 1, kitchen_text("beer"), NULL));
    CHECK_TEXT(kitchen_rack_get_at(rack, 1, &text, NULL), "beer");
    CHECK_OK(kitchen_rack_clone(rack, &copy));
    CHECK_OK(kitchen_rack_add(rack, kitchen_text("vinegar")));
    CHECK_OK(kitchen_rack_elements(rack, &all));
    CHECK(all.count == 3 && is_text(all.data[2], "vinegar"));
    kitchen_string_array_free(&all);
    CHECK_OK(kitchen_rack_count(copy, &count));
    CHECK(count == 2);
    CHECK_OK(kitchen_rack_release(copy));
    CHECK_OK(kitchen_rack_release(rack));

    CHECK_OK(kitchen_steps_make(8, &steps));
    CHECK_OK(kitchen_steps_count(steps, &count));
    CHECK_OK(kitchen_steps_element_at(steps, 2, &number, NULL));
    CHECK(count == 3 && number == 6);
    CHECK_STATUS(kitchen_steps_element_at(steps, 3, &number, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_steps_elements(steps, &numbers));
    CHECK(numbers.count == 3 && numbers.data[1] == 3);
    kitchen_int64_array_free(&numbers);
    CHECK_OK(kitchen_steps_release(steps));
}

static void specialized(void) {
    kitchen_stack_of_int numbers;
    kitchen_stack_of_string texts;
    kitchen_optional_int number;
    int64_t height = 0;
    CHECK_OK(kitchen_stack_of_int_make(&numbers));
    CHECK_OK(kitchen_stack_of_int_push(numbers, 7));
    CHECK_OK(kitchen_stack_of_int_get_height(numbers, &height));
    CHECK(height == 1);
    CHECK_OK(kitchen_stack_of_int_pop(numbers, &number));
    CHECK(number.has_value && number.value == 7);
    CHECK_OK(kitchen_stack_of_int_release(numbers));
    CHECK_OK(kitchen_stack_of_string_make(&texts));
    CHECK_OK(kitchen_stack_of_string_push(texts, kitchen_text("plate")));
    CHECK_TEXT(kitchen_stack_of_string_pop(texts, &text), "plate");
    CHECK_OK(kitchen_stack_of_string_release(texts));
}

static void raw_values(void) {
    kitchen_optional_glass glass;
    int64_t volume = 0;
    CHECK_OK(kitchen_bottle_get_raw_value(KITCHEN_BOTTLE_LARGE, &volume));
    CHECK(volume == 750);
    CHECK_STATUS(kitchen_bottle_get_raw_value(2, &volume), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(kitchen_glass_get_raw_value(KITCHEN_GLASS_GREEN, &text), "bottle green");
    CHECK_OK(kitchen_glass_make(kitchen_text("bottle green"), &glass));
    CHECK(glass.has_value && glass.value == KITCHEN_GLASS_GREEN);
}

/* Collections of types that are not named are arrays. */
static void hidden(void) {
    kitchen_string both[2];
    kitchen_string_array texts = {both, 2}, reversed = {NULL, 0};
    kitchen_int64_array lengths = {NULL, 0};
    kitchen_bytes initial = {NULL, 0};
    kitchen_labels labels;
    int64_t two[2] = {4, 9}, count = 0;
    kitchen_int64_array wanted = {two, 2};
    both[0] = kitchen_text("salt");
    both[1] = kitchen_text("pepper");
    CHECK_OK(kitchen_labels_make(texts, &labels));
    CHECK_OK(kitchen_labels_get_reversed(labels, &reversed));
    CHECK(reversed.count == 2 && is_text(reversed.data[0], "pepper"));
    kitchen_string_array_free(&reversed);
    CHECK_OK(kitchen_labels_lengths(labels, &lengths));
    CHECK(lengths.count == 2 && lengths.data[1] == 6);
    kitchen_int64_array_free(&lengths);
    CHECK_OK(kitchen_labels_initial(labels, &initial, NULL));
    CHECK(initial.size == 4 && initial.data[0] == 's');
    kitchen_bytes_free(&initial);
    CHECK_OK(kitchen_labels_number_of(labels, wanted, &count));
    CHECK(count == 1);
    CHECK_OK(kitchen_labels_release(labels));
    texts.count = 0;
    CHECK_OK(kitchen_labels_make(texts, &labels));
    CHECK_STATUS(kitchen_labels_initial(labels, &initial, NULL), KITCHEN_ERROR_FAILED);
    CHECK_OK(kitchen_labels_release(labels));
}

int main(void) {
    RUN(elements);
    RUN(hidden);
    RUN(specialized);
    RUN(raw_values);
    return finish();
}
