import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

/// Compiles the generated files into a shared library, as a Swift package that depends on the module's package and on this one.
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

        /// Parses a line of the compiler's output: `/out/swift/Functions.swift:12:3: error: …` for the output folder `/out`; nil
        /// for all other lines, such as errors in the module's own package.
        init?(_ text: Substring, output: String) {
            guard let folder = ["swift/", "include/"].first(where: { text.hasPrefix("\(output)/\($0)") }),
                let mark = text.range(of: ": error: ")
            else { return nil }
            let rest = text[..<mark.lowerBound].dropFirst(output.count + 1 + folder.count)
            let place = rest.split(separator: ":", omittingEmptySubsequences: false)
            guard place.count == 3, !place[0].isEmpty, let line = Int(place[1]) else { return nil }
            (path, self.line, message) = ("\(folder)\(place[0])", line, String(text[mark.upperBound...]))
        }
    }

    let options: Options
    let library: Library
    let printMessage: (String) -> Void

    private var prefix: String { options.prefix }

    /// The path of the package with the runtime: that of `--runtime-path`, or the checkout from which this tool was built.
    private func runtimePath() throws(Failure) -> String {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().path
        let path = options.runtimePath ?? source
        guard FileManager.default.fileExists(atPath: path + "/Sources/Bindings/BindingRuntime") else {
            throw Failure(
                description: "\(path) has no binding runtime: --runtime-path names a checkout of HotShoe, which --build needs"
            )
        }
        return URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// Builds the library, and copies it to `OUTPUT/lib` with what it loads. Returns its path.
    func run() throws -> String {
        guard options.headers == nil, options.thunks == nil else {
            throw Failure(description: "--build needs everything in one place: leave out --headers and --thunks")
        }
        guard let packagePath = options.packagePath else {
            throw Failure(description: "--build needs the module's package: --package-path names it")
        }
        let runtime = try runtimePath()
        let output = URL(fileURLWithPath: options.output).standardizedFileURL.path
        let graph = try PackageGraph(at: packagePath, scratchPath: options.scratchPath)
        if let other = graph.packages.dropFirst().first(where: { $0.identity == PackageGraph.identity(output) }) {
            throw Failure(
                description:
                    "--output \(options.output) has the name of the package \(other.path), which SwiftPM cannot distinguish from it: choose another"
            )
        }
        let modules = library.modules + library.imports
        let closure = graph.closure(of: modules)
        let includesRuntime = closure.dynamicProducts.isEmpty && !usesFoundation(closure)
        let manifest = BuildManifest(
            prefix: prefix,
            dependencies: try BuildDependencies(graph, runtime: runtime, modules: modules, output: output),
            usesCxx: closure.usesCxx,
            includesRuntime: includesRuntime,
            isRelease: options.isRelease,
            libraries: includesRuntime && closure.usesCxx ? try cxxLibraries() : nil
        )
        try writePackage(manifest, graph)
        try compileThunks(manifest)
        let compiler = try compiler()
        if let compiler {
            try compileHeaders(compiler)
        } else {
            printMessage("No C++ compiler was found: the headers were not compiled.")
        }
        try copyProducts(manifest, closure)
        if let compiler, options.languages.contains(.cpp) { try compileDefinitions(compiler) }
        if options.languages.contains(.python) { try compilePython() }
        return "\(options.output)/lib/lib\(prefix).so"
    }

    /// Whether the library contains Foundation: the modules or those that they import do.
    private func usesFoundation(_ closure: PackageGraph.Closure) -> Bool {
        library.imports.contains { $0.hasPrefix("Foundation") } || closure.targets.contains { $0.imports("Foundation") }
    }

    /// Makes a folder with the libraries of C++ interoperability, which the toolchain has only beside those of its shared runtime.
    private func cxxLibraries() throws -> String {
        struct Information: Decodable {
            struct Paths: Decodable { var runtimeLibraryPaths: [String] }
            var paths: Paths
        }
        let folder = "\(URL(fileURLWithPath: options.output).standardizedFileURL.path)/.packages/swift-cxx"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = try swift(["-print-target-info"]).1
        let paths = try JSONDecoder().decode(Information.self, from: Data(text.utf8)).paths.runtimeLibraryPaths
        for name in ["libswiftCxx.a", "libswiftCxxStdlib.a"] {
            guard let path = paths.map({ "\($0)/\(name)" }).first(where: files.fileExists) else { continue }
            try? files.removeItem(atPath: "\(folder)/\(name)")
            try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: path)
        }
        return folder
    }

    private func writePackage(_ manifest: BuildManifest, _ graph: PackageGraph) throws {
        try PackageOverlay.write(manifest.text, to: "\(options.output)/Package.swift")
        let exports = "\(prefix.uppercased())_0 {\n    global: \(prefix)_*;\n    local: *;\n};\n"
        try PackageOverlay.write(exports, to: "\(options.output)/\(prefix).map")
        // The versions of dependencies that the package has chosen.
        let versions = "\(options.output)/Package.resolved"
        if let root = graph.root, !FileManager.default.fileExists(atPath: versions) {
            try? FileManager.default.copyItem(atPath: "\(root.path)/Package.resolved", toPath: versions)
        }
    }

    /// Compiles the Swift code into the shared library.
    private func compileThunks(_ manifest: BuildManifest) throws {
        let (status, text) = try swift(buildArguments + ["--product", manifest.product])
        guard status != 0 else { return }
        let lines = text.split(separator: "\n")
        let errors = lines.filter { $0.contains("error:") }.prefix(20).joined(separator: "\n")
        throw Failure(
            description: "the bindings do not compile:\n\(errors.isEmpty ? String(text.suffix(2000)) : errors)",
            diagnostics: diagnostics(text)
        )
    }

    private var buildArguments: [String] {
        ["build", "--package-path", options.output, "-c", options.isRelease ? "release" : "debug"]
    }

    /// Copies the library to `OUTPUT/lib`, where it finds the shared libraries of dependencies, and their resources.
    private func copyProducts(_ manifest: BuildManifest, _ closure: PackageGraph.Closure) throws {
        let files = FileManager.default
        let made = "\(options.output)/.build/\(options.isRelease ? "release" : "debug")"
        let wanted = "\(options.output)/lib"
        try files.createDirectory(atPath: wanted, withIntermediateDirectories: true)
        var names = [("lib\(manifest.product).so", "lib\(prefix).so")]
        names += closure.dynamicProducts.map { ("lib\($0).so", "lib\($0).so") }
        names += try files.contentsOfDirectory(atPath: made).filter { $0.hasSuffix(".resources") }.map { ($0, $0) }
        for (name, copy) in names where files.fileExists(atPath: "\(made)/\(name)") {
            try? files.removeItem(atPath: "\(wanted)/\(copy)")
            try files.copyItem(atPath: "\(made)/\(name)", toPath: "\(wanted)/\(copy)")
        }
    }

    /// The errors in generated files that a compiler reports.
    private func diagnostics(_ text: String) -> [Diagnostic] {
        let output = URL(fileURLWithPath: options.output)
        let folders = Set([options.output, output.standardizedFileURL.path, output.resolvingSymlinksInPath().path])
        return text.split(separator: "\n").flatMap { line in folders.compactMap { Diagnostic(line, output: $0) } }
    }

    /// A compiler of this computer that has the headers of the C++ library: that of the Swift toolchain, or the system's; nil
    /// without one.
    private func compiler() throws -> String? {
        try ["clang", "cc"].first {
            try run([$0, "-x", "c++", "-std=c++20", "-fsyntax-only", "-include", "string", "/dev/null"]).0 == 0
        }
    }

    /// Compiles the headers, as a program that includes them does.
    private func compileHeaders(_ compiler: String) throws {
        var headers = [("c", "c99", "\(prefix).h")]
        if options.languages.contains(.cpp) { headers += [("c++", "c++17", "\(prefix).hpp"), ("c++", "c++20", "\(prefix).hpp")] }
        for (language, dialect, name) in headers {
            let include = "\(options.output)/include"
            let (status, text) = try run([
                compiler, "-x", language, "-std=\(dialect)", "-Wall", "-Wextra", "-fsyntax-only", "-I", include,
                "\(include)/\(prefix)/\(name)",
            ])
            guard status == 0 else {
                let errors = text.split(separator: "\n").filter { $0.contains("error:") }.prefix(20).joined(separator: "\n")
                throw Failure(
                    description:
                        "\(name) does not compile as \(dialect):\n\(errors.isEmpty ? String(text.suffix(2000)) : errors)",
                    diagnostics: diagnostics(text)
                )
            }
        }
    }

    /// Compiles the definitions of the C++ functions into a static library, `OUTPUT/lib/libPREFIX_cpp.a`.
    private func compileDefinitions(_ compiler: String) throws {
        let library = "\(options.output)/lib/lib\(prefix)_cpp"
        let compilation = try run([
            compiler, "-x", "c++", "-std=c++17", options.isRelease ? "-Os" : "-O0", "-g0", "-fPIC", "-ffunction-sections",
            "-fdata-sections", "-I", "\(options.output)/include", "-include", "\(prefix)/\(prefix)_definitions.hpp", "-c",
            "/dev/null",
            "-o", "\(library).o",
        ])
        guard compilation.0 == 0 else {
            throw Failure(
                description: "\(prefix)_definitions.hpp does not compile:\n\(compilation.1.suffix(2000))",
                diagnostics: diagnostics(compilation.1)
            )
        }
        try? FileManager.default.removeItem(atPath: "\(library).a")
        var archive = try run(["ar", "rcs", "\(library).a", "\(library).o"])
        if archive.0 != 0 { archive = try run(["llvm-ar", "rcs", "\(library).a", "\(library).o"]) }
        guard archive.0 == 0 else { throw Failure(description: "\(library).a: \(archive.1.suffix(2000))") }
        try FileManager.default.removeItem(atPath: "\(library).o")
    }

    /// Compiles the extension of the Python package, beside a copy of the library. `PYTHON` names another program than `python3`.
    private func compilePython() throws {
        let folder = options.python ?? "\(options.output)/python"
        let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
        guard try run([python, "-c", "import setuptools"]).0 == 0 else {
            return printMessage("\(python) has no setuptools: the Python package was not compiled.")
        }
        let script = "cd \"$0\" && exec \"$1\" setup.py -q build_ext --inplace --build-temp build"
        let (status, text) = try run(["sh", "-c", script, folder, python])
        guard status == 0 else { throw Failure(description: "the Python package does not compile:\n\(text.suffix(2000))") }
    }

    private func swift(_ arguments: [String]) throws -> (Int32, String) { try run(["swift"] + arguments) }

    private func run(_ arguments: [String]) throws -> (Int32, String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
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
