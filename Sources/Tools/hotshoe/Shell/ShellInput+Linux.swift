import CameraRecords
private import Glibc
import HotShoeSupport

/// The lines that `hotshoe shell` reads from a descriptor.
protocol ShellInput: Sendable {
    /// Whether a person types the lines.
    var isInteractive: Bool { get }
    /// Returns the next line; nil at the end, or if the task was cancelled.
    func next(_ complete: @escaping @Sendable (String) -> [String]) async -> String?
}

/// Lines of a file or a pipe, read on a thread of their own. **Single-owner.**
final class ScriptInput: ShellInput {
    private let descriptor: Int32
    private let bytes = Guarded<[UInt8]>([])
    private let thread = ThreadExecutor(name: "hotshoe.shell-input")
    private let isCancelled = Guarded(false)

    let isInteractive = false
    /// Maximum length of a line, in bytes.
    private static let lineLimit = 1 << 20

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { thread.stop() }

    func next(_ complete: @escaping @Sendable (String) -> [String]) async -> String? {
        await withTaskCancellationHandler {
            await thread.perform { [self] in readLine() }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func readLine() -> String? {
        while !isCancelled.withLock({ $0 }) {
            let line = bytes.withLock { bytes -> [UInt8]? in
                guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { bytes.removeFirst(end + 1) }
                return Array(bytes[..<end])
            }
            if let line { return String(decoding: line, as: UTF8.self) }
            guard let more = PolledDescriptor.read(descriptor) else { continue }
            let isOver = more.isEmpty || bytes.withLock { $0.count } > Self.lineLimit
            bytes.withLock { $0 += more }
            if isOver { return bytes.withLock { $0.isEmpty ? nil : popAll(&$0) } }
        }
        return nil
    }

    private func popAll(_ bytes: inout [UInt8]) -> String {
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Reads a descriptor without waiting for longer than a tenth of a second.
enum PolledDescriptor {
    /// Returns the bytes that have arrived; none at the end of input; nil if nothing has arrived in time.
    static func read(_ descriptor: Int32) -> [UInt8]? {
        // SAFETY: one structure and one buffer, passed with their own counts, for the time of the calls.
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&entry, 1, 100) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
        return Array(buffer.prefix(count))
    }
}

/// Lines that a person types at a terminal, with a history and completion. The line is drawn as the status below all other output, so
/// that commands in the background can print meanwhile. **Single-owner.**
final class TerminalInput: ShellInput {
    private let descriptor: Int32
    private let output: Output
    private let prompt: String
    private let thread = ThreadExecutor(name: "hotshoe.shell-input")
    private let isCancelled = Guarded(false)

    private struct State {
        var line = LineBuffer()
        var decoder = KeyDecoder()
        /// Keys of lines that were typed ahead.
        var waiting: [LineBuffer.Key] = []
    }

    /// Guards the line, which only the thread changes.
    private let state = Guarded(State())

    let isInteractive = true

    init(_ descriptor: Int32, _ output: Output, prompt: String) {
        (self.descriptor, self.output, self.prompt) = (descriptor, output, prompt)
    }

    deinit { thread.stop() }

    func next(_ complete: @escaping @Sendable (String) -> [String]) async -> String? {
        await withTaskCancellationHandler {
            await thread.perform { [self] in
                let restore = Self.readKeys(descriptor)
                defer { restore() }
                return readLine(complete)
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func readLine(_ complete: (String) -> [String]) -> String? {
        draw()
        defer { output.clearStatus() }
        while !isCancelled.withLock({ $0 }) {
            var keys = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            if keys.isEmpty {
                guard let bytes = PolledDescriptor.read(descriptor) else { continue }
                if bytes.isEmpty { return nil }
                keys = state.withLock { $0.decoder.keys(bytes) }
            }
            for (index, key) in keys.enumerated() {
                switch state.withLock({ $0.line.press(key) }) {
                case .none: break
                case .end: return nil
                case .line(let line):
                    state.withLock { $0.waiting = Array(keys[(index + 1)...]) }
                    output.clearStatus()
                    output.note("\(prompt, .dim)\(line)")
                    return line
                case .complete(let text):
                    let shown = state.withLock { $0.line.complete(complete(text)) }
                    if !shown.isEmpty { output.note("\(shown.prefix(60).joined(separator: "  "), .dim)") }
                }
            }
            draw()
        }
        return nil
    }

    /// Draws the part of the line around the cursor, which is shown in reverse video.
    private func draw() {
        let (characters, cursor) = state.withLock { ($0.line.characters, $0.line.cursor) }
        let room = max(10, output.messageTerminal.width - prompt.count - 3)
        let start = max(0, cursor - room + 1)
        let shown = characters[start...].prefix(room).map { SafeText.of(String($0)) }
        let place = cursor - start
        let under = place < shown.count ? shown[place] : " "
        let rest = place < shown.count ? shown[(place + 1)...].joined() : ""
        output.show(status: ["\(prompt)\(shown.prefix(place).joined())\u{1B}[7m\(under)\u{1B}[0m\(rest)"])
    }

    /// Lets the terminal pass on each key; returns a function that restores it.
    private static func readKeys(_ descriptor: Int32) -> () -> Void {
        // SAFETY: one structure, for the time of the calls.
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return {} }
        var raw = settings
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        unsafe tcsetattr(descriptor, TCSANOW, &raw)
        return {
            var settings = settings
            unsafe tcsetattr(descriptor, TCSANOW, &settings)
        }
    }
}

extension CommandEnvironment {
    /// The standard input of this process as lines of a shell.
    static func standardInput(_ output: Output, prompt: String) -> any ShellInput {
        let isTyped = isatty(0) == 1 && output.showsStatus
        return isTyped ? TerminalInput(0, output, prompt: prompt) : ScriptInput(0)
    }
}
