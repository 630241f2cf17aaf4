import Foundation

/// A program that is run to its end.
struct Subprocess: Sendable {
    struct Result: Sendable {
        var status: Int32
        var output: Data
        var errors: Data

        /// The lines with errors of both outputs, or else the error output, or the output if that is empty; shortened to ten lines.
        var message: String {
            // `swift build` prints the compiler's errors to the standard output, and its own to the other.
            let lines = [errors, output].map {
                String(decoding: $0, as: UTF8.self).split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
            }
            let important = lines.joined().filter { $0.contains("error:") }
            let shown = important.isEmpty ? lines.first { !$0.isEmpty } ?? [] : Array(important)
            return shown.prefix(10).joined(separator: "\n")
        }
    }

    private let program: String
    private let arguments: [String]

    init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// Runs the program, and returns its result whatever its status.
    func run() throws(ExtractionError) -> Result {
        let files = FileManager.default
        let prefix = files.temporaryDirectory.appendingPathComponent("binding-command-\(UUID())").path
        let (output, errors) = (prefix + ".out", prefix + ".err")
        defer { for file in [output, errors] { try? files.removeItem(atPath: file) } }
        do {
            // Files instead of pipes, so that the output need not be read while the program runs.
            _ = files.createFile(atPath: output, contents: nil)
            _ = files.createFile(atPath: errors, contents: nil)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
            process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
            let hasEnded = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in hasEnded.signal() }
            try process.run()
            hasEnded.wait()
            return Result(
                status: process.terminationStatus,
                output: files.contents(atPath: output) ?? Data(),
                errors: files.contents(atPath: errors) ?? Data()
            )
        } catch {
            throw ExtractionError(.toolMissing, "`\(program)` cannot be run: \(error)")
        }
    }

    /// Runs the program, and throws if its status is not 0.
    @discardableResult
    func succeed(_ code: ExtractionError.Problem.Code, _ what: String? = nil) throws(ExtractionError) -> Result {
        let result = try run()
        guard result.status == 0 else {
            let what = what ?? "`\(URL(fileURLWithPath: program).lastPathComponent)` failed"
            throw ExtractionError(code, "\(what):\n\(result.message)")
        }
        return result
    }
}
