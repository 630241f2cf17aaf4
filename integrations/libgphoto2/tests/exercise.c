/*
 * Uses a camera in each way that libgphoto2 offers, and frees everything, for tests under valgrind.
 *
 *     exercise MODEL PORT [ROUNDS]      a camera, opened and closed ROUNDS times
 *     exercise --leave MODEL PORT       a camera that the program does not close
 *     exercise --frames MODEL PORT N    N frames of live view; prints frames per second
 *
 * Ends with 1 if a call fails, or if handles of HotShoe are left.
 */
#include <dlfcn.h>
#include <gphoto2/gphoto2.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static GPContext *context;

#define CHECK(call) \
    do { \
        int result_ = (call); \
        if (result_ >= GP_OK) break; \
        fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, gp_result_as_string(result_)); \
        exit(1); \
    } while (0)

static void on_error(GPContext *of, const char *text, void *data) {
    (void)of, (void)data;
    fprintf(stderr, "%s\n", text);
}

static Camera *open_camera(const char *model, const char *path) {
    CameraAbilitiesList *models;
    GPPortInfoList *ports;
    CameraAbilities abilities;
    GPPortInfo port;
    Camera *camera;
    int index;
    CHECK(gp_camera_new(&camera));
    CHECK(gp_abilities_list_new(&models));
    CHECK(gp_abilities_list_load(models, context));
    CHECK(index = gp_abilities_list_lookup_model(models, model));
    CHECK(gp_abilities_list_get_abilities(models, index, &abilities));
    CHECK(gp_camera_set_abilities(camera, abilities));
    CHECK(gp_abilities_list_free(models));
    CHECK(gp_port_info_list_new(&ports));
    CHECK(gp_port_info_list_load(ports));
    CHECK(index = gp_port_info_list_lookup_path(ports, path));
    CHECK(gp_port_info_list_get_info(ports, index, &port));
    CHECK(gp_camera_set_port_info(camera, port));
    CHECK(gp_port_info_list_free(ports));
    CHECK(gp_camera_init(camera, context));
    return camera;
}

static void set(Camera *camera, const char *name, const char *value) {
    CameraWidget *widget;
    CHECK(gp_camera_get_single_config(camera, name, &widget, context));
    CHECK(gp_widget_set_value(widget, value));
    CHECK(gp_camera_set_single_config(camera, name, widget, context));
    CHECK(gp_widget_free(widget));
}

static void use_settings(Camera *camera) {
    CameraWidget *tree, *widget;
    CameraText *text = malloc(sizeof *text);
    CHECK(gp_camera_get_summary(camera, text, context));
    CHECK(gp_camera_get_about(camera, text, context));
    CHECK(gp_camera_get_manual(camera, text, context));
    free(text);
    CHECK(gp_camera_get_config(camera, &tree, context));
    CHECK(gp_widget_get_child_by_name(tree, "iso", &widget));
    CHECK(gp_widget_set_value(widget, "400"));
    CHECK(gp_camera_set_config(camera, tree, context));
    CHECK(gp_widget_free(tree));
    set(camera, "iso", "800");
}

static uint64_t read_all(Camera *camera, const char *folder, const char *name, CameraFileType type) {
    CameraFile *file;
    const char *data;
    unsigned long size;
    CHECK(gp_file_new(&file));
    CHECK(gp_camera_file_get(camera, folder, name, type, file, context));
    CHECK(gp_file_get_data_and_size(file, &data, &size));
    CHECK(gp_file_unref(file));
    return size;
}

static void use_file(Camera *camera, const char *folder, const char *name) {
    CameraFileInfo info;
    char bytes[1000];
    uint64_t size = sizeof bytes;
    CHECK(gp_camera_file_get_info(camera, folder, name, &info, context));
    if (read_all(camera, folder, name, GP_FILE_TYPE_NORMAL) != info.file.size) {
        fprintf(stderr, "%s/%s has not the size that the camera reports\n", folder, name);
        exit(1);
    }
    read_all(camera, folder, name, GP_FILE_TYPE_EXIF);
    if (strcmp(folder, "/") != 0) read_all(camera, folder, name, GP_FILE_TYPE_PREVIEW);
    CHECK(gp_camera_file_read(camera, folder, name, GP_FILE_TYPE_NORMAL, 100, bytes, &size, context));
}

static void upload(Camera *camera, const char *folder) {
    CameraFile *file;
    char *text = strdup("some text");
    CHECK(gp_file_new(&file));
    CHECK(gp_file_set_data_and_size(file, text, strlen(text)));
    CHECK(gp_camera_folder_put_file(camera, folder, "NOTES.TXT", GP_FILE_TYPE_NORMAL, file, context));
    CHECK(gp_file_unref(file));
    CHECK(gp_camera_file_delete(camera, folder, "NOTES.TXT", context));
}

static void list(Camera *camera, const char *folder) {
    CameraList *names;
    CHECK(gp_list_new(&names));
    CHECK(gp_camera_folder_list_files(camera, folder, names, context));
    CHECK(gp_camera_folder_list_folders(camera, folder, names, context));
    for (int i = 0; i < gp_list_count(names); i++) {
        const char *name;
        char path[2048];
        CHECK(gp_list_get_name(names, i, &name));
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder, name);
        list(camera, path);
    }
    CHECK(gp_list_free(names));
}

static void take_pictures(Camera *camera) {
    CameraFilePath path;
    CameraEventType type = GP_EVENT_UNKNOWN;
    void *data;
    CHECK(gp_camera_capture(camera, GP_CAPTURE_IMAGE, &path, context));
    use_file(camera, path.folder, path.name);
    if (strcmp(path.folder, "/") != 0) upload(camera, path.folder);
    CHECK(gp_camera_file_delete(camera, path.folder, path.name, context));
    CHECK(gp_camera_trigger_capture(camera, context));
    for (int completed = 0; completed < 2;) {
        CHECK(gp_camera_wait_for_event(camera, 20000, &type, &data, context));
        if (type == GP_EVENT_TIMEOUT) {
            fprintf(stderr, "no event in 20 s\n");
            exit(1);
        }
        completed += type == GP_EVENT_CAPTURE_COMPLETE;
        if (type == GP_EVENT_FILE_ADDED) {
            path = *(CameraFilePath *)data;
            read_all(camera, path.folder, path.name, GP_FILE_TYPE_NORMAL);
        }
        free(data);
    }
}

static void show(Camera *camera, int count) {
    CameraFile *file;
    struct timespec begun, ended;
    unsigned long size = 0;
    CHECK(gp_file_new(&file));
    CHECK(gp_camera_capture_preview(camera, file, context)); /* begins live view */
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int i = 0; i < count; i++) {
        const char *data;
        CHECK(gp_file_clean(file));
        CHECK(gp_camera_capture_preview(camera, file, context));
        CHECK(gp_file_get_data_and_size(file, &data, &size));
    }
    clock_gettime(CLOCK_MONOTONIC, &ended);
    CHECK(gp_file_unref(file));
    double seconds = (double)(ended.tv_sec - begun.tv_sec) + (double)(ended.tv_nsec - begun.tv_nsec) / 1e9;
    if (count > 10) printf("%.1f frames/s of %lu bytes\n", count / seconds, size);
}

static void use(Camera *camera) {
    CameraStorageInformation *storages;
    int count;
    use_settings(camera);
    show(camera, 5);
    take_pictures(camera);
    list(camera, "/");
    CHECK(gp_camera_get_storageinfo(camera, &storages, &count, context));
    free(storages);
    set(camera, "capturetarget", "Internal RAM");
    take_pictures(camera);
}

/** Waits until the library has released all handles of HotShoe. */
static void expect_no_handles(void) {
    void *library = dlopen("libhotshoe.so.0", RTLD_LAZY | RTLD_NOLOAD);
    int32_t (*wait)(uint64_t count, int64_t timeout_ns) = NULL;
    uint64_t (*count)(void) = NULL;
    if (library) *(void **)&wait = dlsym(library, "hotshoe_debug_wait_for_live_handles");
    if (library) *(void **)&count = dlsym(library, "hotshoe_debug_live_handles");
    if (!wait || !count || wait(0, 20 * INT64_C(1000000000)) != 0) {
        fprintf(stderr, "%llu handles of HotShoe are left\n", count ? (unsigned long long)count() : 0);
        exit(1);
    }
}

int main(int count, char **arguments) {
    context = gp_context_new();
    gp_context_set_error_func(context, on_error, NULL);
    if (count == 4 && strcmp(arguments[1], "--leave") == 0) {
        Camera *camera = open_camera(arguments[2], arguments[3]);
        show(camera, 2);
        CHECK(gp_camera_trigger_capture(camera, context));
        return 0;
    }
    if (count == 5 && strcmp(arguments[1], "--frames") == 0) {
        Camera *camera = open_camera(arguments[2], arguments[3]);
        show(camera, atoi(arguments[4]));
        CHECK(gp_camera_exit(camera, context));
        return 0;
    }
    if (count < 3) return 64;
    for (int round = 0; round < (count > 3 ? atoi(arguments[3]) : 1); round++) {
        Camera *camera = open_camera(arguments[1], arguments[2]);
        use(camera);
        CHECK(gp_camera_exit(camera, context));
        CHECK(gp_camera_unref(camera));
    }
    expect_no_handles();
    gp_context_unref(context);
    return 0;
}
