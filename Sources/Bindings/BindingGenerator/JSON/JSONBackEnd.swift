import Foundation

/// The C interface of a library as a JSON document, from which a generator outside this package makes a language's bindings.
struct JSONBackEnd: BackEnd {
    let name = "json"
    let folder = "json"
    /// A document has no comments. There is one for each library, whose name does not change.
    let marks: [FileMark] = []

    func files(for library: LoweredLibrary) -> [Generator.File] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        do {
            let text = String(decoding: try encoder.encode(InterfaceDocument(library)), as: UTF8.self)
            return [Generator.File(path: "\(library.prefix).json", text: text + "\n")]
        } catch {
            // The document has texts, integers and truth values only, which all have a form in JSON.
            preconditionFailure("the interface cannot be encoded: \(error)")
        }
    }
}

extension CType: Encodable {
    private enum Key: CodingKey {
        case kind
        case name
        case isConstant
        case pointee
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .void: try container.encode("void", forKey: .kind)
        case .character: try container.encode("character", forKey: .kind)
        case .number(let number):
            try container.encode("number", forKey: .kind)
            try container.encode(number.rawValue, forKey: .name)
        case .structure(let name): try Self.encode("structure", name, &container)
        case .enumeration(let name): try Self.encode("enumeration", name, &container)
        case .opaque(let name): try Self.encode("opaque", name, &container)
        case .function(let name): try Self.encode("function", name, &container)
        case .pointer(let type, let isConstant):
            try container.encode("pointer", forKey: .kind)
            try container.encode(isConstant, forKey: .isConstant)
            try container.encode(type, forKey: .pointee)
        }
    }

    private static func encode(_ kind: String, _ name: String, _ container: inout KeyedEncodingContainer<Key>) throws {
        try container.encode(kind, forKey: .kind)
        try container.encode(name, forKey: .name)
    }
}
