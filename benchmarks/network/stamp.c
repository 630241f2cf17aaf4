/* Loaded into `hotshoe simulate` (LD_PRELOAD): writes the time of sending into each live view frame. See stamp.h. */
#define _GNU_SOURCE
#include "stamp.h"
#include <dlfcn.h>
#include <sys/socket.h>

typedef ssize_t send_function(int, const struct msghdr *, int);

ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
    static send_function *real;
    if (!real) real = (send_function *)dlsym(RTLD_NEXT, "sendmsg");
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        struct iovec part = message->msg_iov[i];
        if (part.iov_len < 4096) continue;
        uint8_t *mark = memmem(part.iov_base, 1024, stamp_mark, sizeof stamp_mark);
        uint64_t now = stamp_now();
        if (mark) memcpy(mark + sizeof stamp_mark, &now, 8);
    }
    return real(descriptor, message, flags);
}
