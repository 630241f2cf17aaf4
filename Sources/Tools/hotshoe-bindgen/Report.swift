import BindingGenerator
import BindingModel
import Foundation

/// The generated and omitted declarations, as a JSON document.
struct Report: Encodable {
    /// A declaration with the names in C that stand for it.
    struct Wrapped: Encodable {
        var usr: String
        var declaration: String
        var path: String
        var file: String?
        var line: Int?
        var symbols: [String]
    }

    /// A declaration, or a part of one, that was left out.
    struct Entry: Encodable {
        var usr: String
        var declaration: String
        var path: String
        var file: String?
        var line: Int?
        var reason: String
        /// Whether the library has the other parts of the declaration, such as a member of other specializations of a generic type.
        var partial: Bool
    }

    var library: String
    var modules: [String]
    /// The number of public declarations, generated or not.
    var declarations: Int
    var generated: Int
    /// The functions of the library.
    var symbols: [String]
    /// The declarations that the library has. An alias has no symbols, because its target replaces it.
    var wrapped: [Wrapped]
    /// The declarations that it does not have, and parts of others, such as a setter.
    var omitted: [Entry]

    init(_ library: Library, _ output: Generator.Output) {
        self.library = library.name
        modules = library.modules
        omitted = output.omissions.map {
            Entry(
                usr: $0.usr,
                declaration: $0.declaration,
                path: $0.path,
                file: $0.location?.file,
                line: $0.location?.line,
                reason: $0.reason,
                partial: $0.isPartial
            )
        }
        wrapped = output.wrapped.map {
            Wrapped(
                usr: $0.declared.usr,
                declaration: $0.declared.declaration,
                path: $0.declared.path,
                file: $0.declared.location?.file,
                line: $0.declared.location?.line,
                symbols: $0.symbols
            )
        }
        declarations = library.declarationCount
        generated = wrapped.count
        symbols = output.symbols
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
