import BindingModel

/// Expressions that convert values between C# and C.
struct CSharpConversions {
    let types: CSharpTypes
    private var interface: InterfaceTypes { types.interface }

    // MARK: From C

    /// The C# value of a C value that another owner keeps.
    func take(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: return ""
        case .scalar: return crossing.representation == .number(.bool) ? "\(expression) != 0" : expression
        case .duration: return "Times_.ReadSpan(\(expression))"
        case .date: return "Times_.ReadDate(\(expression))"
        case .text: return crossing.type == .url ? "Texts_.ReadAddress(\(expression))" : "Texts_.Read(\(expression))"
        case .bytes: return "Texts_.Read(\(expression))"
        case .uuid: return "Times_.Read(\(expression))"
        case .enumeration: return "(\(types.className(crossing)))\(expression)"
        case .error: return "Failure_.Read(\(expression))"
        case .handle: return "Crossings_.Take_\(types.local(crossing.c))(\(expression))"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) { return take(wrapped, expression) }
            return "Crossings_.Take_\(crossing.word)(\(expression))"
        }
    }

    /// The C# value of an object that the program owns.
    func own(_ crossing: Crossing, _ expression: String) -> String {
        if crossing.shape == .aggregate, let wrapped = interface.wrapped(crossing) { return own(wrapped, expression) }
        return "Crossings_.Own_\(types.local(crossing.c))(\(expression))"
    }

    // MARK: To C

    /// The C value of a C# value, with what it needs in the arena.
    func lend(_ crossing: Crossing, _ expression: String) -> String {
        switch crossing.shape {
        case .void: return ""
        case .scalar: return crossing.representation == .number(.bool) ? "(byte)(\(expression) ? 1 : 0)" : expression
        case .duration, .date, .uuid: return "Times_.Write(\(expression))"
        case .text: return "arena_.Text(\(expression))"
        case .bytes: return "arena_.Bytes(\(expression))"
        case .enumeration: return "(int)\(expression)"
        case .error: return "arena_.Error(\(expression))"
        case .handle:
            if types.isClosure(crossing) || types.isInterface(crossing) {
                return "Crossings_.Lend_\(types.local(crossing.c))(arena_, \(expression))"
            }
            return "arena_.Object(\(expression))"
        case .aggregate:
            if crossing.isNullable, let wrapped = interface.wrapped(crossing) { return lend(wrapped, expression) }
            return "Crossings_.Lend_\(crossing.word)(\(crossing.isPlain ? "null" : "arena_"), \(expression))"
        }
    }

    /// The C# value of a time that .NET calls a timeout, whose value `Timeout.InfiniteTimeSpan` is no limit.
    func limited(_ expression: String, _ name: String, _ crossing: Crossing) -> String {
        let duration = interface.wrapped(crossing) ?? crossing
        guard duration.shape == .duration, Words.snake(name).split(separator: "_").last == "timeout" else { return expression }
        return "Times_.Timeout(\(expression))"
    }

    /// Whether the conversion to C needs an arena.
    func needsArena(_ crossing: Crossing) -> Bool { !crossing.isPlain }

    /// The value of an argument that is not null, if null stands for none.
    func present(_ crossing: Crossing, _ expression: String) -> String {
        types.isValueType(crossing) && !crossing.isOptional ? "\(expression).Value" : expression
    }
}
