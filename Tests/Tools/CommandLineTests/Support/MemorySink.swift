import Synchronization

@testable import hotshoe

/// Stores the bytes written to it, or fails.
final class MemorySink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])
    private let failure: OutputError?
    /// Called after each write.
    private let written: @Sendable () -> Void

    init(failing failure: OutputError? = nil, written: @escaping @Sendable () -> Void = {}) {
        self.failure = failure
        self.written = written
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(_ span: Span<UInt8>) throws(OutputError) {
        if let failure { throw failure }
        let copy = span.indices.map { span[$0] }
        bytes.withLock { $0 += copy }
        written()
    }

    func writeIfReady(_ span: Span<UInt8>) { try? write(span) }
}

/// An output whose two streams can be read back.
struct RecordedOutput {
    let data: MemorySink
    let messages = MemorySink()
    let output: Output

    /// Creates an output; `written` is called after each write to standard output.
    init(
        data terminal: Terminal = .none,
        messages messageTerminal: Terminal = .none,
        verbosity: Output.Verbosity = .normal,
        written: @escaping @Sendable () -> Void = {}
    ) {
        data = MemorySink(written: written)
        output = Output(
            data: data,
            messages: messages,
            dataTerminal: terminal,
            messageTerminal: messageTerminal,
            verbosity: verbosity
        )
    }
}

extension Terminal {
    /// A terminal of this kind, 40 columns wide by default.
    static func fake(_ colors: ColorDepth = .basic, columns: Int = 40) -> Terminal {
        let variables: [String: String] =
            switch colors {
            case .none: ["TERM": "xterm", "NO_COLOR": "1"]
            case .basic: ["TERM": "xterm"]
            case .palette: ["TERM": "xterm-256color"]
            case .trueColor: ["TERM": "xterm", "COLORTERM": "truecolor"]
            }
        return Terminal(isTerminal: true, environment: { variables[$0] }, columns: { columns })
    }
}
