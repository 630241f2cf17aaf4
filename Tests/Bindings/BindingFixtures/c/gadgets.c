/* Registries by type, static members of one conforming type, functions with typed errors. */
#include "fixture.h"

static void make_whisk(kitchen_whisk *result, void *context) {
    (void)context;
    CHECK_OK(kitchen_whisk_make(6, result));
}

static void registries(void) {
    kitchen_gadget_drawer drawer = {0};
    kitchen_whisk whisk = {0}, made = {0};
    kitchen_ladle ladle = {0};
    int64_t speed = 0;
    CHECK_OK(kitchen_gadget_whisk(&whisk));
    CHECK_OK(kitchen_gadget_drawer_create(&drawer));
    CHECK_OK(kitchen_gadget_drawer_register(drawer, make_whisk, NULL, NULL, whisk));
    CHECK_OK(kitchen_gadget_drawer_make_whisk(drawer, &made));
    CHECK_OK(kitchen_whisk_get_speed(made, &speed));
    CHECK(speed == 6);
    CHECK_OK(kitchen_gadget_drawer_make_ladle(drawer, &ladle));
    CHECK(!ladle.bits);
    CHECK_OK(kitchen_whisk_release(whisk));
    CHECK_OK(kitchen_whisk_release(made));
    CHECK_OK(kitchen_gadget_drawer_release(drawer));
}

static kitchen_status use(int64_t volts, int64_t *result, kitchen_error **error, void *context) {
    const kitchen_gadget_failure failure = {7};
    *result = volts;
    if (context) return KITCHEN_OK;
    CHECK_OK(kitchen_gadget_failure_to_error(failure, error));
    return KITCHEN_ERROR_FAILED;
}

static void typed_errors(void) {
    kitchen_error *error = NULL;
    kitchen_gadget_failure failure = {0};
    int64_t volts = 0;
    CHECK_OK(kitchen_powered(use, &volts, NULL, &volts, NULL));
    CHECK(volts == 230);
    CHECK_STATUS(kitchen_powered(use, NULL, NULL, &volts, &error), KITCHEN_ERROR_FAILED);
    CHECK_OK(kitchen_gadget_failure_from_error(error, &failure));
    CHECK(failure.code == 7);
    kitchen_error_free(error);
}

int main(void) {
    RUN(registries);
    RUN(typed_errors);
    return finish();
}
