/// The transactions of one link as their responder sees them. Pure: what came goes in, what to do comes out.
public struct ResponderTransaction: Sendable {
    /// What to do with what came.
    public enum Action: Hashable, Sendable {
        /// Nothing yet.
        case proceed
        /// Take the bytes of data.
        case collect
        /// Do what is asked: all of it is here.
        case execute(OperationRequest)
        /// The initiator does not want the answer any more: give up, and respond TransactionCanceled.
        case cancel
    }

    private enum State: Hashable {
        case idle
        case awaitingData(OperationRequest)
        case receiving(OperationRequest, announced: UInt64?, received: UInt64)
        case executing(OperationRequest)
    }

    private var state = State.idle

    /// Nothing has been asked.
    public init() {}

    /// The request that is being received or done.
    public var current: OperationRequest? {
        switch state {
        case .idle: nil
        case .awaitingData(let request), .receiving(let request, _, _), .executing(let request): request
        }
    }

    /// Whether data of the initiator is still to come.
    public var isReceiving: Bool {
        switch state {
        case .awaitingData, .receiving: true
        case .idle, .executing: false
        }
    }

    /// A request came. One with data to follow is not done before that is there.
    public mutating func requested(_ request: OperationRequest, dataFollows: Bool) throws(TransactionError) -> Action {
        guard state == .idle else { throw .requestDuringTransaction }
        if dataFollows {
            state = .awaitingData(request)
            return .proceed
        }
        state = .executing(request)
        return .execute(request)
    }

    /// Data begins; nil if the initiator does not say how many bytes there are.
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

    /// Bytes of data came.
    public mutating func dataCame(_ id: TransactionID, byteCount: Int) throws(TransactionError) -> Action {
        guard case .receiving(let request, let announced, let received) = state else { throw .dataOutOfOrder }
        guard request.transaction == id else { throw .futureTransaction(id) }
        let (total, overflow) = received.addingReportingOverflow(UInt64(byteCount))
        if overflow || total > announced ?? .max { throw .dataExceedsAnnounced(bytes: announced ?? .max) }
        state = .receiving(request, announced: announced, received: total)
        return .collect
    }

    /// The last bytes of data have come. Fewer than were announced are an incomplete transfer: respond so.
    public mutating func dataEnded(_ id: TransactionID) throws(TransactionError) -> Action {
        guard case .receiving(let request, let announced, let received) = state else { throw .dataOutOfOrder }
        guard request.transaction == id else { throw .futureTransaction(id) }
        state = .executing(request)
        if let announced, received < announced { throw .dataEndsEarly(announced: announced, received: received) }
        return .execute(request)
    }

    /// The initiator gives up a transaction. One that is over already, or another, is left alone.
    public mutating func cancelled(_ id: TransactionID) -> Action {
        guard let current, current.transaction == id else { return .proceed }
        state = .executing(current)
        return .cancel
    }

    /// The response has gone out.
    public mutating func responded() {
        state = .idle
    }
}
