/* Live view of a body in a bare C program: frames over PTP/IP, received and parsed.
 *
 *     live-bare PORT COUNT [MAKER]     one line: seconds, bytes and frames; without MAKER, of an EOS body
 */
#include "eos.h"

/* A maker's live view by requests that each return a frame. */
struct maker {
    const char *name;
    void (*begin)(int s, uint32_t *transaction);
    /* Operation that returns a frame, and its parameter. */
    uint16_t frame;
    uint32_t of;
    /* Operations with the same parameter before and after it; 0 for none. */
    uint16_t before, after;
    int (*has_picture)(size_t size);
    /* Operation that polls events or changes, without which bodies stop working, and its parameter. */
    uint16_t poll;
    uint32_t polled;
};

static int is_picture(size_t at, size_t size) { return at + 2 < size && frame[at] == 0xFF && frame[at + 1] == 0xD8; }

static void perform(int s, uint32_t *transaction, uint16_t code, uint32_t parameter) {
    uint16_t response;
    request(s, code, (*transaction)++, parameter), receive(s, &response);
}

static void write_property(int s, uint32_t *transaction, uint32_t property, uint32_t value, uint32_t size) {
    uint8_t data[4];
    uint16_t code;
    put(data, value);
    request_with_data(s, 0x1016, (*transaction)++, property, data, size), receive(s, &code);
    if (code != 0x2001) fail("SetDevicePropValue");
}

static int has_nikon_picture(size_t size) {
    static const size_t heads[] = { 64, 128, 384, 1024 };
    for (int i = 0; i < 4; i++)
        if (is_picture(heads[i], size)) return 1;
    return 0;
}

static void begin_nikon(int s, uint32_t *transaction) { perform(s, transaction, 0x9201, 0); }

/* Two offsets with sizes: of the picture, and of the focus frames. */
static int has_sony_picture(size_t size) { return size > 16 && is_picture(u32(frame), size) && u32(frame + 4) <= size - u32(frame); }

static void begin_sony(int s, uint32_t *transaction) {
    perform(s, transaction, 0x9201, 1), perform(s, transaction, 0x9201, 2);
    perform(s, transaction, 0x9202, 300), perform(s, transaction, 0x9201, 3);
    perform(s, transaction, 0x1008, 0xFFFFC002);
}

static int has_plain_picture(size_t size) { return is_picture(0, size); }

static void begin_fujifilm(int s, uint32_t *transaction) {
    write_property(s, transaction, 0xD207, 2, 2);
    perform(s, transaction, 0x101C, 0);
}

/* Records with their sizes, the first of which has the picture's offset. */
static int has_panasonic_picture(size_t size) { return size > 16 && u32(frame) == 0x17000001 && is_picture(u32(frame + 12), size); }

static void begin_panasonic(int s, uint32_t *transaction) {
    perform(s, transaction, 0x9102, 0x00010001);
    perform(s, transaction, 0x9412, 0x0D000010);
}

static void begin_olympus(int s, uint32_t *transaction) {
    perform(s, transaction, 0x1004, 0), perform(s, transaction, 0x1007, 0xFFFFFFFF);
    write_property(s, transaction, 0xD052, 1, 2);
    write_property(s, transaction, 0xD06D, 0x04000300, 4);
}

static const struct maker makers[] = {
    { "nikon", begin_nikon, 0x9203, 0, 0, 0, has_nikon_picture, 0x90C7, 0 },
    { "sony", begin_sony, 0x1009, 0xFFFFC002, 0, 0, has_sony_picture, 0x9209, 0 },
    { "fujifilm", begin_fujifilm, 0x1009, 0x80000001, 0x1008, 0x100B, has_plain_picture, 0x1015, 0xD212 },
    { "panasonic", begin_panasonic, 0x9706, 0, 0, 0, has_panasonic_picture, 0x9414, 0x12000013 },
    { "olympus", begin_olympus, 0x9484, 1, 0, 0, has_plain_picture, 0x9486, 0 },
};

static int measured(const struct maker *maker, int s, int count) {
    uint32_t transaction = 1;
    uint16_t code;
    struct timespec begin = {0}, end;
    unsigned long long bytes = 0;
    int misses = 0;
    maker->begin(s, &transaction);
    for (int i = -100; i < count;) {
        if (maker->before) perform(s, &transaction, maker->before, maker->of);
        request(s, maker->frame, transaction++, maker->of);
        size_t size = receive(s, &code);
        if (code != 0x2001 || !maker->has_picture(size)) {
            if (++misses > 10000) fail("no frame");
            usleep(1000);
            continue;
        }
        misses = 0;
        if (maker->after) perform(s, &transaction, maker->after, maker->of);
        if (i == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
        if (i >= 0) bytes += size;
        if (++i % 500 == 0) perform(s, &transaction, maker->poll, maker->polled);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu %d\n", seconds(begin, end), bytes, count);
    perform(s, &transaction, 0x1003, 0);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int count = atoi(argv[2]), s = opened(atoi(argv[1]));
    for (size_t i = 0; argc > 3 && i < sizeof makers / sizeof *makers; i++)
        if (strcmp(argv[3], makers[i].name) == 0) return measured(&makers[i], s, count);
    if (argc > 3) fail("unknown maker");
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
