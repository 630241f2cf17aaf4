import Foundation
import Synchronization

/// The toolchain's programs, and their target machine.
struct Toolchain: Sendable {
    let directory: String
    let triple: String

    var swift: String { directory + "/swift" }
    private var symbolGraphExtractor: String { directory + "/swift-symbolgraph-extract" }
    private var digester: String { directory + "/swift-api-digester" }

    /// Finds the programs in a directory, or next to the `swift` on the `PATH`.
    static func locate(at path: String?) throws(ExtractionError) -> Toolchain {
        guard let directory = path ?? directoryInUse() else {
            throw ExtractionError(.toolMissing, "there is no `swift` on the PATH: install a Swift toolchain")
        }
        let missing = ["swift", "swift-symbolgraph-extract", "swift-api-digester"].filter {
            !FileManager.default.isExecutableFile(atPath: directory + "/" + $0)
        }
        guard missing.isEmpty else {
            throw ExtractionError(
                missing.map { .init(.toolMissing, "`\($0)` is not in \(directory): a complete Swift toolchain is needed") }
            )
        }
        return Toolchain(directory: directory, triple: try targetTriple(of: directory + "/swift"))
    }

    private static func directoryInUse() -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { String($0) + "/swift" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent().path }
    }

    private static func targetTriple(of swift: String) throws(ExtractionError) -> String {
        struct Information: Decodable {
            struct Target: Decodable { var unversionedTriple: String }
            var target: Target
        }
        let result = try Subprocess(swift, ["-print-target-info"]).run()
        guard let information = try? JSONDecoder().decode(Information.self, from: result.output) else {
            throw ExtractionError(.toolFailed, "`\(swift) -print-target-info` printed something unknown: \(result.message)")
        }
        return information.target.unversionedTriple
    }

    /// Runs both tools for each module in parallel, and returns their output in the order of the names.
    func dump(_ names: [String], in modules: LocatedModules) throws(ExtractionError) -> [ModuleDump] {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("binding-extraction-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let results = Mutex(names.map { ModuleDump(name: $0) })
        let problems = Mutex<[Int: [ExtractionError.Problem]]>([:])
        DispatchQueue.concurrentPerform(iterations: names.count * 2) { task in
            let index = task / 2
            do throws(ExtractionError) {
                if task.isMultiple(of: 2) {
                    let graphs = try symbolGraphs(of: names[index], in: modules, to: directory.appendingPathComponent("\(index)"))
                    results.withLock { $0[index].graphs = graphs }
                } else if !modules.cxxModules.contains(names[index]) {
                    // The digester cannot load a module with C++ interoperability (Swift 6.3.1).
                    let interface = try interface(of: names[index], in: modules, to: directory.appendingPathComponent("\(index)"))
                    results.withLock { $0[index].interface = interface }
                }
            } catch {
                problems.withLock { $0[task] = error.problems }
            }
        }
        let found = problems.withLock { $0 }
        guard found.isEmpty else { throw ExtractionError(found.sorted { $0.key < $1.key }.flatMap(\.value)) }
        return results.withLock { $0 }
    }

    private func symbolGraphs(
        of module: String,
        in modules: LocatedModules,
        to directory: URL
    ) throws(ExtractionError) -> [SymbolGraph] {
        let directory = directory.appendingPathComponent("graphs")
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Subprocess(
            symbolGraphExtractor,
            arguments(module: ["-module-name", module], modules)
                + ["-minimum-access-level", "private", "-output-dir", directory.path]
                + (modules.cxxModules.contains(module) ? ["-cxx-interoperability-mode=default"] : [])
        ).succeed(.toolFailed)
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []).sorted()
        var graphs: [SymbolGraph] = []
        for file in files where file.hasSuffix(".symbols.json") {
            graphs.append(try SymbolGraph(contentsOf: directory.appendingPathComponent(file)))
        }
        return graphs
    }

    private func interface(
        of module: String,
        in modules: LocatedModules,
        to directory: URL
    ) throws(ExtractionError) -> InterfaceDump {
        try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent("interface.json")
        try Subprocess(digester, ["-dump-sdk"] + arguments(module: ["-module", module], modules) + ["-o", file.path])
            .succeed(.toolFailed)
        return try InterfaceDump(contentsOf: file)
    }

    private func arguments(module: [String], _ modules: LocatedModules) -> [String] {
        module + ["-target", triple] + modules.importPaths.flatMap { ["-I", $0] } + modules.compilerArguments
    }
}
