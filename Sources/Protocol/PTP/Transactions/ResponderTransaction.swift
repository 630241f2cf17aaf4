/// State machine of a link's transactions on the responder's side. Pure: takes events, returns actions.
public struct ResponderTransaction: Sendable {
    /// Action for the caller.
    public enum Action: Hashable, Sendable {
        /// Continue.
        case proceed
        /// Store the bytes of data.
        case collect
        /// Execute the operation: request and data are complete.
        case execute(OperationRequest)
        /// Cancel the operation for the initiator, and respond TransactionCanceled.
        case cancel
    }

    private enum State: Hashable {
        case idle
        case awaitingData(OperationRequest)
        case receiving(OperationRequest, announced: UInt64?, received: UInt64)
        case executing(OperationRequest)
    }

    private var state = State.idle

    /// Creates the state machine without a transaction.
    public init() {}

    /// The current request, being received or executed.
    public var current: OperationRequest? {
        switch state {
        case .idle: nil
        case .awaitingData(let request), .receiving(let request, _, _), .executing(let request): request
        }
    }

    /// Whether data of the initiator is still missing.
    public var isReceiving: Bool {
        switch state {
        case .awaitingData, .receiving: true
        case .idle, .executing: false
        }
    }

    /// Processes a request. If data follows, the operation is executed after the data.
    ///
    /// - Throws: ``TransactionError/requestDuringTransaction`` if the previous request has not been answered.
    public mutating func requested(_ request: OperationRequest, dataFollows: Bool) throws(TransactionError) -> Action {
        guard state == .idle else { throw .requestDuringTransaction }
        if dataFollows {
            state = .awaitingData(request)
            return .proceed
        }
        state = .executing(request)
        return .execute(request)
    }

    /// Processes the start of data; the size is nil if the initiator announced none.
    ///
    /// - Throws: ``TransactionError`` if the initiator violates the order of phases.
    public mutating func dataBegan(_ id: TransactionID, announced: UInt64?) throws(TransactionError) -> Action {
        switch state {
        case .awaitingData(let request):
            guard request.transaction == id else { throw .futureTransaction(id) }
            state = .receiving(request, announced: announced, received: 0)
            return .proceed
        case .receiving: throw .dataTwice
        case .idle, .executing: throw .unexpectedData
        }
    }

    /// Processes bytes of data.
    ///
    /// - Throws: ``TransactionError`` if the initiator violates the order of phases or sends more than announced.
    public mutating func dataReceived(_ id: TransactionID, byteCount: Int) throws(TransactionError) -> Action {
        guard case .receiving(let request, let announced, let received) = state else { throw .dataOutOfOrder }
        guard request.transaction == id else { throw .futureTransaction(id) }
        let (total, overflow) = received.addingReportingOverflow(UInt64(byteCount))
        if overflow || total > announced ?? .max { throw .dataExceedsAnnounced(bytes: announced ?? .max) }
        state = .receiving(request, announced: announced, received: total)
        return .collect
    }

    /// Processes the end of the data.
    ///
    /// - Throws: ``TransactionError/dataEndsEarly(announced:received:)`` after fewer bytes than announced, for which the
    ///   response is IncompleteTransfer; other errors if the initiator violates the order of phases.
    public mutating func dataEnded(_ id: TransactionID) throws(TransactionError) -> Action {
        guard case .receiving(let request, let announced, let received) = state else { throw .dataOutOfOrder }
        guard request.transaction == id else { throw .futureTransaction(id) }
        state = .executing(request)
        if let announced, received < announced { throw .dataEndsEarly(announced: announced, received: received) }
        return .execute(request)
    }

    /// Processes a cancellation. Ignores one of a finished or another transaction.
    public mutating func cancelled(_ id: TransactionID) -> Action {
        guard let current, current.transaction == id else { return .proceed }
        state = .executing(current)
        return .cancel
    }

    /// Records that the response was sent.
    public mutating func responded() {
        state = .idle
    }
}
