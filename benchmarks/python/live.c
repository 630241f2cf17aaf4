/* Live view from C: frames a second of a simulated camera whose pictures are encoded already. Usage: live PICTURE COUNT */
#include <hotshoe/hotshoe.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define OK(call) do { if ((call) != HOTSHOE_OK) { fprintf(stderr, "failed: %s\n", #call); exit(1); } } while (0)

int main(int count, char **arguments) {
    if (count != 3) return 2;
    FILE *file = fopen(arguments[1], "rb");
    if (!file) return 2;
    static uint8_t data[1 << 20];
    hotshoe_bytes picture = {data, fread(data, 1, sizeof data, file)};
    fclose(file);
    hotshoe_camera_simulator_configuration configuration;
    OK(hotshoe_camera_simulator_configuration_make(&configuration));
    hotshoe_camera_simulator_live_view_source source =
        hotshoe_camera_simulator_live_view_source_make_pictures((hotshoe_bytes_array){&picture, 1});
    OK(hotshoe_camera_simulator_configuration_set_live_view_rate(configuration, NULL));
    OK(hotshoe_camera_simulator_configuration_set_live_view_source(configuration, &source));
    hotshoe_camera_simulator simulator;
    OK(hotshoe_camera_simulator_create(configuration, (hotshoe_time_source){0}, &simulator));
    hotshoe_camera camera;
    OK(hotshoe_camera_simulator_make_camera(simulator, &camera));
    hotshoe_connection_warning_array warnings;
    OK(hotshoe_camera_connect_wait(camera, NULL, (hotshoe_queue){0}, NULL, NULL, NULL, HOTSHOE_FOREVER, &warnings, NULL));
    hotshoe_connection_warning_array_free(&warnings);
    hotshoe_live_view_stream stream;
    OK(hotshoe_camera_live_view(camera, NULL, &stream));
    const int frames = atoi(arguments[2]);
    struct timespec begin, end;
    for (int index = -100; index < frames; index++) {
        if (index == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
        hotshoe_live_view_frame frame;
        OK(hotshoe_live_view_stream_next(stream, HOTSHOE_FOREVER, &frame, NULL));
        hotshoe_bytes bytes;
        OK(hotshoe_live_view_frame_get_bytes(frame, &bytes));
        if (bytes.data[0] != 0xff) return 1;
        OK(hotshoe_live_view_frame_release(frame));
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.0f\n", frames / ((double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9));
    return 0;
}
