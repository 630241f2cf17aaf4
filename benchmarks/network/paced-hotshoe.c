/* Live view of network cameras in one C program, with libhotshoe: paced-hotshoe call|ask SECONDS PORT… See paced.h. */
#include "paced.h"
#include <hotshoe/hotshoe.h>
#include <pthread.h>

#define OK(call) ((call) == HOTSHOE_OK ? (void)0 : (fprintf(stderr, "%s failed\n", #call), exit(1)))

struct viewer {
    struct paced *frames;
    hotshoe_camera camera;
    hotshoe_live_view_stream stream;
    hotshoe_live_view_subscription subscription;
    pthread_t thread;
};

static paced_phase phase;

static void received(struct viewer *viewer, hotshoe_live_view_frame frame) {
    hotshoe_bytes bytes;
    OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
    paced_received(viewer->frames, &phase, bytes.data, bytes.size);
}

static void on_frame(hotshoe_live_view_frame frame, void *context) { received(context, frame); }

static void *ask(void *context) {
    struct viewer *viewer = context;
    while (atomic_load(&phase) < 2) {
        hotshoe_live_view_frame frame;
        OK(hotshoe_live_view_stream_next(viewer->stream, HOTSHOE_SECONDS(5), &frame, NULL));
        received(viewer, frame);
        hotshoe_live_view_frame_release(frame);
    }
    return NULL;
}

static hotshoe_camera connected(hotshoe_camera_discovery discovery, uint16_t number) {
    hotshoe_camera camera;
    hotshoe_connection_warning_array warnings;
    hotshoe_optional_uint16 port = { .has_value = true, .value = number };
    hotshoe_camera_address address = hotshoe_camera_address_make_network(hotshoe_text("127.0.0.1"), port);
    OK(hotshoe_camera_discovery_camera_at_wait(discovery, &address, HOTSHOE_SECONDS(10), &camera, NULL));
    OK(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_SECONDS(10), &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    return camera;
}

int main(int argc, char **argv) {
    int count = argc - 3, calls = argc > 3 && strcmp(argv[1], "call") == 0;
    if (count < 1 || count > 64) return 2;
    struct paced *frames = calloc((size_t)count, sizeof *frames);
    struct viewer viewers[64] = { 0 };
    hotshoe_network_camera_provider network;
    hotshoe_camera_discovery discovery;
    OK(hotshoe_network_camera_provider_create(hotshoe_text("benchmark"), &network));
    hotshoe_camera_provider provider;
    OK(hotshoe_network_camera_provider_as_camera_provider(network, &provider));
    OK(hotshoe_camera_discovery_create_with_providers(hotshoe_text("benchmark"), (hotshoe_camera_provider_array){&provider, 1}, (hotshoe_time_source){0}, &discovery));
    for (int i = 0; i < count; i++) {
        struct viewer *viewer = &viewers[i];
        viewer->frames = &frames[i];
        viewer->camera = connected(discovery, (uint16_t)atoi(argv[3 + i]));
        OK(hotshoe_camera_live_view(viewer->camera, NULL, &viewer->stream));
        if (calls)
            OK(hotshoe_live_view_stream_subscribe_with_credit(viewer->stream, (hotshoe_queue){0}, NULL, NULL, NULL, NULL, on_frame, viewer, NULL, &viewer->subscription));
        else
            pthread_create(&viewer->thread, NULL, ask, viewer);
    }
    paced_wait(frames, count);
    struct paced_use before = paced_used();
    uint64_t begin = stamp_now();
    atomic_store(&phase, 1);
    double wanted = atof(argv[2]);
    nanosleep(&(struct timespec){ (time_t)wanted, (long)((wanted - (double)(time_t)wanted) * 1e9) }, NULL);
    atomic_store(&phase, 2);
    uint64_t end = stamp_now();
    struct paced_use after = paced_used();
    for (int i = 0; i < count; i++) {
        struct viewer *viewer = &viewers[i];
        if (calls) {
            OK(hotshoe_live_view_subscription_cancel(viewer->subscription));
            hotshoe_live_view_subscription_release(viewer->subscription);
        } else {
            pthread_join(viewer->thread, NULL);
        }
        hotshoe_live_view_stream_release(viewer->stream);
        OK(hotshoe_camera_disconnect_wait(viewer->camera, NULL, HOTSHOE_FOREVER, NULL));
        hotshoe_camera_release(viewer->camera);
    }
    paced_print(frames, count, (double)(end - begin) / 1e9, (struct paced_use){ after.cpu - before.cpu, after.waits - before.waits });
    hotshoe_camera_discovery_release(discovery);
    hotshoe_camera_provider_release(provider);
    hotshoe_network_camera_provider_release(network);
    free(frames);
    return 0;
}
