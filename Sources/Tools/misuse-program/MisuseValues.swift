import BindingGenerator
import BindingModel

/// Writes functions that make a value of each type, make it invalid in every way, and release it.
struct MisuseValues {
    let library: LoweredLibrary

    func emit(_ writer: inout CodeWriter) {
        // A type that a simpler one represents has the values of that.
        for (word, base) in library.registry.adaptedWords where word != base {
            for stem in ["valid", "spoil", "drop", "extreme", "TYPE"] { writer.line("#define \(stem)_\(word) \(stem)_\(base)") }
        }
        let crossings = enumerations.map(\.0) + library.aggregates.map(\.crossing)
        writer.gap()
        for crossing in crossings {
            let word = crossing.word
            writer.line("static \(crossing.c) valid_\(word)(bool owned);")
            writer.line("static int spoil_\(word)(\(crossing.c) *value, int *left, bool may_be_none);")
            writer.line("static void drop_\(word)(\(crossing.c) *value);")
        }
        for handle in library.handles {
            writer.line("static \(handle.c) valid_\(handle.word)(bool owned);")
            writer.line("static int spoil_\(handle.word)(\(handle.c) *value, int *left, bool may_be_none);")
        }
        for handle in library.handles { self.handle(handle, &writer) }
        for (crossing, count) in enumerations { enumeration(crossing, count, &writer) }
        for aggregate in library.aggregates { self.aggregate(aggregate, &writer) }
    }

    private var enumerations: [(Crossing, Int)] {
        library.types.compactMap { type in
            guard case .enumeration(let cases) = type.declaration.kind, let crossing = type.crossing else { return nil }
            return (crossing, cases.count)
        }
    }

    private func handle(_ handle: HandleType, _ writer: inout CodeWriter) {
        writer.block("static \(handle.c) valid_\(handle.word)(bool owned) {") { writer in
            writer.line("\(handle.c) handle;")
            let lent = handle.holder == .uniqueValue ? "fresh" : "live"
            writer.line("handle.bits = owned ? shared(TYPE_\(handle.word)) : \(lent)(TYPE_\(handle.word));")
            writer.line("return handle;")
        }
        writer.block("static int spoil_\(handle.word)(\(handle.c) *value, int *left, bool may_be_none) {") {
            $0.line("return spoil_handle(TYPE_\(handle.word), &value->bits, left, may_be_none);")
        }
        writer.block("static void drop_\(handle.word)(\(handle.c) *value) {") {
            $0.line("let_go(TYPE_\(handle.word), value->bits);")
        }
    }

    private func enumeration(_ crossing: Crossing, _ count: Int, _ writer: inout CodeWriter) {
        writer.line("static \(crossing.c) valid_\(crossing.word)(bool owned) { return owned && nonsense() ? 77 : 0; }")
        writer.block("static int spoil_\(crossing.word)(\(crossing.c) *value, int *left, bool may_be_none) {") { writer in
            writer.line("(void)may_be_none;")
            writer.line("return spoil_number(value, \(count), left);")
        }
        writer.line("static void drop_\(crossing.word)(\(crossing.c) *value) { (void)value; }")
        writer.line("static \(crossing.c) extreme_\(crossing.word)(void) { return 77; }")
    }

    private func aggregate(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        let crossing = aggregate.crossing
        writer.block("static \(crossing.c) valid_\(crossing.word)(bool owned) {") { writer in
            writer.line("\(crossing.c) value;")
            writer.line("memset(&value, 0, sizeof value);")
            writer.line("(void)owned;")
            valid(aggregate, &writer)
            writer.line("return value;")
        }
        writer.block("static int spoil_\(crossing.word)(\(crossing.c) *value, int *left, bool may_be_none) {") { writer in
            writer.line("int outcome = 0;")
            writer.line("(void)value; (void)left; (void)may_be_none; (void)outcome;")
            corrupt(aggregate, &writer)
            writer.line("return NOTHING;")
        }
        writer.block("static void drop_\(crossing.word)(\(crossing.c) *value) {") { writer in
            if crossing.isPlain {
                writer.line("(void)value;")
            } else if crossing.isNullable, case .optional(let wrapped) = aggregate.content {
                writer.line("drop_\(wrapped.word)(value);")
            } else {
                writer.line("\(crossing.c)_free(value);")
            }
        }
    }

    private func valid(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        switch aggregate.content {
        case .optional(let wrapped):
            if aggregate.crossing.isNullable {
                writer.line("value = valid_\(wrapped.word)(owned);")
            } else {
                writer.line("value.has_value = true;")
                writer.line("value.value = valid_\(wrapped.word)(owned);")
            }
        case .array(let element), .set(let element):
            writer.line("value.data = room(sizeof *value.data, owned);")
            writer.line("value.data[0] = valid_\(element.word)(owned);")
            writer.line("value.count = 1;")
            if element.shape == .handle { writer.line("if (value.data[0].bits == 0) value.count = 0;") }
        case .map(let key, let element, _):
            writer.line("value.data = room(sizeof *value.data, owned);")
            writer.line("value.data[0].key = valid_\(key.word)(owned);")
            writer.line("value.data[0].value = valid_\(element.word)(owned);")
            writer.line("value.count = 1;")
        case .tuple(let fields), .record(_, let fields):
            for field in fields { writer.line("value.\(field.name) = valid_\(field.crossing.word)(owned);") }
        case .range(let bound, _):
            writer.line("value.lower = valid_\(bound.word)(owned);")
            writer.line("value.upper = valid_\(bound.word)(owned);")
        case .variant(_, let cases):
            writer.line("if (owned && nonsense()) { value.kind = 77; return value; }")
            if let first = cases.first { fill(first, 0, &writer) }
        }
    }

    private func fill(
        _ each: AggregateCase,
        _ index: Int,
        _ writer: inout CodeWriter,
        value: String = "value.",
        owned: String = "owned"
    ) {
        writer.line("\(value)kind = \(index);")
        for field in each.payload {
            writer.line("\(value)as.\(each.name).\(field.name) = valid_\(field.crossing.word)(\(owned));")
        }
    }

    private func part(_ crossing: Crossing, _ place: String, _ writer: inout CodeWriter) {
        writer.line("if ((outcome = spoil_\(crossing.word)(&\(place), left, false))) return outcome;")
    }

    private func corrupt(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        switch aggregate.content {
        case .optional(let wrapped):
            if aggregate.crossing.isNullable {
                writer.line("return spoil_\(wrapped.word)(value, left, true);")
            } else {
                writer.line("if ((*left)-- == 0) { value->has_value = false; return FINE; }")
                part(wrapped, "value->value", &writer)
            }
        case .array(let element), .set(let element):
            container(&writer)
            writer.line("if (value->count == 0) return NOTHING;")
            part(element, "value->data[0]", &writer)
        case .map(let key, let element, _):
            container(&writer)
            part(key, "value->data[0].key", &writer)
            part(element, "value->data[0].value", &writer)
        case .tuple(let fields), .record(_, let fields):
            for field in fields { part(field.crossing, "value->\(field.name)", &writer) }
        case .range(let bound, _):
            if bound.shape == .scalar || bound.shape == .duration || bound.shape == .date {
                writer.line("if ((*left)-- == 0) { value->lower = 1; value->upper = 0; return REFUSED; }")
            }
            if bound.shape == .scalar, bound.c == "double" || bound.c == "float" {
                writer.line("if ((*left)-- == 0) { value->lower = NAN; return REFUSED; }")
                writer.line("if ((*left)-- == 0) { value->upper = NAN; return REFUSED; }")
                writer.line("if ((*left)-- == 0) { value->lower = value->upper = NAN; return REFUSED; }")
                writer.line("if ((*left)-- == 0) { value->lower = -INFINITY; value->upper = INFINITY; return FINE; }")
            } else if let (least, most) = limits(bound) {
                writer.line("if ((*left)-- == 0) { value->lower = \(least); value->upper = \(most); return FINE; }")
                writer.line("if ((*left)-- == 0) { value->lower = \(most); value->upper = \(most); return FINE; }")
                writer.line("if ((*left)-- == 0) { value->lower = \(most); value->upper = \(least); return REFUSED; }")
            } else {
                part(bound, "value->lower", &writer)
                part(bound, "value->upper", &writer)
            }
        case .variant(_, let cases):
            writer.line("if ((outcome = spoil_number(&value->kind, \(cases.count), left))) return outcome;")
            for (index, each) in cases.enumerated() {
                writer.line("if ((*left)-- == 0) {")
                writer.line("    memset(value, 0, sizeof *value);")
                writer.indented { fill(each, index, &$0, value: "value->", owned: "false") }
                writer.line("    return FINE;")
                writer.line("}")
                if each.payload.isEmpty { continue }
                writer.line("memset(value, 0, sizeof *value);")
                fill(each, index, &writer, value: "value->", owned: "false")
                for field in each.payload { part(field.crossing, "value->as.\(each.name).\(field.name)", &writer) }
            }
        }
    }

    private func container(_ writer: inout CodeWriter) {
        writer.line("if ((*left)-- == 0) { value->count = SIZE_MAX; return REFUSED; }")
        writer.line("if ((*left)-- == 0) { value->count = SIZE_MAX / 2 + 1; return REFUSED; }")
        writer.line("if ((*left)-- == 0) { value->count = SIZE_MAX / 16 + 2; return REFUSED; }")
        writer.line("if ((*left)-- == 0) { value->data = NULL; value->count = 1; return may_be_none ? FINE : REFUSED; }")
        writer.line("if ((*left)-- == 0) { value->data = NULL; value->count = 0; return FINE; }")
        writer.line("if ((*left)-- == 0) { value->count = 0; return FINE; }")
    }

    private func limits(_ bound: Crossing) -> (String, String)? {
        if bound.shape == .duration || bound.shape == .date { return ("INT64_MIN", "INT64_MAX") }
        guard bound.shape == .scalar, case .integer(let integer) = bound.type else { return nil }
        let type = "\(integer.isSigned ? "INT" : "UINT")\(integer.width)"
        return (integer.isSigned ? "\(type)_MIN" : "0", "\(type)_MAX")
    }
}
