import BindingModel

/// The declarations that the links of documentation comments mean.
struct DocumentedNames {
    enum Entity {
        case type(LoweredType)
        /// A case of an enum, by the name from which its own is formed.
        case enumCase(LoweredType, name: String)
        case function(LoweredFunction)
        case field(AggregateField)
    }

    /// By path, as in links: `Station/connect(_:)`, and without the labels.
    private var entities: [String: Entity] = [:]
    private let modules: Set<String>

    init(_ library: LoweredLibrary) {
        modules = Set(library.library.modules)
        let records = Dictionary(
            library.aggregates.map { ($0.crossing.type, $0.content) },
            uniquingKeysWith: { first, _ in first }
        )
        for type in library.types {
            let path = type.declaration.path.joined(separator: "/")
            entities[path] = .type(type)
            switch type.declaration.kind {
            case .enumeration(let cases):
                for each in cases { add(.enumCase(type, name: each.chosenName), "\(path)/\(each.name)") }
            case .variant(let cases, _): for each in cases { add(.enumCase(type, name: each.chosenName), "\(path)/\(each.name)") }
            case .record:
                if case .record(_, let fields)? = records[.named(type.declaration.identifier)] {
                    for field in fields { add(.field(field), "\(path)/\(field.swiftName)") }
                }
            default: break
            }
            for function in type.functions { add(function, path + "/") }
        }
        for function in library.functions where function.owner == nil { add(function, "") }
    }

    private mutating func add(_ entity: Entity, _ path: String) {
        if entities[path] == nil { entities[path] = entity }
    }

    private mutating func add(_ function: LoweredFunction, _ prefix: String) {
        switch function.origin {
        case .function(let origin)?:
            let labels = origin.parameters.map { ($0.label ?? "_") + ":" }.joined()
            add(.function(function), "\(prefix)\(origin.name)(\(labels))")
            add(.function(function), prefix + origin.name)
        case .property(let origin)?: add(.function(function), prefix + origin.name)
        case nil: break
        }
    }

    /// The constant that a word in code means within a type: one of its cases or static properties.
    func constant(_ word: String, in scope: [String]) -> Entity? {
        switch entities[(scope + [word]).joined(separator: "/")] {
        case .enumCase(let type, let name)?: .enumCase(type, name: name)
        case .function(let function)? where function.isConstant: .function(function)
        default: nil
        }
    }

    /// The function of a type that code with labels means: `init(seconds:)`.
    func function(_ code: String, in scope: [String]) -> Entity? {
        guard code.hasSuffix(":)"), !code.contains(" ") else { return nil }
        return entities[(scope + [code]).joined(separator: "/")]
    }

    /// Finds the declaration that a link means, from within the type with a path; nil if the library has none.
    func entity(_ link: String, in scope: [String]) -> Entity? {
        var parts = link.split(separator: "/").map(String.init)
        if parts.count > 1, modules.contains(parts[0]), entities[parts[0]] == nil { parts.removeFirst() }
        guard var last = parts.popLast() else { return nil }
        // A suffix distinguishes overloads: `set(_:until:)-(CommonValue,_)`.
        if let mark = last.firstIndex(of: "-") { last = String(last[..<mark]) }
        let base = String(last.prefix { $0 != "(" })
        for depth in (0...scope.count).reversed() {
            let path = (scope.prefix(depth) + parts).map { $0 + "/" }.joined()
            if let found = entities[path + last] ?? entities[path + base] { return found }
        }
        return nil
    }
}

extension LoweredFunction {
    /// Whether the function returns a static property.
    fileprivate var isConstant: Bool {
        if case .property(let property)? = origin { property.receiver == .none } else { false }
    }
}
