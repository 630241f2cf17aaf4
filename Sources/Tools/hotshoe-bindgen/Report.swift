import BindingGenerator
import BindingModel
import Foundation

/// The generated and omitted declarations, as a JSON document.
struct Report: Encodable {
    struct Entry: Encodable {
        var declaration: String
        var path: String
        var file: String?
        var line: Int?
        var reason: String
    }

    var library: String
    var modules: [String]
    /// The number of public declarations, generated or not.
    var declarations: Int
    var generated: Int
    var symbols: [String]
    var omitted: [Entry]

    init(_ library: Library, _ output: Generator.Output) {
        self.library = library.name
        modules = library.modules
        omitted = output.omissions.map {
            Entry(declaration: $0.declaration, path: $0.path, file: $0.location?.file, line: $0.location?.line, reason: $0.reason)
        }
        declarations = library.declarationCount
        generated = library.declarationCount - Set(output.omissions.map(\.usr)).count
        symbols = output.symbols
    }

    func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
