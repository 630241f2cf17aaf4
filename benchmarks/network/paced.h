/* The measurement of benchmarks/network/paced. Each program prints one line: frames a second, microseconds of processor time and
   waits of threads for each frame, and the ages of frames in microseconds when the program receives them: the median, the 99th
   percentile, the greatest. */
#include "stamp.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Frames of each camera that are not counted: a body needs some time to start. */
enum { PACED_FIRST = 30, PACED_LIMIT = 400000 };

/* The frames of one camera. */
struct paced {
    atomic_long frames;
    size_t count;
    float ages[PACED_LIMIT];
};

/* Whether frames are counted now: 0 before, 1 during, 2 after the measurement. */
typedef atomic_int paced_phase;

/* Records a frame. */
static inline void paced_received(struct paced *camera, paced_phase *phase, const uint8_t *picture, size_t size) {
    atomic_fetch_add_explicit(&camera->frames, 1, memory_order_relaxed);
    if (atomic_load_explicit(phase, memory_order_relaxed) != 1 || camera->count == PACED_LIMIT) return;
    float age = stamp_age(picture, size);
    if (age < 0) fprintf(stderr, "a frame has no stamp\n"), exit(1);
    camera->ages[camera->count++] = age;
}

/* Waits until each camera has sent a few frames. */
static inline void paced_wait(struct paced *cameras, int count) {
    for (int i = 0; i < count; i++)
        while (atomic_load(&cameras[i].frames) < PACED_FIRST) nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
}

/* Resources that a process has used. */
struct paced_use {
    double cpu;
    long waits;
};

static inline struct paced_use paced_used(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6;
    return (struct paced_use){ cpu + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec), usage.ru_nvcsw };
}

static int paced_order(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static inline void paced_print(struct paced *cameras, int count, double seconds, struct paced_use used) {
    size_t frames = 0;
    for (int i = 0; i < count; i++) frames += cameras[i].count;
    if (frames == 0) fprintf(stderr, "there was no frame\n"), exit(1);
    float *ages = malloc(frames * sizeof *ages), *end = ages;
    for (int i = 0; i < count; end += cameras[i++].count) memcpy(end, cameras[i].ages, cameras[i].count * sizeof *ages);
    qsort(ages, frames, sizeof *ages, paced_order);
    printf("%.2f %.3f %.3f %.1f %.1f %.1f\n", (double)frames / seconds, used.cpu / (double)frames,
           (double)used.waits / (double)frames, ages[frames / 2], ages[frames * 99 / 100], ages[frames - 1]);
    free(ages);
}
