import Synchronization

/// Supervises one running command: on signals it cancels the command or ends the program.
///
/// **Thread-safe.** The signal thread calls `watch`, the command's task calls `exitCode`.
final class Supervision: Sendable {
    /// Guards the first signal, which determines the exit code.
    private let first = Mutex<Signal?>(nil)

    /// Handles signals until the program ends, or the source returns no more signals.
    ///
    /// `isTaken` returns whether the command itself has processed a signal, which then has no further effect. `cancel` cancels the
    /// command's task. `announce` prints that this takes some time, and must not block. `exit` ends the program immediately.
    func watch(
        _ source: some SignalSource,
        isTaken: (Signal) -> Bool = { _ in false },
        cancel: () -> Void,
        announce: () -> Void,
        exit: (ExitCode) -> Void
    ) {
        var interruption = Interruption()
        while true {
            let timeout = interruption.timeout
            let signal = source.next(within: timeout)
            if signal == nil, timeout == nil { return }
            if let signal, timeout == nil, isTaken(signal) { continue }
            switch signal.map({ interruption.received($0) }) ?? interruption.waited() {
            case .none: break
            case .cancel:
                first.withLock { $0 = $0 ?? signal }
                cancel()
            case .announce: announce()
            case .exit(let code):
                exit(code)
                return
            }
        }
    }

    /// The exit code of the program after the command has ended with `code`: that of the first signal, if there was one,
    /// because a cancelled command is incomplete even if it returned normally.
    func exitCode(after code: ExitCode) -> ExitCode { first.withLock { $0?.exitCode } ?? code }
}
