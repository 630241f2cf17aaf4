/* Live view of a network camera in a C program, with libhotshoe: live-hotshoe PORT COUNT call|ask. Prints one line: seconds,
   bytes, frames, microseconds of CPU and allocations per frame. */
#define _GNU_SOURCE
#include "baseline.h"
#include <hotshoe/hotshoe.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define OK(call) ((call) == HOTSHOE_OK ? (void)0 : (fprintf(stderr, "%s failed\n", #call), exit(1)))

struct run {
    long count, wanted;
    unsigned long long bytes;
    struct timespec begin, end;
    uint64_t cpu, allocations;
    sem_t done;
};

/* Counts one frame; returns false when there were enough. The first hundred are not counted. */
static int take(struct run *run, hotshoe_live_view_frame frame) {
    hotshoe_bytes bytes;
    OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
    if (run->count == 0) {
        clock_gettime(CLOCK_MONOTONIC, &run->begin);
        run->cpu = baseline_cpu(), run->allocations = baseline_allocations();
    }
    if (++run->count > 0) run->bytes += bytes.size;
    if (run->count != run->wanted) return 1;
    clock_gettime(CLOCK_MONOTONIC, &run->end);
    run->cpu = baseline_cpu() - run->cpu, run->allocations = baseline_allocations() - run->allocations;
    return 0;
}

static void on_frame(hotshoe_live_view_frame frame, void *context) {
    struct run *run = context;
    if (run->count < run->wanted && !take(run, frame)) sem_post(&run->done);
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    struct run run = {.count = -100, .wanted = atol(argv[2])};
    hotshoe_network_camera_provider network;
    hotshoe_camera_discovery discovery;
    hotshoe_camera camera;
    hotshoe_connection_warning_array warnings;
    hotshoe_live_view_stream stream;
    hotshoe_optional_uint16 port = {.has_value = true, .value = (uint16_t)atoi(argv[1])};
    OK(hotshoe_network_camera_provider_create(hotshoe_text("benchmark"), &network));
    hotshoe_camera_provider provider;
    OK(hotshoe_network_camera_provider_as_camera_provider(network, &provider));
    OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("benchmark"), (hotshoe_camera_provider_array){&provider, 1}, (hotshoe_time_source){0}, &discovery));
    hotshoe_camera_address address = hotshoe_camera_address_make_network(hotshoe_text("127.0.0.1"), port);
    OK(hotshoe_camera_discovery_camera_at_wait(discovery, &address, HOTSHOE_SECONDS(10), &camera, NULL));
    OK(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_SECONDS(10), &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    OK(hotshoe_camera_live_view(camera, NULL, &stream));
    if (strcmp(argv[3], "call") == 0) {
        hotshoe_live_view_subscription subscription;
        sem_init(&run.done, 0, 0);
        OK(hotshoe_live_view_stream_subscribe_with_credit(stream, (hotshoe_queue){0}, NULL, NULL, NULL, NULL, on_frame, &run, NULL, &subscription));
        sem_wait(&run.done);
        OK(hotshoe_live_view_subscription_cancel(subscription));
        hotshoe_live_view_subscription_release(subscription);
    } else {
        for (int goes_on = 1; goes_on;) {
            hotshoe_live_view_frame frame;
            OK(hotshoe_live_view_stream_next(stream, HOTSHOE_SECONDS(5), &frame, NULL));
            goes_on = take(&run, frame);
            hotshoe_live_view_frame_release(frame);
        }
    }
    double took = (double)(run.end.tv_sec - run.begin.tv_sec) + (double)(run.end.tv_nsec - run.begin.tv_nsec) / 1e9;
    double frames = (double)run.wanted;
    printf("%.6f %llu %ld %.3f %.6f\n", took, run.bytes, run.wanted, (double)run.cpu / 1e3 / frames, (double)run.allocations / frames);
    hotshoe_live_view_stream_release(stream);
    OK(hotshoe_camera_disconnect_wait(camera, NULL, HOTSHOE_FOREVER, NULL));
    hotshoe_camera_release(camera);
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    hotshoe_network_camera_provider_release(network);
    return 0;
}
