private import Glibc

/// Where signals come from.
protocol SignalSource {
    /// Waits for the next signal; nil if none came within `patience`, where nil means for ever.
    func next(within patience: Duration?) -> Signal?
}

/// The signals of this process, taken one by one by the thread that asks.
///
/// They are blocked rather than handled: no code of ours runs between two instructions of other code. Threads inherit the block, so it has to be made by the
/// first thread before there are others.
struct ProcessSignals: SignalSource {
    private var set: sigset_t

    /// Blocks the signals, save those that were ignored when the program started, and ignores SIGPIPE.
    static func block() -> ProcessSignals {
        var set = sigset_t()
        // SAFETY, for all calls here: each is given the address of one initialised value of the type it wants, for the time of the call only.
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

    func next(within patience: Duration?) -> Signal? {
        var set = set
        var number: Int32
        if let (seconds, attoseconds) = patience?.components {
            var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
            // SAFETY: as above.
            number = unsafe sigtimedwait(&set, nil, &time)
        } else {
            // SAFETY: as above. EINTR, which a debugger can cause, is not an answer.
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
