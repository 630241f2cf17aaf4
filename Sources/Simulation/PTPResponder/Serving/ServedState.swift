import HotShoeSupport

/// State of a client with its lock: two machines, and what their actions have started. **Thread-safe.**
final class ServedState: Sendable {
    struct Value {
        var transaction = ServedTransaction()
        var presence = ServedPresence.connecting
        /// Data of the current upload.
        var pipe: UploadPipe?
        var tasks = Tasks()
    }

    /// The running tasks of a client.
    struct Tasks {
        /// Executes the current operation.
        var work: Task<Void, Never>?
        /// Connects the camera.
        var connecting: Task<Void, Never>?
        /// Sends events to the client.
        var pump: Task<Void, Never>?
        /// Watches whether the camera is still connected.
        var watch: Task<Void, Never>?

        func cancel() {
            for task in [work, pump, watch, connecting] { task?.cancel() }
        }
    }

    private let value = Guarded(Value())
    /// Leaves the camera.
    let leaving = OwnedTasks()

    func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try value.withLock(body)
    }
}
