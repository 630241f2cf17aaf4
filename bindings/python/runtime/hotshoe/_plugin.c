/*
 * A plugin that opens other plugins, which are Python programs: `--plugin PATH-OF-THIS=FILE.py`.
 *
 * In a process with an interpreter it uses that one. In any other it loads libpython and starts one, which stays until the process
 * ends. Therefore nothing of Python is linked: its functions are looked up when the plugin is opened.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <hotshoe/plugin.h>
#include <stdio.h>
#include <stdlib.h>

/* The library of the interpreter for which this package was built. */
#ifndef PYTHON_LIBRARY
#error "setup.py defines PYTHON_LIBRARY"
#endif

typedef struct object object; /* PyObject */

/* The functions of the stable interface that are used. */
typedef struct {
    int (*is_initialized)(void);
    void (*initialize)(int);
    void *(*save_thread)(void);
    int (*ensure)(void);
    void (*release)(int);
    object *(*get_object)(const char *); /* borrowed */
    object *(*decode)(const char *);
    int (*insert)(object *, long, object *);
    object *(*import)(const char *);
    object *(*call)(object *, const char *, const char *, ...);
    const char *(*text)(object *, long *);
    void (*print)(void);
    void (*decrement)(object *);
} python;

static hotshoe_status fail(hotshoe_error **error, const char *reason) {
    *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text(reason));
    return HOTSHOE_ERROR_FAILED;
}

/** Looks up the functions, in the process or in the interpreter's library. Returns null, or the reason of a failure. */
static const char *find_python(python *result) {
    static const char *const names[] = {
        "Py_IsInitialized", "Py_InitializeEx", "PyEval_SaveThread", "PyGILState_Ensure", "PyGILState_Release", "PySys_GetObject",
        "PyUnicode_DecodeFSDefault", "PyList_Insert", "PyImport_ImportModule", "PyObject_CallMethod", "PyUnicode_AsUTF8AndSize",
        "PyErr_Print", "Py_DecRef",
    };
    void **slots = (void **)result;
    void *library = RTLD_DEFAULT;
    if (!dlsym(RTLD_DEFAULT, names[0]) && !(library = dlopen(PYTHON_LIBRARY, RTLD_NOW | RTLD_GLOBAL))) return dlerror();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!(slots[i] = dlsym(library, names[i]))) return dlerror();
    return NULL;
}

/** Puts the folder of the package on the path of an interpreter that was started here. */
static void add_folder(const python *py) {
    Dl_info info;
    char *folder = NULL, *file;
    if (!dladdr((void *)(size_t)add_folder, &info) || !(file = realpath(info.dli_fname, NULL))) return;
    if (asprintf(&folder, "%s", file) >= 0) {
        for (int levels = 0; levels < 2; levels++) { /* …/hotshoe/_plugin….so */
            char *slash = strrchr(folder, '/');
            if (slash) *slash = '\0';
        }
        object *path = py->get_object("path"), *text = py->decode(folder);
        if (path && text) py->insert(path, 0, text);
        if (text) py->decrement(text);
        free(folder);
    }
    free(file);
}

/** Has Python open the program. */
static hotshoe_status open_program(const python *py, const char *argument, hotshoe_error **error) {
    hotshoe_status status = HOTSHOE_OK;
    object *module = py->import("hotshoe._plugins");
    object *result = module ? py->call(module, "open_plugin", "s", argument) : NULL;
    const char *reason = result ? py->text(result, NULL) : NULL;
    if (!reason) {
        py->print();
        status = fail(error, "the package hotshoe cannot be imported by " PYTHON_LIBRARY);
    } else if (*reason) {
        status = fail(error, reason);
    }
    if (result) py->decrement(result);
    if (module) py->decrement(module);
    return status;
}

static hotshoe_status open_python(const char *argument, hotshoe_error **error) {
    python py;
    if (!*argument) return fail(error, "the name of a Python program is missing: PATH=FILE.py");
    const char *reason = find_python(&py);
    if (reason) return fail(error, reason);
    bool is_new = !py.is_initialized();
    if (is_new) py.initialize(0); /* without signal handlers */
    int state = is_new ? 0 : py.ensure();
    if (is_new) add_folder(&py);
    hotshoe_status status = open_program(&py, argument, error);
    if (is_new)
        py.save_thread();
    else
        py.release(state);
    return status;
}

HOTSHOE_PLUGIN(open_python)
