/* A thread of the program loads the library: the main queue belongs to that thread, and no other may run its work. */
#include <dlfcn.h>
#include <kitchen/kitchen.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct {
    const char *path;
    void *library;
    pthread_barrier_t loaded, used;
} shared;

static void *load(void *stays) {
    shared.library = dlopen(shared.path, RTLD_NOW | RTLD_GLOBAL);
    pthread_barrier_wait(&shared.loaded);
    if (stays) pthread_barrier_wait(&shared.used);
    return NULL;
}

static void *symbol(const char *name) {
    void *address = dlsym(shared.library, name);
    if (!address) fprintf(stderr, "no %s: %s\n", name, dlerror());
    return address;
}

/* Adds work to the main queue, and asks for it on this thread. */
static int use(void) {
    kitchen_status (*on_main)(int64_t, kitchen_operation *);
    kitchen_status (*queue_main)(kitchen_queue *);
    kitchen_status (*run_pending)(kitchen_queue, size_t *);
    kitchen_status (*wait)(kitchen_operation, int64_t);
    *(void **)&on_main = symbol("kitchen_on_main");
    *(void **)&queue_main = symbol("kitchen_queue_main");
    *(void **)&run_pending = symbol("kitchen_queue_run_pending");
    *(void **)&wait = symbol("kitchen_operation_wait");
    kitchen_operation operation = {0};
    kitchen_queue queue = {0};
    if (on_main(41, &operation) != KITCHEN_OK || queue_main(&queue) != KITCHEN_OK) return 3;
    wait(operation, KITCHEN_MILLISECONDS(20));
    const kitchen_status status = run_pending(queue, NULL);
    if (status == KITCHEN_ERROR_WRONG_THREAD) return 0;
    fprintf(stderr, "run_pending returned %d\n", status);
    return 1;
}

int main(int count, char **arguments) {
    pthread_t thread;
    if (count != 3) return 2;
    const int stays = strcmp(arguments[2], "stays") == 0;
    shared.path = arguments[1];
    if (pthread_barrier_init(&shared.loaded, NULL, 2) || pthread_barrier_init(&shared.used, NULL, 2)) return 2;
    if (pthread_create(&thread, NULL, load, stays ? &shared : NULL)) return 2;
    pthread_barrier_wait(&shared.loaded);
    if (!stays) pthread_join(thread, NULL);
    const int code = shared.library ? use() : 2;
    if (stays) pthread_barrier_wait(&shared.used), pthread_join(thread, NULL);
    return code;
}
