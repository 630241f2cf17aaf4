/* The time to load a library into a new process, and its size. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES = 20 };

static double load_ms(const char *path) {
    int ends[2];
    double result = -1;
    if (pipe(ends) != 0) return -1;
    pid_t child = fork();
    if (child == 0) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        void *library = dlopen(path, RTLD_NOW);
        clock_gettime(CLOCK_MONOTONIC, &end);
        double ms = (double)(end.tv_sec - start.tv_sec) * 1e3 + (double)(end.tv_nsec - start.tv_nsec) / 1e6;
        if (!library) fprintf(stderr, "%s\n", dlerror());
        if (library && write(ends[1], &ms, sizeof ms) != sizeof ms) _exit(1);
        _exit(0);
    }
    close(ends[1]);
    if (read(ends[0], &result, sizeof result) != sizeof result) result = -1;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return result;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    if (argc != 3) return 64;
    double times[PROCESSES];
    struct stat whole, stripped;
    if (stat(argv[1], &whole) != 0 || stat(argv[2], &stripped) != 0) return 1;
    for (int i = 0; i < PROCESSES; i++) times[i] = load_ms(argv[1]);
    qsort(times, PROCESSES, sizeof *times, ascending);
    double median = times[PROCESSES / 2], size = (double)stripped.st_size / (1 << 20);
    if (times[0] < 0) return 1;
    printf("Loading libhotshoe.so\n");
    printf("  %-42s %9.2f ms  ≤ 10 ms%s\n", "a fresh process, median of 20", median, median <= 10 ? "" : " MISSED");
    printf("  %-42s %9.2f MiB  ≤ 13.125 MiB%s  (%.2f MiB with symbols)\n", "size, stripped", size, size <= 13.125 ? "" : " MISSED", (double)whole.st_size / (1 << 20));
    return median <= 10 && size <= 13.125 ? 0 : 2;
}
