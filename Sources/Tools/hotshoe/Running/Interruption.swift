/// A signal that requests the program to end.
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

/// Decides how signals affect a running command. Pure: signals and the passing of time are the input, actions the output.
///
/// The first signal cancels the command, which then restores the camera. If that takes long, a message is printed; if it takes
/// too long, or another signal arrives, the program ends immediately.
struct Interruption {
    enum Action: Equatable {
        case none
        /// Cancel the command's task.
        case cancel
        /// Print that the camera is being restored, and how to skip that.
        case announce
        /// End the program now.
        case exit(ExitCode)
    }

    private enum State {
        case running
        case stopping(Signal)
        case announced(Signal)
    }

    /// Time for restoring the camera before a message is printed.
    static let delayBeforeAnnouncing = Duration.milliseconds(500)
    /// Further time before the program ends.
    static let delayBeforeExiting = Duration.milliseconds(4500)

    private var state = State.running

    /// Time to wait for the next signal before calling `waited`; nil for no limit.
    var timeout: Duration? {
        switch state {
        case .running: nil
        case .stopping: Interruption.delayBeforeAnnouncing
        case .announced: Interruption.delayBeforeExiting
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

    /// Reports that `timeout` has passed without a signal.
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
