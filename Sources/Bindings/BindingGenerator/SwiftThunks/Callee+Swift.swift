import BindingModel

/// An argument in a Swift call.
struct SwiftArgument {
    var label: String?
    var value: String

    /// `count: count_`
    var text: String { (label.map { "\(asLabel($0)): " } ?? "") + value }
}

extension Callee {
    /// The Swift expression of the call, with `try` and `await` as needed.
    func call(_ receiver: String, _ arguments: [SwiftArgument]) -> String {
        (effects.failure != .never ? "try " : "") + (effects.mustBeAwaited ? "await " : "")
            + expression(operation, receiver, arguments)
    }

    private func expression(_ operation: Operation, _ receiver: String, _ arguments: [SwiftArgument]) -> String {
        func list(_ arguments: [SwiftArgument]) -> String { arguments.map(\.text).joined(separator: ", ") }
        switch operation {
        case .initializer(let type): return "\(type)(\(list(arguments)))"
        case .receiver: return "\(receiver)(\(list(arguments)))"
        case .operator_(let sign):
            return arguments.count == 1
                ? sign + arguments[0].value : "\(arguments[0].value) \(sign) \(arguments[1].value)"
        case .assignment(let sign): return "\(receiver) \(sign) \(arguments[0].value)"
        case .global(let module, let name): return "\(Self.qualified(module, name))(\(list(arguments)))"
        case .type(let type, let name): return "\(type).\(escaped(name))(\(list(arguments)))"
        case .member(let name): return "\(receiver).\(escaped(name))(\(list(arguments)))"
        case .get(let place): return Self.access(place, receiver, arguments)
        case .set(let place): return "\(Self.access(place, receiver, arguments.dropLast())) = \(arguments.last!.value)"
        case .compare(let sign): return "\(arguments[0].value) \(sign) \(arguments[1].value)"
        case .hash: return "\(receiver).hashValue"
        case .identityHash: return "ObjectIdentifier(\(receiver)).hashValue"
        case .describe: return "String(describing: \(receiver))"
        case .count: return "\(receiver).count"
        case .elementAt: return "element_at(\(receiver), \(arguments[0].value))"
        case .elements: return "Swift.Array(\(receiver))"
        case .itself: return receiver
        case .argument: return arguments[0].value
        case .allCases(let type): return "Swift.Array(\(type).allCases)"
        case .enumCase(let type, let name):
            return "\(type).\(escaped(name))" + (arguments.isEmpty ? "" : "(\(list(arguments)))")
        case .caseNumber(let handle): return "kind_\(handle.word)(\(receiver))"
        case .payload(let type, let name, let elements, let result):
            var isUnique = false
            if case .handle(let handle) = self.receiver { isUnique = handle.holder == .uniqueValue }
            return Self.payload(type, name, elements, result, receiver, isUnique: isUnique)
        case .ofType(let operation): return expression(operation, "Swift.type(of: \(receiver))", arguments)
        case .unwrapping(let operation): return "\(expression(operation, receiver, arguments)).get()"
        case .awaiting(let operation): return "value_of(\(expression(operation, receiver, arguments)))"
        case .copying(let operation, let crossing):
            let isThrowing = effects.failure != .never
            let change = (isThrowing ? "try " : "") + expression(operation, "changed", arguments)
            return
                "{ () \(isThrowing ? "throws " : "")-> \(crossing.swift) in var changed = \(receiver); \(change); return changed }()"
        }
    }

    static func qualified(_ module: String?, _ name: String) -> String {
        (module.map { "\($0)::" } ?? "") + escaped(name)
    }

    private static func access(_ place: Place, _ receiver: String, _ indices: [SwiftArgument]) -> String {
        switch place {
        case .global(let module, let name): qualified(module, name)
        case .type(let type, let name): "\(type).\(escaped(name))"
        case .member(let name): "\(receiver).\(escaped(name))"
        case .position: "\(receiver)[position_in(\(receiver), \(indices[0].value))]"
        case .indexed(let type): "\(type ?? receiver)[\(indices.map(\.text).joined(separator: ", "))]"
        }
    }

    private static func payload(
        _ type: String,
        _ name: String,
        _ elements: [TupleElement],
        _ result: Crossing?,
        _ receiver: String,
        isUnique: Bool
    ) -> String {
        let names = elements.indices.map { "part\($0)" }
        let parts = zip(elements, names).map { ($0.label.map { "\($0): " } ?? "") + $1 }
        let value = elements.count == 1 ? "part0" : "(\(parts.joined(separator: ", ")))"
        if isUnique {
            return
                "{ (value: borrowing \(type)) -> \(result?.swift ?? "") in switch value { case let .\(escaped(name))(\(names.joined(separator: ", "))): return \(value); default: return nil } }(\(receiver))"
        }
        return
            "{ (value: \(type)) -> \(result?.swift ?? "") in if case let .\(escaped(name))(\(names.joined(separator: ", "))) = value { return \(value) } else { return nil } }(\(receiver))"
    }
}
