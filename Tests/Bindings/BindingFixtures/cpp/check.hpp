// Checks of the C++ interface of the Kitchen module.
#ifndef CHECK_HPP
#define CHECK_HPP

#include "failures.hpp"

#include <exception>
#include <kitchen/kitchen.hpp>
#include <thread>

#define CHECK_THROWS(type, expression)                                                                  \
  do {                                                                                                  \
    bool was_thrown = false;                                                                            \
    try {                                                                                               \
      static_cast<void>(expression);                                                                    \
    } catch (const type &) {                                                                            \
      was_thrown = true;                                                                                \
    }                                                                                                   \
    if (!was_thrown) {                                                                                  \
      std::fprintf(stderr, "%s:%d: does not throw %s: %s\n", __FILE__, __LINE__, #type, #expression);   \
      ++failures();                                                                                     \
    }                                                                                                   \
  } while (false)

// Runs a test, then waits until the threads of the library have released all objects.
template <class Test>
void run(const char *name, const Test &test) {
  try {
    test();
  } catch (const std::exception &thrown) {
    std::fprintf(stderr, "%s: threw %s\n", name, thrown.what());
    ++failures();
  }
  if (!kitchen::wait_for_live_handles(0, std::chrono::seconds(60))) {
    std::fprintf(stderr, "%s: %llu objects are still held\n", name, static_cast<unsigned long long>(kitchen::live_handles()));
    ++failures();
  }
}

#endif
