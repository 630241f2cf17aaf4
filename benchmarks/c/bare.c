#include "bare.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct bare_meter {
    int64_t number;
    bare_point points[1000];
    pthread_t worker;
    pthread_mutex_t lock;
    pthread_cond_t asked, answered;
    int is_asked, is_answered, is_over;
};

static void *work(void *context) {
    bare_meter *meter = context;
    pthread_mutex_lock(&meter->lock);
    for (;;) {
        while (!meter->is_asked && !meter->is_over) pthread_cond_wait(&meter->asked, &meter->lock);
        if (meter->is_over) break;
        meter->is_asked = 0;
        meter->is_answered = 1;
        pthread_cond_signal(&meter->answered);
    }
    pthread_mutex_unlock(&meter->lock);
    return NULL;
}

bare_meter *bare_create(void) {
    bare_meter *meter = calloc(1, sizeof *meter);
    if (!meter) abort();
    meter->number = 42;
    for (int i = 0; i < 1000; i++) meter->points[i] = (bare_point){i, 1};
    pthread_mutex_init(&meter->lock, NULL);
    pthread_cond_init(&meter->asked, NULL);
    pthread_cond_init(&meter->answered, NULL);
    if (pthread_create(&meter->worker, NULL, work, meter) != 0) abort();
    return meter;
}

void bare_destroy(bare_meter *meter) {
    pthread_mutex_lock(&meter->lock);
    meter->is_over = 1;
    pthread_cond_signal(&meter->asked);
    pthread_mutex_unlock(&meter->lock);
    pthread_join(meter->worker, NULL);
    free(meter);
}

int bare_number(bare_meter *meter, int64_t *result) {
    *result = meter->number;
    return 0;
}

static int copy_text(const char *text, size_t size, bare_text *result) {
    result->data = malloc(size + 1);
    if (!result->data) return -1;
    memcpy(result->data, text, size + 1);
    result->size = size;
    return 0;
}

int bare_short_name(bare_meter *meter, bare_text *result) {
    (void)meter;
    return copy_text("fifteen letters", 15, result);
}

int bare_long_name(bare_meter *meter, bare_text *result) {
    (void)meter;
    return copy_text("eight byeight byeight byeight byeight byeight byeight byeight by", 64, result);
}

/* Reads every byte, because an interface that accepts text has to check that it is UTF-8. */
int bare_length(bare_meter *meter, const char *text, size_t size, int64_t *result) {
    unsigned char all = 0;
    (void)meter;
    for (size_t i = 0; i < size; i++) all |= (unsigned char)text[i];
    *result = all < 0x80 ? (int64_t)size : -1;
    return 0;
}

int bare_moved(bare_meter *meter, bare_point point, bare_point *result) {
    (void)meter;
    *result = (bare_point){point.x + 1, point.y};
    return 0;
}

int bare_points(bare_meter *meter, bare_point **result, size_t *count) {
    *result = malloc(sizeof meter->points);
    if (!*result) return -1;
    memcpy(*result, meter->points, sizeof meter->points);
    *count = 1000;
    return 0;
}

int bare_sum(bare_meter *meter, const bare_point *points, size_t count, double *result) {
    double sum = 0;
    (void)meter;
    for (size_t i = 0; i < count; i++) sum += points[i].x + points[i].y;
    *result = sum;
    return 0;
}

void bare_fire(bare_meter *meter, int64_t count, void (*handler)(int64_t, void *), void *context) {
    (void)meter;
    for (int64_t i = 0; i < count; i++) handler(i, context);
}

int bare_answer(bare_meter *meter, int64_t *result) {
    pthread_mutex_lock(&meter->lock);
    meter->is_asked = 1;
    pthread_cond_signal(&meter->asked);
    while (!meter->is_answered) pthread_cond_wait(&meter->answered, &meter->lock);
    meter->is_answered = 0;
    *result = meter->number;
    pthread_mutex_unlock(&meter->lock);
    return 0;
}
