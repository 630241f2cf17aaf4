/* The same with libgphoto2: live-gphoto PORT COUNT. Prints one line: seconds, bytes, frames. */
#include "gphoto.h"

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int count = atoi(argv[2]);
    GPContext *context = gp_context_new();
    Camera *camera = opened(argv[1], context);
    struct timespec begin = {0}, end;
    unsigned long long bytes = 0;
    for (int i = -10; i < count; i++) {
        CameraFile *file;
        const char *data;
        unsigned long size;
        if (i == 0) clock_gettime(CLOCK_MONOTONIC, &begin);
        gp_file_new(&file);
        check(gp_camera_capture_preview(camera, file, context), "preview");
        gp_file_get_data_and_size(file, &data, &size);
        if (i >= 0) bytes += size;
        gp_file_unref(file);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %llu %d\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9, bytes, count);
    gp_camera_exit(camera, context);
    return 0;
}
