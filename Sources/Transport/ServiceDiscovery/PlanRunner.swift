import HotShoeSupport
import Synchronization

/// Runs one plan: passes inputs and the time to it, lets the loop perform its actions, and reports its events. **Thread-safe.**
final class PlanRunner<Plan: OperationPlan>: OperationClient {
    /// Guards the plan. Callbacks and requests are made outside it.
    private let plan: Guarded<Plan>
    private let loop: OperationLoop
    private let time: any TimeSource
    private let report: @Sendable ([Plan.Event]) -> Void
    /// Guards the timer, which is made with the first deadline.
    private let timer = Guarded<(any TimeSourceTimer)?>(nil)
    private let hasStarted = Atomic(false)
    private let hasStopped = Atomic(false)
    private let ending = Promise<Void, Never>()

    /// Creates a runner, which passes the events to the handler in order, on the loop's thread. The handler must not block.
    init(_ plan: Plan, loop: OperationLoop, time: any TimeSource, report: @escaping @Sendable ([Plan.Event]) -> Void) {
        self.plan = Guarded(plan)
        self.loop = loop
        self.time = time
        self.report = report
    }

    var isStopped: Bool { hasStopped.load(ordering: .acquiring) }

    func start() {
        if !hasStarted.exchange(true, ordering: .acquiringAndReleasing) { run(.begin) }
    }

    /// Releases all operations, asynchronously on the loop's thread.
    func stop() {
        if hasStopped.exchange(true, ordering: .acquiringAndReleasing) { return }
        let timer = timer.withLock { timer in
            defer { timer = nil }
            return timer
        }
        timer?.disarm()
        loop.run(for: self) { [self] in
            process(.stop)
        } done: { [self] in
            ending.fulfil(.success(()))
        }
    }

    /// Waits until all operations have been released, at most for `limit`. Returns whether they have.
    func ended(within limit: Duration) async -> Bool {
        let waiting = Promise<Bool, Never>()
        let clock = time.makeTimer { waiting.fulfil(.success(false)) }
        clock.arm(at: time.now + limit)
        let ending = ending
        let waiter = Task { if await ending.resultUnlessCancelled() != nil { waiting.fulfil(.success(true)) } }
        defer {
            clock.disarm()
            waiter.cancel()
        }
        return await waiting.result().get()
    }

    func command(_ command: Plan.Command) { run(.command(command)) }

    func process(_ key: OperationKey, _ outcome: OperationOutcome) -> [OperationAction] { process(.outcome(key, outcome)) }

    private func run(_ input: PlanInput<Plan.Command>) {
        if !isStopped { loop.run(for: self) { [self] in process(input) } }
    }

    private func process(_ input: PlanInput<Plan.Command>) -> [OperationAction] {
        let now = time.now
        let (result, deadline) = plan.withLock { plan in
            let result = plan.process(input, at: now)
            return (result, plan.nextDeadline)
        }
        for warning in result.warnings { Log.write(.warning, "service discovery", warning) }
        if !result.events.isEmpty { report(result.events) }
        arm(deadline)
        return result.operations
    }

    private func arm(_ deadline: Duration?) {
        if isStopped { return }
        let known = timer.withLock { $0 }
        guard let deadline else {
            known?.disarm()
            return
        }
        let armed = known ?? time.makeTimer { [weak self] in self?.run(.timerFired) }
        if known == nil { timer.withLock { $0 = armed } }
        armed.arm(at: deadline)
    }
}
