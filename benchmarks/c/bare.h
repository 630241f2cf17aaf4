/* The same work as Bench's, in plain C in a shared library: the cost of a call without checks. */
#ifndef BARE_H
#define BARE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bare_meter bare_meter;
typedef struct { double x, y; } bare_point;
typedef struct { char *data; size_t size; } bare_text;

bare_meter *bare_create(void);
void bare_destroy(bare_meter *meter);
int bare_number(bare_meter *meter, int64_t *result);
int bare_short_name(bare_meter *meter, bare_text *result); /* freed with free() */
int bare_long_name(bare_meter *meter, bare_text *result);
int bare_length(bare_meter *meter, const char *text, size_t size, int64_t *result);
int bare_moved(bare_meter *meter, bare_point point, bare_point *result);
int bare_points(bare_meter *meter, bare_point **result, size_t *count);
int bare_sum(bare_meter *meter, const bare_point *points, size_t count, double *result);
void bare_fire(bare_meter *meter, int64_t count, void (*handler)(int64_t, void *), void *context);

/* A thread that answers a request, with a condition variable for the wait. */
int bare_answer(bare_meter *meter, int64_t *result);

#ifdef __cplusplus
}
#endif
#endif
