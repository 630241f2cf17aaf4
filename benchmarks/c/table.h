/* A table of what one thing costs in several ways. */
#ifndef TABLE_H
#define TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { ROUNDS = 15 };

/** Does something so many times. */
typedef void (*measured)(long count);

/** Nanoseconds for one time: the median of several rounds, after one that does not count. */
double median_ns(measured body, long count);

/** What C++ measures through the compiler's own header; null where the compiler exposes nothing. */
extern const measured cxx_number, cxx_short_name, cxx_long_name, cxx_length, cxx_moved, cxx_points, cxx_sum;

#ifdef __cplusplus
}
#endif
#endif
