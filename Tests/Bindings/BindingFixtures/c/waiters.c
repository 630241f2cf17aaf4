/* Functions of the program that receive functions which they may call until they return. */
#include "fixture.h"
#include <string.h>

typedef struct Service {
    int64_t amount, left;
    kitchen_serve_function kept;
    int calls;
} Service;

static void waiter(int64_t course, kitchen_serve_function eat, void *context) {
    Service *service = context;
    CHECK_OK(kitchen_serve_function_call(eat, service->amount + course, &service->left));
    CHECK_OK(kitchen_serve_function_call(eat, 1, &service->left));
    if (service->calls++ == 0) {
        CHECK_OK(kitchen_serve_function_retain(eat));
        service->kept = eat;
    }
}

static void lent(void) {
    Service service = {1, 0, {0}, 0};
    int64_t left = 0;
    CHECK_OK(kitchen_serve(2, waiter, &service, NULL, &left));
    CHECK(left == 3 + 2 && service.left == 2);
    /* After the call that received it, it is none, for all its owners. */
    CHECK_STATUS(kitchen_serve_function_call(service.kept, 1, &left), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_serve_function_release(service.kept), KITCHEN_ERROR_INVALID_HANDLE);
}

static kitchen_status careful(
    kitchen_carefully_function eat, kitchen_carefully_function_2 ask, kitchen_string *result, kitchen_error **error, void *context) {
    const int64_t *amount = context;
    int64_t portions = 0;
    CHECK_OK(kitchen_carefully_function_2_call(ask, &portions));
    CHECK(portions == 5);
    return kitchen_carefully_function_call(eat, *amount, result, error);
}

static void failing(void) {
    int64_t amount = 3;
    kitchen_string text;
    kitchen_error *error = NULL;
    CHECK_OK(kitchen_carefully(careful, &amount, NULL, &text, NULL));
    CHECK(strcmp(text.data, "3 eaten, 2 left") == 0);
    kitchen_string_free(&text);
    amount = 6;
    CHECK_STATUS(kitchen_carefully(careful, &amount, NULL, &text, &error), KITCHEN_ERROR_FAILED);
    CHECK(error != NULL);
    kitchen_error_free(error);
}

static int64_t choose(void *context, kitchen_guest_choose_with_order order) {
    bool is_there = false;
    int64_t count = 0;
    (void)context;
    CHECK_OK(kitchen_guest_choose_with_order_call(order, kitchen_text("soup"), &is_there));
    count += is_there;
    CHECK_OK(kitchen_guest_choose_with_order_call(order, kitchen_text("stones"), &is_there));
    return count + is_there;
}

static void implemented(void) {
    kitchen_guest_functions functions = {sizeof functions, NULL};
    kitchen_guest guest;
    kitchen_string menu[2], text;
    kitchen_string_array dishes = {menu, 2};
    menu[0] = kitchen_text("soup");
    menu[1] = kitchen_text("cake");
    functions.choose_with = choose;
    CHECK_OK(kitchen_guest_create(&functions, NULL, NULL, &guest));
    CHECK_OK(kitchen_seat(guest, dishes, &text));
    CHECK(strcmp(text.data, "1: soup") == 0);
    kitchen_string_free(&text);
    CHECK_OK(kitchen_guest_release(guest));
}

int main(void) {
    RUN(lent);
    RUN(failing);
    RUN(implemented);
    return finish();
}
