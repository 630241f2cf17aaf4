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

/* Calls a function with arguments, of which one that is null has failed. Consumes the arguments. */
UNUSED static PyObject *call(PyObject *function, PyObject **arguments, Py_ssize_t count) {
    PyObject *result = NULL;
    int failed = 0;
    for (Py_ssize_t index = 0; index < count; index++) failed |= !arguments[index];
    if (!failed) result = PyObject_Vectorcall(function, arguments, (size_t)count, NULL);
    for (Py_ssize_t index = 0; index < count; index++) Py_XDECREF(arguments[index]);
    return result;
}

/* Calls a method, or reads a property, of an object that implements a protocol. Consumes the arguments. */
UNUSED static PyObject *call_member(const Link *link, const char *name, int is_property, PyObject **arguments, Py_ssize_t count) {
    PyObject *self = object_of(link);
    PyObject *member = self ? PyObject_GetAttrString(self, name) : raise_status(THE_PREFIX_ERROR_NOT_AVAILABLE, NULL);
    Py_XDECREF(self);
    if (is_property) return member;
    if (!member) {
        for (Py_ssize_t index = 0; index < count; index++) Py_XDECREF(arguments[index]);
        return NULL;
    }
    PyObject *result = call(member, arguments, count);
    Py_DECREF(member);
    return result;
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

typedef struct Completion {
    PyObject_HEAD
    the_prefix_completion completion;
    the_prefix_status (*complete)(the_prefix_completion completion, PyObject *value);
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
    const the_prefix_status status = completion->complete(completion->completion, value);
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
UNUSED static void finish(PyObject *result, the_prefix_completion handle, the_prefix_status (*complete)(the_prefix_completion, PyObject *)) {
    Completion *completion = PyObject_New(Completion, &completion_type);
    if (!completion) {
        Py_XDECREF(result);
        the_prefix_completion_release(handle);
        return PyErr_Clear();
    }
    completion->completion = handle;
    completion->complete = complete;
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

UNUSED static the_prefix_status complete_nothing(the_prefix_completion completion, PyObject *value) {
    the_prefix_status status;
    Py_BEGIN_ALLOW_THREADS
    status = the_prefix_completion_succeed(completion);
    Py_END_ALLOW_THREADS
    return status;
}

