/* What a bare C program makes of the same exchange: GetObject over PTP/IP (CIPA DC-X005), received and dropped or written.
 *
 *     bare PORT HANDLE COUNT [FILE]     one line: seconds and bytes of COUNT exchanges
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static uint8_t buffer[256 << 10];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static uint32_t u32(const uint8_t *at) { return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24; }

static void put(uint8_t *at, uint32_t value) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static int connected(int port) {
    int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    if (connect(s, (struct sockaddr *)&address, sizeof address)) fail("connect");
    setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return s;
}

static void exactly(int s, uint8_t *to, size_t count) {
    for (size_t done = 0; done < count;) {
        ssize_t n = recv(s, to + done, count - done, 0);
        if (n <= 0) fail("recv");
        done += (size_t)n;
    }
}

/* A packet without data; its length. */
static uint32_t packet(int s) {
    exactly(s, buffer, 8);
    uint32_t length = u32(buffer);
    if (length < 8 || length > sizeof buffer) fail("length");
    exactly(s, buffer + 8, length - 8);
    return length;
}

static void request(int s, uint16_t code, uint32_t transaction, uint32_t parameter) {
    uint8_t bytes[22];
    put(bytes, 22), put(bytes + 4, 6), put(bytes + 8, 1);
    bytes[12] = (uint8_t)code, bytes[13] = (uint8_t)(code >> 8);
    put(bytes + 14, transaction), put(bytes + 18, parameter);
    if (send(s, bytes, sizeof bytes, 0) != sizeof bytes) fail("send");
}

/* The data of a transaction up to its response: in as few receives as the socket gives. */
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
    int command = connected(port);
    uint8_t hello[34] = { 34, 0, 0, 0, 1, 0, 0, 0, [8] = 1, [24] = 'b', [26] = 'c', [32] = 1 };
    if (send(command, hello, sizeof hello, 0) != sizeof hello) fail("send");
    packet(command);
    if (u32(buffer + 4) != 2) fail("refused");
    uint8_t join[12] = { 12, 0, 0, 0, 3, 0, 0, 0 };
    memcpy(join + 8, buffer + 8, 4);
    int event = connected(port);
    if (send(event, join, sizeof join, 0) != sizeof join) fail("send");
    packet(event);
    request(command, 0x1002, 0, 1);
    packet(command);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) {
        request(command, 0x1009, (uint32_t)i + 1, handle);
        bytes += drain(command, file);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9, (unsigned long long)bytes);
    return 0;
}
