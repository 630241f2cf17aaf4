import BindingModel

/// Protocols: traits, the objects of the library that are of one, and the conformances of its types.
struct RustInterfaces {
    let library: LoweredLibrary
    let types: RustTypes
    let members: RustMembers

    /// The reason why a program in Rust cannot implement the protocol; nil if it can.
    static func refusal(_ interface: LoweredInterface, _ types: RustTypes) -> String? {
        for requirement in interface.requirements {
            if let reason = RustCallbacks.refusal(requirement.callback, types) { return reason }
        }
        return nil
    }

    /// Whether a program in Rust can implement the protocol, which has a trait then.
    static func isImplementable(_ c: String, _ types: RustTypes) -> Bool {
        types.library.interfaces.contains { $0.c == c && refusal($0, types) == nil }
    }

    /// The method of the trait for a requirement.
    static func method(_ requirement: LoweredRequirement) -> String {
        let name = requirement.callback.name
        if case .property = requirement.member, name.hasPrefix("get_") { return RustNames.value(String(name.dropFirst(4))) }
        return RustNames.value(name)
    }

    private func interface(_ c: String) -> LoweredInterface? {
        library.interfaces.first { $0.c == c && Self.refusal($0, types) == nil }
    }

    /// The protocols that a protocol refines, which a program can implement too.
    private func bases(_ declaration: TypeDeclaration) -> [LoweredInterface] {
        declaration.interfaces.compactMap { library.registry.names[$0] }.compactMap(interface)
    }

    /// All protocols that a protocol refines, also through others.
    private func allBases(_ declaration: TypeDeclaration) -> [LoweredInterface] {
        var found: [LoweredInterface] = []
        for base in bases(declaration) {
            for each in [base] + allBases(base.declaration) where !found.contains(where: { $0.c == each.c }) {
                found.append(each)
            }
        }
        return found
    }

    /// The requirements of the protocol itself, with their places in its table.
    private func own(_ interface: LoweredInterface) -> [(index: Int, requirement: LoweredRequirement)] {
        let inherited = Set(allBases(interface.declaration).flatMap(\.requirements).map(Self.method))
        return interface.requirements.enumerated().filter { !inherited.contains(Self.method($0.element)) }.map {
            ($0.offset, $0.element)
        }
    }

    private func signature(_ requirement: LoweredRequirement) -> (parameters: [(name: String, type: String)], returns: String) {
        let callback = requirement.callback
        var taken: Set<String> = []
        let names = callback.ownParameters.map { parameter in
            var name = RustNames.value(parameter.name)
            while !taken.insert(name).inserted { name += "_" }
            return name
        }
        let arguments = (try? RustCallbacks.arguments(callback, types)) ?? []
        let returns = (try? RustCallbacks.returned(callback, types, lifetime: "'_")) ?? "()"
        return (zip(names, arguments).map { ($0, $1) }, returns)
    }

    private func head(_ requirement: LoweredRequirement) -> String {
        let (parameters, returns) = signature(requirement)
        let list = (["&self"] + parameters.map { "\($0.name): \($0.type)" }).joined(separator: ", ")
        return "fn \(Self.method(requirement))(\(list))\(RustTypes.returning(returns))"
    }

    /// The call of the library's own member for a requirement, as an expression with the type of the trait's method.
    private func call(_ requirement: LoweredRequirement, in c: String, on object: String, moving: String = "") -> String? {
        guard let member = members.member(of: requirement, in: c) else { return nil }
        let (parameters, _) = signature(requirement)
        let isSetter = requirement.callback.result.shape == .void && member.setter != nil && parameters.count == 1
        guard let function = isSetter ? member.setter : member.function, function.required.count == parameters.count else {
            return nil
        }
        let passed = zip(zip(parameters, requirement.callback.arguments), function.required).map { each, parameter in
            let ((name, type), crossing) = each
            if type.hasPrefix("&mut ") { return name }
            if let forwarded = forwarded(name, crossing, parameter) { return forwarded }
            return parameter.type == type ? name : types.borrow(crossing, "(&\(name))")
        }
        let name = isSetter ? member.setterName : member.name
        let call = "\(object).\(name)(\(passed.joined(separator: ", ")))"
        let callback = requirement.callback
        if callback.closure.isAsync {
            return function.isAwaited
                ? "{ \(moving)let call_ = \(call); Box::pin(async move { \(moving.isEmpty ? "" : "let _kept = &object_; ")call_.await }) }"
                : "{ let value_ = \(call); Box::pin(std::future::ready(\(function.isFallible ? "value_" : "Ok(value_)"))) }"
        }
        let value = function.isAwaited ? "\(call).wait()" : call
        if callback.closure.failure != .never { return function.isFallible ? value : "Ok(\(value))" }
        return function.isFallible ? "\(value).unwrap_or_else(|error| panic!(\"{error}\"))" : value
    }

    /// A function of the library as an argument of another one; nil for other values.
    private func forwarded(_ name: String, _ crossing: Crossing, _ parameter: RustFunction.Parameter) -> String? {
        let wrapped = crossing.shape == .aggregate ? types.interface.wrapped(crossing) ?? crossing : crossing
        guard types.isClosure(wrapped), let closure = types.closures[wrapped.c],
            let arguments = try? types.arguments(closure.call)
        else { return nil }
        let list = arguments.indices.map { "argument\($0)" }.joined(separator: ", ")
        if wrapped == crossing { return "move |\(list)| \(name)(\(list))" }
        let boxed = parameter.type.dropFirst("Option<".count).dropLast()
        return "\(name).map(|function| Box::new(move |\(list)| function(\(list))) as \(boxed))"
    }

    func write(_ type: LoweredType, _ writer: inout CodeWriter, document: (DeclarationNotes, inout CodeWriter) -> Void) {
        guard let interface = interface(type.c) else { return }
        let (trait, object, local) = (types.names.trait(type.c), types.names.type(type.c), types.names.local(type.c))
        let own = own(interface)
        let hasDefaults = own.contains { $0.requirement.hasDefault }
        var bounds = bases(type.declaration).map { types.names.trait($0.c) }
        if hasDefaults { bounds.append("As\(trait)") }
        bounds += ["Send", "Sync", "'static"]
        document(type.declaration.notes, &writer)
        writer.line("///")
        writer.line("/// The program implements it; the library calls its functions on any thread. The library's own objects are")
        writer.line("/// of the type [`\(object)`].")
        writer.block("pub trait \(trait): \(bounds.joined(separator: " + ")) {") { writer in
            for (index, requirement) in own {
                if case .function(let function) = requirement.member { document(function.notes, &writer) }
                if case .property(let property) = requirement.member { document(property.notes, &writer) }
                let moving = "let object_ = object_; "
                guard requirement.hasDefault, let call = call(requirement, in: type.c, on: "object_.get()", moving: moving) else {
                    writer.line("\(head(requirement));")
                    continue
                }
                writer.block("\(head(requirement)) {") { writer in
                    writer.line("let object_ = default_\(local)(self.as_\(local)(), \(index));")
                    writer.line(call)
                }
            }
        }
        writer.line()
        if hasDefaults { defaults(trait, object, local, &writer) }
        writer.block("impl \(object) {") { writer in
            writer.line("/// Makes an object of the library that calls one of the program.")
            writer.block("pub fn new(object: impl \(trait)) -> \(object) {") { writer in
                writer.line("let object = Arc::new(object);")
                writer.line("cx::make_\(local)(rt::Target::Shared(object.clone()), Some(object), usize::MAX)")
            }
            writer.line()
            writer.line("/// The object of the program, if it is of this type.")
            writer.block("pub fn downcast_ref<T: \(trait)>(&self) -> Option<&T> {") { writer in
                writer.line("unsafe { rt::downcast(self) }")
            }
        }
        writer.line()
        implement(interface, &writer)
    }

    private func defaults(_ trait: String, _ object: String, _ local: String, _ writer: inout CodeWriter) {
        writer.line("/// Gives the default implementations of [`\(trait)`] the object.")
        writer.line("#[doc(hidden)]")
        writer.block("pub trait As\(trait) {") { writer in
            writer.line("fn as_\(local)(&self) -> &(dyn \(trait) + 'static);")
        }
        writer.line()
        writer.block("impl<T: \(trait)> As\(trait) for T {") { writer in
            writer.line("fn as_\(local)(&self) -> &(dyn \(trait) + 'static) { self }")
        }
        writer.line()
        let head =
            "fn default_\(local)(object: &(dyn \(trait) + 'static), without: usize) -> rt::Temporary<\(object), dyn \(trait)> {"
        writer.block(head) { writer in
            writer.line("rt::Temporary::new(object as *const _, |target| cx::make_\(local)(target, None, without))")
        }
        writer.line()
    }

    /// Writes the traits of a protocol's object.
    private func implement(_ interface: LoweredInterface, _ writer: inout CodeWriter) {
        // Objects of such a protocol stay on their thread, which no value does that implements the trait.
        guard let handle = types.interface.handle(interface.c), types.isSynchronised(handle) else { return }
        let object = types.names.type(interface.c)
        let calls = own(interface).map { ($0.requirement, call($0.requirement, in: interface.c, on: "self")) }
        guard calls.allSatisfy({ $0.1 != nil }),
            allBases(interface.declaration).allSatisfy({ path(interface.c, to: $0.c) != nil })
        else {
            return
        }
        writer.block("impl \(types.names.trait(interface.c)) for \(object) {") { writer in
            for (requirement, call) in calls {
                writer.block("\(head(requirement)) {") { writer in writer.line(call ?? "") }
            }
        }
        writer.line()
        for base in allBases(interface.declaration) {
            writer.block("impl \(types.names.trait(base.c)) for \(object) {") { writer in
                for (_, requirement) in own(base) {
                    let names = signature(requirement).parameters.map(\.name)
                    let call =
                        "object_.\(Self.method(requirement))(\((["&object_"] + names).dropFirst().joined(separator: ", ")))"
                    writer.block("\(head(requirement)) {") { writer in
                        writer.line("let object_ = \(types.names.type(base.c))::from(self);")
                        if requirement.callback.closure.isAsync {
                            let trait = types.names.trait(base.c)
                            let passed = (["&object_"] + names).joined(separator: ", ")
                            writer.line("Box::pin(async move { \(trait)::\(Self.method(requirement))(\(passed)).await })")
                        } else {
                            let trait = types.names.trait(base.c)
                            writer.line(
                                "\(trait)::\(Self.method(requirement))(\((["&object_"] + names).joined(separator: ", ")))"
                            )
                        }
                        _ = call
                    }
                }
            }
            writer.line()
        }
    }

    // MARK: Conformances

    /// The functions that convert a value to a protocol, one after the other.
    private func path(_ c: String, to target: String, depth: Int = 0) -> [(function: LoweredFunction, target: Crossing)]? {
        guard let type = types.interface.type(c) else { return nil }
        let casts = type.casts.filter { $0.isUpcast && types.interface.handle($0.target.c)?.holdsProtocol == true }
        if let direct = casts.first(where: { $0.target.c == target }) { return [(direct.function, direct.target)] }
        if depth > 4 { return nil }
        for cast in casts {
            if let rest = path(cast.target.c, to: target, depth: depth + 1) { return [(cast.function, cast.target)] + rest }
        }
        return nil
    }

    /// Writes the conversions of a type to the objects of its protocols, and to its subclasses.
    func conversions(_ type: LoweredType, _ writer: inout CodeWriter) {
        var targets: [String] = []
        var next = type.declaration.interfaces
        while !next.isEmpty {
            let identifier = next.removeFirst()
            guard let c = library.registry.names[identifier], types.interface.handle(c)?.holdsProtocol == true,
                !targets.contains(c)
            else { continue }
            targets.append(c)
            next += types.interface.declaration(identifier)?.interfaces ?? []
        }
        let convert = RustConversions(types: types)
        for target in targets {
            guard let path = path(type.c, to: target), let first = path.first?.function, let receiver = first.receiver,
                let crossing = receiver.crossing
            else { continue }
            let (own, name) = (types.names.type(type.c), types.names.type(target))
            writer.block("impl From<&\(own)> for \(name) {") { writer in
                writer.block("fn from(value: &\(own)) -> \(name) {") { writer in
                    writer.block("unsafe {") { writer in
                        let lent = convert.lend(crossing, types.borrow(crossing, "value"))
                        if lent.contains("arena") { writer.line("let arena = &mut Arena::lent();") }
                        writer.line("let native = \(lent);")
                        writer.line("let mut result = rt::none();")
                        writer.line(
                            "rt::must(sys::\(first.name)(\(receiver.type.isConstantPointer ? "&native" : "native"), &mut result));"
                        )
                        if path.count == 1 { return writer.line("rt::owned(result.bits)") }
                        writer.line("let first: \(types.names.type(path[0].target.c)) = rt::owned(result.bits);")
                        writer.line("\(name)::from(&first)")
                    }
                }
            }
            writer.line()
        }
        for cast in type.casts where !cast.isUpcast {
            guard let receiver = cast.function.receiver?.crossing, receiver.shape == .handle else { continue }
            let (own, name) = (types.names.type(receiver.c), types.names.type(cast.target.c))
            writer.line("/// The object as one of the subclass, if it is one.")
            writer.block("impl std::convert::TryFrom<&\(own)> for \(name) {") { writer in
                writer.line("type Error = Error;")
                writer.line()
                writer.block("fn try_from(value: &\(own)) -> Result<\(name), Error> {") { writer in
                    writer.block("unsafe {") { writer in
                        writer.line("let mut result = rt::none();")
                        writer.line(
                            "rt::must(sys::\(cast.function.name)(sys::\(receiver.c) { bits: rt::bits(value) }, &mut result));"
                        )
                        writer.line("if result.bits == 0 { return Err(Error::new(\"the object is no \(name)\")); }")
                        writer.line("Ok(rt::owned(result.bits))")
                    }
                }
            }
            writer.line()
        }
    }
}
