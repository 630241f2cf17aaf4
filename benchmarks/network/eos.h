/* Live view of an EOS body in bare C. */
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

/* Returns the picture in the segments of a frame, and its size; NULL if there is none. */
static const uint8_t *picture_in(size_t size, size_t *picture_size) {
    for (size_t at = 0; at + 8 <= size;) {
        uint32_t length = u32(frame + at), type = u32(frame + at + 4);
        if (length < 8 || length > size - at) return NULL;
        if (type == 1 || type == 9 || type == 11) {
            *picture_size = length - 8;
            return length > 10 && frame[at + 8] == 0xFF && frame[at + 9] == 0xD8 ? frame + at + 8 : NULL;
        }
        at += length;
    }
    return NULL;
}

/* Polls the events of an EOS body, which stops working without that. */
static inline void drain(int s, uint32_t *transaction) {
    uint16_t code;
    do request(s, 0x9116, (*transaction)++, 0);
    while (receive(s, &code) > 8);
}

static inline void set(int s, uint32_t *transaction, uint32_t property, uint32_t value) {
    uint8_t data[12];
    uint16_t code;
    put(data, 12), put(data + 4, property), put(data + 8, value);
    request_with_data(s, 0x9110, (*transaction)++, -1, data, sizeof data);
    receive(s, &code);
    if (code != 0x2001) fail("SetDevicePropValueEx");
}

/* Puts an EOS body into remote mode, and starts its live view. */
static inline void begin_live_view(int s, uint32_t *transaction) {
    uint16_t code;
    request(s, 0x9114, (*transaction)++, 1), receive(s, &code);
    request(s, 0x9115, (*transaction)++, 1), receive(s, &code);
    drain(s, transaction);
    set(s, transaction, 0xD1B0, 2);
}

/* Requests frames until one contains a picture. Returns it, and its size. */
static inline const uint8_t *next_picture(int s, uint32_t *transaction, size_t *picture_size) {
    for (;;) {
        uint16_t code;
        request(s, 0x9153, (*transaction)++, 0x00200000);
        size_t size = receive(s, &code);
        const uint8_t *picture = code == 0x2019 || code == 0xA102 ? NULL : picture_in(size, picture_size);
        if (picture && code != 0x2001) fail("GetViewFinderData");
        if (picture) return picture;
        usleep(1000);
    }
}
