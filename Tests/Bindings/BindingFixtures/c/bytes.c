/* Bytes: copied where the library keeps them, lent where they are an object's own. */
#include "fixture.h"

static const uint8_t three[] = {0, 1, 255};

static void copied(void) {
    kitchen_bytes given = {three, 3}, gotten = {NULL, 1}, empty = {three, 0}, none = {NULL, 0}, nowhere = {NULL, 1};
    int64_t number = 0;
    CHECK_OK(kitchen_echo_bytes(given, &gotten));
    CHECK(gotten.size == 3 && gotten.data != three && memcmp(gotten.data, three, 3) == 0);
    kitchen_bytes_free(&gotten);
    CHECK(!gotten.data && gotten.size == 0);
    kitchen_bytes_free(&gotten);
    CHECK_OK(kitchen_echo_data(given, &gotten));
    CHECK(gotten.size == 3 && gotten.data[2] == 255);
    kitchen_bytes_free(&gotten);
    CHECK_OK(kitchen_echo_bytes(empty, &gotten));
    CHECK(gotten.size == 0);
    kitchen_bytes_free(&gotten);
    CHECK_OK(kitchen_echo_bytes(none, &gotten));
    CHECK(gotten.size == 0);
    kitchen_bytes_free(&gotten);
    CHECK_STATUS(kitchen_echo_bytes(nowhere, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    given.size = SIZE_MAX;
    CHECK_STATUS(kitchen_echo_bytes(given, &gotten), KITCHEN_ERROR_TOO_LARGE);
    given.size = 3;
    CHECK_OK(kitchen_sum_of(given, &number));
    CHECK(number == 256);
    CHECK_OK(kitchen_count_of(given, &number));
    CHECK(number == 3);
}

static void copies(void) {
    kitchen_bytes given = {three, 3}, copy = kitchen_bytes_copy(given);
    CHECK(copy.size == 3 && copy.data != three && copy.data[2] == 255);
    kitchen_bytes_free(&copy);
}

/* The bytes belong to the photo, and keep their address until its last handle is released. */
static void lent(void) {
    kitchen_bytes given = {three, 3}, bytes = {NULL, 0}, again = {NULL, 0};
    kitchen_photo photo = {0};
    CHECK_OK(kitchen_photo_make(given, &photo));
    CHECK_OK(kitchen_photo_get_bytes(photo, &bytes));
    CHECK(bytes.data && bytes.size == 3 && memcmp(bytes.data, three, 3) == 0);
    CHECK_OK(kitchen_photo_get_bytes(photo, &again));
    CHECK(again.data == bytes.data);
    CHECK_OK(kitchen_photo_retain(photo));
    CHECK_OK(kitchen_photo_release(photo));
    CHECK(bytes.data[2] == 255); /* somebody still holds it */
    CHECK_OK(kitchen_photo_release(photo));
    CHECK_STATUS(kitchen_photo_get_bytes(photo, &again), KITCHEN_ERROR_INVALID_HANDLE);
}

int main(void) {
    RUN(copied);
    RUN(copies);
    RUN(lent);
    return finish();
}
