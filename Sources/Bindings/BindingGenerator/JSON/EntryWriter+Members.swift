import BindingModel

// Members, with the functions that stand for each.

extension EntryWriter {
    func member(_ member: LoweredMember) -> Document.MemberOfTypeEntry {
        var entry = Document.MemberOfTypeEntry(kind: member.kind.word, owner: member.owner?.c)
        switch member.kind {
        case .constructor(let call, let isFailable, let isPrimary):
            (entry.isFailable, entry.isPrimary) = (isFailable, isPrimary)
            entry.functions = Self.functions(call)
        case .operation(let call, let sign):
            entry.sign = sign
            entry.functions = Self.functions(call)
        case .property(let property), .indexed(let property):
            entry.name = property.name
            entry.functions = Self.functions(property.getter, immediate: "get")
            if let setter = property.setter { entry.functions["set"] = setter.function.name }
        case .method(let call), .function(let call), .call(let call), .trait(_, let call), .caseKind(let call):
            entry.functions = Self.functions(call)
        case .makeCase(let number, let call), .casePayload(let number, _, let call):
            entry.caseNumber = number
            entry.functions = Self.functions(call)
        case .lifetime(let retain, let release): entry.functions = ["retain": retain.name, "release": release.name]
        case .sequence(let each):
            entry.functions = [
                "next": each.next.name, "try_next": each.tryNext.name, "descriptor": each.descriptor.name,
                "close": each.close.name, "on_ready": each.onReady.name, "subscribe": each.subscribe.name,
            ]
        case .source(let yield, let finish): entry.functions = ["yield": yield.name, "finish": finish.name]
        case .errors(let from, let to): entry.functions = ["from_error": from.name, "to_error": to.name]
        case .cast(let function, _, _), .makeSequence(let function), .completion(let function), .implementation(let function):
            entry.functions = ["call": function.name]
        }
        return entry
    }

    private static func functions(_ callable: LoweredCallable, immediate: String = "call") -> [String: String] {
        switch callable.form {
        case .immediate(let function): [immediate: function.name]
        case .awaited(let call): ["start": call.start.name, "result": call.result.name, "wait": call.wait.name]
        }
    }
}

extension LoweredMember.Kind {
    /// The word of the JSON document.
    var word: String {
        switch self {
        case .constructor: "constructor"
        case .method: "method"
        case .function: "function"
        case .call: "call"
        case .operation: "operation"
        case .property: "property"
        case .indexed: "subscript"
        case .trait(let trait, _): Words.snake("\(trait)")
        case .caseKind: "case_kind"
        case .makeCase: "make_case"
        case .casePayload: "case_payload"
        case .lifetime: "lifetime"
        case .sequence: "sequence"
        case .makeSequence: "make_sequence"
        case .source: "source"
        case .cast(_, _, let isUpcast): isUpcast ? "upcast" : "downcast"
        case .errors: "errors"
        case .completion: "completion"
        case .implementation: "implementation"
        }
    }
}

extension LoweredParameter.Presence {
    /// The word of the JSON document.
    var word: String { Words.snake("\(self)") }
}
