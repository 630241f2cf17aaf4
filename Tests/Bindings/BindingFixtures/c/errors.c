/* Errors: the case and the fields of those that the library declares, a sentence for all. */
#include "fixture.h"

static void cases_and_fields(void) {
    kitchen_kitchen_error closed = kitchen_kitchen_error_make_closed();
    kitchen_kitchen_error hot = kitchen_kitchen_error_make_too_hot(300, 250);
    kitchen_kitchen_error missing = kitchen_kitchen_error_make_missing(kitchen_text("salt"));
    kitchen_kitchen_error wrapped;
    kitchen_kitchen_error_detail detail;
    int32_t codes[] = {1, 2};
    detail.place = kitchen_text("stove");
    detail.codes.data = codes;
    detail.codes.count = 2;
    wrapped = kitchen_kitchen_error_make_wrapped(detail);
    CHECK_FAILS(kitchen_fail_with(&closed, &error), KITCHEN_KITCHEN_ERROR_CLOSED, true);
    CHECK_FAILS(kitchen_fail_with(&hot, &error), KITCHEN_KITCHEN_ERROR_TOO_HOT,
                failure.as.too_hot.degrees == 300 && failure.as.too_hot.limit == 250);
    CHECK_FAILS(kitchen_fail_with(&missing, &error), KITCHEN_KITCHEN_ERROR_MISSING, is_text(failure.as.missing.value, "salt"));
    CHECK_FAILS(kitchen_fail_with(&wrapped, &error), KITCHEN_KITCHEN_ERROR_WRAPPED,
                is_text(failure.as.wrapped.value.place, "stove") && failure.as.wrapped.value.codes.count == 2
                    && failure.as.wrapped.value.codes.data[1] == 2);
    CHECK_STATUS(kitchen_fail_with(&hot, NULL), KITCHEN_ERROR_FAILED); /* nobody wants to know why */
    closed.kind = 4;
    CHECK_STATUS(kitchen_fail_with(&closed, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void sentences(void) {
    kitchen_mixer mixer = {0};
    kitchen_error *error = NULL, *copy;
    kitchen_stock_error other;
    CHECK_STATUS(kitchen_mixer_create(6000, &mixer, &error), KITCHEN_ERROR_FAILED);
    CHECK(mixer.bits == 0 && error);
    CHECK(kitchen_error_status(error) == KITCHEN_ERROR_FAILED);
    CHECK(strstr(kitchen_error_message(error), "5001") && strstr(kitchen_error_type(error), "KitchenError"));
    CHECK(kitchen_stock_error_from_error(error, &other) != KITCHEN_OK); /* an error of another type */
    copy = kitchen_error_copy(error);
    kitchen_error_free(error);
    CHECK(strstr(kitchen_error_message(copy), "5001"));
    kitchen_error_free(copy);
    CHECK(kitchen_error_status(NULL) == KITCHEN_OK && !kitchen_error_message(NULL)[0] && !kitchen_error_type(NULL)[0]);
    CHECK(!kitchen_error_copy(NULL));
    kitchen_error_free(NULL);
    CHECK(strlen(kitchen_status_text(KITCHEN_ERROR_INVALID_HANDLE)) > 0);
}

static void of_another_module(void) {
    kitchen_error *error = NULL;
    kitchen_stock_error failure, same = kitchen_stock_error_make_too_little(kitchen_text("flour"), 4);
    kitchen_shelf shelf = {0};
    kitchen_ingredient flour = {{NULL, 0}, {1, KITCHEN_UNIT_GRAM}, {NULL, 0}, {NULL, 0}};
    double left, five = 5;
    bool is_equal = false;
    CHECK_STATUS(kitchen_fail_with_stock(&error), KITCHEN_ERROR_FAILED);
    CHECK(strstr(kitchen_error_message(error), "flour"));
    CHECK_OK(kitchen_stock_error_from_error(error, &failure));
    CHECK(failure.kind == KITCHEN_STOCK_ERROR_TOO_LITTLE && failure.as.too_little.missing == 1.5);
    kitchen_stock_error_free(&failure);
    kitchen_error_free(error);

    flour.name = kitchen_text("flour");
    CHECK_OK(kitchen_shelf_create(kitchen_text("top"), &shelf));
    CHECK_STATUS(kitchen_shelf_take(shelf, kitchen_text("flour"), &five, &left, &error), KITCHEN_ERROR_FAILED);
    CHECK_OK(kitchen_stock_error_from_error(error, &failure));
    CHECK(failure.kind == KITCHEN_STOCK_ERROR_EMPTY);
    kitchen_error_free(error);
    CHECK_OK(kitchen_shelf_store(shelf, &flour));
    CHECK_STATUS(kitchen_shelf_take(shelf, kitchen_text("flour"), &five, &left, &error), KITCHEN_ERROR_FAILED);
    CHECK_OK(kitchen_stock_error_from_error(error, &failure));
    CHECK_OK(kitchen_stock_error_equal(&failure, &same, &is_equal));
    CHECK(is_equal);
    kitchen_stock_error_free(&failure);
    kitchen_error_free(error);
    CHECK_OK(kitchen_shelf_release(shelf));
}

static void of_the_program(void) {
    kitchen_kitchen_error salt = kitchen_kitchen_error_make_missing(kitchen_text("salt")), failure;
    kitchen_error *made = NULL, *same = NULL, *plain;
    int64_t hash = 0, other = 1;
    bool is_equal = false;
    CHECK_OK(kitchen_kitchen_error_to_error(&salt, &made));
    CHECK_OK(kitchen_echo_error(made, &same));
    CHECK_OK(kitchen_kitchen_error_from_error(same, &failure));
    CHECK_OK(kitchen_kitchen_error_equal(&salt, &failure, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_kitchen_error_hash(&salt, &hash));
    CHECK_OK(kitchen_kitchen_error_hash(&failure, &other));
    CHECK(hash == other);
    CHECK_TEXT(kitchen_kitchen_error_description(&salt, &text), kitchen_error_message(made));
    kitchen_kitchen_error_free(&failure);
    kitchen_error_free(made);
    kitchen_error_free(same);
    plain = kitchen_error_create(KITCHEN_ERROR_NOT_AVAILABLE, kitchen_text("no salt"));
    CHECK(kitchen_error_status(plain) == KITCHEN_ERROR_NOT_AVAILABLE && strcmp(kitchen_error_message(plain), "no salt") == 0);
    CHECK_OK(kitchen_echo_error(plain, &same));
    CHECK(strcmp(kitchen_error_message(same), "no salt") == 0);
    CHECK(kitchen_kitchen_error_from_error(same, &failure) != KITCHEN_OK);
    kitchen_error_free(plain);
    kitchen_error_free(same);
    CHECK(!kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("\xff")));
}

int main(void) {
    RUN(cases_and_fields);
    RUN(sentences);
    RUN(of_another_module);
    RUN(of_the_program);
    return finish();
}
