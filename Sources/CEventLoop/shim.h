// What a foreign event loop needs of Linux, and Swift's Glibc module leaves out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>

// <unistd.h> shows it under _GNU_SOURCE only.
pid_t gettid(void);

// <sys/socket.h> shows it under _GNU_SOURCE only.
struct sockaddr;
int accept4(int descriptor, struct sockaddr *address, unsigned int *length, int flags);

// By these a run loop serves Dispatch's main queue; libdispatch exports them for CoreFoundation (src/queue.c).
// The handle is an eventfd that does not block; whoever polls it empties it.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);
