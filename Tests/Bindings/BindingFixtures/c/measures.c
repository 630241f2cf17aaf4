/* Values of Foundation that consist of several values. */
#include "fixture.h"

static void intervals(void) {
    kitchen_date_interval opening = {0, KITCHEN_SECONDS(60)}, reversed = {KITCHEN_SECONDS(1), 0}, longer = {0, 0};
    CHECK_OK(kitchen_extended(opening, &longer));
    CHECK(longer.start_unix_ns == 0 && longer.end_unix_ns == KITCHEN_SECONDS(3660));
    CHECK_STATUS(kitchen_extended(reversed, &longer), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void components(void) {
    kitchen_date_components date, next;
    memset(&date, 0, sizeof date);
    memset(&next, 0, sizeof next);
    date.month.has_value = date.day.has_value = true;
    date.month.value = 5;
    date.day.value = 17;
    date.time_zone = kitchen_text("Europe/Berlin");
    CHECK_OK(kitchen_next_day_of(&date, &next));
    CHECK(next.day.has_value && next.day.value == 18 && next.month.value == 5 && !next.year.has_value);
    CHECK(is_text(next.time_zone, "Europe/Berlin"));
    kitchen_date_components_free(&next);
    date.time_zone = kitchen_text("nowhere");
    CHECK_STATUS(kitchen_next_day_of(&date, &next), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void sets(void) {
    int64_t numbers[] = {5, 1, 3}, others[] = {3, 5, 8}, impossible[] = {-1};
    kitchen_int64_array seats = {numbers, 3}, more = {others, 3}, wrong = {impossible, 1}, common = {NULL, 0};
    CHECK_OK(kitchen_common_seats(seats, more, &common));
    CHECK(common.count == 2 && common.data[0] == 3 && common.data[1] == 5);
    kitchen_int64_array_free(&common);
    CHECK_STATUS(kitchen_common_seats(wrong, more, &common), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void measurements(void) {
    kitchen_mass_measurement weight = {2, {NULL, 0}}, result = {0, {NULL, 0}};
    weight.unit = kitchen_text("kg");
    CHECK_OK(kitchen_weighed(&weight, kitchen_text("g"), &result));
    CHECK(result.value == 2000 && is_text(result.unit, "g"));
    kitchen_mass_measurement_free(&result);
    weight.unit = kitchen_text("km");
    CHECK_STATUS(kitchen_weighed(&weight, kitchen_text("g"), &result), KITCHEN_ERROR_INVALID_ARGUMENT);
}

int main(void) {
    RUN(intervals);
    RUN(components);
    RUN(sets);
    RUN(measurements);
    return finish();
}
