import HotShoeSupport
package import PTP
package import PTPSession

/// Operations sent to a body, without those whose number depends on timing. **Thread-safe.**
package final class Trace: Sendable {
    /// How operations are recorded.
    package struct Rules: Sendable {
        /// Whether an operation is recorded.
        package var records: @Sendable (OperationCode) -> Bool
        /// Operations that are performed at any time, and repeated: recorded apart from the others, once.
        package var repeated: Set<OperationCode>
        /// Responses that are repeated at intervals, and not recorded.
        package var busy: Set<ResponseCode>
        /// Name of an operation.
        package var name: @Sendable (OperationCode) -> String
        /// Name of a response.
        package var response: @Sendable (ResponseCode) -> String

        package init(
            records: @escaping @Sendable (OperationCode) -> Bool,
            repeated: Set<OperationCode>,
            busy: Set<ResponseCode>,
            name: @escaping @Sendable (OperationCode) -> String,
            response: @escaping @Sendable (ResponseCode) -> String
        ) {
            (self.records, self.repeated, self.busy) = (records, repeated, busy)
            (self.name, self.response) = (name, response)
        }
    }

    let rules: Rules
    private let lines = Guarded<[String]>([])
    private let repeated = Guarded<Set<String>>([])

    package init(_ rules: Rules) { self.rules = rules }

    func add(_ request: OperationRequest, _ data: String, _ response: String) {
        guard rules.records(request.code) else { return }
        let line = "\(rules.name(request.code)) \(request.parameters)\(data) → \(response)"
        if rules.repeated.contains(request.code) { return repeated.withLock { _ = $0.insert(line) } }
        note(line)
    }

    package func note(_ line: String) { lines.withLock { if $0.last != line { $0.append(line) } } }

    /// The operations that were performed at any time.
    package var repeatedLines: [String] { repeated.withLock { $0.sorted() } }

    package func drain() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

/// A link that records its transactions.
package final class TracedLink: Link {
    private let link: any Link
    private let trace: Trace
    /// The session's current transaction with the one that replaces it on the link.
    private let current = Guarded<(LinkTransaction, LinkTransaction)?>(nil)

    package init(_ link: any Link, _ trace: Trace) {
        self.link = link
        self.trace = trace
    }

    package func start(_ observer: any LinkObserver) { link.start(observer) }
    package func probe() { link.probe() }
    package func close() { link.close() }

    package func perform(_ transaction: LinkTransaction) {
        let (request, trace) = (transaction.request, trace)
        var (data, sent): (LinkTransaction.Data, @Sendable () -> String) = (transaction.data, { "" })
        if case .send(let provider) = data {
            let traced = TracedProvider(provider)
            (data, sent) = (.send(traced), { " " + traced.text })
        }
        let words = sent
        let traced = LinkTransaction(transaction.code, transaction.parameters, data) { result in
            switch result {
            case .success(let response) where trace.rules.busy.contains(response.code): break
            case .success(let response):
                trace.add(
                    request,
                    words(),
                    trace.rules.response(response.code) + (response.parameters.isEmpty ? "" : " \(response.parameters)")
                )
            case .failure(let failure): trace.add(request, words(), "\(failure)")
            }
            transaction.finished(result)
        }
        traced.begin(request.transaction)
        current.withLock { $0 = (transaction, traced) }
        link.perform(traced)
    }

    package func cancel(_ transaction: LinkTransaction) {
        let traced = current.withLock { $0.flatMap { $0.0 === transaction ? $0.1 : nil } }
        if let traced { link.cancel(traced) }
    }
}

/// A link with further connections that records its transactions, and when the further connections are opened.
package final class TracedSideLink: SideConnections {
    private let link: any SideConnections
    private let traced: TracedLink
    private let trace: Trace

    package init(_ link: any SideConnections, _ trace: Trace) {
        (self.link, self.trace) = (link, trace)
        traced = TracedLink(link, trace)
    }

    package var deviceName: String { link.deviceName }

    package func start(_ observer: any LinkObserver) { traced.start(observer) }
    package func perform(_ transaction: LinkTransaction) { traced.perform(transaction) }
    package func cancel(_ transaction: LinkTransaction) { traced.cancel(transaction) }
    package func probe() { traced.probe() }
    package func close() { traced.close() }

    package func connectSides(_ frames: any FrameObserver) async throws(LinkFailure) {
        trace.note("connections of events and frames")
        try await link.connectSides(frames)
    }
}

/// A data provider that records the data. **Thread-safe.**
private final class TracedProvider: DataProvider {
    private let provider: any DataProvider
    private let bytes = Guarded<[UInt8]>([])

    init(_ provider: any DataProvider) { self.provider = provider }

    var byteCount: UInt64 { provider.byteCount }
    /// The data in hexadecimal, in groups of four bytes.
    var text: String {
        bytes.withLock { bytes in
            stride(from: 0, to: bytes.count, by: 4)
                .map { start in
                    bytes[start..<min(start + 4, bytes.count)].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
                        .joined()
                }
                .joined(separator: " ")
        }
    }

    func read(into memory: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe provider.read(into: memory)
        bytes.withLock { unsafe $0.append(contentsOf: memory[..<count]) }
        return count
    }
}
