import BindingModel

/// Lowers a library to its C interface.
struct LibraryLowering {
    let library: Library
    let prefix: String
    var registry: Registry
    var naming: Naming
    var typeNames: [TypeIdentifier: String]
    var omissions: [Omission]
    /// The names that the author chose, and other declarations have.
    var clashes: [String] = []
    /// Parameter labels of the functions that have a short name, by that name.
    var labelsOfShortNames: [String: Set<String>] = [:]

    /// Creates the lowering of a library. `structures` are names that types have, and functions must not have; `refusals` are
    /// reasons why types are left out, by their C names or the words of their conversions.
    init(library: Library, prefix: String, structures: Set<String> = [], refusals: [String: String] = [:]) {
        self.prefix = prefix
        naming = Naming(prefix: prefix, structures: structures)
        typeNames = [:]
        omissions = library.omissions
        var library = library
        for type in library.types { typeNames[type.identifier] = naming.claimType(type) }
        let (types, names) = (library.types, typeNames)
        library.distinguishConstants { index, name in
            "\(names[types[index].identifier] ?? "")_\(Words.snake(name))".uppercased()
        }
        self.library = library
        registry = Registry(library: library, prefix: prefix, names: typeNames, refusals: refusals)
    }

    mutating func lower() -> LoweredLibrary {
        var types: [LoweredType] = []
        var interfaces: [LoweredInterface] = []
        for declaration in library.types {
            if let type = lower(declaration) { types.append(type) }
            if case .interface(let interface) = declaration.kind, interface.unimplementable == nil,
                let lowered = lowerInterface(declaration, interface)
            {
                interfaces.append(lowered)
            }
        }
        var members: [LoweredMember] = []
        for function in library.functions.deprecatedLast { members += lower(function, of: nil) }
        for property in library.properties { members += lower(property, of: nil) }
        for each in library.extensions { members += lower(each) }
        // Also those that were found while functions were lowered.
        members += registry.closureMembers
        for handle in registry.handles { members += streamMembers(handle) }
        registry.numberHandles()
        return LoweredLibrary(
            library: library,
            prefix: prefix,
            aggregates: registry.aggregates,
            handles: registry.handles,
            types: types,
            members: members,
            interfaces: interfaces,
            omissions: omissions,
            clashes: clashes,
            registry: registry
        )
    }

    /// Lowers the members that the library adds to a type that is not its own.
    private mutating func lower(_ members: ForeignExtension) -> [LoweredMember] {
        guard let crossing = try? registry.crossing(members.type) else {
            let reason = "extends a type that has no C type"
            for function in members.functions { omit(function.usr, function.name, members.spelling, function.notes, reason) }
            for property in members.properties { omit(property.usr, property.name, members.spelling, property.notes, reason) }
            return []
        }
        let owner = Owner(
            c: "\(prefix)_\(crossing.word)",
            receiver: .value(crossing),
            spelling: members.spelling,
            selfName: Naming.local(crossing.word)
        )
        var lowered: [LoweredMember] = []
        for function in members.functions.deprecatedLast { lowered += lower(function, of: owner) }
        for property in members.properties { lowered += lower(property, of: owner) }
        return lowered
    }

    /// The members of a stream of elements, or of its source; none for other types.
    private mutating func streamMembers(_ handle: HandleType) -> [LoweredMember] {
        let members: [LoweredMember]
        switch handle.holder {
        case .elementStream(let element, _): members = [sequence(handle, element), registry.lifetime(handle)]
        case .source(let element, let stream): members = [registry.lifetime(handle)] + source(handle, element, of: stream)
        default: return []
        }
        return members.map { $0.owned(by: handle.name) }
    }

    /// The owner of members.
    struct Owner {
        /// The prefix of their C names.
        var c: String
        var receiver: Callee.Receiver
        /// The Swift type.
        var spelling: String
        /// The name of the receiver parameter.
        var selfName: String
        var isActor = false
        var declaration: TypeDeclaration?
    }

    // MARK: Types

    private mutating func lower(_ declaration: TypeDeclaration) -> LoweredType? {
        let c = typeNames[declaration.identifier]!
        let type: BindingType
        if case .interface = declaration.kind {
            type = .existential(declaration.identifier)
        } else {
            type = .named(declaration.identifier)
        }
        let crossing: Crossing
        do {
            crossing = try registry.crossing(type)
        } catch {
            omit(declaration, error.reason)
            return nil
        }
        let handle = crossing.shape == .handle ? registry.handle(c) : nil
        let owner = Owner(
            c: c,
            receiver: handle.map { .handle($0) } ?? .value(crossing),
            spelling: declaration.spelling,
            selfName: Naming.local(declaration.path.last!),
            declaration: declaration
        )
        let name = registry.typeName(c)
        let members = members(declaration, owner, crossing, handle).map { $0.owned(by: name) }
        return LoweredType(declaration: declaration, c: c, crossing: crossing, handle: handle, members: members)
    }

    /// All members of a type.
    private mutating func members(
        _ declaration: TypeDeclaration,
        _ owner: Owner,
        _ crossing: Crossing,
        _ handle: HandleType?
    ) -> [LoweredMember] {
        var members: [LoweredMember] = []
        if let handle {
            members.append(registry.lifetime(handle))
            for function in members.flatMap(\.functions) { _ = naming.claim(function.name, for: "the handle") }
        }
        for function in declaration.functions.deprecatedLast { members += lower(function, of: owner) }
        for property in declaration.properties { members += lower(property, of: owner) }
        if let handle, case .stream(let element, _) = handle.holder { members.append(sequence(handle, element)) }
        if case .variant(let cases, true) = declaration.kind, let handle { members += recursiveCases(cases, handle, owner) }
        members += conformances(declaration, owner, crossing)
        return members + casts(declaration, owner.c)
    }

    /// Lowers a call of a member of a type, or of a global, and sets the short names of its functions within the type.
    mutating func callable(
        _ callee: Callee,
        _ name: String,
        _ stem: String,
        _ owner: Owner?,
        _ origin: Member,
        _ notes: DeclarationNotes,
        _ purpose: LoweredFunction.Purpose
    ) throws(LoweringError) -> LoweredCallable {
        let callable = try CallLowering.lower(
            callee,
            name: name,
            selfName: owner?.selfName ?? "self",
            origin: origin,
            notes: notes,
            registry: &registry,
            purpose: purpose
        )
        let unique = Naming.local(of: name, in: owner?.c ?? prefix)
        return callable.mapping(ofCompanions: false) { function in
            var function = function
            (function.stem, function.uniqueStem) = (stem, unique)
            return function
        }
    }

    mutating func omit(_ usr: String, _ name: String, _ owner: String, _ notes: DeclarationNotes, _ reason: String) {
        omissions.append(
            Omission(
                usr: usr,
                declaration: name,
                path: owner.isEmpty ? name : "\(owner).\(name)",
                location: notes.location,
                reason: reason
            )
        )
    }

    /// Leaves out a type with all its members.
    private mutating func omit(_ declaration: TypeDeclaration, _ reason: String) {
        let name = declaration.path.joined(separator: ".")
        omit(declaration.identifier.usr, name, "", declaration.notes, reason)
        let inherited = "member of `\(name)`, which is left out: \(reason)"
        for each in declaration.functions { omit(each.usr, each.name, name, each.notes, inherited) }
        for each in declaration.properties { omit(each.usr, each.name, name, each.notes, inherited) }
        switch declaration.kind {
        case .record(let fields): for each in fields { omit(each.usr, each.name, name, each.notes, inherited) }
        case .enumeration(let cases): for each in cases { omit(each.usr, each.name, name, each.notes, inherited) }
        case .variant(let cases, _): for each in cases { omit(each.usr, each.name, name, each.notes, inherited) }
        case .object, .value, .interface: break
        }
    }
}

extension [Function] {
    /// The functions with the deprecated ones at the end, so that these do not have the short names.
    fileprivate var deprecatedLast: [Function] {
        filter { $0.notes.deprecation == nil } + filter { $0.notes.deprecation != nil }
    }
}
