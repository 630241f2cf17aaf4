import BindingGenerator
import Foundation

extension LibraryBuild {
    /// Compiles the generated files of a library without generating code: the Swift code, and the headers as a program that
    /// includes them does.
    ///
    /// - Returns: the errors in the files. Those that a compiler reports elsewhere are left to the build.
    func check() throws -> [Diagnostic] {
        var commands: [ToolRun] = []
        let description = try? String(contentsOfFile: "\(output)/.build/\(configuration).yaml", encoding: .utf8)
        let (manifest, _, _) = try plan(options.modules + options.supportModules)
        if let check = description.flatMap({ TypeCheck($0, target: manifest.target) }) {
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(output)/swift").sorted()
            commands.append(check.command(names.filter { $0.hasSuffix(".swift") }.map { "\(output)/swift/\($0)" }))
        }
        let compiler = try Self.compiler()
        for language in languages {
            commands += language.build(place(of: language, compiler))?.checks.map { ToolRun($0.words) } ?? []
        }
        return try ToolRun.run(commands).filter { !$0.isSuccess }.flatMap { diagnostics($0.text) }
    }

    /// The languages whose files are built, each once.
    var languages: [Generator.Language] { [.c] + options.languages.filter { !Generator.Language.library.contains($0) } }

    /// The places and programs for the build of a language.
    func place(of language: Generator.Language, _ compiler: String?) -> BuildPlace {
        BuildPlace(
            library: prefix,
            output: output,
            headers: folder(of: .c),
            folder: folder(of: language),
            scratch: "\(output)/.packages",
            isRelease: options.isRelease,
            compiler: compiler,
            environment: ProcessInfo.processInfo.environment
        )
    }

    private func folder(of language: Generator.Language) -> String {
        URL(fileURLWithPath: options.folder(of: language)).standardizedFileURL.path
    }

    /// The errors in generated files that a compiler reports.
    func diagnostics(_ text: String) -> [Diagnostic] {
        let folders = Set([options.output, output, URL(fileURLWithPath: output).resolvingSymlinksInPath().path])
        return text.split(separator: "\n").flatMap { line in folders.compactMap { Diagnostic(line, output: $0) } }
    }

    /// A compiler of this computer that has the headers of the C++ library: that of the Swift toolchain, or the system's; nil
    /// without one.
    static func compiler() throws -> String? {
        try ["clang", "cc"].first {
            try ToolRun([$0, "-x", "c++", "-std=c++20", "-fsyntax-only", "-include", "string", "/dev/null"]).run().isSuccess
        }
    }
}
