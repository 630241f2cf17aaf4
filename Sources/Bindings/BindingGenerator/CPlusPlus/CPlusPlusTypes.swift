import BindingModel

/// The C++ types of values, and the expressions that convert them to and from the C interface.
struct CPlusPlusTypes {
    let names: CPlusPlusNames
    /// By the words of their types, of which each closure of a type has one.
    private let contents: [String: Aggregate]
    private let declarations: [TypeIdentifier: TypeDeclaration]

    init(_ library: LoweredLibrary) {
        names = CPlusPlusNames(library)
        contents = Dictionary(library.aggregates.map { ($0.crossing.word, $0) }, uniquingKeysWith: { first, _ in first })
        declarations = Dictionary(library.library.types.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
    }

    func content(_ crossing: Crossing) -> Aggregate.Content? { contents[crossing.word]?.content }

    func declaration(_ identifier: TypeIdentifier) -> TypeDeclaration? { declarations[identifier] }

    /// The wrapped type of an optional.
    func wrapped(_ crossing: Crossing) -> Crossing? {
        if case .optional(let wrapped)? = content(crossing) { return wrapped }
        return nil
    }

    func isBorrowed(_ crossing: Crossing) -> Bool { crossing.type == .bytes(.span) || crossing.type == .bytes(.buffer) }

    // MARK: Types

    /// The type of a stored value: a result, a member, an element.
    func value(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .void: "void"
        case .scalar: crossing.isInterval ? "std::chrono::duration<double>" : crossing.representation.cPlusPlus
        case .duration: "std::chrono::nanoseconds"
        case .date: "std::chrono::system_clock::time_point"
        case .text: "std::string"
        case .bytes: isBorrowed(crossing) ? "\(names.qualifier)::byte_view" : "std::vector<std::uint8_t>"
        case .uuid: "\(names.qualifier)::uuid"
        case .error: "\(names.qualifier)::error"
        case .handle: names.qualified(word(crossing))
        case .enumeration: names.qualified(crossing.word)
        case .aggregate: aggregate(crossing)
        }
    }

    /// The word of a handle's C type, which an existential does not share with other types.
    private func word(_ crossing: Crossing) -> String { String(crossing.c.dropFirst(names.prefix.count + 1)) }

    private func aggregate(_ crossing: Crossing) -> String {
        switch content(crossing) {
        case .optional(let wrapped): "std::optional<\(value(wrapped))>"
        case .array(let element): "std::vector<\(value(element))>"
        case .set(let element):
            switch order(element) {
            case .ordered: "std::set<\(value(element))>"
            case .hashed: "std::unordered_set<\(value(element))>"
            case .none: "std::vector<\(value(element))>"
            }
        case .map(let key, let mapped, _):
            switch order(key) {
            case .ordered: "std::map<\(value(key)), \(value(mapped))>"
            case .hashed: "std::unordered_map<\(value(key)), \(value(mapped))>"
            case .none: "std::vector<std::pair<\(value(key)), \(value(mapped))>>"
            }
        case .tuple(let fields):
            if fields.contains(where: { $0.label != nil }) {
                names.qualified(crossing.word)
            } else {
                "std::\(fields.count == 2 ? "pair" : "tuple")<\(fields.map { value($0.crossing) }.joined(separator: ", "))>"
            }
        case .range(let bound, let isClosed): "\(names.qualifier)::\(isClosed ? "closed_range" : "range")<\(value(bound))>"
        case .record, .variant: names.qualified(crossing.word)
        case nil: names.qualified(crossing.word)
        }
    }

    /// The kind of set for elements of a type.
    enum Order { case ordered, hashed, none }

    func order(_ crossing: Crossing) -> Order {
        switch crossing.shape {
        case .scalar, .duration, .date, .text, .enumeration, .uuid: return .ordered
        case .aggregate:
            guard case .named(let identifier) = crossing.type else { return .none }
            return declarations[identifier]?.conformances.contains(.hashable) == true ? .hashed : .none
        case .handle:
            guard case .named(let identifier) = crossing.type, let declaration = declarations[identifier] else { return .none }
            return declaration.conformances.contains(.hashable) ? .hashed : .none
        default: return .none
        }
    }

    /// Whether a value is passed by value, not by reference.
    private func isSmall(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .scalar, .duration, .date, .enumeration: true
        default: false
        }
    }

    /// The type of an argument.
    func parameter(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .text: return "std::string_view"
        case .bytes: return "\(names.qualifier)::byte_view"
        case .aggregate:
            switch content(crossing) {
            case .optional(let wrapped): return optional(wrapped)
            case .array(let element) where element.shape != .scalar || element.representation != .number(.bool):
                return "\(names.qualifier)::span<const \(value(element))>"
            default: return "const \(value(crossing)) &"
            }
        default: return isSmall(crossing) ? value(crossing) : "const \(value(crossing)) &"
        }
    }

    /// The type of an optional argument.
    func optional(_ wrapped: Crossing) -> String {
        switch wrapped.shape {
        case .text: return "std::optional<std::string_view>"
        case .bytes: return "std::optional<\(names.qualifier)::byte_view>"
        default: return isSmall(wrapped) ? "std::optional<\(value(wrapped))>" : "const std::optional<\(value(wrapped))> &"
        }
    }

    /// The type of an argument of a callback.
    func callbackParameter(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .text: "std::string_view"
        case .bytes: "\(names.qualifier)::byte_view"
        default: isSmall(crossing) ? value(crossing) : "const \(value(crossing)) &"
        }
    }

    // MARK: Conversions

    /// The C++ value of a C value that another owner keeps.
    func fromC(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: ""
        case .scalar: crossing.isInterval ? "std::chrono::duration<double>(\(expression))" : expression
        case .duration: "std::chrono::nanoseconds(\(expression))"
        case .date: "detail::take_date(\(expression))"
        case .text: "detail::take_text(\(expression))"
        case .bytes: isBorrowed(crossing) ? "detail::view_bytes(\(expression))" : "detail::take_bytes(\(expression))"
        case .uuid: "detail::take_uuid(\(expression))"
        case .handle: "\(value(crossing))::share(\(expression))"
        case .error: "\(value(crossing))::share(\(expression))"
        case .enumeration: "static_cast<\(value(crossing))>(\(expression))"
        case .aggregate: "detail::take_\(crossing.word)(\(expression))"
        }
    }

    /// The C++ value of a callback's argument: texts and bytes are not copied.
    func view(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .text: "detail::view_text(\(expression))"
        case .bytes: "detail::view_bytes(\(expression))"
        default: fromC(crossing, expression)
        }
    }

    /// The C++ type of a view of a C value.
    func viewType(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .text: "std::string_view"
        case .bytes: "\(names.qualifier)::byte_view"
        default: value(crossing)
        }
    }

    /// The C value of a C++ value; memory that it points to is in `arena`.
    func toC(_ crossing: Crossing, _ expression: String, arena: String = "arena_") -> String {
        switch crossing.shape {
        case .void: ""
        case .scalar: crossing.isInterval ? "(\(expression)).count()" : expression
        case .duration: "(\(expression)).count()"
        case .date: "detail::lend_date(\(expression))"
        case .text: "\(arena).text(\(expression))"
        case .bytes: "\(arena).bytes(\(expression))"
        case .uuid: "detail::lend_uuid(\(expression))"
        case .handle: "\(arena).object(\(expression))"
        case .error: "\(arena).failure(\(expression))"
        case .enumeration: "static_cast<std::int32_t>(\(expression))"
        case .aggregate: "detail::lend_\(crossing.word)(\(arena), \(expression))"
        }
    }

    /// The C function that frees a result; nil if there is nothing to free, or an object adopts the result.
    func free(_ crossing: Crossing) -> String? {
        if crossing.isPlain || isBorrowed(crossing) { return nil }
        switch crossing.shape {
        case .text: return "::\(names.prefix)_string_free"
        case .bytes: return "::\(names.prefix)_bytes_free"
        case .aggregate:
            if crossing.isNullable, let wrapped = wrapped(crossing) { return free(wrapped) }
            return "::\(crossing.c)_free"
        default: return nil
        }
    }

    /// The expression that is true if a C value is "none".
    func isNull(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .handle: "\(expression).bits == 0"
        case .error: "\(expression) == nullptr"
        default: "\(expression).data == nullptr"
        }
    }

    /// The declaration of an empty C variable.
    func variable(_ crossing: Crossing, _ name: String) -> String {
        crossing.representation.declaringCPlusPlus(name) + "{};"
    }
}
