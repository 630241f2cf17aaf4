#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* The number of heap allocations of the whole process so far. */
uint64_t baseline_allocations(void);

/* Passes `frames` frames of `size` bytes from one thread to another, one at a time and each on request, with only POSIX
   threads and memcpy: the cost of the same exchange in bare C. Returns nanoseconds of wall time, and in *cpu of CPU. */
uint64_t baseline_exchange(size_t size, uint64_t frames, uint64_t *cpu);

/* CPU time of the process in nanoseconds. */
uint64_t baseline_cpu(void);

#endif
