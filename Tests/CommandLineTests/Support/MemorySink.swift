import Synchronization

@testable import hotshoe

/// Stores the written bytes, or fails.
final class MemorySink: ByteSink {
    private let bytes = Mutex<[UInt8]>([])
    private let failure: OutputError?

    init(failing failure: OutputError? = nil) {
        self.failure = failure
    }

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func write(_ span: Span<UInt8>) throws(OutputError) {
        if let failure { throw failure }
        let copy = span.indices.map { span[$0] }
        bytes.withLock { $0 += copy }
    }

    func writeIfReady(_ span: Span<UInt8>) { try? write(span) }
}

/// An output whose two streams can be read back.
struct RecordedOutput {
    let data = MemorySink()
    let talk = MemorySink()
    let output: Output

    init(data terminal: Terminal = .none, talk talkTerminal: Terminal = .none, verbosity: Output.Verbosity = .normal) {
        output = Output(data: data, talk: talk, dataTerminal: terminal, talkTerminal: talkTerminal, verbosity: verbosity)
    }
}

extension Terminal {
    /// A fake terminal with this colour depth, by default 40 columns wide.
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
