package import BindingModel

// Functions that a language without overloads can merge: one name in Swift, and values that can be made of others.

/// What a method shares with others of its name, and its first argument, which distinguishes them.
package struct OverloadSignature {
    /// The name in Swift.
    package let name: String
    /// The first argument, which the caller must pass.
    package let first: LoweredParameter
    /// The conversion of the first argument.
    package let crossing: Crossing
    /// The roles of all other parameters, those of the result included.
    package let others: [LoweredParameter.Role]

    /// Whether the methods differ in their first arguments only.
    package func isLike(_ other: Self) -> Bool { name == other.name && others == other.others }

    /// Whether the first argument is a text with the label `text`: the value of that of another method, as text.
    package var isText: Bool { crossing.shape == .text && first.origin?.label == "text" }
}

extension LoweredMember {
    /// The signature of a method with a first argument; nil for all other members.
    package var overload: OverloadSignature? {
        guard case .method(let call) = kind, case .function(let function)? = call.function.origin else { return nil }
        let parameters = call.function.parameters.filter { $0 != call.function.receiver }
        guard let first = parameters.first, let crossing = first.crossing, first.presence == .required else { return nil }
        switch first.role {
        case .value, .pointer: break
        default: return nil
        }
        let others = (parameters.dropFirst() + (call.taking?.parameters ?? [])).map(\.role)
        return OverloadSignature(name: function.name, first: first, crossing: crossing, others: others)
    }

    /// The only argument of an initialiser, if the caller must pass it by value; nil for all other members.
    private var source: (crossing: Crossing, label: String?)? {
        guard case .constructor(let call, _, _) = kind, !call.isAwaited, call.function.arguments.count == 1,
            let only = call.function.arguments.first, case .value(let crossing, .required) = only.role
        else { return nil }
        return (crossing, only.origin?.label)
    }

    /// Whether it makes a value of a text without a label.
    package var isFromText: Bool { source.map { $0.crossing.shape == .text && $0.label == nil } ?? false }

    /// Whether it makes a value of one number.
    package var isFromNumber: Bool {
        guard let crossing = source?.crossing, crossing.shape == .scalar, case .number(let number) = crossing.representation
        else { return false }
        return number != .bool
    }
}

extension InterfaceTypes {
    /// The enumeration of the codes of an error: the type of its property `code`; nil if it has none.
    package func codes(of error: LoweredType) -> (crossing: Crossing, declaration: TypeDeclaration, cases: [EnumerationCase])? {
        for case .property(let property) in error.members.map(\.kind) where property.name == "code" {
            guard let crossing = property.getter.function.result, crossing.shape == .enumeration,
                case .named(let identifier) = crossing.type, let declaration = declaration(identifier),
                case .enumeration(let cases) = declaration.kind, !declaration.isError
            else { return nil }
            return (crossing, declaration, cases)
        }
        return nil
    }
}
