import Foundation
import BindingModel

/// A declaration of the symbol graph.
struct Symbol: Sendable {
    let usr: String
    /// The kind without the language prefix: `struct`, `method`, `type.property`, …
    let kind: String
    let module: String
    let path: [String]
    let fragments: [SymbolGraph.Fragment]
    let isPublic: Bool
    let isSPI: Bool
    let documentation: String
    let place: Place?
    let generics: SymbolGraph.Generics?
    let extensionConstraints: [SymbolGraph.Generics.Constraint]
    let availability: [SymbolGraph.Availability]

    /// The position in the source.
    struct Place: Sendable {
        var file: String
        var line: Int
        var column: Int
    }

    init(_ symbol: SymbolGraph.Symbol, module: String, root: String?) {
        usr = symbol.identifier.precise
        kind = symbol.kind.identifier.hasPrefix("swift.") ? String(symbol.kind.identifier.dropFirst(6)) : symbol.kind.identifier
        self.module = module
        path = symbol.pathComponents
        fragments = symbol.declarationFragments ?? []
        isPublic = symbol.accessLevel == "public" || symbol.accessLevel == "open"
        isSPI = symbol.spi ?? false
        documentation = (symbol.docComment?.lines ?? []).map(\.text).joined(separator: "\n")
        place = symbol.location.map {
            Place(file: Self.path($0.uri, root: root), line: $0.position.line &+ 1, column: $0.position.character)
        }
        generics = symbol.swiftGenerics
        extensionConstraints = symbol.swiftExtension?.constraints ?? []
        availability = symbol.availability ?? []
    }

    private static func path(_ uri: String, root: String?) -> String {
        let path = uri.hasPrefix("file://") ? String(uri.dropFirst(7)) : uri
        let decoded = path.contains("%") ? path.removingPercentEncoding ?? path : path
        guard let root, decoded.hasPrefix(root + "/") else { return decoded }
        return String(decoded.dropFirst(root.count + 1))
    }

    var location: SourceLocation? { place.map { SourceLocation(file: $0.file, line: $0.line) } }

    /// The declaration on one line.
    var declaration: String {
        fragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    var notes: DeclarationNotes {
        let deprecated = availability.first { $0.isUnconditionallyDeprecated == true && Self.isEverywhere($0.domain) }
        return DeclarationNotes(
            documentation: documentation,
            location: location,
            deprecation: deprecated.map { Deprecation(message: $0.message, renamed: $0.renamed) }
        )
    }

    var isUnavailable: Bool {
        availability.contains { $0.isUnconditionallyUnavailable == true && Self.isEverywhere($0.domain) }
    }

    private static func isEverywhere(_ domain: String?) -> Bool { domain == nil || domain == "*" || domain == "swift" }

    var isType: Bool { ["class", "struct", "enum", "protocol"].contains(kind) }
    var isStatic: Bool { kind.hasPrefix("type.") }
    /// The names of its generic parameters and of those of the enclosing declarations.
    var genericParameters: [String] { (generics?.parameters ?? []).map(\.name) }
}
