import BindingModel

/// Pointers to memory of the caller.
extension LibraryBuilder {
    /// Resolves a pointer or a buffer; `nil` for any other type.
    func resolveMemory(
        _ usr: String,
        _ name: NameSyntax,
        _ scope: Scope,
        _ place: TypePlace
    ) throws(Unrepresentable) -> BindingType? {
        guard let known = KnownTypes.memory[usr] else { return nil }
        guard place.contains(.parameter) else {
            throw Unrepresentable("`\(name.name)` outside a parameter: its memory has no owner")
        }
        guard let argument = name.arguments.first else {
            let element = BindingType.integer(.uint8)
            return .memory(
                MemoryType(
                    element: element,
                    spelling: "Swift.\(name.name)",
                    isMutable: known.isMutable,
                    isRaw: true,
                    isBuffer: known.isBuffer
                )
            )
        }
        let element = try resolve(argument, scope, .contained)
        switch element {
        case .integer, .float, .double: break
        default: throw Unrepresentable("`\(name.name)` of a type that is not a number")
        }
        let spelling = "Swift.\(name.name)<\(self.spelling(of: element))>"
        return .memory(MemoryType(element: element, spelling: spelling, isMutable: known.isMutable, isBuffer: known.isBuffer))
    }

    /// Whether a type is a pointer to constant characters: optional ones have no number of elements.
    func isCText(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> Bool {
        guard case .named(let names) = type, let name = names.last, let usr = name.usr,
            case .memory(let memory)? = try resolveMemory(usr, name, scope, .parameter)
        else { return false }
        return memory.element == .integer(.int8) && !memory.isMutable && !memory.isBuffer && !memory.isRaw
    }

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
}

extension KnownTypes {
    /// The pointers and buffers of the standard library, by USR.
    static let memory: [String: (isMutable: Bool, isBuffer: Bool)] = [
        "s:Sp": (true, false), "s:SP": (false, false), "s:Sv": (true, false), "s:SV": (false, false),
        "s:Sr": (true, true), "s:SR": (false, true), "s:Sw": (true, true),
    ]
}
