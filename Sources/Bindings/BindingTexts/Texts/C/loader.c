#include <dlfcn.h>
#include <stdio.h>
int main(int count, char **words) {
    void *library = count > 1 ? dlopen(words[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!library) fprintf(stderr, "%s\n", dlerror());
    return library ? 0 : 1;
}
