import BindingModel

/// Writes the declarations of the C interface.
struct RustSys {
    let library: LoweredLibrary
    let types: RustTypes

    func text() -> String {
        var writer = CodeWriter()
        let runtime = RuntimeInterface(library.prefix)
        writer.line(
            "/// The version of the rules of the interface, and the number of the one for which these declarations were made."
        )
        writer.line("pub const ABI_VERSION: u32 = \(RuntimeInterface.version);")
        writer.line("pub const FINGERPRINT: u64 = 0x\(String(library.fingerprint, radix: 16));")
        writer.line()
        writer.line("pub type \(library.prefix)_status = i32;")
        for type in library.types where type.isEnumeration { writer.line("pub type \(type.c) = i32;") }
        writer.line()
        values(runtime, &writer)
        callbacks(runtime, &writer)
        for aggregate in library.aggregates where !aggregate.sharesStructure { self.aggregate(aggregate, &writer) }
        for interface in library.interfaces {
            let members = interface.callbacks.map { (CType.function(functionType($0, in: interface)), $0.name) }
            structure(interface.table, [(.number(.size), "size")] + members, &writer)
        }
        writer.block("extern \"C\" {") { writer in
            for function in runtime.functions { self.function(function.name, function.returns, function.parameters, &writer) }
            for aggregate in library.aggregates where !aggregate.sharesStructure && !aggregate.crossing.isPlain {
                let value = "*mut \(types.native(aggregate.crossing.representation))"
                writer.line("pub fn \(aggregate.crossing.c)_free(value: \(value));")
            }
            let status = CType.enumeration("\(library.prefix)_status")
            for function in library.allFunctions { self.function(function.name, status, function.parameters, &writer) }
        }
        return writer.text
    }

    private func values(_ runtime: RuntimeInterface, _ writer: inout CodeWriter) {
        for structure in runtime.structures where !structure.isHandle {
            let members = structure.members.map { member in
                let type = types.native(member.type)
                return "pub \(RustNames.member(member.name)): \(member.count.map { "[\(type); \($0)]" } ?? type),"
            }
            self.structure(structure.name, lines: members, &writer)
        }
        self.structure("\(library.prefix)_error", lines: ["_private: [u8; 0],"], &writer)
        for structure in runtime.structures where structure.isHandle { handle(structure.name, &writer) }
        for handle in library.handles where handle.holder != .runtime { self.handle(handle.c, &writer) }
    }

    private func handle(_ name: String, _ writer: inout CodeWriter) { structure(name, lines: ["pub bits: u64,"], &writer) }

    /// The name of the type of a member of a protocol's table.
    private func functionType(_ callback: LoweredCallback, in interface: LoweredInterface) -> String {
        "\(interface.c)_\(callback.name)"
    }

    private func callbacks(_ runtime: RuntimeInterface, _ writer: inout CodeWriter) {
        var written: Set<String> = []
        func callback(_ name: String, _ parameters: [(type: CType, name: String)], _ returns: CType) {
            guard written.insert(name).inserted else { return }
            let list = parameters.map { "\(RustNames.member($0.name)): \(types.native($0.type))" }.joined(separator: ", ")
            writer.line("pub type \(name) = Option<unsafe extern \"C\" fn(\(list))\(result(returns))>;")
        }
        for each in runtime.callbacks { callback(each.name, each.parameters.map { ($0.type, $0.name) }, .void) }
        for function in library.allFunctions {
            for each in function.callbacks { callback(each.name, each.parameters, each.returns) }
        }
        for interface in library.interfaces {
            for each in interface.callbacks { callback(functionType(each, in: interface), each.parameters, each.returns) }
        }
        writer.line()
    }

    private func result(_ type: CType) -> String { type == .void ? "" : " -> \(types.native(type))" }

    private func function(_ name: String, _ returns: CType, _ parameters: [LoweredParameter], _ writer: inout CodeWriter) {
        let list = parameters.map { "\(RustNames.member($0.name)): \(types.native($0.type))" }.joined(separator: ", ")
        writer.line("pub fn \(name)(\(list))\(result(returns));")
    }

    private func structure(_ name: String, lines: [String], kind: String = "struct", _ writer: inout CodeWriter) {
        writer.line("#[repr(C)]")
        writer.line("#[derive(Clone, Copy)]")
        writer.block("pub \(kind) \(name) {") { writer in for line in lines { writer.line(line) } }
        writer.line()
    }

    private func structure(_ name: String, _ members: [(type: CType, name: String)], _ writer: inout CodeWriter) {
        let lines = members.map { "pub \(RustNames.member($0.name)): \(types.native($0.type))," }
        structure(name, lines: lines.isEmpty ? ["pub nothing: c_char,"] : lines, &writer)
    }

    private func aggregate(_ aggregate: Aggregate, _ writer: inout CodeWriter) {
        guard case .structure(let name) = aggregate.crossing.representation else { return }
        switch aggregate.content {
        case .optional(let wrapped):
            structure(name, [(.number(.bool), "has_value"), (wrapped.representation, "value")], &writer)
        case .array(let element), .set(let element):
            structure(name, [(.pointer(element.representation), "data"), (.number(.size), "count")], &writer)
        case .map(let key, let value, let entry):
            structure(entry, [(key.representation, "key"), (value.representation, "value")], &writer)
            structure(name, [(.pointer(.structure(entry)), "data"), (.number(.size), "count")], &writer)
        case .tuple(let fields), .record(_, let fields):
            structure(name, fields.map { ($0.crossing.representation, $0.name) }, &writer)
        case .range(let bound, _):
            structure(name, [(bound.representation, "lower"), (bound.representation, "upper")], &writer)
        case .variant(_, let cases): variant(name, cases.filter { !$0.payload.isEmpty }, &writer)
        }
    }

    private func variant(_ name: String, _ full: [AggregateCase], _ writer: inout CodeWriter) {
        for each in full {
            structure("\(name)_case_\(each.name)", each.payload.map { ($0.crossing.representation, $0.name) }, &writer)
        }
        if full.isEmpty { return structure(name, [(.number(.int32), "kind")], &writer) }
        let members = full.map { "pub \(RustNames.member($0.name)): \(name)_case_\($0.name)," }
        structure("\(name)_payload", lines: members, kind: "union", &writer)
        structure(name, lines: ["pub kind: i32,", "pub as_: \(name)_payload,"], &writer)
    }
}
