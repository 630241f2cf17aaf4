import BindingGenerator
import BindingModel
import Foundation
import Testing

@testable import BindingExtraction
@testable import hotshoe_bindgen

@Suite("hotshoe-bindgen")
struct BindgenTests {
    /// A folder with prebuilt modules, deleted after the test.
    private final class Workshop {
        let path: String
        private(set) var messages: [String] = []

        init(_ modules: [String: String]) throws {
            path = FileManager.default.temporaryDirectory.appendingPathComponent("bindgen-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, source) in modules {
                let file = "\(path)/\(name).swift"
                try source.write(toFile: file, atomically: true, encoding: .utf8)
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = [
                    "swiftc", "-emit-module", "-module-name", name, "-emit-module-path", "\(path)/\(name).swiftmodule",
                    "-parse-as-library", file,
                ]
                try process.run()
                process.waitUntilExit()
                try #require(process.terminationStatus == 0)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func run(_ words: String...) -> Int32 {
            messages = []
            return Bindgen(printMessage: { self.messages.append($0) }).run(
                ["--import-path", path, "--output", "\(path)/out"] + words
            )
        }

        func write(_ text: String, to name: String) throws {
            try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
        }

        /// The USRs of a module's public symbols, by the toolchain's own tool.
        func publicSymbols(of module: String) throws -> Set<String> {
            let folder = "\(path)/graphs"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let toolchain = try Toolchain.locate(at: nil)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: toolchain.directory + "/swift-symbolgraph-extract")
            process.arguments = [
                "-module-name", module, "-target", toolchain.triple, "-I", path, "-minimum-access-level", "public",
                "-output-dir", folder,
            ]
            try process.run()
            process.waitUntilExit()
            var usrs: Set<String> = []
            for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".symbols.json") {
                let graph = try JSONDecoder().decode(
                    Graph.self,
                    from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)"))
                )
                usrs.formUnion(graph.symbols.map(\.identifier.precise).filter { !$0.contains("::SYNTHESIZED::") })
            }
            return usrs
        }

        func read(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }
    }

    private static let greeting = "public func greet(_ name: String) -> String { name }"

    @Test("a file that somebody else has written is not replaced, and nothing else is written")
    func foreignFile() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        try FileManager.default.createDirectory(
            atPath: "\(workshop.path)/out/include/greeting",
            withIntermediateDirectories: true
        )
        try workshop.write("int mine;\n", to: "out/include/greeting/greeting.h")
        #expect(workshop.run("--module", "Greeting") == 1)
        #expect(workshop.messages.contains { $0.contains("greeting.h exists and was not written by hotshoe-bindgen") })
        #expect(workshop.read("out/include/greeting/greeting.h") == "int mine;\n")
        #expect(workshop.read("out/swift/Functions.swift") == nil)
    }

    @Test("a list of functions is not written over something else, nor over the list of another library")
    func foreignSignatures() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        let list = "\(workshop.path)/functions.api"
        for text in ["root:x:0:0\n", SignatureFile.title("other") + "\n"] {
            try workshop.write(text, to: "functions.api")
            #expect(workshop.run("--module", "Greeting", "--signatures", list, "--since", "1.0") == 1)
            #expect(workshop.messages.contains { $0.contains("is no list of the functions of greeting") })
            #expect(workshop.read("functions.api") == text)
        }
        #expect(workshop.run("--module", "Greeting", "--signatures", workshop.path, "--since", "1.0") == 1)
        try workshop.write("", to: "functions.api")
        #expect(workshop.run("--module", "Greeting", "--signatures", list, "--since", "1.0") == 0)
        #expect(workshop.read("functions.api")?.hasPrefix(SignatureFile.title("greeting")) == true)
    }

    @Test("headers, thunks and a report are written; a second run writes the same")
    func writing() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        #expect(workshop.run("--module", "Greeting", "--report", "\(workshop.path)/report.json") == 0)
        let header = try #require(workshop.read("out/include/greeting/greeting.h"))
        #expect(header.contains("greeting_status greeting_greet(greeting_string name, greeting_string *result);"))
        #expect(workshop.read("out/swift/Functions.swift")?.contains("Greeting::greet(take_string(name))") == true)
        #expect(workshop.read("report.json")?.contains("\"declarations\" : 1") == true)
        #expect(workshop.messages.last?.contains("1 public declarations: 1 generated, 0 left out") == true)
        #expect(workshop.run("--module", "Greeting", "--check") == 0)
        #expect(workshop.run("--module", "Greeting") == 0)
        #expect(workshop.read("out/include/greeting/greeting.h") == header)
    }

    @Test("--check lists files that are stale and files that would no longer be generated")
    func checking() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        #expect(workshop.run("--module", "Greeting", "--check") == 1)
        #expect(workshop.messages.contains { $0.contains("greeting.h is not what would be generated now") })
        #expect(workshop.read("out/include/greeting/greeting.h") == nil)
        _ = workshop.run("--module", "Greeting")
        try "// Generated by hotshoe-bindgen; do not edit.\n".write(
            toFile: "\(workshop.path)/out/swift/Gone.swift",
            atomically: true,
            encoding: .utf8
        )
        #expect(workshop.run("--module", "Greeting", "--check") == 1)
        #expect(
            workshop.messages == ["hotshoe-bindgen: \(workshop.path)/out/swift/Gone.swift is not what would be generated now"]
        )
        #expect(workshop.run("--module", "Greeting") == 0)
        #expect(workshop.read("out/swift/Gone.swift") == nil)
    }

    @Test("headers that are no longer generated are removed, and files of the user are not")
    func leftOverHeaders() throws {
        let workshop = try Workshop(["Greeting": Self.greeting, "Other": "public func number() -> Int { 1 }"])
        #expect(workshop.run("--module", "Greeting,Other", "--name", "greeting") == 0)
        #expect(workshop.read("out/include/greeting/other.h") != nil)
        try workshop.write("mine", to: "out/include/greeting/mine.h")
        let remark = "// A copy of what was Generated by hotshoe-bindgen; do not edit.\n"
        try workshop.write(remark, to: "out/include/greeting/copy.h")
        #expect(workshop.run("--module", "Greeting", "--name", "greeting") == 0)
        #expect(workshop.read("out/include/greeting/other.h") == nil)
        #expect(workshop.read("out/include/greeting/other.hpp") == nil)
        #expect(workshop.read("out/include/greeting/mine.h") == "mine")
        #expect(workshop.read("out/include/greeting/copy.h") == remark)
    }

    @Test("omitted declarations are listed with file, line and reason, and fail with --strict")
    func strict() throws {
        let workshop = try Workshop([
            "Odd": "public func twice<T: RawRepresentable>(_ value: T) -> [T] { [value, value] }\n" + Self.greeting
        ])
        #expect(workshop.run("--module", "Odd") == 0)
        #expect(workshop.messages.first?.contains("Odd.swift:1  twice(_:)  generic without a concrete use") == true)
        #expect(workshop.run("--module", "Odd", "--strict") == 1)
        #expect(workshop.messages.last?.contains("--strict") == true)
    }

    @Test("of two types that flatten to one name the second has its module's, in all files")
    func conflict() throws {
        let workshop = try Workshop([
            "First": "public final class Thing { public init() {} }", "Second": "public final class Thing { public init() {} }",
        ])
        #expect(workshop.run("--module", "First,Second", "--module", "First") == 0)
        // Each module has its header.
        let header = try #require(workshop.read("out/include/first/first_api.h"))
        #expect(header.contains("first_thing_create(first_thing *result)"))
        let second = try #require(workshop.read("out/include/first/second.h"))
        #expect(second.contains("first_second_thing_create(first_second_thing *result)"))
        #expect(workshop.read("out/swift/ThingFunctions.swift")?.contains("First::Thing()") == true)
        #expect(workshop.read("out/swift/SecondThingFunctions.swift")?.contains("Second::Thing()") == true)
    }

    @Test("an error of the compiler has a file, a line and a message; other lines have none")
    func diagnostics() throws {
        let line = "/w/swift/out/swift/Functions.swift:28:19: error: 'old()' is unavailable"
        let diagnostic = try #require(LibraryBuild.Diagnostic(line[...], output: "/w/swift/out"))
        #expect(
            diagnostic.path == "swift/Functions.swift" && diagnostic.line == 28 && diagnostic.message == "'old()' is unavailable"
        )
        let header = try #require(LibraryBuild.Diagnostic("/out/include/a/a.h:3:1: error: what is that?", output: "/out"))
        #expect(header.path == "include/a/a.h" && header.line == 3 && header.message == "what is that?")
        // Swift code imports the C header, but not that of C++.
        let ofCPlusPlus = try #require(LibraryBuild.Diagnostic("/out/include/a/a.hpp:3:1: error: x", output: "/out"))
        #expect(header.hidesOthers && !ofCPlusPlus.hidesOthers && !diagnostic.hidesOthers)
        for other in [
            "", "error: no such module", "   |    `- error: 'old()' is unavailable", "/out/other/a.h:3:1: error: what is that?",
            "/out/swift/Functions.swift: error: x", "/out/swift/Functions.swift:a:b: error: x", "/out/swift/: error: /swift/",
            "/out/swift/:1:2: error: x", "/package/Sources/swift/Functions.swift:28:19: error: x",
            "/else/out/swift/Functions.swift:28:19: error: x",
        ] {
            #expect(LibraryBuild.Diagnostic(other[...], output: "/out") == nil)
        }
    }

    @Test("a module with nothing public, or that is not there, is an error")
    func nothing() throws {
        let workshop = try Workshop(["Shy": "func hidden() {}"])
        #expect(workshop.run("--module", "Shy") == 1)
        #expect(workshop.messages.joined().contains("nothing is public in Shy"))
        #expect(workshop.run("--module", "Absent") == 1)
        #expect(workshop.messages.joined().contains("Absent"))
    }

    @Test("a folder that cannot be written is an error that names it")
    func unwritable() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        try "a file".write(toFile: "\(workshop.path)/out", atomically: true, encoding: .utf8)
        #expect(workshop.run("--module", "Greeting") == 1)
        #expect(
            workshop.messages.last?.contains("\(workshop.path)/out") == true
                && workshop.messages.last?.contains("cannot be written") == true
        )
    }

    @Test("a mistake in the command line ends with 64")
    func usage() throws {
        let workshop = try Workshop([:])
        #expect(workshop.run("--module", "Greeting", "--languages", "cobol") == 64)
        #expect(
            workshop.messages == [
                "hotshoe-bindgen: --languages: \"cobol\" has no back end for cobol. Use c, cpp, python, csharp, rust or json.",
                "hotshoe-bindgen: See `hotshoe-bindgen --help`.",
            ]
        )
    }

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Identifier: Decodable { var precise: String }
            var identifier: Identifier
            var accessLevel: String
        }
        var symbols: [Symbol]
    }

    private struct Accounts: Decodable {
        struct Wrapped: Decodable {
            var usr: String
            var declaration: String
            var symbols: [String]
        }
        struct Omitted: Decodable {
            var usr: String
            var reason: String
        }
        var declarations: Int
        var symbols: [String]
        var wrapped: [Wrapped]
        var omitted: [Omitted]
    }

    @Test("each public symbol of the toolchain's symbol graph is in the report, with its C names or a reason")
    func accounts() throws {
        let source = """
            public typealias Name = String
            public enum Mode: Int, CaseIterable { case fast, slow }
            public enum Event { case number(Int), call(() -> Void) }
            public struct Point: Hashable, Comparable {
                public var x: Int
                public init(x: Int) { self.x = x }
                public static func < (a: Point, b: Point) -> Bool { a.x < b.x }
                public static func += (a: inout Point, b: Int) { a.x += b }
            }
            public class Animal { public init() {}; public func speak() {}; public var name = "" }
            public class Dog: Animal { public override func speak() {} }
            public struct Page<T> { public var item: T }
            public protocol Shape { associatedtype Unit; func area() -> Unit }
            extension Array where Element == Int { public var sum: Int { 0 } }
            public func odd(_ value: Any) {}
            public func each<T>(_ value: T, _ body: (T) -> Void) {}
            """
        let workshop = try Workshop(["Mixed": source])
        let report = "\(workshop.path)/report.json"
        #expect(workshop.run("--module", "Mixed", "--report", report) == 0)
        let accounts = try JSONDecoder().decode(Accounts.self, from: Data(contentsOf: URL(fileURLWithPath: report)))
        let reasons = Dictionary(accounts.omitted.map { ($0.usr, $0.reason) }, uniquingKeysWith: { first, _ in first })
        let wrapped = Dictionary(uniqueKeysWithValues: accounts.wrapped.map { ($0.usr, $0) })
        let symbols = try workshop.publicSymbols(of: "Mixed")
        #expect(symbols.count == accounts.declarations && symbols.count > 25)
        let header = try #require(workshop.read("out/include/mixed/mixed.h"))
        for usr in symbols {
            if let found = wrapped[usr] {
                #expect(!found.symbols.isEmpty || found.declaration.contains("typealias"), "\(usr)")
                for name in found.symbols {
                    let last = try #require(name.split(separator: ".").last)
                    #expect(header.contains(last), "\(name)")
                }
            } else {
                #expect(reasons[usr]?.isEmpty == false, "\(usr)")
                #expect(reasons[usr]?.contains("report this") == false, "\(usr)")
            }
        }
    }

    @Test("--rename gives names, from a file too, and explains those that it cannot give")
    func renaming() throws {
        let workshop = try Workshop(["Greeting": Self.greeting + "\npublic func part() {}"])
        let file = "\(workshop.path)/names"
        try "# names\ngreet(_:) = say_hello # shorter\n\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(workshop.run("--module", "Greeting", "--rename", file, "--rename", "part()=leave") == 0)
        let header = try #require(workshop.read("out/include/greeting/greeting.h"))
        #expect(header.contains("greeting_say_hello(") && header.contains("greeting_leave(") && !header.contains("_greet("))
        #expect(workshop.run("--module", "Greeting", "--rename", "great(_:)=hello") == 1)
        #expect(workshop.messages.joined().contains("great(_:) is no public declaration of the modules"))
        #expect(workshop.run("--module", "Greeting", "--rename", "part()=greet") == 1)
        #expect(workshop.messages.joined().contains("greeting_greet, which --rename gives"))
        #expect(workshop.run("--module", "Greeting", "--rename", "nothing") == 1)
        #expect(workshop.messages.joined().contains("--rename nothing: there is no such file"))
        try "part() leave\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(workshop.run("--module", "Greeting", "--rename", file) == 1)
        #expect(workshop.messages.joined().contains("names:1: part() leave is not SWIFTNAME=NAME"))
        #expect(workshop.run("--module", "Greeting", "--rename", "part()=a", "--rename", "part()=b") == 1)
        #expect(workshop.messages.joined().contains("part() is renamed twice, to a and b"))
    }

    @Test("a report may be in the current folder") func report() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        let name = "report-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: name) }
        #expect(workshop.run("--module", "Greeting", "--report", name) == 0)
        #expect(FileManager.default.fileExists(atPath: name))
    }

    @Test("a report is written into a link, a pipe or a device, and replaces none of them") func reportsElsewhere() async throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        let (file, link, pipe) = ("\(workshop.path)/file", "\(workshop.path)/link", "\(workshop.path)/pipe")
        try workshop.write(String(repeating: "longer than the report ", count: 1000), to: "file")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(workshop.run("--module", "Greeting", "--report", link) == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
        let report = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(try JSONDecoder().decode(Accounts.self, from: report).declarations > 0)
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        async let received = Self.contents(of: pipe)
        #expect(workshop.run("--module", "Greeting", "--report", pipe) == 0)
        #expect(await received == report)
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/full")
        #expect(workshop.run("--module", "Greeting", "--report", link) == 1)
        #expect(workshop.messages.last == "hotshoe-bindgen: \(link) cannot be written: No space left on device")
    }

    /// The bytes that a pipe receives, read on a separate thread.
    private static func contents(of pipe: String) async -> Data {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() ?? Data())
            }
        }
    }

    @Test("a report that cannot be written is an error before the work is done") func impossibleReports() throws {
        let workshop = try Workshop(["Greeting": Self.greeting])
        #expect(workshop.run("--module", "Greeting", "--report", workshop.path) == 1)
        #expect(workshop.messages == ["hotshoe-bindgen: \(workshop.path) is a folder: --report needs the path of a file"])
        #expect(workshop.run("--module", "Greeting", "--report", "") == 64)
        #expect(
            workshop.messages == [
                "hotshoe-bindgen: --report: \"\" is empty.", "hotshoe-bindgen: See `hotshoe-bindgen --help`.",
            ]
        )
        try workshop.write("", to: "file")
        #expect(workshop.run("--module", "Greeting", "--report", "\(workshop.path)/file/report.json") == 1)
        #expect(workshop.messages.count == 1 && workshop.messages[0].contains("/file/report.json cannot be written: "))
        #expect(workshop.read("out/include/greeting/greeting.h") == nil)
    }

    @Test("two errors in one thunk leave a member out of the specialization of the thunk, not of all")
    func errorsInOneThunk() throws {
        let workshop = try Workshop([
            "Boxes": "public struct Box<T> { public init(_ item: T) {}; public func item() -> T? { nil } }"
        ])
        let request = ExtractionRequest(
            libraryName: "boxes",
            modules: ["Boxes"],
            importPaths: [workshop.path],
            specializations: ["Box<Int>", "Box<String>"]
        )
        var library = try Extractor(request).extract()
        let output = Generator(library).generate()
        let name = try #require(output.symbols.first { $0.contains("int") && $0.hasSuffix("_item") })
        let file = try #require(output.files.first { $0.path.hasPrefix("swift/") && $0.text.contains("func \(name)(") })
        let line = try #require(
            file.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(name) }
        )
        let diagnostics = try (1...2).map {
            try #require(LibraryBuild.Diagnostic("/out/\(file.path):\(line + 1):\($0): error: e\($0)", output: "/out"))
        }
        var refusals: [String: String] = [:]
        #expect(Bindgen.leaveOut(diagnostics, in: output, &library, &refusals) == true)
        let symbols = Generator(library).generate().symbols
        #expect(Set(output.symbols).subtracting(symbols) == [name])
        #expect(library.omissions.map(\.reason) == ["its code does not compile: e1"])
        #expect(library.omissions.map(\.isPartial) == [true] && refusals.isEmpty)
    }

    @Test("an error in a header is about the declaration of its line, or about the next one in its paragraph")
    func culprits() throws {
        let workshop = try Workshop([
            "Greeting": Self.greeting + """

                public struct Point: Equatable {
                    public var x: Int
                    public init(x: Int) { self.x = x }
                    public func doubled() -> Int { x * 2 }
                }
                """
        ])
        #expect(workshop.run("--module", "Greeting", "--report", "\(workshop.path)/report.json") == 0)
        let library = try Extractor(
            ExtractionRequest(libraryName: "greeting", modules: ["Greeting"], importPaths: [workshop.path])
        ).extract()
        let output = Generator(library).generate()
        let header = try #require(workshop.read("out/include/greeting/greeting.h"))
        let lines = header.split(separator: "\n", omittingEmptySubsequences: false)
        let function = try #require(lines.firstIndex { $0.contains("greeting_greet(") })
        func culprit(_ line: Int, _ file: String = "greeting.h") throws -> Culprit? {
            Culprit(
                try #require(LibraryBuild.Diagnostic("/out/include/greeting/\(file):\(line):1: error: e", output: "/out")),
                in: output
            )
        }
        let greet = try #require(output.members["greeting_greet"])
        #expect(try culprit(function + 1) == .member(greet))
        let thunks = try #require(output.files.first { $0.path.hasSuffix("PointFunctions.swift") })
        func culprit(inThunk name: String) throws -> Culprit? {
            let lines = thunks.text.split(separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(lines.firstIndex { $0.hasPrefix("public func \(name)(") }) + 1
            return Culprit(
                try #require(LibraryBuild.Diagnostic("/out/\(thunks.path):\(line):1: error: e", output: "/out")),
                in: output
            )
        }
        let conforming = try #require(output.conformances["greeting_point_equal"])
        #expect(try culprit(inThunk: "greeting_point_equal") == .conformances(conforming))
        let member = try #require(output.members["greeting_point_doubled"])
        #expect(try culprit(inThunk: "greeting_point_doubled") == .member(member))
        // Not the type of the parameter: the function.
        let doubled = try #require(lines.firstIndex { $0.contains("greeting_point_doubled(") })
        #expect(lines[doubled].contains("greeting_point "))
        #expect(try culprit(doubled + 1) == .member(member))
        let structure = try #require(lines.firstIndex { $0.hasPrefix("typedef struct greeting_point") })
        #expect(try culprit(structure + 1) == .type("greeting_point"))
        #expect(try culprit(1_000_000) == nil && culprit(function + 1, "none.h") == nil)
    }
}
