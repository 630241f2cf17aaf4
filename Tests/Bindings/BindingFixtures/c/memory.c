/* Memory of the program that the library reads or fills, and values that it changes. */
#include "fixture.h"

static void memory(void) {
    uint8_t bytes[4] = {9, 9, 9, 9};
    int64_t numbers[3] = {1, 2, 3};
    float floats[2] = {1.5f, 2};
    float scale = 10, sum = 0;
    int64_t count = 0;
    CHECK_OK(kitchen_fill(bytes, 3, 5, &count));
    CHECK(count == 3 && bytes[0] == 5 && bytes[2] == 7 && bytes[3] == 9);
    CHECK_OK(kitchen_fill(NULL, 0, 5, &count)); /* nothing to fill */
    CHECK(count == 0);
    CHECK_STATUS(kitchen_fill(NULL, 3, 5, &count), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_fill(bytes, SIZE_MAX, 5, &count), KITCHEN_ERROR_TOO_LARGE);
    CHECK_OK(kitchen_clear(bytes + 1, 2));
    CHECK(bytes[0] == 5 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 9);
    CHECK_OK(kitchen_double(numbers, 2));
    CHECK(numbers[0] == 2 && numbers[1] == 4 && numbers[2] == 3);
    CHECK_STATUS(kitchen_double(NULL, 0), KITCHEN_ERROR_INVALID_ARGUMENT); /* a pointer is not optional */
    CHECK_STATUS(kitchen_double(numbers, SIZE_MAX / 2), KITCHEN_ERROR_TOO_LARGE);
    CHECK_OK(kitchen_sum_of_scale(floats, 2, &scale, &sum));
    CHECK(sum == 35);
    CHECK_OK(kitchen_checksum(bytes, 4, &count, NULL));
    CHECK(count == 14);
    CHECK_FAILS(kitchen_checksum(bytes, 0, &count, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);
}

static void changed(void) {
    int64_t three[3] = {1, 2, 3};
    kitchen_int64_array numbers = {three, 3}, fewer = {NULL, 0};
    kitchen_optional_int last = {0};
    kitchen_string text = {NULL, 0};
    kitchen_recipe recipe, renamed;
    kitchen_oven oven, hotter = {0};
    kitchen_guests guests, more;
    int64_t temperature = 100, count = 0;
    bool was_renamed = false;
    CHECK_OK(kitchen_extend(kitchen_text("salt"), &text, kitchen_text("pepper")));
    CHECK(is_text(text, "salt pepper"));
    kitchen_string_free(&text);
    CHECK_STATUS(kitchen_extend(kitchen_text("salt"), NULL, kitchen_text("pepper")), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_remove_last_of(numbers, &fewer, &last));
    CHECK(fewer.count == 2 && fewer.data[1] == 2 && last.has_value && last.value == 3 && three[2] == 3);
    kitchen_int64_array_free(&fewer);

    memset(&recipe, 0, sizeof recipe);
    recipe.title = kitchen_text("soup");
    CHECK_OK(kitchen_rename(&recipe, &renamed, kitchen_text("stew"), &was_renamed, NULL));
    CHECK(was_renamed && is_text(renamed.title, "stew") && is_text(recipe.title, "soup"));
    kitchen_recipe_free(&renamed);
    CHECK_FAILS(kitchen_rename(&recipe, &renamed, kitchen_text(""), &was_renamed, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);

    CHECK_OK(kitchen_oven_create(&temperature, &oven));
    CHECK_OK(kitchen_replace(oven, &hotter));
    CHECK_OK(kitchen_oven_get_temperature(hotter, &temperature));
    CHECK(temperature == 110);
    CHECK_OK(kitchen_oven_release(hotter));
    CHECK_OK(kitchen_oven_release(oven));
    text = kitchen_text("gone");
    CHECK_OK(kitchen_erase(text, &text));
    CHECK(text.data == NULL);

    memset(&guests, 0, sizeof guests);
    CHECK_OK(kitchen_guests_invite(&guests, &more, kitchen_text("Ada"), &count));
    CHECK(count == 1 && more.names.count == 1 && is_text(more.names.data[0], "Ada") && guests.names.count == 0);
    kitchen_guests_free(&more);
}

/* Texts for pointers to characters: without a zero within them. */
static void texts(void) {
    kitchen_string inner = {"a\0b", 3}, name = {NULL, 0};
    kitchen_context context = {0};
    int64_t length = 0, limit = 3;
    CHECK_OK(kitchen_length_of(kitchen_text("salt"), &length));
    CHECK(length == 4);
    CHECK_OK(kitchen_length_of(kitchen_text(""), &length));
    CHECK(length == 0);
    CHECK_STATUS(kitchen_length_of(inner, &length), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_context_create(kitchen_text("soup"), NULL, &context, NULL));
    CHECK_OK(kitchen_context_get_name(context, &name));
    CHECK(is_text(name, "soup"));
    kitchen_string_free(&name);
    CHECK_OK(kitchen_context_release(context));
    CHECK_FAILS(
        kitchen_context_create(kitchen_text("soup"), &limit, &context, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);
}

int main(void) {
    RUN(memory);
    RUN(texts);
    RUN(changed);
    return finish();
}
