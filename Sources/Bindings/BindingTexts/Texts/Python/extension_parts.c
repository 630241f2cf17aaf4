/* ---- Parts of values -------------------------------------------------------------------------------------- */

/* Whether an object is one of a class. */
static int is_instance(PyObject *object, PyObject *class, const char *name) {
    const int is = class ? PyObject_IsInstance(object, class) : 0;
    if (is == 0) wrong_type(object, name);
    return is == 1;
}

/* A name that is made once. */
static PyObject *interned(PyObject **name, const char *text) {
    if (!*name) *name = PyUnicode_InternFromString(text);
    return *name;
}

/* An attribute of an object. */
static PyObject *attribute(PyObject *object, PyObject **name, const char *text) {
    return interned(name, text) ? PyObject_GetAttr(object, *name) : NULL;
}

/* Part of a value in C, at its distance from the start. */
static const void *part_at(const void *value, size_t distance) { return (const char *)value + distance; }
static void *place_at(void *value, size_t distance) { return (char *)value + distance; }

/* ---- Enumerations ---- */

typedef struct Enumeration {
    const char *name;
    int is_exception;
    PyObject *class;
    PyObject *members;
} Enumeration;

/* The member of a class for a case, or its subclass, by the number of the case. */
static PyObject *member(PyObject *class, PyObject **members, int32_t number) {
    if (!*members && !(*members = call_python("members_of", "(O)", class ? class : Py_None))) return NULL;
    if (number >= 0 && number < PyTuple_GET_SIZE(*members)) return PyTuple_GET_ITEM(*members, number);
    return PyErr_Format(PyExc_ValueError, "%d is no case", (int)number);
}

/* The number of a case: of an enumeration's member, or of a class for a case. */
static int number_of(PyObject *object, int32_t *result, PyObject *class, const char *name, int is_member) {
    static PyObject *member_number, *class_number;
    if (!is_instance(object, class, name)) return -1;
    PyObject *part = is_member ? attribute(object, &member_number, "_value_") : attribute(object, &class_number, "_number");
    if (!part) {
        PyErr_Clear();
        return wrong_type(object, "a case");
    }
    int64_t converted = 0;
    const int failed = to_signed(part, &converted, 0, INT32_MAX);
    Py_DECREF(part);
    *result = (int32_t)converted;
    return failed;
}

FROM(case) {
    Enumeration *enumeration = type->details;
    PyObject *found = member(enumeration->class, &enumeration->members, *(const int32_t *)value);
    if (!found) return NULL;
    if (enumeration->is_exception) return PyObject_CallNoArgs(found);
    Py_INCREF(found);
    return found;
}
TO(case) {
    const Enumeration *enumeration = type->details;
    return number_of(object, value, enumeration->class, enumeration->name, !enumeration->is_exception);
}
#define ENUMERATION(word, text, is_exception)                                                                    \
    static Enumeration enumeration_##word = {text, is_exception, NULL, NULL};                                    \
    UNUSED static const Type type_case_##word = {from_case, to_case, sizeof(int32_t), &enumeration_##word};

/* ---- Optional values ---- */

typedef struct Optional {
    const Type *wrapped;
    size_t has_value;
    size_t value;
} Optional;

FROM(optional) {
    const Optional *optional = type->details;
    if (!*(const bool *)part_at(value, optional->has_value)) Py_RETURN_NONE;
    return optional->wrapped->from(part_at(value, optional->value), optional->wrapped);
}
TO(optional) {
    const Optional *optional = type->details;
    memset(value, 0, type->size);
    if (object == Py_None) return 0;
    *(bool *)place_at(value, optional->has_value) = true;
    return optional->wrapped->to(object, place_at(value, optional->value), arena, optional->wrapped);
}
#define OPTIONAL(word, c, of)                                                                                    \
    static Optional optional_##word = {&type_##of, offsetof(c, has_value), offsetof(c, value)};                  \
    UNUSED static const Type type_value_##word = {from_optional, to_optional, sizeof(c), &optional_##word};

/* Values of C types that have a "none": the handle 0, and a null pointer at their start. */
FROM(object_or_none) {
    const Type *wrapped = type->details;
    if (*(const uint64_t *)value == 0) Py_RETURN_NONE;
    return wrapped->from(value, wrapped);
}
FROM(memory_or_none) {
    const Type *wrapped = type->details;
    const void *start;
    memcpy(&start, value, sizeof start);
    if (!start) Py_RETURN_NONE;
    return wrapped->from(value, wrapped);
}
TO(or_none) {
    const Type *wrapped = type->details;
    memset(value, 0, type->size);
    return object == Py_None ? 0 : wrapped->to(object, value, arena, wrapped);
}
#define OR_NONE(word, c, of, form) UNUSED static const Type type_value_##word = {from_##form##_or_none, to_or_none, sizeof(c), (void *)&type_##of};

/* ---- Collections ---- */

typedef struct List {
    const Type *element;
    size_t data;
    size_t count;
} List;

static const void *elements_of(const void *value, const List *list, size_t *count) {
    const void *data;
    memcpy(&data, part_at(value, list->data), sizeof data);
    *count = *(const size_t *)part_at(value, list->count);
    return data;
}

/* Makes room for elements; null with an exception. */
static void *make_elements(void *value, const List *list, size_t count, size_t size, Arena *arena) {
    void *data = allocate(arena, count, size);
    if (data) memcpy(place_at(value, list->data), &data, sizeof data);
    return data;
}

FROM(array) {
    const List *list = type->details;
    const Type *element = list->element;
    size_t count;
    const void *data = elements_of(value, list, &count);
    PyObject *result = PyList_New((Py_ssize_t)count);
    for (size_t index = 0; result && index < count; index++) {
        PyObject *object = element->from(part_at(data, index * element->size), element);
        if (object) PyList_SET_ITEM(result, (Py_ssize_t)index, object);
        else Py_CLEAR(result);
    }
    return result;
}
FROM(set) {
    const List *list = type->details;
    const Type *element = list->element;
    size_t count;
    const void *data = elements_of(value, list, &count);
    PyObject *result = PySet_New(NULL);
    for (size_t index = 0; result && index < count; index++) {
        PyObject *object = element->from(part_at(data, index * element->size), element);
        if (!object || PySet_Add(result, object)) Py_CLEAR(result);
        Py_XDECREF(object);
    }
    return result;
}
TO(array) {
    const List *list = type->details;
    const Type *element = list->element;
    memset(value, 0, type->size);
    PyObject *objects = PySequence_Fast(object, "an iterable is required");
    if (!objects) return -1;
    const size_t count = (size_t)PySequence_Fast_GET_SIZE(objects);
    void *data = make_elements(value, list, count, element->size, arena);
    int failed = !data;
    for (size_t index = 0; !failed && index < count; index++) {
        /* The program's own code, which conversions call, may change the sequence. */
        if ((size_t)PySequence_Fast_GET_SIZE(objects) != count) {
            PyErr_SetString(PyExc_RuntimeError, "the sequence changed its size while it was converted");
            failed = -1;
            break;
        }
        PyObject *each = PySequence_Fast_GET_ITEM(objects, (Py_ssize_t)index);
        Py_INCREF(each);
        failed = element->to(each, place_at(data, index * element->size), arena, element);
        if (keep_object(arena, each)) failed = -1;
        *(size_t *)place_at(value, list->count) = index + 1;
    }
    Py_DECREF(objects);
    return failed ? -1 : 0;
}
#define COLLECTION(word, c, of, form)                                                                            \
    static List list_##word = {&type_##of, offsetof(c, data), offsetof(c, count)};                               \
    UNUSED static const Type type_value_##word = {from_##form, to_array, sizeof(c), &list_##word};

typedef struct Map {
    List list;
    const Type *mapped;
    size_t entry, key, value;
} Map;

FROM(map) {
    const Map *map = type->details;
    size_t count;
    const char *entry = elements_of(value, &map->list, &count);
    PyObject *result = PyDict_New();
    for (size_t index = 0; result && index < count; index++, entry += map->entry) {
        PyObject *key = map->list.element->from(entry + map->key, map->list.element);
        PyObject *mapped = key ? map->mapped->from(entry + map->value, map->mapped) : NULL;
        if (!mapped || PyDict_SetItem(result, key, mapped)) Py_CLEAR(result);
        Py_XDECREF(key);
        Py_XDECREF(mapped);
    }
    return result;
}
TO(map) {
    const Map *map = type->details;
    memset(value, 0, type->size);
    PyObject *items = PyMapping_Items(object);
    if (!items) return -1;
    const size_t count = (size_t)PyList_GET_SIZE(items);
    char *entry = make_elements(value, &map->list, count, map->entry, arena);
    int failed = !entry;
    for (size_t index = 0; !failed && index < count; index++, entry += map->entry) {
        PyObject *pair = PyList_GET_ITEM(items, (Py_ssize_t)index);
        /* Of a class of the program's own, they may be anything. */
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            failed = wrong_type(pair, "a pair of a key and a value");
            break;
        }
        failed = map->list.element->to(PyTuple_GET_ITEM(pair, 0), entry + map->key, arena, map->list.element) ||
                 map->mapped->to(PyTuple_GET_ITEM(pair, 1), entry + map->value, arena, map->mapped);
        *(size_t *)place_at(value, map->list.count) = index + 1;
    }
    return keep_object(arena, items) || failed ? -1 : 0;
}
#define MAP(word, c, entry_c, key_of, mapped_of)                                                                 \
    static Map map_##word = {{&type_##key_of, offsetof(c, data), offsetof(c, count)}, &type_##mapped_of,         \
                             sizeof(entry_c), offsetof(entry_c, key), offsetof(entry_c, value)};                 \
    UNUSED static const Type type_value_##word = {from_map, to_map, sizeof(c), &map_##word};

/* ---- Structures ---- */

typedef struct Field {
    const char *text;
    const Type *type;
    size_t distance;
    PyObject *name;
} Field;

#define FIELD(c, member, text, of) {text, &type_##of, offsetof(c, member), NULL}

typedef struct Fields {
    Field *first;
    size_t count;
} Fields;

#define FIELDS(word) {fields_##word, COUNT(fields_##word)}
#define NO_FIELDS {NULL, 0}

/* Makes an object with attributes. */
static PyObject *construct(PyObject *class, const Fields *fields, const void *value) {
    static PyObject *nothing;
    if (!nothing && !(nothing = PyTuple_New(0))) return NULL;
    if (!class) return PyErr_Format(PyExc_RuntimeError, "the package is not initialised");
    PyObject *result = ((PyTypeObject *)class)->tp_new((PyTypeObject *)class, nothing, NULL);
    for (Field *field = fields->first; result && field < fields->first + fields->count; field++) {
        PyObject *name = interned(&field->name, field->text);
        PyObject *part = name ? field->type->from(part_at(value, field->distance), field->type) : NULL;
        if (!part || PyObject_SetAttr(result, name, part)) Py_CLEAR(result);
        Py_XDECREF(part);
    }
    return result;
}

/* Sets a value from the attributes of an object. */
static int take_attributes(PyObject *object, const Fields *fields, void *value, Arena *arena) {
    for (Field *field = fields->first; field < fields->first + fields->count; field++) {
        PyObject *part = attribute(object, &field->name, field->text);
        if (!part) return -1;
        const int failed = field->type->to(part, place_at(value, field->distance), arena, field->type);
        if (keep_object(arena, part) || failed) return -1;
    }
    return 0;
}

typedef struct Record {
    const char *name;
    Fields fields;
    PyObject *class;
} Record;

FROM(record) {
    const Record *record = type->details;
    return construct(record->class, &record->fields, value);
}
TO(record) {
    const Record *record = type->details;
    memset(value, 0, type->size);
    if (!is_instance(object, record->class, record->name)) return -1;
    return take_attributes(object, &record->fields, value, arena);
}
/* A range is any object with bounds. */
FROM(range) { return from_record(value, type); }
TO(range) {
    memset(value, 0, type->size);
    return take_attributes(object, &((const Record *)type->details)->fields, value, arena);
}

/* A tuple is any sequence; one with labels has a class. */
FROM(tuple) {
    const Record *record = type->details;
    PyObject *result = PyTuple_New((Py_ssize_t)record->fields.count);
    for (size_t index = 0; result && index < record->fields.count; index++) {
        const Field *field = &record->fields.first[index];
        PyObject *part = field->type->from(part_at(value, field->distance), field->type);
        if (part) PyTuple_SET_ITEM(result, (Py_ssize_t)index, part);
        else Py_CLEAR(result);
    }
    if (!result || !record->class) return result;
    PyObject *labelled = PyObject_CallObject(record->class, result);
    Py_DECREF(result);
    return labelled;
}
TO(tuple) {
    const Record *record = type->details;
    const Py_ssize_t count = (Py_ssize_t)record->fields.count;
    memset(value, 0, type->size);
    PyObject *parts = PySequence_Tuple(object);
    if (!parts) return -1;
    if (PyTuple_GET_SIZE(parts) != count) {
        Py_DECREF(parts);
        PyErr_Format(PyExc_ValueError, "%zd elements are required", count);
        return -1;
    }
    int failed = 0;
    for (Py_ssize_t index = 0; !failed && index < count; index++) {
        const Field *field = &record->fields.first[index];
        failed = field->type->to(PyTuple_GET_ITEM(parts, index), place_at(value, field->distance), arena, field->type);
    }
    return keep_object(arena, parts) || failed ? -1 : 0;
}
#define STRUCTURE(word, c, text, form, fields)                                                                   \
    static Record record_##word = {text, fields, NULL};                                                          \
    UNUSED static const Type type_value_##word = {from_##form, to_##form, sizeof(c), &record_##word};

typedef struct Variant {
    const char *name;
    size_t kind;
    const Fields *cases;
    size_t count;
    PyObject *class;
    PyObject *members;
} Variant;

FROM(variant) {
    Variant *variant = type->details;
    const int32_t number = *(const int32_t *)part_at(value, variant->kind);
    PyObject *class = member(variant->class, &variant->members, number);
    return class && (size_t)number < variant->count ? construct(class, &variant->cases[number], value) : NULL;
}
TO(variant) {
    const Variant *variant = type->details;
    int32_t number;
    memset(value, 0, type->size);
    if (number_of(object, &number, variant->class, variant->name, 0)) return -1;
    if ((size_t)number >= variant->count) return wrong_type(object, variant->name);
    *(int32_t *)place_at(value, variant->kind) = number;
    return take_attributes(object, &variant->cases[number], value, arena);
}
#define VARIANT(word, c, text, ...)                                                                              \
    static const Fields cases_##word[] = {__VA_ARGS__};                                                          \
    static Variant variant_##word = {text, offsetof(c, kind), cases_##word, COUNT(cases_##word), NULL, NULL};    \
    UNUSED static const Type type_value_##word = {from_variant, to_variant, sizeof(c), &variant_##word};

/* A class of the Python part of the package, and the variable that holds it. */
typedef struct Class {
    const char *name;
    PyObject **place;
} Class;
