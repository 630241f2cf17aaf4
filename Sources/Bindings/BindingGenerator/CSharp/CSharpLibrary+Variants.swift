import BindingModel

/// The classes of enums with payloads.
extension CSharpLibrary {
    mutating func variant(_ type: LoweredType, _ aggregate: Aggregate, _ cases: [AggregateCase]) {
        guard let name = names.className(type.c) else { return }
        let path = type.declaration.path
        summary(documentation(type.declaration.notes), in: path)
        obsolete(type.declaration.notes.deprecation)
        let caseNames = CSharpVariants.caseNames(cases, of: name)
        let bases = ["global::System.IEquatable<\(name)>"] + comparable(type, name) + conformances(type)
        classBlock("public abstract unsafe partial class \(name) : \(bases.joined(separator: ", "))") { library in
            library.writer.line("private \(name)() { }")
            library.writer.line()
            library.writer.line("/// <summary>The number of the case.</summary>")
            library.writer.line("internal abstract int Number { get; }")
            library.writer.line()
            library.writer.line("/// <inheritdoc/>")
            library.writer.line("public bool Equals(\(CSharpTypes.marked(name)) other) { return Equals((object)other); }")
            library.writer.line()
            library.writer.line("/// <inheritdoc/>")
            library.writer.line(
                "public override bool Equals(\(CSharpTypes.marked("object")) obj) { return ReferenceEquals(this, obj); }"
            )
            library.writer.line()
            library.writer.line("/// <inheritdoc/>")
            library.writer.line("public override int GetHashCode() { return Number; }")
            library.writer.line()
            library.equalityOperators(name, isStructure: false)
            let describe = type.function(of: .describe)
            if let describe { library.describe(describe, aggregate.crossing) }
            if let less = type.function(of: .less) { library.compare(less, name, aggregate.crossing, isStructure: false) }
            for (index, each) in cases.enumerated() {
                let own = caseNames[index]
                let fields = library.fields(each.payload, CSharpVariants.fieldNames(each), [:])
                library.summary(library.documentation(each.notes), in: path, otherwise: "The case \(own).")
                library.classBlock("public sealed class \(own) : \(name), global::System.IEquatable<\(own)>") { library in
                    let locals = library.renamed(fields)
                    library.writer.line("/// <summary>Creates the case.</summary>")
                    library.block("public \(own)(\(library.parameters(locals)))", library.assignments(locals))
                    library.writer.line()
                    library.properties(locals, in: path)
                    library.writer.line("internal override int Number { get { return \(index); } }")
                    library.writer.line()
                    library.equality(own, locals, isStructure: false)
                    if describe == nil { library.description("\(name).\(own)", locals) }
                }
            }
            library.members(of: type.c, in: path)
            library.implementConformances(type)
        }
    }

    /// Fields without labels, whose parameters are called as their properties. Parameters have no default values.
    private func renamed(_ fields: [FieldText]) -> [FieldText] {
        fields.map { field in
            FieldText(
                name: field.name,
                local: CSharpNames.local(field.name),
                type: field.type,
                parameter: field.type,
                crossing: field.crossing,
                preset: nil,
                replacement: nil,
                notes: field.notes
            )
        }
    }
}
