import Foundation

/// The paths and arguments with which the compiler finds the modules.
struct LocatedModules: Sendable {
    var importPaths: [String]
    var compilerArguments: [String]
    /// The directory to which file names are relative.
    var root: String?
    /// The modules that are compiled with C++ interoperability, or import such modules.
    var cxxModules: Set<String> = []
}

/// Finds modules: in a package, which it builds, or on the import paths.
struct ModuleLocator {
    let request: ExtractionRequest
    let toolchain: Toolchain

    func locate() throws(ExtractionError) -> LocatedModules {
        guard let path = request.packagePath else { return try locatePrebuilt() }
        let layout = try PackageLayout(at: path, request: request, toolchain: toolchain)
        return try layout.build(request.modules + request.supportModules)
    }

    private func locatePrebuilt() throws(ExtractionError) -> LocatedModules {
        let found = request.importPaths.flatMap { path in
            ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
                .filter { $0.hasSuffix(".swiftmodule") }
                .map { String($0.dropLast(".swiftmodule".count)) }
        }
        let missing = (request.modules + request.supportModules).filter { !found.contains($0) }
        guard missing.isEmpty else {
            throw ExtractionError(missing.map { .moduleNotFound($0, in: "on the import paths", available: found) })
        }
        return LocatedModules(importPaths: request.importPaths, compilerArguments: request.compilerArguments, root: nil)
    }
}

extension ExtractionError.Problem {
    static func moduleNotFound(_ name: String, in place: String, available: [String]) -> Self {
        let others = available.isEmpty ? "there are none" : "there are \(Set(available).sorted().joined(separator: ", "))"
        return Self(.moduleNotFound, "there is no module `\(name)` \(place); \(others)")
    }
}
