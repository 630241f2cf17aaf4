#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <datetime.h>
#include <limits.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <the_prefix/the_prefix.h>

#define UNUSED __attribute__((unused))
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Objects -------------------------------------------------------------------------------------------- */

typedef struct Kind Kind;
typedef struct Link Link;

/* The conversion of an object to one of its protocols. */
typedef struct Cast {
    const Kind *target;
    the_prefix_status (*convert)(uint64_t bits, uint64_t *result);
} Cast;

/* A type of objects of the library. */
struct Kind {
    const char *name;
    const Kind *parent;
    the_prefix_status (*retain)(uint64_t bits);
    the_prefix_status (*release)(uint64_t bits);
    /* Makes an object that a Python object implements; null for all types except protocols. */
    the_prefix_status (*implement)(PyObject *object, Link **result);
    const Cast *casts;
    /* The method with which a value without an object is converted to the protocol; null for all types except protocols. */
    const char *cast;
    /* Whether the class is an exception, which holds the object. */
    int is_exception;
    /* Whether its objects are values of any type, which Python's own values replace. */
    int is_any;
    PyObject *class;
};

/* An object of the library for a Python object that implements a protocol: its context. The Python object keeps it, and it
   refers to the Python object strongly while the library keeps it, and weakly otherwise. */
struct Link {
    const Kind *kind;
    uint64_t bits;
    PyObject *weak;
    PyObject *strong;
    struct Link *next;
    struct Link *next_kept;
};

typedef struct Handle {
    PyObject_HEAD
    uint64_t bits;
    const Kind *kind;
    Link *links;
} Handle;

static void drop_link(void *context);
static void settle(void);

static void handle_clear(Handle *self) {
    const uint64_t bits = self->bits;
    self->bits = 0;
    if (bits && self->kind) {
        Py_BEGIN_ALLOW_THREADS
        self->kind->release(bits);
        Py_END_ALLOW_THREADS
    }
    settle();
}

/* Releases the library's objects for a Python object to which none of them refers strongly. */
static void release_links(Handle *self) {
    Link *link = self->links;
    self->links = NULL;
    while (link) {
        Link *next = link->next;
        const uint64_t bits = link->bits;
        const Kind *kind = link->kind;
        Py_BEGIN_ALLOW_THREADS
        kind->release(bits);
        Py_END_ALLOW_THREADS
        link = next;
    }
}

static void handle_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject *kind, *value, *trace;
    PyErr_Fetch(&kind, &value, &trace);
    release_links((Handle *)self);
    handle_clear((Handle *)self);
    PyErr_Restore(kind, value, trace);
    type->tp_free(self);
}

static PyObject *handle_close(PyObject *self, PyObject *nothing) {
    handle_clear((Handle *)self);
    Py_RETURN_NONE;
}

static PyObject *handle_is_closed(PyObject *self, void *nothing) {
    return PyBool_FromLong(((Handle *)self)->bits == 0);
}

static PyObject *handle_bits(PyObject *self, void *nothing) {
    return PyLong_FromUnsignedLongLong(((Handle *)self)->bits);
}

static PyMethodDef handle_methods[] = {
    {"_release", handle_close, METH_NOARGS, "Releases the object now."}, {NULL, NULL, 0, NULL}};

static PyGetSetDef handle_properties[] = {{"_is_released", handle_is_closed, NULL, NULL, NULL},
                                          {"_bits", handle_bits, NULL, NULL, NULL},
                                          {NULL, NULL, NULL, NULL, NULL}};

static PyTypeObject handle_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "the_package._native.Handle",
    .tp_basicsize = sizeof(Handle),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "An object of the library.",
    .tp_new = PyType_GenericNew,
    .tp_dealloc = handle_dealloc,
    .tp_methods = handle_methods,
    .tp_getset = handle_properties,
};

static PyObject *call_python(const char *name, const char *format, ...);

/* Whether values of any type stay objects of the library on this thread. */
static _Thread_local int is_raw;

static PyObject *raw(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    const int was_raw = is_raw;
    is_raw = 1;
    PyObject *result = count > 0 ? PyObject_Vectorcall(arguments[0], arguments + 1, (size_t)count - 1, NULL) : NULL;
    is_raw = was_raw;
    return result;
}

/* ---- Objects that implement protocols ----------------------------------------------------------------------- */

/* The links with strong references, the first of which is examined next. */
static Link *first_kept, *last_kept;

static void append_kept(Link *link) {
    link->next_kept = NULL;
    if (last_kept) last_kept->next_kept = link;
    else first_kept = link;
    last_kept = link;
}

/* Makes the references to some objects weak that the library does not keep any more. */
static void settle(void) {
    for (int count = 0; count < 8 && first_kept; count++) {
        Link *link = first_kept;
        first_kept = link->next_kept;
        if (!first_kept) last_kept = NULL;
        bool is_kept = false;
        the_prefix_implementation(link->bits, drop_link, &is_kept);
        if (is_kept) {
            append_kept(link);
            continue;
        }
        PyObject *object = link->strong;
        link->strong = NULL;
        Py_XDECREF(object);
    }
}

/* Makes the context for a Python object. */
UNUSED static Link *make_link(PyObject *object, const Kind *kind) {
    Link *link = calloc(1, sizeof(Link));
    if (!link) return (Link *)PyErr_NoMemory();
    link->kind = kind;
    link->weak = PyWeakref_NewRef(object, NULL);
    if (!link->weak) {
        free(link);
        return NULL;
    }
    return link;
}

/* The context of an object for one of its protocols; null without one. */
UNUSED static Link *link_of(const Handle *handle, const Kind *kind) {
    Link *link = handle->links;
    while (link && link->kind != kind) link = link->next;
    return link;
}

/* The Python object of a context, as a new reference; null without an exception if it does not exist any more. */
static PyObject *object_of(const Link *link) {
    PyObject *object = link->strong;
#if PY_VERSION_HEX >= 0x030D0000
    if (!object) return PyWeakref_GetRef(link->weak, &object) > 0 ? object : NULL;
#else
    if (!object) object = PyWeakref_GetObject(link->weak);
    if (!object || object == Py_None) return NULL;
#endif
    Py_INCREF(object);
    return object;
}

/* The Python object that implements an object of the library, whose handle is then released; null for other objects. */
static PyObject *own_object(uint64_t bits, const Kind *kind) {
    const Link *link = kind->implement ? the_prefix_implementation(bits, drop_link, NULL) : NULL;
    PyObject *object = link ? object_of(link) : NULL;
    if (!object) return NULL;
    Py_BEGIN_ALLOW_THREADS
    kind->release(bits);
    Py_END_ALLOW_THREADS
    return object;
}

/* Returns a new object for a handle, whose ownership it receives; None for a null handle. */
static PyObject *wrap(uint64_t bits, const Kind *kind) {
    if (!bits) Py_RETURN_NONE;
    PyObject *own = own_object(bits, kind);
    if (own) return own;
    PyTypeObject *type = kind->is_exception || !kind->class ? &handle_type : (PyTypeObject *)kind->class;
    Handle *self = (Handle *)type->tp_alloc(type, 0);
    if (!self) {
        kind->release(bits);
        return NULL;
    }
    self->bits = bits;
    self->kind = kind;
    if (!(kind->is_exception || (kind->is_any && !is_raw)) || !kind->class) return (PyObject *)self;
    /* The exception that holds the object, or the value of Python that it stands for. */
    PyObject *value = kind->is_any ? call_python("value_of", "(O)", self) : PyObject_CallMethod(kind->class, "_of", "O", self);
    Py_DECREF(self);
    return value;
}

/* Returns a new object for a handle that belongs to another owner. */
UNUSED static PyObject *wrap_retained(uint64_t bits, const Kind *kind) {
    if (bits && kind->retain(bits) != THE_PREFIX_OK) bits = 0;
    return wrap(bits, kind);
}

/* Moves a handle from a new object to one that is being made. */
static PyObject *adopt(PyObject *module, PyObject *const *arguments, Py_ssize_t count) {
    if (count != 2 || !PyObject_TypeCheck(arguments[0], &handle_type) || !PyObject_TypeCheck(arguments[1], &handle_type)) {
        PyErr_SetString(PyExc_TypeError, "two objects of the library are required");
        return NULL;
    }
    Handle *self = (Handle *)arguments[0], *made = (Handle *)arguments[1];
    handle_clear(self);
    self->bits = made->bits;
    self->kind = made->kind;
    made->bits = 0;
    Py_RETURN_NONE;
}

static int is_kind(const Kind *kind, const Kind *wanted) {
    for (; kind; kind = kind->parent)
        if (kind == wanted) return 1;
    return 0;
}

/* ---- Bytes of an object ----------------------------------------------------------------------------------- */

/* Memory of an object of the library, which lives as long as a view of it. */
typedef struct Memory {
    PyObject_HEAD
    uint64_t bits;
    const Kind *kind;
    const void *data;
    Py_ssize_t size;
} Memory;

static int memory_view(PyObject *self, Py_buffer *view, int flags) {
    Memory *memory = (Memory *)self;
    return PyBuffer_FillInfo(view, self, (void *)memory->data, memory->size, 1, flags);
}

static void memory_dealloc(PyObject *self) {
    Memory *memory = (Memory *)self;
    const uint64_t bits = memory->bits;
    const Kind *kind = memory->kind;
    PyObject_Free(self);
    Py_BEGIN_ALLOW_THREADS
    kind->release(bits);
    Py_END_ALLOW_THREADS
}

static PyBufferProcs memory_procedures = {.bf_getbuffer = memory_view};

static PyTypeObject memory_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "the_package._native.Memory",
    .tp_basicsize = sizeof(Memory),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Memory of an object of the library.",
    .tp_dealloc = memory_dealloc,
    .tp_as_buffer = &memory_procedures,
};

/* Returns a view of memory that belongs to an object; None for absent bytes. */
UNUSED static PyObject *view_of(uint64_t bits, const Kind *kind, the_prefix_bytes bytes) {
    if (!bytes.data) Py_RETURN_NONE;
    if (kind->retain(bits) != THE_PREFIX_OK) {
        PyErr_SetString(PyExc_ValueError, "the object was released");
        return NULL;
    }
    Memory *memory = PyObject_New(Memory, &memory_type);
    if (!memory) {
        kind->release(bits);
        return NULL;
    }
    memory->bits = bits;
    memory->kind = kind;
    memory->data = bytes.data;
    memory->size = (Py_ssize_t)bytes.size;
    PyObject *view = PyMemoryView_FromObject((PyObject *)memory);
    Py_DECREF(memory);
    return view;
}

