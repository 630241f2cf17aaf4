/* Live view of an EOS or Nikon body in a bare C program: GetViewFinderData or GetLiveViewImg over PTP/IP, received and parsed.
 *
 *     live-bare PORT COUNT [nikon]     one line: seconds, bytes and frames
 */
#include "ptpip.h"

static uint8_t frame[8 << 20];

/* Receives the data of a transaction into `frame`; returns its size, and the response's code. */
static size_t receive(int s, uint16_t *code) {
    size_t size = 0;
    for (;;) {
        uint8_t head[12];
        exactly(s, head, 8);
        uint32_t length = u32(head), kind = u32(head + 4);
        if (kind == 10 || kind == 12) {
            exactly(s, head + 8, 4);
            if (size + length - 12 > sizeof frame) fail("frame");
            exactly(s, frame + size, length - 12);
            size += length - 12;
        } else {
            if (length < 14 || length > sizeof buffer) fail("length");
            exactly(s, buffer, length - 8);
            if (kind != 7) continue;
            *code = (uint16_t)(buffer[0] | buffer[1] << 8);
            return size;
        }
    }
}

/* Whether the segments contain a picture. */
static int has_picture(size_t size) {
    for (size_t at = 0; at + 8 <= size;) {
        uint32_t length = u32(frame + at), type = u32(frame + at + 4);
        if (length < 8 || length > size - at) return 0;
        if (type == 1 || type == 9 || type == 11) return length > 10 && frame[at + 8] == 0xFF && frame[at + 9] == 0xD8;
        at += length;
    }
    return 0;
}

static void drain(int s, uint32_t *transaction) {
    uint16_t code;
    do request(s, 0x9116, (*transaction)++, 0);
    while (receive(s, &code) > 8);
}

static void set(int s, uint32_t *transaction, uint32_t property, uint32_t value) {
    uint8_t data[12];
    uint16_t code;
    put(data, 12), put(data + 4, property), put(data + 8, value);
    request_with_data(s, 0x9110, (*transaction)++, data, sizeof data);
    receive(s, &code);
    if (code != 0x2001) fail("SetDevicePropValueEx");
}

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
    uint16_t code;
    request(s, 0x9114, transaction++, 1), receive(s, &code);
    request(s, 0x9115, transaction++, 1), receive(s, &code);
    drain(s, &transaction);
    set(s, &transaction, 0xD1B0, 2);
    struct timespec begin = {0}, end;
    unsigned long long bytes = 0;
    /* A few frames first, because the body needs some time to start. */
    for (int i = -100; i < count;) {
        request(s, 0x9153, transaction++, 0x00200000);
        size_t size = receive(s, &code);
        if (code == 0x2019 || code == 0xA102 || !has_picture(size)) {
            usleep(1000);
            continue;
        }
        if (code != 0x2001) fail("GetViewFinderData");
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
