/* A table of the costs of one operation in several implementations. */
#ifndef TABLE_H
#define TABLE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { ROUNDS = 15 };

/** Performs an operation `count` times. */
typedef void (*measured)(long count);

/** The C++ measurements, through the compiler's own header; null for members that the compiler does not expose. */
extern const measured cxx_number, cxx_short_name, cxx_long_name, cxx_length, cxx_moved, cxx_points, cxx_sum;

#ifdef __cplusplus
}
#endif
#endif
