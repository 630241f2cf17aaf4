// The rig's own test: real libusb, under usb-rig, with the device of loopback.c. Prints its results and exits with 0, or fails.
#include "loopback.h"

#include <errno.h>
#include <fcntl.h>
#include <libusb.h>
#include <linux/usbdevice_fs.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static libusb_context *context;
static int port, checks;
static const uint8_t bulk_in = 0x81, bulk_out = 0x02, event_in = 0x83;

#define CHECK(condition) (checks++, (condition) ? (void)0 : fail(__LINE__, #condition))
#define SAME(a, b) same(__LINE__, #a, (a), (b))

static void fail(int line, const char *what) {
    fprintf(stderr, "smoke.c:%d: not so: %s\n", line, what);
    exit(1);
}

static void same(int line, const char *what, long a, long b) {
    checks++;
    if (a == b) return;
    fprintf(stderr, "smoke.c:%d: %s is %ld, not %ld\n", line, what, a, b);
    exit(1);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double processor(void) {
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e3 + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e3;
}

// MARK: - The rig

static const char *rig(const char *format, ...) {
    static int fd = -1;
    static char line[1 << 16];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (fd < 0) {
        const char *path = getenv("HOTSHOE_USB_RIG");
        if (!path) fail(__LINE__, "HOTSHOE_USB_RIG is set");
        strncpy(address.sun_path, path, sizeof address.sun_path - 1);
        fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fd, (struct sockaddr *)&address, sizeof address)) fail(__LINE__, "the rig listens");
    }
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof line - 2, format, arguments);
    va_end(arguments);
    line[n++] = '\n';
    if (write(fd, line, (size_t)n) != n) fail(__LINE__, "the rig reads");
    for (n = 0; n < (int)sizeof line - 1 && (n == 0 || line[n - 1] != '\n');) {
        ssize_t got = read(fd, line + n, sizeof line - 1 - (size_t)n);
        if (got <= 0) fail(__LINE__, "the rig answers");
        n += (int)got;
    }
    line[n - 1] = 0;
    return line;
}

static int attach(void) {
    int bus = 0, number = 0;
    const char *answer = rig("attach 127.0.0.1:%d 1-1", port);
    if (sscanf(answer, "ok %d %d", &bus, &number) != 2) fail(__LINE__, answer);
    return number;
}

// MARK: - Hotplug

static int arrived, left, watched;

static int LIBUSB_CALL hotplug(libusb_context *c, libusb_device *device, libusb_hotplug_event event, void *user) {
    (void)c, (void)user;
    if (libusb_get_device_address(device) == 1) return 0; // the root hub
    watched = libusb_get_device_address(device);
    *(event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED ? &arrived : &left) += 1;
    return 0;
}

static void handle_events(int milliseconds) { libusb_handle_events_timeout(context, &(struct timeval){.tv_usec = milliseconds * 1000}); }

static double wait_for(const int *counter, int value) {
    double start = now();
    while (*counter < value && now() - start < 2000) handle_events(100);
    return now() - start;
}

static void settle(void) { // waits for late events
    for (double start = now(); now() - start < 30;) handle_events(5);
}

// MARK: - Transfers

typedef struct {
    struct libusb_transfer *transfer;
    uint8_t buffer[1 << 16];
    int done;
} Request;

static void LIBUSB_CALL ended(struct libusb_transfer *transfer) { ((Request *)transfer->user_data)->done = 1; }

static Request *request(libusb_device_handle *handle, uint8_t endpoint, int length, unsigned timeout) {
    Request *r = calloc(1, sizeof *r);
    r->transfer = libusb_alloc_transfer(0);
    if ((endpoint & 0x7f) == 3)
        libusb_fill_interrupt_transfer(r->transfer, handle, endpoint, r->buffer, length, ended, r, timeout);
    else
        libusb_fill_bulk_transfer(r->transfer, handle, endpoint, r->buffer, length, ended, r, timeout);
    return r;
}

static int submit(Request *r) { return libusb_submit_transfer(r->transfer); }

static int finish(Request *r) {
    wait_for(&r->done, 1);
    if (!r->done) fail(__LINE__, "the transfer ends");
    int status = r->transfer->status;
    libusb_free_transfer(r->transfer);
    free(r);
    return status;
}

static void order(libusb_device_handle *handle, const char *text) {
    int n;
    SAME(libusb_bulk_transfer(handle, bulk_out, (uint8_t *)text, (int)strlen(text), &n, 1000), 0);
}

static void expect(libusb_device_handle *handle, const char *text) {
    uint8_t bytes[1024];
    int n = -1;
    SAME(libusb_bulk_transfer(handle, bulk_in, bytes, sizeof bytes, &n, 1000), 0);
    bytes[n] = 0;
    checks++;
    if (strcmp((char *)bytes, text)) {
        fprintf(stderr, "smoke.c: '%s', not '%s'\n", bytes, text);
        exit(1);
    }
}

static libusb_device_handle *open_device(libusb_context *c) {
    libusb_device_handle *handle = libusb_open_device_with_vid_pid(c, 0xcafe, 0xf00d);
    if (!handle) fail(__LINE__, "the device opens");
    return handle;
}

// MARK: - Checks

static void check_coming_and_going(void) {
    double start = now();
    int number = attach();
    double answered = now();
    wait_for(&arrived, 1);
    printf("arrival: answered after %.1f ms, seen %.1f ms later\n", answered - start, now() - answered);
    SAME(watched, number);
    start = now();
    CHECK(!strcmp(rig("detach 1 %d", number), "ok"));
    wait_for(&left, 1);
    printf("removal: seen after %.1f ms\n", now() - start);
    settle();
    SAME(arrived, 1);
    SAME(left, 1);
    CHECK(!strncmp(rig("attach 127.0.0.1:%d 9-9", port), "error", 5));
    CHECK(!strncmp(rig("attach 127.0.0.1:1 1-1"), "error", 5));
    CHECK(!strncmp(rig("detach 1 %d", number), "error", 5));
}

static void check_descriptors(libusb_device_handle *handle) {
    char text[64];
    struct libusb_config_descriptor *configuration;
    libusb_device *device = libusb_get_device(handle);
    SAME(libusb_get_string_descriptor_ascii(handle, 2, (uint8_t *)text, sizeof text), 4);
    CHECK(!strcmp(text, "Loop"));
    SAME(libusb_get_device_speed(device), LIBUSB_SPEED_HIGH);
    SAME(libusb_get_max_packet_size(device, bulk_in), 512);
    SAME(libusb_get_active_config_descriptor(device, &configuration), 0);
    SAME(configuration->interface[0].num_altsetting, 2);
    libusb_free_config_descriptor(configuration);
}

static void check_claims(libusb_device_handle *handle) {
    libusb_context *other;
    SAME(libusb_init(&other), 0);
    libusb_device_handle *second = open_device(other);
    SAME(libusb_claim_interface(second, 0), LIBUSB_ERROR_BUSY);
    SAME(libusb_claim_interface(second, 1), LIBUSB_ERROR_NOT_FOUND);
    SAME(libusb_kernel_driver_active(second, 0), 0);
    uint8_t byte;
    int n;
    SAME(libusb_bulk_transfer(second, bulk_in, &byte, 1, &n, 100), LIBUSB_ERROR_IO); // libusb's error for EBUSY
    SAME(libusb_release_interface(handle, 0), 0);
    SAME(libusb_claim_interface(second, 0), 0);
    SAME(libusb_claim_interface(handle, 0), LIBUSB_ERROR_BUSY);
    libusb_close(second); // without releasing
    libusb_exit(other);
    for (int i = 0; i < 100 && !strstr(rig("status 1 %d", watched), "open=1"); i++) usleep(1000);
    SAME(libusb_claim_interface(handle, 0), 0);
}

static void check_bulk(libusb_device_handle *handle) {
    order(handle, "hello");
    expect(handle, "hello");
    // Several transfers at the same time, answered in order.
    Request *requests[8];
    for (int i = 0; i < 8; i++) SAME(submit(requests[i] = request(handle, bulk_in, 512, 1000)), 0);
    for (int i = 0; i < 8; i++) {
        char text[2] = {(char)('a' + i), 0};
        order(handle, text);
    }
    for (int i = 0; i < 8; i++) {
        wait_for(&requests[i]->done, 1);
        SAME(requests[i]->transfer->actual_length, 1);
        SAME(requests[i]->buffer[0], 'a' + i);
        SAME(finish(requests[i]), LIBUSB_TRANSFER_COMPLETED);
    }
    // Five million bytes in both directions, in pieces, like a transport.
    enum { SIZE = 5 << 20, PIECE = 1 << 20 };
    uint8_t *out = malloc(SIZE), *in = malloc(SIZE);
    for (int i = 0; i < SIZE; i++) out[i] = (uint8_t)(i * 2654435761u >> 24);
    out[0] = 0;
    int n;
    double start = now(), between;
    for (int i = 0; i < SIZE; i += PIECE) {
        out[i] = 0;
        SAME(libusb_bulk_transfer(handle, bulk_out, out + i, PIECE, &n, 1000), 0);
    }
    between = now();
    for (int i = 0; i < SIZE; i += PIECE) SAME(libusb_bulk_transfer(handle, bulk_in, in + i, PIECE, &n, 1000), 0);
    printf("5 MiB: out %.0f ms, in %.0f ms\n", between - start, now() - between);
    CHECK(!memcmp(out, in, SIZE));
    // More than the memory limit of Linux.
    uint8_t *much = malloc(17 << 20);
    SAME(libusb_bulk_transfer(handle, bulk_in, much, 17 << 20, &n, 1000), LIBUSB_ERROR_NO_MEM);
    free(much), free(in), free(out);
}

static void check_packets(libusb_device_handle *handle) {
    // A zero-length transfer, in both directions.
    uint8_t bytes[512];
    int n = -1;
    SAME(libusb_bulk_transfer(handle, bulk_out, bytes, 0, &n, 1000), 0);
    SAME(libusb_bulk_transfer(handle, bulk_in, bytes, sizeof bytes, &n, 1000), 0);
    SAME(n, 0);
    // The flag for a zero-length packet after full ones reaches the device.
    Request *r = request(handle, bulk_out, 512, 1000);
    r->transfer->flags = LIBUSB_TRANSFER_ADD_ZERO_PACKET;
    SAME(submit(r), 0);
    SAME(finish(r), LIBUSB_TRANSFER_COMPLETED);
    SAME(libusb_bulk_transfer(handle, bulk_in, bytes, sizeof bytes, &n, 1000), 0);
    order(handle, "!last");
    expect(handle, "40 512");
    // A packet that is longer than its transfer; and short packets where none are permitted.
    order(handle, "longer than eight");
    r = request(handle, bulk_in, 8, 1000);
    SAME(submit(r), 0);
    SAME(finish(r), LIBUSB_TRANSFER_OVERFLOW);
    order(handle, "short");
    r = request(handle, bulk_in, 8, 1000);
    r->transfer->flags = LIBUSB_TRANSFER_SHORT_NOT_OK;
    SAME(submit(r), 0);
    SAME(finish(r), LIBUSB_TRANSFER_ERROR);
    SAME(libusb_bulk_transfer(handle, 0x85, bytes, 1, &n, 100), LIBUSB_ERROR_IO); // ENOENT
}

static void check_control(libusb_device_handle *handle) {
    uint8_t bytes[128] = {0};
    SAME(libusb_control_transfer(handle, 0xc0, 0x42, 0, 0, bytes, 128, 1000), 64);
    SAME(bytes[0] + bytes[63] + bytes[64], 0x84);
    SAME(libusb_control_transfer(handle, 0xc0, 0x42, 0, 0, bytes, 16, 1000), 16);
    SAME(libusb_control_transfer(handle, 0x40, 0x42, 0, 0, bytes, 100, 1000), 100);
    SAME(libusb_control_transfer(handle, 0x40, 0x42, 0, 0, NULL, 0, 1000), 0);
    SAME(libusb_control_transfer(handle, 0xc0, 0x43, 0, 0, bytes, 16, 1000), LIBUSB_ERROR_PIPE);
    // The blocking ioctls, which libusb does not use.
    char path[64];
    snprintf(path, sizeof path, "/dev/bus/usb/001/%03d", watched);
    int fd = open(path, O_RDWR | O_CLOEXEC), n = 0;
    CHECK(fd >= 0);
    struct usbdevfs_ctrltransfer control = {0xc0, 0x42, 0, 0, 32, 1000, bytes};
    SAME(ioctl(fd, USBDEVFS_CONTROL, &control), 32);
    control.bRequest = 0x43;
    CHECK(ioctl(fd, USBDEVFS_CONTROL, &control) == -1 && errno == EPIPE);
    SAME(ioctl(fd, USBDEVFS_GET_SPEED), 3);
    SAME(libusb_release_interface(handle, 0), 0);
    SAME(ioctl(fd, USBDEVFS_CLAIMINTERFACE, &n), 0);
    struct usbdevfs_bulktransfer bulk = {bulk_in, 16, 20, bytes};
    CHECK(ioctl(fd, USBDEVFS_BULK, &bulk) == -1 && errno == ETIMEDOUT);
    bulk = (struct usbdevfs_bulktransfer){bulk_out, 3, 1000, "abc"};
    SAME(ioctl(fd, USBDEVFS_BULK, &bulk), 3);
    bulk = (struct usbdevfs_bulktransfer){bulk_in, 16, 1000, bytes};
    SAME(ioctl(fd, USBDEVFS_BULK, &bulk), 3);
    CHECK(!memcmp(bytes, "abc", 3));
    close(fd);
    for (int i = 0; i < 100 && !strstr(rig("status 1 %d", watched), "open=1"); i++) usleep(1000);
    SAME(libusb_claim_interface(handle, 0), 0);
}

static void check_cancel(libusb_device_handle *handle) {
    Request *pending = request(handle, bulk_in, 512, 0), *event = request(handle, event_in, 64, 0);
    SAME(submit(pending), 0);
    SAME(submit(event), 0);
    double start = now(), used = processor();
    while (now() - start < 300) handle_events(100);
    printf("300 ms with transfers under way: %.1f ms of processor time\n", processor() - used);
    CHECK(processor() - used < 100); // it does not loop
    order(handle, "!event moved");
    start = now();
    wait_for(&event->done, 1);
    SAME(event->transfer->actual_length, 5);
    SAME(finish(event), LIBUSB_TRANSFER_COMPLETED);
    start = now();
    SAME(libusb_cancel_transfer(pending->transfer), 0);
    SAME(finish(pending), LIBUSB_TRANSFER_CANCELLED);
    printf("cancelled after %.1f ms\n", now() - start);
    Request *late = request(handle, bulk_in, 512, 30);
    SAME(submit(late), 0);
    SAME(finish(late), LIBUSB_TRANSFER_TIMED_OUT);
    order(handle, "still there");
    expect(handle, "still there");
}

static void check_halts_and_resets(libusb_device_handle *handle) {
    uint8_t byte;
    int n;
    Request *waiting = request(handle, bulk_in, 512, 1000);
    SAME(submit(waiting), 0);
    order(handle, "!halt");
    SAME(finish(waiting), LIBUSB_TRANSFER_STALL);
    SAME(libusb_bulk_transfer(handle, bulk_in, &byte, 1, &n, 1000), LIBUSB_ERROR_PIPE);
    SAME(libusb_clear_halt(handle, bulk_in), 0);
    order(handle, "on");
    expect(handle, "on");
    SAME(libusb_set_interface_alt_setting(handle, 0, 1), 0);
    SAME(libusb_set_interface_alt_setting(handle, 0, 2), LIBUSB_ERROR_NOT_FOUND);
    order(handle, "!state");
    expect(handle, "1 1");
    SAME(libusb_bulk_transfer(handle, event_in, &byte, 1, &n, 100), LIBUSB_ERROR_IO); // not in this setting
    SAME(libusb_set_configuration(handle, 1), LIBUSB_ERROR_BUSY);
    SAME(libusb_reset_device(handle), 0);
    order(handle, "again");
    expect(handle, "again");
}

static void check_unplugging(libusb_device_handle *handle, const char *how) {
    Request *requests[4];
    uint8_t bytes[8];
    int before = left, n;
    for (int i = 0; i < 4; i++) SAME(submit(requests[i] = request(handle, bulk_in, 512, 0)), 0);
    double start = now();
    if (how)
        order(handle, how);
    else
        CHECK(!strcmp(rig("detach 1 %d", watched), "ok"));
    if (how && how[1] != 'e') libusb_bulk_transfer(handle, bulk_out, bytes, 0, &n, 100); // to make it answer
    for (int i = 0; i < 4; i++) SAME(finish(requests[i]), LIBUSB_TRANSFER_NO_DEVICE);
    wait_for(&left, before + 1);
    printf("unplugged (%s): all ended after %.1f ms\n", how ? how : "detach", now() - start);
    SAME(libusb_bulk_transfer(handle, bulk_in, bytes, 1, &n, 100), LIBUSB_ERROR_NO_DEVICE);
    SAME(libusb_claim_interface(handle, 0), LIBUSB_ERROR_NO_DEVICE);
    settle();
    SAME(left, before + 1);
    libusb_close(handle);
    CHECK(!libusb_open_device_with_vid_pid(context, 0xcafe, 0xf00d));
}

static libusb_device_handle *again(void) {
    int before = arrived;
    attach();
    wait_for(&arrived, before + 1);
    libusb_device_handle *handle = open_device(context);
    SAME(libusb_claim_interface(handle, 0), 0);
    return handle;
}

static void check_refusals(void) {
    int number = attach();
    wait_for(&arrived, arrived + 1);
    CHECK(!strcmp(rig("deny 1 %d", number), "ok"));
    libusb_device **list, *found = NULL;
    ssize_t count = libusb_get_device_list(context, &list);
    for (ssize_t i = 0; i < count; i++)
        if (libusb_get_device_address(list[i]) == number) found = list[i];
    libusb_device_handle *handle;
    CHECK(found);
    SAME(libusb_open(found, &handle), LIBUSB_ERROR_ACCESS);
    CHECK(!strcmp(rig("allow 1 %d", number), "ok"));
    SAME(libusb_open(found, &handle), 0);
    libusb_close(handle);
    libusb_free_device_list(list, 1);
    CHECK(!strcmp(rig("detach 1 %d", number), "ok"));
    settle();
}

// Devices with false descriptors.
static void check_liars(void) {
    static const char *liars[] = {
        "120100020000004009f8010000010000000109020900000100c000",                   // no configuration's worth of interfaces
        "120100020000004009f80100000100000001",                                     // no configuration at all
        "120100020000004009f8010000010000000109021b00010100c0000904000003060101000705810200000007050202ffff00", // odd packets, cut off
        "120100020000004009f80100000100000001090200000101",                         // cut off at once
    };
    for (size_t i = 0; i < sizeof liars / sizeof *liars; i++) {
        int bus, number;
        const char *answer = rig("attach-raw %s", liars[i]);
        SAME(sscanf(answer, "ok %d %d", &bus, &number), 2);
        settle();
        libusb_device_handle *handle = libusb_open_device_with_vid_pid(context, 0xf809, 0x0001);
        uint8_t bytes[18];
        if (handle) {
            SAME(libusb_control_transfer(handle, 0x80, 6, 0x100, 0, bytes, 18, 100), LIBUSB_ERROR_PIPE);
            libusb_close(handle);
        }
        CHECK(!strcmp(rig("detach 1 %d", number), "ok"));
    }
    char hundred[4096] = "120100020000004009f801000001000000010902", *at = hundred + strlen(hundred);
    at += sprintf(at, "%02x%02x640100c000", (9 + 900) & 0xff, (9 + 900) >> 8);
    for (int i = 0; i < 100; i++) at += sprintf(at, "0904%02x0000ff000000", i);
    int bus, number;
    SAME(sscanf(rig("attach-raw %s 5", hundred), "ok %d %d", &bus, &number), 2);
    CHECK(!strcmp(rig("detach 1 %d", number), "ok"));
    CHECK(!strncmp(rig("attach-raw 1201"), "error", 5));
    CHECK(!strncmp(rig("attach-raw xyz"), "error", 5));
    settle();
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    alarm(60);
    port = loopback_start();
    if (libusb_init(&context)) fail(__LINE__, "libusb_init");
    libusb_hotplug_register_callback(context, LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT, LIBUSB_HOTPLUG_ENUMERATE,
                                     LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY, LIBUSB_HOTPLUG_MATCH_ANY, hotplug, NULL, NULL);
    check_coming_and_going();
    libusb_device_handle *handle = again();
    check_descriptors(handle);
    check_claims(handle);
    check_bulk(handle);
    check_packets(handle);
    check_control(handle);
    check_cancel(handle);
    check_halts_and_resets(handle);
    check_unplugging(handle, NULL);
    check_unplugging(again(), "!end");
    check_unplugging(again(), "!much");
    check_unplugging(again(), "!nobody");
    check_refusals();
    check_liars();
    libusb_exit(context);
    printf("smoke: %d checks\n", checks);
    return 0;
}
