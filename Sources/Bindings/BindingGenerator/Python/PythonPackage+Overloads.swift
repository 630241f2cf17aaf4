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
        guard member.kind == .method, let wanted = member.member.overload, wanted.crossing.shape != .text else { return [] }
        let group = own.compactMap { other in
            other.kind == .method ? other.member.overload.flatMap { $0.isLike(wanted) ? (other, $0) : nil } : nil
        }
        guard group.first?.0.native == member.native else { return [] }
        var known: Set<String> = [types.annotation(wanted.crossing, isArgument: false, in: scope)]
        return group.dropFirst().compactMap { other, signature in
            let crossing = signature.crossing
            let isNamesake =
                types.interface.isOfLibrary(crossing) && signature.first.origin?.name == wanted.first.origin?.name
            guard signature.isText || isNamesake, !crossing.isOptional else { return nil }
            let type = types.annotation(crossing, isArgument: false, in: scope)
            let isNew = !types.isAny(crossing) && known.insert(type).inserted
            return isNew ? Overload(type: type, isText: signature.isText, member: other) : nil
        }
    }

    /// The initialiser from a text without a label, which the constructor calls for a `str`; nil if there is none, or if the constructor
    /// accepts texts itself.
    func textInitializer(of constructor: PythonMember, in own: [PythonMember]) -> PythonMember? {
        guard constructor.kind == .constructor, constructor.taking == nil,
            let first = constructor.lowered.arguments.first, case .value(let crossing, .required) = first.role,
            crossing.shape != .text
        else { return nil }
        return own.first { $0.member.isFromText && $0.kind == .staticMethod }
    }

    /// The initialiser from a text that the constructor among some members calls.
    func textInitializer(in own: [PythonMember]) -> PythonMember? {
        own.first { $0.kind == .constructor }.flatMap { textInitializer(of: $0, in: own) }
    }

    /// The statements with which a function that accepts a text for its first argument accepts a number, too: as the value that is made
    /// of it, or as its text.
    func numberStatements(_ name: String, _ crossing: Crossing, text overload: Overload, _ passed: [String]) -> [String] {
        guard types.interface.isOfLibrary(crossing), crossing.shape != .enumeration else { return [] }
        let test = "if isinstance(\(name), (int, float)) and not isinstance(\(name), bool):"
        let constructor = members.owned[crossing.c]?.first { $0.kind == .constructor }
        if constructor?.member.isFromNumber == true, let type = names.className(crossing.c) {
            return [test, "    \(name) = \(type)(\(name))  # type: ignore[arg-type]"]
        }
        let arguments = passed.map { $0 == name ? "_r.text_of(\(name))" : $0 }.joined(separator: ", ")
        return [
            test,
            "    return _n.\(overload.member.native)(\(arguments))  # type: ignore[no-any-return]",
        ]
    }
}
