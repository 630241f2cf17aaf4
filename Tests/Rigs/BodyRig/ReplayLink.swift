import HotShoeSupport
package import PTP
package import PTPSession

/// A link that plays the camera's part of a transcript, and compares what the initiator sends with it. **Thread-safe.**
///
/// Operations that are polled may be sent any number of times: they are answered from the transcript in their order, then by
/// ``Rules/idle``. All others must be sent as the transcript has them; what differs is listed, and the playing continues.
package final class ReplayLink: Link {
    /// How a transcript is compared.
    package struct Rules: Sendable {
        /// Operations whose number depends on time, with the data of the answer when the transcript has no further one.
        package var idle: [OperationCode: [UInt8]]
        /// Operations that are not compared: those of the transcript are left out, and those that are sent are answered as they were
        /// in the transcript.
        package var ignored: Set<OperationCode>

        package init(idle: [OperationCode: [UInt8]] = [:], ignored: Set<OperationCode> = []) {
            (self.idle, self.ignored) = (idle, ignored)
        }
    }

    private struct State {
        var position = 0
        var polled: [OperationCode: [RecordedExchange]] = [:]
        var differences: [String] = []
        weak var observer: (any LinkObserver)?
    }

    private let entries: [TranscriptEntry]
    private let all: [RecordedExchange]
    private let rules: Rules
    private let thread = ThreadExecutor(name: "replay")

    /// Guards the position.
    private let state: Guarded<State>

    /// Number of entries that are searched for an operation that is not the next one.
    private static let reach = 64

    package init(_ transcript: [TranscriptEntry], _ rules: Rules) {
        self.rules = rules
        all = transcript.compactMap(\.exchange)
        entries = transcript.filter { entry in
            guard let exchange = entry.exchange else { return true }
            return rules.idle[exchange.code] == nil && !rules.ignored.contains(exchange.code)
        }
        let polled = Dictionary(grouping: all.filter { rules.idle[$0.code] != nil && $0.response == .ok }, by: \.code)
        state = Guarded(State(polled: polled))
    }

    deinit { thread.stop() }

    /// Transactions that only one of the two has, the driver or the transcript, in their order.
    package var differences: [String] { state.withLock { $0.differences } }

    /// The same, with what the transcript has after the last operation that was sent.
    package var differencesToEnd: [String] {
        state.withLock { state in
            state.differences + entries[state.position...].compactMap(\.exchange).map { "not sent: \(Self.words($0))" }
        }
    }

    // MARK: Link

    package func start(_ observer: any LinkObserver) { state.withLock { $0.observer = observer } }
    package func probe() {}
    package func cancel(_ transaction: LinkTransaction) {}

    package func close() {
        let observer = state.withLock { state in
            defer { state.observer = nil }
            return state.observer
        }
        observer?.linkEnded(.closedHere)
    }

    package func perform(_ transaction: LinkTransaction) {
        let request = transaction.request
        thread.enqueue(
            CallbackWork { [self] in
                var sent: [UInt8]?
                if case .send(let provider) = transaction.data { sent = Self.bytes(of: provider) }
                let (exchange, events, observer) = state.withLock { state in
                    let exchange = answer(request, sent, &state)
                    return (exchange, passEvents(&state), state.observer)
                }
                finish(transaction, request, exchange)
                for event in events { observer?.eventReceived(event) }
            }
        )
    }

    private static func bytes(of provider: any DataProvider) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(provider.byteCount))
        _ = unsafe bytes.withUnsafeMutableBytes { unsafe provider.read(into: $0) }
        return bytes
    }

    // MARK: Playing

    private func answer(_ request: OperationRequest, _ sent: [UInt8]?, _ state: inout State) -> RecordedExchange {
        if let idle = rules.idle[request.code] {
            if state.polled[request.code]?.isEmpty == false { return state.polled[request.code]!.removeFirst() }
            return RecordedExchange(request.code, request.parameters, received: idle)
        }
        if rules.ignored.contains(request.code) {
            return all.first { $0.code == request.code && $0.parameters == request.parameters }
                ?? RecordedExchange(request.code, request.parameters, .response(.operationNotSupported, []))
        }
        let rest = entries.indices.dropFirst(state.position).prefix(Self.reach)
        if let place = rest.first(where: { entries[$0].exchange.map { Self.isSame($0, request, sent) } == true }) {
            state.differences += entries[state.position..<place].compactMap(\.exchange).map { "not sent: \(Self.words($0))" }
            state.position = place + 1
            return entries[place].exchange!
        }
        state.differences.append("sent: \(Self.words(RecordedExchange(request.code, request.parameters, sent: sent)))")
        return RecordedExchange(request.code, request.parameters, .response(.operationNotSupported, []))
    }

    private func passEvents(_ state: inout State) -> [Event] {
        var events: [Event] = []
        while state.position < entries.count, case .event(let event) = entries[state.position].content {
            events.append(event)
            state.position += 1
        }
        return events
    }

    private static func isSame(_ exchange: RecordedExchange, _ request: OperationRequest, _ sent: [UInt8]?) -> Bool {
        exchange.code == request.code && exchange.parameters == request.parameters && exchange.sent == sent
    }

    private static func words(_ exchange: RecordedExchange) -> String {
        let data = exchange.sent.map { " with \($0.count) bytes" } ?? ""
        return "\(exchange.code)\(exchange.parameters)\(data)"
    }

    private func finish(_ transaction: LinkTransaction, _ request: OperationRequest, _ exchange: RecordedExchange) {
        if case .receive(let receiver) = transaction.data, let bytes = exchange.received {
            receiver.dataBegan(announcedBytes: UInt64(bytes.count))
            let span = bytes.span
            if !bytes.isEmpty { _ = receiver.dataReceived(unsafe span.bytes) }
        }
        guard case .response(let code, let parameters) = exchange.outcome else {
            return transaction.finished(.failure(.cancelled))
        }
        transaction.finished(.success(OperationResponse(code, request.transaction, parameters)))
    }
}
