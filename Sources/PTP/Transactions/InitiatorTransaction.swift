/// One transaction as its initiator sees it. Pure: what came goes in, what to do comes out.
///
/// For every link: what finds packets or containers in bytes says what it found.
public struct InitiatorTransaction: Sendable {
    /// What to do with what came.
    public enum Action: Hashable, Sendable {
        /// Nothing: it belongs to an older transaction.
        case drop
        /// Nothing yet.
        case proceed
        /// Give the data's bytes to whoever wants them.
        case deliver
        /// The transaction is over.
        case finish(OperationResponse)
    }

    private enum State: Hashable {
        case requested
        case receiving(announced: UInt64?, received: UInt64)
        case received
        case finished
    }

    public let id: TransactionID
    public let dataPhase: DataPhase
    private var state = State.requested
    private var isGivenUp = false
    /// Data without a number is being dropped, and the response without a number that ends it is to be dropped, too.
    private var isSkippingUnnumbered = false

    /// The request goes out now.
    public init(_ id: TransactionID, _ dataPhase: DataPhase) {
        self.id = id
        self.dataPhase = dataPhase
    }

    /// How many bytes of data came.
    public var receivedBytes: UInt64 {
        if case .receiving(_, let received) = state { received } else { 0 }
    }

    /// Whether the response has come.
    public var isFinished: Bool { state == .finished }

    /// Data begins; nil if the device does not say how many bytes there are.
    public mutating func dataBegan(_ id: TransactionID, announced: UInt64?) throws(TransactionError) -> Action {
        if try isStale(id) { return .drop }
        if id != self.id, dataPhase != .dataIn || state != .requested {
            isSkippingUnnumbered = true
            return .drop
        }
        guard dataPhase == .dataIn else { throw .unexpectedData }
        guard state == .requested else { throw .dataTwice }
        state = .receiving(announced: announced, received: 0)
        return .proceed
    }

    /// Bytes of data came.
    public mutating func dataCame(_ id: TransactionID, byteCount: Int) throws(TransactionError) -> Action {
        if try isStale(id) { return .drop }
        guard case .receiving(let announced, let received) = state else {
            throw dataPhase == .dataIn ? .dataOutOfOrder : .unexpectedData
        }
        let (total, overflow) = received.addingReportingOverflow(UInt64(byteCount))
        if overflow || total > announced ?? .max { throw .dataExceedsAnnounced(bytes: announced ?? .max) }
        state = .receiving(announced: announced, received: total)
        return .deliver
    }

    /// How many more bytes of data would be taken, if they were of this transaction.
    public func room(for id: TransactionID) -> UInt64 {
        guard id == self.id, case .receiving(let announced, let received) = state else { return 0 }
        return (announced ?? .max) - received
    }

    /// The last bytes of data have come.
    ///
    /// Fewer than were announced is an error of the transaction: its response comes all the same.
    public mutating func dataEnded(_ id: TransactionID) throws(TransactionError) -> Action {
        if try isStale(id) { return .drop }
        guard case .receiving(let announced, let received) = state else {
            throw dataPhase == .dataIn ? .dataOutOfOrder : .unexpectedData
        }
        state = .received
        if let announced, received < announced { throw .dataEndsEarly(announced: announced, received: received) }
        return .proceed
    }

    /// One of the two has given the transaction up: its response may come before the data has ended.
    ///
    /// - Returns: whether data is cut short by that.
    public mutating func givenUp(_ id: TransactionID) -> Bool {
        guard id == self.id || id == .session, case .receiving = state else { return false }
        isGivenUp = true
        return true
    }

    /// The response came. In place of the data it ends the transaction, with an error as a rule.
    ///
    /// It is handed on with the transaction's own number.
    public mutating func responded(_ response: OperationResponse) throws(TransactionError) -> Action {
        if try isStale(response.transaction) {
            if response.transaction == .session { isSkippingUnnumbered = false }
            return .drop
        }
        switch state {
        case .requested, .received:
            state = .finished
            return .finish(OperationResponse(response.code, id, response.parameters))
        case .receiving where isGivenUp:
            state = .finished
            return .finish(OperationResponse(response.code, id, response.parameters))
        case .receiving: throw .responseDuringData
        case .finished: return .drop
        }
    }

    /// Whether a container or packet with this number belongs to an older transaction: the one rule for data and response.
    ///
    /// The number 0 inside a session counts as this transaction's, as some devices do not number what they send (observed behaviour). A
    /// transaction that is numbered 0 itself is outside a session: every other number is of a session before.
    private func isStale(_ other: TransactionID) throws(TransactionError) -> Bool {
        if other == id { return state == .finished }
        if other == .session { return state == .finished || isSkippingUnnumbered }
        if id == .session || other.isBefore(id) { return true }
        throw .futureTransaction(other)
    }
}
