#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "baseline.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct exchange {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int wanted, there, done;
    size_t size;
    uint8_t *source, *frame;
};

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t baseline_cpu(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

static void *produce(void *argument) {
    struct exchange *exchange = argument;
    pthread_mutex_lock(&exchange->mutex);
    for (;;) {
        while (!exchange->wanted && !exchange->done) pthread_cond_wait(&exchange->changed, &exchange->mutex);
        if (exchange->done) break;
        exchange->wanted = 0;
        pthread_mutex_unlock(&exchange->mutex);
        memcpy(exchange->frame, exchange->source, exchange->size);
        pthread_mutex_lock(&exchange->mutex);
        exchange->there = 1;
        pthread_cond_broadcast(&exchange->changed);
    }
    pthread_mutex_unlock(&exchange->mutex);
    return NULL;
}

uint64_t baseline_exchange(size_t size, uint64_t frames, uint64_t *cpu) {
    struct exchange exchange = {.size = size, .source = malloc(size), .frame = malloc(size)};
    memset(exchange.source, 1, size);
    pthread_mutex_init(&exchange.mutex, NULL);
    pthread_cond_init(&exchange.changed, NULL);
    pthread_t producer;
    pthread_create(&producer, NULL, produce, &exchange);
    uint64_t start = nanoseconds(CLOCK_MONOTONIC), cpu_start = baseline_cpu();
    for (uint64_t frame = 0; frame < frames; frame++) {
        pthread_mutex_lock(&exchange.mutex);
        exchange.wanted = 1;
        exchange.there = 0;
        pthread_cond_broadcast(&exchange.changed);
        while (!exchange.there) pthread_cond_wait(&exchange.changed, &exchange.mutex);
        pthread_mutex_unlock(&exchange.mutex);
    }
    uint64_t wall = nanoseconds(CLOCK_MONOTONIC) - start;
    *cpu = baseline_cpu() - cpu_start;
    pthread_mutex_lock(&exchange.mutex);
    exchange.done = 1;
    pthread_cond_broadcast(&exchange.changed);
    pthread_mutex_unlock(&exchange.mutex);
    pthread_join(producer, NULL);
    free(exchange.source);
    free(exchange.frame);
    return wall;
}
