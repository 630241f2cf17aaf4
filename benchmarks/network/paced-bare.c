/* Live view of EOS bodies in bare C, a process for each: paced-bare SECONDS PORT… See paced.h. */
#include "eos.h"
#include "paced.h"
#include <sys/mman.h>
#include <sys/wait.h>

static struct shared {
    paced_phase phase;
    struct paced_use used[64];
    struct paced cameras[];
} *shared;

static void watch(int port, int number) {
    int s = opened(port), counted = 0;
    uint32_t transaction = 1;
    struct paced_use before = { 0 };
    begin_live_view(s, &transaction);
    struct timespec polled, now;
    clock_gettime(CLOCK_MONOTONIC, &polled);
    for (int phase; (phase = atomic_load(&shared->phase)) < 2;) {
        if (phase == 1 && !counted) before = paced_used(), counted = 1;
        size_t size;
        const uint8_t *picture = next_picture(s, &transaction, &size);
        paced_received(&shared->cameras[number], &shared->phase, picture, size);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (seconds(polled, now) > 0.1) drain(s, &transaction), polled = now;
    }
    struct paced_use after = paced_used();
    shared->used[number] = (struct paced_use){ after.cpu - before.cpu, after.waits - before.waits };
    set(s, &transaction, 0xD1B0, 0);
}

int main(int argc, char **argv) {
    int count = argc - 2;
    if (count < 1 || count > 64) return 2;
    shared = mmap(NULL, sizeof *shared + (size_t)count * sizeof(struct paced), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) fail("mmap");
    for (int i = 0; i < count; i++)
        if (fork() == 0) return watch(atoi(argv[2 + i]), i), 0;
    paced_wait(shared->cameras, count);
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    atomic_store(&shared->phase, 1);
    usleep((useconds_t)(atof(argv[1]) * 1e6));
    clock_gettime(CLOCK_MONOTONIC, &end);
    atomic_store(&shared->phase, 2);
    while (wait(NULL) > 0) continue;
    struct paced_use used = { 0 };
    for (int i = 0; i < count; i++) used.cpu += shared->used[i].cpu, used.waits += shared->used[i].waits;
    paced_print(shared->cameras, count, seconds(begin, end), used);
    return 0;
}
