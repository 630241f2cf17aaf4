/* ---- Values ----------------------------------------------------------------------------------------------- */

typedef struct Type Type;

/* A C type, and the conversions of its values from and to Python. */
struct Type {
    PyObject *(*from)(const void *value, const Type *type);
    /* Sets a value; -1 with an exception for an object that is none. */
    int (*to)(PyObject *object, void *value, Arena *arena, const Type *type);
    size_t size;
    /* What the conversions of a composed type know of it. */
    void *details;
};

#define TYPE(word, c, details) UNUSED static const Type type_##word = {from_##word, to_##word, sizeof(c), details};

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

#define SIGNED(word, c, least, greatest)                                                                         \
    UNUSED static int to_##word(PyObject *object, void *value, Arena *arena, const Type *type) {                 \
        int64_t number;                                                                                          \
        if (to_signed(object, &number, least, greatest)) return -1;                                              \
        *(c *)value = (c)number;                                                                                 \
        return 0;                                                                                                \
    }                                                                                                            \
    UNUSED static PyObject *from_##word(const void *value, const Type *type) { return PyLong_FromLongLong(*(const c *)value); } \
    TYPE(word, c, NULL)
#define UNSIGNED(word, c, greatest)                                                                              \
    UNUSED static int to_##word(PyObject *object, void *value, Arena *arena, const Type *type) {                 \
        uint64_t number;                                                                                         \
        if (to_unsigned(object, &number, greatest)) return -1;                                                   \
        *(c *)value = (c)number;                                                                                 \
        return 0;                                                                                                \
    }                                                                                                            \
    UNUSED static PyObject *from_##word(const void *value, const Type *type) { return PyLong_FromUnsignedLongLong(*(const c *)value); } \
    TYPE(word, c, NULL)
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

/* The head of a conversion to Python, and of one from Python. */
#define FROM(word) UNUSED static PyObject *from_##word(const void *value, const Type *type)
#define TO(word) UNUSED static int to_##word(PyObject *object, void *value, Arena *arena, const Type *type)

FROM(number_bool) { return PyBool_FromLong(*(const bool *)value); }
TO(number_bool) {
    const int truth = PyObject_IsTrue(object);
    *(bool *)value = truth > 0;
    return truth < 0 ? -1 : 0;
}
TYPE(number_bool, bool, NULL)

FROM(number_double) { return PyFloat_FromDouble(*(const double *)value); }
TO(number_double) {
    const double number = *(double *)value = PyFloat_AsDouble(object);
    return number == -1 && PyErr_Occurred() ? -1 : 0;
}
TYPE(number_double, double, NULL)

FROM(number_float) { return PyFloat_FromDouble(*(const float *)value); }
TO(number_float) {
    const double number = PyFloat_AsDouble(object);
    *(float *)value = (float)number;
    return number == -1 && PyErr_Occurred() ? -1 : 0;
}
TYPE(number_float, float, NULL)

FROM(text) {
    const the_prefix_string *text = value;
    return PyUnicode_DecodeUTF8(text->data, (Py_ssize_t)text->size, "replace");
}
/* A text, or the path of a path-like object. */
TO(text) {
    the_prefix_string *result = value;
    PyObject *text;
    if (PyUnicode_Check(object)) {
        Py_INCREF(object);
        text = object;
    } else {
        text = PyOS_FSPath(object);
        if (!text) {
            PyErr_Clear();
            return wrong_type(object, "str");
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
TYPE(text, the_prefix_string, NULL)

static PyObject *call_python(const char *name, const char *format, ...);

FROM(url) { return from_text(value, type); }
/* A URL, or that of the file of a path-like object. */
TO(url) {
    if (PyUnicode_Check(object) || !PyObject_HasAttrString(object, "__fspath__")) return to_text(object, value, arena, type);
    PyObject *url = call_python("url_of", "(O)", object);
    if (!url) return -1;
    const int failed = to_text(url, value, arena, type);
    Py_DECREF(url);
    return failed;
}
TYPE(url, the_prefix_string, NULL)

FROM(bytes) {
    const the_prefix_bytes *bytes = value;
    return PyBytes_FromStringAndSize((const char *)bytes->data, (Py_ssize_t)bytes->size);
}
TO(bytes) {
    static const uint8_t nothing = 0;
    the_prefix_bytes *result = value;
    Py_buffer buffer;
    if (PyObject_GetBuffer(object, &buffer, PyBUF_SIMPLE)) return -1;
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
TYPE(bytes, the_prefix_bytes, NULL)

/* Memory for numbers that the library reads or writes during a call. */
static int to_memory(PyObject *value, void **data, size_t *count, size_t size, int is_mutable, Arena *arena) {
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

static int scaled(double seconds, int64_t *result) {
    if (!(seconds > -9.2e9 && seconds < 9.2e9)) {
        PyErr_SetString(PyExc_OverflowError, "the duration is out of range");
        return -1;
    }
    *result = (int64_t)(seconds * 1e9 + (seconds < 0 ? -0.5 : 0.5));
    return 0;
}

FROM(duration) {
    const int64_t nanoseconds = *(const int64_t *)value;
    int64_t microseconds = nanoseconds / 1000, rest = nanoseconds % 1000;
    if (rest >= 500) microseconds++;
    if (rest <= -500) microseconds--;
    return PyDelta_FromDSU((int)(microseconds / 86400000000), (int)(microseconds % 86400000000 / 1000000), (int)(microseconds % 1000000));
}
/* A timedelta, or a number of seconds. */
TO(duration) {
    if (!PyDelta_Check(object)) {
        const double seconds = PyFloat_AsDouble(object);
        if (seconds == -1 && PyErr_Occurred()) return -1;
        return scaled(seconds, value);
    }
    const int64_t days = PyDateTime_DELTA_GET_DAYS(object), seconds = PyDateTime_DELTA_GET_SECONDS(object);
    if (days > 106000 || days < -106000) return scaled(1e10, value);
    *(int64_t *)value = ((days * 86400 + seconds) * 1000000 + PyDateTime_DELTA_GET_MICROSECONDS(object)) * 1000;
    return 0;
}
TYPE(duration, int64_t, NULL)

FROM(interval) { return PyFloat_FromDouble(*(const double *)value); }
/* A number of seconds, or a timedelta. */
TO(interval) {
    PyObject *number = PyDelta_Check(object) ? PyObject_CallMethod(object, "total_seconds", NULL) : NULL;
    if (PyDelta_Check(object) && !number) return -1;
    const double seconds = *(double *)value = PyFloat_AsDouble(number ? number : object);
    Py_XDECREF(number);
    return seconds == -1 && PyErr_Occurred() ? -1 : 0;
}
TYPE(interval, double, NULL)

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

FROM(date) { return call_python("date_of", "(L)", (long long)*(const int64_t *)value); }
TO(date) {
    PyObject *number = call_python("nanoseconds_of_date", "(O)", object);
    if (!number) return -1;
    const int failed = to_signed(number, value, INT64_MIN, INT64_MAX);
    Py_DECREF(number);
    return failed;
}
TYPE(date, int64_t, NULL)

FROM(uuid) { return call_python("uuid_of", "(y#)", (const char *)((const the_prefix_uuid *)value)->bytes, (Py_ssize_t)16); }
TO(uuid) {
    PyObject *bytes = PyObject_GetAttrString(object, "bytes");
    if (!bytes) {
        PyErr_Clear();
        return wrong_type(object, "UUID");
    }
    const int fits = PyBytes_Check(bytes) && PyBytes_GET_SIZE(bytes) == 16;
    if (fits) memcpy(((the_prefix_uuid *)value)->bytes, PyBytes_AS_STRING(bytes), 16);
    Py_DECREF(bytes);
    return fits ? 0 : wrong_type(object, "UUID");
}
TYPE(uuid, the_prefix_uuid, NULL)

/* An object of a kind: the details of its type. */
FROM(object) { return wrap_retained(*(const uint64_t *)value, type->details); }
TO(object) { return to_handle(object, value, type->details, arena); }
/* Declares the kind of objects of a class, and their type. */
#define OBJECT(word)                                                                                             \
    static Kind kind_##word;                                                                                     \
    UNUSED static const Type type_object_##word = {from_object, to_object, sizeof(uint64_t), &kind_##word};
