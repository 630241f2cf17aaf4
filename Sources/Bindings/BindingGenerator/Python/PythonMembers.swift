import BindingModel

/// A function of the C interface as a member of a Python class, or of the package.
struct PythonMember {
    enum Kind: Equatable {
        case constructor
        case method
        case staticMethod
        case property
        case setter
        case classProperty
        /// An operator or another method with a name that Python defines.
        case special
    }

    var kind: Kind
    var name: String
    /// The member of the interface; that of a setter is the property.
    let member: LoweredMember
    let lowered: LoweredFunction
    /// For an asynchronous call, the function that returns its result.
    let taking: LoweredFunction?
    /// The function of the extension.
    let native: String
    /// Whether Python's own protocol of streams calls the function.
    var isStream = false
}

/// All members, by the C names of their types; those of the package itself have no type.
struct PythonMembers {
    private(set) var owned: [String: [PythonMember]] = [:]
    private(set) var free: [PythonMember] = []
    private let library: LoweredLibrary
    private let types: InterfaceTypes
    private var names: [String: Set<String>] = [:]
    /// The names of properties, which no method has: that of `log(level:)` could be the one of `logLevel`.
    private var properties: [String: Set<String>] = [:]

    init(_ library: LoweredLibrary) {
        self.library = library
        types = InterfaceTypes(library)
        for aggregate in library.aggregates {
            // The fields of a structure are attributes of its objects.
            if case .record(_, let fields) = aggregate.content {
                names[aggregate.crossing.c] = Set(fields.map { PythonNames.local($0.chosenName) })
            }
        }
        for member in library.allMembers {
            for entry in entries(member) where [.property, .classProperty].contains(entry.kind) {
                properties[owner(member)?.c ?? "", default: []].insert(entry.name)
            }
        }
        for member in library.allMembers { add(member) }
    }

    /// The class of a member; nil if it is one of the package.
    private func owner(_ member: LoweredMember) -> TypeName? {
        member.owner.flatMap { types.type($0.c) != nil || types.handle($0.c) != nil ? $0 : nil }
    }

    // MARK: Members

    private mutating func add(_ member: LoweredMember) {
        let owner = owner(member)
        if let type = owner.flatMap({ types.type($0.c) }), isStructural(member, type) { return }
        let key = owner?.c ?? ""
        for var entry in entries(member) {
            let isProperty = [.property, .classProperty].contains(entry.kind)
            if !isProperty, properties[key, default: []].contains(entry.name) { entry.name += "_" }
            while !names[key, default: []].insert(entry.name).inserted { entry.name += "_" }
            append(entry, owner)
            guard isProperty, case .property(let property) = member.kind, let setter = property.setter else { continue }
            append(self.setter(setter, of: entry, key), owner)
        }
    }

    private mutating func append(_ entry: PythonMember, _ owner: TypeName?) {
        if let owner { owned[owner.c, default: []].append(entry) } else { free.append(entry) }
    }

    /// The setter of a property: an attribute if it has one argument, otherwise a method.
    private mutating func setter(_ setter: LoweredCallable, of property: PythonMember, _ key: String) -> PythonMember {
        if property.kind == .property, setter.function.arguments.count == 1 {
            return entry(setter, property.member, .setter, property.name)
        }
        let kind = property.kind == .property ? PythonMember.Kind.method : .staticMethod
        var method = entry(setter, property.member, kind, localName(setter.function, property.member))
        while properties[key, default: []].contains(method.name) || !names[key, default: []].insert(method.name).inserted {
            method.name += "_"
        }
        return method
    }

    /// Whether Python's own equality of values replaces the member.
    private func isStructural(_ member: LoweredMember, _ type: LoweredType) -> Bool {
        guard type.handle == nil, case .trait(let trait, _) = member.kind else { return false }
        switch type.declaration.kind {
        case .record, .variant: return trait == .equal || trait == .hash
        case .enumeration: return [.equal, .hash, .allCases].contains(trait)
        case .object, .value, .interface: return false
        }
    }

    // MARK: Kinds and names

    /// The members of Python for one of the interface, without the setter of an attribute.
    private func entries(_ member: LoweredMember) -> [PythonMember] {
        let owner = owner(member)
        func local(_ function: LoweredFunction) -> String { localName(function, member) }
        func kind(_ function: LoweredFunction) -> PythonMember.Kind {
            owner != nil && function.receiver != nil ? .method : .staticMethod
        }
        func plain(_ call: LoweredCallable) -> [PythonMember] {
            [entry(call, member, kind(call.function), local(call.function))]
        }
        func attribute(_ call: LoweredCallable, _ name: String) -> [PythonMember] {
            [entry(call, member, call.function.receiver == nil ? .classProperty : .property, PythonNames.local(name))]
        }
        func streaming(_ functions: [LoweredFunction]) -> [PythonMember] {
            functions.map { function in
                var entry = entry(immediate: function, member, kind(function), local(function))
                entry.isStream = true
                return entry
            }
        }
        switch member.kind {
        case .constructor(let call, _, let isPrimary):
            let isClass = owner.flatMap { types.type($0.c)?.handle } != nil
            let kind = isPrimary && isClass && !call.isAwaited ? PythonMember.Kind.constructor : .staticMethod
            return [entry(call, member, kind, local(call.function))]
        case .method(let call), .function(let call), .call(let call), .operation(let call, _), .makeCase(_, let call):
            return plain(call)
        case .property(let property): return self.property(property, member, owner, kind(property.getter.function))
        case .indexed(let property):
            let getter = entry(
                property.getter,
                member,
                kind(property.getter.function),
                owner == nil ? local(property.getter.function) : PythonNames.local(property.name)
            )
            return [getter] + (property.setter.map(plain) ?? [])
        case .trait(let trait, let call):
            guard let name = Self.special(trait), owner != nil else {
                return [entry(call, member, kind(call.function), trait == .clone ? "copy" : local(call.function))]
            }
            return [entry(call, member, .special, name)]
        case .caseKind(let call): return attribute(call, "kind")
        case .casePayload(_, let name, let call): return attribute(call, name)
        case .sequence(let each):
            let descriptor = each.descriptor
            return streaming([each.next, each.tryNext])
                + [entry(immediate: descriptor, member, kind(descriptor), local(descriptor))]
                + streaming([each.close, each.onReady, each.subscribe])
        case .source(let yield, let finish): return streaming([yield, finish])
        case .makeSequence(let function), .cast(let function, _, _):
            return [entry(immediate: function, member, kind(function), local(function))]
        case .lifetime, .errors, .completion, .implementation: return []
        }
    }

    private func property(
        _ property: LoweredProperty,
        _ member: LoweredMember,
        _ owner: TypeName?,
        _ kind: PythonMember.Kind
    ) -> [PythonMember] {
        let getter = property.getter
        if getter.isAwaited { return [entry(getter, member, kind, PythonNames.local(property.name))] }
        guard owner != nil else {
            let setter = property.setter.map { entry($0, member, kind, localName($0.function, member)) }
            return [entry(getter, member, kind, localName(getter.function, member))] + (setter.map { [$0] } ?? [])
        }
        let isOfClass = getter.function.receiver == nil
        return [entry(getter, member, isOfClass ? .classProperty : .property, PythonNames.local(property.name))]
    }

    private func entry(
        _ call: LoweredCallable,
        _ member: LoweredMember,
        _ kind: PythonMember.Kind,
        _ name: String
    ) -> PythonMember {
        PythonMember(
            kind: kind,
            name: name,
            member: member,
            lowered: call.function,
            taking: call.taking,
            native: library.word(of: call.function.name)
        )
    }

    private func entry(
        immediate function: LoweredFunction,
        _ member: LoweredMember,
        _ kind: PythonMember.Kind,
        _ name: String
    ) -> PythonMember {
        entry(LoweredCallable(companions: [], form: .immediate(function)), member, kind, name)
    }

    private func localName(_ function: LoweredFunction, _ member: LoweredMember) -> String {
        PythonNames.local(library.localName(of: function, in: owner(member)))
    }

    /// The name of a method that Python defines.
    private static func special(_ trait: LoweredMember.Trait) -> String? {
        switch trait {
        case .equal: "__eq__"
        case .less: "__lt__"
        case .hash: "__hash__"
        case .describe: "__str__"
        case .count: "__len__"
        case .elementAt: "__getitem__"
        case .allCases, .elements, .clone: nil
        }
    }

    /// The member through which a program calls a requirement of a protocol.
    func member(of interface: LoweredInterface, for requirement: LoweredRequirement) -> (name: String, isProperty: Bool) {
        let usr = requirement.member.usr
        let found = owned[interface.c, default: []].first { $0.kind != .setter && $0.lowered.origin?.usr == usr }
        if let found { return (found.name, found.kind == .property) }
        var isProperty = false
        if case .property(let property) = requirement.member { isProperty = !property.effects.isAsync }
        return (PythonNames.local(requirement.word), isProperty)
    }
}
