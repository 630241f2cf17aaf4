import CameraRecords
private import Glibc
import HotShoeSupport

/// Asks the user at the terminal, regardless of the standard streams.
enum TerminalQuestion {
    /// The user at this process's terminal; nil if it has none.
    static var user: CommandEnvironment.User? {
        // SAFETY: the path is a terminated literal.
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return CommandEnvironment.User { question, hidesAnswer in await ask(question, hidesAnswer: hidesAnswer) }
    }

    private static func ask(_ question: String, hidesAnswer: Bool) async -> String? {
        let isCancelled = Guarded(false)
        // Waiting for the user blocks a thread, which must not be one of the pool.
        let thread = ThreadExecutor(name: "hotshoe.prompt")
        defer { thread.stop() }
        return await withTaskCancellationHandler {
            await thread.perform {
                read(SafeText.of(question), hidesAnswer: hidesAnswer) { isCancelled.withLock { $0 } }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    // SAFETY, for all calls below: strings are terminated, structures are initialised, and buffers are passed with their own
    // counts.
    private static func read(_ question: String, hidesAnswer: Bool, isCancelled: () -> Bool) -> String? {
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let restore = hidesAnswer ? hideTyping(descriptor) : {}
        defer { restore() }
        write(question, to: descriptor)
        defer { if hidesAnswer || isCancelled() { write("\n", to: descriptor) } }
        var line: [UInt8] = []
        while !isCancelled() {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&entry, 1, 100) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1024)
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            line += buffer.prefix(count)
            if line.last == UInt8(ascii: "\n") { return String(validating: line.dropLast(), as: UTF8.self) }
        }
        return nil
    }

    /// Disables the echo of the terminal; returns a function that restores it.
    private static func hideTyping(_ descriptor: Int32) -> () -> Void {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return {} }
        var hidden = settings
        hidden.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(descriptor, TCSAFLUSH, &hidden)
        return {
            var settings = settings
            unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
        }
    }

    private static func write(_ text: String, to descriptor: Int32) {
        try? DescriptorSink(descriptor).write(Array(text.utf8).span)
    }
}

extension CommandEnvironment {
    /// The environment of this process.
    static var process: CommandEnvironment {
        CommandEnvironment(variable: environmentVariable, user: TerminalQuestion.user, providers: Providers.real)
    }
}
