import BindingModel

extension Fallback {
    /// The value as Swift source.
    var source: String {
        switch self {
        case .plain(let type): Self.plain(type)
        case .tuple(let parts):
            "(" + parts.map { ($0.label.map { "\($0): " } ?? "") + $0.value.source }.joined(separator: ", ") + ")"
        case .adapted(let adapted, let base): adapted.made(from: base.source)
        case .enumCase(let declaration, let name): "\(declaration.spelling).\(escaped(name))"
        case .record(let declaration, let parts):
            "\(declaration.spelling)("
                + parts.map { SwiftArgument(label: $0.label, value: $0.value.source).text }.joined(
                    separator: ", "
                ) + ")"
        case .unavailable(let declaration): "\(AdapterThunk.name(declaration)).unavailable()"
        case .argument(let name): name
        case .description: "Swift.String(describing: error)"
        case .code(let declaration, let vague, let hasNotAvailable, let hasCancelled):
            Self.code(declaration, vague.source, hasNotAvailable, hasCancelled)
        }
    }

    private static func plain(_ type: BindingType) -> String {
        switch type {
        case .bool: "false"
        case .integer, .float, .double: "0"
        case .string: "\"\""
        case .character: "\"?\""
        case .bytes(.data): "Foundation.Data()"
        case .bytes, .array, .set: "[]"
        case .dictionary: "[:]"
        case .duration: ".zero"
        case .date: "Foundation.Date(timeIntervalSince1970: 0)"
        case .uuid: "Foundation.UUID()"
        case .optional: "nil"
        default: "()"
        }
    }

    private static func code(
        _ declaration: TypeDeclaration,
        _ vague: String,
        _ hasNotAvailable: Bool,
        _ hasCancelled: Bool
    ) -> String {
        let type = declaration.spelling
        var expression = vague
        if hasNotAvailable {
            expression = "(error as? ForeignError)?.status == .notAvailable ? \(type).notAvailable : \(expression)"
        }
        if hasCancelled { expression = "error is CancellationError ? \(type).cancelled : (\(expression))" }
        return "(\(expression))"
    }
}

extension FailureConversion {
    /// An expression of the closure's error type, for an expression of any error.
    func convert(_ error: String) -> String {
        switch self {
        case .none: error
        case .to(let declaration, let otherwise):
            "({ (error: any Swift.Error) -> \(declaration.spelling) in error as? \(declaration.spelling) ?? \(otherwise.source) })(\(error))"
        }
    }

    /// The mark of a function that throws the error: `throws`, `throws(StationError)`.
    var mark: String {
        switch self {
        case .none: "throws"
        case .to(let declaration, _): "throws(\(declaration.spelling))"
        }
    }
}
