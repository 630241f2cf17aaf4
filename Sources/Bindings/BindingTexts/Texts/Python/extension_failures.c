/* ---- Failures --------------------------------------------------------------------------------------------- */

static void drop_object(void *context);

/* A type of errors of the library, with its values in C: `read` fails for errors of other types. */
typedef struct ErrorType {
    const Type *type;
    the_prefix_status (*read)(const the_prefix_error *error, void *value);
    the_prefix_status (*make)(const void *value, the_prefix_error **result);
    /* Frees what `read` has set; null for a handle, which the exception receives, and for a value that has nothing to free. */
    void (*clean)(void *value);
    /* Whether it is a handle. */
    int is_object;
} ErrorType;

/* The types; after the last, one without a type. */
static const ErrorType error_types[];

#define READER(function, call) static the_prefix_status read_##function(const the_prefix_error *error, void *value) { return call; }
#define MAKER(function, call) static the_prefix_status make_##function(const void *value, the_prefix_error **result) { return call; }

/* Memory for a value of a type, in an arena; null with an exception. */
static void *place_for(const Type *type, Arena *arena) { return allocate(arena, 1, type->size); }

/* The object for a value that the library has given away. */
static PyObject *taken(const Type *type, void *value, int is_object, void (*clean)(void *value)) {
    if (is_object) return wrap(*(const uint64_t *)value, type->details);
    PyObject *object = type->from(value, type);
    if (clean) clean(value);
    return object;
}

/* The exception for an error of a type; null without an exception if the error has another type. */
static PyObject *exception_of_type(const ErrorType *type, const the_prefix_error *error) {
    Arena arena = {NULL};
    void *value = place_for(type->type, &arena);
    PyObject *exception = NULL;
    if (value && type->read(error, value) == THE_PREFIX_OK) exception = taken(type->type, value, type->is_object, type->clean);
    clear(&arena);
    return exception;
}

/* The error for an exception of a type; null for other exceptions. */
static the_prefix_error *error_of_type(const ErrorType *type, PyObject *exception) {
    Arena arena = {NULL};
    the_prefix_error *error = NULL;
    void *value = place_for(type->type, &arena);
    if (!value || type->type->to(exception, value, &arena, type->type) || type->make(value, &error) != THE_PREFIX_OK) error = NULL;
    clear(&arena);
    PyErr_Clear();
    return error;
}

/* The exception for a status and an error, which may be null. */
static PyObject *exception_of(the_prefix_status status, const the_prefix_error *error) {
    for (const ErrorType *type = error_types; error && type->type; type++) {
        PyObject *exception = exception_of_type(type, error);
        if (exception || PyErr_Occurred()) return exception;
    }
    const the_prefix_status own = error ? the_prefix_error_status(error) : THE_PREFIX_OK;
    if (own < 0) status = own;
    PyObject *cause = error ? the_prefix_error_cause(error, drop_object) : NULL;
    return call_python(
        "exception_of", "(issO)", (int)status, error ? the_prefix_error_message(error) : the_prefix_status_text(status),
        error ? the_prefix_error_type(error) : "", cause ? cause : Py_None);
}

/* Raises the exception for a status and an error, whose ownership it receives; returns null. */
static PyObject *raise_status(the_prefix_status status, the_prefix_error *error) {
    PyObject *exception = exception_of(status, error);
    the_prefix_error_free(error);
    if (exception) {
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        Py_DECREF(exception);
    }
    return NULL;
}

/* An error of the library for an exception. */
static the_prefix_error *error_of(PyObject *exception) {
    the_prefix_error *error = NULL;
    for (const ErrorType *type = error_types; type->type && !error; type++) error = error_of_type(type, exception);
    if (error) return error;
    PyObject *status = PyObject_GetAttrString(exception, "_status");
    long code = status && PyLong_Check(status) ? PyLong_AsLong(status) : THE_PREFIX_ERROR_FAILED;
    Py_XDECREF(status);
    PyErr_Clear();
    PyObject *message = call_python("message_of", "(O)", exception);
    the_prefix_string text = {"", 0};
    if (message) {
        Py_ssize_t size = 0;
        const char *data = PyUnicode_AsUTF8AndSize(message, &size);
        if (data) text.data = data, text.size = (size_t)size;
    }
    PyErr_Clear();
    Py_INCREF(exception);
    error = the_prefix_error_create_with_cause((the_prefix_status)code, text, exception, drop_object);
    Py_XDECREF(message);
    return error;
}

/* The pending exception as an error of the library; sets the status. */
UNUSED static the_prefix_error *pending_error(the_prefix_status *status) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    the_prefix_error *error = value ? error_of(value) : NULL;
    *status = the_prefix_error_status(error) < 0 ? the_prefix_error_status(error) : THE_PREFIX_ERROR_FAILED;
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return error;
}

FROM(error) { return exception_of(THE_PREFIX_ERROR_FAILED, *(the_prefix_error *const *)value); }
TO(error) {
    if (!PyExceptionInstance_Check(object)) return wrong_type(object, "an exception");
    the_prefix_error *error = *(the_prefix_error **)value = error_of(object);
    if (!error) return PyErr_NoMemory(), -1;
    if (!arena) return 0;
    Kept *kept = keep(arena, KEPT_ERROR, 0);
    if (!kept) {
        the_prefix_error_free(error);
        return -1;
    }
    kept->as.error = error;
    return 0;
}
TYPE(error, the_prefix_error *, NULL)
UNUSED static void clean_error(void *value) { the_prefix_error_free(*(the_prefix_error **)value); }
