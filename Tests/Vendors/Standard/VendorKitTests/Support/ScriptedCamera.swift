import HotShoeSupport
import PTP

@testable import PTPSession

/// A camera in this process: a link whose answers a test scripts. **Thread-safe.** It answers on a separate thread, like a link.
final class ScriptedCamera: Link {
    enum Answer: Sendable {
        case data([UInt8])
        case response(ResponseCode, [UInt32] = [])
        /// No answer; the transaction ends when it is cancelled, or when the test calls ``answerPending()``.
        case silence
        case unplugged

        static let ok = Answer.response(.ok)
    }

    /// Returns the answer to a request; `sent` is the data of the initiator.
    typealias Script = @Sendable (_ request: OperationRequest, _ sent: [UInt8]) -> Answer

    private struct State {
        var script: Script
        var requests: [OperationRequest] = []
        var answered: [OperationRequest] = []
        var pending: LinkTransaction?
        var waiters: [(isMet: @Sendable (State) -> Bool, promise: Promise<Void, Never>)] = []
        var observer: (any LinkObserver)?
    }

    /// Guards the script and the requests.
    private let state: Guarded<State>
    /// Answers one request after the other.
    private let thread = LibraryCallbackQueue(threadName: "scripted", threadLimit: 1)

    init(_ script: @escaping Script) { state = Guarded(State(script: script)) }

    /// Requests in order, answered or not.
    var requests: [OperationRequest] { state.withLock { $0.requests } }

    func count(of code: OperationCode) -> Int { requests.count { $0.code == code } }

    /// Sets the answers from now on.
    func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// Waits until the answered requests satisfy a condition.
    func untilAnswered(_ isMet: @escaping @Sendable ([OperationRequest]) -> Bool) async {
        await until { isMet($0.answered) }
    }

    private func until(_ isMet: @escaping @Sendable (State) -> Bool) async {
        let promise = Promise<Void, Never>()
        let isNow = state.withLock { state in
            if isMet(state) { return true }
            state.waiters.append((isMet, promise))
            return false
        }
        if !isNow { _ = await promise.result() }
    }

    func untilAnswered(_ code: OperationCode, times: Int = 1) async {
        await untilAnswered { $0.count { $0.code == code } >= times }
    }

    /// Waits until every request is answered.
    func untilIdle() async {
        await until { $0.requests.count == $0.answered.count }
    }

    /// Sends an event on the link.
    func send(_ event: Event) { state.withLock { $0.observer }?.eventReceived(event) }

    /// Answers the request that was met with silence.
    func answerPending() {
        let pending = popPending()
        pending?.finished(.success(OperationResponse(.ok, pending?.request.transaction ?? .none)))
    }

    private func popPending() -> LinkTransaction? {
        state.withLock { state in
            defer { state.pending = nil }
            return state.pending
        }
    }

    // MARK: Link

    func start(_ observer: any LinkObserver) { state.withLock { $0.observer = observer } }

    func cancel(_ transaction: LinkTransaction) { popPending()?.finished(.failure(.cancelled)) }

    func probe() {}

    func close() {
        let observer = state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }
        observer?.linkEnded(.closedHere)
    }

    func perform(_ transaction: LinkTransaction) {
        let request = transaction.request
        let script = state.withLock { state in
            state.requests.append(request)
            return state.script
        }
        thread.enqueue(
            CallbackWork { [self] in
                var sent: [UInt8] = []
                if case .send(let provider) = transaction.data { sent = Self.bytes(of: provider) }
                answer(transaction, script(request, sent))
                hasAnswered(request)
            }
        )
    }

    private static func bytes(of provider: any DataProvider) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(provider.byteCount))
        _ = unsafe bytes.withUnsafeMutableBytes { unsafe provider.read(into: $0) }
        return bytes
    }

    private func hasAnswered(_ request: OperationRequest) {
        let met = state.withLock { state in
            state.answered.append(request)
            let current = state
            defer { state.waiters.removeAll { $0.isMet(current) } }
            return state.waiters.filter { $0.isMet(current) }.map(\.promise)
        }
        for promise in met { promise.fulfil(.success(())) }
    }

    private func answer(_ transaction: LinkTransaction, _ answer: Answer) {
        let id = transaction.request.transaction
        switch answer {
        case .data(let bytes):
            if case .receive(let receiver) = transaction.data {
                receiver.dataBegan(announcedBytes: UInt64(bytes.count))
                let span = bytes.span
                _ = receiver.dataReceived(unsafe span.bytes)
            }
            transaction.finished(.success(OperationResponse(.ok, id)))
        case .response(let code, let parameters):
            transaction.finished(.success(OperationResponse(code, id, Parameters(parameters))))
        case .silence: state.withLock { $0.pending = transaction }
        case .unplugged: transaction.finished(.failure(.link(.closedByDevice)))
        }
    }
}

extension ScriptedCamera {
    /// Timeout of the sessions: longer than any test's virtual time.
    static let timeout: Duration = .seconds(1_000_000)

    /// Returns a session that is open already.
    func session(_ clock: VirtualClock) -> PTPSession {
        var options = PTPSession.Options()
        options.transactionTimeout = Self.timeout
        return PTPSession(
            self,
            time: clock,
            options: options,
            numbering: TransactionNumbering(isInSession: true),
            onEvent: { _ in },
            onEnd: { _ in }
        )
    }
}
