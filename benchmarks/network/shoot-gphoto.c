/* Pictures with libgphoto2, taken like by `gphoto2 --capture-image-and-download`: shoot-gphoto PORT COUNT FILE. Prints one
   line: the milliseconds of each. */
#include "gphoto.h"
#include <fcntl.h>

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    GPContext *context = gp_context_new();
    Camera *camera = opened(argv[1], context);
    for (int i = -1; i < atoi(argv[2]); i++) {
        CameraFilePath path;
        CameraFile *file;
        double begin = now();
        check(gp_camera_capture(camera, GP_CAPTURE_IMAGE, &path, context), "capture");
        int fd = open(argv[3], O_CREAT | O_TRUNC | O_WRONLY, 0644);
        check(gp_file_new_from_fd(&file, fd), "file");
        check(gp_camera_file_get(camera, path.folder, path.name, GP_FILE_TYPE_NORMAL, file, context), "get");
        gp_file_unref(file);
        if (i >= 0) printf("%.3f ", now() - begin);
    }
    puts("");
    gp_camera_exit(camera, context);
    return 0;
}
