import Synchronization

/// Watches over one running command: signals come in, the command is cancelled or the program ended.
///
/// **Thread-safe.** The signal thread calls `watch`, the command's task calls `exitCode`.
final class Supervision: Sendable {
    /// Guards the first signal, which decides how the program ends.
    private let first = Mutex<Signal?>(nil)

    /// Handles signals until the program ends, or the source has no more to say.
    /// - Parameters:
    ///   - cancel: cancels the command's task.
    ///   - announce: tells the user that this takes a while. Must not wait.
    ///   - exit: ends the program at once.
    func watch(
        _ source: some SignalSource,
        cancel: () -> Void,
        announce: () -> Void,
        exit: (ExitCode) -> Void
    ) {
        var interruption = Interruption()
        while true {
            let patience = interruption.patience
            let signal = source.next(within: patience)
            if signal == nil, patience == nil { return }
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

    /// How the program ends when the command ended with `code`: as the signal says, if there was one. A command that was cancelled did not do all it was
    /// asked for, however it returned.
    func exitCode(after code: ExitCode) -> ExitCode { first.withLock { $0?.exitCode } ?? code }
}
