import BindingModel

/// A member of a C# class.
struct CSharpMember {
    enum Kind: Equatable {
        case constructor
        case method
        case property
        case indexer
        case operation(String)
    }

    var kind: Kind
    var name: String
    let member: LoweredMember
    let call: LoweredCallable
    /// The setter of a property.
    var setter: LoweredCallable?
    let function: CSharpFunction
    /// Whether it is a member of the class, and not of its objects.
    let isStatic: Bool
    /// Whether it belongs to the class with the extensions of an interface or an enumeration.
    var isExtension = false
    /// The lowered function of the Swift declaration.
    var origin: Member? { call.function.origin }
}

/// All members with their names, by the C names of their types; those of the library have none. Members without a form in C# are listed.
struct CSharpMembers {
    /// A member without a form in C#.
    struct LeftOut {
        let name: String
        let reason: String
        /// The declaration in Swift; nil for a function that has none.
        let origin: Member?
    }

    private(set) var owned: [String: [CSharpMember]] = [:]
    private(set) var leftOut: [LeftOut] = []
    private(set) var expressed = 0
    private let library: LoweredLibrary
    private let types: CSharpTypes
    private var names: [String: [String: String]] = [:]
    private var signatures: [String: Set<String>] = [:]
    private let requirements: [String: Set<String>]

    init(_ library: LoweredLibrary, _ types: CSharpTypes) {
        (self.library, self.types) = (library, types)
        var requirements: [String: Set<String>] = [:]
        for type in library.types {
            if case .interface(let interface) = type.declaration.kind {
                requirements[type.c] = Set(interface.requirements.map(\.member.usr))
            }
        }
        self.requirements = requirements
        reserve()
        // Properties first: they have no overloads.
        for member in library.allMembers { if case .property = member.kind { add(member) } }
        for member in library.allMembers {
            if case .property = member.kind { continue }
            add(member)
        }
    }

    /// The names of what is in a class beside its members.
    private mutating func reserve() {
        let common = [
            "Bits", "Retained", "RetainedBits", "Dispose", "Equals", "GetHashCode", "ToString", "GetType", "MemberwiseClone",
            "ReferenceEquals", "Finalize", "CompareTo", "Item", "GetEnumerator",
        ]
        let streams = [
            "WaitForNext", "TakeNext", "NotifyWhenReady", "CloseNative", "Current", "IsEnded", "MoveNext", "TryNext",
            "MoveNextAsync",
            "Close", "Subscribe", "GetAsyncEnumerator", "Create", "YieldNative", "FinishNative", "Yield", "Finish",
        ]
        func reserve(_ c: String, _ more: [String]) {
            for name in common + more { names[c, default: [:]][name] = "reserved" }
        }
        reserve("", [types.names.library, "LiveHandles", "WaitForLiveHandles", "CallbackFailed", "ShutDown"])
        for handle in library.handles {
            let isStream = if handle.element != nil { true } else if case .source = handle.holder { true } else { false }
            reserve(handle.c, [types.names.className(handle.c) ?? ""] + (isStream ? streams : []))
        }
        for type in library.types { reserve(type.c, [types.names.className(type.c) ?? ""]) }
        for aggregate in library.aggregates {
            let name = types.names.className(aggregate.crossing.c) ?? ""
            switch aggregate.content {
            case .record(_, let fields):
                for field in CSharpRecords.fieldNames(fields, of: name) {
                    names[aggregate.crossing.c, default: [:]][field] = "property"
                }
            case .variant(_, let cases):
                reserve(aggregate.crossing.c, ["Number"] + CSharpVariants.caseNames(cases, of: name))
            default: break
            }
        }
    }

    // MARK: Owners

    /// How members of a type refer to its values.
    enum Style {
        case library
        /// A class or a structure with methods.
        case values
        case interface
        case enumeration
    }

    func style(_ c: String) -> Style {
        if c.isEmpty { return .library }
        if types.interface.handle(c)?.isOfProtocol == true { return .interface }
        if let type = types.interface.type(c) {
            if case .interface = type.declaration.kind { return .interface }
            if type.isEnumeration { return .enumeration }
        }
        return .values
    }

    private func owner(_ member: LoweredMember) -> String {
        guard let c = member.owner?.c else { return "" }
        if types.interface.handle(c) == nil, types.interface.type(c) == nil { return "" }
        return c
    }

    // MARK: Members

    private mutating func add(_ member: LoweredMember) {
        let c = owner(member)
        do throws(CSharpOmission) {
            try place(member, c)
            expressed += 1
        } catch {
            let function = member.callables.first?.function ?? member.functions.first
            leftOut.append(LeftOut(name: function?.name ?? "?", reason: error.reason, origin: function?.origin))
        }
    }

    private mutating func place(_ member: LoweredMember, _ c: String) throws(CSharpOmission) {
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

    private mutating func append(_ member: CSharpMember, _ c: String) { owned[c, default: []].append(member) }

    /// How the C function's receiver appears, and whether the member belongs to the class with extensions.
    private func receiver(_ call: LoweredCallable, _ c: String) -> (
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

    /// A name that no other member has, unless its parameters distinguish it.
    private mutating func claim(_ wanted: [String], _ parameters: [CSharpFunction.Parameter], _ c: String, _ suffix: String = "")
        -> String
    {
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
        if !isFree(name) { name = base + "Value" }
        while !isFree(name) {
            name = "\(base)\(number)"
            number += 1
        }
        names[c, default: [:]][name] = "method"
        signatures[c, default: []].insert("\(name)(\(key))")
        return name
    }

    private mutating func method(_ member: LoweredMember, _ call: LoweredCallable, _ c: String, named: [String]? = nil)
        throws(CSharpOmission)
    {
        let place = receiver(call, c)
        let function = try CSharpFunction(call, types: types, receiver: place.receiver)
        let lowered = call.function
        let local = library.localName(of: lowered, in: member.owner)
        let wanted = named ?? [lowered.baseStem, lowered.stem, lowered.uniqueStem, local]
        let name = claim(wanted, function.parameters, c, call.isAwaited ? "Async" : "")
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

    private mutating func constructor(_ member: LoweredMember, _ call: LoweredCallable, _ c: String) throws(CSharpOmission) {
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

    private mutating func property(
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

    private mutating func indexer(_ member: LoweredMember, _ property: LoweredProperty, _ c: String) throws(CSharpOmission) {
        let place = receiver(property.getter, c)
        let function = try CSharpFunction(property.getter, types: types, receiver: place.receiver)
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

    private static let unary: Set<String> = ["+", "-", "!", "~"]
    private static let binary: Set<String> = ["+", "-", "*", "/", "%", "&", "|", "^"]

    private mutating func operation(_ member: LoweredMember, _ call: LoweredCallable, _ sign: String, _ c: String)
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

    private mutating func trait(_ member: LoweredMember, _ trait: LoweredMember.Trait, _ call: LoweredCallable, _ c: String)
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

    // MARK: Protocols

    /// The member of an interface for a requirement of its protocol, or of one that this refines.
    func member(of requirement: LoweredRequirement, in c: String) -> CSharpMember? {
        let usr = requirement.member.usr
        let all =
            owned[c, default: []]
            + library.types.flatMap { type -> [CSharpMember] in
                style(type.c) == .interface ? owned[type.c, default: []] : []
            }
        return all.first { $0.origin?.usr == usr && !$0.isExtension }
    }

    /// The member through which the library calls a requirement of a protocol.
    func name(of requirement: LoweredRequirement, in c: String) -> (name: String, isProperty: Bool) {
        guard let found = member(of: requirement, in: c) else { return (CSharpNames.pascal(requirement.word), false) }
        return (found.name, found.kind == .property)
    }
}
