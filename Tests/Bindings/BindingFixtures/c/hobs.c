/* Members of a global actor, and functions that return tasks: called as asynchronous ones. */
#include "fixture.h"

static void of_a_global_actor(void) {
    kitchen_hob hob = {0};
    kitchen_lighter lighter = {0};
    kitchen_operation operation = {0};
    int64_t number = 0;
    CHECK_OK(kitchen_hob_create_wait(kitchen_text("left"), KITCHEN_FOREVER, &hob, NULL));
    CHECK_TEXT(kitchen_hob_get_name(hob, &text), "left");
    CHECK_OK(kitchen_hob_heat_by_wait(hob, 3, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 3);
    CHECK_FAILS(kitchen_hob_heat_by_wait(hob, -1, KITCHEN_FOREVER, &number, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);
    CHECK_OK(kitchen_lighter_create(&lighter));
    CHECK_OK(kitchen_lighter_light(lighter, hob, &operation));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_FOREVER));
    CHECK_OK(kitchen_lighter_light_result(operation, &number, NULL));
    CHECK(number == 4);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_hob_get_level_wait(hob, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 4);
    CHECK_OK(kitchen_flames_wait(4, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 8);
    CHECK_OK(kitchen_hob_release(hob));
    CHECK_OK(kitchen_lighter_release(lighter));
}

static void tasks(void) {
    kitchen_operation operation = {0};
    int64_t number = 0;
    kitchen_string text_of_none = {NULL, 0};
    CHECK_OK(kitchen_simmering_wait(5, KITCHEN_FOREVER, &number, NULL));
    CHECK(number == 5);
    CHECK_FAILS(kitchen_simmering_wait(-1, KITCHEN_FOREVER, &number, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);
    CHECK_TEXT(kitchen_resting_wait(KITCHEN_FOREVER, &text, NULL), "rested");
    CHECK_OK(kitchen_cooling_to_wait(20, KITCHEN_FOREVER, NULL));
    CHECK_FAILS(kitchen_cooling_to_wait(-1, KITCHEN_FOREVER, &error), KITCHEN_KITCHEN_ERROR_MISSING, true);
    CHECK_OK(kitchen_boiling_forever(&operation));
    CHECK_OK(kitchen_operation_cancel(operation));
    CHECK_OK(kitchen_operation_wait(operation, KITCHEN_SECONDS(60)));
    CHECK_STATUS(kitchen_boiling_forever_result(operation, &text_of_none, NULL), KITCHEN_ERROR_CANCELLED);
    CHECK_OK(kitchen_operation_release(operation));
}

int main(void) {
    RUN(of_a_global_actor);
    RUN(tasks);
    return finish();
}
