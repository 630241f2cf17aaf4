import BindingModel
import Foundation

/// A SwiftPM package: its targets, and how to build them.
struct PackageLayout {
    private struct Description: Decodable {
        struct Target: Decodable {
            var name: String
            var c99name: String
            var module_type: String
            var path: String
        }

        var targets: [Target]
    }

    private let path: String
    private let request: ExtractionRequest
    private let toolchain: Toolchain
    private let targets: [Description.Target]
    private let graph: PackageGraph

    init(at path: String, request: ExtractionRequest, toolchain: Toolchain) throws(ExtractionError) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        self.request = request
        self.toolchain = toolchain
        guard FileManager.default.fileExists(atPath: self.path + "/Package.swift") else {
            throw ExtractionError(.notAPackage, "\(path) is not a package: it has no Package.swift")
        }
        var arguments = ["package", "--package-path", self.path]
        if let scratch = request.scratchPath { arguments += ["--scratch-path", scratch] }
        let result = try Subprocess(toolchain.swift, arguments + ["describe", "--type", "json"])
            .succeed(.notAPackage, "the package at \(path) cannot be read")
        guard let description = try? JSONDecoder().decode(Description.self, from: result.output) else {
            throw ExtractionError(.unknownFormat, "`swift package describe` printed something unknown about \(path)")
        }
        targets = description.targets
        graph = try PackageGraph(at: self.path, scratchPath: request.scratchPath, toolchainPath: toolchain.directory)
    }

    /// The Swift modules: those of the package, and those that it depends on.
    private var swiftModules: [String: String] {
        var names: [String: String] = [:]
        for package in graph.packages.dropFirst() { for target in package.targets { names[target.module] = target.name } }
        for target in targets where target.module_type == "SwiftTarget" { names[target.c99name] = target.name }
        return names
    }

    /// Builds the modules, unless they are built already.
    func build(_ modules: [String]) throws(ExtractionError) -> LocatedModules {
        let swift = swiftModules
        let missing = modules.filter { swift[$0] == nil }
        guard missing.isEmpty else {
            let own = targets.filter { $0.module_type == "SwiftTarget" }.map(\.c99name)
            throw ExtractionError(missing.map { .moduleNotFound($0, in: "in the package", available: own) })
        }
        for module in modules where request.build == nil {
            guard let target = swift[module] else { continue }
            let result = try Subprocess(toolchain.swift, buildArguments + ["--target", target]).run()
            guard result.status == 0 else { throw ExtractionError(compilerProblems(result.message, module)) }
        }
        let products: String
        if let build = request.build { products = build.products } else { products = try productsDirectory() }
        return LocatedModules(
            importPaths: [products + "/Modules"] + request.importPaths,
            compilerArguments: cArguments(modules, products: products).flatMap { ["-Xcc", $0] } + request.compilerArguments,
            root: request.build?.package ?? path,
            cxxModules: Set(modules.filter { graph.closure(of: [$0]).usesCxx })
        )
    }

    /// Returns a problem for each error in the compiler's output that has a location: `/a/b.swift:3:5: error: …`.
    private func compilerProblems(_ message: String, _ module: String) -> [ExtractionError.Problem] {
        var problems: [ExtractionError.Problem] = []
        for line in message.split(separator: "\n") {
            guard let mark = line.firstRange(of: ": error: ") else { continue }
            let place = line[..<mark.lowerBound].split(separator: ":")
            guard place.count == 3, let number = Int(place[1]) else { continue }
            let file = place[0].hasPrefix(path + "/") ? String(place[0].dropFirst(path.count + 1)) : String(place[0])
            let problem = ExtractionError.Problem(
                .doesNotCompile,
                "module \(module) does not compile: \(line[mark.upperBound...])",
                location: SourceLocation(file: file, line: number)
            )
            if !problems.contains(problem) { problems.append(problem) }
        }
        return problems.isEmpty ? [.init(.doesNotCompile, "module \(module) does not compile:\n\(message)")] : problems
    }

    private var buildArguments: [String] {
        ["build", "--package-path", path, "-c", request.buildConfiguration.rawValue]
            + (request.scratchPath.map { ["--scratch-path", $0] } ?? [])
    }

    private func productsDirectory() throws(ExtractionError) -> String {
        let result = try Subprocess(toolchain.swift, buildArguments + ["--show-bin-path"]).succeed(.toolFailed)
        return String(decoding: result.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The module maps of system libraries and of C targets, from the sources or from the build, and the directories of their
    /// headers.
    private func cArguments(_ modules: [String], products: String) -> [String] {
        let files = FileManager.default
        let own = targets.filter { $0.module_type != "SwiftTarget" }.map { "\(path)/\($0.path)" }
        let needed = graph.closure(of: modules).targets
        let headers = needed.map(\.headers).filter { files.fileExists(atPath: $0) }
        var written: [String] = []
        for directory in own.flatMap({ [$0, "\($0)/include"] }) + needed.map(\.directory) + needed.map(\.headers) {
            let map = "\(directory)/module.modulemap"
            if files.fileExists(atPath: map), !written.contains(map) { written.append(map) }
        }
        let made = ((try? files.contentsOfDirectory(atPath: products)) ?? []).filter { $0.hasSuffix(".build") }.sorted()
            .map { "\(products)/\($0)/module.modulemap" }.filter { files.fileExists(atPath: $0) }
        return (written + made).map { "-fmodule-map-file=\($0)" } + headers.map { "-I\($0)" }
    }
}
