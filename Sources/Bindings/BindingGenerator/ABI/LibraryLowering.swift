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
    private var clashes: [String] = []
    /// Parameter labels of the functions that have a short name, by that name.
    private var labelsOfShortNames: [String: Set<String>] = [:]

    /// Creates the lowering of a library. `structures` are names that types have, and functions must not have; `refusals` are
    /// reasons why types are left out, by their C names or the words of their conversions.
    init(library: Library, prefix: String, structures: Set<String> = [], refusals: [String: String] = [:]) {
        self.library = library
        self.prefix = prefix
        naming = Naming(prefix: prefix, structures: structures)
        typeNames = [:]
        omissions = library.omissions
        for type in library.types { typeNames[type.identifier] = naming.claimType(type) }
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
        var functions: [LoweredFunction] = []
        for function in library.functions { functions += lower(function, of: nil) }
        for property in library.properties { functions += lower(property, of: nil) }
        for each in library.extensions { functions += lower(each) }
        // Also those that were found while functions were lowered.
        for handle in registry.handles { functions += streamMembers(handle) }
        registry.numberHandles()
        return LoweredLibrary(
            library: library,
            prefix: prefix,
            aggregates: registry.aggregates,
            handles: registry.handles,
            types: types,
            functions: functions,
            interfaces: interfaces,
            omissions: omissions,
            clashes: clashes,
            registry: registry
        )
    }

    /// Lowers the members that the library adds to a type that is not its own.
    private mutating func lower(_ members: ForeignExtension) -> [LoweredFunction] {
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
        var functions: [LoweredFunction] = []
        for function in members.functions { functions += lower(function, of: owner) }
        for property in members.properties { functions += lower(property, of: owner) }
        return functions
    }

    /// The functions of a stream of elements, or of its source; none for other types.
    private mutating func streamMembers(_ handle: HandleType) -> [LoweredFunction] {
        var members: [LoweredFunction]
        switch handle.holder {
        case .elementStream(let element, _): members = streamFunctions(handle, element) + registry.lifetime(handle)
        case .source(let element): members = registry.lifetime(handle) + sourceFunctions(handle, element)
        default: return []
        }
        Self.own(&members, handle.c)
        return members
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
        var functions = members(declaration, owner, crossing, handle)
        Self.own(&functions, c)
        return LoweredType(declaration: declaration, c: c, crossing: crossing, handle: handle, functions: functions)
    }

    /// All functions of a type.
    private mutating func members(
        _ declaration: TypeDeclaration,
        _ owner: Owner,
        _ crossing: Crossing,
        _ handle: HandleType?
    ) -> [LoweredFunction] {
        var functions: [LoweredFunction] = []
        if let handle {
            functions += registry.lifetime(handle)
            for function in functions { _ = naming.claim(function.name, for: "the handle") }
        }
        for function in declaration.functions { functions += lower(function, of: owner) }
        for property in declaration.properties { functions += lower(property, of: owner) }
        if let handle, case .stream(let element, _) = handle.holder { functions += streamFunctions(handle, element) }
        if case .variant(let cases, true) = declaration.kind, let handle { functions += recursiveCases(cases, handle, owner) }
        functions += conformances(declaration, owner, crossing)
        return functions + casts(declaration, owner.c)
    }

    /// Sets the owner of functions that have none yet.
    private static func own(_ functions: inout [LoweredFunction], _ c: String) {
        for index in functions.indices where functions[index].owner == nil { functions[index].owner = c }
    }

    /// Lowers a member of a type, or a global, and sets the short names of its functions within the type.
    mutating func member(
        _ callee: Callee,
        _ name: String,
        _ stem: String,
        _ owner: Owner?,
        _ origin: LoweredFunction.Origin,
        _ notes: DeclarationNotes,
        _ purpose: LoweredFunction.Purpose
    ) throws(LoweringError) -> [LoweredFunction] {
        var functions = try CallLowering.lower(
            callee,
            name: name,
            selfName: owner?.selfName ?? "self",
            origin: origin,
            notes: notes,
            registry: &registry,
            purpose: purpose
        )
        let unique = String(name.dropFirst((owner?.c ?? prefix).count + 1))
        for index in functions.indices where functions[index].owner == nil && functions[index].purpose != .complete {
            (functions[index].stem, functions[index].uniqueStem) = (stem, unique)
        }
        return functions
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

    // MARK: Functions

    private mutating func lower(_ function: Function, of owner: Owner?) -> [LoweredFunction] {
        let labels = function.parameters.filter { $0.fixedValue == nil }.map(\.label)
        let shown = "\(function.name)(\(function.parameters.map { ($0.label ?? "_") + ":" }.joined()))"
        do {
            return try lowered(function, labels, of: owner)
        } catch {
            omit(function.usr, shown, owner?.spelling ?? "", function.notes, error.reason)
            return []
        }
    }

    private mutating func lowered(
        _ original: Function,
        _ labels: [String?],
        of owner: Owner?
    ) throws(LoweringError) -> [LoweredFunction] {
        var function = original
        if case .initializer = function.kind, function.parameters.first?.label == "rawValue", function.parameters.count == 1 {
            // The original is the documentation of the standard library.
            function.notes.documentation = "Returns the value with this raw value; absent if there is none."
        }
        let spelling = owner?.spelling ?? ""
        let isObject =
            owner.map { if case .handle(let handle) = $0.receiver { handle.holder == .object } else { false } } ?? false
        var stem = try Self.stem(function, isObject: isObject)
        if let chosen = function.foreignName { stem = Words.snake(chosen) }
        let (name, shared) = claimName(
            owner,
            stem,
            labels,
            function.parameters,
            for: "\(spelling).\(function.name)",
            isChosen: function.foreignName != nil
        )
        var receiver = Callee.Receiver.none
        if function.receiver != .none, let owner { receiver = owner.receiver }
        let callee = Callee(
            receiver: receiver,
            isMutating: function.receiver == .mutated,
            parameters: function.parameters,
            result: function.result,
            effects: function.effects,
            operation: operation(function, owner)
        )
        // Other languages have only the common operators.
        if function.kind == .operation, OperatorWords.common[function.name] == nil { function.kind = .function }
        var functions = try member(Self.copying(callee), name, shared, owner, .function(function), function.notes, .call)
        for index in functions.indices where functions[index].stem == shared { functions[index].baseStem = stem }
        return functions
    }

    private func operation(_ function: Function, _ owner: Owner?) -> Callee.Operation {
        let operation = plainOperation(function, owner)
        return function.returnsResult ? .unwrapping(operation) : operation
    }

    private func plainOperation(_ function: Function, _ owner: Owner?) -> Callee.Operation {
        switch function.kind {
        case .initializer: return .initializer(owner?.spelling ?? "")
        case .call: return .receiver
        case .operation: return function.receiver == .mutated ? .assignment(function.name) : .operator_(function.name)
        case .function:
            guard let owner else { return .global(module: module(of: function.usr), name: function.name) }
            return function.receiver == .none ? .type(owner.spelling, name: function.name) : .member(function.name)
        }
    }

    /// A value with other parts than plain numbers is not changed in place, because its parts may be shared. The mutating
    /// function returns the changed copy.
    static func copying(_ callee: Callee) -> Callee {
        guard callee.isMutating, callee.result == .void, case .value(let crossing) = callee.receiver, !crossing.isPlain else {
            return callee
        }
        var changed = callee
        changed.isMutating = false
        changed.result = crossing.type
        changed.operation = .copying(callee.operation, crossing)
        return changed
    }

    /// The part of a function's name that follows its type's.
    static func stem(_ function: Function, isObject: Bool) throws(LoweringError) -> String {
        switch function.kind {
        case .initializer: return isObject ? "create" : "make"
        case .call: return "call"
        case .operation:
            if function.parameters.contains(where: \.isInout) {
                throw LoweringError("an operator that changes its operand: add a method that does the same")
            }
            let isUnary = function.parameters.count == 1 && function.receiver == .none
            return isUnary && function.name == "-" ? "negated" : OperatorWords.word(for: function.name)
        case .function:
            let base = Words.snake(function.name)
            if let first = function.parameters.first, first.fixedValue == nil, let label = first.label,
                Naming.prepositions.contains(label)
            {
                return "\(base)_\(Words.snake(label))"
            }
            return base
        }
    }

    private func with(_ stem: String) -> String { stem == "create" || stem == "make" ? "_with_" : "_" }

    /// Assigns a name: the short one, or a longer distinct one. The first declaration has the short name.
    mutating func claimName(
        _ owner: Owner?,
        _ stem: String,
        _ labels: [String?],
        _ parameters: [Parameter],
        for who: String,
        isChosen: Bool = false
    ) -> (name: String, stem: String) {
        let base = "\(owner?.c ?? prefix)_\(stem)"
        if isChosen { return (claimChosen(base, for: who), stem) }
        let words = labels.compactMap { $0 }.map(Words.snake).filter { !stem.hasSuffix("_" + $0) }
        let labelled = words.isEmpty ? stem : stem + with(stem) + words.joined(separator: "_and_")
        let alternatives = alternatives(base, stem, words, labelled, owner, parameters)
        let name = naming.claim(base, alternatives, for: who) ?? naming.claimNumbered(base, for: who)
        if name == base { labelsOfShortNames[base] = Set(words) }
        let isLabelled = labelled != stem && name.hasPrefix("\(owner?.c ?? prefix)_\(labelled)")
        return (name, isLabelled ? labelled : stem)
    }

    /// Assigns a name that the author chose; records a clash.
    private mutating func claimChosen(_ name: String, for who: String) -> String {
        if let name = naming.claim(name, for: who) { return name }
        clashes.append("\(name), which --rename gives \(who), is the name of \(naming.owner(of: name) ?? "another declaration")")
        return naming.claimNumbered(name, for: who)
    }

    /// The longer names of a function, in the order of preference.
    private mutating func alternatives(
        _ base: String,
        _ stem: String,
        _ words: [String],
        _ labelled: String,
        _ owner: Owner?,
        _ parameters: [Parameter]
    ) -> [String] {
        var alternatives: [String] = []
        let parameters = parameters.filter { $0.fixedValue == nil }
        if let first = parameters.first {
            // Preferred: the first label that the function with the short name does not have; without labels, the first
            // parameter's type.
            if let label = first.label {
                let distinct = words.first { !labelsOfShortNames[base, default: []].contains($0) } ?? Words.snake(label)
                if !stem.hasSuffix("_" + distinct), words.count > 1 { alternatives.append(base + with(stem) + distinct) }
            } else if let crossing = try? registry.crossing(first.type) {
                alternatives.append(base + with(stem) + crossing.word)
            }
        }
        if !words.isEmpty { alternatives.append("\(owner?.c ?? prefix)_\(labelled)") }
        if parameters.isEmpty {
            let isLifetime = stem == "retain" || stem == "release"
            alternatives.append("\(owner?.c ?? prefix)_\(isLifetime ? "call" : "get")_\(stem)")
        }
        var types: [String] = []
        for parameter in parameters { if let crossing = try? registry.crossing(parameter.type) { types.append(crossing.word) } }
        if !types.isEmpty { alternatives.append(base + "_" + types.joined(separator: "_")) }
        if !types.isEmpty, !words.isEmpty {
            alternatives.append(base + "_" + words.joined(separator: "_and_") + "_" + types.joined(separator: "_"))
        }
        return alternatives
    }

    /// The module of a global, which its USR begins with: `s:7Kitchen…`; nil if it is none of the library's.
    func module(of usr: String) -> String? {
        let rest = usr.drop { $0 != ":" }.dropFirst()
        let digits = rest.prefix { $0.isNumber }
        guard let length = Int(digits) else { return nil }
        let module = String(rest.dropFirst(digits.count).prefix(length))
        return library.modules.contains(module) ? module : nil
    }
}
