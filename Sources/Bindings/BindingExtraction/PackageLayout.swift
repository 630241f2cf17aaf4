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
    }

    /// Builds the modules.
    func build(_ modules: [String]) throws(ExtractionError) -> LocatedModules {
        let swift = targets.filter { $0.module_type == "SwiftTarget" }
        let missing = modules.filter { name in !swift.contains { $0.c99name == name } }
        guard missing.isEmpty else {
            throw ExtractionError(
                missing.map { .moduleNotFound($0, in: "in the package", available: swift.map(\.c99name)) }
            )
        }
        for module in modules {
            guard let target = swift.first(where: { $0.c99name == module }) else { continue }
            let result = try Subprocess(toolchain.swift, buildArguments + ["--target", target.name]).run()
            guard result.status == 0 else { throw ExtractionError(compilerProblems(result.message, module)) }
        }
        let products = try productsDirectory()
        return LocatedModules(
            importPaths: [products + "/Modules"] + request.importPaths,
            compilerArguments: moduleMaps(products: products).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
                + request.compilerArguments,
            root: path
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

    /// The module maps of system libraries, from the sources, and of C targets, from the build.
    private func moduleMaps(products: String) -> [String] {
        let files = FileManager.default
        let written = targets.filter { $0.module_type != "SwiftTarget" }.flatMap {
            ["\(path)/\($0.path)/module.modulemap", "\(path)/\($0.path)/include/module.modulemap"]
        }
        let made = ((try? files.contentsOfDirectory(atPath: products)) ?? []).filter { $0.hasSuffix(".build") }.sorted()
            .map { "\(products)/\($0)/module.modulemap" }
        return (written + made).filter { files.fileExists(atPath: $0) }
    }
}
