/* Live view of an EOS or Nikon body in a bare C program: GetViewFinderData or GetLiveViewImg over PTP/IP, received and parsed.
 *
 *     live-bare PORT COUNT [nikon]     one line: seconds, bytes and frames
 */
#include "eos.h"

/* Whether a picture follows a Nikon header. */
static int has_nikon_picture(size_t size) {
    static const size_t heads[] = { 64, 128, 384, 1024 };
    for (int i = 0; i < 4; i++)
        if (size > heads[i] + 2 && frame[heads[i]] == 0xFF && frame[heads[i] + 1] == 0xD8) return 1;
    return 0;
}

static int nikon(int s, int count) {
    uint32_t transaction = 1;
    uint16_t code;
    struct timespec begin = {0}, end;
    unsigned long long bytes = 0;
    request(s, 0x9201, transaction++, 0), receive(s, &code);
    for (int i = -100; i < count;) {
        request(s, 0x9203, transaction++, 0);
        size_t size = receive(s, &code);
        if (code == 0x2019 || !has_nikon_picture(size)) {
            usleep(1000);
            continue;
        }
        if (code != 0x2001) fail("GetLiveViewImg");
        if (i == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
        if (i >= 0) bytes += size;
        if (++i % 500 == 0) request(s, 0x90C7, transaction++, 0), receive(s, &code);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu %d\n", seconds(begin, end), bytes, count);
    request(s, 0x9202, transaction++, 0), receive(s, &code);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int count = atoi(argv[2]), s = opened(atoi(argv[1]));
    if (argc > 3) return nikon(s, count);
    uint32_t transaction = 1;
    begin_live_view(s, &transaction);
    struct timespec begin = {0}, end;
    unsigned long long bytes = 0;
    /* A few frames first, because the body needs some time to start. */
    for (int i = -100; i < count;) {
        size_t size;
        next_picture(s, &transaction, &size);
        if (i == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
        if (i >= 0) bytes += size;
        /* A body whose events are not polled for a second stops working. */
        if (++i % 500 == 0) drain(s, &transaction);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu %d\n", seconds(begin, end), bytes, count);
    set(s, &transaction, 0xD1B0, 0);
    return 0;
}
