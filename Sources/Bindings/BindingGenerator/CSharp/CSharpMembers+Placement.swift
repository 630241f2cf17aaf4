import BindingModel

/// The name and the form of each member.
extension CSharpMembers {
    mutating func add(_ member: LoweredMember) {
        let c = owner(member)
        do throws(CSharpOmission) {
            try place(member, c)
            expressed += 1
        } catch {
            let function = member.callables.first?.function ?? member.functions.first
            leftOut.append(LeftOut(name: function?.name ?? "?", reason: error.reason, origin: function?.origin))
        }
    }

    mutating func place(_ member: LoweredMember, _ c: String) throws(CSharpOmission) {
        if types.closures[c] != nil || types.interface.handle(c)?.isClosure == true { return }
        switch member.kind {
        case .lifetime, .errors, .completion, .implementation, .sequence, .source, .makeSequence, .cast: return
        case .constructor(let call, _, _): try constructor(member, call, c)
        case .method(let call), .function(let call), .call(let call), .makeCase(_, let call): try method(member, call, c)
        case .caseKind(let call): try property(member, call, nil, "Kind", c)
        case .casePayload(_, let name, let call): try property(member, call, nil, CSharpNames.pascal("as_\(name)"), c)
        case .operation(let call, let sign): try operation(member, call, sign, c)
        case .property(let property):
            try self.property(member, property.getter, property.setter, CSharpNames.pascal(property.name), c)
        case .indexed(let property): try indexer(member, property, c)
        case .trait(let trait, let call): try self.trait(member, trait, call, c)
        }
    }

    mutating func append(_ member: CSharpMember, _ c: String) { owned[c, default: []].append(member) }

    /// How the C function's receiver appears, and whether the member belongs to the class with extensions.
    func receiver(_ call: LoweredCallable, _ c: String) -> (
        receiver: CSharpFunction.Receiver, isStatic: Bool, isExtension: Bool
    ) {
        let hasReceiver = call.function.receiver != nil
        switch style(c) {
        case .library: return (.argument, true, false)
        case .values: return hasReceiver ? (.this, false, false) : (.argument, true, false)
        case .enumeration:
            return hasReceiver ? (.extended(types.names.className(c) ?? ""), true, true) : (.argument, true, true)
        case .interface:
            if !hasReceiver { return (.argument, true, true) }
            let isRequired = call.function.origin.map { requirements[c]?.contains($0.usr) == true } ?? false
            return isRequired ? (.this, false, false) : (.extended(types.names.interface(c)), true, true)
        }
    }

    /// A name that no other member has, unless its parameters distinguish it. A verb is put before a name that is taken.
    mutating func claim(
        _ wanted: [String],
        _ parameters: [CSharpFunction.Parameter],
        _ c: String,
        verb: String? = nil,
        suffix: String = ""
    ) -> String {
        let key = parameters.map(\.key).joined(separator: ",")
        func isFree(_ name: String) -> Bool {
            let other = names[c, default: [:]][name]
            return (other == nil || other == "method") && !signatures[c, default: []].contains("\(name)(\(key))")
        }
        var name = ""
        for candidate in wanted where !candidate.isEmpty {
            name = CSharpNames.pascal(candidate) + suffix
            if isFree(name) { break }
        }
        var number = 2
        let base = name
        if !isFree(name) { name = verb.map { $0 + base } ?? "\(base)Value" }
        while !isFree(name) {
            name = "\(base)\(number)"
            number += 1
        }
        names[c, default: [:]][name] = "method"
        signatures[c, default: []].insert("\(name)(\(key))")
        return name
    }

    mutating func method(_ member: LoweredMember, _ call: LoweredCallable, _ c: String, named: [String]? = nil)
        throws(CSharpOmission)
    {
        let place = receiver(call, c)
        let isRequired = style(c) == .interface && !place.isExtension
        let function = try CSharpFunction(call, types: types, receiver: place.receiver, choosesQueue: !isRequired)
        let lowered = call.function
        let local = library.localName(of: lowered, in: member.owner)
        let wanted = named ?? [lowered.baseStem, lowered.stem, lowered.uniqueStem, local]
        // .NET's verbs: what is created from the arguments, and what is found by them.
        var verb: String?
        if function.returns != "void" { verb = place.isStatic && function.returns == types.names.className(c) ? "From" : "Get" }
        let name = claim(wanted, function.parameters, c, verb: verb, suffix: call.isAwaited ? "Async" : "")
        append(
            CSharpMember(
                kind: .method,
                name: name,
                member: member,
                call: call,
                function: function,
                isStatic: place.isStatic,
                isExtension: place.isExtension
            ),
            c
        )
    }

    mutating func constructor(_ member: LoweredMember, _ call: LoweredCallable, _ c: String) throws(CSharpOmission) {
        let isClass = types.interface.handle(c) != nil && style(c) == .values
        guard isClass, !call.isAwaited else { return try method(member, call, c) }
        let function = try CSharpFunction(call, types: types, receiver: .argument)
        let key = ".ctor(\(function.parameters.map(\.key).joined(separator: ",")))"
        guard signatures[c, default: []].insert(key).inserted else {
            let lowered = call.function
            return try method(member, call, c, named: [lowered.uniqueStem, library.localName(of: lowered, in: member.owner)])
        }
        append(
            CSharpMember(kind: .constructor, name: "", member: member, call: call, function: function, isStatic: true),
            c
        )
    }

    mutating func property(
        _ member: LoweredMember,
        _ getter: LoweredCallable,
        _ setter: LoweredCallable?,
        _ wanted: String,
        _ c: String
    ) throws(CSharpOmission) {
        let place = receiver(getter, c)
        // Extensions have no properties, and a property cannot be awaited.
        let isMethod = getter.isAwaited || place.isExtension && getter.function.receiver != nil
        let function = try CSharpFunction(getter, types: types, receiver: place.receiver)
        if isMethod || !function.parameters.isEmpty || function.returns == "void" {
            try method(member, getter, c, named: [wanted.hasPrefix("Is") || wanted.hasPrefix("Has") ? wanted : "Get\(wanted)"])
            if let setter { try method(member, setter, c, named: ["Set\(wanted)"]) }
            return
        }
        var name = wanted
        while names[c, default: [:]][name] != nil { name += "Value" }
        names[c, default: [:]][name] = "property"
        var own: LoweredCallable?
        if let setter {
            let changed = try CSharpFunction(setter, types: types, receiver: place.receiver)
            if changed.parameters.count == 1, changed.parameters[0].type == function.returns, changed.returns == "void" {
                own = setter
            } else {
                try method(member, setter, c, named: [changed.returns == "void" ? "Set\(name)" : "With\(name)"])
            }
        }
        append(
            CSharpMember(
                kind: .property,
                name: name,
                member: member,
                call: getter,
                setter: own,
                function: function,
                isStatic: place.isStatic,
                isExtension: place.isExtension
            ),
            c
        )
    }

    mutating func indexer(_ member: LoweredMember, _ property: LoweredProperty, _ c: String) throws(CSharpOmission) {
        let place = receiver(property.getter, c)
        let function = try CSharpFunction(property.getter, types: types, receiver: place.receiver, isAccessor: true)
        let key = "this(\(function.parameters.map(\.key).joined(separator: ",")))"
        let name = CSharpNames.pascal(property.name)
        guard case .this = place.receiver, style(c) == .values, !property.getter.isAwaited, function.returns != "void",
            !function.parameters.isEmpty, function.parameters.allSatisfy({ $0.modifier.isEmpty }),
            signatures[c, default: []].insert(key).inserted
        else {
            try method(member, property.getter, c, named: ["Get\(name)"])
            if let setter = property.setter { try method(member, setter, c, named: ["Set\(name)"]) }
            return
        }
        var own: LoweredCallable?
        if let setter = property.setter {
            let changed = try CSharpFunction(setter, types: types, receiver: place.receiver)
            if changed.returns == "void", changed.parameters.count == function.parameters.count + 1,
                changed.parameters.contains(where: { $0.type == function.returns })
            {
                own = setter
            } else {
                try method(member, setter, c, named: ["Set\(name)"])
            }
        }
        append(
            CSharpMember(
                kind: .indexer,
                name: "this",
                member: member,
                call: property.getter,
                setter: own,
                function: function,
                isStatic: false
            ),
            c
        )
    }

    static let unary: Set<String> = ["+", "-", "!", "~"]
    static let binary: Set<String> = ["+", "-", "*", "/", "%", "&", "|", "^"]

    mutating func operation(_ member: LoweredMember, _ call: LoweredCallable, _ sign: String, _ c: String)
        throws(CSharpOmission)
    {
        let function = try CSharpFunction(call, types: types, receiver: .argument)
        let type = types.names.type(c) ?? ""
        let count = function.parameters.count
        let fits = count == 1 ? Self.unary.contains(sign) : count == 2 && Self.binary.contains(sign)
        let isOwn = style(c) == .values && function.parameters.contains { $0.type == type && $0.modifier.isEmpty }
        let key = "operator\(sign)(\(function.parameters.map(\.key).joined(separator: ",")))"
        guard fits, isOwn, function.returns != "void", !call.isAwaited, signatures[c, default: []].insert(key).inserted else {
            if member.comparison != nil, hasTrait(member.comparison!, c) { return }
            return try method(member, call, c, named: [CSharpNames.word(sign), call.function.uniqueStem])
        }
        append(
            CSharpMember(kind: .operation(sign), name: sign, member: member, call: call, function: function, isStatic: true),
            c
        )
    }

    func hasTrait(_ trait: LoweredMember.Trait, _ c: String) -> Bool { types.interface.type(c)?.has(trait) == true }

    mutating func trait(_ member: LoweredMember, _ trait: LoweredMember.Trait, _ call: LoweredCallable, _ c: String)
        throws(CSharpOmission)
    {
        switch (trait, style(c)) {
        case (.equal, .values), (.hash, .values), (.less, .values), (.describe, .values): return
        case (.equal, .enumeration), (.hash, .enumeration): return
        case (.allCases, _): try property(member, call, nil, "AllCases", c)
        case (.count, _): try property(member, call, nil, "Count", c)
        case (.elements, _): try method(member, call, c, named: ["to_list"])
        case (.clone, _): try method(member, call, c, named: ["clone"])
        case (.describe, _): try method(member, call, c, named: ["get_description"])
        case (.less, _): try method(member, call, c, named: ["is_less_than"])
        case (.elementAt, _): try method(member, call, c, named: ["element_at"])
        case (.equal, _), (.hash, _): try method(member, call, c)
        }
    }
}
