/* ---- Arguments -------------------------------------------------------------------------------------------- */

/* Something that lives until a call has returned. */
typedef struct Kept {
    struct Kept *next;
    enum { KEPT_OBJECT, KEPT_BUFFER, KEPT_HANDLE, KEPT_ERROR, KEPT_MEMORY } what;
    union {
        PyObject *object;
        Py_buffer buffer;
        the_prefix_error *error;
        struct {
            uint64_t bits;
            const Kind *kind;
        } handle;
        max_align_t memory[1];
    } as;
} Kept;

/* What the arguments of a call keep; null: the library becomes the owner of the converted value. */
typedef struct Arena {
    Kept *first;
    /* The first objects, which need no memory of their own. */
    size_t count;
    PyObject *objects[6];
} Arena;

static Kept *keep(Arena *arena, int what, size_t size) {
    if (size > (size_t)PY_SSIZE_T_MAX - sizeof(Kept)) return (Kept *)PyErr_NoMemory();
    Kept *kept = calloc(1, sizeof(Kept) + size);
    if (!kept) return (Kept *)PyErr_NoMemory();
    kept->what = what;
    kept->next = arena->first;
    arena->first = kept;
    return kept;
}

/* Keeps a new reference; of a value that was copied, the reference is released. */
static int keep_object(Arena *arena, PyObject *object) {
    if (!arena) {
        Py_DECREF(object);
        return 0;
    }
    if (arena->count < COUNT(arena->objects)) {
        arena->objects[arena->count++] = object;
        return 0;
    }
    Kept *kept = keep(arena, KEPT_OBJECT, 0);
    if (!kept) {
        Py_DECREF(object);
        return -1;
    }
    kept->as.object = object;
    return 0;
}

static void *allocate(Arena *arena, size_t count, size_t size) {
    if (count > (size_t)PY_SSIZE_T_MAX / (size ? size : 1)) return PyErr_NoMemory();
    if (!arena) {
        void *memory = calloc(count ? count : 1, size);
        return memory ? memory : PyErr_NoMemory();
    }
    Kept *kept = keep(arena, KEPT_MEMORY, count * size);
    return kept ? kept->as.memory : NULL;
}

static void clear(Arena *arena) {
    while (arena->count > 0) Py_DECREF(arena->objects[--arena->count]);
    for (Kept *kept = arena->first, *next; kept; kept = next) {
        next = kept->next;
        switch (kept->what) {
        case KEPT_OBJECT: Py_DECREF(kept->as.object); break;
        case KEPT_BUFFER: PyBuffer_Release(&kept->as.buffer); break;
        case KEPT_HANDLE:
            Py_BEGIN_ALLOW_THREADS
            kept->as.handle.kind->release(kept->as.handle.bits);
            Py_END_ALLOW_THREADS
            break;
        case KEPT_ERROR: the_prefix_error_free(kept->as.error); break;
        case KEPT_MEMORY: break;
        }
        free(kept);
    }
    arena->first = NULL;
    settle();
}

/* Sets a handle that was made for the call. */
static int keep_handle(Arena *arena, uint64_t bits, const Kind *kind, uint64_t *result) {
    *result = bits;
    if (!arena) return 0;
    Kept *kept = keep(arena, KEPT_HANDLE, 0);
    if (!kept) {
        kind->release(bits);
        return -1;
    }
    kept->as.handle.bits = bits;
    kept->as.handle.kind = kind;
    return 0;
}

static PyObject *raise_status(the_prefix_status status, the_prefix_error *error);

static int wrong_type(PyObject *value, const char *wanted) {
    PyErr_Format(PyExc_TypeError, "%s expected, not %s", wanted, Py_TYPE(value)->tp_name);
    return -1;
}

/* The protocols of the library that programs implement; null after the last. */
static const Kind *protocol_at(size_t index);

/* The conversion of an object to a protocol; null if it needs none, or there is none. */
static const Cast *cast_to(const Kind *kind, const Kind *wanted) {
    for (const Cast *cast = kind->casts; cast && cast->target; cast++) {
        if (cast->target == wanted) return cast;
    }
    return NULL;
}

/* The protocol as which the library has an object of the program: the first one among the object's classes that is the wanted
   one or refines it, so that the library recognises the object as what it is. */
static const Kind *implemented_kind(PyObject *value, const Kind *wanted) {
    PyObject *classes = Py_TYPE(value)->tp_mro;
    for (Py_ssize_t place = 0; classes && place < PyTuple_GET_SIZE(classes); place++) {
        const Kind *kind = NULL;
        for (size_t index = 0; (kind = protocol_at(index)); index++) {
            if (kind->class != PyTuple_GET_ITEM(classes, place)) continue;
            if (kind == wanted || cast_to(kind, wanted)) return kind;
        }
    }
    return wanted;
}

static int to_handle(PyObject *value, uint64_t *result, const Kind *kind, Arena *arena) {
    if (kind->is_exception && kind->class && PyObject_IsInstance(value, kind->class) == 1) {
        PyObject *held = PyObject_GetAttrString(value, "_handle");
        if (!held) return -1;
        const int failed = to_handle(held, result, kind, arena);
        return keep_object(arena, held) || failed ? -1 : 0;
    }
    if (kind->is_any && (!PyObject_TypeCheck(value, &handle_type) || ((Handle *)value)->kind != kind)) {
        PyObject *made = call_python("any_of", "(OO)", kind->class, value);
        if (!made) return -1;
        const int failed = to_handle(made, result, kind, arena);
        return keep_object(arena, made) || failed ? -1 : 0;
    }
    if (!PyObject_TypeCheck(value, &handle_type)) {
        if (!kind->cast || !PyObject_HasAttrString(value, kind->cast)) return wrong_type(value, kind->name);
        PyObject *made = PyObject_CallMethod(value, kind->cast, NULL);
        if (!made) return -1;
        const int failed = PyObject_TypeCheck(made, &handle_type) ? to_handle(made, result, kind, arena)
                                                                  : wrong_type(value, kind->name);
        return keep_object(arena, made) || failed ? -1 : 0;
    }
    Handle *handle = (Handle *)value;
    const Kind *implemented = handle->kind ? kind : implemented_kind(value, kind);
    if (implemented != kind) {
        Arena held = {NULL};
        uint64_t own = 0, made = 0;
        int failed = to_handle(value, &own, implemented, &held);
        if (!failed) {
            const the_prefix_status status = cast_to(implemented, kind)->convert(own, &made);
            if (status != THE_PREFIX_OK) raise_status(status, NULL);
            failed = status != THE_PREFIX_OK;
        }
        clear(&held);
        return failed ? -1 : keep_handle(arena, made, kind, result);
    }
    if (!handle->kind) {
        if (!kind->implement || !kind->class || PyObject_IsInstance(value, kind->class) != 1) {
            if (!PyErr_Occurred()) wrong_type(value, kind->name);
            return -1;
        }
        Link *link = link_of(handle, kind);
        if (!link) {
            Link *made = NULL;
            const the_prefix_status status = kind->implement(value, &made);
            if (status != THE_PREFIX_OK) {
                if (!PyErr_Occurred()) raise_status(status, NULL);
                return -1;
            }
            link = link_of(handle, kind);
            /* Another thread may have made one meanwhile. */
            if (link) {
                kind->release(made->bits);
            } else {
                made->next = handle->links;
                handle->links = link = made;
            }
        }
        const the_prefix_status status = kind->retain(link->bits);
        if (status != THE_PREFIX_OK) return raise_status(status, NULL), -1;
        if (!link->strong) {
            Py_INCREF(value);
            link->strong = value;
            append_kept(link);
        }
        return keep_handle(arena, link->bits, kind, result);
    }
    if (!handle->bits) {
        raise_status(THE_PREFIX_ERROR_INVALID_HANDLE, NULL);
        return -1;
    }
    if (is_kind(handle->kind, kind)) {
        *result = handle->bits;
        if (!arena) {
            const the_prefix_status status = kind->retain(handle->bits);
            if (status != THE_PREFIX_OK) return raise_status(status, NULL), -1;
            return 0;
        }
        Py_INCREF(value);
        return keep_object(arena, value);
    }
    for (const Kind *own = handle->kind; own; own = own->parent) {
        for (const Cast *cast = own->casts; cast && cast->target; cast++) {
            if (cast->target != kind) continue;
            uint64_t made = 0;
            const the_prefix_status status = cast->convert(handle->bits, &made);
            if (status != THE_PREFIX_OK) return raise_status(status, NULL), -1;
            return keep_handle(arena, made, kind, result);
        }
    }
    return wrong_type(value, kind->name);
}

/* Whether a function was called with the right number of arguments. */
static int has_count(Py_ssize_t count, Py_ssize_t wanted) {
    if (count == wanted) return 1;
    PyErr_Format(PyExc_TypeError, "%zd arguments expected, not %zd", wanted, count);
    return 0;
}

