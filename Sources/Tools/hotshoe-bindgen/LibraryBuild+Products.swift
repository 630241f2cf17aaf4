import BindingExtraction
import BindingGenerator
import BindingModel
import Foundation

extension LibraryBuild {
    /// Builds the library, copies it to `OUTPUT/lib` with what it loads, and loads it as programs do.
    ///
    /// - Parameter library: The library.
    /// - Returns: the library's path, and the languages whose programs load it.
    /// - Throws: ``Failure`` with the errors in generated files if they do not compile, `LanguageBuilder.Failure` if the library
    ///   cannot be loaded.
    func build(_ library: Library) throws -> (path: String, loaded: [String]) {
        let (manifest, _, closure) = try plan(library.modules + library.imports)
        try writePackage(manifest)
        let compiler = try Self.compiler()
        if compiler == nil { printMessage("No C++ compiler was found: neither the headers nor the library were tried.") }
        try FileManager.default.createDirectory(atPath: "\(output)/lib", withIntermediateDirectories: true)
        let languages = try builders(compiler)
        for language in languages { try language.prepare() }
        try compile(manifest, languages)
        try copyProducts(manifest, closure)
        for language in languages { try language.complete() }
        let loaded = try languages.filter { try $0.load() }.map(\.build.title)
        return ("\(options.output)/lib/lib\(prefix).so", loaded)
    }

    /// The builds of the languages, that of C first.
    private func builders(_ compiler: String?) throws -> [LanguageBuilder] {
        try languages.compactMap { language in
            try LanguageBuilder(language, in: place(of: language, compiler), printMessage: printMessage)
        }
    }

    /// Compiles the Swift code into the shared library, and at the same time the files of the other languages.
    private func compile(_ manifest: BuildManifest, _ languages: [LanguageBuilder]) throws {
        var commands = [(failure: "the bindings cannot be compiled:", run: swiftBuild(["--product", manifest.product]))]
        commands += languages.compactMap(\.build.compilation).map { ($0.failure, ToolRun($0.words)) }
        let results = try ToolRun.run(commands.map(\.run))
        let failed = zip(results, commands).filter { !$0.0.isSuccess }.map { (result: $0.0, failure: $0.1.failure) }
        guard failed.isEmpty else {
            throw Failure(
                description: failed.map { "\($0.failure)\n\($0.result.reason)" }.joined(separator: "\n"),
                diagnostics: failed.flatMap { diagnostics($0.result.text) }
            )
        }
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
}
