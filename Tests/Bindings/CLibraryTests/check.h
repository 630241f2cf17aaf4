/* A test in C: a failed check prints its location, and the program ends with 1. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

static int failures = 0;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            failures++;                                                        \
        }                                                                      \
    } while (0)

#define CHECK_STATUS(call, expected)                                           \
    do {                                                                       \
        long status_ = (long)(call);                                           \
        if (status_ != (long)(expected)) {                                     \
            fprintf(stderr, "%s:%d: %s gave %ld, not %ld\n", __FILE__, __LINE__, #call, status_, (long)(expected)); \
            failures++;                                                        \
        }                                                                      \
    } while (0)

#define CHECK_OK(call) CHECK_STATUS(call, 0)

static inline int finish(void) {
    if (failures) fprintf(stderr, "%d failed\n", failures);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
