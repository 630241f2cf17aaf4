import BindingExtraction
import BindingModel
import Foundation

/// The fixture, compiled and extracted once for all tests.
enum Kitchen {
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("BindingFixtures")

    static let both = Result { try extract(modules: ["Kitchen", "Pantry"], supporting: []) }
    static let alone = Result { try extract(modules: ["Kitchen"], supporting: ["Pantry"]) }

    static let modules = Result { () throws -> URL in
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "kitchen-\(ProcessInfo.processInfo.processIdentifier)"
        )
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for module in ["Pantry", "Kitchen"] {
            let sources = fixtures.appendingPathComponent("Sources/\(module)")
            let files = try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted()
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments =
                [
                    "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", module, "-I",
                    directory.path,
                ]
                + ["-enable-experimental-feature", "Lifetimes", "-emit-module-path", "\(directory.path)/\(module).swiftmodule"]
                + files.map { sources.appendingPathComponent($0).path }
            try process.run()
            process.waitUntilExit()
        }
        return directory
    }

    static func extract(modules names: [String], supporting: [String]) throws -> Library {
        try Extractor(
            ExtractionRequest(
                libraryName: "kitchen",
                modules: names,
                supportModules: supporting,
                importPaths: [try modules.get().path]
            )
        ).extract()
    }
}
