private import Glibc

/// Writes to a file descriptor, and handles short, interrupted and blocked writes.
struct DescriptorSink: ByteSink {
    /// The result of a system call that writes.
    enum Attempt: Equatable {
        case wrote(Int)
        case failed(errno: Int32)
    }

    /// The system calls, which tests replace.
    struct System: Sendable {
        let write: @Sendable (_ descriptor: Int32, _ bytes: Span<UInt8>) -> Attempt
        /// Waits until the descriptor is writable; with `timeout` zero it only checks.
        let isWritable: @Sendable (_ descriptor: Int32, _ patienceMilliseconds: Int32) -> Bool
    }

    private let descriptor: Int32
    private let system: System

    init(_ descriptor: Int32, system: System = .linux) {
        self.descriptor = descriptor
        self.system = system
    }

    func write(_ bytes: Span<UInt8>) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            switch system.write(descriptor, bytes.extracting(written..<bytes.count)) {
            case .wrote(let count): written += count
            case .failed(errno: EINTR): continue
            // Another program may have made the descriptor non-blocking: the shell, or one that shares it.
            case .failed(errno: EAGAIN): _ = system.isWritable(descriptor, -1)
            case .failed(let code): throw DescriptorSink.error(code)
            }
        }
    }

    func writeIfReady(_ bytes: Span<UInt8>) {
        // A pipe that polls as writable accepts PIPE_BUF bytes without blocking, and messages are shorter.
        if system.isWritable(descriptor, 0) { _ = system.write(descriptor, bytes) }
    }

    private static func error(_ code: Int32) -> OutputError {
        switch code {
        // A terminal that hung up returns EIO.
        case EPIPE, ECONNRESET, EIO: .closed
        case ENOSPC, EDQUOT, EFBIG: .full(systemMessage(code))
        default: .failed(systemMessage(code))
        }
    }
}

extension DescriptorSink.System {
    static let linux = DescriptorSink.System(
        write: { descriptor, bytes in
            // SAFETY: the buffer is used only while the closure runs, and `write` reads no more than `count` bytes of it.
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            return count < 0 ? .failed(errno: errno) : .wrote(count)
        },
        isWritable: { descriptor, timeout in
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            // SAFETY: `poll` receives one entry, and the count 1.
            return unsafe poll(&entry, 1, timeout) > 0
        }
    )
}

/// The system's message for an error number.
func systemMessage(_ code: Int32) -> String {
    // SAFETY: glibc's strerror is thread-safe since 2.32, its text is terminated, and copied immediately.
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
}

/// The three standard streams.
enum StandardStreams {
    /// Opens `/dev/null` for those that were closed, so that no other file receives their number and the program's output. The
    /// opposite access mode is used, so that reading or writing still fails.
    static func ensureOpen() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // SAFETY: the path is a terminated literal. The lowest free number is this one.
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
