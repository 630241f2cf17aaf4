import BindingModel

/// Expressions that convert values between Rust and C.
struct RustConversions {
    let types: RustTypes
    private var interface: InterfaceTypes { types.interface }
    private var names: RustNames { types.names }

    // MARK: From C

    /// The value of a C value that another owner keeps.
    func take(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: return "()"
        case .scalar: return expression
        case .duration: return "rt::duration(\(expression))"
        case .date: return "rt::date(\(expression))"
        case .text: return "rt::text(\(expression))"
        case .bytes: return "rt::bytes(\(expression))"
        case .uuid: return "rt::Uuid(\(expression).bytes)"
        case .enumeration: return "\(names.type(crossing.representation.name ?? ""))::from_number(\(expression))"
        case .error: return "Error::copied(\(expression))"
        case .handle:
            if types.isClosure(crossing) { return "cx::take_\(names.local(crossing.c))(\(expression).bits)" }
            return "rt::retained::<\((try? types.owned(crossing)) ?? "")>(\(expression).bits)"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) {
                return
                    "{ let found = \(expression); if \(isNone(wrapped, "found")) { None } else { Some(\(take(wrapped, "found"))) } }"
            }
            return "cx::take_\(crossing.word)(\(expression))"
        }
    }

    /// The value of an object that the program owns.
    func own(_ crossing: Crossing, _ expression: String) -> String {
        if crossing.shape == .aggregate, let wrapped = interface.wrapped(crossing) {
            return "{ let found = \(expression); if found.bits == 0 { None } else { Some(\(own(wrapped, "found"))) } }"
        }
        if types.isClosure(crossing) { return "cx::own_\(names.local(crossing.c))(\(expression).bits)" }
        return "rt::owned::<\((try? types.owned(crossing)) ?? "")>(\(expression).bits)"
    }

    /// Whether a C value of a type that is not optional stands for none.
    func isNone(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .handle: return "\(expression).bits == 0"
        case .error: return "\(expression).is_null()"
        case .aggregate where crossing.isNullable && interface.wrapped(crossing) != nil:
            return isNone(interface.wrapped(crossing) ?? crossing, expression)
        default: return "\(expression).data.is_null()"
        }
    }

    /// Statements that convert a result, free it, and end with the value of an expression with it.
    func result(_ crossing: Crossing, _ variable: String) -> String {
        switch interface.ownership(crossing) {
        case .none, .borrowed: return take(crossing, variable)
        case .object: return own(crossing, variable)
        case .error:
            if let wrapped = interface.wrapped(crossing) {
                return "if \(isNone(wrapped, variable)) { None } else { Some(Error::owned(\(variable))) }"
            }
            return "Error::owned(\(variable))"
        case .freed(let function): return "{ let value = \(take(crossing, variable)); sys::\(function)(&mut \(variable)); value }"
        }
    }

    // MARK: To C

    /// The C value of an argument, with what it needs in the arena.
    func lend(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void, .scalar: return expression
        case .duration: return "rt::nanoseconds(\(expression))"
        case .date: return "rt::nanoseconds_since_1970(\(expression))"
        case .text: return "arena.text(\(expression))"
        case .bytes: return "arena.bytes(\(expression))"
        case .uuid: return "sys::\(types.library.prefix)_uuid { bytes: \(expression).0 }"
        case .enumeration: return "\(expression) as i32"
        case .error: return "arena.error(\(expression))"
        case .handle:
            let bits =
                types.isClosure(crossing)
                ? "cx::lend_\(names.local(crossing.c))(arena, \(expression))" : "arena.object(\(expression))"
            return "sys::\(crossing.c) { bits: \(bits) }"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) {
                return "match \(expression) { Some(value) => \(lend(wrapped, "value")), None => rt::none() }"
            }
            return "cx::lend_\(crossing.word)(arena, \(expression))"
        }
    }
}
