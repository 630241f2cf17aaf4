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
        if let compiler = try Self.compiler() {
            // All errors in one round.
            let limit = compiler == "clang" ? ["-ferror-limit=0"] : []
            commands += headerDialects.map { language, dialect, name in
                ToolRun(
                    [compiler] + limit + [
                        "-x", language, "-std=\(dialect)", "-Wall", "-Wextra", "-fsyntax-only", "-I", "\(output)/include",
                        "\(output)/include/\(prefix)/\(name)",
                    ]
                )
            }
        }
        return try ToolRun.run(commands).filter { !$0.isSuccess }.flatMap { diagnostics($0.text) }
    }

    /// The headers, with the languages in which they are checked. C++17 is that of the definitions, which ``build(_:)`` compiles.
    private var headerDialects: [(language: String, dialect: String, name: String)] {
        let headers = [("c", "c99", "\(prefix).h")]
        return options.languages.contains(.cpp) ? headers + [("c++", "c++20", "\(prefix).hpp")] : headers
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
