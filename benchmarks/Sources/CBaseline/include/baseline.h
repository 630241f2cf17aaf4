#ifndef BASELINE_H
#define BASELINE_H

#include <stddef.h>
#include <stdint.h>

/* How many blocks the whole process has taken from the heap so far. */
uint64_t baseline_allocations(void);

/* Hands `frames` frames of `size` bytes from one thread to another, one at a time and each on request, with nothing but
   POSIX threads and memcpy: what the same exchange costs in bare C. Returns nanoseconds of wall time, and in *cpu of CPU. */
uint64_t baseline_exchange(size_t size, uint64_t frames, uint64_t *cpu);

/* CPU time of the process in nanoseconds. */
uint64_t baseline_cpu(void);

#endif
