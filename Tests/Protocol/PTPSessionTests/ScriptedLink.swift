import HotShoeSupport
import PTP

@testable import PTPSession

/// A link whose transactions a test finishes. **Thread-safe.**
final class ScriptedLink: Link {
    private struct State {
        var observer: (any LinkObserver)?
        var cancelled: [OperationCode] = []
        var probes = 0
        var isClosed = false
        var underWay: LinkTransaction?
    }

    private let state = Guarded(State())
    private let continuation: AsyncStream<LinkTransaction>.Continuation
    /// The transactions that the session has begun, in order.
    let begun: AsyncStream<LinkTransaction>
    /// Whether ``close()`` ends the link immediately.
    private let endsWhenClosed: Bool

    init(endsWhenClosed: Bool = true) {
        self.endsWhenClosed = endsWhenClosed
        (begun, continuation) = AsyncStream.makeStream()
    }

    var cancelled: [OperationCode] { state.withLock { $0.cancelled } }
    var probes: Int { state.withLock { $0.probes } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func start(_ observer: any LinkObserver) { state.withLock { $0.observer = observer } }

    func perform(_ transaction: LinkTransaction) {
        state.withLock { $0.underWay = transaction }
        continuation.yield(transaction)
    }

    func cancel(_ transaction: LinkTransaction) { state.withLock { $0.cancelled.append(transaction.code) } }

    func probe() { state.withLock { $0.probes += 1 } }

    func close() {
        state.withLock { $0.isClosed = true }
        if endsWhenClosed { end(.closedHere) }
    }

    // MARK: The device

    /// Ends the link: the transaction under way fails, then the observer is notified.
    func end(_ failure: LinkFailure) {
        let (transaction, observer) = state.withLock { state in
            defer { (state.underWay, state.observer) = (nil, nil) }
            return (state.underWay, state.observer)
        }
        transaction?.finished(.failure(.link(failure)))
        observer?.linkEnded(failure)
    }

    func send(_ event: Event) { state.withLock { $0.observer }?.eventReceived(event) }

    func answerProbe() { state.withLock { $0.observer }?.linkIsAlive() }

    fileprivate func forget() { state.withLock { $0.underWay = nil } }
}

/// A session over a scripted link, with a virtual clock.
struct SessionRig: Sendable {
    let link: ScriptedLink
    let clock = VirtualClock()
    let session: PTPSession
    private let received = Received()

    var events: [Event] { received.events.withLock { $0 } }
    var endings: [LinkFailure] { received.endings.withLock { $0 } }

    /// Events and endings that the session has reported.
    private final class Received: Sendable {
        let events = Guarded<[Event]>([])
        let endings = Guarded<[LinkFailure]>([])
    }

    init(
        _ options: PTPSession.Options = PTPSession.Options(),
        inSession: Bool = true,
        link: ScriptedLink = ScriptedLink()
    ) {
        self.link = link
        session = PTPSession(
            link,
            time: clock,
            options: options,
            numbering: TransactionNumbering(isInSession: inSession),
            onEvent: { [received] event in received.events.withLock { $0.append(event) } },
            onEnd: { [received] failure in received.endings.withLock { $0.append(failure) } }
        )
    }

    /// Begins an operation in a separate task.
    func perform(
        _ code: OperationCode,
        _ data: LinkTransaction.Data = .none,
        priority: TransactionPriority = .normal,
        timeout: Duration? = nil
    ) -> Task<Result<ResponseCode, SessionError>, Never> {
        Task { [session] in
            do throws(SessionError) {
                return .success(try await session.perform(code, [], data, priority: priority, timeout: timeout).code)
            } catch { return .failure(error) }
        }
    }

    /// Finishes a transaction with a response.
    func answer(_ transaction: LinkTransaction, _ code: ResponseCode = .ok, _ parameters: Parameters = []) {
        finish(transaction, .success(OperationResponse(code, transaction.request.transaction, parameters)))
    }

    func finish(_ transaction: LinkTransaction, _ result: Result<OperationResponse, LinkTransactionFailure>) {
        link.forget()
        transaction.finished(result)
    }

    /// Passes bytes to the receiver of a transaction. Returns whether it accepts more.
    @discardableResult
    func deliver(_ bytes: [UInt8], to transaction: LinkTransaction) -> Bool {
        guard case .receive(let receiver) = transaction.data else { return false }
        receiver.dataBegan(announcedBytes: UInt64(bytes.count))
        return unsafe receiver.dataReceived(bytes.span.bytes)
    }
}
