import BindingModel

/// The classes of objects.
extension CSharpLibrary {
    mutating func handle(_ handle: HandleType, _ type: LoweredType?) {
        if handle.isClosure { return closure(handle) }
        if handle.isOfProtocol { return }
        guard let name = names.className(handle.c) else { return }
        let path = type?.declaration.path ?? []
        summary(
            type.map { documentation($0.declaration.notes) } ?? summary(of: handle),
            in: path,
            otherwise: "An object of the library."
        )
        obsolete(type?.declaration.notes.deprecation)
        var bases = [base(of: handle, type)]
        if type?.has(.equal) == true { bases.append("global::System.IEquatable<\(name)>") }
        bases += comparable(type, name)
        bases += sequences(of: handle.c)
        bases += type.map(conformances) ?? []
        let identifier = type?.declaration.identifier
        let isOpen = library.types.contains { each in
            if case .object(let object) = each.declaration.kind {
                object.superclass != nil && object.superclass == identifier
            } else {
                false
            }
        }
        classBlock("public \(isOpen ? "" : "sealed ")unsafe partial class \(name) : \(bases.joined(separator: ", "))") {
            library in
            library.writer.line("internal \(name)(ObjectHandle handle) : base(handle) { }")
            library.writer.line()
            library.kinds(type)
            library.constructors(handle.c, name, in: path)
            library.comparisons(type, name)
            library.sequence(handle)
            library.members(of: handle.c, in: path)
            library.downcasts(handle.c)
            library.elements(handle.c)
            if let type { library.implementConformances(type) }
        }
        handleClass(handle.c)
    }

    func summary(of handle: HandleType) -> [String] {
        switch handle.holder {
        case .source: ["Source of a stream that the program feeds."]
        case .elementStream: ["Elements that arrive over time."]
        default: ["An object of the library."]
        }
    }

    func base(of handle: HandleType, _ type: LoweredType?) -> String {
        if case .source(let element, _) = handle.holder { return "LibrarySource<\((try? types.type(element)) ?? "object")>" }
        if let element = handle.element { return "LibraryStream<\((try? types.type(element)) ?? "object")>" }
        if case .object(let object)? = type?.declaration.kind, let superclass = object.superclass,
            let name = library.registry.names[superclass].flatMap(names.className)
        {
            return name
        }
        return "LibraryObject"
    }

    /// Writes the class that owns the handle.
    mutating func handleClass(_ c: String) {
        guard let lifetime = types.lifetimes[c] else { return }
        let name = names.handle(c)
        writer.line("/// <summary>An owner of an object.</summary>")
        classBlock("internal sealed class \(name) : ObjectHandle") { library in
            library.writer.line("public \(name)() { }")
            library.writer.line()
            if library.lendsMemory(c) {
                library.writer.line("internal override void BeginLife() { Lent_.Add(); }")
                library.writer.line()
                library.block(
                    "protected override bool ReleaseHandle()",
                    ["Lent_.Remove();", "return Native_.\(lifetime.release)(Bits) >= 0;"]
                )
            } else {
                library.writer.line("protected override bool ReleaseHandle() { return Native_.\(lifetime.release)(Bits) >= 0; }")
            }
            library.writer.line()
            library.writer.line("internal override int Retain(ulong bits) { return Native_.\(lifetime.retain)(bits); }")
            library.writer.line()
            library.writer.line("internal override ObjectHandle Other() { return new \(name)(); }")
        }
    }

    /// Whether a member of the type returns memory of the object.
    private func lendsMemory(_ c: String) -> Bool {
        members.owned[c, default: []].contains { member in
            member.function.outputs.contains { types.interface.ownership($0.crossing) == .borrowed }
        }
    }

    /// The cases of a recursive enum.
    mutating func kinds(_ type: LoweredType?) {
        guard case .variant(let cases, _)? = type?.declaration.kind else { return }
        writer.line("/// <summary>The cases, by their numbers.</summary>")
        writer.line("public enum Case : int")
        writer.line("{")
        writer.indented { writer in
            for (index, each) in cases.enumerated() { writer.line("\(CSharpNames.member(each.chosenName)) = \(index),") }
        }
        writer.line("}")
        writer.line()
    }

    // MARK: Constructors

    mutating func constructors(_ c: String, _ name: String, in path: [String]) {
        for (index, member) in members.owned[c, default: []].filter({ $0.kind == .constructor }).enumerated() {
            let function = member.function
            document(member, function, in: path)
            let passed = function.parameters.map { "\($0.modifier.isEmpty ? "" : "\($0.modifier) ")\($0.name)" }.joined(
                separator: ", "
            )
            let maker = "Make\(index + 1)"
            writer.line(
                "public \(name)(\(function.parameters.map(\.text).joined(separator: ", "))) : base(\(maker)(\(passed))) { }"
            )
            writer.line()
            let parameters = function.parameters.map { parameter in
                "\(parameter.modifier.isEmpty ? "" : "\(parameter.modifier) ")\(parameter.type) \(parameter.name)"
            }
            let handle = names.handle(c)
            let body = function.body { variable in
                "if (\(variable) == 0) { throw new global::System.ArgumentException(\"there is no such \(name)\"); }\n"
                    + "return new \(handle)().Owning(\(variable));"
            }
            block("private static ObjectHandle \(maker)(\(parameters.joined(separator: ", ")))", body.flatMap(\.lines))
            writer.line()
        }
    }

    // MARK: Traits

    func immediate(_ function: LoweredFunction, _ receiver: CSharpFunction.Receiver) -> CSharpFunction? {
        try? CSharpFunction(LoweredCallable(companions: [], form: .immediate(function)), types: types, receiver: receiver)
    }

    mutating func comparisons(_ type: LoweredType?, _ name: String) {
        guard let type else { return }
        if let equal = type.function(of: .equal), let function = immediate(equal, .argument), function.parameters.count == 2 {
            block("private static bool AreEqual(\(function.parameters.map(\.text).joined(separator: ", ")))", function.body())
            writer.line()
            writer.line("/// <inheritdoc/>")
            block(
                "public bool Equals(\(CSharpTypes.marked(name)) other)",
                ["return !ReferenceEquals(other, null) && (ReferenceEquals(this, other) || AreEqual(this, other));"]
            )
            writer.line()
            writer.line("/// <inheritdoc/>")
            block("public override bool Equals(\(CSharpTypes.marked("object")) obj)", ["return Equals(obj as \(name));"])
            writer.line()
            writer.line("/// <inheritdoc/>")
            if let hash = type.function(of: .hash), let function = immediate(hash, .this) {
                block("public override int GetHashCode()", ["return HashValue().GetHashCode();"])
                writer.line()
                block("private long HashValue()", function.body())
            } else {
                block("public override int GetHashCode()", ["return \(name.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xffff);"])
            }
            writer.line()
            equalityOperators(name, isStructure: false)
        }
        if let less = type.function(of: .less) { comparison(less, name, isStructure: false) }
        if let describe = type.function(of: .describe), let function = immediate(describe, .this) {
            writer.line("/// <inheritdoc/>")
            block("public override string ToString()", function.body())
            writer.line()
        }
    }

    mutating func downcasts(_ c: String) {
        for member in library.allMembers where member.owner?.c == c {
            guard case .cast(let function, let target, isUpcast: false) = member.kind, let name = names.className(target.c) else {
                continue
            }
            let wanted = "As\(name)"
            if members.owned[c, default: []].contains(where: { $0.name == wanted }) { continue }
            guard let body = immediate(function, .this)?.body() else { continue }
            writer.line()
            writer.line("/// <summary>The object as this subclass, if it is one; otherwise null.</summary>")
            block("public \(CSharpTypes.marked(name)) \(wanted)()", body)
        }
    }
}
