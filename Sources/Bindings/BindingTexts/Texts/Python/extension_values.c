/* ---- Values ----------------------------------------------------------------------------------------------- */

UNUSED static int to_signed(PyObject *value, int64_t *result, int64_t least, int64_t greatest) {
    PyObject *number = PyNumber_Index(value);
    if (!number) return -1;
    const long long converted = PyLong_AsLongLong(number);
    Py_DECREF(number);
    if (converted == -1 && PyErr_Occurred()) return -1;
    if (converted < least || converted > greatest) {
        PyErr_Format(PyExc_OverflowError, "%lld is not in the range from %lld to %lld", converted, (long long)least, (long long)greatest);
        return -1;
    }
    *result = converted;
    return 0;
}

UNUSED static int to_unsigned(PyObject *value, uint64_t *result, uint64_t greatest) {
    PyObject *number = PyNumber_Index(value);
    if (!number) return -1;
    const unsigned long long converted = PyLong_AsUnsignedLongLong(number);
    Py_DECREF(number);
    if (converted == (unsigned long long)-1 && PyErr_Occurred()) return -1;
    if (converted > greatest) {
        PyErr_Format(PyExc_OverflowError, "%llu is not in the range up to %llu", converted, (unsigned long long)greatest);
        return -1;
    }
    *result = converted;
    return 0;
}

#define SIGNED(word, type, least, greatest)                                              \
    UNUSED static int to_##word(PyObject *value, type *result, Arena *arena) {    \
        int64_t number;                                                                  \
        if (to_signed(value, &number, least, greatest)) return -1;                       \
        *result = (type)number;                                                          \
        return 0;                                                                        \
    }                                                                                    \
    UNUSED static PyObject *from_##word(const type *value) { return PyLong_FromLongLong(*value); }
#define UNSIGNED(word, type, greatest)                                                   \
    UNUSED static int to_##word(PyObject *value, type *result, Arena *arena) {    \
        uint64_t number;                                                                 \
        if (to_unsigned(value, &number, greatest)) return -1;                            \
        *result = (type)number;                                                          \
        return 0;                                                                        \
    }                                                                                    \
    UNUSED static PyObject *from_##word(const type *value) { return PyLong_FromUnsignedLongLong(*value); }
SIGNED(number_int8_t, int8_t, INT8_MIN, INT8_MAX)
SIGNED(number_int16_t, int16_t, INT16_MIN, INT16_MAX)
SIGNED(number_int32_t, int32_t, INT32_MIN, INT32_MAX)
SIGNED(number_int64_t, int64_t, INT64_MIN, INT64_MAX)
SIGNED(number_int, int, INT_MIN, INT_MAX)
UNSIGNED(number_size_t, size_t, SIZE_MAX)
UNSIGNED(number_uint8_t, uint8_t, UINT8_MAX)
UNSIGNED(number_uint16_t, uint16_t, UINT16_MAX)
UNSIGNED(number_uint32_t, uint32_t, UINT32_MAX)
UNSIGNED(number_uint64_t, uint64_t, UINT64_MAX)

UNUSED static PyObject *from_number_bool(const bool *value) { return PyBool_FromLong(*value); }
UNUSED static int to_number_bool(PyObject *value, bool *result, Arena *arena) {
    const int truth = PyObject_IsTrue(value);
    *result = truth > 0;
    return truth < 0 ? -1 : 0;
}

UNUSED static PyObject *from_number_double(const double *value) { return PyFloat_FromDouble(*value); }
UNUSED static int to_number_double(PyObject *value, double *result, Arena *arena) {
    *result = PyFloat_AsDouble(value);
    return *result == -1 && PyErr_Occurred() ? -1 : 0;
}

UNUSED static PyObject *from_number_float(const float *value) { return PyFloat_FromDouble(*value); }
UNUSED static int to_number_float(PyObject *value, float *result, Arena *arena) {
    *result = (float)PyFloat_AsDouble(value);
    return *result == -1 && PyErr_Occurred() ? -1 : 0;
}

UNUSED static PyObject *from_text(const the_prefix_string *value) {
    return PyUnicode_DecodeUTF8(value->data, (Py_ssize_t)value->size, "replace");
}

/* A text, or the path of a path-like object. */
UNUSED static int to_text(PyObject *value, the_prefix_string *result, Arena *arena) {
    PyObject *text;
    if (PyUnicode_Check(value)) {
        Py_INCREF(value);
        text = value;
    } else {
        text = PyOS_FSPath(value);
        if (!text) {
            PyErr_Clear();
            return wrong_type(value, "str");
        }
        if (!PyUnicode_Check(text)) {
            PyObject *decoded = PyUnicode_DecodeFSDefaultAndSize(PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text));
            Py_DECREF(text);
            if (!decoded) return -1;
            text = decoded;
        }
    }
    Py_ssize_t size;
    result->data = PyUnicode_AsUTF8AndSize(text, &size);
    result->size = (size_t)size;
    if (!result->data) {
        Py_DECREF(text);
        return -1;
    }
    if (!arena) *result = the_prefix_string_copy(*result);
    return keep_object(arena, text);
}

static PyObject *call_python(const char *name, const char *format, ...);

UNUSED static PyObject *from_url(const the_prefix_string *value) { return from_text(value); }

/* A URL, or that of the file of a path-like object. */
UNUSED static int to_url(PyObject *value, the_prefix_string *result, Arena *arena) {
    if (PyUnicode_Check(value) || !PyObject_HasAttrString(value, "__fspath__")) return to_text(value, result, arena);
    PyObject *url = call_python("url_of", "(O)", value);
    if (!url) return -1;
    const int failed = to_text(url, result, arena);
    Py_DECREF(url);
    return failed;
}

UNUSED static PyObject *from_bytes(const the_prefix_bytes *value) {
    return PyBytes_FromStringAndSize((const char *)value->data, (Py_ssize_t)value->size);
}

UNUSED static int to_bytes(PyObject *value, the_prefix_bytes *result, Arena *arena) {
    static const uint8_t nothing = 0;
    Py_buffer buffer;
    if (PyObject_GetBuffer(value, &buffer, PyBUF_SIMPLE)) return -1;
    result->data = buffer.buf ? buffer.buf : &nothing;
    result->size = (size_t)buffer.len;
    if (!arena) {
        *result = the_prefix_bytes_copy(*result);
        PyBuffer_Release(&buffer);
        return 0;
    }
    Kept *kept = keep(arena, KEPT_BUFFER, 0);
    if (!kept) {
        PyBuffer_Release(&buffer);
        return -1;
    }
    kept->as.buffer = buffer;
    return 0;
}

/* Memory for numbers that the library reads or writes during a call. */
UNUSED static int to_memory(PyObject *value, void **data, size_t *count, size_t size, int is_mutable, Arena *arena) {
    Kept *kept = keep(arena, KEPT_MEMORY, 0);
    if (!kept || PyObject_GetBuffer(value, &kept->as.buffer, is_mutable ? PyBUF_WRITABLE : PyBUF_SIMPLE)) return -1;
    kept->what = KEPT_BUFFER;
    if ((size_t)kept->as.buffer.len % size) {
        PyErr_Format(PyExc_ValueError, "the size of the memory is no multiple of %zu", size);
        return -1;
    }
    *data = kept->as.buffer.buf;
    *count = (size_t)kept->as.buffer.len / size;
    return 0;
}

UNUSED static PyObject *from_span(const int64_t nanoseconds) {
    int64_t microseconds = nanoseconds / 1000, rest = nanoseconds % 1000;
    if (rest >= 500) microseconds++;
    if (rest <= -500) microseconds--;
    return PyDelta_FromDSU((int)(microseconds / 86400000000), (int)(microseconds % 86400000000 / 1000000), (int)(microseconds % 1000000));
}

UNUSED static int scaled(double seconds, int64_t *result) {
    if (!(seconds > -9.2e9 && seconds < 9.2e9)) {
        PyErr_SetString(PyExc_OverflowError, "the duration is out of range");
        return -1;
    }
    *result = (int64_t)(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5));
    return 0;
}

UNUSED static PyObject *from_duration(const int64_t *value) { return from_span(*value); }

/* A timedelta, or a number of seconds. */
UNUSED static int to_duration(PyObject *value, int64_t *result, Arena *arena) {
    if (!PyDelta_Check(value)) {
        const double seconds = PyFloat_AsDouble(value);
        if (seconds == -1 && PyErr_Occurred()) return -1;
        return scaled(seconds, result);
    }
    const int64_t days = PyDateTime_DELTA_GET_DAYS(value), seconds = PyDateTime_DELTA_GET_SECONDS(value);
    if (days > 106000 || days < -106000) return scaled(1e10, result);
    *result = ((days * 86400 + seconds) * 1000000 + PyDateTime_DELTA_GET_MICROSECONDS(value)) * 1000;
    return 0;
}

UNUSED static PyObject *from_interval(const double *value) { return PyFloat_FromDouble(*value); }

/* A number of seconds, or a timedelta. */
UNUSED static int to_interval(PyObject *value, double *result, Arena *arena) {
    PyObject *number = PyDelta_Check(value) ? PyObject_CallMethod(value, "total_seconds", NULL) : NULL;
    if (PyDelta_Check(value) && !number) return -1;
    *result = PyFloat_AsDouble(number ? number : value);
    Py_XDECREF(number);
    return *result == -1 && PyErr_Occurred() ? -1 : 0;
}

/* Functions of the Python part of the package. */
static PyObject *python_part;

static PyObject *call_python(const char *name, const char *format, ...) {
    if (!python_part) {
        PyErr_SetString(PyExc_RuntimeError, "the package is not initialised");
        return NULL;
    }
    va_list list;
    va_start(list, format);
    PyObject *arguments = Py_VaBuildValue(format, list);
    va_end(list);
    if (!arguments) return NULL;
    PyObject *function = PyObject_GetAttrString(python_part, name);
    PyObject *result = function ? PyObject_CallObject(function, arguments) : NULL;
    Py_XDECREF(function);
    Py_DECREF(arguments);
    return result;
}

UNUSED static PyObject *from_date(const int64_t *value) { return call_python("date_of", "(L)", (long long)*value); }
UNUSED static int to_date(PyObject *value, int64_t *result, Arena *arena) {
    PyObject *number = call_python("nanoseconds_of_date", "(O)", value);
    if (!number) return -1;
    const int failed = to_signed(number, result, INT64_MIN, INT64_MAX);
    Py_DECREF(number);
    return failed;
}

UNUSED static PyObject *from_uuid(const the_prefix_uuid *value) {
    return call_python("uuid_of", "(y#)", (const char *)value->bytes, (Py_ssize_t)16);
}
UNUSED static int to_uuid(PyObject *value, the_prefix_uuid *result, Arena *arena) {
    PyObject *bytes = PyObject_GetAttrString(value, "bytes");
    if (!bytes) {
        PyErr_Clear();
        return wrong_type(value, "UUID");
    }
    const int fits = PyBytes_Check(bytes) && PyBytes_GET_SIZE(bytes) == 16;
    if (fits) memcpy(result->bytes, PyBytes_AS_STRING(bytes), 16);
    Py_DECREF(bytes);
    return fits ? 0 : wrong_type(value, "UUID");
}

