private import Glibc

/// One run of a hook program.
enum HookProcess {
    enum Result: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case notStarted(String)

        /// The failure, as the predicate of a sentence; nil for success.
        var problem: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "ended with exit code \(code)"
            case .signalled(let signal): "was ended by signal \(signal)"
            case .notStarted(let reason): "could not be started (\(reason))"
            }
        }
    }

    /// Runs a program and waits for its end: blocks the thread.
    ///
    /// The program has this process's environment with `environment` added, an empty standard input, and its output redirected
    /// to standard error. It is in a separate process group, so that Ctrl-C in a terminal does not interrupt it.
    static func run(_ path: String, argument: String, environment: some Sequence<String>) -> Result {
        let (process, code) = ProgramStart.start(
            path,
            [argument],
            environment: environment,
            [.nothing(as: 0), .descriptor(2, as: 1)]
        )
        return code == 0 ? wait(for: process) : .notStarted(systemMessage(code))
    }

    private static func wait(for process: pid_t) -> Result {
        var status: Int32 = 0
        // SAFETY: `status` outlives the call.
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(systemMessage(errno)) }
        }
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    }
}
