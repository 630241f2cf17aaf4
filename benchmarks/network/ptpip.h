/* A minimal implementation of PTP/IP in bare C (CIPA DC-X005). */
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

/* Receives a packet without data; returns its length. */
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

/* Sends a request with data: StartData and EndData with it, in one call. A parameter below 0 is none. */
static inline void request_with_data(int s, uint16_t code, uint32_t transaction, int64_t parameter, const uint8_t *data, uint32_t size) {
    uint8_t bytes[256], *at = bytes + 18;
    put(bytes + 4, 6), put(bytes + 8, 2);
    bytes[12] = (uint8_t)code, bytes[13] = (uint8_t)(code >> 8);
    put(bytes + 14, transaction);
    if (parameter >= 0) put(at, (uint32_t)parameter), at += 4;
    put(bytes, (uint32_t)(at - bytes));
    put(at, 20), put(at + 4, 9), put(at + 8, transaction), put(at + 12, size), put(at + 16, 0);
    put(at + 20, 12 + size), put(at + 24, 12), put(at + 28, transaction);
    memcpy(at + 32, data, size);
    at += 32 + size;
    if (send(s, bytes, (size_t)(at - bytes), 0) != at - bytes) fail("send");
}

/* Opens both connections and a session; returns the command connection. */
static int opened(int port) {
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
    return command;
}

static inline double seconds(struct timespec begin, struct timespec end) {
    return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
}
