import BindingModel

extension LibraryAssembler {
    /// Returns the declaration of a protocol: its members, and the requirements for implementations.
    mutating func interface(_ declaration: TypeDeclaration, _ symbol: Symbol) -> TypeDeclaration {
        var declaration = declaration
        var list = MemberList()
        var only = MemberList()
        for usr in (table.requirements[symbol.usr] ?? []) + (table.members[symbol.usr] ?? []) {
            guard let member = symbols[usr], member.isPublic, !member.isType else { continue }
            // A default implementation is called through its requirement.
            if table.implemented[usr] != nil { continue }
            if let type = onlyType(of: member) {
                addStatic(member, of: type, to: &only)
                continue
            }
            if member.kind == "init" || member.kind == "func.op" {
                ledger.omit(usr, "\(member.kind == "init" ? "an initialiser" : "an operator") of a protocol: it needs a type")
            } else {
                let scope = Scope(resultSelf: .existential(declaration.identifier))
                addMember(member, of: declaration.identifier, scope, to: &list)
            }
        }
        callOnType(&list)
        list.functions += only.functions
        list.properties += only.properties
        declaration.functions = list.functions
        declaration.properties = list.properties
        declaration.kind = .interface(interfaceType(symbol))
        return declaration
    }

    /// The type of the only values that have a member of a protocol: `Plain` by `Self == Plain`; nil for a member of all.
    private func onlyType(of member: Symbol) -> TypeIdentifier? {
        let constraint = member.extensionConstraints.first { $0.kind == "sameType" && $0.lhs == "Self" }
        guard let usr = constraint?.rhsPrecise, let type = symbols[usr], type.isType, type.genericParameters.isEmpty else {
            return nil
        }
        return TypeIdentifier(usr: usr)
    }

    /// Adds a static member that exists for one type only: it is found by the name of the protocol, as `.plain` in Swift. Other
    /// members are those of the type.
    private mutating func addStatic(_ member: Symbol, of type: TypeIdentifier, to list: inout MemberList) {
        guard symbols.problem(with: type.usr) == nil, member.isStatic, member.kind != "func.op" else { return }
        var found = MemberList()
        addMember(member, of: type, symbols.scope(of: type), to: &found)
        resolver.requestDeclaration(for: type)
        for var function in found.functions {
            function.ownerSpelling = resolver.names.spelling(of: type)
            list.functions.append(function)
        }
        for var property in found.properties where !property.isSettable {
            property.ownerSpelling = resolver.names.spelling(of: type)
            list.properties.append(property)
        }
    }

    /// Makes static members members of each value, which are called on its type.
    private func callOnType(_ list: inout MemberList) {
        for index in list.functions.indices where list.functions[index].receiver == .none {
            (list.functions[index].receiver, list.functions[index].isOfType) = (.borrowed, true)
        }
        for index in list.properties.indices where list.properties[index].receiver == .none {
            (list.properties[index].receiver, list.properties[index].isOfType) = (.borrowed, true)
            list.properties[index].setterMutates = false
        }
    }

    private mutating func interfaceType(_ symbol: Symbol) -> InterfaceType {
        var interface = InterfaceType()
        interface.isClassBound = symbols.isClassBound(symbol.usr)
        for refined in table.refinements(of: symbol.usr) {
            guard symbols[refined]?.kind == "protocol" else {
                if !KnownTypes.markers.contains(refined) {
                    let name = table.names[refined] ?? refined
                    interface.unimplementable =
                        interface.unimplementable ?? "it refines `\(name)`, which cannot be conformed to outside"
                }
                continue
            }
            for usr in table.requirements[refined] ?? [] { add(usr, of: symbol, to: &interface) }
        }
        return interface
    }

    /// Whether every implementation of a protocol has a default implementation of a requirement: one that the protocol itself has, or
    /// one that it refines, without further constraints.
    private func hasDefault(_ requirement: String, in symbol: Symbol) -> Bool {
        let refined = table.refinements(of: symbol.usr)
        return (table.defaults[requirement] ?? []).contains { usr in
            guard let implementation = symbols[usr] else { return false }
            return refined.contains { symbols[$0]?.path == Array(implementation.path.dropLast()) }
                && implementation.extensionConstraints.allSatisfy { $0.rhsPrecise.map(refined.contains) ?? false }
        }
    }

    private mutating func add(_ usr: String, of symbol: Symbol, to interface: inout InterfaceType) {
        guard let member = symbols[usr] else { return }
        let hasDefault = hasDefault(usr, in: symbol)
        let owner = TypeIdentifier(usr: table.owner[usr] ?? "")
        do throws(Unrepresentable) {
            try member.checkUsable()
            try checkImplementable(member)
            if member.isStatic || member.kind == "func.op" { throw Unrepresentable("a static requirement") }
            if member.kind == "init" { throw Unrepresentable("an initialiser") }
            let requirement: Member =
                member.kind == "method"
                ? .function(try extractor.function(member, of: owner, Scope(), &resolver))
                : .property(try extractor.property(member, of: owner, Scope(), &resolver))
            if case .function(let function) = requirement, function.parameters.contains(where: \.type.isPointer) {
                throw Unrepresentable("it has a pointer, whose memory has no owner outside")
            }
            // A refined protocol may repeat a requirement.
            guard !interface.requirements.contains(where: { $0.member.isSatisfied(by: requirement) }) else { return }
            interface.requirements.append(Requirement(requirement, hasDefault: hasDefault))
        } catch {
            guard !hasDefault, interface.unimplementable == nil else { return }
            interface.unimplementable = "`\(member.path.last ?? "")` must be implemented: \(error.reason)"
        }
    }

    /// Throws if a requirement has types that a call replaces: an implementation must have exactly those of the requirement.
    private mutating func checkImplementable(_ symbol: Symbol) throws(Unrepresentable) {
        if symbol.kind == "subscript" { throw Unrepresentable("a subscript") }
        let declaration = try DeclarationParser.parse(symbol.fragments)
        if !declaration.genericParameters.isEmpty { throw Unrepresentable("a generic requirement") }
        if declaration.effects.failure == .rethrown { throw Unrepresentable("it rethrows") }
        for parameter in declaration.parameters {
            switch parameter.element.type {
            case .opaque: throw Unrepresentable("a generic requirement")
            case .function(let function) where function.attributes.contains("autoclosure"):
                throw Unrepresentable("it has an autoclosure")
            default: break
            }
        }
        if let type = declaration.type, case .result? = try? resolver.resolve(type, Scope(), [.anything, .outcome]) {
            throw Unrepresentable("it returns a `Result`")
        }
        if declaration.type?.task != nil { throw Unrepresentable("it returns a `Task`") }
    }
}

extension Member {
    /// Whether one member of an implementation is both requirements.
    fileprivate func isSatisfied(by other: Member) -> Bool {
        switch (self, other) {
        case (.property(let one), .property(let other)): one.name == other.name
        case (.function(let one), .function(let other)):
            one.name == other.name && one.parameters.map(\.label) == other.parameters.map(\.label)
                && one.parameters.map(\.type) == other.parameters.map(\.type)
        default: false
        }
    }
}
