import Glibc
import HotShoeSupport
import PTP
import PTPSession
import Sockets

// Work on the command connection, by one thread at a time.

extension IPConnection {
    /// Time that a thread waits for the next bytes, or for the next transaction, before it parks the connection. A camera on the
    /// network sends the bytes of one answer in quick succession, and a program often makes its next request immediately.
    private static let lingering: Duration = .milliseconds(2)

    /// Time to wait for the current answer after the event connection has ended.
    private static let lateAnswerTimeout: Duration = .milliseconds(250)

    /// Works on the command connection until nothing is left to do.
    func drive() { while work() {} }

    /// Does the next work on the command connection. Returns whether the calling thread still has it.
    private func work() -> Bool {
        guard beginNext() else {
            finishEnding()
            return false
        }
        let (pause, done) = command.use { $0.work() }
        if let (transaction, result) = done {
            finish(transaction, result)
            return true
        }
        if case .ended(let failure) = pause { return endNow(failure) }
        if case .busy = pause { return true }
        if let failure = state.withLock({ state, _ in state.eventFailure }) {
            if !isIdle(pause), commandSocket.wait(for: Self.lateAnswerTimeout) { return true }
            return endNow(failure)
        }
        let isToSend = if case .toSend = pause { true } else { false }
        if wait(toSend: isToSend) { return true }
        // Also watches for input: the device may refuse before it has received all data.
        return !park(isToSend ? .toReceiveOrSend : .toReceive)
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

    /// Reports the end of a transaction. A request that follows from it is sent on this thread, before the report is over.
    private func finish(_ transaction: LinkTransaction, _ result: Result<OperationResponse, LinkTransactionFailure>) {
        state.withLock { state, _ in
            state.machine.finished(transaction)
            state.reporter = pthread_self()
        }
        transaction.finished(result)
        state.withLock { state, _ in state.reporter = nil }
    }

    /// Waits a short time for the socket or for a transaction. Returns whether there is something to do.
    private func wait(toSend: Bool) -> Bool {
        guard state.withLock({ state, _ in state.machine.linger() }) else { return true }
        let isReady = commandSocket.wait(toSend: toSend, for: Self.lingering)
        let resumption = state.wait { state -> LinkMachine.Resumption? in
            let resumption = state.machine.resume()
            return resumption == .wait ? nil : resumption
        }
        return isReady || resumption != .idle
    }

    /// Parks the connection; returns `false` if there is something to do.
    private func park(_ interest: EventLoop.Interest) -> Bool {
        let isParked = state.withLock { state, _ in state.machine.park() }
        // After the state change, because the event loop may wake another thread immediately.
        if isParked { commandWatch.withLock { $0 }?.arm(interest) }
        return isParked
    }
}
