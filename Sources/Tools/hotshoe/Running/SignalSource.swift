private import Glibc

/// A source of signals.
protocol SignalSource {
    /// Waits for the next signal; returns nil if none arrives within `timeout`, where nil means no limit.
    func next(within timeout: Duration?) -> Signal?
}

/// The signals of this process, received one by one by the calling thread.
///
/// They are blocked rather than handled, so no code runs in a signal handler. Threads inherit the signal mask, so the first
/// thread must block them before it starts other threads.
struct ProcessSignals: SignalSource {
    private var set: sigset_t

    /// Blocks the signals, except those that were ignored when the program started, and ignores SIGPIPE.
    static func block() -> ProcessSignals {
        var set = sigset_t()
        // SAFETY, for all calls here: each receives the address of one initialised value of the expected type, for the duration
        // of the call only.
        unsafe sigemptyset(&set)
        for signal in Signal.allCases {
            var action = sigaction()
            unsafe sigaction(signal.number, nil, &action)
            let isIgnored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1  // SIG_IGN
            if !isIgnored { unsafe sigaddset(&set, signal.number) }
        }
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = signal(SIGPIPE, SIG_IGN)
        return ProcessSignals(set: set)
    }

    func next(within timeout: Duration?) -> Signal? {
        var set = set
        var number: Int32
        if let (seconds, attoseconds) = timeout?.components {
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            // SAFETY: as above.
            number = unsafe sigtimedwait(&set, nil, &time)
        } else {
            // SAFETY: as above. EINTR, which a debugger can cause, is not a result.
            repeat { number = unsafe sigwaitinfo(&set, nil) } while number < 0
        }
        return Signal.allCases.first { $0.number == number }
    }
}

extension Signal {
    var number: Int32 {
        switch self {
        case .hangup: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }
}
