/// What a link carried at one moment: a transaction or an event.
public struct TranscriptEntry: Hashable, Sendable {
    /// A transaction or an event.
    public enum Content: Hashable, Sendable {
        /// A transaction, with its end.
        case exchange(RecordedExchange)
        /// An event of the device.
        case event(Event)
    }

    /// Time of its beginning, since the recording began.
    public var time: Duration
    /// The transaction or the event.
    public var content: Content

    /// Creates an entry.
    public init(_ time: Duration, _ content: Content) { (self.time, self.content) = (time, content) }

    /// The transaction; nil for an event.
    public var exchange: RecordedExchange? { if case .exchange(let exchange) = content { exchange } else { nil } }
}

/// A transaction that was recorded.
public struct RecordedExchange: Hashable, Sendable {
    /// End of a transaction.
    public enum Outcome: Hashable, Sendable {
        /// The device's response.
        case response(ResponseCode, Parameters)
        /// There was no valid response; the text is the reason.
        case failure(String)
    }

    /// Operation code.
    public var code: OperationCode
    /// Parameters of the operation.
    public var parameters: Parameters
    /// Data that was sent to the device; nil without such a data phase, and if it was not kept.
    public var sent: [UInt8]?
    /// Data that the device sent, or the beginning of it; nil without such a data phase.
    public var received: [UInt8]?
    /// Number of bytes that the device sent, which may be more than were kept.
    public var receivedCount: Int
    /// Time until the response.
    public var took: Duration
    /// End of the transaction.
    public var outcome: Outcome

    /// Creates a recorded transaction.
    public init(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        sent: [UInt8]? = nil,
        received: [UInt8]? = nil,
        receivedCount: Int? = nil,
        took: Duration = .zero,
        _ outcome: Outcome = .response(.ok, [])
    ) {
        (self.code, self.parameters, self.sent, self.received) = (code, parameters, sent, received)
        (self.took, self.outcome) = (took, outcome)
        self.receivedCount = receivedCount ?? received?.count ?? 0
    }

    /// The response code; nil if there was no response.
    public var response: ResponseCode? { if case .response(let code, _) = outcome { code } else { nil } }

    /// Whether the device accepted the operation, and all of its data was kept.
    public var isComplete: Bool { response == .ok && receivedCount == received?.count ?? 0 }
}
