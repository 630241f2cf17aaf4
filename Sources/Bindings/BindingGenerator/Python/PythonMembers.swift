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
    var lowered: LoweredFunction
    /// For an asynchronous call, the function that returns its result.
    var taking: LoweredFunction?
    /// The function of the extension.
    var native: String
}

/// All members, by the C names of their types; those of the package itself have no type.
struct PythonMembers {
    private(set) var owned: [String: [PythonMember]] = [:]
    private(set) var free: [PythonMember] = []
    private let prefix: String
    private var kinds: [String: LoweredType] = [:]
    private var handles: Set<String> = []
    private var names: [String: Set<String>] = [:]
    /// The names of properties, which no method has: that of `log(level:)` could be the one of `logLevel`.
    private var properties: [String: Set<String>] = [:]

    init(_ library: LoweredLibrary) {
        prefix = library.prefix
        kinds = Dictionary(library.types.map { ($0.c, $0) }, uniquingKeysWith: { first, _ in first })
        handles = Set(library.handles.map(\.c))
        for aggregate in library.aggregates {
            // The fields of a structure are attributes of its objects.
            if case .record(_, let fields) = aggregate.content {
                names[aggregate.crossing.c] = Set(fields.map { PythonNames.local($0.chosenName) })
            }
        }
        let functions = library.allFunctions
        for function in functions where Self.isCalled(function) { reserve(function) }
        for (index, function) in functions.enumerated() where Self.isCalled(function) {
            let taking = function.purpose == .start && index + 1 < functions.count ? functions[index + 1] : nil
            add(function, taking)
        }
    }

    /// Whether a function is called by Python code; the extension itself calls all others.
    private static func isCalled(_ function: LoweredFunction) -> Bool {
        switch function.purpose {
        case .retain, .release, .result, .wait, .complete, .implement, .fromError, .toError: false
        default: true
        }
    }

    /// Reserves the name of a property.
    private mutating func reserve(_ function: LoweredFunction) {
        let key = key(function)
        guard [.property, .classProperty].contains(kind(function, key)) else { return }
        properties[key ?? "", default: []].insert(name(function, key))
    }

    /// The C name of the type to which a function belongs; nil if it belongs to the package.
    private func key(_ function: LoweredFunction) -> String? {
        var owner = function.owner
        // A stream is made by its own class, with its source.
        if function.purpose == .cast || function.purpose == .makeStream {
            owner = function.parameters.first?.crossing?.representation.name
        }
        return owner.flatMap { kinds[$0] != nil || handles.contains($0) ? $0 : nil }
    }

    private mutating func add(_ function: LoweredFunction, _ taking: LoweredFunction?) {
        let key = key(function)
        if let type = key.flatMap({ kinds[$0] }), isStructural(function, type) { return }
        var member = PythonMember(
            kind: kind(function, key),
            name: name(function, key),
            lowered: function,
            taking: taking,
            native: String(function.name.dropFirst(prefix.count + 1))
        )
        if ![.property, .classProperty, .setter].contains(member.kind),
            properties[key ?? "", default: []].contains(member.name)
        {
            member.name += "_"
        }
        if member.kind != .setter {
            while !names[key ?? "", default: []].insert(member.name).inserted { member.name += "_" }
        }
        if let key { owned[key, default: []].append(member) } else { free.append(member) }
    }

    /// Whether Python's own equality of values replaces the function.
    private func isStructural(_ function: LoweredFunction, _ type: LoweredType) -> Bool {
        if type.handle != nil { return false }
        switch type.declaration.kind {
        case .record, .variant: return function.purpose == .equal || function.purpose == .hash
        case .enumeration: return [.equal, .hash, .allCases].contains(function.purpose)
        case .object, .value, .interface: return false
        }
    }

    /// Whether the first parameter is the receiver.
    static func hasReceiver(_ function: LoweredFunction) -> Bool {
        switch function.parameters.first?.role {
        case .receiver?, .changedReceiver?: true
        default: false
        }
    }

    /// The number of arguments besides the receiver.
    private static func argumentCount(_ function: LoweredFunction) -> Int {
        function.parameters.filter { parameter in
            switch parameter.role {
            case .value, .pointer, .changed, .callback, .memory, .queue: true
            default: false
            }
        }.count
    }

    private func kind(_ function: LoweredFunction, _ owner: String?) -> PythonMember.Kind {
        let hasReceiver = Self.hasReceiver(function) && owner != nil
        switch function.purpose {
        case .equal, .less, .hash, .describe, .count, .elementAt: return owner == nil ? .method : .special
        case .get, .caseKind, .casePayload:
            if Self.argumentCount(function) > 0 || owner == nil { return hasReceiver ? .method : .staticMethod }
            return hasReceiver ? .property : .classProperty
        case .set:
            guard hasReceiver, Self.argumentCount(function) == 1, let owner else { return hasReceiver ? .method : .staticMethod }
            let wanted = name(function, owner)
            return owned[owner, default: []].contains { $0.kind == .property && $0.name == wanted } ? .setter : .method
        default: break
        }
        if !hasReceiver { return isConstructor(function, owner) ? .constructor : .staticMethod }
        return .method
    }

    private func isConstructor(_ function: LoweredFunction, _ owner: String?) -> Bool {
        guard function.purpose == .call, let owner, kinds[owner]?.handle != nil,
            ["create", "make"].contains(stem(function, owner)),
            case .function(let origin)? = function.origin, case .initializer = origin.kind
        else { return false }
        return true
    }

    /// The name in C without that of the type.
    private func stem(_ function: LoweredFunction, _ owner: String?) -> String {
        let start = "\(owner ?? prefix)_"
        if function.name.hasPrefix(start) { return String(function.name.dropFirst(start.count)) }
        return String(function.name.dropFirst(prefix.count + 1))
    }

    private func name(_ function: LoweredFunction, _ owner: String?) -> String {
        var stem = stem(function, owner)
        switch function.purpose {
        case .equal where owner != nil: return "__eq__"
        case .less where owner != nil: return "__lt__"
        case .hash where owner != nil: return "__hash__"
        case .describe where owner != nil: return "__str__"
        case .count where owner != nil: return "__len__"
        case .elementAt where owner != nil: return "__getitem__"
        case .clone: return "copy"
        case .get, .start, .caseKind, .casePayload:
            if case .function? = function.origin, function.purpose == .start { break }
            if stem.hasPrefix("get_"), owner != nil || function.purpose != .get { stem.removeFirst(4) }
        case .set:
            // The setter has the name of its property, which is declared before it.
            if let owner, stem.hasPrefix("set_"), names[owner]?.contains(PythonNames.local(String(stem.dropFirst(4)))) == true,
                Self.argumentCount(function) == 1, Self.hasReceiver(function)
            {
                stem.removeFirst(4)
            }
        default: break
        }
        return PythonNames.local(stem)
    }

    /// The member through which a program calls a requirement of a protocol.
    func member(of interface: LoweredInterface, for requirement: LoweredRequirement) -> (name: String, isProperty: Bool) {
        let (usr, isProperty): (String, Bool) =
            switch requirement.member {
            case .function(let function): (function.usr, false)
            case .property(let property): (property.usr, !property.effects.isAsync)
            }
        let found = owned[interface.c, default: []].first { member in
            switch member.lowered.origin {
            case .function(let function)?: function.usr == usr
            case .property(let property)?: property.usr == usr && member.kind != .setter
            case nil: false
            }
        }
        if let found { return (found.name, found.kind == .property) }
        let stem = requirement.stem
        return (PythonNames.local(stem.hasPrefix("get_") ? String(stem.dropFirst(4)) : stem), isProperty)
    }
}
