// Swift types as source.

extension SwiftType {
    /// The type as source, with the modules' names.
    var source: String {
        switch self {
        case .named(let name): name
        case .existential(let name): "any \(name)"
        case .generic(let name, let arguments): "\(name)<\(arguments.map(\.source).joined(separator: ", "))>"
        case .array(let element): "[\(element.source)]"
        case .tuple(let elements):
            "(\(elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.source }.joined(separator: ", ")))"
        case .function(let function): function.source
        }
    }

    /// The type as source in the type of a function: another function is in parentheses.
    fileprivate var part: String { if case .function(let function) = self { "(\(function.source))" } else { source } }
}

extension SwiftType.FunctionType {
    /// The type as source, without `@escaping`.
    fileprivate var source: String {
        let attributes = (isSendable ? "@Sendable " : "") + (isMainActor ? "@_Concurrency.MainActor " : "")
        let list = parameters.map { parameter in
            (parameter.isInout ? "inout " : "") + (parameter.isEscaping ? "@escaping " : "") + parameter.type.part
        }
        let effect = isThrowing ? "throws\(failure.map { "(\($0.source))" } ?? "") " : ""
        return "\(attributes)(\(list.joined(separator: ", "))) \(isAsync ? "async " : "")\(effect)-> \(result.part)"
    }
}

extension Crossing {
    /// The Swift type as source: `Swift.Int`, `Weather.Station`.
    var swift: String { swiftType.source }
}

extension HandleType {
    /// The Swift type behind the handle as source.
    var swift: String { swiftType.source }

    /// The Swift class of the object that the handle table holds, as source.
    var held: String {
        switch holder {
        case .object, .runtime: swift
        case .value, .existential: "ValueBox<\(swift)>"
        case .mutableValue: "MutableBox<\(swift)>"
        case .uniqueValue: "UniqueBox<\(swift)>"
        case .stream: "BindingStream<\(swift)>"
        case .source(let element, _): "StreamSource<\(element.swift)>"
        case .elementStream(let element, _): "ElementStream<\(element.swift)>"
        }
    }
}
