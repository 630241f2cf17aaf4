/* The time at which a simulated camera sends a live view frame: a comment at the beginning of its JPEG picture. */
#include <stdint.h>
#include <string.h>
#include <time.h>

/* SOI, COM, the length of the segment, and a text, which eight bytes follow: the time in nanoseconds of CLOCK_MONOTONIC. */
static const char stamp_mark[22] = "\xFF\xD8\xFF\xFE\x00\x1A" "HotShoe sent at ";

static inline uint64_t stamp_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Returns the age of a picture in microseconds. */
static inline float stamp_age(const uint8_t *picture, size_t size) {
    uint64_t sent, now = stamp_now();
    if (size < sizeof stamp_mark + 8 || memcmp(picture, stamp_mark, sizeof stamp_mark) != 0) return -1;
    memcpy(&sent, picture + sizeof stamp_mark, 8);
    return (float)(now - sent) / 1000;
}
