import Foundation

/// Compiles the extension of the generated Python package while the library that it needs is compiled too: it is linked to an empty
/// library of that name first.
struct PythonBuild {
    /// A library or an extension that cannot be built.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The name of the package.
    let name: String
    /// The folder that contains `setup.py` and the package.
    let folder: String
    /// The interpreter.
    let python: String
    let prefix: String
    /// The folder with `include` and `lib`.
    let output: String

    private var standIn: String { "\(output)/.packages/python-library" }

    /// The command that compiles the extension. It does not need the library.
    func compilation() throws -> ToolRun {
        try FileManager.default.createDirectory(atPath: standIn, withIntermediateDirectories: true)
        let library = "lib\(prefix).so"
        let words = ["cc", "-shared", "-Wl,-soname,\(library)", "-x", "c", "/dev/null", "-o", "\(standIn)/\(library)"]
        let result = try ToolRun(words).run()
        guard result.isSuccess else {
            throw Failure(description: "\(standIn)/\(library) cannot be linked:\n\(result.reason)")
        }
        // A linker may leave an empty library out of what the extension loads.
        let given = ProcessInfo.processInfo.environment["LDFLAGS"].map { [$0] } ?? []
        let flags = (given + ["-Wl,--no-as-needed"]).joined(separator: " ")
        let environment = ["env", "LDFLAGS=\(flags)", "\(prefix.uppercased())_LIBRARY=\(standIn)"]
        let setup = [python, "setup.py", "-q", "build_ext", "--inplace", "--build-temp", "build"]
        return ToolRun(["sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + environment + setup)
    }

    /// Copies the library, and what it loads, beside the extension, where the loader finds it.
    func finish() throws {
        let files = FileManager.default
        for file in try files.contentsOfDirectory(atPath: "\(output)/lib") where !file.hasSuffix(".a") {
            let copy = "\(folder)/\(name)/\(file)"
            try? files.removeItem(atPath: copy)
            try files.copyItem(atPath: "\(output)/lib/\(file)", toPath: copy)
        }
    }
}
