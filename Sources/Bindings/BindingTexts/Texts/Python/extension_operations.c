/* ---- Operations ------------------------------------------------------------------------------------------- */

#define RUNTIME_KIND(word, text)                                                                                   \
    static the_prefix_status retain_##word(uint64_t bits) { return the_prefix_##word##_retain((the_prefix_##word){bits}); }                    \
    static the_prefix_status release_##word(uint64_t bits) { return the_prefix_##word##_release((the_prefix_##word){bits}); }                  \
    UNUSED static Kind kind_##word = {text, NULL, retain_##word, release_##word, NULL, NULL, 0, 0, NULL};
RUNTIME_KIND(operation, "Operation")
RUNTIME_KIND(queue, "Queue")
RUNTIME_KIND(subscription, "Subscription")

typedef struct Operation {
    Handle handle;
    PyObject *(*take)(the_prefix_operation operation);
} Operation;

/* Objects that stand for a status without a result, by its number. */
static PyObject *no_results[4];

/* The outcome of a call without a result: an exception, or the object that stands for the status. */
static PyObject *no_result(the_prefix_status status, the_prefix_error *error) {
    if (status < 0 || status > 3) return raise_status(status, error);
    the_prefix_error_free(error);
    Py_INCREF(no_results[status]);
    return no_results[status];
}

UNUSED static PyObject *wrap_operation(the_prefix_operation operation, PyObject *(*take)(the_prefix_operation)) {
    PyObject *object = wrap(operation.bits, &kind_operation);
    if (object && object != Py_None) ((Operation *)object)->take = take;
    return object;
}

static the_prefix_operation operation_of(PyObject *self) { return (the_prefix_operation){((Handle *)self)->bits}; }

static PyObject *operation_wait(PyObject *self, PyObject *limit) {
    int64_t nanoseconds = -1;
    if (limit != Py_None && to_duration(limit, &nanoseconds, NULL)) return NULL;
    const the_prefix_operation operation = operation_of(self);
    const int64_t step = 100000000;
    the_prefix_status status = THE_PREFIX_TIMED_OUT;
    /* In steps, so that a signal such as Ctrl-C ends the wait. */
    while (status == THE_PREFIX_TIMED_OUT) {
        const int64_t part = nanoseconds < 0 || nanoseconds > step ? step : nanoseconds;
        Py_BEGIN_ALLOW_THREADS
        status = the_prefix_operation_wait(operation, part);
        Py_END_ALLOW_THREADS
        if (PyErr_CheckSignals()) return NULL;
        if (nanoseconds >= 0 && (nanoseconds -= part) <= 0) break;
    }
    if (status < 0) return raise_status(status, NULL);
    return PyBool_FromLong(status == THE_PREFIX_OK);
}

static PyObject *operation_take(PyObject *self, PyObject *nothing) {
    return ((Operation *)self)->take(operation_of(self));
}

static PyObject *operation_cancel(PyObject *self, PyObject *nothing) {
    const the_prefix_operation operation = operation_of(self);
    the_prefix_status status;
    Py_BEGIN_ALLOW_THREADS
    status = the_prefix_operation_cancel(operation);
    Py_END_ALLOW_THREADS
    if (status) return raise_status(status, NULL);
    Py_RETURN_NONE;
}

static PyObject *operation_is_done(PyObject *self, PyObject *nothing) {
    bool is_done = false;
    const the_prefix_status status = the_prefix_operation_is_done(operation_of(self), &is_done);
    if (status) return raise_status(status, NULL);
    return PyBool_FromLong(is_done);
}

/* Calls the first of two objects with the second: `loop.call_soon_threadsafe` with a function. */
static void notify(void *context) {
    PyGILState_STATE state;
    if (!enter(&state)) return;
    PyObject *pair = context;
    PyObject *result = PyObject_CallFunctionObjArgs(PyTuple_GET_ITEM(pair, 0), PyTuple_GET_ITEM(pair, 1), NULL);
    /* A loop that was closed needs no notice. */
    if (!result && PyErr_ExceptionMatches(PyExc_RuntimeError)) PyErr_Clear();
    report(pair);
    Py_XDECREF(result);
    leave(state);
}

static void notify_done(the_prefix_operation operation, void *context) { notify(context); }

/* Calls the first of a pair with the second when the operation has ended, on a queue or on a thread of the library. */
static PyObject *operation_notify(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    Arena arena = {NULL};
    the_prefix_queue queue = {0};
    if (!has_count(count, 2)) return NULL;
    PyObject *pair = arguments[0];
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) return wrong_type(pair, "a pair"), NULL;
    if (arguments[1] != Py_None && to_handle(arguments[1], &queue.bits, &kind_queue, &arena)) return NULL;
    const the_prefix_operation operation = operation_of(self);
    the_prefix_status status;
    Py_INCREF(pair);
    Py_BEGIN_ALLOW_THREADS
    status = the_prefix_operation_on_done(operation, queue, notify_done, pair, drop_object);
    Py_END_ALLOW_THREADS
    clear(&arena);
    if (status) return raise_status(status, NULL);
    Py_RETURN_NONE;
}

static PyMethodDef operation_methods[] = {{"_wait", operation_wait, METH_O, NULL},
                                          {"_take", operation_take, METH_NOARGS, NULL},
                                          {"_cancel", operation_cancel, METH_NOARGS, NULL},
                                          {"_is_done", operation_is_done, METH_NOARGS, NULL},
                                          {"_notify", (PyCFunction)(void (*)(void))operation_notify, METH_FASTCALL, NULL},
                                          {NULL, NULL, 0, NULL}};

static PyTypeObject operation_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "the_package._native.Operation",
    .tp_basicsize = sizeof(Operation),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_base = &handle_type,
    .tp_methods = operation_methods,
};

/* The parts of a function of the extension. */
#define FUNCTION(name, wanted)                                                                          \
    static PyObject *f_##name(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {         \
        Arena arena = {NULL};                                                                           \
        PyObject *object = NULL;                                                                        \
        the_prefix_status status;                                                                                \
        if (!has_count(count, wanted)) return NULL;
/* The function that returns the result of an operation. */
#define RESULT(name)                                                                                    \
    static PyObject *take_##name(the_prefix_operation operation) {                                               \
        Arena arena = {NULL};                                                                           \
        PyObject *object = NULL;                                                                        \
        the_prefix_status status;
/* Converts an argument; one that may be left out is None. */
#define CONVERT(index, type, target) if (to_##type(arguments[index], target, &arena)) goto done;
#define CONVERT_GIVEN(index, type, target) if (arguments[index] != Py_None) CONVERT(index, type, target)
#define CONVERT_UNLESS_DEFAULT(index, type, target) if (arguments[index] != Py_Ellipsis) CONVERT(index, type, target)
/* Calls the library; the interpreter's lock is free meanwhile. */
#define CALL(call, error)                                                                               \
    Py_BEGIN_ALLOW_THREADS                                                                              \
    status = call;                                                                                      \
    Py_END_ALLOW_THREADS                                                                                \
    if (status) {                                                                                       \
        object = no_result(status, error);                                                              \
        goto done;                                                                                      \
    }
#define END                                                                                             \
    done:                                                                                               \
        clear(&arena);                                                                                  \
        return object;                                                                                  \
    }

/* ---- Queues and subscriptions ------------------------------------------------------------------------------ */

static PyObject *make_queue(PyObject *module, PyObject *is_main) {
    the_prefix_queue queue = {0};
    const the_prefix_status status = PyObject_IsTrue(is_main) ? the_prefix_queue_main(&queue) : the_prefix_queue_create(&queue);
    return status ? raise_status(status, NULL) : wrap(queue.bits, &kind_queue);
}

static PyObject *queue_descriptor(PyObject *module, PyObject *self) {
    Arena arena = {NULL};
    uint64_t bits;
    int descriptor = -1;
    the_prefix_status status = THE_PREFIX_OK;
    const int failed = to_handle(self, &bits, &kind_queue, &arena);
    if (!failed) status = the_prefix_queue_descriptor((the_prefix_queue){bits}, &descriptor);
    clear(&arena);
    if (failed) return NULL;
    return status ? raise_status(status, NULL) : PyLong_FromLong(descriptor);
}

static PyObject *queue_run(PyObject *module, PyObject *self) {
    Arena arena = {NULL};
    uint64_t bits;
    size_t count = 0;
    the_prefix_status status = THE_PREFIX_OK;
    const int failed = to_handle(self, &bits, &kind_queue, &arena);
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = the_prefix_queue_run_pending((the_prefix_queue){bits}, &count);
        Py_END_ALLOW_THREADS
    }
    clear(&arena);
    if (failed) return NULL;
    return status ? raise_status(status, NULL) : PyLong_FromSize_t(count);
}

static PyObject *cancel_subscription(PyObject *module, PyObject *self) {
    Arena arena = {NULL};
    uint64_t bits;
    the_prefix_status status = THE_PREFIX_OK;
    const int failed = to_handle(self, &bits, &kind_subscription, &arena);
    if (!failed) {
        Py_BEGIN_ALLOW_THREADS
        status = the_prefix_subscription_cancel((the_prefix_subscription){bits});
        Py_END_ALLOW_THREADS
    }
    clear(&arena);
    if (failed) return NULL;
    if (status) return raise_status(status, NULL);
    Py_RETURN_NONE;
}

static PyObject *live_handles(PyObject *module, PyObject *nothing) {
    return PyLong_FromUnsignedLongLong(the_prefix_debug_live_handles());
}

/* Called by the garbage collector. */
static PyObject *settle_all(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    settle();
    Py_RETURN_NONE;
}

static PyObject *wait_for_live_handles(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    uint64_t limit;
    int64_t nanoseconds;
    int64_t left, turn;
    the_prefix_status status;
    if (!has_count(count, 2) || to_unsigned(arguments[0], &limit, UINT64_MAX) || to_duration(arguments[1], &nanoseconds, NULL))
        return NULL;
    left = nanoseconds < 0 ? 0 : nanoseconds;
    do {
        /* The library does not say when it stops keeping an object of the program. */
        settle();
        turn = first_kept && left > 5000000 ? 5000000 : left;
        left -= turn;
        Py_BEGIN_ALLOW_THREADS
        status = the_prefix_debug_wait_for_live_handles(limit, turn);
        Py_END_ALLOW_THREADS
    } while (status == THE_PREFIX_TIMED_OUT && left > 0);
    return status < 0 ? raise_status(status, NULL) : PyBool_FromLong(status == THE_PREFIX_OK);
}

