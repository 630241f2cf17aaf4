/* The library writes nothing to the program's standard error, with all libraries that it loads, and one call searches with the default
   providers. */
#include <hotshoe/hotshoe.h>
#include <unistd.h>

#include "check.h"

int main(void) {
    hotshoe_error *error = NULL;
    hotshoe_camera_discovery discovery;
    bool has_looked = false;
    int terminal = dup(STDERR_FILENO);
    FILE *file = tmpfile();
    CHECK(terminal >= 0 && file && dup2(fileno(file), STDERR_FILENO) == STDERR_FILENO);

    CHECK_OK(hotshoe_camera_discovery_create(hotshoe_text("silence"), &discovery));
    CHECK_OK(hotshoe_camera_discovery_wait_for_first_search_wait(discovery, HOTSHOE_SECONDS(60), HOTSHOE_FOREVER, &has_looked, &error));
    CHECK(has_looked && error == NULL);
    CHECK_OK(hotshoe_camera_discovery_stop(discovery));
    CHECK_OK(hotshoe_camera_discovery_release(discovery));
    CHECK_OK(hotshoe_debug_wait_for_live_handles(0, HOTSHOE_SECONDS(60)));

    fflush(stderr);
    off_t size = lseek(fileno(file), 0, SEEK_END);
    CHECK(dup2(terminal, STDERR_FILENO) == STDERR_FILENO);
    if (size > 0) {
        char text[1024] = "";
        ssize_t count = pread(fileno(file), text, sizeof text - 1, 0);
        fprintf(stderr, "the library wrote %ld bytes: %.*s\n", (long)size, (int)count, text);
        failures++;
    }
    return finish();
}
