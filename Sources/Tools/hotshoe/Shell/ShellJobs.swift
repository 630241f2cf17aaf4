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
        var next = 1
    }

    /// Guards the jobs.
    private let state = Guarded(State())

    var running: [Job] { state.withLock { $0.jobs } }

    /// Starts a command, and returns its number. `work` prints its own failure.
    func start(_ line: String, _ work: @escaping @Sendable (Int) async -> Void) -> Int {
        state.withLock { state in
            let number = state.next
            state.next += 1
            let task = Task { [self] in
                await work(number)
                self.state.withLock { $0.jobs.removeAll { $0.number == number } }
            }
            state.jobs.append(Job(number: number, line: line, task: task))
            return number
        }
    }

    /// The jobs with a number; all without one.
    func selected(_ number: Int?) -> [Job] { running.filter { number == nil || $0.number == number } }

    /// Ends jobs, and waits until they have ended.
    func stop(_ jobs: [Job]) async {
        for job in jobs { job.task.cancel() }
        for job in jobs { await job.task.value }
    }
}
