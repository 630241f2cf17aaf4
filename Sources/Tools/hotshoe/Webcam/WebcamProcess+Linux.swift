private import Glibc
import HotShoeSupport

/// A run of the program hotshoe-webcam. **Thread-safe**, except `send`, which one caller at a time uses.
final class WebcamProcess: Sendable {
    /// Time for which a program that accepts no bytes is waited for.
    private static let patience = 30
    /// Time that the program has to end by itself.
    private static let endLimit = Duration.milliseconds(1500)

    private let process: pid_t
    /// Our end of its standard input.
    private let input: Int32
    /// Fulfilled with the exit code, or minus the signal, when it has ended.
    private let ended = Promise<Int32, Never>()
    /// Guards whether the input is open; false after the end.
    private let isOpen = Guarded(true)

    /// Starts the program; `report` receives each line that it prints, on one thread.
    // SAFETY, for all calls below: strings are terminated and outlive the call, structures are initialised before and destroyed
    // after use, and buffers are passed with their own counts.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String],
        report: @escaping @Sendable (WebcamReport) -> Void
    ) throws(CommandFailure) {
        var (sockets, pipe): ([Int32], [Int32]) = ([0, 0], [0, 0])
        // Sockets, because writing to one whose reader has ended need not raise SIGPIPE.
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &sockets) == 0 else { throw Self.failure(path, errno) }
        guard unsafe socketpair(AF_UNIX, type, 0, &pipe) == 0 else {
            let code = errno
            for descriptor in sockets { close(descriptor) }
            throw Self.failure(path, code)
        }
        var limit = timeval(tv_sec: Self.patience, tv_usec: 0)
        unsafe setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let (started, code) = ProgramStart.start(
            path,
            arguments,
            environment: environment,
            [.descriptor(sockets[1], as: 0), .descriptor(pipe[1], as: 1)]
        )
        close(sockets[1])
        close(pipe[1])
        process = started
        input = sockets[0]
        guard code == 0 else {
            close(sockets[0])
            close(pipe[0])
            throw Self.failure(path, code)
        }
        let (process, output, ended) = (started, pipe[0], ended)
        startNamedThread("hotshoe.webcam") {
            Self.readLines(output) { line in if let value = WebcamReport(line) { report(value) } }
            close(output)
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            ended.fulfil(.success(status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)))
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure(.failure, path, "The program could not be started: \(systemMessage(code)).")
    }

    /// Its exit code, or minus the signal that has ended it; nil while it runs.
    var exitCode: Int32? { if case .success(let code)? = ended.current { code } else { nil } }

    /// Sends bytes; blocks for half a minute at most. Returns false if the program does not accept them, and has to be ended.
    func send(_ bytes: Span<UInt8>) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let rest = bytes.extracting(sent..<bytes.count)
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.send(input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Ends the input, which ends the program, and waits for that; a program that does not end is killed.
    func end() async {
        stop()
        let limit = SystemClock.shared.makeTimer { [process, ended] in if ended.current == nil { kill(process, SIGKILL) } }
        limit.arm(at: SystemClock.shared.now + Self.endLimit)
        _ = await ended.result()
        limit.disarm()
        isOpen.withLock { isOpen in
            if isOpen { close(input) }
            isOpen = false
        }
    }

    /// Ends the input; a call of `send` that waits returns.
    func stop() { isOpen.withLock { if $0 { _ = shutdown(input, Int32(SHUT_RDWR)) } } }

    private static func readLines(_ descriptor: Int32, _ consume: (String) -> Void) {
        var (line, bytes) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = unsafe read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            for byte in bytes.prefix(count) {
                if byte == UInt8(ascii: "\n") {
                    consume(String(decoding: line, as: UTF8.self))
                    line = []
                } else if line.count < 1 << 16 {
                    line.append(byte)
                }
            }
        }
    }
}
