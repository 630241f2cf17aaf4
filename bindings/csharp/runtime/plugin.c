/*
 * The native part of a camera plugin in C#: ring.so, which opens ring.dll beside it.
 *
 *     cc -shared -fPIC plugin.c -lhotshoe -o ring.so
 *
 * It starts the runtime of the assembly: .NET if there is a ring.runtimeconfig.json beside it, otherwise mono. In a process that has
 * the runtime already, it uses that one. The runtime stays until the process ends. Nothing of either is linked: the functions are
 * looked up when the plugin is opened.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <hotshoe/plugin.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The class and the method of the assembly that open the plugin: static int Open(IntPtr request, int size). */
#define PLUGIN_CLASS "HotShoePlugin"
#define PLUGIN_METHOD "Open"

/* The request that the method receives; CameraPlugin.cs has the same. */
typedef struct {
    const char *argument;
    hotshoe_error **error;
} open_request;

/* The files of the plugin. */
typedef struct {
    char *folder, *assembly, *configuration, *name; /* …, …/ring.dll, …/ring.runtimeconfig.json, ring */
} plugin_files;

__attribute__((format(printf, 2, 3))) static hotshoe_status fail(hotshoe_error **error, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) text = NULL;
    va_end(arguments);
    *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text(text ? text : "no memory"));
    free(text);
    return HOTSHOE_ERROR_FAILED;
}

/* ---- The files ---- */

static void free_files(plugin_files *files) {
    free(files->folder);
    free(files->assembly);
    free(files->configuration);
    free(files->name);
}

/** Derives the names of the files from that of this library. Returns false if there is no memory. */
static bool find_files(plugin_files *files) {
    Dl_info info;
    char *end;
    if (!dladdr((void *)(size_t)find_files, &info) || !(files->folder = realpath(info.dli_fname, NULL))) return false;
    end = strrchr(files->folder, '/');
    *end = '\0';
    if (!(files->name = strdup(end + 1))) return false;
    end = strrchr(files->name, '.');
    if (end) *end = '\0';
    return asprintf(&files->assembly, "%s/%s.dll", files->folder, files->name) >= 0
        && asprintf(&files->configuration, "%s/%s.runtimeconfig.json", files->folder, files->name) >= 0;
}

/** Loading a program runs it: no other user may be able to replace it, or a folder above it. */
static hotshoe_status check_owners(const char *file, hotshoe_error **error) {
    char path[4096];
    struct stat status;
    if (snprintf(path, sizeof path, "%s", file) >= (int)sizeof path) return fail(error, "the path of %s is too long", file);
    for (;;) {
        if (stat(path, &status)) return fail(error, "there is no file %s", path);
        if ((status.st_mode & S_IWOTH) && !(status.st_mode & S_ISVTX)) return fail(error, "every user of this computer can change %s", path);
        if (status.st_uid != 0 && status.st_uid != geteuid()) return fail(error, "%s belongs to another user", path);
        if (strcmp(path, "/") == 0) return HOTSHOE_OK;
        char *slash = strrchr(path, '/');
        slash[slash == path] = '\0';
    }
}

/** Looks up functions. Returns false if one is missing. */
static bool look_up(void *library, const char *const names[], size_t count, void **slots) {
    for (size_t i = 0; i < count; i++)
        if (!(slots[i] = dlsym(library, names[i]))) return false;
    return true;
}

/* ---- Mono ---- */

typedef struct mono_object mono_object;

/* The functions of mono that are used, in the order of their names below. */
typedef struct {
    void *(*get_domain)(void);
    void *(*start)(const char *);
    void (*set_folder)(void *, const char *, const char *);
    void *(*attach)(void *);
    void *(*open_assembly)(void *, const char *);
    void *(*get_image)(void *);
    void *(*find_class)(void *, const char *, const char *);
    void *(*find_method)(void *, const char *, int);
    mono_object *(*invoke)(void *, void *, void **, mono_object **);
    void *(*unbox)(mono_object *);
    mono_object *(*describe)(mono_object *, mono_object **);
    char *(*to_utf8)(mono_object *);
    void (*release_text)(void *);
    void (*parse_configuration)(const char *);
    void (*chain_signals)(int);
} mono_functions;

static mono_functions mono;
/* Guards the start of mono: plugins are opened on several threads. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

/** Looks up the functions, in the process or in the library of mono. Returns null, or the reason of a failure. */
static const char *find_mono(void) {
    static const char *const names[] = {
        "mono_get_root_domain", "mono_jit_init", "mono_domain_set_config", "mono_thread_attach", "mono_domain_assembly_open",
        "mono_assembly_get_image", "mono_class_from_name", "mono_class_get_method_from_name", "mono_runtime_invoke",
        "mono_object_unbox", "mono_object_to_string", "mono_string_to_utf8", "mono_free", "mono_config_parse",
        "mono_set_signal_chaining",
    };
    void *library = RTLD_DEFAULT;
    if (!dlsym(RTLD_DEFAULT, names[0]) && !(library = dlopen("libmonosgen-2.0.so.1", RTLD_NOW | RTLD_GLOBAL))) return dlerror();
    return look_up(library, names, sizeof names / sizeof *names, (void **)&mono) ? NULL : dlerror();
}

/** Unblocks, on this thread, the signals by which mono stops threads. Threads of the library block them. */
static void unblock_signals_of_mono(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXCPU);
    sigaddset(&signals, SIGPWR);
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) sigaddset(&signals, number);
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

typedef struct {
    const char *folder;
    sem_t is_done;
} mono_start;

/** The thread that mono regards as that of the program: it must not end. */
static void *keep_mono(void *argument) {
    mono_start *start = argument;
    unblock_signals_of_mono();
    mono.chain_signals(1);
    mono.parse_configuration(NULL);
    mono.set_folder(mono.start("hotshoe"), start->folder, "");
    sem_post(&start->is_done);
    for (;;) pause();
    return NULL;
}

static const char *start_mono(const char *folder) {
    mono_start start = {.folder = folder};
    pthread_t thread;
    const char *reason = find_mono();
    if (reason) return reason;
    if (!mono.get_domain()) {
        sem_init(&start.is_done, 0, 0);
        if (pthread_create(&thread, NULL, keep_mono, &start)) return "there is no thread for it";
        pthread_detach(thread);
        while (sem_wait(&start.is_done)) {}
        sem_destroy(&start.is_done);
    }
    return NULL;
}

/** Calls the method on this thread, which mono knows already. */
static hotshoe_status invoke(const plugin_files *files, open_request *request) {
    int32_t size = sizeof *request;
    void *arguments[] = {&request, &size};
    mono_object *exception = NULL, *result;
    void *assembly = mono.open_assembly(mono.get_domain(), files->assembly);
    if (!assembly) return fail(request->error, "mono cannot load %s", files->assembly);
    void *class = mono.find_class(mono.get_image(assembly), "", PLUGIN_CLASS);
    void *method = class ? mono.find_method(class, PLUGIN_METHOD, 2) : NULL;
    if (!method) return fail(request->error, "%s has no method " PLUGIN_CLASS "." PLUGIN_METHOD, files->assembly);
    result = mono.invoke(method, NULL, arguments, &exception);
    if (!exception) return *(int32_t *)mono.unbox(result);
    mono_object *text = mono.describe(exception, NULL);
    char *words = text ? mono.to_utf8(text) : NULL;
    hotshoe_status status = fail(request->error, "%s", words ? words : "an exception without a text");
    mono.release_text(words);
    return status;
}

static hotshoe_status open_with_mono(const plugin_files *files, open_request *request) {
    pthread_mutex_lock(&starting);
    const char *reason = start_mono(files->folder);
    pthread_mutex_unlock(&starting);
    if (reason) return fail(request->error, "mono cannot be started: %s", reason);
    unblock_signals_of_mono();
    mono.attach(mono.get_domain()); /* again is permitted; the end of the thread detaches it */
    return invoke(files, request);
}

/* ---- .NET ---- */

typedef struct {
    int (*start)(const char *, const void *, void **);
    int (*get_delegate)(void *, int, void **);
    int (*close)(void *);
} dotnet_functions;

enum { LOAD_METHOD = 5 }; /* hdt_load_assembly_and_get_function_pointer */

static int is_version(const struct dirent *entry) { return entry->d_name[0] >= '0' && entry->d_name[0] <= '9'; }

/** Loads libhostfxr.so, which starts .NET, in its newest version in an installation. Returns null if there is none. */
static void *load_host(const char *root) {
    char *folder = NULL, *file = NULL;
    struct dirent **versions = NULL;
    void *library = NULL;
    int count = asprintf(&folder, "%s/host/fxr", root) < 0 ? -1 : scandir(folder, &versions, is_version, versionsort);
    if (count > 0 && asprintf(&file, "%s/%s/libhostfxr.so", folder, versions[count - 1]->d_name) >= 0)
        library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    for (int i = 0; i < count; i++) free(versions[i]);
    free(versions);
    free(folder);
    free(file);
    return library;
}

/** Loads the host of the installation in DOTNET_ROOT, or of a package's. */
static void *find_host(void) {
    const char *root = getenv("DOTNET_ROOT");
    void *library = root && *root ? load_host(root) : NULL;
    if (!library) library = load_host("/usr/lib/dotnet");
    return library ? library : load_host("/usr/share/dotnet");
}

/** Starts .NET for the plugin's configuration. Returns its function that loads a method, or null with an error. */
static void *start_dotnet(const plugin_files *files, hotshoe_error **error) {
    static const char *const names[] = {"hostfxr_initialize_for_runtime_config", "hostfxr_get_runtime_delegate", "hostfxr_close"};
    dotnet_functions dotnet;
    void *host = find_host(), *context = NULL, *load = NULL;
    if (!host || !look_up(host, names, sizeof names / sizeof *names, (void **)&dotnet)) {
        fail(error, "there is no .NET 3.0 or later: set DOTNET_ROOT to its folder");
        return NULL;
    }
    int code = dotnet.start(files->configuration, NULL, &context);
    if (code >= 0) code = dotnet.get_delegate(context, LOAD_METHOD, &load);
    if (context) dotnet.close(context);
    if (code < 0) fail(error, ".NET cannot be started for %s: error %#x", files->configuration, (unsigned)code);
    return code < 0 ? NULL : load;
}

static hotshoe_status open_with_dotnet(const plugin_files *files, open_request *request) {
    int (*load)(const char *, const char *, const char *, const char *, void *, void **);
    int (*method)(open_request *, int32_t) = NULL;
    char *type = NULL;
    *(void **)&load = start_dotnet(files, request->error);
    if (!load) return HOTSHOE_ERROR_FAILED;
    if (asprintf(&type, PLUGIN_CLASS ", %s", files->name) < 0) return fail(request->error, "no memory");
    int code = load(files->assembly, type, PLUGIN_METHOD, NULL, NULL, (void **)&method);
    free(type);
    if (code >= 0 && method) return method(request, sizeof *request);
    return fail(request->error, "%s has no method " PLUGIN_CLASS "." PLUGIN_METHOD ": error %#x", files->assembly, (unsigned)code);
}

static hotshoe_status open_assembly(const char *argument, hotshoe_error **error) {
    plugin_files files = {NULL, NULL, NULL, NULL};
    open_request request = {argument, error};
    hotshoe_status status = find_files(&files) ? check_owners(files.assembly, error) : fail(error, "no memory");
    if (status == HOTSHOE_OK)
        status = access(files.configuration, F_OK) == 0 ? open_with_dotnet(&files, &request) : open_with_mono(&files, &request);
    free_files(&files);
    return status;
}

HOTSHOE_PLUGIN(open_assembly)
