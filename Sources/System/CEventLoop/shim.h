// Linux functions that an external event loop needs and Swift's Glibc module lacks.
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>

// A package that is compiled with C++ interoperability imports this module as C++.
#ifdef __cplusplus
extern "C" {
#endif

// <unistd.h> declares it only with _GNU_SOURCE.
pid_t gettid(void);

// <sys/socket.h> declares it only with _GNU_SOURCE.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);

// Functions for a run loop that serves Dispatch's main queue; libdispatch exports them for CoreFoundation (src/queue.c). The
// handle is a non-blocking eventfd, which the caller that polls it must read.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// The main queue belongs to the thread that loaded libdispatch, and traps on any other. Its owner stands in the state of the queue
// (src/queue_internal.h, DISPATCH_QUEUE_CLASS_HEADER), which no function returns; a wrong number is no thread's.
extern const unsigned char main_queue_object[] __asm__("_dispatch_main_q");
static inline pid_t main_queue_owner(void) {
  const uint32_t state = __atomic_load_n((const uint32_t *)(const void *)(main_queue_object + 56), __ATOMIC_RELAXED);
  return (pid_t)(state & 0x3fffffff);
}

#ifdef __cplusplus
}
#endif
