import BindingExtraction
import BindingModel
import Foundation
import Synchronization
import Testing

/// A module that the test compiles, and its extraction.
struct CompiledModule {
    private static let count = Mutex(0)

    let name: String
    let directory: URL

    init(_ source: String) throws {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        name = "Sample\(number)"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("sample-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent("Sample.swift")
        try Data(source.replacing("MODULE", with: name).utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = directory
        process.arguments =
            ["swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", name]
            + ["-enable-experimental-feature", "Lifetimes", "-emit-module-path", name + ".swiftmodule", file.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "the sample does not compile")
    }

    func extract(specializations: [String] = []) throws -> Library {
        defer { try? FileManager.default.removeItem(at: directory) }
        return try Extractor(
            ExtractionRequest(
                libraryName: "sample",
                modules: [name],
                importPaths: [directory.path],
                specializations: specializations
            )
        ).extract()
    }
}

func extract(_ source: String, specializations: [String] = []) throws -> Library {
    let library = try CompiledModule(source).extract(specializations: specializations)
    expectFullAccount(library)
    return library
}

/// Expects that every declaration is generated, or left out for a known reason.
func expectFullAccount(_ library: Library, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let undecided = library.omissions.filter { $0.reason.contains("not reached") }
    #expect(undecided.isEmpty, sourceLocation: sourceLocation)
    #expect(Set(library.omissions.map(\.usr)).count == library.omissions.count, sourceLocation: sourceLocation)
    let generated = library.generatedUSRs
    #expect(generated.isDisjoint(with: library.omissions.map(\.usr)), sourceLocation: sourceLocation)
    #expect(library.omissions.count <= library.declarationCount, sourceLocation: sourceLocation)
}

extension Library {
    func type(_ path: String) throws -> TypeDeclaration {
        try #require(types.first { $0.path.joined(separator: ".") == path }, "there is no type \(path)")
    }

    func function(_ name: String) throws -> Function {
        try #require(functions.first { $0.name == name }, "there is no function \(name)")
    }

    func reason(_ path: String) -> String? { omissions.first { $0.path == path }?.reason }

    /// The USRs of all declarations with a place in the model.
    var generatedUSRs: Set<String> {
        var found = Set(functions.map(\.usr) + properties.map(\.usr))
        for type in types {
            found.insert(type.identifier.usr)
            found.formUnion(type.functions.map(\.usr) + type.properties.map(\.usr))
        }
        for foreign in extensions { found.formUnion(foreign.functions.map(\.usr) + foreign.properties.map(\.usr)) }
        return found
    }
}

extension TypeDeclaration {
    func function(_ name: String) throws -> Function {
        try #require(functions.first { $0.name == name }, "\(path) has no function \(name)")
    }

    func property(_ name: String) throws -> PropertyDeclaration {
        try #require(properties.first { $0.name == name }, "\(path) has no property \(name)")
    }

    var fields: [Field]? { if case .record(let fields) = kind { fields } else { nil } }
    var object: ObjectType? { if case .object(let object) = kind { object } else { nil } }
    var interface: InterfaceType? { if case .interface(let interface) = kind { interface } else { nil } }

    var cases: [String]? {
        switch kind {
        case .enumeration(let cases): cases.map(\.name)
        case .variant(let cases, _): cases.map(\.name)
        default: nil
        }
    }
}
