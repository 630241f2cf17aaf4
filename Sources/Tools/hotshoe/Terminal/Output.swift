import Synchronization

/// The program's two streams: data on standard output, talk on standard error.
///
/// **Thread-safe.** One lock orders everything that is written, so lines of different tasks never mix and never land in the middle of a progress
/// bar; it is held while writing, because a line is not out before it is written.
final class Output: Sendable {
    enum Verbosity: Sendable {
        case quiet, normal, verbose
    }

    /// Where data goes.
    let dataTerminal: Terminal
    /// Where talk goes.
    let talkTerminal: Terminal
    let verbosity: Verbosity
    private let data: any ByteSink
    private let talk: any ByteSink
    /// Guards the streams, and holds the lines of the status that stand below everything else.
    private let status = Mutex<[String]>([])

    init(
        data: any ByteSink,
        talk: any ByteSink,
        dataTerminal: Terminal = .none,
        talkTerminal: Terminal = .none,
        verbosity: Verbosity = .normal
    ) {
        self.data = data
        self.talk = talk
        self.dataTerminal = dataTerminal
        self.talkTerminal = talkTerminal
        self.verbosity = verbosity
    }

    /// Standard output and standard error of this process.
    static func standard(verbosity: Verbosity = .normal, wantsColor: Bool = true) -> Output {
        Output(
            data: DescriptorSink(1),
            talk: DescriptorSink(2),
            dataTerminal: .behind(1, wantsColor: wantsColor),
            talkTerminal: .behind(2, wantsColor: wantsColor),
            verbosity: verbosity
        )
    }
}

// MARK: - Data

extension Output {
    /// Prints a line of data.
    func line(_ text: StyledText) throws(OutputError) { try write(text.rendered(for: dataTerminal) + "\n") }

    /// Prints text of our own as it is: no line break is added, nothing is made safe.
    func write(_ text: String) throws(OutputError) {
        var text = dataTerminal.characters == .ascii ? ASCIIText.of(text) : text
        text.makeContiguousUTF8()
        try write(text.utf8Span.span)
    }

    /// Writes bytes as they are.
    func write(_ bytes: Span<UInt8>) throws(OutputError) {
        try status.withLock { lines throws(OutputError) in
            // A status on the same screen has to make room.
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

// MARK: - Talk

extension Output {
    /// Tells what is happening. Not with `--quiet`.
    func say(_ text: StyledText) { if verbosity != .quiet { tell(text) } }

    /// Tells more than most people want to know. With `--verbose` only.
    func detail(_ text: StyledText) { if verbosity == .verbose { tell(text) } }

    /// Tells what is wrong. Always.
    func complain(_ text: StyledText) { tell(text) }

    /// Tells something even while another thread waits for a stream that nobody reads, or not at all: never waits.
    func tellWithoutWaiting(_ text: StyledText) {
        let line = text.rendered(for: talkTerminal) + "\n"
        // Whoever holds the lock may be the one who waits for a reader.
        let above = status.withLockIfAvailable { Output.eraser($0) + line + Output.drawing($0) }
        talk.writeIfReady(Array((above ?? line).utf8).span)
    }

    private func tell(_ text: StyledText) {
        let line = text.rendered(for: talkTerminal) + "\n"
        status.withLock { lines in
            erase(lines)
            send(line)
            draw(lines)
        }
    }
}

// MARK: - Status

extension Output {
    /// True if a status would be seen: a terminal that can be drawn over, and nobody asked for quiet.
    var showsStatus: Bool { talkTerminal.canRedraw && verbosity != .quiet }

    /// Shows lines below everything printed, in place of those shown before: a progress bar, a picture. No line may be wider than the
    /// terminal. Does nothing where no status would be seen.
    func show(status new: [String]) {
        guard showsStatus else { return }
        let new = talkTerminal.characters == .ascii ? new.map { ASCIIText.of($0, columns: talkTerminal.width - 1) } : new
        status.withLock { lines in
            send(Output.eraser(lines) + Output.drawing(new))
            lines = new
        }
    }

    /// Takes the status away.
    func clearStatus() { show(status: []) }

    /// Leaves the status where it is; what follows is printed below.
    func keepStatus() { status.withLock { $0 = [] } }

    private func erase(_ lines: [String]) { if !lines.isEmpty { send(Output.eraser(lines)) } }

    private func draw(_ lines: [String]) { if !lines.isEmpty { send(Output.drawing(lines)) } }

    /// The cursor stands below the last line: up to the first, then erase to the end of the screen.
    private static func eraser(_ lines: [String]) -> String { lines.isEmpty ? "" : "\u{1B}[\(lines.count)A\r\u{1B}[J" }

    private static func drawing(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// To standard error. That it cannot be written is never a reason to fail.
    private func send(_ text: String) { try? talk.write(Array(text.utf8).span) }
}
