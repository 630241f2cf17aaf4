/* Values of any type, structures of Foundation, and queues of the system. */
#include "fixture.h"

static kitchen_any_value value_of(kitchen_string_any_map facts, const char *key) {
    kitchen_any_value none = {0};
    size_t index;
    for (index = 0; index < facts.count; index++) {
        if (is_text(facts.data[index].key, key)) return facts.data[index].value;
    }
    return none;
}

static int32_t kind_of(kitchen_string_any_map facts, const char *key) {
    int32_t kind = -1;
    CHECK_OK(kitchen_any_value_get_kind(value_of(facts, key), &kind));
    return kind;
}

static void read(void) {
    kitchen_string_any_map facts, map;
    kitchen_any_value_array list;
    kitchen_optional_bool is_true;
    kitchen_optional_int64 number;
    kitchen_optional_double half;
    kitchen_bytes bytes;
    kitchen_any_value same;
    CHECK_OK(kitchen_facts(&facts));
    CHECK(facts.count == 16);
    CHECK(kind_of(facts, "true") == KITCHEN_ANY_VALUE_BOOLEAN);
    CHECK_OK(kitchen_any_value_get_boolean(value_of(facts, "true"), &is_true));
    CHECK(is_true.has_value && is_true.value);
    CHECK_OK(kitchen_any_value_get_integer(value_of(facts, "true"), &number));
    CHECK(!number.has_value);
    CHECK_OK(kitchen_any_value_get_integer(value_of(facts, "tiny"), &number));
    CHECK(number.has_value && number.value == -5);
    CHECK_OK(kitchen_any_value_get_integer(value_of(facts, "some"), &number));
    CHECK(number.has_value && number.value == 4);
    CHECK_OK(kitchen_any_value_get_integer(value_of(facts, "number"), &number));
    CHECK(number.has_value && number.value == 1);
    CHECK_OK(kitchen_any_value_get_number(value_of(facts, "half"), &half));
    CHECK(half.has_value && half.value == 0.5);
    CHECK_TEXT(kitchen_any_value_get_text(value_of(facts, "name"), &text), "oven");
    CHECK_TEXT(kitchen_any_value_get_text(value_of(facts, "letter"), &text), "x");
    CHECK_OK(kitchen_any_value_get_bytes(value_of(facts, "bytes"), &bytes));
    CHECK(bytes.size == 2 && bytes.data[1] == 2);
    kitchen_bytes_free(&bytes);
    CHECK_OK(kitchen_any_value_get_list(value_of(facts, "list"), &list));
    CHECK(list.count == 3);
    CHECK_TEXT(kitchen_any_value_get_text(list.data[1], &text), "two");
    kitchen_any_value_array_free(&list);
    CHECK(kind_of(facts, "empty") == KITCHEN_ANY_VALUE_LIST);
    CHECK_OK(kitchen_any_value_get_dictionary(value_of(facts, "map"), &map));
    CHECK(map.count == 1 && is_text(map.data[0].key, "a"));
    kitchen_string_any_map_free(&map);
    CHECK(kind_of(facts, "null") == KITCHEN_ANY_VALUE_NONE && kind_of(facts, "nil") == KITCHEN_ANY_VALUE_NONE);
    /* A value without a counterpart has only a description; passed back, it is the same value. */
    CHECK(kind_of(facts, "large") == KITCHEN_ANY_VALUE_OTHER);
    CHECK_TEXT(kitchen_any_value_description(value_of(facts, "large"), &text), "18446744073709551615");
    CHECK(kind_of(facts, "oven") == KITCHEN_ANY_VALUE_OTHER);
    CHECK_OK(kitchen_echo_fact(value_of(facts, "oven"), &same));
    CHECK_TEXT(kitchen_explain_any(same, &text), "Appliance oven");
    CHECK_OK(kitchen_any_value_release(same));
    kitchen_string_any_map_free(&facts);
}

static void change(kitchen_any_value fact, kitchen_any_value *result, void *context) {
    kitchen_optional_int64 number;
    CHECK_OK(kitchen_any_value_get_integer(fact, &number));
    if (context == NULL) CHECK_OK(kitchen_any_value_make_integer(number.value + 1, result));
}

static void made(void) {
    kitchen_any_value two[2], list, none = {0}, same;
    kitchen_any_value_array given = {two, 2}, gotten;
    kitchen_string_any_entry entries[2];
    kitchen_string_any_map facts = {entries, 2};
    kitchen_string_array lines;
    kitchen_label label;
    uint8_t three[3] = {1, 2, 3};
    kitchen_bytes bytes = {three, 3};
    int64_t count = 0;
    CHECK_OK(kitchen_any_value_make_integer(5, &two[0]));
    CHECK_OK(kitchen_any_value_make_text(kitchen_text("salt"), &two[1]));
    CHECK_TEXT(kitchen_transform(two[0], change, NULL, NULL, &text), "Int 6");
    CHECK_TEXT(kitchen_transform(two[0], change, &count, NULL, &text), "none"); /* no result is none */
    CHECK_OK(kitchen_any_value_make_list(given, &list));
    entries[0].key = kitchen_text("b");
    entries[0].value = list;
    entries[1].key = kitchen_text("a");
    CHECK_OK(kitchen_any_value_make_bytes(bytes, &entries[1].value));
    CHECK_OK(kitchen_explain(facts, &lines));
    CHECK(lines.count == 2 && is_text(lines.data[0], "a: Data 3 bytes"));
    CHECK(is_text(lines.data[1], "b: [Int 5, String salt]"));
    kitchen_string_array_free(&lines);
    memset(&label, 0, sizeof label);
    label.text = kitchen_text("soup");
    label.facts = facts;
    CHECK_OK(kitchen_label_get_count(&label, &count));
    CHECK(count == 2);
    CHECK_OK(kitchen_echo_shared(given, &gotten));
    CHECK(gotten.count == 2);
    CHECK_TEXT(kitchen_any_value_get_text(gotten.data[1], &text), "salt");
    kitchen_any_value_array_free(&gotten);
    CHECK_OK(kitchen_echo_key(two[1], &same));
    CHECK_TEXT(kitchen_any_value_get_text(same, &text), "salt");
    CHECK_OK(kitchen_any_value_release(same));
    CHECK_STATUS(kitchen_echo_key(list, &same), KITCHEN_ERROR_INVALID_ARGUMENT); /* a list is no key */
    CHECK_OK(kitchen_echo_optional_fact(none, &same));
    CHECK(same.bits == 0);
    CHECK_STATUS(kitchen_echo_fact(none, &same), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_any_value_release(entries[1].value));
    CHECK_OK(kitchen_any_value_release(list));
    CHECK_OK(kitchen_any_value_release(two[0]));
    CHECK_OK(kitchen_any_value_release(two[1]));
}

static void geometry(void) {
    kitchen_cg_rect table = {{1, 2}, {3, 4}}, moved;
    kitchen_cg_point offset = {10, 20};
    kitchen_ns_range range = {5, 6};
    double area = 0;
    int64_t end = 0;
    CHECK_OK(kitchen_move(table, &offset, &moved));
    CHECK(moved.origin.x == 11 && moved.origin.y == 22 && moved.size.height == 4);
    CHECK_OK(kitchen_move(table, NULL, &moved)); /* by the default */
    CHECK(moved.origin.x == 2 && moved.origin.y == 4);
    CHECK_OK(kitchen_area_of(&table.size, &area));
    CHECK(area == 12);
    CHECK_OK(kitchen_area_of(NULL, &area));
    CHECK(area == -1);
    CHECK_OK(kitchen_end_of(range, &end));
    CHECK(end == 11);
}

struct called {
    int count;
    bool is_main;
    char label[32];
    pthread_t main;
};

static void on_label(kitchen_string label, void *context) {
    struct called *called = context;
    snprintf(called->label, sizeof called->label, "%.*s", (int)label.size, label.data);
    __atomic_add_fetch(&called->count, 1, __ATOMIC_ACQ_REL);
}

static void on_main(void *context) {
    struct called *called = context;
    called->is_main = pthread_equal(called->main, pthread_self());
    __atomic_add_fetch(&called->count, 1, __ATOMIC_ACQ_REL);
}

static void queues(void) {
    struct called labelled = {0}, main_calls = {0};
    kitchen_dispatch_queue mine, global, none = {0};
    kitchen_queue main_queue, here = {0};
    int descriptor = -1;
    bool has_queue = true;
    main_calls.main = pthread_self();
    CHECK_OK(kitchen_dispatch_queue_create(kitchen_text("mine"), &mine));
    CHECK_OK(kitchen_call_back_on(mine, here, on_label, &labelled, NULL));
    CHECK(reaches(&labelled.count, 1) && strcmp(labelled.label, "mine") == 0);
    CHECK_STATUS(kitchen_call_back_on(none, here, on_label, &labelled, NULL), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_dispatch_queue_global(&global));
    CHECK_OK(kitchen_call_back_on(global, here, on_label, &labelled, NULL));
    CHECK(reaches(&labelled.count, 2));
    CHECK_OK(kitchen_dispatch_queue_release(global));
    /* Without a queue it is the main queue, which the program serves. */
    CHECK_OK(kitchen_call_back_later_on(none, here, on_main, &main_calls, NULL));
    CHECK_OK(kitchen_queue_main(&main_queue));
    CHECK_OK(kitchen_queue_descriptor(main_queue, &descriptor));
    CHECK(is_readable(descriptor));
    CHECK_OK(kitchen_queue_run_pending(main_queue, NULL));
    CHECK(reaches(&main_calls.count, 1) && main_calls.is_main);
    CHECK_OK(kitchen_queue_release(main_queue));
    CHECK_OK(kitchen_has_queue(none, &has_queue));
    CHECK(!has_queue);
    CHECK_OK(kitchen_has_queue(mine, &has_queue));
    CHECK(has_queue);
    CHECK_OK(kitchen_dispatch_queue_release(mine));
}

int main(void) {
    RUN(read);
    RUN(made);
    RUN(geometry);
    RUN(queues);
    return finish();
}
