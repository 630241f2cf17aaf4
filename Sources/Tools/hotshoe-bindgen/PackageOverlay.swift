import BindingExtraction
import Foundation

/// A package with additions to its manifest: a folder with links to everything in the package's folder but the manifests.
struct PackageOverlay {
    /// The path of the overlay.
    let path: String

    /// Writes the overlay, where it differs: `addition` is Swift code after the manifest, which changes `package`; the folder
    /// `excluded`, which is that of the output, is not linked if it is in the package's folder.
    init(of package: String, at path: String, adding addition: String, excluding excluded: String) throws {
        self.path = path
        let files = FileManager.default
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        var wanted: Set<String> = []
        for name in try files.contentsOfDirectory(atPath: package).sorted() where !name.hasPrefix(".") {
            let source = "\(package)/\(name)"
            if excluded == source || excluded.hasPrefix(source + "/") { continue }
            wanted.insert(name)
            if name.hasPrefix("Package"), name.hasSuffix(".swift") {
                let manifest = try String(contentsOfFile: source, encoding: .utf8)
                try Self.write("\(manifest)\n\(addition)\n", to: "\(path)/\(name)")
            } else if (try? files.destinationOfSymbolicLink(atPath: "\(path)/\(name)")) != source {
                try? files.removeItem(atPath: "\(path)/\(name)")
                try files.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: source)
            }
        }
        for name in try files.contentsOfDirectory(atPath: path) where !wanted.contains(name) && !name.hasPrefix(".") {
            try files.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Writes a text unless the file has it, so that SwiftPM finds nothing to build again.
    static func write(_ text: String, to path: String) throws {
        if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}

/// The packages that the library's package depends on: the modules' and the runtime's, as they are or as overlays.
struct BuildDependencies {
    /// The paths of the packages.
    private(set) var paths: [String] = []
    /// The path of the package with the modules: that of their package, or of its overlay.
    private(set) var modulesPath = ""
    /// The products that contain the modules, with the identities of their packages.
    private(set) var products: [(name: String, package: String)] = []

    private let graph: PackageGraph
    private let output: String
    private let modules: [String]

    init(_ graph: PackageGraph, runtime: String, modules: [String], output: String) throws {
        self.graph = graph
        self.output = output
        self.modules = modules
        try addModules()
        try addRuntime(runtime)
    }

    private mutating func addModules() throws {
        guard let package = graph.root else { return }
        var missing: [String] = []
        var found: [String] = []
        for module in modules {
            guard let target = package.targets.first(where: { $0.module == module }) else { continue }
            // Not a shared library: it would have a copy of what other modules of the package have, too.
            if let product = package.products.first(where: {
                $0.isLibrary && !$0.isDynamic && $0.targets.contains(target.name)
            }) {
                if !found.contains(product.name) { found.append(product.name) }
            } else {
                missing.append(target.name)
            }
        }
        let clashes = package.identity == PackageGraph.identity(output)
        guard clashes || !missing.isEmpty else {
            paths.append(package.path)
            modulesPath = package.path
            products = found.map { ($0, package.identity) }
            return
        }
        // One product, with a name that no other package has.
        let name = unused("\(package.identity)-modules", in: graph.packages.flatMap(\.products).map(\.name))
        let targets = missing.map { "\"\($0)\"" }.joined(separator: ", ")
        var addition = missing.isEmpty ? "" : "package.products.append(.library(name: \"\(name)\", targets: [\(targets)]))\n"
        if !package.localDependencies.isEmpty { addition += try Self.absolutePaths(package) }
        let path = try overlay(of: package.path, "\(package.identity)-package", adding: addition)
        modulesPath = path
        products = (found + (missing.isEmpty ? [] : [name])).map { ($0, PackageGraph.identity(path)) }
    }

    /// Code that makes the paths of a package's dependencies absolute.
    private static func absolutePaths(_ package: PackageGraph.Package) throws -> String {
        guard !package.toolsVersion.lexicographicallyPrecedes([5, 6]) else {
            throw LibraryBuild.Failure(
                description:
                    "\(package.path) depends on packages by path, so its modules must be in library products, and --output needs another name than the package has"
            )
        }
        return """
            package.dependencies = package.dependencies.map { dependency in
                guard case .fileSystem(let name, let path) = dependency.kind, !path.hasPrefix("/") else { return dependency }
                let whole = "\(package.path)/" + path
                if let name { return .package(name: name, path: whole) }
                return .package(path: whole)
            }

            """
    }

    /// The runtime's package without its other targets, unless the modules' package is it, or depends on it.
    private mutating func addRuntime(_ runtime: String) throws {
        var path = runtime
        if let known = graph.packages.first(where: { URL(fileURLWithPath: $0.path).resolvingSymlinksInPath().path == runtime }) {
            if known.path != graph.root?.path { paths.append(runtime) } else { path = paths.first ?? runtime }
        } else {
            let addition = """
                let runtimeTargets: Set<String> = ["BindingRuntime", "BindingSupport", "CEventLoop"]
                package.targets.removeAll { !runtimeTargets.contains($0.name) }
                package.products.removeAll { $0.name != "BindingRuntime" }
                """
            path = try overlay(of: runtime, "binding-runtime", adding: addition)
        }
        products.append(("BindingRuntime", PackageGraph.identity(path)))
    }

    /// Adds an overlay, in a folder whose name no package has.
    private mutating func overlay(of package: String, _ name: String, adding addition: String) throws -> String {
        let name = unused(name, in: graph.packages.map(\.identity) + [PackageGraph.identity(output)])
        let overlay = try PackageOverlay(
            of: package,
            at: "\(output)/.packages/\(name)",
            adding: addition,
            excluding: output
        )
        paths.append(overlay.path)
        return overlay.path
    }

    private func unused(_ name: String, in names: [String]) -> String {
        let known = Set(names.map { $0.lowercased() })
        var free = name
        while known.contains(free) { free += "-" }
        return free
    }
}
