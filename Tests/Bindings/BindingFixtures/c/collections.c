/* Arrays, sets and dictionaries, in and out, at any depth. */
#include "fixture.h"

static void numbers(void) {
    int64_t mine[] = {1, 2, 3};
    kitchen_int64_array given = {mine, 3}, gotten = {NULL, 1}, empty = {NULL, 0}, nowhere = {NULL, 1};
    CHECK_OK(kitchen_echo_numbers(given, &gotten));
    CHECK(gotten.count == 3 && gotten.data != mine && memcmp(gotten.data, mine, sizeof mine) == 0);
    kitchen_int64_array_free(&gotten);
    CHECK(!gotten.data && gotten.count == 0);
    CHECK_OK(kitchen_echo_numbers(empty, &gotten));
    CHECK(gotten.count == 0);
    kitchen_int64_array_free(&gotten);
    CHECK_STATUS(kitchen_echo_numbers(nowhere, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    given.count = SIZE_MAX;
    CHECK_STATUS(kitchen_echo_numbers(given, &gotten), KITCHEN_ERROR_TOO_LARGE);
    kitchen_int64_array_free(NULL);
}

static void texts(void) {
    kitchen_string mine[3];
    kitchen_string_array given = {mine, 3}, gotten;
    mine[0] = kitchen_text("a");
    mine[1] = kitchen_text("");
    mine[2] = kitchen_text("\xc3\xbc");
    CHECK_OK(kitchen_echo_texts(given, &gotten));
    CHECK(gotten.count == 3 && is_text(gotten.data[0], "a") && is_text(gotten.data[1], "") && is_text(gotten.data[2], "\xc3\xbc"));
    kitchen_string_array_free(&gotten);
    mine[1] = kitchen_text(NULL);
    CHECK_STATUS(kitchen_echo_texts(given, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_echo_holes(given, &gotten));
    CHECK(gotten.count == 3 && is_text(gotten.data[0], "a") && !gotten.data[1].data);
    kitchen_string_array_free(&gotten);
    mine[2] = kitchen_text("\xff");
    CHECK_STATUS(kitchen_echo_holes(given, &gotten), KITCHEN_ERROR_INVALID_TEXT);
}

static void matrices(void) {
    int64_t first[] = {1}, third[] = {2, 3};
    kitchen_int64_array rows[] = {{first, 1}, {NULL, 0}, {third, 2}};
    kitchen_int64_array_array given = {rows, 3}, none = {NULL, 0}, gotten;
    CHECK_OK(kitchen_echo_matrix(given, &gotten));
    CHECK(gotten.count == 3 && gotten.data[0].data[0] == 1 && gotten.data[1].count == 0 && gotten.data[2].data[1] == 3);
    kitchen_int64_array_array_free(&gotten);
    CHECK_OK(kitchen_echo_matrix(none, &gotten));
    CHECK(!gotten.data);
    given.count = 0;
    CHECK_OK(kitchen_echo_matrix(given, &gotten));
    CHECK(gotten.data && gotten.count == 0); /* nothing inside, but not none */
    kitchen_int64_array_array_free(&gotten);
}

static void structures(void) {
    kitchen_position places[] = {{1, 2}, {3, 4}};
    kitchen_position_array given = {places, 2}, gotten;
    kitchen_recipe recipes[2];
    kitchen_recipe_array book = {recipes, 2}, same;
    memset(recipes, 0, sizeof recipes);
    recipes[0].title = kitchen_text("a");
    recipes[1].title = kitchen_text("b");
    CHECK_OK(kitchen_echo_positions(given, &gotten));
    CHECK(gotten.count == 2 && gotten.data[1].x == 3 && gotten.data[1].y == 4);
    kitchen_position_array_free(&gotten);
    CHECK_OK(kitchen_echo_recipes(book, &same));
    CHECK(same.count == 2 && is_text(same.data[1].title, "b"));
    kitchen_recipe_array_free(&same);
    recipes[1].title = kitchen_text(NULL);
    CHECK_STATUS(kitchen_echo_recipes(book, &same), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void objects(void) {
    kitchen_appliance mine[2];
    kitchen_appliance_array given = {mine, 2}, gotten;
    bool is_same = false;
    CHECK_OK(kitchen_appliance_create(kitchen_text("pot"), NULL, &mine[0]));
    CHECK_OK(kitchen_appliance_create(kitchen_text("pan"), NULL, &mine[1]));
    CHECK_OK(kitchen_echo_appliances(given, &gotten));
    CHECK(gotten.count == 2);
    CHECK_OK(kitchen_appliance_equal(gotten.data[1], mine[1], &is_same));
    CHECK(is_same);
    kitchen_appliance_array_free(&gotten); /* releases what is inside */
    CHECK(kitchen_debug_live_handles() == 2);
    CHECK_OK(kitchen_appliance_release(mine[1]));
    CHECK_STATUS(kitchen_echo_appliances(given, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_appliance_release(mine[0]));
}

static void sets(void) {
    kitchen_string mine[3];
    kitchen_string_array given = {mine, 3}, gotten;
    mine[0] = kitchen_text("b");
    mine[1] = kitchen_text("a");
    mine[2] = kitchen_text("b");
    CHECK_OK(kitchen_echo_set(given, &gotten));
    CHECK(gotten.count == 2 && is_text(gotten.data[0], is_text(gotten.data[1], "a") ? "b" : "a"));
    kitchen_string_array_free(&gotten);
}

static void dictionaries(void) {
    kitchen_string_int_entry entries[] = {{{NULL, 0}, 1}, {{NULL, 0}, 2}};
    kitchen_string_int_map given = {entries, 2}, gotten;
    kitchen_optional_int numbers[] = {{true, 1}, {false, 0}};
    kitchen_string_optional_int_array_entry entry = {{NULL, 0}, {NULL, 2}};
    kitchen_string_optional_int_array_map nested = {NULL, 1}, same;
    size_t one;
    entries[0].key = kitchen_text("one");
    entries[1].key = kitchen_text("two");
    CHECK_OK(kitchen_echo_dictionary(given, &gotten));
    CHECK(gotten.count == 2);
    one = is_text(gotten.data[0].key, "one") ? 0 : 1;
    CHECK(is_text(gotten.data[one].key, "one") && gotten.data[one].value == 1);
    CHECK(is_text(gotten.data[1 - one].key, "two") && gotten.data[1 - one].value == 2);
    kitchen_string_int_map_free(&gotten);
    entry.key = kitchen_text("x");
    entry.value.data = numbers;
    nested.data = &entry;
    CHECK_OK(kitchen_echo_nested(nested, &same));
    CHECK(same.count == 1 && is_text(same.data[0].key, "x") && same.data[0].value.count == 2);
    CHECK(same.data[0].value.data[0].value == 1 && !same.data[0].value.data[1].has_value);
    kitchen_string_optional_int_array_map_free(&same);
}

static void generics(void) {
    kitchen_cookbook book = {0};
    kitchen_recipe soup;
    kitchen_page_of_string titles, rest;
    kitchen_page_of_recipe recipes, none;
    kitchen_optional_recipe first;
    memset(&soup, 0, sizeof soup);
    soup.title = kitchen_text("soup");
    CHECK_OK(kitchen_cookbook_make(&book));
    CHECK_OK(kitchen_cookbook_add(book, &soup));
    CHECK_OK(kitchen_cookbook_titles(book, 0, NULL, &titles));
    CHECK(titles.items.count == 1 && titles.number == 0);
    CHECK_TEXT(kitchen_page_of_string_get_first(&titles, &text), "soup");
    CHECK_OK(kitchen_page_of_string_dropping(&titles, 1, &rest));
    CHECK(rest.items.count == 0);
    kitchen_page_of_string_free(&rest);
    kitchen_page_of_string_free(&titles);
    CHECK_OK(kitchen_cookbook_page(book, 0, &recipes));
    CHECK_OK(kitchen_page_of_recipe_get_first(&recipes, &first));
    CHECK(first.has_value && is_text(first.value.title, "soup"));
    kitchen_optional_recipe_free(&first);
    CHECK_OK(kitchen_page_of_recipe_dropping(&recipes, 7, &none));
    CHECK_OK(kitchen_page_of_recipe_get_first(&none, &first));
    CHECK(none.items.count == 0 && !first.has_value);
    kitchen_page_of_recipe_free(&none);
    kitchen_page_of_recipe_free(&recipes);
    /* An alias names the type. */
    kitchen_length_page lengths;
    CHECK_OK(kitchen_cookbook_title_lengths(book, &lengths));
    CHECK(lengths.items.count == 1 && lengths.items.data[0] == 4);
    kitchen_length_page_free(&lengths);
    CHECK_OK(kitchen_cookbook_release(book));
}

int main(void) {
    RUN(numbers);
    RUN(texts);
    RUN(matrices);
    RUN(structures);
    RUN(objects);
    RUN(sets);
    RUN(dictionaries);
    RUN(generics);
    return finish();
}
