import Foundation

/// A check of the generated Swift code with the arguments with which SwiftPM would compile it, but without generating code.
struct TypeCheck {
    /// The command, without the files.
    let words: [String]

    /// Finds the arguments in SwiftPM's description of a build, the file `.build/debug.yaml` or `release.yaml`. Fails if the
    /// description has no such target, or not the form that is known (SwiftPM 6.3).
    ///
    /// - Parameters:
    ///   - description: The text of the file.
    ///   - target: The target that contains the code.
    init?(_ description: String, target: String) {
        let lines = description.split(separator: "\n")
        guard
            let start = lines.firstIndex(where: { $0.hasPrefix("  \"C.\(target)-") && $0.hasSuffix(".module\":") }),
            let line = lines[start...].dropFirst().prefix(while: { $0.hasPrefix("    ") }).first(where: {
                $0.hasPrefix("    args: [")
            }),
            let list = try? JSONDecoder().decode([String].self, from: Data(line.dropFirst("    args: ".count).utf8)),
            let compiler = list.first
        else { return nil }
        words = [compiler, "-typecheck", "-enable-batch-mode", "-continue-building-after-errors"] + Self.input(list.dropFirst())
    }

    /// The options that have an influence on what the compiler reads.
    private static func input(_ arguments: ArraySlice<String>) -> [String] {
        let pairs: Set = [
            "-module-name", "-I", "-F", "-Xcc", "-D", "-target", "-sdk", "-module-cache-path", "-swift-version", "-package-name",
            "-enable-experimental-feature", "-enable-upcoming-feature", "-Xfrontend", "-plugin-path", "-resource-dir",
        ]
        let prefixes = [
            "-cxx-interoperability-mode=", "-strict-concurrency=", "-D", "-I", "-F", "-enable-testing", "-static-stdlib",
        ]
        var words: [String] = []
        var rest = arguments
        while let word = rest.popFirst() {
            if pairs.contains(word) {
                guard let value = rest.popFirst() else { break }
                words += [word, value]
            } else if prefixes.contains(where: word.hasPrefix) {
                words.append(word)
            }
        }
        return words
    }

    /// The command that checks files, in one process for each processor: each process reads the modules and parses all files.
    func command(_ files: [String]) -> ToolRun {
        let count = ProcessInfo.processInfo.activeProcessorCount
        return ToolRun(words + ["-j\(count)", "-driver-batch-count", "\(count)"] + files)
    }
}
