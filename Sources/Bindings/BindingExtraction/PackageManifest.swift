import Foundation

/// The output of `swift package dump-package`, reduced to the required fields.
struct PackageManifest: Decodable, Sendable {
    struct Product: Decodable {
        var name: String
        var type: [String: [String]?]
        var targets: [String]
    }

    struct Target: Decodable {
        struct Setting: Decodable {
            /// By the kind of the setting: its values.
            var kind: Values
        }

        var name: String
        var type: String
        var path: String?
        var publicHeadersPath: String?
        var dependencies: [Reference]
        var settings: [Setting]?
    }

    /// A dependency of a target: `{ "product": ["A", "package", …] }`.
    struct Reference: Decodable {
        var name: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            guard let kind = container.allKeys.first else { throw DecodingError.empty(decoder) }
            var parts = try container.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
        }
    }

    /// A dependency of the package: the path, if it is on this computer.
    struct Dependency: Decodable {
        struct Local: Decodable {
            var path: String
        }

        var fileSystem: [Local]?
    }

    struct Version: Decodable {
        var _version: String
    }

    /// A setting of any kind, with the texts in it: `{ "interoperabilityMode": { "_0": "Cxx" } }`.
    struct Values: Decodable {
        var texts: [String: [String]] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                let values = (try? container.decode([String: String].self, forKey: key)).map { Array($0.values) }
                texts[key.stringValue] = values ?? (try? container.decode([String].self, forKey: key)) ?? []
            }
        }
    }

    struct AnyKey: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var toolsVersion: Version
    var products: [Product]
    var targets: [Target]
    var dependencies: [Dependency]

    init(of path: String, swift: String) throws(ExtractionError) {
        let result = try Subprocess(swift, ["package", "--package-path", path, "dump-package"])
            .succeed(.notAPackage, "the package at \(path) cannot be read")
        do {
            self = try JSONDecoder().decode(PackageManifest.self, from: result.output.fromFirstBrace)
        } catch {
            throw ExtractionError(
                .unknownFormat,
                "`swift package dump-package` printed something unknown about \(path): \(error)"
            )
        }
    }
}

extension DecodingError {
    fileprivate static func empty(_ decoder: any Decoder) -> DecodingError {
        .dataCorrupted(Context(codingPath: decoder.codingPath, debugDescription: "a dependency without a kind"))
    }
}

extension Data {
    /// The text without what SwiftPM prints before a JSON document.
    var fromFirstBrace: Data { firstIndex(of: UInt8(ascii: "{")).map { Data(self[$0...]) } ?? self }
}

extension PackageGraph.Package {
    init(_ manifest: PackageManifest, identity: String, path: String) {
        self.identity = identity
        self.path = path
        toolsVersion = manifest.toolsVersion._version.split(separator: ".").prefix(2).compactMap { Int($0) }
        localDependencies = manifest.dependencies.flatMap { $0.fileSystem ?? [] }.map(\.path)
        products = manifest.products.map { product in
            PackageGraph.Product(
                name: product.name,
                isLibrary: product.type.keys.contains("library"),
                isDynamic: product.type["library"]??.contains("dynamic") ?? false,
                targets: product.targets
            )
        }
        targets = manifest.targets.filter { $0.type != "test" }.map { PackageGraph.Target($0, in: path) }
    }
}

extension PackageGraph.Target {
    fileprivate init(_ target: PackageManifest.Target, in package: String) {
        name = target.name
        module = String(target.name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        dependencies = target.dependencies.map(\.name)
        directory =
            target.path.map { $0.isEmpty || $0 == "." ? package : "\(package)/\($0)" }
            ?? Self.directory(of: target.name, in: package)
        headers = "\(directory)/\(target.publicHeadersPath ?? "include")"
        usesCxx = (target.settings ?? []).contains { $0.kind.texts["interoperabilityMode"]?.contains("Cxx") ?? false }
    }

    /// The directory in which SwiftPM looks for a target without a path.
    private static func directory(of name: String, in package: String) -> String {
        let candidates = ["Sources", "Source", "src", "srcs"].map { "\(package)/\($0)/\(name)" } + ["\(package)/\(name)"]
        return candidates.first { FileManager.default.fileExists(atPath: $0) } ?? candidates[0]
    }
}
