// scarce: a library for LD_PRELOAD with which one call of a system function fails, as it does when descriptors, memory or threads
// run out. script/test-scarce uses it.
//
//   SCARCE=FUNCTION:NUMBER:ERRNO   the call of FUNCTION with this number, counted from 1 in each process, fails with ERRNO
//   SCARCE=FUNCTION:NUMBER+:ERRNO  it and all later ones fail
//   SCARCE_LOG=FILE                receives a line for each failure
//
// Calls of the Swift runtime and of Dispatch succeed: the library cannot change what those do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char function[32];
static int number, and_later, error;
static atomic_int calls;

__attribute__((constructor)) static void read_plan(void) {
    const char *plan = getenv("SCARCE");
    char position[16] = "";
    if (!plan || sscanf(plan, "%31[^:]:%15[^:]:%d", function, position, &error) != 3) return;
    number = atoi(position);
    and_later = strchr(position, '+') != NULL;
}

static void report(void) {
    const char *path = getenv("SCARCE_LOG");
    if (!path) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    syscall(SYS_write, file, "failed\n", 7);
    syscall(SYS_close, file);
}

// Whether this call fails. Sets errno.
static int fails(const char *name, const void *caller) {
    if (strcmp(name, function) != 0) return 0;
    Dl_info info;
    if (dladdr(caller, &info) && info.dli_fname && (strstr(info.dli_fname, "libdispatch") || strstr(info.dli_fname, "libswift") ||
                                                    strstr(info.dli_fname, "libFoundation") || strstr(info.dli_fname, "/ld-linux")))
        return 0;
    int call = atomic_fetch_add(&calls, 1) + 1;
    if (call != number && !(and_later && call > number)) return 0;
    report();
    errno = error;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAILING(result, name, parameters, ...)                                                                                        \
    result name parameters {                                                                                                          \
        static __typeof__(&name) next;                                                                                                \
        if (!next) next = NEXT(name);                                                                                                 \
        if (fails(#name, __builtin_return_address(0))) return -1;                                                                     \
        return next(__VA_ARGS__);                                                                                                     \
    }

FAILING(int, socket, (int domain, int type, int protocol), domain, type, protocol)
FAILING(int, bind, (int file, const struct sockaddr *address, socklen_t length), file, address, length)
FAILING(int, listen, (int file, int backlog), file, backlog)
FAILING(int, accept, (int file, struct sockaddr *address, socklen_t *length), file, address, length)
FAILING(int, accept4, (int file, struct sockaddr *address, socklen_t *length, int flags), file, address, length, flags)
FAILING(int, connect, (int file, const struct sockaddr *address, socklen_t length), file, address, length)
FAILING(int, getsockname, (int file, struct sockaddr *address, socklen_t *length), file, address, length)
FAILING(int, getpeername, (int file, struct sockaddr *address, socklen_t *length), file, address, length)
FAILING(int, getsockopt, (int file, int level, int name, void *value, socklen_t *length), file, level, name, value, length)
FAILING(int, setsockopt, (int file, int level, int name, const void *value, socklen_t length), file, level, name, value, length)
FAILING(ssize_t, recv, (int file, void *bytes, size_t count, int flags), file, bytes, count, flags)
FAILING(ssize_t, recvfrom, (int file, void *bytes, size_t count, int flags, struct sockaddr *address, socklen_t *length), file, bytes,
        count, flags, address, length)
FAILING(ssize_t, recvmsg, (int file, struct msghdr *message, int flags), file, message, flags)
FAILING(ssize_t, send, (int file, const void *bytes, size_t count, int flags), file, bytes, count, flags)
FAILING(ssize_t, sendto, (int file, const void *bytes, size_t count, int flags, const struct sockaddr *address, socklen_t length),
        file, bytes, count, flags, address, length)
FAILING(ssize_t, sendmsg, (int file, const struct msghdr *message, int flags), file, message, flags)
FAILING(int, epoll_create1, (int flags), flags)
FAILING(int, epoll_ctl, (int epoll, int operation, int file, struct epoll_event *event), epoll, operation, file, event)
FAILING(int, epoll_wait, (int epoll, struct epoll_event *events, int count, int timeout), epoll, events, count, timeout)
FAILING(int, eventfd, (unsigned value, int flags), value, flags)
FAILING(int, poll, (struct pollfd *files, nfds_t count, int timeout), files, count, timeout)
FAILING(int, pipe, (int files[2]), files)
FAILING(int, pipe2, (int files[2], int flags), files, flags)
FAILING(int, getifaddrs, (struct ifaddrs **list), list)
FAILING(ssize_t, read, (int file, void *bytes, size_t count), file, bytes, count)
FAILING(ssize_t, write, (int file, const void *bytes, size_t count), file, bytes, count)
FAILING(ssize_t, pread, (int file, void *bytes, size_t count, off_t offset), file, bytes, count, offset)
FAILING(int, fstat, (int file, struct stat *status), file, status)
FAILING(int, fsync, (int file), file)
FAILING(int, rename, (const char *from, const char *to), from, to)
FAILING(int, link, (const char *from, const char *to), from, to)
FAILING(int, mkdir, (const char *path, mode_t mode), path, mode)

// Functions with another kind of result, or optional parameters.

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    if (fails("pthread_create", __builtin_return_address(0))) return error;
    return NEXT(pthread_create)(thread, attributes, start, argument);
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **list) {
    if (fails("getaddrinfo", __builtin_return_address(0))) return EAI_SYSTEM;
    return NEXT(getaddrinfo)(node, service, hints, list);
}

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, va_list list) {
    return next(path, flags, flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0);
}

int open(const char *path, int flags, ...) {
    if (fails("open", __builtin_return_address(0))) return -1;
    va_list list;
    va_start(list, flags);
    int file = opened(NEXT(open), path, flags, list);
    va_end(list);
    return file;
}

int open64(const char *path, int flags, ...) {
    if (fails("open", __builtin_return_address(0))) return -1;
    va_list list;
    va_start(list, flags);
    int file = opened(NEXT(open64), path, flags, list);
    va_end(list);
    return file;
}

int openat(int folder, const char *path, int flags, ...) {
    if (fails("openat", __builtin_return_address(0))) return -1;
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
    va_end(list);
    return NEXT(openat)(folder, path, flags, mode);
}

int fcntl(int file, int command, ...) {
    if (fails("fcntl", __builtin_return_address(0))) return -1;
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return NEXT(fcntl)(file, command, argument);
}
