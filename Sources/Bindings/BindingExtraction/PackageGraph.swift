import Foundation

/// A SwiftPM package and the packages that it depends on: their targets, products and settings.
///
/// Read from the manifests, so that the packages need not be built.
public struct PackageGraph: Sendable {
    /// A library, executable or plug-in of a package.
    public struct Product: Sendable {
        /// The name.
        public var name: String
        /// Whether the product is a library.
        public var isLibrary: Bool
        /// Whether the product is a library that is always built as a shared one.
        public var isDynamic: Bool
        /// The names of the targets that the product contains, without their dependencies.
        public var targets: [String]
    }

    /// A target of a package.
    public struct Target: Sendable {
        /// The name in the manifest.
        public var name: String
        /// The name of the module.
        public var module: String
        /// The names of the targets and products that the target depends on.
        public var dependencies: [String]
        /// The directory of the sources.
        public var directory: String
        /// The directory of the headers that a C target offers.
        public var headers: String
        /// Whether the target is compiled with C++ interoperability.
        public var usesCxx: Bool
    }

    /// A package.
    public struct Package: Sendable {
        /// The name by which other packages refer to the package.
        public var identity: String
        /// The absolute path of the package.
        public var path: String
        /// The version of the manifest's format: major and minor.
        public var toolsVersion: [Int]
        /// The paths of packages on this computer that the package depends on.
        public var localDependencies: [String]
        /// The products.
        public var products: [Product]
        /// The targets.
        public var targets: [Target]
    }

    /// The package itself, then those that it depends on, directly or indirectly.
    public let packages: [Package]

    /// Creates a graph from packages, the package itself first.
    public init(_ packages: [Package]) {
        self.packages = packages
    }

    /// Reads the manifests of the package at a path and of its dependencies, which are resolved if they are not.
    ///
    /// - Throws: an error if a manifest cannot be read, or a dependency cannot be resolved.
    public init(at path: String, scratchPath: String? = nil, toolchainPath: String? = nil) throws(ExtractionError) {
        let swift = try Toolchain.locate(at: toolchainPath).swift
        let root = URL(fileURLWithPath: path).standardizedFileURL.path
        let manifest = try PackageManifest(of: root, swift: swift)
        var packages = [Package(manifest, identity: Self.identity(root), path: root)]
        if !manifest.dependencies.isEmpty {
            for node in try Self.dependencies(of: root, scratchPath, swift) {
                let package = Package(try PackageManifest(of: node.path, swift: swift), identity: node.identity, path: node.path)
                packages.append(package)
            }
        }
        self.packages = packages
    }

    /// The name by which SwiftPM refers to a package at a path: the last component in lower case.
    public static func identity(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent.lowercased()
    }

    /// The package at the root, its targets and products first.
    public var root: Package? { packages.first }

    private struct Node: Decodable {
        var identity: String
        var path: String
        var dependencies: [Node]
    }

    private static func dependencies(of path: String, _ scratch: String?, _ swift: String) throws(ExtractionError) -> [Node] {
        var arguments = ["package", "--package-path", path]
        if let scratch { arguments += ["--scratch-path", scratch] }
        let result = try Subprocess(swift, arguments + ["show-dependencies", "--format", "json"])
            .succeed(.notAPackage, "the dependencies of \(path) cannot be resolved")
        guard let root = try? JSONDecoder().decode(Node.self, from: result.output.fromFirstBrace) else {
            throw ExtractionError(.unknownFormat, "`swift package show-dependencies` printed something unknown about \(path)")
        }
        var found: [Node] = []
        var pending = root.dependencies
        while let next = pending.popLast() {
            guard !found.contains(where: { $0.identity == next.identity }) else { continue }
            found.append(next)
            pending += next.dependencies
        }
        return found
    }
}

// MARK: Targets

extension PackageGraph {
    /// Targets with everything that they depend on.
    public struct Closure: Sendable {
        /// The targets, each once.
        public var targets: [Target] = []
        /// The names of the shared libraries among the products on the way.
        public var dynamicProducts: [String] = []
        /// Whether one of the targets is compiled with C++ interoperability.
        public var usesCxx: Bool { targets.contains(where: \.usesCxx) }
    }

    /// The target of a module, with its package.
    public func target(ofModule module: String) -> (package: Package, target: Target)? {
        for package in packages {
            if let target = package.targets.first(where: { $0.module == module }) { return (package, target) }
        }
        return nil
    }

    /// The targets of modules, with everything that they depend on.
    public func closure(of modules: [String]) -> Closure {
        var closure = Closure()
        var seen: Set<String> = []
        var pending = modules.compactMap { target(ofModule: $0) }
        while let (package, target) = pending.popLast() {
            guard seen.insert(target.module).inserted else { continue }
            closure.targets.append(target)
            for name in target.dependencies {
                if let target = package.targets.first(where: { $0.name == name }) {
                    pending.append((package, target))
                    continue
                }
                guard let (owner, product) = product(name, besides: package) else { continue }
                if product.isDynamic, !closure.dynamicProducts.contains(name) { closure.dynamicProducts.append(name) }
                pending += owner.targets.filter { product.targets.contains($0.name) }.map { (owner, $0) }
            }
        }
        return closure
    }

    private func product(_ name: String, besides package: Package) -> (Package, Product)? {
        for other in packages where other.identity != package.identity {
            if let product = other.products.first(where: { $0.name == name }) { return (other, product) }
        }
        return nil
    }
}
