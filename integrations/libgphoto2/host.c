#define _GNU_SOURCE
#include "host.h"

#include <dlfcn.h>

/** Opens the library that contains an address; closed by the caller. Null if there is none. */
static void *open_library(void *caller) {
    Dl_info place;
    if (!dladdr(caller, &place) || !place.dli_fname) return NULL;
    /* For a program that contains libgphoto2 itself this is the program's name, which cannot be opened: its symbols are global. */
    void *library = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return library ? library : dlopen(NULL, RTLD_LAZY);
}

#define X(name) has_all = ((*(void **)&self->name = dlsym(library, "gp_" #name)) != NULL) && has_all;

bool hs_host_bind(HsHost *self, void *caller) {
    void *library = open_library(caller);
    bool has_all = library != NULL;
    if (!library) return false;
    HS_HOST_FUNCTIONS(X)
    dlclose(library);
    return has_all;
}

bool hs_ports_host_bind(HsPortsHost *self, void *caller) {
    void *library = open_library(caller);
    bool has_all = library != NULL;
    if (!library) return false;
    HS_PORTS_HOST_FUNCTIONS(X)
    dlclose(library);
    return has_all;
}
