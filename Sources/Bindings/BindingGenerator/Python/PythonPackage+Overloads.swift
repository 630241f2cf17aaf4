import BindingModel

/// Functions of one name in Swift: the first accepts the arguments of the others too, where only their types differ.
extension PythonPackage {
    /// Another function of the same name, for a first argument of another type.
    struct Overload {
        /// The annotation of the argument.
        var type: String
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
        var known: Set<String> = [types.annotation(wanted.first.crossing, isArgument: true, in: scope)]
        return group.dropFirst().compactMap { other, first in
            let isText = first.crossing.shape == .text && first.label == "text"
            guard isText || isObject(first.crossing) && first.name == wanted.first.name, !first.crossing.isOptional else {
                return nil
            }
            let type = types.annotation(first.crossing, isArgument: true, in: scope)
            return type != "Any" && known.insert(type).inserted ? Overload(type: type, member: other) : nil
        }
    }

    /// The name in Swift, the first argument, and the roles of all other parameters.
    private static func signature(
        _ member: PythonMember
    ) -> (function: String, first: (crossing: Crossing, label: String?, name: String), others: [LoweredParameter.Role])? {
        guard member.kind == .method, member.lowered.purpose == .call || member.lowered.purpose == .start,
            case .function(let function)? = member.lowered.origin
        else { return nil }
        let parameters = member.lowered.parameters.filter { parameter in
            switch parameter.role {
            case .receiver, .changedReceiver: false
            default: true
            }
        }
        let others = (parameters.dropFirst() + (member.taking?.parameters ?? [])).map(\.role)
        switch parameters.first?.role {
        case .value(let crossing, isOptional: false)?, .pointer(let crossing, isOptional: false)?:
            let origin = parameters.first?.origin
            return (function.name, (crossing, origin?.label, origin?.name ?? ""), others)
        default: return nil
        }
    }

    /// Whether values are objects of a class of the package, which `isinstance` recognises.
    private func isObject(_ crossing: Crossing) -> Bool {
        switch crossing.shape {
        case .handle, .enumeration: return true
        case .aggregate:
            switch types.content(crossing) {
            case .record, .variant: return true
            default: return false
            }
        default: return false
        }
    }
}
