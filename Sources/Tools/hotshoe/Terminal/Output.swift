import CameraRecords
import Synchronization

/// The program's two streams: data on standard output, messages on standard error.
///
/// **Thread-safe.** One lock orders all writes, so lines of different tasks never mix and never interrupt a progress bar; it is
/// held while writing, so that lines are written completely.
final class Output: Sendable {
    enum Verbosity: Sendable {
        case quiet, normal, verbose
    }

    /// The terminal for data.
    let dataTerminal: Terminal
    /// The terminal for messages.
    let messageTerminal: Terminal
    let verbosity: Verbosity
    private let data: any ByteSink
    private let messages: any ByteSink
    /// Guards the streams, and holds the status lines below all other output.
    private let status = Mutex<[String]>([])

    init(
        data: any ByteSink,
        messages: any ByteSink,
        dataTerminal: Terminal = .none,
        messageTerminal: Terminal = .none,
        verbosity: Verbosity = .normal
    ) {
        self.data = data
        self.messages = messages
        self.dataTerminal = dataTerminal
        self.messageTerminal = messageTerminal
        self.verbosity = verbosity
    }

    /// The same streams, for several outputs that write to them at the same time.
    var shared: Output {
        Output(
            data: SharedSink(data),
            messages: SharedSink(messages),
            dataTerminal: dataTerminal,
            messageTerminal: messageTerminal,
            verbosity: verbosity
        )
    }

    /// An output that writes through this one and draws nothing, for a command in the background: the status of this one stays below.
    var inBackground: Output {
        Output(
            data: ForwardingSink { [self] bytes throws(OutputError) in try write(bytes) },
            messages: ForwardingSink { [self] bytes throws(OutputError) in printAbove(bytes) },
            verbosity: verbosity
        )
    }

    /// An output to the same streams whose lines begin with a name. It draws nothing.
    func prefixed(_ name: String) -> Output {
        Output(data: PrefixSink(data, name), messages: PrefixSink(messages, name), verbosity: verbosity)
    }

    /// Standard output and standard error of this process.
    static func standard(verbosity: Verbosity = .normal, wantsColor: Bool = true) -> Output {
        Output(
            data: DescriptorSink(1),
            messages: DescriptorSink(2),
            dataTerminal: .behind(1, wantsColor: wantsColor),
            messageTerminal: .behind(2, wantsColor: wantsColor),
            verbosity: verbosity
        )
    }
}

// MARK: - Data

extension Output {
    /// Prints a line of data.
    func line(_ text: StyledText) throws(OutputError) { try write(text.rendered(for: dataTerminal) + "\n") }

    /// Prints trusted text unchanged: no line break is added, nothing is escaped.
    func write(_ text: String) throws(OutputError) {
        var text = dataTerminal.characters == .ascii ? ASCIIText.of(text) : text
        text.makeContiguousUTF8()
        try write(text.utf8Span.span)
    }

    /// Writes bytes unchanged.
    func write(_ bytes: Span<UInt8>) throws(OutputError) {
        try status.withLock { lines throws(OutputError) in
            // A status on the same screen is redrawn below.
            let drawn = dataTerminal.isTerminal ? lines : []
            erase(drawn)
            try data.write(bytes)
            draw(drawn)
        }
    }

    /// Prints a value as a line of JSON.
    func json(_ value: some Encodable) throws {
        try write(JSONLine.of(value, inASCII: dataTerminal.characters == .ascii))
    }
}

// MARK: - Messages

extension Output {
    /// Prints a status message, except with `--quiet`.
    func note(_ text: StyledText) { if verbosity != .quiet { printMessage(text) } }

    /// Prints a detail, with `--verbose` only.
    func detail(_ text: StyledText) { if verbosity == .verbose { printMessage(text) } }

    /// Prints an error or warning, always.
    func warn(_ text: StyledText) { printMessage(text) }

    /// Prints a message without ever blocking, even while another thread waits for a stream that has no reader.
    func printWithoutWaiting(_ text: StyledText) {
        let line = text.rendered(for: messageTerminal) + "\n"
        // The thread that holds the lock may be the one that waits for a reader.
        let above = status.withLockIfAvailable { Output.eraser($0) + line + Output.drawing($0) }
        messages.writeIfReady(Array((above ?? line).utf8).span)
    }

    /// Prints the bytes of whole lines above the status.
    private func printAbove(_ bytes: Span<UInt8>) {
        status.withLock { lines in
            erase(lines)
            try? messages.write(bytes)
            draw(lines)
        }
    }

    /// Prints a line that contains its control sequences already, except with `--quiet`.
    func note(rendered line: String) { if verbosity != .quiet { printLine(line + "\n") } }

    private func printMessage(_ text: StyledText) { printLine(text.rendered(for: messageTerminal) + "\n") }

    private func printLine(_ line: String) {
        status.withLock { lines in
            erase(lines)
            send(line)
            draw(lines)
        }
    }
}

// MARK: - Status

extension Output {
    /// Whether a status would be visible: a terminal that supports redrawing, without `--quiet`.
    var showsStatus: Bool { messageTerminal.canRedraw && verbosity != .quiet }

    /// Shows lines below all other output, in place of those shown before: a progress bar, a picture. No line may be wider than
    /// the terminal. Does nothing if no status would be visible.
    func show(status new: [String]) {
        guard showsStatus else { return }
        let new = messageTerminal.characters == .ascii ? new.map { ASCIIText.of($0, columns: messageTerminal.width - 1) } : new
        status.withLock { lines in
            send(Output.eraser(lines) + Output.drawing(new))
            lines = new
        }
    }

    /// Removes the status.
    func clearStatus() { show(status: []) }

    /// Leaves the status in place; later output is printed below.
    func keepStatus() { status.withLock { $0 = [] } }

    private func erase(_ lines: [String]) { if !lines.isEmpty { send(Output.eraser(lines)) } }

    private func draw(_ lines: [String]) { if !lines.isEmpty { send(Output.drawing(lines)) } }

    /// Moves the cursor from below the last line to the first, then erases to the end of the screen.
    private static func eraser(_ lines: [String]) -> String { lines.isEmpty ? "" : "\u{1B}[\(lines.count)A\r\u{1B}[J" }

    private static func drawing(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Writes to standard error, and ignores failures.
    private func send(_ text: String) { try? messages.write(Array(text.utf8).span) }
}
