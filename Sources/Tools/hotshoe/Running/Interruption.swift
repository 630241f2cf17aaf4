/// A signal that asks the program to end.
enum Signal: CaseIterable, Sendable {
    case hangup
    case interrupt
    case terminate

    var exitCode: ExitCode {
        switch self {
        case .hangup: .hangup
        case .interrupt: .interrupted
        case .terminate: .terminated
        }
    }
}

/// Decides what signals do to a running command. Pure: signals and the passing of time come in, actions go out.
///
/// The first signal cancels the command, which then leaves the camera tidy. If that takes long, the user is told; if it takes too long, or another
/// signal comes, the program ends at once.
struct Interruption {
    enum Action: Equatable {
        case none
        /// Cancel the command's task.
        case cancel
        /// Tell that the camera is being tidied up, and how to skip that.
        case announce
        /// End the program now.
        case exit(ExitCode)
    }

    private enum State {
        case running
        case stopping(Signal)
        case announced(Signal)
    }

    /// How long tidying up may take before something is said.
    static let patienceBeforeAnnouncing = Duration.milliseconds(500)
    /// How much longer it may take after that.
    static let patienceBeforeExiting = Duration.milliseconds(4500)

    private var state = State.running

    /// How long to wait for the next signal before calling `waited`; nil means for ever.
    var patience: Duration? {
        switch state {
        case .running: nil
        case .stopping: Interruption.patienceBeforeAnnouncing
        case .announced: Interruption.patienceBeforeExiting
        }
    }

    mutating func received(_ signal: Signal) -> Action {
        switch state {
        case .running:
            state = .stopping(signal)
            return .cancel
        case .stopping(let first), .announced(let first):
            return .exit(first.exitCode)
        }
    }

    /// `patience` passed without a signal.
    mutating func waited() -> Action {
        switch state {
        case .running: return .none
        case .stopping(let signal):
            state = .announced(signal)
            return .announce
        case .announced(let signal): return .exit(signal.exitCode)
        }
    }
}
