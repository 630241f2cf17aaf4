/* Live view in a C program: frames per second beside a bare exchange, and a check that memory does not grow. */
#include "../Sources/CBaseline/include/baseline.h"

#include <hotshoe/hotshoe.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { FRAME_SIZE = 100 * 1024 };

static void must(int is_right) {
    if (!is_right) abort();
}

#define OK(call) must((call) == HOTSHOE_OK)

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static long peak_kib(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* A connected camera whose frames are a JPEG header, padded to the size of a frame, and never decoded. */
static hotshoe_camera connected_camera(void) {
    static uint8_t picture[FRAME_SIZE];
    static const uint8_t header[] = {0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0x02, 0x80, 0x03, 0xC0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1,
                                     0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0};
    memset(picture, 0x55, sizeof picture);
    memcpy(picture, header, sizeof header);
    picture[FRAME_SIZE - 2] = 0xFF;
    picture[FRAME_SIZE - 1] = 0xD9;
    hotshoe_bytes pictures[] = {{picture, sizeof picture}};
    hotshoe_camera_simulator_configuration configuration;
    hotshoe_camera_simulator_speed speed;
    hotshoe_camera_simulator simulator;
    hotshoe_camera camera;
    hotshoe_connection_warning_array warnings;
    hotshoe_camera_simulator_live_view_source source =
        hotshoe_camera_simulator_live_view_source_make_pictures((hotshoe_bytes_array){pictures, 1});
    OK(hotshoe_camera_simulator_configuration_make(&configuration));
    OK(hotshoe_camera_simulator_speed_instant(&speed));
    OK(hotshoe_camera_simulator_configuration_set_speed(configuration, speed));
    OK(hotshoe_camera_simulator_configuration_set_live_view_rate(configuration, NULL));
    OK(hotshoe_camera_simulator_configuration_set_live_view_source(configuration, &source));
    OK(hotshoe_camera_simulator_create(configuration, (hotshoe_time_source){0}, &simulator));
    OK(hotshoe_camera_simulator_make_camera(simulator, &camera));
    OK(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_SECONDS(10), &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_camera_simulator_release(simulator);
    hotshoe_camera_simulator_configuration_release(configuration);
    return camera;
}

struct run {
    long count, wanted;
    long peak_at_tenth;
    double start, end;
    sem_t done;
};

/** Counts one frame; returns false when there were enough. */
static int take(struct run *run, hotshoe_live_view_frame frame) {
    hotshoe_bytes bytes;
    OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
    must(bytes.size == FRAME_SIZE && bytes.data[FRAME_SIZE - 1] == 0xD9);
    run->count++;
    if (run->count == 1000) run->start = now();
    if (run->count == 1000 + run->wanted / 10) run->peak_at_tenth = peak_kib();
    if (run->count != 1000 + run->wanted) return 1;
    run->end = now();
    return 0;
}

static void on_frame(hotshoe_live_view_frame frame, void *context) {
    struct run *run = context;
    if (run->count < 1000 + run->wanted && !take(run, frame)) sem_post(&run->done);
}

static int grew;

static void report(const char *name, struct run *run, double bare) {
    double rate = (double)run->wanted / (run->end - run->start);
    long peak = peak_kib();
    printf("  %-42s %9.0f  %7.2f  %8ld %8ld\n", name, rate, rate / bare, run->peak_at_tenth, peak);
    fflush(stdout);
    if (peak > run->peak_at_tenth + 1024) grew = 1;
}

static void by_callback(hotshoe_camera camera, long frames, double bare) {
    struct run run = {.wanted = frames};
    hotshoe_live_view_stream stream;
    hotshoe_live_view_subscription subscription;
    sem_init(&run.done, 0, 0);
    OK(hotshoe_camera_live_view(camera, NULL, &stream));
    OK(hotshoe_live_view_stream_subscribe_with_credit(stream, (hotshoe_queue){0}, NULL, NULL, NULL, NULL, on_frame, &run, NULL, &subscription));
    sem_wait(&run.done);
    OK(hotshoe_live_view_subscription_cancel(subscription));
    hotshoe_live_view_subscription_release(subscription);
    hotshoe_live_view_stream_release(stream);
    sem_destroy(&run.done);
    report("a function is called with each frame", &run, bare);
}

static void by_asking(hotshoe_camera camera, long frames, double bare) {
    struct run run = {.wanted = frames};
    hotshoe_live_view_stream stream;
    int goes_on = 1;
    OK(hotshoe_camera_live_view(camera, NULL, &stream));
    while (goes_on) {
        hotshoe_live_view_frame frame;
        OK(hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(5), &frame, NULL));
        goes_on = take(&run, frame);
        hotshoe_live_view_frame_release(frame);
    }
    hotshoe_live_view_stream_release(stream);
    report("next frame, waited for", &run, bare);
}

int main(int argc, char **argv) {
    long frames = argc > 1 ? atol(argv[1]) : 1000000;
    uint64_t cpu;
    must(hotshoe_abi_matches());
    uint64_t wall = baseline_exchange(FRAME_SIZE, (uint64_t)frames / 10, &cpu);
    double bare = (double)frames / 10 / ((double)wall / 1e9);
    hotshoe_camera camera = connected_camera();
    printf("Live view, %ld frames of 100 KiB that are encoded already\n", frames);
    printf("  %-42s %9s  %7s  %8s %8s\n", "", "frames/s", "of bare", "peak KiB", "");
    printf("  %-42s %9s  %7s  %8s %8s\n", "", "", "", "at 10 %", "at the end");
    printf("  %-42s %9.0f\n", "bare C exchange between two threads", bare);
    by_callback(camera, frames, bare);
    by_asking(camera, frames, bare);
    OK(hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, NULL));
    hotshoe_camera_release(camera);
    unsigned long long held = (unsigned long long)hotshoe_debug_live_handles();
    printf("  objects that are held at the end: %llu%s\n", held, grew ? "; memory GREW" : "; memory did not grow");
    return held || grew ? 2 : 0;
}
