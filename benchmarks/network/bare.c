/* The same exchange in a bare C program: GetObject over PTP/IP (CIPA DC-X005), received and dropped or written.
 *
 *     bare PORT HANDLE COUNT [FILE]     one line: seconds and bytes of COUNT exchanges
 */
#include "ptpip.h"

/* Receives the data of a transaction up to its response, in as few calls as the socket allows. */
static uint64_t drain(int s, int file) {
    uint64_t total = 0;
    size_t have = 0, at = 0;
    uint64_t payload = 0;
    for (;;) {
        if (payload > 0 && at < have) {
            size_t n = have - at < payload ? have - at : (size_t)payload;
            if (file >= 0 && write(file, buffer + at, n) != (ssize_t)n) fail("write");
            total += n, payload -= n, at += n;
            continue;
        }
        size_t left = have - at;
        if (payload == 0 && left >= 12) {
            uint32_t length = u32(buffer + at), kind = u32(buffer + at + 4);
            if (kind == 10 || kind == 12) {
                payload = length - 12, at += 12;
                continue;
            }
            if (left >= length) {
                at += length;
                if (kind == 7) return total;
                continue;
            }
        }
        memmove(buffer, buffer + at, left);
        have = left, at = 0;
        ssize_t n = recv(s, buffer + have, sizeof buffer - have, 0);
        if (n <= 0) fail("recv");
        have += (size_t)n;
    }
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int port = atoi(argv[1]), count = atoi(argv[3]);
    uint32_t handle = (uint32_t)strtoul(argv[2], NULL, 0);
    int file = argc > 4 ? open(argv[4], O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
    int command = opened(port);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) {
        request(command, 0x1009, (uint32_t)i + 1, handle);
        bytes += drain(command, file);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu\n", seconds(begin, end), (unsigned long long)bytes);
    return 0;
}
