/* ---- The module ------------------------------------------------------------------------------------------- */

/* Ends all calls from the library: none is in Python when this has returned, and none enters it later. */
static PyObject *end(PyObject *module, PyObject *is_forked) {
    atomic_store(&is_ending, 1);
    if (PyObject_IsTrue(is_forked)) Py_RETURN_NONE;
    Py_BEGIN_ALLOW_THREADS
    the_prefix_shutdown();
    while (atomic_load(&entered) > 0) sched_yield();
    Py_END_ALLOW_THREADS
    Py_RETURN_NONE;
}

/* Receives the Python part of the package, and its classes by the names of their types. */
static PyObject *register_classes(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    if (!has_count(count, 2)) return NULL;
    Py_INCREF(arguments[0]);
    Py_XSETREF(python_part, arguments[0]);
    for (const Class *class = classes; class->name; class++) {
        PyObject *object = PyDict_GetItemString(arguments[1], class->name);
        if (!object) continue;
        Py_INCREF(object);
        Py_XSETREF(*class->place, object);
    }
    Py_RETURN_NONE;
}

static PyMethodDef module_functions[] = {
    {"adopt", (PyCFunction)(void (*)(void))adopt, METH_FASTCALL, NULL},
    {"raw", (PyCFunction)(void (*)(void))raw, METH_FASTCALL, NULL},
    {"register", (PyCFunction)(void (*)(void))register_classes, METH_FASTCALL, NULL},
    {"end", end, METH_O, NULL},
    {"make_queue", make_queue, METH_O, NULL},
    {"queue_descriptor", queue_descriptor, METH_O, NULL},
    {"queue_run", queue_run, METH_O, NULL},
    {"cancel_subscription", cancel_subscription, METH_O, NULL},
    {"live_handles", live_handles, METH_NOARGS, NULL},
    {"settle", (PyCFunction)(void (*)(void))settle_all, METH_FASTCALL, NULL},
    {"wait_for_live_handles", (PyCFunction)(void (*)(void))wait_for_live_handles, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_native", "The C interface of the_prefix for Python.", -1, NULL, NULL, NULL, NULL, NULL};

static int add_object(PyObject *module, const char *name, PyObject *object) {
    Py_XINCREF(object);
    if (object && PyModule_AddObject(module, name, object) == 0) return 0;
    Py_XDECREF(object);
    return -1;
}

/* Refuses a library that was built with another header. */
static int check_library(void) {
    if (the_prefix_abi_matches()) return 0;
    char text[300];
    PyOS_snprintf(text, sizeof text,
                  "libthe_prefix has version %u and fingerprint %llx of its interface, and this package was made for version %u and fingerprint %llx: "
                  "install the package and the library of one release",
                  (unsigned)the_prefix_abi_version(), (unsigned long long)the_prefix_abi_fingerprint(), (unsigned)THE_PREFIX_ABI_VERSION,
                  (unsigned long long)THE_PREFIX_ABI_FINGERPRINT);
    PyErr_SetString(PyExc_ImportError, text);
    return -1;
}

/* Adds a function of the library to the module. */
static int add_function(PyObject *module, const Function *function, PyMethodDef *definition) {
    *definition = (PyMethodDef){function->name, (PyCFunction)(void (*)(void))call_library, METH_FASTCALL, NULL};
    Callee *callee = PyObject_New(Callee, &callee_type);
    if (!callee) return -1;
    callee->function = function;
    PyObject *object = PyCFunction_New(definition, (PyObject *)callee);
    Py_DECREF(callee);
    const int failed = add_object(module, function->name, object);
    Py_XDECREF(object);
    return failed;
}

PyMODINIT_FUNC PyInit__native(void) {
    static PyTypeObject *const types[] = {&handle_type, &memory_type, &completion_type, &operation_type, &callee_type};
    static PyMethodDef definitions[COUNT(functions)];
    if (check_library()) return NULL;
    PyDateTime_IMPORT;
    if (!PyDateTimeAPI) return NULL;
    for (size_t index = 0; index < sizeof types / sizeof *types; index++)
        if (PyType_Ready(types[index])) return NULL;
    for (int index = 0; index < 4; index++)
        if (!(no_results[index] = PyObject_CallNoArgs((PyObject *)&PyBaseObject_Type))) return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (!module) return NULL;
    char digits[20];
    PyOS_snprintf(digits, sizeof digits, "%llx", (unsigned long long)THE_PREFIX_ABI_FINGERPRINT);
    PyObject *fingerprint = PyUnicode_FromString(digits);
    if (PyModule_AddFunctions(module, module_functions) ||
        add_object(module, "Handle", (PyObject *)&handle_type) || add_object(module, "Operation", (PyObject *)&operation_type) ||
        add_object(module, "PENDING", no_results[1]) || add_object(module, "TIMED_OUT", no_results[2]) ||
        add_object(module, "END", no_results[3]) || add_object(module, "fingerprint", fingerprint)) {
        Py_XDECREF(fingerprint);
        Py_DECREF(module);
        return NULL;
    }
    Py_XDECREF(fingerprint);
    for (size_t index = 0; index < COUNT(functions); index++) {
        if (!functions[index] || !add_function(module, functions[index], &definitions[index])) continue;
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
