import BindingModel

/// Structures with fields, and enums with payloads.
extension CSharpLibrary {
    struct FieldText {
        let name: String
        let local: String
        let type: String
        /// The type of the constructor's parameter.
        let parameter: String
        let crossing: Crossing
        /// The default value of the constructor's parameter, and the expression that replaces it; nil for none.
        let preset: String?
        let replacement: String?
        let notes: DeclarationNotes
    }

    func fields(_ fields: [AggregateField], _ names: [String], _ presets: [String: DefaultValue]) -> [FieldText] {
        zip(names, fields).map { name, field in
            let type = (try? types.type(field.crossing, form: .annotated)) ?? "object"
            var preset: String?
            var replacement: String?
            if let value = presets[field.swiftName] ?? (field.crossing.isOptional ? .null : nil) {
                switch (value.constant, types.interface.content(field.crossing)) {
                case (.null?, _): preset = "null"
                case (.emptyArray?, .array(let element)?):
                    (preset, replacement) = ("null", "new \((try? types.type(element)) ?? "object")[0]")
                case (.emptyArray?, .set(let element)?):
                    replacement = "new global::System.Collections.Generic.HashSet<\((try? types.type(element)) ?? "object")>()"
                    preset = "null"
                case (.emptyDictionary?, .map(let key, let value, _)?):
                    let types = "\((try? self.types.type(key)) ?? ""), \((try? self.types.type(value)) ?? "")"
                    (preset, replacement) = ("null", "new global::System.Collections.Generic.Dictionary<\(types)>()")
                case (.duration(let count, let unit)?, _) where field.crossing.shape == .duration:
                    let ticks = CSharpTypes.ticks(count, unit).map { "global::System.TimeSpan.FromTicks(\($0))" }
                    (preset, replacement) = (ticks == nil ? nil : "null", ticks)
                case (.emptyArray?, _) where field.crossing.shape == .bytes: (preset, replacement) = ("null", "new byte[0]")
                default: preset = types.literal(value, field.crossing)
                }
            }
            var parameter = type
            if preset == "null" {
                let isValue = types.isValueType(field.crossing)
                parameter = isValue ? (type.hasSuffix("?") ? type : "\(type)?") : CSharpTypes.marked(type)
            }
            return FieldText(
                name: name,
                local: CSharpNames.local(field.chosenName),
                type: type,
                parameter: parameter,
                crossing: field.crossing,
                preset: preset,
                replacement: replacement,
                notes: field.notes
            )
        }
    }

    func parameters(_ fields: [FieldText]) -> String {
        (fields.filter { $0.preset == nil } + fields.filter { $0.preset != nil }).map { field in
            "\(field.parameter) \(field.local)\(field.preset.map { " = \($0)" } ?? "")"
        }.joined(separator: ", ")
    }

    mutating func properties(_ fields: [FieldText], in path: [String]) {
        for field in fields {
            summary(Documentation(field.notes.documentation).body, in: path)
            writer.line("public \(field.type) \(field.name) { get; private set; }")
            writer.line()
        }
    }

    func assignments(_ fields: [FieldText]) -> [String] {
        let required = fields.filter { field in
            field.preset == nil && !field.type.hasSuffix(CSharpTypes.mark) && !types.isValueType(field.crossing)
        }
        let checks = required.map { field in
            let name = CSharpFunction.plain(field.local)
            return "if ((object)\(field.local) == null) { throw new global::System.ArgumentNullException(\"\(name)\"); }"
        }
        return checks
            + fields.map { field in
                "\(field.name) = \(field.local)\(field.replacement.map { " ?? \($0)" } ?? "");"
            }
    }

    /// The parameter by which the field is known when values are made from C, in the order of the fields.
    mutating func equality(_ name: String, _ fields: [FieldText], isStructure: Bool) {
        let comparisons = fields.map { field -> String in
            if case .set? = types.interface.content(field.crossing) {
                return "Structural_.SetEquals(\(field.name), other.\(field.name))"
            }
            if field.crossing.shape == .scalar { return "\(field.name).Equals(other.\(field.name))" }
            return "Structural_.Equals(\(field.name), other.\(field.name))"
        }
        let null = isStructure ? "" : "if (ReferenceEquals(other, null)) { return false; }"
        writer.line("/// <inheritdoc/>")
        block(
            "public bool Equals(\(isStructure ? name : CSharpTypes.marked(name)) other)",
            (null.isEmpty ? [] : [null]) + ["return \(comparisons.isEmpty ? "true" : comparisons.joined(separator: " && "));"]
        )
        writer.line()
        writer.line("/// <inheritdoc/>")
        block(
            "public override bool Equals(\(CSharpTypes.marked("object")) obj)",
            [isStructure ? "return obj is \(name) && Equals((\(name))obj);" : "return Equals(obj as \(name));"]
        )
        writer.line()
        writer.line("/// <inheritdoc/>")
        var hash = ["int hash = 17;"]
        hash += fields.map { "hash = unchecked(hash * 31 + Structural_.Hash(\($0.name)));" }
        block("public override int GetHashCode()", hash + ["return hash;"])
        writer.line()
    }

    mutating func equalityOperators(_ name: String, isStructure: Bool) {
        let equal =
            isStructure ? "left.Equals(right)" : "ReferenceEquals(left, null) ? ReferenceEquals(right, null) : left.Equals(right)"
        writer.line("/// <summary>Whether both are equal.</summary>")
        let operand = isStructure ? name : CSharpTypes.marked(name)
        writer.line("public static bool operator ==(\(operand) left, \(operand) right) { return \(equal); }")
        writer.line()
        writer.line("/// <summary>Whether both differ.</summary>")
        writer.line("public static bool operator !=(\(operand) left, \(operand) right) { return !(left == right); }")
        writer.line()
    }

    mutating func description(_ name: String, _ fields: [FieldText]) {
        let parts = fields.map { "\"\($0.name): \" + Structural_.Text(\($0.name))" }.joined(separator: " + \", \" + ")
        writer.line("/// <inheritdoc/>")
        block("public override string ToString()", ["return \"\(name)(\" + \(parts.isEmpty ? "\"\"" : parts) + \")\";"])
        writer.line()
    }

    // MARK: Records

    mutating func record(_ type: LoweredType, _ aggregate: Aggregate, _ own: [AggregateField]) {
        guard let name = names.className(type.c) else { return }
        var presets: [String: DefaultValue] = [:]
        if case .record(let declared) = type.declaration.kind {
            for field in declared { presets[field.name] = field.defaultValue }
        }
        let isStructure = types.isStructure(type.declaration, aggregate.crossing)
        let fields = fields(own, CSharpRecords.fieldNames(own, of: name), presets)
        let path = type.declaration.path
        summary(documentation(type.declaration.notes), in: path)
        obsolete(type.declaration.notes.deprecation)
        let bases = ["global::System.IEquatable<\(name)>"] + comparable(type, name) + conformances(type)
        let kind = isStructure ? "unsafe partial struct" : "sealed unsafe partial class"
        classBlock("public \(kind) \(name) : \(bases.joined(separator: ", "))") { library in
            if !isStructure || !fields.isEmpty {
                library.writer.line("/// <summary>Creates a value from its fields.</summary>")
                library.block(
                    "public \(name)(\(library.parameters(fields)))\(isStructure ? " : this()" : "")",
                    library.assignments(fields)
                )
                library.writer.line()
            }
            library.properties(fields, in: path)
            library.changes(name, fields, type.c)
            library.equality(name, fields, isStructure: isStructure)
            library.equalityOperators(name, isStructure: isStructure)
            if let describe = type.function(of: .describe) {
                library.describe(describe, aggregate.crossing)
            } else if type.declaration.isOptionSet, fields.count == 1 {
                library.describeFlags(name, fields[0], type.c)
            } else {
                library.description(name, fields)
            }
            if let less = type.function(of: .less) { library.compare(less, name, aggregate.crossing, isStructure: isStructure) }
            library.flags(type.declaration, name, fields)
            library.members(of: type.c, in: path)
            library.implementConformances(type)
        }
    }

    /// Copies with one other field.
    mutating func changes(_ name: String, _ fields: [FieldText], _ c: String) {
        let taken = Set(members.owned[c, default: []].map(\.name) + fields.map(\.name))
        for field in fields where fields.count > 1 && !taken.contains("With\(field.name)") {
            writer.line("/// <summary>A copy with another <see cref=\"\(field.name)\"/>.</summary>")
            let arguments = fields.map { "\($0.local): \($0.name == field.name ? $0.local : $0.name)" }.joined(separator: ", ")
            block("public \(name) With\(field.name)(\(field.type) \(field.local))", ["return new \(name)(\(arguments));"])
            writer.line()
        }
    }

    /// The operators of a set of flags.
    mutating func flags(_ declaration: TypeDeclaration, _ name: String, _ fields: [FieldText]) {
        guard declaration.isOptionSet, fields.count == 1 else { return }
        let field = fields[0]
        for sign in ["|", "&", "^"] {
            writer.line("/// <summary>The flags of both, combined by <c>\(Self.escaped(sign))</c>.</summary>")
            let combined = "new \(name)((\(field.type))(left.\(field.name) \(sign) right.\(field.name)))"
            writer.line("public static \(name) operator \(sign)(\(name) left, \(name) right) { return \(combined); }")
            writer.line()
        }
        writer.line("/// <summary>Whether all flags of another set are in this one.</summary>")
        writer.line("public bool HasFlag(\(name) other) { return (\(field.name) & other.\(field.name)) == other.\(field.name); }")
        writer.line()
    }

    /// The description of a set of flags: the names of its members.
    mutating func describeFlags(_ name: String, _ field: FieldText, _ c: String) {
        let flags = members.owned[c, default: []].filter { member in
            member.kind == .property && member.isStatic && member.function.returns == names.type(c)
        }
        let texts = flags.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let values = flags.map { "unchecked((ulong)\($0.name).\(field.name))" }.joined(separator: ", ")
        let arguments = "unchecked((ulong)\(field.name)), new string[] { \(texts) }, new ulong[] { \(values) }"
        writer.line("/// <summary>The names of the flags, separated by commas.</summary>")
        block("public override string ToString()", ["return Structural_.Flags(\(arguments));"])
        writer.line()
    }

    func comparable(_ type: LoweredType?, _ name: String) -> [String] {
        type?.has(.less) == true ? ["global::System.IComparable<\(name)>"] : []
    }

    mutating func describe(_ function: LoweredFunction, _ crossing: Crossing) {
        guard
            let describe = try? CSharpFunction(
                LoweredCallable(companions: [], form: .immediate(function)),
                types: types,
                receiver: .this
            )
        else {
            return
        }
        writer.line("/// <inheritdoc/>")
        block("public override string ToString()", describe.body())
        writer.line()
    }

    mutating func compare(_ function: LoweredFunction, _ name: String, _ crossing: Crossing, isStructure: Bool) {
        comparison(function, name, isStructure: isStructure)
    }

    /// `IComparable`, and the operators.
    mutating func comparison(_ less: LoweredFunction, _ name: String, isStructure: Bool) {
        guard
            let function = try? CSharpFunction(
                LoweredCallable(companions: [], form: .immediate(less)),
                types: types,
                receiver: .argument
            ),
            function.parameters.count == 2
        else { return }
        let parameters = function.parameters.map(\.text).joined(separator: ", ")
        block("private static bool IsOrderedBefore(\(parameters))", function.body())
        writer.line()
        writer.line("/// <inheritdoc/>")
        var lines = isStructure ? [] : ["if (ReferenceEquals(other, null)) { return 1; }"]
        lines += ["if (IsOrderedBefore(this, other)) { return -1; }", "return IsOrderedBefore(other, this) ? 1 : 0;"]
        block("public int CompareTo(\(isStructure ? name : CSharpTypes.marked(name)) other)", lines)
        writer.line()
        let signs = [
            ("<", "IsOrderedBefore(left, right)"), (">", "IsOrderedBefore(right, left)"), ("<=", "!IsOrderedBefore(right, left)"),
            (">=", "!IsOrderedBefore(left, right)"),
        ]
        for (sign, text) in signs {
            writer.line("/// <summary>Compares two values.</summary>")
            writer.line("public static bool operator \(sign)(\(name) left, \(name) right) { return \(text); }")
            writer.line()
        }
    }
}
