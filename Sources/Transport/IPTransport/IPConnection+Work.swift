import HotShoeSupport
import PTP
import PTPSession
import Sockets

// Work on the command connection, by one thread at a time.

extension IPConnection {
    /// Time that a thread waits for the next bytes before it parks the connection.
    private static let parkingDelay: Duration = .milliseconds(2)

    /// Time to wait for the current answer after the event connection has ended.
    private static let lateAnswerTimeout: Duration = .milliseconds(250)

    /// The thread that works on the command connection.
    private enum Worker {
        /// A thread of the library.
        case library
        /// A thread that waits for what it receives, until this time of `CLOCK_MONOTONIC` if there is one.
        case waiting(until: Duration?)
    }

    /// Works on the command connection until nothing is left to do.
    func drive() { while work(as: .library) {} }

    /// Does the next work on the command connection. Returns whether the calling thread still has it.
    private func work(as worker: Worker) -> Bool {
        guard beginNext() else {
            finishEnding()
            return false
        }
        let (pause, done) = command.use { $0.work() }
        if let (transaction, result) = done { return finish(transaction, result, as: worker) }
        if case .ended(let failure) = pause { return endNow(failure) }
        if case .busy = pause { return true }
        if let failure = state.withLock({ state, _ in state.eventFailure }) {
            if case .waiting = worker {
                // The rest may take long.
                startDriving()
                return false
            }
            if !isIdle(pause), commandSocket.wait(for: Self.lateAnswerTimeout) { return true }
            return endNow(failure)
        }
        return rest(pause, as: worker)
    }

    /// Waits a short time for the device or for a transaction, then parks the connection.
    private func rest(_ pause: CommandChannel.Pause?, as worker: Worker) -> Bool {
        let waited: Waited
        switch (pause, worker) {
        case (.toReceive, .library): waited = wait(for: Self.parkingDelay)
        case (.toReceive, .waiting(let deadline)):
            let left = deadline.map { $0 - SystemClock.monotonicTime() } ?? Self.parkingDelay
            waited = wait(for: max(.zero, min(left, Self.parkingDelay)))
        case (.toSend, _): waited = wait(toSend: true, for: Self.parkingDelay)
        case (.idle, .library): waited = wait(for: Self.lingering)
        case (.idle, .waiting), (.busy, _), (.ended, _), (nil, _): waited = .nothing
        }
        switch waited {
        case .work: return true
        case .lost: return false
        case .nothing:
            // Also watches for input: the device may refuse before it has received all data.
            if case .toSend = pause { return !park(.toReceiveOrSend) }
            return !park(.toReceive)
        }
    }

    private func isIdle(_ pause: CommandChannel.Pause?) -> Bool { if case .idle = pause { true } else { false } }

    /// Passes the next transaction and the cancellation to the channel; returns `false` if the link has ended.
    private func beginNext() -> Bool {
        let (isOver, transaction, cancels) = state.withLock { state, _ -> (Bool, LinkTransaction?, Bool) in
            guard state.machine.beginTurn() else { return (true, nil, false) }
            return (false, state.machine.popNext(), state.machine.popCancellation())
        }
        if isOver { return false }
        if transaction == nil, !cancels { return true }
        command.use { channel in
            if let transaction { channel.begin(transaction, sending: true) }
            if cancels { channel.cancel() }
        }
        return true
    }

    /// Time that a thread waits for the next transaction before it parks the connection.
    private static let lingering: Duration = .milliseconds(1)

    private enum Waited {
        /// There is something to do.
        case work
        case nothing
        /// Another thread has the connection.
        case lost
    }

    /// Waits a short time for the socket or for a transaction. For transactions in quick succession, as in live view, the thread
    /// for the answer is already running.
    private func wait(toSend: Bool = false, for limit: Duration) -> Waited {
        guard let pause = state.withLock({ state, _ in state.machine.linger() }) else { return .work }
        let isReady = commandSocket.wait(toSend: toSend, for: limit)
        switch resume(pause) {
        case .lost: return .lost
        case .idle: return isReady ? .work : .nothing
        case .work, .wait: return .work
        }
    }

    /// Ends a pause of this thread.
    private func resume(_ pause: Int) -> LinkMachine.Resumption {
        state.wait { state -> LinkMachine.Resumption? in
            let resumption = state.machine.resume(pause)
            return resumption == .wait ? nil : resumption
        } ?? .lost
    }

    /// Parks the connection; returns `false` if there is something to do.
    private func park(_ interest: EventLoop.Interest) -> Bool {
        let isParked = state.withLock { state, _ in state.machine.park() }
        // After the state change, because the event loop may wake another thread immediately.
        if isParked { commandWatch.withLock { $0 }?.arm(interest) }
        return isParked
    }
}

// Threads that run code of the program.

extension IPConnection {
    /// Time for which a thread may be away before another one receives.
    private static let longestAbsence: Duration = .milliseconds(5)
    /// Number of recurring transactions after a slow handler whose handlers run on threads of their own.
    private static let slowHandlerPenalty = 64

    /// Notifies a transaction of its end. A handler that is called with the data runs on this thread, if that is a library's.
    private func finish(
        _ transaction: LinkTransaction,
        _ result: Result<OperationResponse, LinkTransactionFailure>,
        as worker: Worker
    ) -> Bool {
        let runsHandler = state.withLock { state, _ -> Bool in
            state.machine.finished(transaction)
            guard case .library = worker, transaction.isRecurring else { return false }
            if state.handlersElsewhere == 0 { return true }
            state.handlersElsewhere -= 1
            return false
        }
        let outcome = Reception.deliver(from: self, defersHandler: runsHandler) { transaction.finished(result) }
        if let handler = outcome.handler { return run(handler) }
        defer { delivered() }
        guard case .library = worker, outcome.wakesReceiver else { return true }
        // A thread of the program has received an element, and receives the next one itself.
        guard beginNext() else {
            finishEnding()
            return false
        }
        return leave() == nil
    }

    /// Wakes threads that wait for the end of a delivery.
    private func delivered() { if state.withLock({ state, _ in state.machine.delivered() }) { state.broadcast() } }

    /// Runs a handler, which may block: another thread may take the connection meanwhile. Returns whether this thread still has
    /// it.
    private func run(_ handler: CallbackWork) -> Bool {
        // A request for the next data is sent before.
        let isOpen = beginNext()
        let pause = isOpen ? leave() : nil
        delivered()
        guard let pause else {
            LibraryCallbackQueue.shared.enqueue(handler)
            if !isOpen { finishEnding() }
            return isOpen
        }
        Self.threads.runUncounted(handler)
        if resume(pause) != .lost { return true }
        state.withLock { state, _ in state.handlersElsewhere = Self.slowHandlerPenalty }
        return false
    }

    /// Receives on the calling thread; see `ReceivableConnection`.
    public func receive(until deadline: Duration?, _ isDone: () -> Bool) {
        // A thread that delivers data would wait for itself.
        if Reception.connection != nil { return }
        let taking = state.wait { state -> LinkMachine.Taking? in
            let taking = state.machine.take()
            return taking == .wait ? nil : taking
        }
        guard taking == .taken else { return }
        while !isDone() {
            // The rest of the work may block, or would last beyond the deadline if the camera never stopped sending.
            let isOverdue = deadline.map { SystemClock.monotonicTime() >= $0 } ?? false
            guard !isOverdue, state.withLock({ state, _ in state.machine.suitsWaitingThread }) else { return startDriving() }
            guard work(as: .waiting(until: deadline)) else { return }
        }
        // The next data may have been requested already; the calling thread probably returns for them.
        let suits = state.withLock { state, _ in state.machine.suitsWaitingThread }
        if !suits || !beginNext() || leave() == nil { startDriving() }
    }

    /// Leaves the connection alone for a short time. Returns the number of the pause; nil if there is work.
    private func leave() -> Int? {
        let (pause, armsTimer) = state.withLock { state, _ -> (Int?, Bool) in
            guard let pause = state.machine.leave() else { return (nil, false) }
            defer { state.watchedPause = state.watchedPause ?? pause }
            return (pause, state.watchedPause == nil)
        }
        if armsTimer { armAbsenceTimer() }
        return pause
    }

    private func armAbsenceTimer() {
        absenceTimer.withLock { $0 }?.arm(at: SystemClock.shared.now + Self.longestAbsence)
    }

    /// Starts another thread if one has been away since the timer was armed.
    func checkAbsence() {
        let absence = state.withLock { state, _ -> LinkMachine.Absence in
            guard let pause = state.watchedPause else { return .over }
            let absence = state.machine.checkAbsence(pause)
            state.watchedPause = if case .goesOn(let later) = absence { later } else { nil }
            return absence
        }
        switch absence {
        case .over: break
        case .goesOn: armAbsenceTimer()
        case .tooLong: startDriving()
        }
    }
}
