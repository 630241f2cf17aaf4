import BindingModel
import Foundation

/// A program that runs to its end. Its standard output and its errors are one text.
struct ToolRun: Sendable {
    /// The name of a program on the `PATH`, or its path, and its arguments.
    let words: [String]

    init(_ words: [String]) {
        self.words = words
    }

    struct Result: Sendable {
        let status: Int32
        let text: String

        var isSuccess: Bool { status == 0 }
        /// The last part of the text, for a message.
        var end: String { String(text.suffix(2000)) }

        /// The reason of a compiler or of SwiftPM: the lines with errors, each once, or the end of the text if there are none.
        var reason: String {
            var lines: [Substring] = []
            // A compiler that draws the source repeats an error below it.
            for line in text.split(separator: "\n") where line.contains("error: ") && !line.contains("`- error: ") {
                if !lines.contains(line) { lines.append(line) }
            }
            return lines.isEmpty ? end : lines.prefix(20).joined(separator: "\n")
        }
    }

    /// Runs the program.
    ///
    /// - Parameter limit: Seconds after which it is ended, which is a failure; nil for no limit.
    /// - Returns: its exit code and what it wrote.
    /// - Throws: an error if it cannot be started.
    func run(limit: Double? = nil) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = (limit.map { ["timeout", "-s", "KILL", "\($0)"] } ?? []) + words
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        // `timeout` ends itself by the signal that it sends.
        guard let limit, process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
            return Result(status: process.terminationStatus, text: text)
        }
        return Result(status: SIGKILL, text: "\(text)\n\(words[0]) did not end within \(limit) s.")
    }

    /// Runs programs at the same time, as many as there are processors, and returns their results in their order.
    ///
    /// - Throws: the first error of a program that cannot be started.
    static func run(_ commands: [ToolRun]) throws -> [Result] {
        try commands.concurrentMap { try $0.run() }
    }
}
