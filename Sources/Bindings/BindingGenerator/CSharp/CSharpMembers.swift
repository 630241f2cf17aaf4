import BindingModel

/// All members with their names, by the C names of their types; those of the library have none. Members without a form in C# are listed.
struct CSharpMembers {
    /// A member without a form in C#.
    struct LeftOut {
        let name: String
        let reason: String
        /// The declaration in Swift; nil for a function that has none.
        let origin: Member?
    }

    var owned: [String: [CSharpMember]] = [:]
    var leftOut: [LeftOut] = []
    var expressed = 0
    let library: LoweredLibrary
    let types: CSharpTypes
    var names: [String: [String: String]] = [:]
    var signatures: [String: Set<String>] = [:]
    let requirements: [String: Set<String>]

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
        distinguishOverloads()
    }

    /// The names of what is in a class beside its members.
    mutating func reserve() {
        let common = [
            "Bits", "Retained", "RetainedBits", "Dispose", "Equals", "GetHashCode", "ToString", "GetType", "MemberwiseClone",
            "ReferenceEquals", "Finalize", "CompareTo", "GetEnumerator",
        ]
        let streams = [
            "WaitForNext", "TakeNext", "NotifyWhenReady", "CloseNative", "SubscribeNative", "Receive", "Receiving",
            "ReceivingPointer",
            "ElementFunction", "Current", "IsEnded", "MoveNext", "TryNext",
            "MoveNextAsync",
            "Close", "Subscribe", "GetAsyncEnumerator", "Create", "YieldNative", "FinishNative", "Yield", "Finish",
        ]
        // The compiler calls an indexer `Item`.
        var indexed: Set<String> = []
        for member in library.allMembers { if case .indexed = member.kind { indexed.insert(owner(member)) } }
        func reserve(_ c: String, _ more: [String]) {
            for name in common + more + (indexed.contains(c) ? ["Item"] : []) { names[c, default: [:]][name] = "reserved" }
        }
        reserve("", [types.names.library, "LiveHandles", "WaitForLiveHandles", "CallbackFailed", "ShutDown"])
        for handle in library.handles {
            let isStream = if handle.element != nil { true } else if case .source = handle.holder { true } else { false }
            reserve(handle.c, [types.names.className(handle.c) ?? ""] + (isStream ? streams : []))
        }
        for type in library.types {
            reserve(type.c, [types.names.className(type.c) ?? ""] + (type.declaration.isOptionSet ? ["HasFlag"] : []))
        }
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

    func owner(_ member: LoweredMember) -> String {
        guard let c = member.owner?.c else { return "" }
        if types.interface.handle(c) == nil, types.interface.type(c) == nil { return "" }
        return c
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
}
