public import HotShoeSupport
public import PTP

/// Records what a session's link carries, within limits. **Thread-safe.**
///
/// A session without a recorder does nothing for it. Transactions that were made before recording began, such as the recurring one of
/// running live view, are recorded without their data.
public final class TranscriptRecorder: Sendable {
    /// Limits of a recording.
    public struct Limits: Sendable {
        /// Maximum number of entries.
        public var entries = 20_000
        /// Maximum number of bytes kept of the data of a transaction.
        public var bytesOfExchange = 256 << 10
        /// Maximum number of bytes kept in all.
        public var bytes = 32 << 20

        /// Creates the default limits.
        public init() {}
    }

    private struct State {
        var entries: [TranscriptEntry] = []
        var omitted = 0
        var byteCount = 0
        var isRecording = true
    }

    private let time: any TimeSource
    private let start: Duration
    private let limits: Limits

    /// Guards the entries.
    private let state = Guarded(State())

    /// Creates a recorder; the recording begins now.
    public init(time: any TimeSource, limits: Limits = Limits()) {
        (self.time, self.limits) = (time, limits)
        start = time.now
    }

    /// The entries, and the number of those that exceeded the limits.
    public var transcript: (entries: [TranscriptEntry], omitted: Int) { state.withLock { ($0.entries, $0.omitted) } }

    /// Ends the recording.
    public func stop() { state.withLock { $0.isRecording = false } }

    func record(_ event: Event) { append(TranscriptEntry(time.now - start, .event(event)), byteCount: 0) }

    /// Records a transaction that has ended.
    func record(_ code: OperationCode, _ parameters: Parameters, _ data: RecordedData, _ outcome: RecordedExchange.Outcome) {
        let (began, sent, received) = data.contents
        let exchange = RecordedExchange(
            code,
            parameters,
            sent: sent,
            received: received?.bytes,
            receivedCount: received?.count ?? 0,
            took: time.now - began,
            outcome
        )
        append(TranscriptEntry(began - start, .exchange(exchange)), byteCount: (sent?.count ?? 0) + (received?.bytes.count ?? 0))
    }

    private func append(_ entry: TranscriptEntry, byteCount: Int) {
        state.withLock { state in
            guard state.isRecording else { return }
            guard state.entries.count < limits.entries, state.byteCount + byteCount <= limits.bytes else {
                state.omitted += 1
                return
            }
            state.byteCount += byteCount
            state.entries.append(entry)
        }
    }

    /// Returns a collector for the data of a transaction.
    func collector() -> RecordedData { RecordedData(time, limit: limits.bytesOfExchange) }
}

/// The data of a transaction, as it is sent or received. **Thread-safe.**
final class RecordedData: Sendable {
    private struct State {
        var began: Duration
        var sent: [UInt8]?
        var received: (bytes: [UInt8], count: Int)?
    }

    private let time: any TimeSource
    private let limit: Int

    /// Guards the data.
    private let state: Guarded<State>

    init(_ time: any TimeSource, limit: Int) {
        (self.time, self.limit) = (time, limit)
        state = Guarded(State(began: time.now))
    }

    var contents: (began: Duration, sent: [UInt8]?, received: (bytes: [UInt8], count: Int)?) {
        state.withLock { ($0.began, $0.sent, $0.received) }
    }

    /// Records the beginning of the transaction, or of its repetition.
    func begin() {
        let now = time.now
        state.withLock { ($0.began, $0.received) = (now, nil) }
    }

    /// Returns the data phase that records what passes through it.
    func recorded(_ data: LinkTransaction.Data) -> LinkTransaction.Data {
        switch data {
        case .none: return data
        case .receive(let receiver): return .receive(RecordedReceiver(receiver, self))
        case .send(let provider):
            if let bytes = (provider as? ByteProvider)?.all, bytes.count <= limit { state.withLock { $0.sent = bytes } }
            return data
        }
    }

    func receptionBegan() { state.withLock { $0.received = ([], 0) } }

    func received(_ bytes: RawSpan) {
        state.withLock { state in
            var received = state.received ?? ([], 0)
            state.received = nil
            received.count += bytes.byteCount
            let part = bytes.extracting(first: min(bytes.byteCount, max(0, limit - received.bytes.count)))
            unsafe part.withUnsafeBytes { unsafe received.bytes.append(contentsOf: $0) }
            state.received = received
        }
    }
}

/// A receiver that records what it passes on. It lends no memory, so that all data passes through it. **Thread-safe.**
private final class RecordedReceiver: DataReceiver {
    private let receiver: any DataReceiver
    private let data: RecordedData

    init(_ receiver: any DataReceiver, _ data: RecordedData) { (self.receiver, self.data) = (receiver, data) }

    func dataBegan(announcedBytes: UInt64?) {
        data.receptionBegan()
        receiver.dataBegan(announcedBytes: announcedBytes)
    }

    func dataReceived(_ bytes: RawSpan) -> Bool {
        data.received(bytes)
        return receiver.dataReceived(bytes)
    }
}
