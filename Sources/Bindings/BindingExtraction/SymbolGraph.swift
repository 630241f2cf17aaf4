import Foundation

/// The output of `swift-symbolgraph-extract`, reduced to the required fields.
struct SymbolGraph: Decodable, Sendable {
    struct Metadata: Decodable {
        struct Version: Decodable {
            var major: Int
            var minor: Int
        }

        var formatVersion: Version
    }

    struct Module: Decodable {
        var name: String
    }

    struct Identifier: Decodable {
        var precise: String
    }

    struct Kind: Decodable {
        var identifier: String
    }

    struct Fragment: Decodable {
        var kind: String
        var spelling: String
        var preciseIdentifier: String?
    }

    struct Documentation: Decodable {
        struct Line: Decodable {
            var text: String
        }

        var lines: [Line]
    }

    struct Location: Decodable {
        struct Position: Decodable {
            var line: Int
            var character: Int
        }

        var uri: String
        var position: Position
    }

    struct Generics: Decodable {
        struct Parameter: Decodable {
            var name: String
            var depth: Int
        }

        struct Constraint: Decodable, Hashable {
            var kind: String
            var lhs: String
            var rhs: String
            var rhsPrecise: String?
        }

        var parameters: [Parameter]?
        var constraints: [Constraint]?
    }

    struct Extension: Decodable {
        var extendedModule: String
        var constraints: [Generics.Constraint]?
    }

    struct Availability: Decodable {
        var domain: String?
        var message: String?
        var renamed: String?
        var isUnconditionallyDeprecated: Bool?
        var isUnconditionallyUnavailable: Bool?
    }

    struct Symbol: Decodable {
        var kind: Kind
        var identifier: Identifier
        var pathComponents: [String]
        var declarationFragments: [Fragment]?
        var accessLevel: String
        var docComment: Documentation?
        var location: Location?
        var swiftGenerics: Generics?
        var swiftExtension: Extension?
        var availability: [Availability]?
        var spi: Bool?
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
        var swiftConstraints: [Generics.Constraint]?
    }

    var metadata: Metadata
    var module: Module
    var symbols: [Symbol]
    var relationships: [Relationship]

    init(contentsOf file: URL) throws(ExtractionError) {
        guard let data = try? Data(contentsOf: file) else {
            throw ExtractionError(.toolFailed, "\(file.lastPathComponent) was not written")
        }
        try self.init(data, name: file.lastPathComponent)
    }

    /// - Throws: an error if the format version is not supported, because facts must not be guessed.
    init(_ data: Data, name: String) throws(ExtractionError) {
        struct Head: Decodable {
            var metadata: Metadata
        }
        do {
            self = try JSONDecoder().decode(SymbolGraph.self, from: data)
        } catch {
            guard let head = try? JSONDecoder().decode(Head.self, from: data), !head.metadata.formatVersion.isKnown else {
                throw ExtractionError(.unknownFormat, "\(name) is not a symbol graph: \(error)")
            }
            throw Self.unknown(head.metadata.formatVersion, name)
        }
        guard metadata.formatVersion.isKnown else { throw Self.unknown(metadata.formatVersion, name) }
    }

    private static func unknown(_ version: Metadata.Version, _ name: String) -> ExtractionError {
        ExtractionError(.unknownFormat, "\(name) has the format \(version.major).\(version.minor); 0.6 is read: use Swift 6.3")
    }
}

extension SymbolGraph.Metadata.Version {
    fileprivate var isKnown: Bool { major == 0 && minor == 6 }
}
