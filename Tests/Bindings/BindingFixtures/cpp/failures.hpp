// Checks of a test program: a failed check is reported, and is counted for the exit status.
#ifndef FAILURES_HPP
#define FAILURES_HPP

#include <cstdio>

inline int &failures() {
  static int count = 0;
  return count;
}

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures();                                                               \
    }                                                                             \
  } while (false)

inline int finish() {
  if (failures() == 0) return 0;
  std::fprintf(stderr, "%d failed\n", failures());
  return 1;
}

#endif
