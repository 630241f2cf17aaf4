/// The joined output of both tools: symbols by USR, and their relations.
struct SymbolTable: Sendable {
    /// Facts that only the digester reports.
    struct Facts: Sendable {
        var hasSetter = false
        var hasStorage = false
        var isCopyable = true
        var isEscapable = true
        /// The types of associated types, by name.
        var aliases: [String: TypeSyntax] = [:]
    }

    /// The modules whose API is extracted, without the support modules.
    let modules: [String]
    private(set) var symbols: [String: Symbol] = [:]
    private(set) var facts: [String: Facts] = [:]
    private(set) var members: [String: [String]] = [:]
    private(set) var owner: [String: String] = [:]
    /// Members of protocol extensions, by the type that has them.
    private(set) var inherited: [String: [String]] = [:]
    private(set) var conformances: [String: Set<String>] = [:]
    /// The constraints on a generic type's arguments that a conformance requires: those of each declaration that implies it, of which
    /// one is enough.
    private(set) var conditions: [String: [String: [[SymbolGraph.Generics.Constraint]]]] = [:]
    private(set) var superclass: [String: String] = [:]
    private(set) var requirements: [String: [String]] = [:]
    /// The default implementations of each requirement, and the reverse.
    private(set) var defaults: [String: Set<String>] = [:]
    private(set) var implemented: [String: String] = [:]
    private(set) var overridden: [String: String] = [:]
    /// The targets of aliases of other libraries, by their names without modules: that of `Array<String>.Index`.
    private(set) var aliasTargets: [String: TypeSyntax] = [:]
    /// The names of types that are not in the table: `Swift.String`.
    private(set) var names: [String: String] = [:]
    /// The modules that the extracted modules import.
    private(set) var imports: Set<String> = []
    /// All symbols in order: by module, file, line and column; those without a position last.
    private(set) var sorted: [Symbol] = []
    /// The last names of the types and protocols that are no aliases.
    private(set) var typeNames: Set<String> = []
    private var order: [String: Int] = [:]

    init(_ dumps: [ModuleDump], modules: [String], root: String?) {
        self.modules = modules
        for dump in dumps {
            for graph in dump.graphs {
                for symbol in graph.symbols where symbol.isDeclaration {
                    symbols[symbol.identifier.precise] = Symbol(symbol, module: dump.name, root: root)
                }
            }
            if let interface = dump.interface { add(interface.root) }
        }
        for dump in dumps { for graph in dump.graphs { graph.relationships.forEach { add($0) } } }
        for dump in dumps where dump.interface == nil {
            facts.merge(factsOfDeclarations(in: dump.name), uniquingKeysWith: { known, _ in known })
        }
        owner = owner.withoutCycles
        superclass = superclass.withoutCycles
        sort(dumps.map(\.name))
        let types = symbols.values.filter { ["struct", "class", "enum", "actor", "protocol"].contains($0.kind) }
        typeNames = Set(types.compactMap(\.path.last)).subtracting(
            symbols.values.lazy.filter { $0.kind == "typealias" }.compactMap(\.path.last)
        ).subtracting(aliasTargets.keys)
    }

    private mutating func add(_ relation: SymbolGraph.Relationship) {
        if let fallback = relation.targetFallback { names[relation.target] = fallback }
        switch relation.kind {
        case "memberOf":
            if let base = relation.source.baseOfSynthesized {
                if symbols[base] != nil { inherited[relation.target, default: []].append(base) }
            } else if owner[relation.source] == nil {
                members[relation.target, default: []].append(relation.source)
                owner[relation.source] = relation.target
            }
        case "requirementOf", "optionalRequirementOf":
            requirements[relation.target, default: []].append(relation.source)
            owner[relation.source] = relation.target
        case "conformsTo":
            conformances[relation.source, default: []].insert(relation.target)
            conditions[relation.source, default: [:]][relation.target, default: []].append(relation.swiftConstraints ?? [])
        case "inheritsFrom": superclass[relation.source] = relation.target
        case "defaultImplementationOf":
            defaults[relation.target, default: []].insert(relation.source)
            implemented[relation.source] = relation.target
        case "overrides": overridden[relation.source] = relation.target
        default: break
        }
    }

    private mutating func add(_ node: InterfaceDump.Node) {
        if node.kind == "Import" { imports.insert(node.name) }
        addAliases(node)
        if let usr = node.usr, !node.kind.hasPrefix("Type") || node.kind == "TypeDecl" {
            var known = Facts()
            let accessors = node.accessors ?? []
            let isRestricted = node.declAttributes?.contains("SetterAccess") ?? false
            known.hasStorage = node.hasStorage ?? false
            known.hasSetter =
                accessors.contains { $0.accessorKind == "set" }
                || accessors.isEmpty && known.hasStorage && node.isLet != true && !isRestricted
            if node.kind == "TypeDecl" {
                let conformances = (node.conformances ?? []).map(\.name)
                known.isCopyable = conformances.isEmpty || conformances.contains("Copyable")
                known.isEscapable = conformances.isEmpty || conformances.contains("Escapable")
                for child in node.children ?? [] where child.kind == "TypeAlias" {
                    if let type = child.children?.first { known.aliases[child.name] = TypeSyntax(type) }
                }
            }
            facts[usr] = known
        }
        for child in node.children ?? [] where !child.kind.hasPrefix("TypeN") && child.kind != "TypeFunc" { add(child) }
    }

    /// Records the aliases in the types of a declaration: the digester reports the target of each alias where it is used.
    private mutating func addAliases(_ node: InterfaceDump.Node) {
        for child in node.children ?? [] where child.kind.hasPrefix("Type") && child.kind != "TypeDecl" {
            if child.kind == "TypeNameAlias", let target = child.children?.first {
                aliasTargets[Self.withoutModules(child.printedName)] = TypeSyntax(target)
            }
            addAliases(child)
        }
    }

    /// A type's name without the modules in it, which begin with a capital letter as types do, but have no type before them:
    /// `Array<String>.Index` of `Swift.Array<Swift.String>.Index`.
    static func withoutModules(_ name: String) -> String {
        var text = ""
        var word = ""
        var isFirst = true
        for character in name {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                if character == ".", isFirst, !word.isEmpty {
                    isFirst = false
                } else {
                    text += word + String(character)
                    isFirst = character != "." && character != ">"
                }
                word = ""
            }
        }
        return text + word
    }

    private mutating func sort(_ modules: [String]) {
        let rank = Dictionary(modules.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func key(_ symbol: Symbol) -> (Int, Int, String, Int, Int, String) {
            let place = symbol.place
            let module = rank[symbol.module] ?? 0
            return (module, place == nil ? 1 : 0, place?.file ?? "", place?.line ?? 0, place?.column ?? 0, symbol.usr)
        }
        let keyed = symbols.values.map { (symbol: $0, key: key($0)) }.sorted { $0.key < $1.key }
        sorted = keyed.map(\.symbol)
        for (index, symbol) in sorted.enumerated() { order[symbol.usr] = index }
        for list in [\SymbolTable.members, \.requirements, \.inherited] {
            for (target, sources) in self[keyPath: list] {
                let sorted = Set(sources).sorted { ($0 == $1) ? false : precedes($0, $1) }
                switch list {
                case \.members: members[target] = sorted
                case \.requirements: requirements[target] = sorted
                default: inherited[target] = sorted
                }
            }
        }
    }

    /// Whether a declaration precedes another one.
    func precedes(_ left: String, _ right: String) -> Bool {
        let (first, second) = (order[left] ?? .max, order[right] ?? .max)
        return first == second ? left < right : first < second
    }

    func conforms(_ usr: String, to protocolUSR: String) -> Bool { conformances[usr]?.contains(protocolUSR) ?? false }

    /// Maximum number of enclosing declarations that are considered.
    private static let mostOwners = 100

    /// The enclosing declarations of a declaration, innermost first.
    func owners(of usr: String) -> [String] {
        var owners: [String] = []
        var current = owner[usr]
        while let next = current, owners.count < Self.mostOwners {
            owners.append(next)
            current = owner[next]
        }
        return owners
    }
}

extension SymbolGraph.Symbol {
    /// Whether the symbol is a declaration with a name, not the repetition of a protocol's member for a type.
    fileprivate var isDeclaration: Bool { identifier.precise.baseOfSynthesized == nil && !pathComponents.isEmpty }
}

extension [String: String] {
    /// The map without the entries that close a cycle, as in a symbol graph that no compiler has written.
    fileprivate var withoutCycles: [String: String] {
        var result = self
        var checked: Set<String> = []
        for start in keys.sorted() {
            var way: Set<String> = []
            var current = start
            while let next = result[current], checked.insert(current).inserted {
                way.insert(current)
                if way.contains(next) { result[current] = nil }
                current = next
            }
        }
        return result
    }
}

extension TypeSyntax {
    /// Creates the syntax from a node of the digester: a name, a USR, and the arguments as children.
    init(_ node: InterfaceDump.Node) {
        let arguments = (node.children ?? []).map { TypeSyntax($0) }
        if node.kind == "TypeNameAlias", let target = arguments.first {
            self = target
            return
        }
        if node.kind == "TypeFunc", arguments.count == 2 {
            self = .function(FunctionTypeSyntax(node, result: arguments[0], parameters: arguments[1]))
            return
        }
        switch node.name {
        case "GenericTypeParam": self = .named([NameSyntax(name: node.printedName)])
        case "DependentMember":
            let names = node.printedName.split(separator: ".", omittingEmptySubsequences: false)
            self = .named(names.map { NameSyntax(name: String($0)) })
        case "Tuple": self = .tuple(arguments.map { ElementSyntax(type: $0) })
        case "Void": self = .void
        case _ where node.printedName.hasPrefix("any "):
            self = .existential(.named([NameSyntax(name: node.name, usr: node.usr)]))
        default: self = .named([NameSyntax(name: node.name, usr: node.usr, arguments: arguments)])
        }
    }
}

extension FunctionTypeSyntax {
    /// Creates the syntax of a function type from a node of the digester: its result, and its parameters as a tuple.
    fileprivate init(_ node: InterfaceDump.Node, result: TypeSyntax, parameters: TypeSyntax) {
        var elements = [ElementSyntax(type: parameters)]
        if case .tuple(let several) = parameters { elements = several }
        self.init(parameters: elements, result: result)
        effects = Self.effects(of: node.printedName)
    }

    /// The effects of a function type by its printed form, the only place where the digester reports them. Those of the functions among
    /// its parameters are not its own.
    private static func effects(of text: String) -> EffectsSyntax {
        var parser = TypeParser(TokenStream([SymbolGraph.Fragment(kind: "text", spelling: text)]))
        guard case .function(let function)? = try? parser.type() else { return EffectsSyntax() }
        return function.effects
    }
}

extension String {
    /// The original of a member of a protocol extension that the symbol graph repeats for a type: `s:…` of
    /// `s:…::SYNTHESIZED::s:…`.
    var baseOfSynthesized: String? {
        guard let colon = utf8.dropFirst(2).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return self[colon...].hasPrefix("::SYNTHESIZED::") ? String(self[..<colon]) : nil
    }
}
