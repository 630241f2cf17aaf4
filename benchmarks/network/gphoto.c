/* The same by libgphoto2: gphoto PORT FOLDER NAME COUNT. One line: seconds, bytes, peak memory in KiB. */
#include <gphoto2/gphoto2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static void check(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "%s: %s\n", what, gp_result_as_string(result));
    exit(1);
}

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    char path[64];
    snprintf(path, sizeof path, "ptpip:127.0.0.1:%s:%s", argv[1], argv[1]);
    GPContext *context = gp_context_new();
    CameraAbilitiesList *all;
    GPPortInfoList *ports;
    CameraAbilities abilities;
    GPPortInfo port;
    Camera *camera;
    gp_abilities_list_new(&all);
    gp_abilities_list_load(all, context);
    check(gp_abilities_list_get_abilities(all, gp_abilities_list_lookup_model(all, "PTP/IP Camera"), &abilities), "model");
    gp_port_info_list_new(&ports);
    gp_port_info_list_load(ports);
    check(gp_port_info_list_get_info(ports, gp_port_info_list_lookup_path(ports, path), &port), "port");
    gp_camera_new(&camera);
    gp_camera_set_abilities(camera, abilities);
    gp_camera_set_port_info(camera, port);
    check(gp_camera_init(camera, context), "init");
    CameraFile *warm;
    gp_file_new(&warm);
    check(gp_camera_file_get(camera, argv[2], argv[3], GP_FILE_TYPE_PREVIEW, warm, context) < 0 ? 0 : 0, "warm");
    gp_file_unref(warm);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    unsigned long long bytes = 0;
    for (int i = 0; i < atoi(argv[4]); i++) {
        CameraFile *file;
        const char *data;
        unsigned long size;
        gp_file_new(&file);
        check(gp_camera_file_get(camera, argv[2], argv[3], GP_FILE_TYPE_NORMAL, file, context), "get");
        gp_file_get_data_and_size(file, &data, &size);
        bytes += size;
        gp_file_unref(file);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("%.6f %llu %ld\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9, bytes, usage.ru_maxrss);
    gp_camera_exit(camera, context);
    return 0;
}
