import BindingModel

/// Members of classes.
extension CSharpLibrary {
    mutating func members(of c: String, in path: [String]) {
        for member in members.owned[c, default: []] where !member.isExtension { self.member(member, in: path, extended: nil) }
    }

    /// Writes a member; `extended` is the type whose values an extension method extends.
    mutating func member(_ member: CSharpMember, in path: [String], extended: String?) {
        writer.line()
        switch member.kind {
        case .constructor: return
        case .property: property(member, in: path)
        case .indexer: indexer(member, in: path)
        case .method, .operation: method(member, in: path, extended: extended)
        }
    }

    mutating func method(_ member: CSharpMember, in path: [String], extended: String?) {
        let function = member.function
        document(member, function, in: path)
        var parameters = function.parameters.map(\.text)
        if let extended, member.call.function.receiver != nil { parameters.insert("this \(extended) self", at: 0) }
        let isStatic = member.isStatic ? "static " : ""
        var name = member.name
        if case .operation(let sign) = member.kind { name = "operator \(sign)" }
        let taker = "Take\(CSharpNames.pascal(types.local(member.call.function.name)))"
        block(
            "public \(isStatic)\(function.annotatedReturns) \(name)(\(parameters.joined(separator: ", ")))",
            function.body(taker: taker)
        )
        self.taker(function, taker)
    }

    /// Writes the function that returns the result of an asynchronous call.
    mutating func taker(_ function: CSharpFunction, _ name: String) {
        guard let taking = function.taking() else { return }
        writer.line()
        block("private static \(taking.type) \(name)(ulong operation)", taking.lines)
    }

    mutating func property(_ member: CSharpMember, in path: [String]) {
        document(member, nil, in: path)
        writer.line("public \(member.isStatic ? "static " : "")\(member.function.annotatedReturns) \(member.name)")
        accessors(member)
    }

    mutating func accessors(_ member: CSharpMember) {
        writer.line("{")
        let getter = member.function.body()
        var setter: [String]?
        if let call = member.setter {
            let receiver: CSharpFunction.Receiver = member.isStatic ? .argument : .this
            setter = (try? CSharpFunction(call, types: types, receiver: receiver, value: "value"))?.body()
        }
        writer.indented { writer in
            writer.block("get\n{") { writer in for line in getter { writer.line(line) } }
            if let setter { writer.block("set\n{") { writer in for line in setter { writer.line(line) } } }
        }
        writer.line("}")
    }

    mutating func indexer(_ member: CSharpMember, in path: [String]) {
        document(member, member.function, in: path)
        writer.line(
            "public \(member.function.annotatedReturns) this[\(member.function.parameters.map(\.text).joined(separator: ", "))]"
        )
        accessors(member)
    }
}
