/* ---- Operations ------------------------------------------------------------------------------------------- */

/* The kind of objects of a class. */
#define KIND(word, c, text, ...)                                                                                 \
    static the_prefix_status retain_##word(uint64_t bits) { return c##_retain((c){bits}); }                               \
    static the_prefix_status release_##word(uint64_t bits) { return c##_release((c){bits}); }                             \
    static Kind kind_##word = {.name = text, .retain = retain_##word, .release = release_##word, __VA_ARGS__};
/* The conversion of objects of a class to one of its protocols or to its superclass. */
#define CAST(function, c, target)                                                                                \
    static the_prefix_status as_##function(uint64_t bits, uint64_t *result) {                                             \
        target made = {0};                                                                                       \
        const the_prefix_status status = function((c){bits}, &made);                                                      \
        *result = made.bits;                                                                                     \
        return status;                                                                                           \
    }

OBJECT(operation)
OBJECT(queue)
OBJECT(subscription)
KIND(operation, the_prefix_operation, "Operation", .parent = NULL)
KIND(queue, the_prefix_queue, "Queue", .parent = NULL)
KIND(subscription, the_prefix_subscription, "Subscription", .parent = NULL)

typedef struct Function Function;

typedef struct Operation {
    Handle handle;
    const Function *taking;
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

static PyObject *wrap_operation(the_prefix_operation operation, const Function *taking) {
    PyObject *object = wrap(operation.bits, &kind_operation);
    if (object && object != Py_None) ((Operation *)object)->taking = taking;
    return object;
}

static PyObject *invoke(const Function *function, PyObject *const *arguments, Py_ssize_t count, the_prefix_operation operation);

static the_prefix_operation operation_of(PyObject *self) { return (the_prefix_operation){((Handle *)self)->bits}; }

static PyObject *operation_wait(PyObject *self, PyObject *limit) {
    int64_t nanoseconds = -1;
    if (limit != Py_None && to_duration(limit, &nanoseconds, NULL, &type_duration)) return NULL;
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
    return invoke(((Operation *)self)->taking, NULL, 0, operation_of(self));
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

/* ---- Calls of the library --------------------------------------------------------------------------------- */

enum { MOST_ARGUMENTS = the_most_arguments, MOST_RESULTS = the_most_results };

/* A call of a function of the library: its converted arguments, and the places of its results. */
typedef struct Call {
    /* Null for an argument that is left out. */
    void *at[MOST_ARGUMENTS];
    /* The number of elements of memory. */
    size_t counts[MOST_ARGUMENTS];
    void *results[MOST_RESULTS];
    the_prefix_error *error;
    the_prefix_operation operation;
} Call;

typedef struct Argument {
    const Type *type;
    enum {
        /* Required; the "none" of the C type for None; a null pointer for None; a null pointer for an argument that is left out. */
        IS_GIVEN, NONE_IS_NONE, NONE_IS_NULL, DEFAULT_IS_NULL,
        /* Memory, which the library reads or writes. */
        IS_READ, IS_WRITTEN,
        /* A function of the program; two. */
        IS_CALLABLE, IS_PAIR,
        /* The limit of a wait; none for None. */
        IS_LIMIT
    } form;
} Argument;

#define GIVEN(word) {&type_##word, IS_GIVEN}
#define GIVEN_OR_NONE(word) {&type_##word, NONE_IS_NONE}
#define GIVEN_OR_NULL(word) {&type_##word, NONE_IS_NULL}
#define GIVEN_OR_DEFAULT(word) {&type_##word, DEFAULT_IS_NULL}
#define READ(word) {&type_##word, IS_READ}
#define WRITTEN(word) {&type_##word, IS_WRITTEN}
#define CALLABLE {NULL, IS_CALLABLE}
#define PAIR {NULL, IS_PAIR}
#define LIMIT {&type_duration, IS_LIMIT}

/* What a call returns: the result with an index, or the argument with an index, which the call has changed. */
typedef struct Output {
    const Type *type;
    enum { IS_COPIED, IS_OWNED, IS_VIEWED, IS_CHANGED } form;
    int index;
    void (*clean)(void *value);
} Output;

/* A copy of a value; of one that is freed; an object; memory of the receiver; an argument. */
#define COPIED(word, index) {&type_##word, IS_COPIED, index, NULL}
#define FREED(word, index, function) {&type_##word, IS_COPIED, index, clean_##function}
#define OWNED(word, index) {&type_##word, IS_OWNED, index, NULL}
#define VIEWED(index) {&type_bytes, IS_VIEWED, index, NULL}
#define CHANGED(word, index) {&type_##word, IS_CHANGED, index, NULL}
#define CLEAN(function) UNUSED static void clean_##function(void *value) { function(value); }

/* A function of the extension. */
struct Function {
    const char *name;
    the_prefix_status (*call)(Call *call);
    const Argument *arguments;
    Py_ssize_t argument_count;
    const Output *outputs;
    Py_ssize_t output_count;
    /* Of an asynchronous call, the function that returns its result. */
    const Function *taking;
};

#define ARGUMENTS(...) (const Argument[]){__VA_ARGS__}, COUNT(((const Argument[]){__VA_ARGS__}))
#define OUTPUTS(...) (const Output[]){__VA_ARGS__}, COUNT(((const Output[]){__VA_ARGS__}))
#define NONE NULL, 0
#define FUNCTION(word, expression, ...)                                                                          \
    static the_prefix_status invoke_##word(Call *call) { return expression; }                                             \
    static const Function function_##word = {#word, invoke_##word, __VA_ARGS__};
/* Arguments: by value, by pointer, memory; a function of the program, its context, and what releases that; a result; the others. */
#define VALUE(c, index) *(c *)call->at[index]
#define POINTER(index) call->at[index]
#define MEMORY(index) call->at[index], call->counts[index]
#define CALLBACK(index, function) call->at[index] ? function : NULL
#define RELEASE(index) call->at[index] ? drop_object : NULL
#define RESULT(index) call->results[index]
#define ERROR &call->error
#define STARTED &call->operation
#define OPERATION call->operation

/* Memory for the values of a call: of this size in most cases. */
typedef struct Space {
    size_t used;
    _Alignas(max_align_t) uint64_t memory[48];
} Space;

static void *place_in(Space *space, const Type *type, Arena *arena) {
    /* Aligned for every type. */
    const size_t count = (type->size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * (sizeof(max_align_t) / sizeof(uint64_t));
    if (count > COUNT(space->memory) - space->used) return place_for(type, arena);
    uint64_t *place = &space->memory[space->used];
    for (size_t index = 0; index < count; index++) place[index] = 0;
    space->used += count;
    return place;
}

/* Converts an argument; -1 with an exception. */
static int convert(const Argument *argument, PyObject *object, Call *call, size_t index, Space *space, Arena *arena) {
    const Type *type = argument->type;
    void **place = &call->at[index];
    *place = NULL;
    switch (argument->form) {
    case NONE_IS_NULL: if (object == Py_None) return 0; break;
    case DEFAULT_IS_NULL: if (object == Py_Ellipsis) return 0; break;
    case IS_READ: case IS_WRITTEN: return to_memory(object, place, &call->counts[index], type->size, argument->form == IS_WRITTEN, arena);
    case IS_CALLABLE:
        if (object == Py_None) return 0;
        *place = object;
        return PyCallable_Check(object) ? 0 : wrong_type(object, "a function");
    case IS_PAIR:
        *place = object;
        return PyTuple_Check(object) && PyTuple_GET_SIZE(object) == 2 ? 0 : wrong_type(object, "a pair");
    case IS_GIVEN: case NONE_IS_NONE: case IS_LIMIT: break;
    }
    if (!(*place = place_in(space, type, arena))) return -1;
    if (object == Py_None && argument->form == NONE_IS_NONE) return 0;
    if (object == Py_None && argument->form == IS_LIMIT) {
        *(int64_t *)*place = -1;
        return 0;
    }
    return type->to(object, *place, arena, type);
}

/* The object for an output of a call. */
static PyObject *output_of(const Function *function, const Output *output, const Call *call) {
    if (output->form == IS_CHANGED) return output->type->from(call->at[output->index], output->type);
    void *value = call->results[output->index];
    if (output->form != IS_VIEWED) return taken(output->type, value, output->form == IS_OWNED, output->clean);
    return view_of(*(const uint64_t *)call->at[0], function->arguments[0].type->details, *(const the_prefix_bytes *)value);
}

/* The object for all outputs of a call: None, one, or a tuple. */
static PyObject *outputs_of(const Function *function, const Call *call) {
    if (function->taking) return wrap_operation(call->operation, function->taking);
    if (function->output_count == 0) Py_RETURN_NONE;
    if (function->output_count == 1) return output_of(function, function->outputs, call);
    PyObject *objects = PyTuple_New(function->output_count);
    int failed = !objects;
    /* Each is taken, also if one before it has failed. */
    for (Py_ssize_t index = 0; index < function->output_count; index++) {
        PyObject *object = output_of(function, &function->outputs[index], call);
        if (object && objects) PyTuple_SET_ITEM(objects, index, object);
        else Py_XDECREF(object);
        failed |= !object;
    }
    if (failed) Py_CLEAR(objects);
    return objects;
}

/* Calls a function of the library, during which the interpreter's lock is free. */
static PyObject *invoke(const Function *function, PyObject *const *arguments, Py_ssize_t count, the_prefix_operation operation) {
    if (!has_count(count, function->argument_count)) return NULL;
    Arena arena;
    Space space;
    Call call;
    PyObject *object = NULL;
    the_prefix_status status;
    arena.first = NULL;
    arena.count = 0;
    space.used = 0;
    call.error = NULL;
    call.operation = operation;
    for (Py_ssize_t index = 0; index < count; index++)
        if (convert(&function->arguments[index], arguments[index], &call, (size_t)index, &space, &arena)) goto done;
    for (const Output *output = function->outputs; output < function->outputs + function->output_count; output++) {
        if (output->form == IS_CHANGED) continue;
        if (!(call.results[output->index] = place_in(&space, output->type, &arena))) goto done;
    }
    /* The library releases the contexts of functions, also if it fails. */
    for (Py_ssize_t index = 0; index < count; index++)
        if (function->arguments[index].form == IS_CALLABLE || function->arguments[index].form == IS_PAIR) Py_XINCREF((PyObject *)call.at[index]);
    Py_BEGIN_ALLOW_THREADS
    status = function->call(&call);
    Py_END_ALLOW_THREADS
    object = status ? no_result(status, call.error) : outputs_of(function, &call);
done:
    clear(&arena);
    return object;
}

/* The object through which Python calls a function: the first argument of its C function. */
typedef struct Callee {
    PyObject_HEAD
    const Function *function;
} Callee;

static PyTypeObject callee_type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "the_package._native.Callee",
    .tp_basicsize = sizeof(Callee),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *call_library(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    return invoke(((Callee *)self)->function, arguments, count, (the_prefix_operation){0});
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
    if (!has_count(count, 2) || to_unsigned(arguments[0], &limit, UINT64_MAX) || to_duration(arguments[1], &nanoseconds, NULL, &type_duration))
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

