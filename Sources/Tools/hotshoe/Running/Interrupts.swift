import HotShoeSupport

/// Takes over Ctrl-C while a command of `hotshoe shell` runs: it ends the command, and not the shell. **Thread-safe.**
final class Interrupts: Sendable {
    /// Guards the handler.
    private let handler = Guarded<(@Sendable () -> Void)?>(nil)

    /// Calls `body`; meanwhile an interrupt calls `handler` instead of ending the program.
    func taken<Value: Sendable>(by handler: @escaping @Sendable () -> Void, _ body: () async -> Value) async -> Value {
        self.handler.withLock { $0 = handler }
        defer { self.handler.withLock { $0 = nil } }
        return await body()
    }

    /// Passes on an interrupt. Returns whether there is a handler for it.
    func deliver() -> Bool {
        let handler = handler.withLock { $0 }
        handler?()
        return handler != nil
    }
}
