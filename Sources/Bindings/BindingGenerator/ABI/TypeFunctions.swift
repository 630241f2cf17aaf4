import BindingModel

/// The functions that a type has in addition to its members.
extension Registry {
    /// The retain and release functions.
    func lifetime(_ handle: HandleType) -> LoweredMember {
        let word = handle.word.split(separator: "_").last { $0.first?.isNumber != true }
        let name = Naming.local(word.map(String.init) ?? handle.word)
        let parameter = LoweredParameter.receiver(name, handle.crossing)
        let retain = LoweredFunction(
            name: "\(handle.c)_retain",
            purpose: .retain,
            parameters: [parameter],
            summary: ["Retains the object for another owner; each owner calls `\(handle.c)_release`."],
            implementation: .retain(handle)
        )
        let release = LoweredFunction(
            name: "\(handle.c)_release",
            purpose: .release,
            parameters: [parameter],
            summary: ["Releases the object. The handle becomes invalid with the last release. Null is allowed."],
            implementation: .release(handle)
        )
        return LoweredMember(.lifetime(retain: retain, release: release))
    }
}

extension LibraryLowering {
    // MARK: Conformances

    mutating func conformances(_ declaration: TypeDeclaration, _ owner: Owner, _ crossing: Crossing) -> [LoweredMember] {
        if case .interface = declaration.kind { return [] }
        let traits = declaration.conformances
        var isObject = false
        if case .object = declaration.kind { isObject = true }
        let isEquatable = traits.contains(.equatable) || traits.contains(.hashable) || traits.contains(.comparable)
        var members: [LoweredMember] = []
        if isEquatable {
            members += compare("equal", "==", "Whether both values are equal.", .equal, crossing, owner)
        } else if isObject {
            members += compare("equal", "===", "Whether both handles refer to the same object.", .equal, crossing, owner)
        }
        if traits.contains(.comparable) {
            members += compare("less", "<", "Whether the first is ordered before the second.", .less, crossing, owner)
        }
        if traits.contains(.hashable) {
            let summary = "Hash: equal for equal values, within one run of the program."
            members += derived("hash", .hash, summary, .integer(.int), owner, .hash)
        } else if isObject, !isEquatable {
            members += derived("hash", .hash, "Hash: equal for the same object.", .integer(.int), owner, .identityHash)
        }
        if traits.contains(.customStringConvertible) || traits.contains(.error) {
            let summary = "Description of the value for display."
            members += derived("description", .describe, summary, .string, owner, .describe)
        }
        if traits.contains(.caseIterable) { members += allCases(crossing, owner) }
        members += collection(declaration, owner)
        members += clone(declaration, crossing, owner)
        members += rawValue(declaration, owner)
        if traits.contains(.error) { members.append(errors(owner, crossing)) }
        return members
    }

    private mutating func allCases(_ crossing: Crossing, _ owner: Owner) -> [LoweredMember] {
        let callee = Callee(
            receiver: .none,
            isMutating: false,
            parameters: [],
            result: .array(crossing.type),
            effects: Effects(),
            operation: .allCases(owner.spelling)
        )
        return trait(.allCases, "all", "All cases, in the order of their declaration.", callee, owner)
    }

    private mutating func compare(
        _ stem: String,
        _ sign: String,
        _ summary: String,
        _ trait: LoweredMember.Trait,
        _ crossing: Crossing,
        _ owner: Owner
    ) -> [LoweredMember] {
        let callee = Callee(
            receiver: .none,
            isMutating: false,
            parameters: [owner.selfName, "other"].map { Parameter(label: nil, name: $0, type: crossing.type) },
            result: .bool,
            effects: Effects(),
            operation: .compare(sign)
        )
        return self.trait(trait, stem, summary, callee, owner)
    }

    /// A trait of a type: a function without arguments.
    mutating func derived(
        _ stem: String,
        _ trait: LoweredMember.Trait,
        _ summary: String,
        _ result: BindingType,
        _ owner: Owner,
        _ operation: Callee.Operation
    ) -> [LoweredMember] {
        self.trait(trait, stem, summary, Self.inspecting(owner, result, operation), owner)
    }

    /// A call on a value without arguments.
    static func inspecting(_ owner: Owner, _ result: BindingType, _ operation: Callee.Operation) -> Callee {
        Callee(
            receiver: owner.receiver,
            isMutating: false,
            parameters: [],
            result: result,
            effects: Effects(),
            operation: operation
        )
    }

    mutating func trait(
        _ trait: LoweredMember.Trait,
        _ stem: String,
        _ summary: String,
        _ callee: Callee,
        _ owner: Owner
    ) -> [LoweredMember] {
        special(stem, trait.purpose, summary, callee, owner).map { [LoweredMember(.trait(trait, $0))] } ?? []
    }

    mutating func special(
        _ stem: String,
        _ purpose: LoweredFunction.Purpose,
        _ summary: String,
        _ callee: Callee,
        _ owner: Owner
    ) -> LoweredCallable? {
        let name = "\(owner.c)_\(stem)"
        guard naming.claim(name, for: "\(owner.spelling) \(stem)") != nil,
            let lowered = try? CallLowering.lower(
                callee,
                name: name,
                selfName: owner.selfName,
                origin: .function(Function(usr: "", name: stem)),
                notes: DeclarationNotes(documentation: summary),
                registry: &registry,
                purpose: purpose
            )
        else { return nil }
        return lowered.mapping { function in
            var function = function
            function.origin = nil
            return function
        }
    }

    private func errors(_ owner: Owner, _ crossing: Crossing) -> LoweredMember {
        let from = LoweredFunction(
            name: "\(owner.c)_from_error",
            purpose: .fromError,
            parameters: [
                .anyError(prefix, documentation: "any error"),
                .result("result", crossing, documentation: "the value, owned by the caller"),
            ],
            summary: ["Returns the value of an error of this type; otherwise `\(prefix.uppercased())_ERROR_INVALID_ARGUMENT`."],
            implementation: .fromError(crossing)
        )
        let to = LoweredFunction(
            name: "\(owner.c)_to_error",
            purpose: .toError,
            parameters: [
                .argument("value", crossing),
                .error(prefix, name: "result", documentation: "an error as the failure of a callback"),
            ],
            summary: ["Creates an error from a value."],
            implementation: .toError(crossing)
        )
        return LoweredMember(.errors(from: from, to: to))
    }

    // MARK: Casts

    /// The conversions from a class to its superclass and back, and to the protocols of the class.
    mutating func casts(_ declaration: TypeDeclaration, _ c: String) -> [LoweredMember] {
        let selfName = Naming.local(declaration.path.last!)
        var members = superclassCasts(declaration, c, selfName)
        func isRefused(_ function: LoweredFunction, to interface: TypeIdentifier) -> Bool {
            guard let reason = registry.refusals[function.name] else { return false }
            let path = declaration.path.joined(separator: ".")
            let conversion = "\(path) as \(registry.path(of: interface))"
            omissions.append(
                Omission(
                    usr: declaration.identifier.usr,
                    declaration: conversion,
                    path: path,
                    location: declaration.notes.location,
                    reason: reason,
                    isPartial: true
                )
            )
            return true
        }
        var own = BindingType.named(declaration.identifier)
        if case .interface = declaration.kind { own = .existential(declaration.identifier) }
        for interface in declaration.interfaces {
            guard let target = try? registry.crossing(.existential(interface)), let crossing = try? registry.crossing(own)
            else { continue }
            let function = cast(
                "\(c)_as_\(target.word)",
                .receiver(selfName, crossing),
                target,
                "Returns the object as a ``\(registry.path(of: interface))``; released by the caller.",
                .upcast(crossing, to: target)
            )
            if !isRefused(function, to: interface) { members.append(LoweredMember(.cast(function, to: target, isUpcast: true))) }
        }
        return members
    }

    private mutating func superclassCasts(_ declaration: TypeDeclaration, _ c: String, _ selfName: String) -> [LoweredMember] {
        guard case .object(let object) = declaration.kind, let parent = object.superclass,
            let base = try? registry.crossing(.named(parent)),
            let crossing = try? registry.crossing(.named(declaration.identifier))
        else { return [] }
        let up = cast(
            "\(c)_as_\(base.word)",
            .receiver(selfName, crossing),
            base,
            "Returns the object as its superclass; the new handle is released separately.",
            .upcast(crossing, to: base)
        )
        var down = cast(
            "\(base.c)_as_\(crossing.word)",
            .receiver(Naming.local(base.word), base),
            crossing,
            "Returns the object as this subclass if it is one; otherwise null.",
            .downcast(base, to: crossing)
        )
        // In C it is listed with the subclass, of which it is a function; elsewhere it is a member of the superclass.
        down.owner = c
        return [
            LoweredMember(.cast(up, to: base, isUpcast: true)),
            LoweredMember(.cast(down, to: crossing, isUpcast: false)).owned(by: registry.typeName(base.c)),
        ]
    }

    private mutating func cast(
        _ name: String,
        _ receiver: LoweredParameter,
        _ target: Crossing,
        _ summary: String,
        _ implementation: Implementation
    ) -> LoweredFunction {
        LoweredFunction(
            name: naming.claim(name, [name + "_"], for: name) ?? name,
            purpose: .cast,
            parameters: [receiver, .result("result", target)],
            summary: [summary],
            implementation: implementation
        )
    }

    // MARK: Recursive enums

    /// The functions that make and read the cases of a recursive enum.
    mutating func recursiveCases(_ cases: [VariantCase], _ handle: HandleType, _ owner: Owner) -> [LoweredMember] {
        let kind = "Returns the case: one of `\(owner.c.uppercased())_…`."
        var members: [LoweredMember] = []
        let callee = Self.inspecting(owner, .integer(.int32), .caseNumber(handle))
        if let call = special("get_kind", .caseKind, kind, callee, owner) { members.append(LoweredMember(.caseKind(call))) }
        for (index, each) in cases.enumerated() where !each.isOpaque {
            if let call = make(each, index, handle, owner) { members.append(LoweredMember(.makeCase(index, call))) }
            guard !each.payload.isEmpty, let call = payload(each, index, owner) else { continue }
            members.append(LoweredMember(.casePayload(index, name: Words.snake(each.chosenName), call)))
        }
        return members
    }

    private mutating func make(_ each: VariantCase, _ index: Int, _ handle: HandleType, _ owner: Owner) -> LoweredCallable? {
        let callee = Callee(
            receiver: .none,
            isMutating: false,
            parameters: each.payload.enumerated().reduce(into: []) { parameters, part in
                let (place, element) = part
                let unlabelled = each.payload.count == 1 ? "value" : "item\(place)"
                let name = element.label.map { Registry.distinct($0, from: parameters.map(\.name)) }
                parameters.append(Parameter(label: element.label, name: name ?? unlabelled, type: element.type))
            },
            result: .named(handle.declaration!.identifier),
            effects: Effects(),
            operation: .enumCase(type: owner.spelling, name: each.name)
        )
        let notes = each.notes.documentation.isEmpty ? "Makes the case `\(each.name)`." : each.notes.documentation
        return special("make_\(Words.snake(each.chosenName))", .makeCase(index), notes, callee, owner)
    }

    private mutating func payload(_ each: VariantCase, _ index: Int, _ owner: Owner) -> LoweredCallable? {
        let payload: BindingType = each.payload.count == 1 ? each.payload[0].type : .tuple(each.payload)
        let operation = Callee.Operation.payload(
            type: owner.spelling,
            name: each.name,
            elements: each.payload,
            result: try? registry.crossing(.optional(payload))
        )
        return special(
            "get_\(Words.snake(each.chosenName))",
            .casePayload(index),
            "Returns the payload of the case `\(each.name)`; nil for other cases.",
            Self.inspecting(owner, .optional(payload), operation),
            owner
        )
    }
}

extension LoweredMember.Trait {
    /// The purpose of its function.
    fileprivate var purpose: LoweredFunction.Purpose {
        switch self {
        case .equal: .equal
        case .less: .less
        case .hash: .hash
        case .describe: .describe
        case .allCases: .allCases
        case .count: .count
        case .elementAt: .elementAt
        case .elements: .elements
        case .clone: .clone
        }
    }
}
