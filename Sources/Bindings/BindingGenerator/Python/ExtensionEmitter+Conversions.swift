import BindingModel

/// The conversions of structures.
extension ExtensionEmitter {
    mutating func conversions() {
        for aggregate in library.aggregates {
            let (word, c) = (aggregate.crossing.word, aggregate.crossing.c)
            writer.line("static PyObject *from_value_\(word)(\(c) const *value) {")
            writer.indented { fromC(aggregate, &$0) }
            writer.line("}")
            writer.line("static int to_value_\(word)(PyObject *value, \(c) *result, Arena *arena) {")
            writer.indented { toC(aggregate, &$0) }
            writer.line("}")
            writer.line()
        }
    }

    // MARK: From C

    private func fromC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (\(isNone(crossing, wrapped))) Py_RETURN_NONE;")
            writer.line("return \(from(wrapped, crossing.isNullable ? "value" : "&value->value"));")
        case .array(let element): arrayFromC(element, &writer)
        case .set(let element):
            collect(
                "PySet_New(NULL)",
                "PyObject *element = \(from(element, "&value->data[index]"));",
                "PySet_Add(set, element)",
                &writer
            )
        case .map(let key, let mapped, _): mapFromC(key, mapped, &writer)
        case .tuple(let fields):
            let parts = fields.map { from($0.crossing, "&value->\($0.name)") }
            if hasClass(aggregate) {
                writer.line("PyObject *parts[] = {\(parts.joined(separator: ", "))};")
                return writer.line("return call_class(\(classVariable(crossing.word)), parts, \(parts.count));")
            }
            writer.line("PyObject *parts[] = {\((parts + ["NULL"]).joined(separator: ", "))};")
            if fields.isEmpty { writer.line("(void)value;") }
            writer.line("return tuple_of(parts, \(parts.count));")
        case .range(let bound, _):
            let parts = [("lower", from(bound, "&value->lower")), ("upper", from(bound, "&value->upper"))]
            construct(classVariable(crossing.word), parts, &writer)
        case .record(_, let fields):
            if fields.isEmpty { writer.line("(void)value;") }
            let parts = fields.map { (PythonNames.local($0.chosenName), from($0.crossing, "&value->\($0.name)")) }
            construct(classVariable(crossing.word), parts, &writer)
        case .variant(_, let cases): variantFromC(crossing, cases, &writer)
        }
    }

    private func arrayFromC(_ element: Crossing, _ writer: inout CodeWriter) {
        writer.line("PyObject *list = PyList_New((Py_ssize_t)value->count);")
        writer.line("for (size_t index = 0; list && index < value->count; index++) {")
        writer.line("    PyObject *element = \(from(element, "&value->data[index]"));")
        writer.line("    if (element) PyList_SET_ITEM(list, (Py_ssize_t)index, element);")
        writer.line("    else Py_CLEAR(list);")
        writer.line("}")
        writer.line("return list;")
    }

    private func mapFromC(_ key: Crossing, _ mapped: Crossing, _ writer: inout CodeWriter) {
        writer.line("PyObject *map = PyDict_New();")
        writer.line("for (size_t index = 0; map && index < value->count; index++) {")
        writer.line("    PyObject *key = \(from(key, "&value->data[index].key"));")
        writer.line("    PyObject *element = key ? \(from(mapped, "&value->data[index].value")) : NULL;")
        writer.line("    if (!element || PyDict_SetItem(map, key, element)) Py_CLEAR(map);")
        writer.line("    Py_XDECREF(key);")
        writer.line("    Py_XDECREF(element);")
        writer.line("}")
        writer.line("return map;")
    }

    private func construct(_ name: String, _ parts: [(name: String, value: String)], _ writer: inout CodeWriter) {
        if parts.isEmpty { return writer.line("return construct(\(name), NULL, NULL, NULL, 0);") }
        writer.line("static const char *const texts[] = {\(parts.map { "\"\($0.name)\"" }.joined(separator: ", "))};")
        writer.line("static PyObject *names[\(parts.count)];")
        writer.line("PyObject *parts[] = {\(parts.map(\.value).joined(separator: ",\n    "))};")
        writer.line("return construct(\(name), texts, names, parts, \(parts.count));")
    }

    private func collect(_ make: String, _ element: String, _ add: String, _ writer: inout CodeWriter) {
        writer.line("PyObject *set = \(make);")
        writer.line("for (size_t index = 0; set && index < value->count; index++) {")
        writer.line("    \(element)")
        writer.line("    if (!element || \(add)) Py_CLEAR(set);")
        writer.line("    Py_XDECREF(element);")
        writer.line("}")
        writer.line("return set;")
    }

    private func variantFromC(_ crossing: Crossing, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        writer.line("static PyObject *members;")
        writer.line(
            "if (!members && !(members = call_python(\"members_of\", \"(O)\", \(classVariable(crossing.word))))) return NULL;"
        )
        writer.line("switch (value->kind) {")
        for (index, each) in cases.enumerated() {
            writer.line("case \(index): {")
            writer.indented { writer in
                let parts = zip(Self.fieldNames(each), each.payload).map { name, field in
                    (name, from(field.crossing, "&value->as.\(each.name).\(field.name)"))
                }
                construct("PyTuple_GET_ITEM(members, \(index))", parts, &writer)
            }
            writer.line("}")
        }
        writer.line("default: return PyErr_Format(PyExc_ValueError, \"%d is no case\", (int)value->kind);")
        writer.line("}")
    }

    /// The C expression for the absence of an optional value.
    private func isNone(_ crossing: Crossing, _ wrapped: Crossing) -> String {
        guard crossing.isNullable else { return "!value->has_value" }
        return switch wrapped.shape {
        case .handle: "value->bits == 0"
        case .error: "*value == NULL"
        default: "value->data == NULL"
        }
    }

    // MARK: To C

    private func toC(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        writer.line("memset(result, 0, sizeof *result);")
        switch aggregate.content {
        case .optional(let wrapped):
            writer.line("if (value == Py_None) return 0;")
            if crossing.isNullable { return writer.line("return to_\(word(wrapped))(value, result, arena);") }
            writer.line("result->has_value = 1;")
            writer.line("return to_\(word(wrapped))(value, &result->value, arena);")
        case .array(let element), .set(let element): list(element, &writer)
        case .map(let key, let mapped, _): map(key, mapped, &writer)
        case .tuple(let fields): tuple(fields, &writer)
        case .range(let bound, _):
            writer.line("TO_FIELD(value, \"lower\", to_\(word(bound)), &result->lower);")
            writer.line("TO_FIELD(value, \"upper\", to_\(word(bound)), &result->upper);")
            writer.line("return 0;")
        case .record(let declaration, let fields):
            instance(crossing, &writer)
            for field in fields { self.field(field, PythonNames.local(field.chosenName), "result->\(field.name)", &writer) }
            if declaration.path.isEmpty || fields.isEmpty { writer.line("(void)arena;") }
            writer.line("return 0;")
        case .variant(_, let cases): variantToC(crossing, cases, &writer)
        }
    }

    private func field(_ field: AggregateField, _ name: String, _ place: String, _ writer: inout CodeWriter) {
        writer.line("TO_FIELD(value, \"\(name)\", to_\(word(field.crossing)), &\(place));")
    }

    private func instance(_ crossing: Crossing, _ writer: inout CodeWriter) {
        let name = types.names.className(crossing)
        writer.line("if (!is_instance(value, \(classVariable(crossing.word)), \"\(name)\")) return -1;")
    }

    private func variantToC(_ crossing: Crossing, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        let name = types.names.className(crossing)
        writer.line("if (to_case(value, &result->kind, \(classVariable(crossing.word)), \"\(name)\", 0)) return -1;")
        writer.line("switch (result->kind) {")
        for (index, each) in cases.enumerated() where !each.payload.isEmpty {
            writer.line("case \(index):")
            writer.indented { writer in
                for (name, field) in zip(Self.fieldNames(each), each.payload) {
                    self.field(field, name, "result->as.\(each.name).\(field.name)", &writer)
                }
                writer.line("break;")
            }
        }
        writer.line("default: (void)arena; break;")
        writer.line("}")
        writer.line("return 0;")
    }

    /// The names of the fields of a case in Python.
    static func fieldNames(_ each: AggregateCase) -> [String] {
        each.payload.map { field in field.label == nil ? field.name : PythonNames.local(field.chosenName) }
    }

    private func list(_ element: Crossing, _ writer: inout CodeWriter) {
        writer.line("PyObject *list = PySequence_Fast(value, \"an iterable is required\");")
        writer.line("if (!list) return -1;")
        writer.line("const size_t count = (size_t)PySequence_Fast_GET_SIZE(list);")
        writer.line("result->data = allocate(arena, count, sizeof *result->data);")
        writer.line("int failed = !result->data;")
        writer.line(
            "for (size_t index = 0; !failed && index < count && index < (size_t)PySequence_Fast_GET_SIZE(list); index++) {"
        )
        writer.line("    PyObject *element = PySequence_Fast_GET_ITEM(list, (Py_ssize_t)index);")
        writer.line("    Py_INCREF(element);")
        writer.line("    failed = to_\(word(element))(element, &result->data[index], arena);")
        writer.line("    if (keep_object(arena, element)) failed = -1;")
        writer.line("    result->count = index + 1;")
        writer.line("}")
        writer.line("Py_DECREF(list);")
        writer.line("return failed ? -1 : 0;")
    }

    private func map(_ key: Crossing, _ mapped: Crossing, _ writer: inout CodeWriter) {
        writer.line("PyObject *items = PyMapping_Items(value);")
        writer.line("if (!items) return -1;")
        writer.line("const size_t count = (size_t)PyList_GET_SIZE(items);")
        writer.line("result->data = allocate(arena, count, sizeof *result->data);")
        writer.line("int failed = !result->data;")
        writer.line("for (size_t index = 0; !failed && index < count; index++) {")
        writer.line("    PyObject *pair = PyList_GET_ITEM(items, (Py_ssize_t)index);")
        writer.line("    failed = to_\(word(key))(PyTuple_GET_ITEM(pair, 0), &result->data[index].key, arena) ||")
        writer.line("             to_\(word(mapped))(PyTuple_GET_ITEM(pair, 1), &result->data[index].value, arena);")
        writer.line("    result->count = index + 1;")
        writer.line("}")
        writer.line("return keep_object(arena, items) || failed ? -1 : 0;")
    }

    private func tuple(_ fields: [AggregateField], _ writer: inout CodeWriter) {
        writer.line("PyObject *parts = PySequence_Tuple(value);")
        writer.line("if (!parts) return -1;")
        writer.line("if (PyTuple_GET_SIZE(parts) != \(fields.count)) {")
        writer.line("    Py_DECREF(parts);")
        writer.line("    PyErr_SetString(PyExc_ValueError, \"\(fields.count) elements are required\");")
        writer.line("    return -1;")
        writer.line("}")
        let conversions = fields.enumerated().map { index, field in
            "to_\(word(field.crossing))(PyTuple_GET_ITEM(parts, \(index)), &result->\(field.name), arena)"
        }
        writer.line("const int failed = \(conversions.isEmpty ? "0" : conversions.joined(separator: " ||\n    "));")
        writer.line("return keep_object(arena, parts) || failed ? -1 : 0;")
    }
}
