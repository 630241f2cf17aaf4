import BindingModel

extension LoweredCallable {
    /// The functions of the companions and its own, in the order of the header.
    package var functions: [LoweredFunction] {
        let own: [LoweredFunction]
        switch form {
        case .immediate(let function): own = [function]
        case .awaited(let call): own = [call.start, call.result, call.wait]
        }
        return companions.flatMap(\.functions) + own
    }

    /// The callable with changed functions. `ofCompanions` is whether those of the companions are changed too.
    func mapping(ofCompanions: Bool = true, _ change: (LoweredFunction) -> LoweredFunction) -> LoweredCallable {
        var form: Form
        switch self.form {
        case .immediate(let function): form = .immediate(change(function))
        case .awaited(let call):
            form = .awaited(AwaitedCall(start: change(call.start), result: change(call.result), wait: change(call.wait)))
        }
        return LoweredCallable(companions: ofCompanions ? companions.map { $0.mapping(change) } : companions, form: form)
    }
}

extension LoweredMember {
    /// The part of a function in the iteration over a sequence that is no collection.
    package enum Iteration {
        /// Makes the object that returns the elements.
        case begin
        /// Returns the next element; nil after the last one.
        case next
    }

    /// The part of the member in an iteration; nil if it has none.
    package var iteration: Iteration? {
        guard case .function(let function)? = callables.first?.function.origin else { return nil }
        switch function.swiftName {
        case Function.makeIterator?: return .begin
        case Function.nextElement?: return .next
        default: return nil
        }
    }

    /// Whether it makes a value of its owner.
    package var isConstructor: Bool { if case .constructor = kind { true } else { false } }

    /// The conformance that declares the same comparison, if the member is an operator that compares.
    package var comparison: Trait? {
        guard case .operation(_, let sign) = kind else { return nil }
        switch sign {
        case "==", "!=": return .equal
        case "<", ">", "<=", ">=": return .less
        default: return nil
        }
    }

    /// The callables of the member: both accessors of a property, none if it has functions only.
    package var callables: [LoweredCallable] {
        switch kind {
        case .constructor(let call, _, _), .method(let call), .function(let call), .call(let call), .operation(let call, _),
            .trait(_, let call), .caseKind(let call), .makeCase(_, let call), .casePayload(_, _, let call):
            [call]
        case .property(let property), .indexed(let property): [property.getter] + (property.setter.map { [$0] } ?? [])
        case .lifetime, .sequence, .makeSequence, .source, .cast, .errors, .completion, .implementation: []
        }
    }

    /// The C functions, without those of its companions.
    package var ownFunctions: [LoweredFunction] {
        callables.isEmpty ? functions : callables.flatMap { LoweredCallable(companions: [], form: $0.form).functions }
    }

    /// All C functions, those of its companions included, in the order of the header.
    package var functions: [LoweredFunction] {
        switch kind {
        case .lifetime(let retain, let release): [retain, release]
        case .sequence(let each): [each.next, each.tryNext, each.descriptor, each.close, each.onReady, each.subscribe]
        case .source(let yield, let finish): [yield, finish]
        case .errors(let from, let to): [from, to]
        case .cast(let function, _, _), .makeSequence(let function), .completion(let function), .implementation(let function):
            [function]
        default: callables.flatMap(\.functions)
        }
    }

    /// The member, after the members of closures and the completions that it needs.
    package var withCompanions: [LoweredMember] { callables.flatMap(\.companions).flatMap(\.withCompanions) + [self] }

    /// The member with changed functions, those of its companions included.
    func mapping(_ change: (LoweredFunction) -> LoweredFunction) -> LoweredMember {
        var member = self
        func changed(_ property: LoweredProperty) -> LoweredProperty {
            var property = property
            property.getter = property.getter.mapping(change)
            property.setter = property.setter?.mapping(change)
            return property
        }
        member.kind =
            switch kind {
            case .constructor(let call, let isFailable, let isPrimary):
                .constructor(call.mapping(change), isFailable: isFailable, isPrimary: isPrimary)
            case .method(let call): .method(call.mapping(change))
            case .function(let call): .function(call.mapping(change))
            case .call(let call): .call(call.mapping(change))
            case .operation(let call, let sign): .operation(call.mapping(change), sign: sign)
            case .property(let property): .property(changed(property))
            case .indexed(let property): .indexed(changed(property))
            case .trait(let trait, let call): .trait(trait, call.mapping(change))
            case .caseKind(let call): .caseKind(call.mapping(change))
            case .makeCase(let index, let call): .makeCase(index, call.mapping(change))
            case .casePayload(let index, let name, let call): .casePayload(index, name: name, call.mapping(change))
            case .lifetime(let retain, let release): .lifetime(retain: change(retain), release: change(release))
            case .sequence(let each):
                .sequence(
                    LoweredSequence(
                        element: each.element,
                        next: change(each.next),
                        tryNext: change(each.tryNext),
                        descriptor: change(each.descriptor),
                        close: change(each.close),
                        onReady: change(each.onReady),
                        subscribe: change(each.subscribe)
                    )
                )
            case .makeSequence(let function): .makeSequence(change(function))
            case .source(let yield, let finish): .source(yield: change(yield), finish: change(finish))
            case .cast(let function, let target, let isUpcast): .cast(change(function), to: target, isUpcast: isUpcast)
            case .errors(let from, let to): .errors(from: change(from), to: change(to))
            case .completion(let function): .completion(change(function))
            case .implementation(let function): .implementation(change(function))
            }
        return member
    }

    /// The member as one of a type, unless it has an owner; its functions and companions likewise.
    func owned(by owner: TypeName) -> LoweredMember {
        var member = mapping { function in
            var function = function
            if function.owner == nil { function.owner = owner.c }
            return function
        }
        member.own(owner)
        return member
    }

    private mutating func own(_ owner: TypeName) {
        if self.owner == nil { self.owner = owner }
    }
}
