/// The tasks of one owner, which cancels them and waits for them: work that outlives the call that starts it. **Thread-safe.**
///
/// A task is released when its work has ended. Releasing this object cancels the tasks; work that must not be cancelled retains the
/// owner.
package final class OwnedTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextKey = 0
    }

    /// Guards the tasks whose work has not ended.
    private let state = Guarded(State())

    package init() {}

    deinit { cancel() }

    /// Number of tasks whose work has not ended.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Performs work in a task.
    package func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            let key = state.nextKey
            state.nextKey += 1
            state.tasks[key] = Task { [weak self] in
                await work()
                self?.state.withLock { $0.tasks[key] = nil }
            }
        }
    }

    /// Cancels the tasks.
    package func cancel() { for task in current { task.cancel() } }

    /// Waits for the tasks that have been started. Must not be called by their work.
    package func wait() async { for task in current { await task.value } }

    /// Cancels the tasks, and waits for them. Must not be called by their work.
    package func end() async {
        cancel()
        await wait()
    }

    private var current: [Task<Void, Never>] { state.withLock { Array($0.tasks.values) } }
}
