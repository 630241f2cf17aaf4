import BindingModel

/// Functions of one name in Swift: the first accepts the arguments of the others too, where only their types differ.
extension PythonPackage {
    /// Another function of the same name, for a first argument of another type.
    struct Overload {
        /// The annotation of the argument.
        var type: String
        var isText: Bool
        var member: PythonMember
    }

    /// The functions that `member` calls for first arguments of other types: those with the same name, result and further arguments,
    /// whose first argument is a text with the label `text`, or an object with the same name.
    func overloads(of member: PythonMember, in own: [PythonMember], _ scope: Set<String>) -> [Overload] {
        guard let wanted = Self.signature(member), wanted.first.crossing.shape != .text else { return [] }
        let group = own.compactMap { other in
            Self.signature(other).flatMap { signature in
                signature.function == wanted.function && signature.others == wanted.others ? (other, signature.first) : nil
            }
        }
        guard group.first?.0.native == member.native else { return [] }
        var known: Set<String> = [types.annotation(wanted.first.crossing, isArgument: false, in: scope)]
        return group.dropFirst().compactMap { other, first in
            let isText = first.crossing.shape == .text && first.label == "text"
            let isNamesake = types.interface.isOfLibrary(first.crossing) && first.name == wanted.first.name
            guard isText || isNamesake, !first.crossing.isOptional else { return nil }
            let type = types.annotation(first.crossing, isArgument: false, in: scope)
            let isNew = !types.isAny(first.crossing) && known.insert(type).inserted
            return isNew ? Overload(type: type, isText: isText, member: other) : nil
        }
    }

    /// The initialiser from a text without a label, which the constructor calls for a `str`; nil if there is none, or if the constructor
    /// accepts texts itself.
    func textInitializer(of constructor: PythonMember, in own: [PythonMember]) -> PythonMember? {
        guard constructor.kind == .constructor, constructor.taking == nil,
            let first = Self.arguments(constructor).first, case .value(let crossing, .required) = first.role,
            crossing.shape != .text
        else { return nil }
        return own.first { Self.isFromText($0) && $0.kind == .staticMethod }
    }

    /// The initialiser from a text that the constructor among some members calls.
    func textInitializer(in own: [PythonMember]) -> PythonMember? {
        own.first { $0.kind == .constructor }.flatMap { textInitializer(of: $0, in: own) }
    }

    /// Whether a member makes a value of a text without a label.
    static func isFromText(_ member: PythonMember) -> Bool {
        guard case .constructor(let call, _, _) = member.member.kind, !call.isAwaited, arguments(member).count == 1,
            let only = arguments(member).first, case .value(let crossing, .required) = only.role
        else { return false }
        return crossing.shape == .text && only.origin?.label == nil
    }

    /// Whether the constructor of a class makes a value of one number.
    private func isMadeOfNumber(_ crossing: Crossing) -> Bool {
        guard let constructor = members.owned[crossing.c]?.first(where: { $0.kind == .constructor }), constructor.taking == nil
        else { return false }
        let arguments = Self.arguments(constructor)
        guard arguments.count == 1, case .value(let only, .required)? = arguments.first?.role,
            only.shape == .scalar, case .number(let number) = only.representation
        else { return false }
        return number != .bool
    }

    /// The statements with which a function that accepts a text for its first argument accepts a number, too: as the value that is made
    /// of it, or as its text.
    func numberStatements(_ name: String, _ crossing: Crossing, text overload: Overload, _ passed: [String]) -> [String] {
        guard types.interface.isOfLibrary(crossing), crossing.shape != .enumeration else { return [] }
        let test = "if isinstance(\(name), (int, float)) and not isinstance(\(name), bool):"
        if isMadeOfNumber(crossing), let type = names.className(crossing.c) {
            return [test, "    \(name) = \(type)(\(name))  # type: ignore[arg-type]"]
        }
        let arguments = passed.map { $0 == name ? "_r.text_of(\(name))" : $0 }.joined(separator: ", ")
        return [
            test,
            "    return _n.\(overload.member.native)(\(arguments))  # type: ignore[no-any-return]",
        ]
    }

    /// The parameters of a function that are arguments of the program, without those that it may omit.
    private static func arguments(_ member: PythonMember) -> [LoweredParameter] {
        member.lowered.parameters.filter { parameter in
            switch parameter.role {
            case .receiver, .changedReceiver, .result, .error, .operation, .context, .release: false
            default: true
            }
        }
    }

    /// The name in Swift, the first argument, and the roles of all other parameters.
    private static func signature(
        _ member: PythonMember
    ) -> (function: String, first: (crossing: Crossing, label: String?, name: String), others: [LoweredParameter.Role])? {
        guard member.kind == .method, case .method = member.member.kind, case .function(let function)? = member.lowered.origin
        else { return nil }
        let parameters = member.lowered.parameters.filter { parameter in
            switch parameter.role {
            case .receiver, .changedReceiver: false
            default: true
            }
        }
        let others = (parameters.dropFirst() + (member.taking?.parameters ?? [])).map(\.role)
        switch parameters.first?.role {
        case .value(let crossing, .required)?, .pointer(let crossing, .required)?:
            let origin = parameters.first?.origin
            return (function.name, (crossing, origin?.label, origin?.name ?? ""), others)
        default: return nil
        }
    }
}
