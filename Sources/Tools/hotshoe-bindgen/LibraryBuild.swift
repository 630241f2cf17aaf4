import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

/// Compiles the generated files into a shared library, as a Swift package that depends on the module's package and on this one.
///
/// The modules are compiled first, so that the extraction and the library use the same build of them. The generated files are then
/// checked without generating code; what the compilers accept is built once.
struct LibraryBuild {
    /// A build error, with the compiler's output.
    struct Failure: Error, CustomStringConvertible {
        var description: String
        /// The errors in the generated files.
        var diagnostics: [Diagnostic] = []
    }

    /// An error of the compiler in a generated file.
    struct Diagnostic: Equatable {
        /// The path of the file in the output folder: `swift/Functions.swift`, `include/weather/weather.h`.
        var path: String
        var line: Int
        var message: String

        /// Whether the error hides others: it is in the C header, which the Swift code imports, so that the code is not checked.
        var hidesOthers: Bool { path.hasPrefix("include/") && path.hasSuffix(".h") }

        /// Parses a line of the compiler's output: `/out/swift/Functions.swift:12:3: error: …` for the output folder `/out`; nil
        /// for all other lines, such as errors in the module's own package.
        init?(_ text: Substring, output: String) {
            guard
                let folder = Generator.Language.library.map({ $0.folder + "/" }).first(where: {
                    text.hasPrefix("\(output)/\($0)")
                }),
                let mark = text.range(of: ": error: ")
            else { return nil }
            let rest = text[..<mark.lowerBound].dropFirst(output.count + 1 + folder.count)
            let place = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard place.count == 3, !place[0].isEmpty, let line = Int(place[1]) else { return nil }
            (path, self.line, message) = ("\(folder)\(place[0])", line, String(text[mark.upperBound...]))
        }
    }

    let options: Options
    let printMessage: (String) -> Void
    private let graph: PackageGraph
    private let runtime: String
    /// The absolute path of the output folder.
    let output: String

    var prefix: String { options.prefix }

    /// Reads the manifests of the modules' package.
    ///
    /// - Throws: an error if the options do not go together, or the package cannot be read.
    init(options: Options, printMessage: @escaping (String) -> Void) throws {
        if let language = Generator.Language.library.first(where: { options.folders[$0] != nil }) {
            throw Failure(description: "--build needs the library in one place: leave out --folder \(language.name)=…")
        }
        guard let packagePath = options.packagePath else {
            throw Failure(description: "--build needs the module's package: --package-path names it")
        }
        self.options = options
        self.printMessage = printMessage
        output = URL(fileURLWithPath: options.output).standardizedFileURL.path
        runtime = try Self.runtimePath(options)
        graph = try PackageGraph(at: packagePath, scratchPath: options.scratchPath)
        let identity = PackageGraph.identity(output)
        if let other = graph.packages.dropFirst().first(where: { $0.identity == identity }) {
            throw Failure(
                description:
                    "--output \(options.output) has the name of the package \(other.path), which SwiftPM cannot distinguish from it: choose another"
            )
        }
    }

    /// The path of the package with the runtime: that of `--runtime-path`, the one that is installed with this tool, or the checkout whose `.build` has
    /// this tool. Not `#filePath`: a program that contains the folder of its sources differs between folders.
    private static func runtimePath(_ options: Options) throws(Failure) -> String {
        let tool = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let installed = tool.deletingLastPathComponent().appendingPathComponent("share/hotshoe-bindgen").path
        let parts = tool.pathComponents
        let above = parts.lastIndex(of: ".build").map { NSString.path(withComponents: Array(parts[..<$0])) }
        let candidates = options.runtimePath.map { [$0] } ?? [installed] + (above.map { [$0] } ?? [])
        guard
            let path = candidates.first(where: { FileManager.default.fileExists(atPath: $0 + "/Sources/Bindings/BindingRuntime") }
            )
        else {
            throw Failure(
                description:
                    "\(candidates.joined(separator: ", ")): no BindingRuntime: --runtime-path names the package with it, which --build needs"
            )
        }
        return URL(fileURLWithPath: path).standardizedFileURL.path
    }

    // MARK: Modules

    /// Compiles the modules and the runtime.
    ///
    /// - Returns: where the extraction finds the modules.
    /// - Throws: ``Failure`` with the compiler's reason if they do not compile.
    func buildModules() throws -> ExtractionRequest.Build {
        let (manifest, dependencies, _) = try plan(options.modules + options.supportModules)
        try writePackage(manifest)
        let result = try swiftBuild(["--target", manifest.modulesTarget]).run()
        guard result.isSuccess else {
            throw Failure(description: "\(options.modules.joined(separator: ", ")) cannot be compiled:\n\(result.reason)")
        }
        return ExtractionRequest.Build(products: products, package: dependencies.modulesPath)
    }

    /// The folder in which SwiftPM puts what it builds.
    var products: String { "\(output)/.build/\(configuration)" }
    var configuration: String { options.isRelease ? "release" : "debug" }

    /// Determines the manifest of the library's package, for a library that refers to modules.
    func plan(_ modules: [String]) throws -> (BuildManifest, BuildDependencies, PackageGraph.Closure) {
        let closure = graph.closure(of: modules)
        let includesRuntime = closure.dynamicProducts.isEmpty && !usesFoundation(closure, modules)
        let dependencies = try BuildDependencies(graph, runtime: runtime, modules: modules, output: output)
        let manifest = BuildManifest(
            prefix: prefix,
            dependencies: dependencies,
            usesCxx: closure.usesCxx,
            includesRuntime: includesRuntime,
            isRelease: options.isRelease,
            libraries: includesRuntime && closure.usesCxx ? try cxxLibraries() : nil
        )
        return (manifest, dependencies, closure)
    }

    /// Whether the library contains Foundation: the modules or those that they import do.
    private func usesFoundation(_ closure: PackageGraph.Closure, _ modules: [String]) -> Bool {
        modules.contains { $0.hasPrefix("Foundation") } || closure.targets.contains { $0.imports("Foundation") }
    }

    /// Makes a folder with the libraries of C++ interoperability, which the toolchain has only beside those of its shared runtime.
    private func cxxLibraries() throws -> String {
        struct Information: Decodable {
            struct Paths: Decodable { var runtimeLibraryPaths: [String] }
            var paths: Paths
        }
        let folder = "\(output)/.packages/swift-cxx"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = try ToolRun(["swift", "-print-target-info"]).run().text
        let paths = try JSONDecoder().decode(Information.self, from: Data(text.utf8)).paths.runtimeLibraryPaths
        for name in ["libswiftCxx.a", "libswiftCxxStdlib.a"] {
            guard let path = paths.map({ "\($0)/\(name)" }).first(where: files.fileExists) else { continue }
            try? files.removeItem(atPath: "\(folder)/\(name)")
            try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: path)
        }
        return folder
    }

    func writePackage(_ manifest: BuildManifest) throws {
        let files = FileManager.default
        try files.createDirectory(atPath: output, withIntermediateDirectories: true)
        try OutputFolder.checkReplaceable("\(output)/Package.swift")
        try PackageOverlay.write(manifest.text, to: "\(output)/Package.swift")
        let exports = "\(prefix.uppercased())_0 {\n    global: \(prefix)_*;\n    local: *;\n};\n"
        try PackageOverlay.write(exports, to: "\(output)/\(prefix).map")
        // Targets need files before there are generated ones, which replace these.
        let mark = "Generated by hotshoe-bindgen; do not edit."
        for (folder, name, text) in [
            (BuildManifest.modulesPath, "Modules.swift", "// \(mark)\n"),
            (Generator.Language.swift.folder, "Modules.swift", "// \(mark)\n"),
            ("\(Generator.Language.c.folder)/\(prefix)", "module.modulemap", "// \(mark)\n"),
        ] {
            let path = "\(output)/\(folder)"
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            if try files.contentsOfDirectory(atPath: path).isEmpty { try PackageOverlay.write(text, to: "\(path)/\(name)") }
        }
        // The versions of dependencies that the package has chosen.
        let versions = "\(output)/Package.resolved"
        if let root = graph.root, !files.fileExists(atPath: versions) {
            try? files.copyItem(atPath: "\(root.path)/Package.resolved", toPath: versions)
        }
    }

    /// `swift build` for the library's package. SwiftPM plans the build again each time: it does not notice new files in the folders
    /// to which the packages of overlays link. A release has no debug information, which would be stripped.
    ///
    /// SwiftPM passes the traits of a package to the compiler in the order of a set, which differs between its runs (observed with
    /// Swift 6.3.1), and then compiles the package again: with deterministic hashing the order is the same.
    func swiftBuild(_ arguments: [String]) -> ToolRun {
        var words = ["env", "SWIFT_DETERMINISTIC_HASHING=1", "swift", "build"]
        words += ["--package-path", output, "-c", configuration, "--disable-build-manifest-caching"]
        if options.isRelease { words += ["-Xswiftc", "-gnone"] }
        return ToolRun(words + arguments)
    }
}

extension PackageGraph.Target {
    /// Whether a source file of the target imports a module whose name begins with a word.
    fileprivate func imports(_ word: String) -> Bool {
        guard let files = FileManager.default.enumerator(atPath: directory) else { return false }
        for case let name as String in files where name.hasSuffix(".swift") {
            guard let text = try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8) else { continue }
            let hasImport = text.split(separator: "\n").contains { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import") else { return false }
                return words[(index + 1)...].prefix(2).contains { $0.hasPrefix(word) } && !line.hasPrefix("//")
            }
            if hasImport { return true }
        }
        return false
    }
}
