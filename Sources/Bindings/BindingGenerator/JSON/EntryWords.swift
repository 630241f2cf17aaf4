import BindingModel

// The words of the JSON document for cases of the model and of the C interface.

extension TypeKind {
    var word: String {
        switch self {
        case .object: "object"
        case .record: "record"
        case .value: "value"
        case .enumeration: "enumeration"
        case .variant: "variant"
        case .interface: "interface"
        }
    }
}

extension Conformance {
    var word: String {
        switch self {
        case .equatable: "equatable"
        case .hashable: "hashable"
        case .comparable: "comparable"
        case .customStringConvertible: "described"
        case .caseIterable: "all_cases"
        case .error: "error"
        case .sendable: "sendable"
        case .optionSet: "option_set"
        case .rawRepresentable: "raw_value"
        case .collection: "collection"
        case .asyncSequence: "stream"
        }
    }
}

extension HandleType.Holder {
    var word: String {
        switch self {
        case .object: "object"
        case .value: "value"
        case .mutableValue: "mutable_value"
        case .uniqueValue: "unique_value"
        case .stream: "stream"
        case .elementStream: "element_stream"
        case .source: "source"
        case .existential: "existential"
        case .runtime: "runtime"
        }
    }
}

extension Aggregate.Content {
    var word: String {
        switch self {
        case .optional: "optional"
        case .array: "array"
        case .set: "set"
        case .map: "map"
        case .tuple: "tuple"
        case .range(_, let isClosed): isClosed ? "closed_range" : "range"
        case .record: "record"
        case .variant: "variant"
        }
    }
}

extension LoweredParameter.Role {
    var word: String {
        switch self {
        case .receiver: "receiver"
        case .changedReceiver: "changed_receiver"
        case .value: "value"
        case .pointer: "pointer"
        case .changed: "changed"
        case .callback: "callback"
        case .context: "context"
        case .release: "release"
        case .queue: "queue"
        case .result: "result"
        case .error: "error"
        case .operation: "operation"
        case .timeout: "timeout"
        case .functions: "functions"
        case .replaced(_, let isReceiver): isReceiver ? "replaced_receiver" : "replaced"
        case .memory(_, let isMutable): isMutable ? "mutable_memory" : "memory"
        case .count: "count"
        }
    }

    /// Whether it is a value that the program passes, which may be absent.
    var hasPresence: Bool {
        switch self {
        case .value, .pointer: true
        default: false
        }
    }

    /// Whether the caller may pass "none".
    var isOptional: Bool {
        switch self {
        case .value(_, let presence), .pointer(_, let presence): presence != .required
        case .callback(let isOptional): isOptional
        case .context, .release, .queue, .error: true
        case .receiver, .changedReceiver, .changed, .result, .operation, .timeout, .functions, .replaced, .memory, .count: false
        }
    }
}

extension LoweredFunction.Purpose {
    var word: String {
        switch self {
        case .makeCase: "make_case"
        case .casePayload: "case_payload"
        // A case without a payload is described by its name.
        default: Words.snake("\(self)")
        }
    }

    /// The number of the case that the function makes or reads; nil for all other functions.
    var caseNumber: Int? {
        switch self {
        case .makeCase(let number), .casePayload(let number): number
        default: nil
        }
    }
}

extension Unit {
    var word: String { rawValue.split(separator: " ").joined(separator: "_") }
}
