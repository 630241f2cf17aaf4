import BindingGenerator
import BindingModel
import Foundation
import Testing

@testable import BindingExtraction
@testable import hotshoe_bindgen

@Suite("--build of hotshoe-bindgen")
struct BuildTests {
    /// A folder that is deleted after the test.
    private final class Folder {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("build-\(UUID().uuidString)").path

        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ text: String, to name: String) throws {
            let file = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
    }

    private func failure(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    // MARK: Loading

    private func place(_ library: String, in folder: Folder, languageFolder: String = "include") -> BuildPlace {
        BuildPlace(
            library: library,
            output: folder.path,
            headers: "\(folder.path)/include",
            folder: "\(folder.path)/\(languageFolder)",
            scratch: "\(folder.path)/programs",
            isRelease: false,
            compiler: "cc",
            environment: [:]
        )
    }

    private func loadingFailure(_ language: Generator.Language, _ place: BuildPlace) throws -> String? {
        let builder = try #require(try LanguageBuilder(language, in: place, printMessage: { _ in }))
        return failure { _ = try builder.load() }
    }

    @Test("a library that C programs cannot load is a failure with the loader's reason")
    func loadingInC() throws {
        let folder = try Folder()
        try folder.write("no library", to: "lib/libbroken.so")
        let broken = try loadingFailure(.c, place("broken", in: folder))
        #expect(broken?.contains("lib/libbroken.so was built, but C programs cannot load it") == true)
        #expect(broken?.contains("file too short") == true || broken?.contains("invalid ELF header") == true)
        // A symbol that is in no library: a linker accepts it in a shared library, the loader does not.
        for (name, source) in [
            ("open", "int gap(void); int area(void) { return gap(); }"), ("whole", "int area(void) { return 6; }"),
        ] {
            try folder.write(source, to: "\(name).c")
            let command = ["cc", "-shared", "-fPIC", "\(folder.path)/\(name).c", "-o", "\(folder.path)/lib/lib\(name).so"]
            try #require(try ToolRun(command).run().isSuccess)
        }
        #expect(try loadingFailure(.c, place("open", in: folder))?.contains("undefined symbol: gap") == true)
        #expect(try loadingFailure(.c, place("whole", in: folder)) == nil)
    }

    @Test("a package that Python cannot import is a failure with the interpreter's reason")
    func loadingInPython() throws {
        let folder = try Folder()
        try folder.write("raise ImportError('libx.so has another interface')", to: "python/broken/__init__.py")
        try folder.write("", to: "python/whole/__init__.py")
        let python = Generator.Language.python
        func failure(_ package: String) throws -> String? {
            let build = try #require(python.build(place(package, in: folder, languageFolder: "python")))
            return self.failure { for step in build.loading { try LanguageBuilder.take(step) } }
        }
        let broken = try failure("broken")
        #expect(broken?.contains("/broken was built, but Python cannot import it") == true)
        #expect(broken?.contains("ImportError: libx.so has another interface") == true)
        #expect(try failure("whole") == nil)
    }

    @Test("the package that Python imports is the generated one, not a module of Python's own library")
    func pythonPackages() throws {
        let folder = try Folder()
        for (name, package) in [("weather", "weather"), ("logging", "logging_")] {
            let build = try #require(Generator.Language.python.build(place(name, in: folder, languageFolder: "python")))
            guard case .run(let command)? = build.loading.last else { Issue.record("nothing is imported"); continue }
            #expect(command.words.suffix(2) == ["\(folder.path)/python", package])
        }
    }

    @Test("the files of a language that the computer cannot build are not built, with a message")
    func missingRequirements() throws {
        let folder = try Folder()
        var place = place("weather", in: folder, languageFolder: "python")
        place.environment["PYTHON"] = "no-such-python"
        var messages: [String] = []
        #expect(try LanguageBuilder(.python, in: place, printMessage: { messages.append($0) }) == nil)
        #expect(messages == ["no-such-python has no setuptools: the Python package was not compiled."])
        place.compiler = nil
        #expect(try LanguageBuilder(.cpp, in: place, printMessage: { _ in }) == nil)
        #expect(try LanguageBuilder(.json, in: place, printMessage: { _ in }) == nil)
    }

    // MARK: Reasons

    @Test("the reason of a failed build has each error once, from either output, or else the end of the output")
    func reasons() throws {
        let script = """
            echo 'warning: unhandled file' >&2
            echo '/a/b.swift:3:5: error: cannot find x in scope'
            echo '  |     `- error: cannot find x in scope'
            echo '/a/b.swift:3:5: error: cannot find x in scope'
            exit 3
            """
        let result = try ToolRun(["sh", "-c", script]).run()
        #expect(result.status == 3 && result.reason == "/a/b.swift:3:5: error: cannot find x in scope")
        #expect(try ToolRun(["sh", "-c", "echo killed; exit 1"]).run().reason == "killed\n")
        let extraction = try Subprocess("/bin/sh", ["-c", script]).run()
        #expect(extraction.message.hasPrefix("/a/b.swift:3:5: error: cannot find x in scope\n"))
        #expect(try Subprocess("/bin/sh", ["-c", "echo '  ' >&2; echo killed; exit 1"]).run().message == "killed")
    }

    @Test("programs that run at the same time have their results in their order")
    func commands() throws {
        let results = try ToolRun.run((1...6).map { ToolRun(["sh", "-c", "echo \($0); exit \($0)"]) })
        #expect(results.map(\.status) == [1, 2, 3, 4, 5, 6] && results.map(\.text) == (1...6).map { "\($0)\n" })
        #expect(try ToolRun.run([]).isEmpty)
    }

    // MARK: Type check

    @Test("the check of the Swift code has the compiler's arguments for what it reads, and none for what it writes")
    func typeCheck() throws {
        let description = """
            commands:
              "C.Other-x86_64-unknown-linux-gnu-release.module":
                tool: shell
                args: ["/usr/bin/swiftc","-module-name","Other"]

              "C.WeatherBindings-x86_64-unknown-linux-gnu-release.module":
                tool: shell
                inputs: ["/out/swift/Functions.swift"]
                args: ["/usr/bin/swiftc","-module-name","WeatherBindings","-emit-module","-emit-module-path","/out/W.swiftmodule","-output-file-map","/out/map.json","-whole-module-optimization","-num-threads","2","-c","@/out/sources","-I","/out/Modules","-target","x86_64-unknown-linux-gnu","-O","-j2","-DSWIFT_PACKAGE","-Xcc","-fmodule-map-file=/out/a \\"b\\"/module.modulemap","-parseable-output","-emit-objc-header","-emit-objc-header-path","/out/W.h","-swift-version","5","-enable-experimental-feature","Lifetimes","-cxx-interoperability-mode=default","-strict-concurrency=minimal","-gnone","-package-name","out"]
            """
        let check = try #require(TypeCheck(description, target: "WeatherBindings"))
        #expect(
            check.words == [
                "/usr/bin/swiftc", "-typecheck", "-enable-batch-mode", "-continue-building-after-errors", "-module-name",
                "WeatherBindings", "-I", "/out/Modules", "-target", "x86_64-unknown-linux-gnu", "-DSWIFT_PACKAGE", "-Xcc",
                "-fmodule-map-file=/out/a \"b\"/module.modulemap", "-swift-version", "5", "-enable-experimental-feature",
                "Lifetimes", "-cxx-interoperability-mode=default", "-strict-concurrency=minimal", "-package-name", "out",
            ]
        )
        let command = check.command(["/out/swift/A.swift"]).words
        let count = "\(ProcessInfo.processInfo.activeProcessorCount)"
        // A process for each processor, not for each file.
        #expect(Array(command.suffix(4)) == ["-j\(count)", "-driver-batch-count", count, "/out/swift/A.swift"])
        #expect(TypeCheck(description, target: "Weather") == nil)
        for other in ["", description.replacing("    args: [\"/usr/bin/swiftc\"", with: "    args: [")] {
            #expect(TypeCheck(other, target: "WeatherBindings") == nil)
        }
    }

    // MARK: Causes

    @Test("a conversion to a protocol that does not compile is left out alone, with the compiler's reason")
    func conversions() throws {
        let folder = try Folder()
        try folder.write(
            """
            public protocol Shape { var sides: Int { get } }
            public final class Square: Shape {
                public init() {}
                public var sides: Int { 4 }
            }
            """,
            to: "Shapes.swift"
        )
        let module = ["-emit-module", "-module-name", "Shapes", "-emit-module-path", "\(folder.path)/Shapes.swiftmodule"]
        try #require(try ToolRun(["swiftc"] + module + ["-parse-as-library", "\(folder.path)/Shapes.swift"]).run().isSuccess)
        var library = try Extractor(
            ExtractionRequest(libraryName: "shapes", modules: ["Shapes"], importPaths: [folder.path])
        ).extract()
        let languages = ["c", "cpp", "python"].compactMap(Generator.Language.init(name:))
        let output = Generator(library, languages: languages).generate()
        let name = "shapes_square_as_shape"
        let file = try #require(output.files.first { $0.path.hasPrefix("swift/") && $0.text.contains("func \(name)(") })
        let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("func \(name)(") }) + 1
        let diagnostic = try #require(
            LibraryBuild.Diagnostic("/out/\(file.path):\(line):1: error: no conformance", output: "/out")
        )
        var refusals: [String: String] = [:]
        #expect(Bindgen.leaveOut([diagnostic], in: output, &library, &refusals))
        let without = Generator(library, languages: languages, refusals: refusals).generate()
        #expect(Set(output.symbols).subtracting(without.symbols) == [name])
        #expect(!without.files.contains { $0.text.contains(name) })
        let omission = try #require(without.omissions.first)
        #expect(without.omissions.count == 1 && omission.isPartial && omission.declaration == "Square as Shape")
        #expect(omission.reason.contains("no conformance"))
    }

    @Test func `a program that does not end is ended, and named`() throws {
        let run = try ToolRun(["sleep", "1000"]).run(limit: 0.2)
        #expect(!run.isSuccess)
        #expect(run.end.contains("sleep did not end within 0.2 s."))
        #expect(try ToolRun(["sleep", "0"]).run(limit: 60).isSuccess)
    }
}
