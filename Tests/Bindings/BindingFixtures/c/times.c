/* Values of Foundation: numbers of seconds. */
#include "fixture.h"

static double half(double time, void *context) {
    (void)context;
    return time / 2;
}

static void seconds(void) {
    double time = 0;
    kitchen_cooking_time dish = {3, {true, 1}};
    kitchen_optional_time_interval shorter = {false, 0};
    const double given = 4;
    CHECK_OK(kitchen_doubled(1.25, &time));
    CHECK(time == 2.5);
    CHECK_OK(kitchen_shorter(&given, NULL, &shorter));
    CHECK(shorter.has_value && shorter.value == 1.5);
    CHECK_OK(kitchen_whole_time_of(dish, half, NULL, NULL, &time));
    CHECK(time == 2);
}

int main(void) {
    RUN(seconds);
    return finish();
}
