import BindingModel

/// The exceptions with the errors of the library's types.
extension CSharpLibrary {
    private static let reserved: Set<String> = [
        "Error", "Message", "Data", "Source", "InnerException", "StackTrace", "HelpLink", "HResult", "TargetSite", "TypeName",
        "Make",
        "GetBaseException", "GetObjectData", "ToError", "MemberwiseClone", "Finalize", "SerializeObjectState",
    ]

    /// The parameters of an exception's constructor that follow the error.
    private static let causes = "string message, \(CSharpTypes.marked("global::System.Exception")) inner"

    /// The subclasses of an exception: the name, the condition for an error, the type of the error.
    private func subclasses(_ type: LoweredType, _ name: String) -> [(
        name: String, condition: String, type: String, notes: DeclarationNotes
    )] {
        let exception = names.exception(type.c)
        switch type.declaration.kind {
        case .enumeration(let cases):
            let own = CSharpVariants.caseNames(cases.map(\.chosenName), of: exception, Self.reserved)
            let full = names.expression(type.c) ?? name
            return zip(own, cases).map { ($0, "error == \(full).\(CSharpNames.member($1.chosenName))", name, $1.notes) }
        case .variant:
            guard let aggregate = aggregate(of: type), case .variant(_, let cases) = aggregate.content else { break }
            let own = CSharpVariants.caseNames(cases.map(\.chosenName), of: exception, Self.reserved)
            let classes = CSharpVariants.caseNames(cases, of: name)
            return cases.indices.map { (own[$0], "error is \(name).\(classes[$0])", "\(name).\(classes[$0])", cases[$0].notes) }
        default: break
        }
        guard let codes = types.interface.codes(of: type),
            let code = members.owned[type.c, default: []].first(where: { member in
                if case .property(let property) = member.member.kind {
                    property.name == "code" && member.kind == .property
                } else {
                    false
                }
            })
        else { return [] }
        let own = CSharpVariants.caseNames(codes.cases.map(\.chosenName), of: exception, Self.reserved)
        let values = types.className(codes.crossing)
        return zip(own, codes.cases).map {
            ($0, "error.\(code.name) == \(values).\(CSharpNames.member($1.chosenName))", name, $1.notes)
        }
    }

    mutating func exception(_ type: LoweredType) {
        guard let errors = type.errors, let crossing = errors.from.result, let name = names.className(type.c) else { return }
        let exception = names.exception(type.c)
        let subclasses = subclasses(type, name)
        let path = type.declaration.path
        summary(["An error of the type `\(name)`."], in: path)
        classBlock("public unsafe class \(exception) : LibraryException") { library in
            library.writer.line("/// <summary>Creates the exception for an error.</summary>")
            library.writer.line("/// <param name=\"error\">the error</param>")
            library.block(
                "public \(exception)(\(name) error) : this(error, global::System.Convert.ToString((object)error), null)",
                library.types.isValueType(crossing)
                    ? [] : ["if ((object)error == null) { throw new global::System.ArgumentNullException(\"error\"); }"]
            )
            library.writer.line()
            let base = "base(message, \"\(path.joined(separator: "."))\", inner)"
            library.block("internal \(exception)(\(name) error, \(Self.causes)) : \(base)", ["Error = error;"])
            library.writer.line()
            library.writer.line("/// <summary>The error.</summary>")
            library.writer.line("public \(name) Error { get; private set; }")
            library.writer.line()
            var lines = subclasses.map { each in
                "if (\(each.condition)) { return new \(each.name)(\(each.type == name ? "error" : "(\(each.type))error"), message, inner); }"
            }
            lines.append("return new \(exception)(error, message, inner);")
            library.block(
                "internal static \(exception) Make(\(name) error, string message, global::System.Exception inner)",
                lines
            )
            library.writer.line()
            library.toError(errors.to, crossing)
            for each in subclasses { library.subclass(each.name, of: exception, error: name, each.type, each.notes, in: path) }
        }
    }

    private mutating func toError(_ function: LoweredFunction, _ crossing: Crossing) {
        var lines = ["using (Arena_ arena_ = new Arena_())", "{", "    void* result_ = null;"]
        if function.parameters.first?.isPointer == true {
            lines += [
                "    \(types.native(crossing.representation)) native = \(convert.lend(crossing, "Error"));",
                "    Failure_.Check(Native_.\(function.name)(&native, &result_));",
            ]
        } else {
            lines.append("    Failure_.Check(Native_.\(function.name)(\(convert.lend(crossing, "Error")), &result_));")
        }
        block("internal override void* ToError()", lines + ["    return result_;", "}"])
    }

    private mutating func subclass(
        _ own: String,
        of exception: String,
        error: String,
        _ type: String,
        _ notes: DeclarationNotes,
        in path: [String]
    ) {
        writer.line()
        summary(documentation(notes), in: path, otherwise: "The error \(own).")
        classBlock("public sealed class \(own) : \(exception)") { library in
            library.writer.line("/// <summary>Creates the exception for an error.</summary>")
            library.writer.line("/// <param name=\"error\">the error</param>")
            library.writer.line("public \(own)(\(type) error) : base(error) { }")
            library.writer.line()
            library.writer.line("internal \(own)(\(type) error, \(Self.causes)) : base(error, message, inner) { }")
            if type != error {
                library.writer.line()
                library.writer.line("/// <summary>The error.</summary>")
                library.writer.line("public new \(type) Error { get { return (\(type))base.Error; } }")
            }
        }
    }

    /// Writes the class that reads errors of the library's types.
    mutating func failures() {
        writer.line("/// <summary>Errors of the library's types.</summary>")
        let types = self.types
        classBlock("internal static unsafe class Failures_") { library in
            library.writer.line("/// <summary>The exception for an error of one of the types; null for others.</summary>")
            var lines: [String] = []
            for type in library.library.types {
                guard let errors = type.errors, let crossing = errors.from.result, let name = library.names.className(type.c)
                else { continue }
                let native = types.native(crossing.representation)
                let exception = library.names.exception(type.c)
                lines.append("{")
                lines.append("    \(native) own = default(\(native));")
                lines.append("    if (Native_.\(errors.from.name)(error, &own) == Status_.Ok)")
                lines.append("    {")
                switch types.interface.ownership(crossing) {
                case .object:
                    lines.append("        return \(exception).Make(\(library.convert.own(crossing, "own")), message, inner);")
                case .freed(let free):
                    lines.append(
                        "        try { return \(exception).Make(\(library.convert.take(crossing, "own")), message, inner); }"
                    )
                    lines.append("        finally { Native_.\(free)(&own); }")
                default:
                    lines.append(
                        "        return \(exception).Make((\(name))\(library.convert.take(crossing, "own")), message, inner);"
                    )
                }
                lines += ["    }", "}"]
            }
            lines.append("return null;")
            library.block(
                "internal static global::System.Exception Read(void* error, string message, global::System.Exception inner)",
                lines
            )
        }
    }
}
