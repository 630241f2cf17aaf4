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
    private var target: String { prefix.prefix(1).uppercased() + prefix.dropFirst() + "C" }
    private var usesFoundation: Bool { library.imports.contains { $0.hasPrefix("Foundation") } }

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

    /// Builds the library, and copies it to `OUTPUT/lib`. Returns its path.
    func run() throws -> String {
        guard options.headers == nil, options.thunks == nil else {
            throw Failure(description: "--build needs everything in one place: leave out --headers and --thunks")
        }
        guard let packagePath = options.packagePath else {
            throw Failure(description: "--build needs the module's package: --package-path names it")
        }
        let runtime = try runtimePath()
        let folder = URL(fileURLWithPath: options.output).standardizedFileURL.lastPathComponent.lowercased()
        for path in [packagePath, runtime]
        where URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent.lowercased() == folder {
            throw Failure(
                description:
                    "--output \(options.output) has the name of the package \(path), which SwiftPM cannot distinguish from it: choose another"
            )
        }
        let package = URL(fileURLWithPath: packagePath).standardizedFileURL.path
        let products = try self.products(package)
        try Data(manifest(package: package, products: products, runtime: runtime).utf8).write(
            to: URL(fileURLWithPath: "\(options.output)/Package.swift")
        )
        try Data("\(prefix.uppercased())_0 {\n    global: \(prefix)_*;\n    local: *;\n};\n".utf8).write(
            to: URL(fileURLWithPath: "\(options.output)/\(prefix).map")
        )
        let configuration = options.isRelease ? "release" : "debug"
        try compileThunks(configuration)
        let compiler = try compiler()
        if let compiler {
            try compileHeaders(compiler)
        } else {
            printMessage("No C++ compiler was found: the headers were not compiled.")
        }
        let made = "\(options.output)/.build/\(configuration)/lib\(prefix).so"
        let wanted = "\(options.output)/lib/lib\(prefix).so"
        try FileManager.default.createDirectory(atPath: "\(options.output)/lib", withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: wanted)
        try FileManager.default.copyItem(atPath: made, toPath: wanted)
        if let compiler, options.languages.contains(.cpp) { try compileDefinitions(compiler) }
        return wanted
    }

    /// Compiles the Swift code into the shared library.
    private func compileThunks(_ configuration: String) throws {
        let (status, text) = try swift(["build", "--package-path", options.output, "--product", prefix, "-c", configuration])
        guard status != 0 else { return }
        let lines = text.split(separator: "\n")
        let errors = lines.filter { $0.contains("error:") }.prefix(20).joined(separator: "\n")
        throw Failure(
            description: "the bindings do not compile:\n\(errors.isEmpty ? String(text.suffix(2000)) : errors)",
            diagnostics: diagnostics(text)
        )
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

    /// The library products that contain the modules.
    private func products(_ package: String) throws -> [String] {
        let (status, text) = try swift(["package", "--package-path", package, "describe", "--type", "json"])
        struct Description: Decodable {
            struct Product: Decodable {
                var name: String
                var targets: [String]
            }
            var products: [Product]
        }
        guard status == 0, let start = text.firstIndex(of: "{"),
            let description = try? JSONDecoder().decode(Description.self, from: Data(text[start...].utf8))
        else { throw Failure(description: "\(package) cannot be described: \(text.suffix(400))") }
        var products: [String] = []
        for module in library.modules + library.imports
        where !["Foundation", "FoundationEssentials", "BindingRuntime", "HotShoeSupport"].contains(module) {
            guard let product = description.products.first(where: { $0.targets.contains(module) }) else {
                throw Failure(
                    description:
                        "\(module) is in no library product of \(package): add .library(name: \"\(module)\", targets: [\"\(module)\"]) to its products"
                )
            }
            if !products.contains(product.name) { products.append(product.name) }
        }
        return products
    }

    /// The linker flags that include the Swift runtime in the library. Not for libraries with Foundation, which cannot be
    /// linked statically into a shared library (observed with Swift 6.3.1).
    private var runtimeFlags: String {
        usesFoundation
            ? ""
            : "\"-static-stdlib\", \"-use-ld=lld\", \"-Xlinker\", \"--gc-sections\", "
                + (options.isRelease ? "\"-Xlinker\", \"-s\", " : "")
    }

    private func manifest(package: String, products: [String], runtime: String) -> String {
        func identity(_ path: String) -> String { (path as NSString).lastPathComponent.lowercased() }
        let isOne = package == runtime
        let dependencies = [package] + (isOne ? [] : [runtime])
        var targets = products.map { ".product(name: \"\($0)\", package: \"\(identity(package))\")" }
        targets.append(".product(name: \"BindingRuntime\", package: \"\(identity(runtime))\")")
        return """
            // swift-tools-version: 6.3
            // Generated by hotshoe-bindgen; do not edit.
            import PackageDescription

            let package = Package(
                name: "\(prefix)",
                products: [.library(name: "\(prefix)", type: .dynamic, targets: ["\(target)"])],
                dependencies: [\(dependencies.map { ".package(path: \"\($0)\")" }.joined(separator: ", "))],
                targets: [
                    .systemLibrary(name: "C\(prefix.prefix(1).uppercased() + prefix.dropFirst())Header", path: "include/\(prefix)"),
                    .target(
                        name: "\(target)",
                        dependencies: ["C\(prefix.prefix(1).uppercased() + prefix.dropFirst())Header", \(targets.joined(separator: ", "))],
                        path: "swift",
                        swiftSettings: [
                            .swiftLanguageMode(.v5), .enableExperimentalFeature("Lifetimes"),
                            .unsafeFlags(["-strict-concurrency=minimal"]),
                        ],
                        linkerSettings: [
                            .unsafeFlags([
                                \(runtimeFlags)"-Xlinker", "--version-script=\\(Context.packageDirectory)/\(prefix).map", "-Xlinker", "-z", "-Xlinker", "nodelete",
                            ])
                        ]
                    ),
                ]
            )

            """
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
