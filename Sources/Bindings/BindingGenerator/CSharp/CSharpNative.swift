import BindingModel

/// Writes the declarations of the C interface: blittable structures and functions.
struct CSharpNative {
    let library: LoweredLibrary
    let types: CSharpTypes

    func text() -> String {
        var writer = CodeWriter()
        let runtime = RuntimeInterface(library.prefix)
        writer.line("/// <summary>The C interface.</summary>")
        writer.block("internal static unsafe class Native_\n{") { writer in
            loading(&writer)
            for structure in runtime.structures where !structure.isHandle {
                self.structure(
                    structure.name,
                    structure.members.flatMap { member in
                        member.count.map { count in (0..<count).map { (member.type, "\(member.name)\($0)") } }
                            ?? [(member.type, member.name)]
                    },
                    &writer
                )
            }
            for aggregate in library.aggregates where !aggregate.sharesStructure { self.aggregate(aggregate, &writer) }
            for interface in library.interfaces {
                let members = interface.callbacks.map { (CType.function($0.name), $0.name) }
                structure(interface.table, [(.number(.size), "size")] + members, &writer)
            }
            for function in runtime.functions { self.function(function.name, function.returns, function.parameters, &writer) }
            for aggregate in library.aggregates where !aggregate.sharesStructure && !aggregate.crossing.isPlain {
                let c = aggregate.crossing.c
                writer.line(Self.attribute)
                writer.line("internal static extern void \(c)_free(\(types.native(aggregate.crossing.representation))* value);")
                writer.line()
            }
            let functions = library.allFunctions
            for (index, function) in functions.enumerated() {
                self.function(
                    function.name,
                    .enumeration("\(library.prefix)_status"),
                    function.parameters,
                    &writer,
                    isLast: index == functions.count - 1
                )
            }
        }
        return writer.text
    }

    private static let attribute =
        "[\(interop).DllImport(Loader_.Library, CallingConvention = \(interop).CallingConvention.Cdecl)]"
    private static let interop = "global::System.Runtime.InteropServices"

    private func loading(_ writer: inout CodeWriter) {
        writer.line("/// <summary>The interface for which these sources were made.</summary>")
        writer.line("internal const ulong Fingerprint = 0x\(String(library.fingerprint, radix: 16))UL;")
        writer.line()
        writer.block("static Native_()\n{") { writer in writer.line(CSharpFunction.loaded) }
        writer.line()
    }

    private func function(
        _ name: String,
        _ returns: CType,
        _ parameters: [LoweredParameter],
        _ writer: inout CodeWriter,
        isLast: Bool = false
    ) {
        let list = parameters.map { "\(types.native($0.type)) \(CSharpNames.field($0.name))" }.joined(separator: ", ")
        writer.line(Self.attribute)
        writer.line("internal static extern \(types.native(returns)) \(name)(\(list));")
        if !isLast { writer.line() }
    }

    private func structure(_ name: String, _ members: [(type: CType, name: String)], _ writer: inout CodeWriter) {
        writer.line(
            "[global::System.Runtime.InteropServices.StructLayout(global::System.Runtime.InteropServices.LayoutKind.Sequential)]"
        )
        writer.block("internal struct \(name)\n{") { writer in
            if members.isEmpty { writer.line("internal byte nothing;") }
            for member in members { writer.line("internal \(types.native(member.type)) \(CSharpNames.field(member.name));") }
        }
        writer.line()
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
        case .variant(_, let cases): variant(name, cases, &writer)
        }
    }

    private func variant(_ name: String, _ cases: [AggregateCase], _ writer: inout CodeWriter) {
        let full = cases.filter { !$0.payload.isEmpty }
        for each in full {
            structure("\(name)_case_\(each.name)", each.payload.map { ($0.crossing.representation, $0.name) }, &writer)
        }
        if full.isEmpty { return structure(name, [(.number(.int32), "kind")], &writer) }
        let words = CSharpLayout(types).words(cases).enumerated().map { (CType.number($1), "word\($0)") }
        structure(name, [(.number(.int32), "kind")] + words, &writer)
    }
}
