import BindingGenerator
import Foundation
import Testing

/// A reviewed file in `Golden`. HOTSHOE_RECORD=1 writes it again.
struct GoldenFile {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    /// The name without `.golden`.
    let name: String

    /// Expects that a text is that of the file.
    func expect(_ text: String) throws {
        let file = Self.folder.appendingPathComponent("\(name).golden")
        if ProcessInfo.processInfo.environment["HOTSHOE_RECORD"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let wanted = try String(contentsOf: file, encoding: .utf8)
        let difference = zip(text.split(separator: "\n"), wanted.split(separator: "\n")).first { $0 != $1 }
        #expect(text == wanted, "the first line that differs: \(difference.map { "\($0)" } ?? "one is longer")")
    }

    /// The files in C++, Python, C# and Rust, with the line that follows the part that every library has; empty if there is no such part.
    static let languages: [(path: String, start: String)] = [
        ("include/zoo/zoo.hpp", "// ---- Types"), ("include/zoo/zoo_definitions.hpp", "// ---- Values"),
        ("python/zoo/__init__.py", ""), ("python/zoo/_library.py", ""), ("python/zoo/_native.c", "/* ---- Types"),
        ("csharp/Library.cs", ""), ("csharp/Crossings.cs", ""), ("csharp/Callbacks.cs", ""),
        ("csharp/Native.cs", "Fingerprint"), ("rust/zoo/src/types.rs", ""), ("rust/zoo/src/functions.rs", ""),
        ("rust/zoo/src/crossings.rs", ""), ("rust/zoo-sys/src/lib.rs", "pub type zoo_status"),
    ]

    /// Expects that a file of a library in C++, Python, C# or Rust, without the part that every library has, is the reviewed one.
    static func expect(_ library: Generator.Output, _ path: String, from start: String, _ prefix: String = "") throws {
        let text = try #require(library.files.first { $0.path == path }).text
        let place = start.isEmpty ? text.startIndex : try #require(text.firstRange(of: start)).lowerBound
        try GoldenFile(name: "\(prefix)\(path.split(separator: "/").last!)").expect(String(text[place...]))
    }
}
