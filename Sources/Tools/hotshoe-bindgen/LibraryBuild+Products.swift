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
        let package = try Self.pythonPackage(files).flatMap { try python(package: $0) }
        try compile(manifest, compiler, package)
        try copyProducts(manifest, closure)
        var loaded: [String] = []
        if let compiler {
            let loading = Loading(folder: "\(output)/.packages")
            try loading.load("\(options.output)/lib/lib\(prefix).so", compiler: compiler)
            loaded.append("C")
        }
        if let package {
            try package.finish()
            try Loading(folder: "\(output)/.packages").load(package: package.name, in: package.folder, python: package.python)
            loaded.append("Python")
        }
        return ("\(options.output)/lib/lib\(prefix).so", loaded)
    }

    /// Compiles the Swift code into the shared library and, at the same time, the definitions of the C++ functions into a static
    /// library, `OUTPUT/lib/libPREFIX_cpp.a`, and the extension of the Python package.
    private func compile(_ manifest: BuildManifest, _ compiler: String?, _ package: PythonBuild?) throws {
        let definitions = options.languages.contains(.cpp) ? compiler.map { compileDefinitions($0) } : nil
        var commands = [("the bindings", swiftBuild(["--product", manifest.product]))]
        if let definitions { commands.append(("\(prefix)_definitions.hpp", definitions)) }
        if let package { commands.append(("the Python package", try package.compilation())) }
        let results = try ToolRun.run(commands.map(\.1))
        let failed = zip(results, commands).filter { !$0.0.isSuccess }.map { (result: $0.0, name: $0.1.0) }
        guard failed.isEmpty else {
            throw Failure(
                description: failed.map { "\($0.name) cannot be compiled:\n\($0.result.reason)" }.joined(separator: "\n"),
                diagnostics: failed.flatMap { diagnostics($0.result.text) }
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

    /// The build of the Python package. `PYTHON` names another program than `python3`.
    ///
    /// - Returns: nil, with a message, if the interpreter does not have what is needed to compile extensions.
    private func python(package: String) throws -> PythonBuild? {
        let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
        guard try ToolRun([python, "-c", "import setuptools"]).run().isSuccess else {
            printMessage("\(python) has no setuptools: the Python package was not compiled.")
            return nil
        }
        return PythonBuild(
            name: package,
            folder: options.python ?? "\(options.output)/python",
            python: python,
            prefix: prefix,
            output: output
        )
    }
}
