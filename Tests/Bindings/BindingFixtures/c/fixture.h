/* Checks that the C programs of the fixture share. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <kitchen/kitchen.h>

#include <poll.h>
#include <pthread.h>
#include <time.h>

#include "../../CLibraryTests/check.h"

static inline bool is_text(kitchen_string text, const char *expected) {
    return text.data && text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0;
}

/* A call that puts a text into `text`, which is compared and freed. */
#define CHECK_TEXT(call, expected)                                             \
    do {                                                                       \
        kitchen_string text = {NULL, 0};                                       \
        CHECK_OK(call);                                                        \
        CHECK(is_text(text, expected));                                        \
        kitchen_string_free(&text);                                            \
    } while (0)

/* A call that fails with a KitchenError, put into `error`: it is of this kind, and `failure` has its fields. */
#define CHECK_FAILS(call, expected, ...)                                       \
    do {                                                                       \
        kitchen_error *error = NULL;                                           \
        kitchen_kitchen_error failure;                                         \
        memset(&failure, 0, sizeof failure);                                   \
        CHECK_STATUS(call, KITCHEN_ERROR_FAILED);                              \
        CHECK_OK(kitchen_kitchen_error_from_error(error, &failure));           \
        CHECK(failure.kind == expected && (__VA_ARGS__));                      \
        kitchen_kitchen_error_free(&failure);                                  \
        kitchen_error_free(error);                                             \
    } while (0)

static inline void pause_ms(long ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

static inline bool is_readable(int descriptor) {
    struct pollfd one = {descriptor, POLLIN, 0};
    return poll(&one, 1, 5000) == 1;
}

/* Waits until a counter that other threads change has a value. */
static inline bool reaches(int *counter, int value) {
    int patience;
    for (patience = 0; patience < 5000; patience++) {
        if (__atomic_load_n(counter, __ATOMIC_ACQUIRE) == value) return true;
        pause_ms(1);
    }
    return false;
}

/* For a context that is a counter: one more release. */
static inline void count_release(void *context) { __atomic_add_fetch((int *)context, 1, __ATOMIC_ACQ_REL); }

/* Runs a test, then waits until the threads of the library have released all objects. */
static inline void run(const char *name, void (*test)(void)) {
    test();
    if (kitchen_debug_wait_for_live_handles(0, KITCHEN_SECONDS(60)) == KITCHEN_OK) return;
    fprintf(stderr, "%s: %lu objects are still held\n", name, (unsigned long)kitchen_debug_live_handles());
    failures++;
}
#define RUN(test) run(#test, test)

#endif
