// Linux functions that an external event loop needs and Swift's Glibc module lacks.
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

#ifdef __cplusplus
}
#endif
