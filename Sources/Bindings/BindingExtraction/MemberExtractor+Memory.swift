import BindingModel

/// Pointers with the number of their elements.
extension MemberExtractor {
    /// Unites each pointer with the parameter after it, which has the number of its elements. Without one, a pointer to constant
    /// characters (`UnsafePointer<CChar>`) is a text in C.
    static func withCounts(_ parameters: [Parameter]) throws(Unrepresentable) -> [Parameter] {
        var united: [Parameter] = []
        var rest = parameters[...]
        while var parameter = rest.popFirst() {
            if parameter.type == .optional(.adapted(.cText)), let count = rest.first, isCount(count) {
                throw Unrepresentable("an optional pointer with the number of its elements: take an array")
            }
            if case .memory(var memory) = parameter.type {
                guard parameter.defaultValue == nil, !parameter.isInout, !parameter.isVariadic else {
                    throw Unrepresentable("a pointer with a default value, or one that is changed")
                }
                if let count = rest.first, !memory.isBuffer, isCount(count) {
                    rest.removeFirst()
                    memory.countLabel = count.label
                    parameter.type = .memory(memory)
                } else if memory.element == .integer(.int8), !memory.isBuffer, !memory.isMutable, !memory.isRaw {
                    parameter.type = .adapted(.cText)
                } else if !memory.isBuffer {
                    throw Unrepresentable(
                        "a pointer without the number of its elements: take an `UnsafeMutableBufferPointer`, or a `count` after it"
                    )
                }
            }
            united.append(parameter)
        }
        return united
    }

    private static func isCount(_ parameter: Parameter) -> Bool {
        parameter.type == .integer(.int) && !parameter.isInout && !parameter.isVariadic
            && (isCount(parameter.label ?? parameter.name) || isCount(parameter.name))
    }

    private static func isCount(_ name: String) -> Bool {
        let words = ["count", "length", "size", "capacity"]
        return words.contains(name) || words.contains { name.lowercased().hasSuffix($0) }
    }
}

extension BindingType {
    /// Whether the type is a pointer to memory of the caller.
    var isPointer: Bool {
        switch self {
        case .memory, .adapted(.cText), .optional(.adapted(.cText)): true
        default: false
        }
    }

    /// Whether an argument of the type can be changed in place.
    var canBeInout: Bool {
        switch self {
        case .closure, .sequence, .bytes(.span), .bytes(.buffer), .optional(.closure), .result: false
        default: !isPointer
        }
    }
}
