import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

extension LibraryBuild {
    /// Builds the library, copies it to `OUTPUT/lib` with what it loads, and loads it as programs do.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - files: The generated files.
    /// - Returns: the library's path, and the languages whose programs load it.
    /// - Throws: ``Failure`` with the errors in generated files if they do not compile, `Loading.Failure` if the library cannot be
    ///   loaded.
    func build(_ library: Library, _ files: [Generator.File]) throws -> (path: String, loaded: [String]) {
        let (manifest, _, closure) = try plan(library.modules + library.imports)
        try writePackage(manifest)
        let compiler = try Self.compiler()
        if compiler == nil { printMessage("No C++ compiler was found: neither the headers nor the library were tried.") }
        try FileManager.default.createDirectory(atPath: "\(output)/lib", withIntermediateDirectories: true)
        try compile(manifest, compiler)
        try copyProducts(manifest, closure)
        var loaded: [String] = []
        if let compiler {
            let loading = Loading(folder: "\(output)/.packages")
            try loading.load("\(options.output)/lib/lib\(prefix).so", compiler: compiler)
            loaded.append("C")
        }
        if let package = Self.pythonPackage(files), try compilePython(package) { loaded.append("Python") }
        return ("\(options.output)/lib/lib\(prefix).so", loaded)
    }

    /// Compiles the Swift code into the shared library and, at the same time, the definitions of the C++ functions into a static
    /// library, `OUTPUT/lib/libPREFIX_cpp.a`.
    private func compile(_ manifest: BuildManifest, _ compiler: String?) throws {
        let definitions = options.languages.contains(.cpp) ? compiler.map { compileDefinitions($0) } : nil
        let commands = [swiftBuild(["--product", manifest.product])] + (definitions.map { [$0] } ?? [])
        let results = try ToolRun.run(commands)
        let failed = zip(results, ["the bindings", "\(prefix)_definitions.hpp"]).filter { !$0.0.isSuccess }
        guard failed.isEmpty else {
            throw Failure(
                description: failed.map { "\($0.1) cannot be compiled:\n\($0.0.reason)" }.joined(separator: "\n"),
                diagnostics: failed.flatMap { diagnostics($0.0.text) }
            )
        }
        if definitions != nil { try archiveDefinitions() }
    }

    private var definitions: String { "\(output)/lib/lib\(prefix)_cpp" }

    private func compileDefinitions(_ compiler: String) -> ToolRun {
        ToolRun([
            compiler, "-x", "c++", "-std=c++17", options.isRelease ? "-Os" : "-O0", "-g0", "-fPIC", "-ffunction-sections",
            "-fdata-sections", "-I", "\(output)/include", "-include", "\(prefix)/\(prefix)_definitions.hpp", "-c", "/dev/null",
            "-o", "\(definitions).o",
        ])
    }

    private func archiveDefinitions() throws {
        try? FileManager.default.removeItem(atPath: "\(definitions).a")
        var archive = try ToolRun(["ar", "rcs", "\(definitions).a", "\(definitions).o"]).run()
        if !archive.isSuccess { archive = try ToolRun(["llvm-ar", "rcs", "\(definitions).a", "\(definitions).o"]).run() }
        guard archive.isSuccess else { throw Failure(description: "\(definitions).a: \(archive.end)") }
        try FileManager.default.removeItem(atPath: "\(definitions).o")
    }

    /// Copies the library to `OUTPUT/lib`, where it finds the shared libraries of dependencies, and their resources.
    private func copyProducts(_ manifest: BuildManifest, _ closure: PackageGraph.Closure) throws {
        let files = FileManager.default
        var names = [("lib\(manifest.product).so", "lib\(prefix).so")]
        names += closure.dynamicProducts.map { ("lib\($0).so", "lib\($0).so") }
        names += try files.contentsOfDirectory(atPath: products).filter { $0.hasSuffix(".resources") }.map { ($0, $0) }
        for (name, copy) in names where files.fileExists(atPath: "\(products)/\(name)") {
            try? files.removeItem(atPath: "\(output)/lib/\(copy)")
            try files.copyItem(atPath: "\(products)/\(name)", toPath: "\(output)/lib/\(copy)")
        }
    }

    /// The name of the Python package, which is not that of a module of Python's own library; nil if none is generated.
    static func pythonPackage(_ files: [Generator.File]) -> String? {
        let paths = files.lazy.map { $0.path.split(separator: "/") }
        return paths.first { $0.count == 3 && $0[0] == "python" && $0[2] == "__init__.py" }.map { String($0[1]) }
    }

    /// Compiles the extension of the Python package, beside a copy of the library, and imports the package. `PYTHON` names another
    /// program than `python3`.
    ///
    /// - Returns: whether the interpreter has what is needed to compile extensions.
    private func compilePython(_ package: String) throws -> Bool {
        let folder = options.python ?? "\(options.output)/python"
        let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
        guard try ToolRun([python, "-c", "import setuptools"]).run().isSuccess else {
            printMessage("\(python) has no setuptools: the Python package was not compiled.")
            return false
        }
        let script = "cd \"$0\" && exec \"$1\" setup.py -q build_ext --inplace --build-temp build"
        let result = try ToolRun(["sh", "-c", script, folder, python]).run()
        guard result.isSuccess else { throw Failure(description: "the Python package does not compile:\n\(result.end)") }
        try Loading(folder: "\(output)/.packages").load(package: package, in: folder, python: python)
        return true
    }
}
