/* ---- Failures --------------------------------------------------------------------------------------------- */

/* Returns the exception for an error of the library; null without an exception if it has another type. */
static void drop_object(void *context);

typedef PyObject *(*ErrorType)(const the_prefix_error *error);
static const ErrorType error_types[];

/* The exception for a status and an error, which may be null. */
static PyObject *exception_of(the_prefix_status status, const the_prefix_error *error) {
    for (const ErrorType *type = error_types; error && *type; type++) {
        PyObject *exception = (*type)(error);
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

typedef int (*ErrorMaker)(PyObject *exception, the_prefix_error **result);
static const ErrorMaker error_makers[];

/* An error of the library for an exception. */
static the_prefix_error *error_of(PyObject *exception) {
    the_prefix_error *error = NULL;
    for (const ErrorMaker *maker = error_makers; *maker && !error; maker++) {
        if ((*maker)(exception, &error)) PyErr_Clear();
    }
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

UNUSED static PyObject *from_error(the_prefix_error *const *value) { return exception_of(THE_PREFIX_ERROR_FAILED, *value); }

UNUSED static int to_error(PyObject *value, the_prefix_error **result, Arena *arena) {
    if (!PyExceptionInstance_Check(value)) return wrong_type(value, "an exception");
    *result = error_of(value);
    if (!*result) return PyErr_NoMemory(), -1;
    if (!arena) return 0;
    Kept *kept = keep(arena, KEPT_ERROR, 0);
    if (!kept) {
        the_prefix_error_free(*result);
        return -1;
    }
    kept->as.error = *result;
    return 0;
}

