import Foundation

/// The output of `swift-api-digester -dump-sdk`, reduced to the required fields.
struct InterfaceDump: Decodable, Sendable {
    /// A declaration or a type, depending on ``kind``.
    struct Node: Decodable, Sendable {
        struct Conformance: Decodable {
            var name: String
        }

        struct Accessor: Decodable {
            var accessorKind: String?
        }

        var kind: String
        var name: String
        var printedName: String
        var usr: String?
        var children: [Node]?
        var accessors: [Accessor]?
        var conformances: [Conformance]?
        var declAttributes: [String]?
        var hasStorage: Bool?
        var isLet: Bool?
        var json_format_version: Int?
    }

    let root: Node

    private enum CodingKeys: String, CodingKey {
        case root = "ABIRoot"
    }

    init(contentsOf file: URL) throws(ExtractionError) {
        guard let data = try? Data(contentsOf: file) else {
            throw ExtractionError(.toolFailed, "\(file.lastPathComponent) was not written")
        }
        try self.init(data)
    }

    /// - Throws: an error if the format version is not supported.
    init(_ data: Data) throws(ExtractionError) {
        do {
            self = try JSONDecoder().decode(InterfaceDump.self, from: data)
        } catch {
            throw ExtractionError(.unknownFormat, "what swift-api-digester wrote cannot be read: \(error)")
        }
        guard root.json_format_version == 8 else {
            let version = root.json_format_version.map { "\($0)" } ?? "none"
            throw ExtractionError(.unknownFormat, "swift-api-digester writes the format \(version); 8 is read: use Swift 6.3")
        }
    }
}

/// The output of both tools for a module.
struct ModuleDump: Sendable {
    var name: String
    var graphs: [SymbolGraph] = []
    var interface: InterfaceDump?
}
