import BindingModel

/// The arguments that parameters become, and the statements that convert them.
extension CPlusPlusFunction {
    mutating func receive(_ crossing: Crossing, _ name: String, _ used: inout Set<String>) {
        var expression = "*this"
        if place == .free {
            used.insert(name)
            arguments.append(Argument(type: types.parameter(crossing), name: name, preset: nil, category: category(crossing)))
            expression = name
        }
        if crossing.shape == .aggregate && !crossing.isPlain && !crossing.isNullable {
            passed.append("detail::address(\(lend(crossing, expression)))")
        } else {
            passed.append(lend(crossing, expression))
        }
    }

    mutating func value(_ crossing: Crossing, _ mayBeLeftOut: Bool, _ name: String, _ origin: Parameter?) {
        if mayBeLeftOut, let value = origin?.defaultValue {
            if let literal = literal(value, crossing) {
                arguments.append(
                    Argument(type: types.parameter(crossing), name: name, preset: literal, category: category(crossing))
                )
            } else {
                let argument = optional(crossing, name)
                arguments.append(argument)
                passed.append("\(name) ? \(lendContent(crossing, name)) : \(crossing.representation.cPlusPlus){}")
                return
            }
        } else {
            var argument = Argument(type: types.parameter(crossing), name: name, preset: nil, category: category(crossing))
            if crossing.isOptional, origin?.defaultValue?.constant == .null {
                argument.preset = "std::nullopt"
                argument.presetNeeds = types.interface.wrapped(crossing).flatMap(needs)
            }
            arguments.append(argument)
        }
        passed.append(lend(crossing, name))
    }

    mutating func pointer(
        _ crossing: Crossing,
        _ presence: LoweredParameter.Presence,
        _ name: String,
        _ origin: Parameter?
    ) {
        let c = crossing.representation.cPlusPlus
        let isOptional = presence != .required
        var preset = isOptional ? origin?.defaultValue.flatMap { literal($0, crossing) } : nil
        // "None" is a value of an optional, and does not stand for a default value.
        let isOwnOptional = presence == .optionalOrDefaulted && origin?.defaultValue != nil
        if isOwnOptional, preset == nil, let wrapped = types.interface.wrapped(crossing) {
            preset = origin?.defaultValue.flatMap { literal($0, wrapped) }
        }
        if isOptional && preset == nil && !isOwnOptional {
            var argument = optional(crossing, name)
            // An optional without a default value is a required argument.
            if origin?.defaultValue == nil { argument.preset = nil }
            arguments.append(argument)
            setUp.append("\(c) \(name)_c{};")
            setUp.append("if (\(name)) \(name)_c = \(lendContent(crossing, name));")
            passed.append("\(name) ? &\(name)_c : nullptr")
        } else {
            arguments.append(Argument(type: types.parameter(crossing), name: name, preset: preset, category: category(crossing)))
            passed.append("detail::address(\(lend(crossing, name)))")
        }
    }

    /// The C value of the content of an optional.
    private mutating func lendContent(_ crossing: Crossing, _ name: String) -> String {
        crossing.shape == .handle ? "\(name)->get()" : lend(crossing, "*\(name)")
    }

    func optional(_ crossing: Crossing, _ name: String) -> Argument {
        Argument(
            type: types.optional(crossing),
            name: name,
            preset: "std::nullopt",
            category: category(crossing),
            presetNeeds: needs(crossing)
        )
    }

    /// The type that must be complete before an optional of it.
    private func needs(_ crossing: Crossing) -> String? {
        switch crossing.shape {
        case .handle: return types.handleWord(crossing)
        case .aggregate:
            switch types.interface.content(crossing) {
            case .record, .variant: return crossing.word
            case .tuple(let fields):
                return fields.contains { $0.label != nil } ? crossing.word : fields.compactMap { needs($0.crossing) }.first
            case .optional(let wrapped): return needs(wrapped)
            case .range(let bound, _): return needs(bound)
            // A list of an incomplete type is permitted, a set is not.
            case .set(let element), .map(let element, _, _): return needs(element)
            case .array(let element): return needs(element)
            case nil: return nil
            }
        default: return nil
        }
    }

    func category(_ crossing: Crossing) -> CPlusPlusCategory {
        switch crossing.shape {
        case .scalar where !crossing.isInterval: return crossing.representation == .number(.bool) ? .bool : .number
        case .text, .bytes: return .text
        case .aggregate:
            if let wrapped = types.interface.wrapped(crossing) { return category(wrapped) }
            switch types.interface.content(crossing) {
            case .array, .set, .map: return .list
            default: return .type(types.value(crossing))
            }
        default: return .type(types.value(crossing))
        }
    }

    /// A default value as C++ source; nil if it cannot be expressed.
    func literal(_ value: DefaultValue, _ crossing: Crossing) -> String? {
        CPlusPlusLiteral(value, crossing, types)?.text
    }

    // MARK: Callbacks

    mutating func callback(_ callback: LoweredCallback, _ isOptional: Bool, _ name: String) {
        let type = CPlusPlusCallbacks.type(callback, types)
        arguments.append(
            Argument(type: .value(type), name: name, preset: isOptional ? "nullptr" : nil, category: .function)
        )
        let held = "detail::callback<\(type)>"
        let isKept = isHeap(callback)
        // Selected first, because the context may have been moved when the call is made.
        let chosen = "const auto \(name)_call = \(name) ? &detail::call_\(callback.name) : nullptr;"
        if isOptional { setUp.append(chosen) }
        if isKept {
            setUp.append("auto \(name)_c = std::make_unique<\(held)>(std::move(\(name)));")
        } else {
            setUp.append("\(held) \(name)_c(std::move(\(name)), true);")
            borrowedContexts.append("\(name)_c")
        }
        passed.append(isOptional ? "\(name)_call" : "&detail::call_\(callback.name)")
        lastCallback = name
    }

    /// Whether the callback is called after the call has returned.
    func isHeap(_ callback: LoweredCallback) -> Bool { callback.closure.isEscaping || taking != nil }

    func context(_ callback: LoweredCallback, _ name: String) -> String {
        isHeap(callback) ? "\(lastCallback)_c.release()" : "&\(lastCallback)_c"
    }

    func release(_ callback: LoweredCallback) -> String {
        isHeap(callback) ? "&detail::release<detail::callback<\(CPlusPlusCallbacks.type(callback, types))>>" : "nullptr"
    }
}
