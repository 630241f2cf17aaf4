/* ---- Calls from the library ------------------------------------------------------------------------------- */

/* The number of threads of the library that are in Python or wait for it, and whether Python is ending. */
static atomic_int entered;
static atomic_bool is_ending;

static int enter(PyGILState_STATE *state) {
    atomic_fetch_add(&entered, 1);
    if (atomic_load(&is_ending)) {
        atomic_fetch_sub(&entered, 1);
        return 0;
    }
    *state = PyGILState_Ensure();
    return 1;
}

static void leave(PyGILState_STATE state) {
    PyGILState_Release(state);
    atomic_fetch_sub(&entered, 1);
}

/* Releases the Python object of a function's context. */
static void drop_object(void *context) {
    PyGILState_STATE state;
    if (!context || !enter(&state)) return;
    Py_DECREF((PyObject *)context);
    leave(state);
}

static void drop_link(void *context) {
    PyGILState_STATE state;
    Link *link = context;
    if (!link || !enter(&state)) return;
    Py_XDECREF(link->weak);
    Py_XDECREF(link->strong);
    free(link);
    leave(state);
}

/* Reports the pending exception of a function that cannot fail. An interruption interrupts the main thread, and an
   exit ends it. */
static void report(PyObject *function) {
    PyObject *type = PyErr_Occurred();
    if (!type) return;
    if (!PyErr_GivenExceptionMatches(type, PyExc_KeyboardInterrupt)) return PyErr_WriteUnraisable(function);
    PyErr_Clear();
    PyErr_SetInterrupt();
}

/* What the library calls: a function of the program, or a member of an object that implements a protocol. */
typedef struct Target {
    PyObject *function;
    const Link *link;
    const char *member;
    int is_property;
} Target;

/* The function of a context, the first of two functions of one, and a member of an object. */
#define FUNCTION_OF(context) &(Target){context, NULL, NULL, 0}
#define FIRST_OF(context) &(Target){PyTuple_GET_ITEM((PyObject *)(context), 0), NULL, NULL, 0}
#define METHOD(name) &(Target){NULL, context, name, 0}
#define PROPERTY(name) &(Target){NULL, context, name, 1}

/* A value with its type. */
typedef struct Part {
    const Type *type;
    void *value;
} Part;

/* Values that a function receives, and where those go that it returns. */
typedef struct Parts {
    const Part *first;
    Py_ssize_t count;
} Parts;

/* The most values that a function receives. */
enum { MOST_PARTS = the_most_parts };

#define PART(word, value) {&type_##word, (void *)(value)}
#define PARTS(...) (Parts){(const Part[]){__VA_ARGS__}, (Py_ssize_t)COUNT(((const Part[]){__VA_ARGS__}))}
#define NO_PARTS (Parts){NULL, 0}

/* Calls a function with arguments. */
static PyObject *call(PyObject *function, Parts arguments) {
    /* The first place is the function's own during the call. */
    PyObject *objects[MOST_PARTS + 1] = {NULL};
    PyObject *result = NULL;
    Py_ssize_t count = 0;
    while (count < arguments.count) {
        const Part *part = &arguments.first[count];
        if (!(objects[count + 1] = part->type->from(part->value, part->type))) break;
        count++;
    }
    if (count == arguments.count)
        result = PyObject_Vectorcall(function, objects + 1, (size_t)count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    for (Py_ssize_t index = 1; index <= count; index++) Py_DECREF(objects[index]);
    return result;
}

/* Calls what the library calls, or reads the property. */
static PyObject *call_target(const Target *target, Parts arguments) {
    if (target->function) return call(target->function, arguments);
    PyObject *self = object_of(target->link);
    PyObject *member = self ? PyObject_GetAttrString(self, target->member) : raise_status(THE_PREFIX_ERROR_NOT_AVAILABLE, NULL);
    Py_XDECREF(self);
    if (target->is_property || !member) return member;
    PyObject *result = call(member, arguments);
    Py_DECREF(member);
    return result;
}

/* The parts of a value as a tuple; null with an exception for another number of them. */
static PyObject *parts_of(PyObject *value, Py_ssize_t count) {
    PyObject *parts = PySequence_Tuple(value);
    if (parts && PyTuple_GET_SIZE(parts) != count) {
        PyErr_Format(PyExc_ValueError, "%zd values are required: the result, and each argument that is changed", count);
        Py_CLEAR(parts);
    }
    return parts;
}

/* Sets what a function has to return, of which the library becomes the owner; 0 with an exception. */
static int set_results(PyObject *answer, Parts results) {
    if (results.count == 0) return 1;
    if (results.count == 1) return !results.first->type->to(answer, results.first->value, NULL, results.first->type);
    PyObject *parts = parts_of(answer, results.count);
    int is_set = parts != NULL;
    for (Py_ssize_t index = 0; is_set && index < results.count; index++) {
        const Part *part = &results.first[index];
        is_set = !part->type->to(PyTuple_GET_ITEM(parts, index), part->value, NULL, part->type);
    }
    Py_XDECREF(parts);
    return is_set;
}

/* Calls a function of the program that cannot fail: its exceptions are reported. */
UNUSED static void call_back(const Target *target, Parts arguments, Parts results) {
    PyGILState_STATE state;
    if (!enter(&state)) return;
    PyObject *answer = call_target(target, arguments);
    if (!answer || !set_results(answer, results)) report(target->function);
    Py_XDECREF(answer);
    leave(state);
}

static the_prefix_error *pending_error(the_prefix_status *status);

/* Calls a function of the program that can fail: its exception is the error. */
UNUSED static the_prefix_status try_back(const Target *target, Parts arguments, Parts results, the_prefix_error **error) {
    PyGILState_STATE state;
    if (!enter(&state)) return THE_PREFIX_ERROR_SHUT_DOWN;
    the_prefix_status status = THE_PREFIX_OK;
    PyObject *answer = call_target(target, arguments);
    if (!answer || !set_results(answer, results)) {
        the_prefix_error *raised = pending_error(&status);
        if (error) *error = raised;
        else the_prefix_error_free(raised);
    }
    Py_XDECREF(answer);
    leave(state);
    return status;
}

/* Whether a class overrides a member of the protocol's class. */
UNUSED static int overrides(PyObject *self, PyObject *base, const char *name) {
    PyObject *own = PyObject_GetAttrString((PyObject *)Py_TYPE(self), name);
    PyObject *inherited = base ? PyObject_GetAttrString(base, name) : NULL;
    const int is = own && own != inherited;
    Py_XDECREF(own);
    Py_XDECREF(inherited);
    PyErr_Clear();
    return is;
}

/* ---- Completions of asynchronous functions ------------------------------------------------------------------ */

/* How an asynchronous function is completed: its result's type, which is null without a result, and the function of the library. */
typedef struct Completer {
    const Type *type;
    the_prefix_status (*complete)(the_prefix_completion completion, const void *value);
} Completer;

typedef struct Completion {
    PyObject_HEAD
    the_prefix_completion completion;
    const Completer *completer;
} Completion;

static void completion_dealloc(PyObject *self) {
    const the_prefix_completion completion = ((Completion *)self)->completion;
    PyObject_Free(self);
    Py_BEGIN_ALLOW_THREADS
    the_prefix_completion_release(completion);
    Py_END_ALLOW_THREADS
}

static PyObject *completion_complete(PyObject *self, PyObject *value) {
    Completion *completion = (Completion *)self;
    const Completer *completer = completion->completer;
    const Type *type = completer->type;
    the_prefix_status status = THE_PREFIX_ERROR_INVALID_ARGUMENT;
    Arena arena = {NULL};
    void *converted = type ? place_for(type, &arena) : NULL;
    if (!type || (converted && !type->to(value, converted, &arena, type))) {
        Py_BEGIN_ALLOW_THREADS
        status = completer->complete(completion->completion, converted);
        Py_END_ALLOW_THREADS
    }
    clear(&arena);
    if (status == THE_PREFIX_OK) completion->completion.bits = 0;
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

static PyObject *completion_fail(PyObject *self, PyObject *exception) {
    Completion *completion = (Completion *)self;
    the_prefix_error *error = exception == Py_None ? NULL : error_of(exception);
    the_prefix_status status;
    Py_BEGIN_ALLOW_THREADS
    status = the_prefix_completion_fail(completion->completion, error);
    Py_END_ALLOW_THREADS
    if (status == THE_PREFIX_OK) completion->completion.bits = 0;
    Py_RETURN_NONE;
}

static void call_function(void *context) {
    PyGILState_STATE state;
    if (!enter(&state)) return;
    PyObject *result = PyObject_CallNoArgs((PyObject *)context);
    Py_XDECREF(result);
    report((PyObject *)context);
    leave(state);
}

static PyObject *completion_on_cancel(PyObject *self, PyObject *function) {
    Py_INCREF(function);
    const the_prefix_completion completion = ((Completion *)self)->completion;
    Py_BEGIN_ALLOW_THREADS
    the_prefix_completion_on_cancel(completion, call_function, function, drop_object);
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

static PyObject *completion_is_cancelled(PyObject *self, PyObject *nothing) {
    bool is_cancelled = false;
    the_prefix_completion_is_cancelled(((Completion *)self)->completion, &is_cancelled);
    return PyBool_FromLong(is_cancelled);
}

static PyMethodDef completion_methods[] = {{"complete", completion_complete, METH_O, NULL},
                                           {"fail", completion_fail, METH_O, NULL},
                                           {"on_cancel", completion_on_cancel, METH_O, NULL},
                                           {"is_cancelled", completion_is_cancelled, METH_NOARGS, NULL},
                                           {NULL, NULL, 0, NULL}};

static PyTypeObject completion_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "the_package._native.Completion",
    .tp_basicsize = sizeof(Completion),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = completion_dealloc,
    .tp_methods = completion_methods,
};

/* Completes an asynchronous function with its result, or when its result is available. Consumes the result. */
static void finish(PyObject *result, the_prefix_completion handle, const Completer *completer) {
    Completion *completion = PyObject_New(Completion, &completion_type);
    if (!completion) {
        Py_XDECREF(result);
        the_prefix_completion_release(handle);
        return PyErr_Clear();
    }
    completion->completion = handle;
    completion->completer = completer;
    PyObject *type = NULL, *value = NULL, *trace = NULL;
    if (!result) {
        PyErr_Fetch(&type, &value, &trace);
        PyErr_NormalizeException(&type, &value, &trace);
    }
    PyObject *done = call_python("finish", "(OOO)", completion, result ? result : Py_None, value ? value : Py_None);
    Py_XDECREF(done);
    report((PyObject *)completion);
    Py_XDECREF(result);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    Py_DECREF(completion);
}

/* Starts an asynchronous function of the program. */
UNUSED static the_prefix_status start_back(const Target *target, Parts arguments, the_prefix_completion completion, const Completer *completer) {
    PyGILState_STATE state;
    if (!enter(&state)) return THE_PREFIX_ERROR_SHUT_DOWN;
    finish(call_target(target, arguments), completion, completer);
    leave(state);
    return THE_PREFIX_OK;
}

#define COMPLETER(word, type, call)                                                                              \
    static the_prefix_status complete_##word(the_prefix_completion completion, const void *value) { return call; }                 \
    UNUSED static const Completer completer_##word = {type, complete_##word};
COMPLETER(nothing, NULL, the_prefix_completion_succeed(completion))

/* Tells the program that a stream has ended: the second of two functions of a context, or None. */
UNUSED static void end_stream(const the_prefix_error *error, void *context) {
    PyGILState_STATE state;
    PyObject *function = PyTuple_GET_ITEM((PyObject *)context, 1);
    if (function == Py_None || !enter(&state)) return;
    PyObject *argument = error ? exception_of(THE_PREFIX_ERROR_FAILED, error) : (Py_INCREF(Py_None), Py_None);
    PyObject *answer = argument ? PyObject_CallOneArg(function, argument) : NULL;
    if (!answer) report(function);
    Py_XDECREF(argument);
    Py_XDECREF(answer);
    leave(state);
}

/* ---- Objects that implement protocols ---- */

/* A member of a protocol: its name, and where its function is in the protocol's table. */
typedef struct Requirement {
    const char *name;
    size_t distance;
    int is_required;
} Requirement;

/* Removes the functions that an object does not implement from a table; -1 with an exception if one is required. */
UNUSED static int keep_overridden(PyObject *object, const Kind *kind, void *table, const Requirement *requirement) {
    for (; requirement->name; requirement++) {
        if (overrides(object, kind->class, requirement->name)) continue;
        if (requirement->is_required) {
            PyErr_Format(PyExc_TypeError, "%s must have %s", Py_TYPE(object)->tp_name, requirement->name);
            return -1;
        }
        memset((char *)table + requirement->distance, 0, sizeof(void (*)(void)));
    }
    return 0;
}

#define REQUIREMENT(table, text, member, is_required) {text, offsetof(table, member), is_required}

/* The function that makes the library's object for an object of a protocol, from a table of functions. */
#define IMPLEMENTATION(word, c, table, creator, ...)                                                             \
    static the_prefix_status implement_##word(PyObject *object, Link **result) {                                          \
        table functions = {.size = sizeof(table), __VA_ARGS__};                                                  \
        c made = {0};                                                                                            \
        the_prefix_status status;                                                                                         \
        if (keep_overridden(object, &kind_##word, &functions, requirements_##word)) return THE_PREFIX_ERROR_INVALID_ARGUMENT; \
        Link *link = make_link(object, &kind_##word);                                                            \
        if (!link) return THE_PREFIX_ERROR_FAILED;                                                                        \
        Py_BEGIN_ALLOW_THREADS                                                                                   \
        status = creator(&functions, link, drop_link, &made);                                                    \
        Py_END_ALLOW_THREADS                                                                                     \
        if (status == THE_PREFIX_OK) {                                                                                    \
            link->bits = made.bits;                                                                              \
            *result = link;                                                                                      \
        }                                                                                                        \
        return status;                                                                                           \
    }
