import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

@Suite struct DiagnosticsTests {
    private func problems(_ request: ExtractionRequest) -> [ExtractionError.Problem] {
        do throws(ExtractionError) {
            _ = try Extractor(request).extract()
            return []
        } catch {
            return error.problems
        }
    }

    private func package(_ source: String) throws -> String {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("package-\(UUID())")
        let sources = directory.appendingPathComponent("Sources/Small")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "Small", targets: [.target(name: "Small")])
            """
        try Data(manifest.utf8).write(to: directory.appendingPathComponent("Package.swift"))
        try Data(source.utf8).write(to: sources.appendingPathComponent("Small.swift"))
        return directory.path
    }

    @Test("A module without public declarations is a problem") func nothingPublic() throws {
        let module = try CompiledModule("struct Hidden {}")
        #expect(throws: ExtractionError.self) { try module.extract() }
    }

    @Test("A module that is not there is named, with those that are") func unknownModule() throws {
        let module = try CompiledModule("public struct Here {}")
        let found = problems(
            ExtractionRequest(libraryName: "x", modules: ["Nowhere", "Neither"], importPaths: [module.directory.path])
        )
        #expect(found.map(\.code) == [.moduleNotFound, .moduleNotFound])
        #expect(found[0].reason.contains("Nowhere") && found[0].reason.contains(module.name))
    }

    @Test("A directory without a manifest is not a package") func notAPackage() {
        let found = problems(ExtractionRequest(libraryName: "x", modules: ["A"], packagePath: "/tmp"))
        #expect(found.map(\.code) == [.notAPackage])
    }

    @Test("Every tool that is missing is named") func missingTool() {
        let found = problems(ExtractionRequest(libraryName: "x", modules: ["A"], toolchainPath: "/nowhere"))
        #expect(found.map(\.code) == [.toolMissing, .toolMissing, .toolMissing])
        #expect(found[1].reason.contains("swift-symbolgraph-extract"))
    }

    @Test("A package is described, built and extracted; its files are named from its root") func packages() throws {
        let path = try package("/// Small.\npublic struct Small { public init() {} }")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let missing = problems(ExtractionRequest(libraryName: "x", modules: ["Large"], packagePath: path))
        #expect(missing.map(\.code) == [.moduleNotFound])
        #expect(missing[0].reason.contains("Small"))
        let library = try Extractor(ExtractionRequest(libraryName: "x", modules: ["Small"], packagePath: path)).extract()
        #expect(library.types.map(\.notes.location?.description) == ["Sources/Small/Small.swift:2"])
    }

    @Test("A package that does not compile is reported with the compiler's message") func broken() throws {
        let path = try package("public func broken() -> Int { \"text\" }")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let found = problems(ExtractionRequest(libraryName: "x", modules: ["Small"], packagePath: path))
        #expect(found.map(\.code) == [.doesNotCompile])
        #expect(found[0].reason.contains("cannot convert return expression"))
        #expect(found[0].location?.description == "Sources/Small/Small.swift:1")
    }

    @Test("Another version of a format is refused") func formats() {
        let graph =
            #"{"metadata":{"formatVersion":{"major":0,"minor":7,"patch":0}},"module":{"name":"A"},"symbols":[],"relationships":[]}"#
        for text in [graph, graph.replacing("\"relationships\":[]", with: "\"other\":1"), "{}", "not JSON"] {
            #expect(throws: ExtractionError.self) { try SymbolGraph(Data(text.utf8), name: "A.symbols.json") }
        }
        for version in [7, 9] {
            let dump = #"{"ABIRoot":{"kind":"Root","name":"A","printedName":"A","json_format_version":\#(version)}}"#
            #expect(throws: ExtractionError.self) { try InterfaceDump(Data(dump.utf8)) }
        }
        let known = #"{"ABIRoot":{"kind":"Root","name":"A","printedName":"A","json_format_version":8}}"#
        #expect(throws: Never.self) { try InterfaceDump(Data(known.utf8)) }
    }
}
