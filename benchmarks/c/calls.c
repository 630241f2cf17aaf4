/* The cost of a call across the language boundary: this project's C interface beside bare C and the compiler's own C++
   header. */
#include "bare.h"
#include "table.h"

#include <bench/bench.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bench_meter meter;
static bare_meter *bare;
static bench_point_array points;
static volatile int64_t keep;
static const char long_text[] = "eight byeight byeight byeight byeight byeight byeight byeight by";

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double round_ns(measured body, long count) {
    if (!body) return 0;
    double start = now_ns();
    body(count);
    return (now_ns() - start) / (double)count;
}

/** Nanoseconds per call: medians of several rounds, after one that is not counted. Each round runs all bodies. */
static void medians_ns(const measured bodies[3], long count, double result[3]) {
    double rounds[3][ROUNDS];
    for (int i = -1; i < ROUNDS; i++)
        for (int each = 0; each < 3; each++) {
            double ns = round_ns(bodies[each], count);
            if (i >= 0) rounds[each][i] = ns;
        }
    for (int each = 0; each < 3; each++) {
        qsort(rounds[each], ROUNDS, sizeof *rounds[each], ascending);
        result[each] = rounds[each][ROUNDS / 2];
    }
}

/* A wrong result would invalidate the measurement. */
static void must(int is_right) {
    if (!is_right) abort();
}

#define OK(call) must((call) == BENCH_OK)
#define BODY(name, ...) static void name(long count) { for (long i = 0; i < count; i++) { __VA_ARGS__ } }

BODY(our_number, int64_t n; OK(bench_meter_get_number(meter, &n)); keep = n;)
BODY(bare_number_, int64_t n; must(bare_number(bare, &n) == 0); keep = n;)
BODY(our_short, bench_string s; OK(bench_meter_get_short_name(meter, &s)); keep = (int64_t)s.size; bench_string_free(&s);)
BODY(bare_short, bare_text s; must(bare_short_name(bare, &s) == 0); keep = (int64_t)s.size; free(s.data);)
BODY(our_long, bench_string s; OK(bench_meter_get_long_name(meter, &s)); keep = (int64_t)s.size; bench_string_free(&s);)
BODY(bare_long, bare_text s; must(bare_long_name(bare, &s) == 0); keep = (int64_t)s.size; free(s.data);)
BODY(our_length, int64_t n; OK(bench_meter_length(meter, bench_text(long_text), &n)); keep = n;)
BODY(bare_length_, int64_t n; must(bare_length(bare, long_text, strlen(long_text), &n) == 0); keep = n;)
BODY(our_moved, bench_point p = {1, 2}; OK(bench_meter_moved(meter, p, &p)); keep = (int64_t)p.x;)
BODY(bare_moved_, bare_point p = {1, 2}; must(bare_moved(bare, p, &p) == 0); keep = (int64_t)p.x;)

static void our_points(long count) {
    for (long i = 0; i < count; i++) {
        bench_point_array all;
        double x = 0;
        OK(bench_meter_get_points(meter, &all));
        for (size_t j = 0; j < all.count; j++) x += all.data[j].x;
        keep = (int64_t)x;
        bench_point_array_free(&all);
    }
}

static void bare_points_(long count) {
    for (long i = 0; i < count; i++) {
        bare_point *all;
        size_t total;
        double x = 0;
        must(bare_points(bare, &all, &total) == 0);
        for (size_t j = 0; j < total; j++) x += all[j].x;
        keep = (int64_t)x;
        free(all);
    }
}

BODY(our_sum, double sum; OK(bench_meter_sum(meter, points, &sum)); keep = (int64_t)sum;)
BODY(bare_sum_, double sum; must(bare_sum(bare, (const bare_point *)points.data, points.count, &sum) == 0); keep = (int64_t)sum;)

static void on_number(int64_t number, void *context) { *(volatile int64_t *)context = number; }
static void our_callback(long count) { OK(bench_meter_fire(meter, count)); }
static void bare_callback(long count) { bare_fire(bare, count, on_number, (void *)&keep); }

BODY(our_wait, int64_t n; OK(bench_meter_answer_wait(meter, BENCH_FOREVER, &n, NULL)); keep = n;)
BODY(our_operation,
    bench_operation operation; int64_t n;
    OK(bench_meter_answer(meter, &operation));
    OK(bench_operation_wait(operation, BENCH_FOREVER));
    OK(bench_meter_answer_result(operation, &n, NULL));
    keep = n;
    bench_operation_release(operation);)
BODY(bare_answer_, int64_t n; must(bare_answer(bare, &n) == 0); keep = n;)

static void on_done(bench_operation operation, void *context) {
    int64_t n;
    OK(bench_meter_answer_result(operation, &n, NULL));
    keep = n;
    sem_post(context);
}

static void our_on_done(long count) {
    sem_t done;
    sem_init(&done, 0, 0);
    for (long i = 0; i < count; i++) {
        bench_operation operation;
        OK(bench_meter_answer(meter, &operation));
        OK(bench_operation_on_done(operation, (bench_queue){0}, on_done, &done, NULL));
        sem_wait(&done);
        bench_operation_release(operation);
    }
    sem_destroy(&done);
}

static void our_next(long count) {
    bench_numbers numbers;
    OK(bench_meter_numbers(meter, &numbers));
    for (long i = 0; i < count; i++) {
        int64_t n;
        OK(bench_numbers_next(numbers, BENCH_FOREVER, &n, NULL));
        must(n == i + 1);
    }
    bench_numbers_release(numbers);
}

static struct {
    long left;
    sem_t done;
} elements;

static void on_element(int64_t element, void *context) {
    (void)element;
    (void)context;
    if (--elements.left == 0) sem_post(&elements.done);
}

static void our_elements(long count) {
    bench_numbers numbers;
    bench_subscription subscription;
    elements.left = count;
    sem_init(&elements.done, 0, 0);
    OK(bench_meter_numbers(meter, &numbers));
    OK(bench_numbers_subscribe(numbers, (bench_queue){0}, on_element, NULL, NULL, NULL, &subscription));
    sem_wait(&elements.done);
    bench_subscription_cancel(subscription);
    bench_subscription_release(subscription);
    bench_numbers_release(numbers);
    sem_destroy(&elements.done);
}

static int budgets_missed;

static void row(const char *name, measured ours, measured plain, measured cxx, long count, double budget) {
    double ns[3];
    medians_ns((const measured[]){ours, plain, cxx}, count, ns);
    const double our = ns[0], bare_ns = ns[1], cxx_ns = ns[2];
    char beside[64] = "        –       –", compiler[64] = "        –       –", limit[32] = "";
    if (plain) snprintf(beside, sizeof beside, "%9.1f %7.2f", bare_ns, our / bare_ns);
    if (cxx) snprintf(compiler, sizeof compiler, "%9.1f %7.2f", cxx_ns, our / cxx_ns);
    if (budget > 0) snprintf(limit, sizeof limit, "  ≤ %.0f ns%s", budget, our <= budget ? "" : " MISSED");
    if (budget > 0 && our > budget) budgets_missed++;
    printf("  %-42s %9.1f  %s  %s%s\n", name, our, beside, compiler, limit);
    fflush(stdout);
}

int main(int argc, char **argv) {
    const char *only = argc > 1 ? argv[1] : NULL; /* for a profiler: one measurement, no table */
    must(bench_abi_matches());
    OK(bench_meter_create(&meter));
    OK(bench_meter_get_points(meter, &points));
    OK(bench_meter_observe(meter, (bench_queue){0}, on_number, (void *)&keep, NULL));
    bare = bare_create();
    if (only) {
        if (!strcmp(only, "number")) our_number(100000);
        if (!strcmp(only, "short")) our_short(100000);
        if (!strcmp(only, "long")) our_long(100000);
        if (!strcmp(only, "length")) our_length(100000);
        if (!strcmp(only, "points")) our_points(1000);
        if (!strcmp(only, "sum")) our_sum(1000);
        if (!strcmp(only, "callback")) our_callback(100000);
        if (!strcmp(only, "next")) our_next(10000);
    } else {
        printf("Calls, ns each, median of %d rounds\n", ROUNDS);
        printf("  %-42s %9s  %9s %7s  %9s %7s\n", "", "ours", "bare C", "ratio", "C++", "ratio");
        row("number out", our_number, bare_number_, cxx_number, 1000000, 15);
        row("text out, 15 bytes", our_short, bare_short, cxx_short_name, 300000, 60);
        row("text out, 64 bytes", our_long, bare_long, cxx_long_name, 300000, 60);
        row("text in, 64 bytes", our_length, bare_length_, cxx_length, 300000, 0);
        row("structure in and out", our_moved, bare_moved_, cxx_moved, 1000000, 0);
        row("1,000 structures out, read", our_points, bare_points_, cxx_points, 3000, 0);
        row("1,000 structures in", our_sum, bare_sum_, cxx_sum, 3000, 0);
        row("callback", our_callback, bare_callback, NULL, 1000000, 0);
        row("async: start and wait in one", our_wait, bare_answer_, NULL, 3000, 0);
        row("async: start, wait, take the result", our_operation, bare_answer_, NULL, 3000, 0);
        row("async: start, be called when done", our_on_done, bare_answer_, NULL, 3000, 0);
        row("stream: next", our_next, bare_answer_, NULL, 3000, 0);
        row("stream: called with each element", our_elements, bare_answer_, NULL, 3000, 0);
        printf("  bare C: asynchronous work is done by a thread, with a mutex and two condition variables\n");
    }
    bare_destroy(bare);
    bench_point_array_free(&points);
    OK(bench_meter_release(meter));
    must(bench_debug_live_handles() == 0);
    return budgets_missed ? 2 : 0;
}
