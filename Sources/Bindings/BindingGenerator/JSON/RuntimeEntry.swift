/// The part of the interface that is the same for every library, except for its prefix.
struct RuntimeEntry: Encodable {
    /// A function of the runtime, which may return another type than a status.
    struct FunctionEntry: Encodable {
        let name: String
        let returns: TypeEntry
        let parameters: [ParameterEntry]
    }

    struct ParameterEntry: Encodable {
        let name: String
        let type: TypeEntry
    }

    /// A type: one of the interface, or a character, which only messages have.
    indirect enum TypeEntry: Encodable {
        case known(CType)
        case character
        case pointer(TypeEntry, isConstant: Bool)

        private enum Key: CodingKey {
            case kind
            case isConstant
            case pointee
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .known(let type): try type.encode(to: encoder)
            case .character:
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("character", forKey: .kind)
            case .pointer(let type, let isConstant):
                var container = encoder.container(keyedBy: Key.self)
                try container.encode("pointer", forKey: .kind)
                try container.encode(isConstant, forKey: .isConstant)
                try container.encode(type, forKey: .pointee)
            }
        }
    }

    /// A status with its number.
    struct StatusEntry: Encodable {
        let name: String
        let constant: String
        let number: Int
    }

    /// A structure that is no handle: a text, bytes, an identifier.
    struct StructureEntry: Encodable {
        let name: String
        let members: [MemberEntry]
    }

    struct MemberEntry: Encodable {
        let name: String
        let type: TypeEntry
        /// The number of elements of an array; absent for a single value.
        let count: Int?
    }

    let version: Int
    let statuses: [StatusEntry]
    let structures: [StructureEntry]
    /// The types of function pointers.
    let callbacks: [FunctionEntry]
    let functions: [FunctionEntry]

    init(_ prefix: String) {
        let text = RuntimeHeader.text(prefix)
        let macro = prefix.uppercased()
        version = Self.numbers(text, after: "#define \(macro)_ABI_VERSION ").first ?? 0
        statuses = text.matches(of: /([A-Z0-9_]+) = (-?[0-9]+),? +\/\*\*/).compactMap { match in
            guard let number = Int(match.2) else { return nil }
            let constant = String(match.1)
            return StatusEntry(name: constant.dropFirst(macro.count + 1).lowercased(), constant: constant, number: number)
        }
        structures = text.matches(of: /typedef struct \w+ \{([^}]*)\} (\w+);/).map { match in
            StructureEntry(name: String(match.2), members: match.1.split(separator: ";").compactMap { Self.member($0, prefix) })
        }.filter { $0.members.map(\.name) != ["bits"] }
        callbacks = text.matches(of: /typedef void \(\*(\w+)\)(\([^)]*\));/).compactMap { match in
            Self.function("void \(match.1)\(match.2)", prefix)
        }
        let declarations = text.split(separator: "\n\(macro)_API ").dropFirst()
        functions = declarations.compactMap { Self.function($0.prefix { $0 != ";" }, prefix) }
    }

    /// Parses a member of a structure: `uint8_t bytes[16]`; nil for white space.
    private static func member(_ text: Substring, _ prefix: String) -> MemberEntry? {
        let parts = text.split { $0 == "[" || $0 == "]" }
        guard let first = parts.first, first.contains(where: { !$0.isWhitespace }) else { return nil }
        let declared = declarator(first, prefix)
        return MemberEntry(name: declared.name, type: declared.type, count: parts.dropFirst().first.flatMap { Int($0) })
    }

    private static func numbers(_ text: String, after mark: String) -> [Int] {
        text.split(separator: "\n").filter { $0.hasPrefix(mark) }.compactMap { Int($0.dropFirst(mark.count)) }
    }

    /// Parses a declaration of the runtime's header: `const char *zoo_error_type(const zoo_error *error)`.
    private static func function(_ text: Substring, _ prefix: String) -> FunctionEntry? {
        guard let start = text.firstIndex(of: "("), let end = text.lastIndex(of: ")") else { return nil }
        let head = declarator(text[..<start], prefix)
        let list = text[text.index(after: start)..<end]
        let parameters = list == "void" ? [] : list.split(separator: ",").map { declarator($0, prefix) }
        return FunctionEntry(
            name: head.name,
            returns: head.type,
            parameters: parameters.map { ParameterEntry(name: $0.name, type: $0.type) }
        )
    }

    /// Parses a type with a name: `const zoo_error *error`.
    private static func declarator(_ text: Substring, _ prefix: String) -> (type: TypeEntry, name: String) {
        var words = text.replacing("*", with: " * ").split { $0.isWhitespace }
        let name = words.popLast().map(String.init) ?? ""
        let isConstant = words.first == "const"
        if isConstant { words.removeFirst() }
        var type = words.first.map { base(String($0), prefix) } ?? .known(.void)
        for (index, _) in words.dropFirst().enumerated() { type = .pointer(type, isConstant: isConstant && index == 0) }
        return (type, name)
    }

    private static func base(_ name: String, _ prefix: String) -> TypeEntry {
        if name == "char" { return .character }
        if name == "void" { return .known(.void) }
        if let number = CType.Number(rawValue: name) { return .known(.number(number)) }
        switch name.dropFirst(prefix.count + 1) {
        case "status": return .known(.enumeration(name))
        case "error": return .known(.opaque(name))
        case let word where word == "release" || word.hasSuffix("_callback"): return .known(.function(name))
        default: return .known(.structure(name))
        }
    }
}
