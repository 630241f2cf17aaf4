import BrokerMessages
import HotShoe

/// Takes commands, carries out each at most once, and answers. **Thread-safe.**
final class CommandDesk: Sendable {
    /// Carries out a command: calls the cameras, and returns a result for each.
    typealias Work = @Sendable (BrokerCommand) async throws(WebProblem) -> [CommandAnswer.Result]

    /// A line for the log.
    struct Line: Sendable, Hashable {
        var text: String
        /// Whether a command was begun: such lines are always logged.
        var isBegun = false
    }

    /// Maximum number of commands in progress.
    static let busyLimit = 64

    private struct State {
        var memory: CommandMemory
        var running = 0
    }

    private let host: String
    private let isReadOnly: Bool
    private let obstacle: @Sendable () -> String?
    private let journal: CommandJournal
    private let now: @Sendable () -> ClockTime
    private let work: Work
    private let answer: @Sendable (CommandAnswer) -> Void
    private let tasks = OwnedTasks()
    /// Guards the known commands, and the number of those in progress.
    private let state: Guarded<State>

    /// Creates a desk with the commands that an earlier run has begun. `answer` is called on any thread, and must return immediately.
    /// `obstacle` returns why no command can be begun now; nil if one can.
    init(
        host: String,
        isReadOnly: Bool,
        obstacle: @escaping @Sendable () -> String? = { nil },
        _ journal: CommandJournal,
        _ earlier: [CommandMemory.Entry],
        now: @escaping @Sendable () -> ClockTime,
        work: @escaping Work,
        answer: @escaping @Sendable (CommandAnswer) -> Void
    ) {
        (self.host, self.isReadOnly, self.obstacle, self.journal) = (host, isReadOnly, obstacle, journal)
        (self.now, self.work, self.answer) = (now, work, answer)
        state = Guarded(State(memory: CommandMemory(earlier)))
    }

    /// Takes a message of a topic for commands. Writes to the disk.
    ///
    /// - Returns: a line for the log.
    func take(_ payload: [UInt8], isRetained: Bool) -> Line {
        // An empty message removes one that the broker has kept.
        if payload.isEmpty { return Line(text: "An empty message was ignored.") }
        let command: BrokerCommand
        do throws(BrokerCommand.Problem) { command = try BrokerCommand(payload) } catch {
            if let id = error.id { send(.refused, id, error.description) }
            return Line(text: "A message was ignored: \(error.description)")
        }
        let time = now()
        let obstacle = isReadOnly ? "This server only reads: it was started with --read-only." : obstacle()
        let decision = state.withLock { state -> CommandMemory.Decision in
            let decision = state.memory.decide(on: command, isRetained: isRetained, at: time)
            guard decision == .begin else { return decision }
            if let obstacle { return .refused(obstacle) }
            guard state.running < Self.busyLimit else { return .refused("\(Self.busyLimit) commands are in progress.") }
            // Known from here on: the same message on another topic is a repetition, even if the disk fails.
            state.memory.begin(command)
            state.running += 1
            return .begin
        }
        switch decision {
        case .begin: return begin(command, time)
        case .repeated(let earlier): repeated(command, earlier)
        case .expired: send(.expired, command.id, nil)
        case .refused(let reason): send(.refused, command.id, reason)
        }
        return Line(text: "\(command.kind.rawValue) \(command.id): \(Self.word(decision))")
    }

    private static func word(_ decision: CommandMemory.Decision) -> String {
        switch decision {
        case .begin: "begun"
        case .repeated: "repeated"
        case .expired: "expired"
        case .refused(let reason): "refused. \(reason)"
        }
    }

    private func send(_ status: CommandAnswer.Status, _ id: String, _ reason: String?) {
        answer(CommandAnswer(id: id, host: host, status, reason: reason))
    }

    private func repeated(_ command: BrokerCommand, _ earlier: CommandAnswer?) {
        var again =
            earlier
            ?? CommandAnswer(
                id: command.id,
                host: host,
                .interrupted,
                reason: "An earlier run of this host has begun it. Whether a camera was released is not known."
            )
        again.isRepeated = true
        answer(again)
    }

    private func begin(_ command: BrokerCommand, _ time: ClockTime) -> Line {
        let accepted = CommandAnswer(id: command.id, host: host, .accepted)
        do throws(CommandJournal.Failure) {
            try journal.append(CommandMemory.Entry(id: command.id, expires: command.expires), at: time)
        } catch {
            let refused = CommandAnswer(id: command.id, host: host, .refused, reason: error.description)
            end(with: refused)
            return Line(text: "\(command.kind.rawValue) \(command.id): refused. \(error.description)")
        }
        state.withLock { $0.memory.answered(accepted) }
        answer(accepted)
        tasks.start { [self] in end(with: await result(of: command)) }
        return Line(text: "\(command.kind.rawValue) \(command.id): begun", isBegun: true)
    }

    private func result(of command: BrokerCommand) async -> CommandAnswer {
        do throws(WebProblem) {
            let results = try await work(command)
            let isDone = results.allSatisfy { $0.error == nil }
            var last = CommandAnswer(id: command.id, host: host, isDone ? .done : .failed)
            last.results = results
            return last
        } catch {
            return CommandAnswer(id: command.id, host: host, .refused, reason: error.detail)
        }
    }

    private func end(with last: CommandAnswer) {
        state.withLock { state in
            state.memory.answered(last)
            state.running -= 1
        }
        answer(last)
    }

    /// Cancels the commands in progress, and waits for them.
    func end() async { await tasks.end() }

    /// Waits for the commands in progress.
    func finish() async { await tasks.wait() }
}
