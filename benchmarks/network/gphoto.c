/* The same with libgphoto2: gphoto PORT FOLDER NAME COUNT. Prints one line: seconds, bytes, peak memory in KiB. */
#include "gphoto.h"

int main(int argc, char **argv) {
    if (argc < 5) return 2;
    GPContext *context = gp_context_new();
    Camera *camera = opened(argv[1], context);
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
