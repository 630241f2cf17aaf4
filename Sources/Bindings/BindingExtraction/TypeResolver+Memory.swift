import BindingModel

/// Pointers to memory of the caller.
extension TypeResolver {
    /// Resolves a pointer or a buffer; `nil` for any other type.
    mutating func resolveMemory(
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
        let spelling = "Swift.\(name.name)<\(names.spelling(of: element))>"
        return .memory(MemoryType(element: element, spelling: spelling, isMutable: known.isMutable, isBuffer: known.isBuffer))
    }

    /// Whether a type is a pointer to constant characters: optional ones have no number of elements.
    mutating func isCText(_ type: TypeSyntax, _ scope: Scope) throws(Unrepresentable) -> Bool {
        guard case .named(let path) = type, let name = path.last, let usr = name.usr,
            case .memory(let memory)? = try resolveMemory(usr, name, scope, .parameter)
        else { return false }
        return memory.element == .integer(.int8) && !memory.isMutable && !memory.isBuffer && !memory.isRaw
    }
}

extension KnownTypes {
    /// The pointers and buffers of the standard library, by USR.
    static let memory: [String: (isMutable: Bool, isBuffer: Bool)] = [
        "s:Sp": (true, false), "s:SP": (false, false), "s:Sv": (true, false), "s:SV": (false, false),
        "s:Sr": (true, true), "s:SR": (false, true), "s:Sw": (true, true),
    ]
}
