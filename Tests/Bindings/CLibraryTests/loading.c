/* The library is loaded with dlopen beside another with its own Swift runtime, closed, and loaded again. */
#include <dlfcn.h>
#include <hotshoe/hotshoe.h>
#include <string.h>

#include "check.h"

typedef hotshoe_status (*create_function)(hotshoe_camera_simulator_configuration, hotshoe_time_source, hotshoe_camera_simulator *);
typedef hotshoe_status (*release_function)(hotshoe_camera_simulator);
typedef int32_t (*neighbour_function)(int32_t);

static void *symbol(void *library, const char *name) {
    void *address = dlsym(library, name);
    if (!address) fprintf(stderr, "no %s: %s\n", name, dlerror());
    return address;
}

static void use_ours(void *library) {
    create_function create;
    release_function release;
    *(void **)&create = symbol(library, "hotshoe_camera_simulator_create");
    *(void **)&release = symbol(library, "hotshoe_camera_simulator_release");
    hotshoe_camera_simulator simulator = {0};
    CHECK_OK(create((hotshoe_camera_simulator_configuration){0}, (hotshoe_time_source){0}, &simulator));
    CHECK_OK(release(simulator));
}

static void use_theirs(void *library) {
    neighbour_function twice;
    *(void **)&twice = symbol(library, "neighbour_twice");
    CHECK(twice(21) == 42);
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    int mode = RTLD_NOW | (strcmp(arguments[3], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL);
    int ours_first = strcmp(arguments[4], "ours_first") == 0;
    for (int round = 0; round < 3; round++) {
        void *first = dlopen(arguments[ours_first ? 1 : 2], mode);
        if (!first) fprintf(stderr, "%s\n", dlerror());
        void *second = dlopen(arguments[ours_first ? 2 : 1], mode);
        if (!second) fprintf(stderr, "%s\n", dlerror());
        if (!first || !second) return 1;
        use_ours(ours_first ? first : second);
        use_theirs(ours_first ? second : first);
        use_ours(ours_first ? first : second);
        CHECK(dlclose(ours_first ? first : second) == 0);
    }
    return finish();
}
