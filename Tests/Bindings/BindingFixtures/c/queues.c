/* Sequences that are no collections, with an iterator. */
#include "fixture.h"

static void texts(void) {
    kitchen_string names[] = {kitchen_text("Ada"), kitchen_text("Max")};
    kitchen_string_array list = {names, 2};
    kitchen_guest_queue queue = {0};
    kitchen_string_iterator iterator = {0};
    kitchen_string end = {NULL, 0};
    CHECK_OK(kitchen_guest_queue_make(list, &queue));
    CHECK_OK(kitchen_guest_queue_make_iterator(queue, &iterator));
    CHECK_OK(kitchen_guest_queue_release(queue)); /* the iterator has the elements */
    CHECK_TEXT(kitchen_string_iterator_next(iterator, &text, NULL), "Ada");
    CHECK_TEXT(kitchen_string_iterator_next(iterator, &text, NULL), "Max");
    CHECK_OK(kitchen_string_iterator_next(iterator, &end, NULL));
    CHECK(!end.data);
    CHECK_OK(kitchen_string_iterator_release(iterator));
    CHECK_STATUS(kitchen_string_iterator_next(iterator, &end, NULL), KITCHEN_ERROR_INVALID_HANDLE);
}

static kitchen_int_iterator numbers;
static kitchen_status inner = KITCHEN_OK;

/* Asks for an element while one is made. */
static int64_t make(int64_t number, void *context) {
    kitchen_optional_int next = {false, 0};
    (void)context;
    inner = kitchen_int_iterator_next(numbers, &next, NULL);
    return number * 10;
}

static void made_by_the_program(void) {
    int64_t values[] = {1, 2}, total = 0;
    kitchen_int64_array list = {values, 2};
    kitchen_optional_int next = {false, 0};
    CHECK_OK(kitchen_made_of(list, make, NULL, NULL, &numbers));
    CHECK_OK(kitchen_int_iterator_next(numbers, &next, NULL));
    CHECK(next.has_value && next.value == 10 && inner == KITCHEN_ERROR_IN_USE);
    CHECK_OK(kitchen_int_iterator_next(numbers, &next, NULL));
    CHECK(next.has_value && next.value == 20);
    CHECK_OK(kitchen_int_iterator_next(numbers, &next, NULL));
    CHECK(!next.has_value);
    CHECK_OK(kitchen_int_iterator_release(numbers));
    CHECK_OK(kitchen_tallied(list, &total));
    CHECK(total == 3);
}

int main(void) {
    RUN(texts);
    RUN(made_by_the_program);
    return finish();
}
