import HotShoeSupport

/// The commands that run in the background of `hotshoe shell`. **Thread-safe.**
final class ShellJobs: Sendable {
    struct Job: Sendable {
        let number: Int
        let line: String
        let task: Task<Void, Never>
    }

    private struct State {
        var jobs: [Job] = []
        /// The failures that no `wait` has returned yet, by the numbers of their jobs.
        var failures: [Int: CommandFailure] = [:]
        var next = 1
    }

    /// Guards the jobs.
    private let state = Guarded(State())

    var running: [Job] { state.withLock { $0.jobs } }

    /// Starts a command, and returns its number. `work` prints its own failure, and returns it.
    func start(_ line: String, _ work: @escaping @Sendable (Int) async -> CommandFailure?) -> Int {
        state.withLock { state in
            let number = state.next
            state.next += 1
            let task = Task { [self] in
                let failure = await work(number)
                self.state.withLock { state in
                    state.jobs.removeAll { $0.number == number }
                    state.failures[number] = failure
                }
            }
            state.jobs.append(Job(number: number, line: line, task: task))
            return number
        }
    }

    /// The jobs with a number; all without one.
    func selected(_ number: Int?) -> [Job] { running.filter { number == nil || $0.number == number } }

    /// Whether there was a job of a number, which has ended.
    func hasEnded(_ number: Int) -> Bool {
        state.withLock { state in (1..<state.next).contains(number) && !state.jobs.contains { $0.number == number } }
    }

    /// Ends jobs, and waits until they have ended. That they were interrupted is no failure.
    func stop(_ jobs: [Job]) async {
        for job in jobs { job.task.cancel() }
        for job in jobs { await job.task.value }
        state.withLock { state in
            for job in jobs where state.failures[job.number]?.code == .interrupted { state.failures[job.number] = nil }
        }
    }

    /// Removes and returns the failure of a job, or the first one of all jobs for nil.
    func popFailure(_ number: Int?) -> CommandFailure? {
        state.withLock { state in
            guard let found = number ?? state.failures.keys.min() else { return nil }
            defer { if number == nil { state.failures = [:] } }
            return state.failures.removeValue(forKey: found)
        }
    }
}
