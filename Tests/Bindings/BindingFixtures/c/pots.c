/* Values that cannot be copied: lent to calls, changed in place, consumed. */
#include "fixture.h"

static kitchen_pot pot(int64_t litres) {
    kitchen_pot made = {0};
    CHECK_OK(kitchen_pot_make(litres, &made));
    CHECK(made.bits != 0);
    return made;
}

static int64_t litres(kitchen_pot pot) {
    int64_t litres = -1;
    CHECK_OK(kitchen_pot_get_litres(pot, &litres));
    return litres;
}

static int64_t pots(void) {
    int64_t count = -1;
    CHECK_OK(kitchen_pot_count(&count));
    return count;
}

static void lent(void) {
    kitchen_pot large = pot(5), small = pot(2), none = {7};
    bool is_fuller = false;
    int64_t content = 0;
    CHECK_OK(kitchen_pot_make(-1, &none));
    CHECK(none.bits == 0);
    CHECK_OK(kitchen_pot_is_fuller_than(large, small, &is_fuller));
    CHECK(is_fuller);
    /* One value, lent twice. */
    CHECK_OK(kitchen_pot_is_fuller_than(large, large, &is_fuller));
    CHECK(!is_fuller);
    CHECK_OK(kitchen_content_of(small, &content));
    CHECK(content == 2);
    CHECK_STATUS(kitchen_content_of(none, &content), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_pot_is_fuller_than(large, none, &is_fuller), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_pot_release(large));
    CHECK_OK(kitchen_pot_release(small));
    CHECK_STATUS(kitchen_pot_is_fuller_than(large, small, &is_fuller), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK(pots() == 0);
}

static void changed(void) {
    kitchen_pot one = pot(5), other = pot(2), half;
    const int64_t three = 3, eleven = 11;
    kitchen_error *error = NULL;
    CHECK_OK(kitchen_pot_pour(one, &three, NULL));
    CHECK_OK(kitchen_pot_pour(one, NULL, NULL));
    CHECK(litres(one) == 9);
    CHECK_STATUS(kitchen_pot_pour(one, &eleven, &error), KITCHEN_ERROR_FAILED);
    CHECK(error && litres(one) == 9);
    kitchen_error_free(error);
    CHECK_OK(kitchen_pot_exchange_with(one, other));
    CHECK(litres(one) == 2 && litres(other) == 9);
    /* A value that a call changes is not lent to the same call. */
    CHECK_STATUS(kitchen_pot_exchange_with(one, one), KITCHEN_ERROR_IN_USE);
    CHECK_OK(kitchen_refill(one, 4));
    CHECK(litres(one) == 4 && pots() == 2);
    CHECK_OK(kitchen_pot_split(one, &half));
    CHECK(litres(one) == 2 && litres(half) == 2 && pots() == 3);
    CHECK_OK(kitchen_pot_release(half));
    CHECK_OK(kitchen_pot_split(one, &half));
    CHECK(litres(one) == 1);
    CHECK_OK(kitchen_pot_release(half));
    CHECK_OK(kitchen_pot_split(one, &half));
    CHECK(half.bits == 0);
    CHECK_OK(kitchen_pot_release(one));
    CHECK_OK(kitchen_pot_release(other));
    CHECK(pots() == 0);
}

static void consumed(void) {
    kitchen_pot one = pot(5), other = pot(2), both, none = {0};
    int64_t served = 0;
    kitchen_error *error = NULL;
    /* A call that is refused consumes nothing. */
    CHECK_STATUS(kitchen_pot_combined_with(one, none, &both), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_pot_combined_with(one, one, &both), KITCHEN_ERROR_IN_USE);
    CHECK(litres(one) == 5);
    CHECK_OK(kitchen_pot_combined_with(one, other, &both));
    CHECK(pots() == 1 && litres(both) == 7);
    CHECK_STATUS(kitchen_pot_get_litres(one, &served), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_pot_release(other), KITCHEN_ERROR_INVALID_HANDLE);
    /* All owners of a handle lose the value. */
    CHECK_OK(kitchen_pot_retain(both));
    CHECK_OK(kitchen_pot_serve(both, &served));
    CHECK(served == 7 && pots() == 0);
    CHECK_STATUS(kitchen_pot_serve(both, &served), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_pot_release(both), KITCHEN_ERROR_INVALID_HANDLE);
    /* A call that throws has consumed the value. */
    one = pot(0);
    CHECK_STATUS(kitchen_pot_serve_all(one, &served, &error), KITCHEN_ERROR_FAILED);
    CHECK(error);
    kitchen_error_free(error);
    CHECK_STATUS(kitchen_pot_serve_all(one, &served, &error), KITCHEN_ERROR_INVALID_HANDLE);
    kitchen_error_free(error);
    CHECK(pots() == 0);
}

typedef struct Stirring {
    kitchen_pot pot;
    kitchen_status lent, changed, consumed;
} Stirring;

/* Uses the pot that is being stirred. */
static bool is_thin(int64_t turn, void *context) {
    Stirring *stirring = context;
    int64_t served;
    kitchen_pot half;
    stirring->lent = kitchen_pot_get_litres(stirring->pot, &served);
    stirring->changed = kitchen_pot_split(stirring->pot, &half);
    stirring->consumed = kitchen_pot_serve(stirring->pot, &served);
    return turn < 2;
}

static void in_use(void) {
    Stirring stirring = {{0}, 0, 0, 0};
    int64_t turns = 0;
    stirring.pot = pot(3);
    CHECK_OK(kitchen_pot_stir(stirring.pot, is_thin, &stirring, NULL, &turns));
    CHECK(turns == 2);
    CHECK(stirring.lent == KITCHEN_ERROR_IN_USE && stirring.changed == KITCHEN_ERROR_IN_USE);
    CHECK(stirring.consumed == KITCHEN_ERROR_IN_USE);
    CHECK(litres(stirring.pot) == 3);
    CHECK_OK(kitchen_pot_release(stirring.pot));
    CHECK(pots() == 0);
}

static void awaited(void) {
    kitchen_pot one = pot(6);
    int64_t content = 0;
    CHECK_OK(kitchen_pot_cooked_wait(one, KITCHEN_SECONDS(60), &content, NULL));
    CHECK(content == 6);
    CHECK_OK(kitchen_pot_serve(one, &content));
    CHECK_STATUS(kitchen_pot_cooked_wait(one, KITCHEN_SECONDS(60), &content, NULL), KITCHEN_ERROR_INVALID_HANDLE);
}

static void containers(void) {
    kitchen_pot_pile pile, none = {0};
    kitchen_number_pile numbers;
    kitchen_pot top;
    kitchen_optional_int number;
    int64_t count = 0;
    CHECK_OK(kitchen_pot_pile_make(&pile));
    CHECK_OK(kitchen_pot_pile_push(pile, pot(1)));
    top = pot(2);
    CHECK_STATUS(kitchen_pot_pile_push(none, top), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_pot_pile_push(pile, top));
    CHECK_STATUS(kitchen_pot_pile_push(pile, top), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_pot_pile_get_count(pile, &count));
    CHECK(count == 2 && pots() == 2);
    CHECK_OK(kitchen_pot_pile_pop(pile, &top));
    CHECK(litres(top) == 2);
    CHECK_OK(kitchen_pot_release(top));
    CHECK_OK(kitchen_pot_pile_release(pile));
    CHECK(pots() == 0);
    CHECK_OK(kitchen_number_pile_make(&numbers));
    CHECK_OK(kitchen_number_pile_push(numbers, 7));
    CHECK_OK(kitchen_number_pile_pop(numbers, &number));
    CHECK(number.has_value && number.value == 7);
    CHECK_OK(kitchen_number_pile_pop(numbers, &number));
    CHECK(!number.has_value);
    CHECK_OK(kitchen_number_pile_release(numbers));
}

static void owners(void) {
    kitchen_stove stove;
    kitchen_pot_series series;
    kitchen_pot one;
    CHECK_OK(kitchen_stove_create(&stove));
    CHECK_OK(kitchen_stove_put(stove, pot(1)));
    CHECK_OK(kitchen_stove_put(stove, pot(2)));
    CHECK(pots() == 1);
    CHECK_OK(kitchen_stove_take_pot(stove, &one));
    CHECK(litres(one) == 2);
    CHECK_OK(kitchen_stove_put(stove, one));
    CHECK_OK(kitchen_stove_release(stove));
    CHECK(pots() == 0);
    CHECK_OK(kitchen_pot_series_make(&series));
    CHECK_OK(kitchen_pot_series_next(series, &one));
    CHECK_OK(kitchen_pot_release(one));
    CHECK_OK(kitchen_pot_series_next(series, &one));
    CHECK(litres(one) == 2);
    CHECK_OK(kitchen_pot_release(one));
    CHECK_OK(kitchen_pot_series_release(series));
}

static void cases(void) {
    kitchen_delivery delivery;
    kitchen_pot pot_of_it;
    kitchen_optional_string_and_persons_int dish;
    int32_t kind = -1;
    int64_t persons = 0;
    CHECK_OK(kitchen_delivery_make_dish(kitchen_text("soup"), 3, &delivery));
    CHECK_OK(kitchen_delivery_get_kind(delivery, &kind));
    CHECK(kind == KITCHEN_DELIVERY_DISH);
    CHECK_OK(kitchen_delivery_get_dish(delivery, &dish));
    CHECK(dish.has_value && dish.value.persons == 3);
    kitchen_optional_string_and_persons_int_free(&dish);
    CHECK_OK(kitchen_delivery_unpacked(delivery, &pot_of_it));
    CHECK(pot_of_it.bits == 0);
    CHECK_STATUS(kitchen_delivery_get_kind(delivery, &kind), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_delivery_of(pot(4), &delivery));
    CHECK_OK(kitchen_delivery_get_kind(delivery, &kind));
    CHECK_OK(kitchen_delivery_get_persons(delivery, &persons));
    CHECK(kind == KITCHEN_DELIVERY_POT && persons == 8);
    CHECK_OK(kitchen_delivery_get_dish(delivery, &dish));
    CHECK(!dish.has_value);
    CHECK_OK(kitchen_delivery_unpacked(delivery, &pot_of_it));
    CHECK(litres(pot_of_it) == 4);
    CHECK_OK(kitchen_pot_release(pot_of_it));
    CHECK_OK(kitchen_delivery_make_nothing(&delivery));
    CHECK_OK(kitchen_delivery_release(delivery));
    CHECK(pots() == 0);
}

int main(void) {
    RUN(lent);
    RUN(changed);
    RUN(consumed);
    RUN(in_use);
    RUN(awaited);
    RUN(containers);
    RUN(owners);
    RUN(cases);
    return finish();
}
