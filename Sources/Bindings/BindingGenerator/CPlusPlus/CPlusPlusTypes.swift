import BindingModel

/// The C++ types of values, and the expressions that convert them to and from the C interface.
struct CPlusPlusTypes {
    let names: CPlusPlusNames
    let interface: InterfaceTypes
    private let library: LoweredLibrary

    init(_ library: LoweredLibrary) {
        self.library = library
        names = CPlusPlusNames(library)
        interface = InterfaceTypes(library)
    }

    /// The name of a function without that of a type, or without the prefix.
    func localName(of function: LoweredFunction, in owner: TypeName?) -> String {
        library.localName(of: function, in: owner)
    }

    // MARK: Types

    /// The type of a stored value: a result, a member, an element.
    func value(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .void: "void"
        case .scalar: crossing.isInterval ? "std::chrono::duration<double>" : crossing.representation.cPlusPlus
        case .duration: "std::chrono::nanoseconds"
        case .date: "std::chrono::system_clock::time_point"
        case .text: "std::string"
        case .bytes: crossing.isBorrowed ? "\(names.qualifier)::byte_view" : "std::vector<std::uint8_t>"
        case .uuid: "\(names.qualifier)::uuid"
        case .error: "\(names.qualifier)::error"
        case .handle: names.qualified(handleWord(crossing))
        case .enumeration: names.qualified(crossing.word)
        case .aggregate: aggregate(crossing)
        }
    }

    /// The word of a handle's C type, which an existential does not share with other types.
    func handleWord(_ crossing: Crossing) -> String { library.word(of: crossing.c) }

    private func aggregate(_ crossing: Crossing) -> String {
        switch interface.content(crossing) {
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
            return interface.declaration(identifier)?.conformances.contains(.hashable) == true ? .hashed : .none
        case .handle:
            guard case .named(let identifier) = crossing.type, let declaration = interface.declaration(identifier) else {
                return .none
            }
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
    func parameter(_ crossing: Crossing) -> CPlusPlusParameter {
        switch crossing.shape {
        case .text: return .value("std::string_view")
        case .bytes: return .value("\(names.qualifier)::byte_view")
        case .aggregate:
            switch interface.content(crossing) {
            case .optional(let wrapped): return optional(wrapped)
            case .array(let element) where element.shape != .scalar || element.representation != .number(.bool):
                return .value("\(names.qualifier)::span<const \(value(element))>")
            default: return .reference("const \(value(crossing))")
            }
        default: return isSmall(crossing) ? .value(value(crossing)) : .reference("const \(value(crossing))")
        }
    }

    /// The type of an optional argument.
    func optional(_ wrapped: Crossing) -> CPlusPlusParameter {
        switch wrapped.shape {
        case .text: return .value("std::optional<std::string_view>")
        case .bytes: return .value("std::optional<\(names.qualifier)::byte_view>")
        default:
            let type = "std::optional<\(value(wrapped))>"
            return isSmall(wrapped) ? .value(type) : .reference("const \(type)")
        }
    }

    /// The type of an argument of a callback.
    func callbackParameter(_ crossing: Crossing) -> CPlusPlusParameter {
        switch crossing.shape {
        case .text: .value("std::string_view")
        case .bytes: .value("\(names.qualifier)::byte_view")
        default: isSmall(crossing) ? .value(value(crossing)) : .reference("const \(value(crossing))")
        }
    }

    // MARK: Conversions

    /// The class of the conversions of a type.
    func crossing(_ crossing: Crossing) -> String {
        switch crossing.shape {
        case .void: "void"
        case .scalar where !crossing.isInterval: "detail::of_number<\(value(crossing))>"
        case .scalar, .duration: "detail::of_duration<\(value(crossing))>"
        case .date: "detail::of_date"
        case .text: "detail::of_text"
        case .bytes: crossing.isBorrowed ? "detail::of_borrowed_bytes" : "detail::of_bytes"
        case .uuid: "detail::of_uuid"
        case .error: "detail::of_error"
        case .handle: "detail::of_handle<\(value(crossing))>"
        case .enumeration: "detail::of_enumeration<\(value(crossing))>"
        case .aggregate: "detail::c_\(crossing.word)"
        }
    }

    /// The C++ value of a C value that another owner keeps.
    func fromC(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: ""
        case .scalar: crossing.isInterval ? "std::chrono::duration<double>(\(expression))" : expression
        case .duration: "std::chrono::nanoseconds(\(expression))"
        case .date: "detail::take_date(\(expression))"
        case .text: "detail::take_text(\(expression))"
        case .bytes: crossing.isBorrowed ? "detail::view_bytes(\(expression))" : "detail::take_bytes(\(expression))"
        case .uuid: "detail::take_uuid(\(expression))"
        case .handle: "\(value(crossing))::share(\(expression))"
        case .error: "\(value(crossing))::share(\(expression))"
        case .enumeration: "static_cast<\(value(crossing))>(\(expression))"
        case .aggregate: "\(self.crossing(crossing))::take(\(expression))"
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
        case .aggregate: "\(self.crossing(crossing))::lend(\(arena), \(expression))"
        }
    }

    /// The C function that frees a result; nil if there is nothing to free, or an object adopts the result.
    func free(_ crossing: Crossing) -> String? { interface.free(crossing).map { "::\($0)" } }

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
