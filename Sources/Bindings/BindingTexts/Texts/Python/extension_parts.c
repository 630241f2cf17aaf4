/* Calls a class with the parts of a value; a part that is null has failed. Consumes the parts. */
UNUSED static PyObject *call_class(PyObject *class, PyObject **parts, Py_ssize_t count) {
    int failed = !class;
    for (Py_ssize_t index = 0; index < count; index++) failed |= !parts[index];
    PyObject *result = NULL;
    if (!failed) result = PyObject_Vectorcall(class, parts, (size_t)count, NULL);
    else if (!class) PyErr_SetString(PyExc_RuntimeError, "the package is not initialised");
    for (Py_ssize_t index = 0; index < count; index++) Py_XDECREF(parts[index]);
    return result;
}

/* Makes an object with fields; a field that is null has failed. Consumes the fields. */
UNUSED static PyObject *construct(PyObject *class, const char *const *texts, PyObject **names, PyObject **parts, Py_ssize_t count) {
    static PyObject *nothing;
    if (!nothing) nothing = PyTuple_New(0);
    PyObject *result = NULL;
    if (!class) PyErr_SetString(PyExc_RuntimeError, "the package is not initialised");
    else if (nothing) result = ((PyTypeObject *)class)->tp_new((PyTypeObject *)class, nothing, NULL);
    for (Py_ssize_t index = 0; index < count; index++) {
        if (!names[index]) names[index] = PyUnicode_InternFromString(texts[index]);
        if (result && (!names[index] || !parts[index] || PyObject_SetAttr(result, names[index], parts[index]))) Py_CLEAR(result);
        Py_XDECREF(parts[index]);
    }
    return result;
}

/* Returns a tuple of parts; a part that is null has failed. Consumes the parts. */
UNUSED static PyObject *tuple_of(PyObject **parts, Py_ssize_t count) {
    PyObject *result = PyTuple_New(count);
    for (Py_ssize_t index = 0; index < count; index++) {
        if (!parts[index]) Py_CLEAR(result);
        if (result) PyTuple_SET_ITEM(result, index, parts[index]);
        else Py_XDECREF(parts[index]);
    }
    return result;
}

/* The parts of a value as a tuple; null with an exception for another number of them. */
UNUSED static PyObject *parts_of(PyObject *value, Py_ssize_t count) {
    PyObject *parts = PySequence_Tuple(value);
    if (parts && PyTuple_GET_SIZE(parts) != count) {
        PyErr_Format(PyExc_ValueError, "%zd values are required: the result, and each argument that is changed", count);
        Py_CLEAR(parts);
    }
    return parts;
}

UNUSED static int is_instance(PyObject *value, PyObject *class, const char *name) {
    const int is = class ? PyObject_IsInstance(value, class) : 0;
    if (is == 0) wrong_type(value, name);
    return is == 1;
}

/* An attribute of a value, kept until the call has returned. */
UNUSED static PyObject *attribute(PyObject *value, PyObject **name, const char *text) {
    if (!*name && !(*name = PyUnicode_InternFromString(text))) return NULL;
    return PyObject_GetAttr(value, *name);
}

#define TO_FIELD(value, text, convert, target)                                                        \
    do {                                                                                              \
        static PyObject *name_;                                                                       \
        PyObject *part_ = attribute(value, &name_, text);                                             \
        if (!part_) return -1;                                                                        \
        const int failed_ = convert(part_, target, arena);                                            \
        if (keep_object(arena, part_) || failed_) return -1;                                          \
    } while (0)

/* The case of an enumeration: its member by number. */
UNUSED static PyObject *member(PyObject *class, PyObject **members, int32_t number, int is_exception) {
    if (!*members && !(*members = call_python("members_of", "(O)", class))) return NULL;
    if (number < 0 || number >= PyTuple_GET_SIZE(*members)) {
        PyErr_Format(PyExc_ValueError, "%d is no case of the enumeration", (int)number);
        return NULL;
    }
    PyObject *member = PyTuple_GET_ITEM(*members, number);
    if (is_exception) return PyObject_CallNoArgs(member);
    Py_INCREF(member);
    return member;
}

/* The number of a case: of an enumeration's member, or of a class for a case. */
UNUSED static int to_case(PyObject *value, int32_t *result, PyObject *class, const char *name, int is_member) {
    static PyObject *member_number, *class_number;
    if (!is_instance(value, class, name)) return -1;
    PyObject *part = is_member ? attribute(value, &member_number, "_value_") : attribute(value, &class_number, "_number");
    if (!part) {
        PyErr_Clear();
        return wrong_type(value, "a case");
    }
    int64_t converted = 0;
    const int failed = to_signed(part, &converted, 0, INT32_MAX);
    Py_DECREF(part);
    *result = (int32_t)converted;
    return failed;
}

