import BindingModel

/// Protocols: interfaces, the objects of the library that are of one, and the conformances of its types.
extension CSharpLibrary {
    private struct Conforming {
        let c: String
        /// The functions that convert a value to the protocol, one after the other, with the types of their results.
        let casts: [(function: LoweredFunction, target: Crossing)]
    }

    private func isExistential(_ c: String) -> Bool { types.interface.handle(c)?.isOfProtocol == true }

    /// The protocols of a type with handles, and those that they refine.
    private func protocols(of declaration: TypeDeclaration) -> [String] {
        var found: [String] = []
        var next = declaration.interfaces
        while !next.isEmpty {
            let identifier = next.removeFirst()
            guard let c = library.registry.names[identifier], isExistential(c), !found.contains(c) else { continue }
            found.append(c)
            next += types.interface.declaration(identifier)?.interfaces ?? []
        }
        return found
    }

    /// The protocols of the superclasses.
    private func inherited(_ declaration: TypeDeclaration) -> Set<String> {
        guard case .object(let object) = declaration.kind, let parent = object.superclass,
            let superclass = types.interface.declaration(parent)
        else { return [] }
        return Set(protocols(of: superclass)).union(inherited(superclass))
    }

    private func conforming(_ type: LoweredType) -> [Conforming] {
        let inherited = inherited(type.declaration)
        return protocols(of: type.declaration).filter { !inherited.contains($0) }.compactMap { c in
            path(from: type, to: c, depth: 0).map { Conforming(c: c, casts: $0) }
        }
    }

    private func path(from type: LoweredType, to c: String, depth: Int) -> [(function: LoweredFunction, target: Crossing)]? {
        let casts = type.casts.filter { $0.isUpcast && isExistential($0.target.c) }
        if let direct = casts.first(where: { $0.target.c == c }) { return [(direct.function, direct.target)] }
        if depth > 4 { return nil }
        for cast in casts {
            guard let next = types.interface.type(cast.target.c), let rest = path(from: next, to: c, depth: depth + 1) else {
                continue
            }
            return [(cast.function, cast.target)] + rest
        }
        return nil
    }

    /// The interfaces that a class names.
    func conformances(_ type: LoweredType) -> [String] {
        conforming(type).flatMap { [names.interface($0.c), names.derived(.nativeInterface, $0.c)] }
    }

    // MARK: Interfaces

    mutating func interface(_ type: LoweredType) {
        guard isExistential(type.c), let name = names.className(type.c) else {
            return
        }
        let path = type.declaration.path
        let interface = names.interface(type.c)
        summary(documentation(type.declaration.notes), in: path, otherwise: "A protocol of the library.")
        obsolete(type.declaration.notes.deprecation)
        let bases = type.declaration.interfaces.compactMap { library.registry.names[$0] }.filter(isExistential).map(
            names.interface
        )
        let own = members.owned[type.c, default: []].filter { !$0.isExtension }
        classBlock("public interface \(interface)\(bases.isEmpty ? "" : " : \(bases.joined(separator: ", "))")") { library in
            for member in own { library.requirement(member, in: path) }
        }
        writer.line("/// <summary>A value of the library with the protocol.</summary>")
        writer.line("internal interface \(names.derived(.nativeInterface, type.c))")
        writer.line("{")
        writer.line("    ulong ConvertTo\(name)();")
        writer.line("}")
        writer.line()
        let proxy = names.proxy(type.c)
        writer.line("/// <summary>An object of the library with the protocol.</summary>")
        let natives = conforming(type).flatMap { [names.interface($0.c), names.derived(.nativeInterface, $0.c)] }
        classBlock("internal sealed unsafe class \(proxy) : \((["LibraryObject", interface] + natives).joined(separator: ", "))")
        { library in
            library.writer.line("internal \(proxy)(ObjectHandle handle) : base(handle) { }")
            for member in own { library.member(member, in: path, extended: nil) }
            library.implementConformances(type)
        }
        handleClass(type.c)
        if let lowered = library.interfaces.first(where: { $0.c == type.c }), CSharpInterfaces.refusal(lowered, types) == nil {
            base(lowered, name, interface)
        }
    }

    /// Writes the class from which a class of the program inherits the default implementations of a protocol.
    private mutating func base(_ lowered: LoweredInterface, _ name: String, _ interface: String) {
        guard lowered.requirements.contains(where: { $0.hasDefault || !$0.isRequired }) else { return }
        writer.line(
            "/// <summary>The base of a class of the program that implements <see cref=\"\(interface)\"/> in part: the other members have"
        )
        writer.line(
            "/// the default implementations of the library, or throw <see cref=\"T:System.NotSupportedException\"/>.</summary>"
        )
        let local = types.local(lowered.c)
        let proxy = names.proxy(lowered.c)
        let handle = names.handle(lowered.c)
        let base = names.derived(.base, lowered.c)
        classBlock("public abstract unsafe class \(base) : \(interface)") { library in
            for (index, requirement) in lowered.requirements.enumerated() {
                guard let member = library.members.member(of: requirement, in: lowered.c) else { continue }
                let function = member.function
                let isProperty = member.kind == .property
                let signature = isProperty ? "" : "(\(function.parameters.map(\.text).joined(separator: ", ")))"
                let head = "\(function.annotatedReturns) \(member.name)\(signature)"
                library.writer.line()
                library.writer.line("/// <inheritdoc/>")
                if requirement.isRequired {
                    let accessors = isProperty ? " { get;\(member.setter == nil ? "" : " set;") }" : ";"
                    library.writer.line("public abstract \(head)\(accessors)")
                    continue
                }
                var lines = ["throw new global::System.NotSupportedException(\"\(base).\(member.name)\");"]
                if requirement.hasDefault {
                    let call =
                        isProperty ? member.name : "\(member.name)(\(function.parameters.map(\.name).joined(separator: ", ")))"
                    let made = "context => Callbacks_.Make_\(local)(context, \(index))"
                    lines = [
                        "using (\(proxy) object_ = new \(proxy)(Implementations_.Default(this, \(made), new \(handle)())))",
                        "{", "    \(function.returns == "void" ? "" : "return ")((\(interface))object_).\(call);", "}",
                    ]
                }
                if !isProperty {
                    library.block("public virtual \(head)", lines)
                    continue
                }
                library.writer.line("public virtual \(head)")
                library.writer.line("{")
                library.writer.indented { writer in
                    writer.block("get\n{") { writer in for line in lines { writer.line(line) } }
                    if member.setter != nil {
                        writer.line("set { throw new global::System.NotSupportedException(\"\(base).\(member.name)\"); }")
                    }
                }
                library.writer.line("}")
            }
        }
    }

    /// Writes the declaration of a member of an interface.
    private mutating func requirement(_ member: CSharpMember, in path: [String]) {
        writer.line()
        let function = member.function
        switch member.kind {
        case .property:
            document(member, nil, in: path)
            writer.line("\(function.annotatedReturns) \(member.name) { get;\(member.setter == nil ? "" : " set;") }")
        default:
            document(member, function, in: path)
            writer.line(
                "\(function.annotatedReturns) \(member.name)(\(function.parameters.map(\.text).joined(separator: ", ")));"
            )
        }
    }

    // MARK: Conformances

    /// Writes the members of the interfaces of a class: each converts the value to an object of the protocol.
    mutating func implementConformances(_ type: LoweredType) {
        var taken = Set(members.owned[type.c, default: []].map(\.name))
        if let aggregate = aggregate(of: type) {
            let name = names.className(type.c) ?? ""
            switch aggregate.content {
            case .record(_, let fields): taken.formUnion(CSharpRecords.fieldNames(fields, of: name))
            case .variant(_, let cases): taken.formUnion(CSharpVariants.caseNames(cases, of: name))
            default: break
            }
        }
        taken.insert(names.className(type.c) ?? "")
        var superclass = type.declaration
        while case .object(let object) = superclass.kind, let parent = object.superclass,
            let next = types.interface.declaration(parent)
        {
            if let c = library.registry.names[parent] { taken.formUnion(members.owned[c, default: []].map(\.name)) }
            superclass = next
        }
        for each in conforming(type) {
            conversion(each, type)
            let proxy = names.proxy(each.c)
            let name = names.className(each.c) ?? ""
            let converted = "((\(names.derived(.nativeInterface, each.c)))this).ConvertTo\(name)()"
            let using = "using (\(proxy) object_ = new \(proxy)(new \(names.handle(each.c))().Owning(\(converted))))"
            for member in members.owned[each.c, default: []] where !member.isExtension {
                let isPublic = taken.insert(member.name).inserted
                writer.line()
                let returns = member.function.annotatedReturns
                let head = isPublic ? "public \(returns) " : "\(returns) \(names.interface(each.c))."
                if isPublic { writer.line("/// <inheritdoc/>") }
                if member.kind == .property {
                    writer.line("\(head)\(member.name)")
                    writer.line("{")
                    writer.line("    get { \(using) { return object_.\(member.name); } }")
                    if member.setter != nil { writer.line("    set { \(using) { object_.\(member.name) = value; } }") }
                    writer.line("}")
                    continue
                }
                let parameters = member.function.parameters.map { parameter in
                    isPublic
                        ? parameter.text
                        : "\(parameter.modifier.isEmpty ? "" : "\(parameter.modifier) ")\(parameter.annotated) \(parameter.name)"
                }
                let passed = member.function.parameters.map { "\($0.modifier.isEmpty ? "" : "\($0.modifier) ")\($0.name)" }
                let call = "object_.\(member.name)(\(passed.joined(separator: ", ")));"
                block(
                    "\(head)\(member.name)(\(parameters.joined(separator: ", ")))",
                    ["\(using) { \(member.function.returns == "void" ? "" : "return ")\(call) }"]
                )
            }
        }
    }

    private mutating func conversion(_ each: Conforming, _ type: LoweredType) {
        let name = names.className(each.c) ?? ""
        writer.line()
        writer.line("ulong \(names.derived(.nativeInterface, each.c)).ConvertTo\(name)()")
        writer.line("{")
        let first = each.casts[0].function
        var lines: [String] = []
        guard let receiver = first.receiver, let crossing = receiver.crossing else { return }
        if crossing.shape == .handle {
            lines += [
                "ulong bits0 = 0;", "Failure_.Check(Native_.\(first.name)(Bits, &bits0));", "global::System.GC.KeepAlive(this);",
            ]
        } else {
            let lent = convert.lend(crossing, "this")
            let native = types.native(crossing.representation)
            lines.append("ulong bits0 = 0;")
            if receiver.type.isConstantPointer {
                lines += [
                    "using (Arena_ arena_ = new Arena_())", "{", "    \(native) native = \(lent);",
                    "    Failure_.Check(Native_.\(first.name)(&native, &bits0));", "}",
                ]
            } else if convert.needsArena(crossing) {
                lines += ["using (Arena_ arena_ = new Arena_()) { Failure_.Check(Native_.\(first.name)(\(lent), &bits0)); }"]
            } else {
                lines.append("Failure_.Check(Native_.\(first.name)(\(lent), &bits0));")
            }
        }
        for (index, cast) in each.casts.dropFirst().enumerated() {
            lines.append("ulong bits\(index + 1) = 0;")
            lines.append("int status\(index + 1) = Native_.\(cast.function.name)(bits\(index), &bits\(index + 1));")
            if let release = types.lifetimes[each.casts[index].target.c]?.release {
                lines.append("Native_.\(release)(bits\(index));")
            }
            lines.append("Failure_.Check(status\(index + 1));")
        }
        lines.append("return bits\(each.casts.count - 1);")
        writer.indented { writer in for line in lines { writer.line(line) } }
        writer.line("}")
    }
}
