import BindingModel

/// Types that the author chooses: generic types with arguments, which are generated, and the types that replace generic
/// parameters of functions.
extension TypeResolver {
    /// The types that an author chose, which are requested.
    ///
    /// - Parameter texts: The types as Swift source.
    /// - Returns: the types, in the order of the texts.
    /// - Throws: a problem for each text that is no type.
    mutating func types(_ texts: [String]) throws(ExtractionError) -> [BindingType] {
        var (types, problems): ([BindingType], [ExtractionError.Problem]) = ([], [])
        for text in texts {
            do throws(Unrepresentable) {
                types.append(try type(text))
            } catch {
                problems.append(ExtractionError.Problem(.notASpecialization, "--specialize \(text): \(error.reason)"))
            }
        }
        guard problems.isEmpty else { throw ExtractionError(problems) }
        return types
    }

    /// A type of the request.
    private mutating func type(_ text: String) throws(Unrepresentable) -> BindingType {
        var parser = TypeParser(TokenStream([SymbolGraph.Fragment(kind: "text", spelling: text)]))
        let syntax = try parser.type()
        guard parser.tokens.isAtEnd else {
            throw Unrepresentable("its type cannot be read at `\(parser.tokens.next?.text ?? "the end")`")
        }
        let type = try resolve(try identified(syntax), Scope(), .uncopied)
        try checkConstraints(type)
        return type
    }

    /// Throws if the arguments do not meet the constraints of the generic type.
    private func checkConstraints(_ type: BindingType) throws(Unrepresentable) {
        guard case .named(let identifier) = type, let symbol = symbols[identifier.usr] else { return }
        let scope = symbols.scope(of: identifier)
        for constraint in symbol.generics?.constraints ?? [] where !isMet(constraint, scope) {
            throw Unrepresentable("\(constraint.lhs) must be `\(constraint.rhs)`")
        }
    }

    /// A type whose names have their USRs.
    private func identified(_ type: TypeSyntax) throws(Unrepresentable) -> TypeSyntax {
        switch type {
        case .named(let path): return .named(try identified(path))
        case .optional(let wrapped): return .optional(try identified(wrapped))
        case .array(let element): return .array(try identified(element))
        case .dictionary(let key, let value): return .dictionary(try identified(key), try identified(value))
        case .existential(let type): return .existential(try identified(type))
        case .tuple(let elements):
            var identified: [ElementSyntax] = []
            for var element in elements {
                element.type = try self.identified(element.type)
                identified.append(element)
            }
            return .tuple(identified)
        case .function, .opaque, .composition, .suppressed: throw Unrepresentable("`\(type)` cannot be an argument")
        }
    }

    private func identified(_ names: [NameSyntax]) throws(Unrepresentable) -> [NameSyntax] {
        var result: [NameSyntax] = []
        var path: [String] = []
        for (index, name) in names.enumerated() {
            path.append(name.name)
            var name = name
            let isModule =
                index == 0 && names.count > 1
                && (symbols.modules + symbols.supportModules + ["Swift", "Foundation"]).contains(name.name)
            name.usr = usr(of: path)
            if name.usr == nil, isModule {
                path = []
                continue
            }
            guard name.usr != nil || name.name == "Any" else {
                throw Unrepresentable("`\(path.joined(separator: "."))` is not known")
            }
            var arguments: [TypeSyntax] = []
            for argument in name.arguments { arguments.append(try identified(argument)) }
            name.arguments = arguments
            result.append(name)
        }
        return result
    }

    /// The USR of a type by its name: one of the modules, or a known one of the standard library or of Foundation.
    private func usr(of path: [String]) -> String? {
        if let symbol = table.sorted.first(where: { ($0.isType || $0.kind == "typealias") && $0.isPublic && $0.path == path }) {
            return symbol.usr
        }
        guard path.count == 1 else { return nil }
        return KnownTypes.named[path[0]]
    }
}

extension KnownTypes {
    /// The USRs of types with a counterpart in every language, by name.
    static let named: [String: String] = {
        var names = [
            "Int": "s:Si", "UInt": "s:Su", "Bool": "s:Sb", "Float": "s:Sf", "Double": "s:Sd", "String": "s:SS",
            "Character": "s:SJ",
            "Duration": "s:s8DurationV", "Array": array, "Dictionary": dictionary, "Set": set, "Optional": optional,
            "Range": range, "ClosedRange": closedRange, "AnyHashable": "s:s11AnyHashableV",
        ]
        for integer in IntegerType.allCases where names[integer.rawValue] == nil {
            names[integer.rawValue] = "s:s\(integer.rawValue.utf8.count)\(integer.rawValue)V"
        }
        for (name, suffix) in [
            ("Data", "4DataV"), ("Date", "4DateV"), ("URL", "3URLV"), ("UUID", "4UUIDV"), ("CGRect", "6CGRectV"),
            ("CGSize", "6CGSizeV"), ("CGPoint", "7CGPointV"), ("CGFloat", "7CGFloatV"), ("NSRange", "8_NSRangeV"),
        ] {
            names[name] = "s:10Foundation\(suffix)"
        }
        return names
    }()
}
