/// State machine of a transaction on the initiator's side. Pure: takes events, returns actions.
///
/// It is independent of the transport, whose parser reports packets or containers.
public struct InitiatorTransaction: Sendable {
    /// Action for the caller.
    public enum Action: Hashable, Sendable {
        /// Discard: the item belongs to an older transaction.
        case drop
        /// Continue.
        case proceed
        /// Pass the data to the receiver.
        case deliver
        /// The transaction has finished.
        case finish(OperationResponse)
    }

    private enum State: Hashable {
        case requested
        case receiving(announced: UInt64?, received: UInt64)
        case received
        case finished
    }

    /// ID of the transaction.
    public let id: TransactionID
    /// Direction of the data phase.
    public let dataPhase: DataPhase
    private var state = State.requested
    private var isCancelled = false
    /// Whether data without a transaction ID is being discarded, and the response without an ID after it must be discarded too.
    private var isSkippingUnnumbered = false

    /// Creates the state machine when the request is sent.
    public init(_ id: TransactionID, _ dataPhase: DataPhase) {
        self.id = id
        self.dataPhase = dataPhase
    }

    /// Number of data bytes received.
    public var receivedBytes: UInt64 {
        if case .receiving(_, let received) = state { received } else { 0 }
    }

    /// Whether the response was received.
    public var isFinished: Bool { state == .finished }

    /// Processes the start of data; the size is nil if the device announced none.
    ///
    /// - Throws: ``TransactionError`` if the device violates the order of phases.
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

    /// Processes bytes of data.
    ///
    /// - Throws: ``TransactionError`` if the device violates the order of phases or sends more than announced.
    public mutating func dataReceived(_ id: TransactionID, byteCount: Int) throws(TransactionError) -> Action {
        if try isStale(id) { return .drop }
        guard case .receiving(let announced, let received) = state else {
            throw dataPhase == .dataIn ? .dataOutOfOrder : .unexpectedData
        }
        let (total, overflow) = received.addingReportingOverflow(UInt64(byteCount))
        if overflow || total > announced ?? .max { throw .dataExceedsAnnounced(bytes: announced ?? .max) }
        state = .receiving(announced: announced, received: total)
        return .deliver
    }

    /// Returns how many more bytes of data a transaction accepts; 0 for another transaction and outside the data phase.
    public func room(for id: TransactionID) -> UInt64 {
        guard id == self.id, case .receiving(let announced, let received) = state else { return 0 }
        return (announced ?? .max) - received
    }

    /// Processes the end of the data.
    ///
    /// - Throws: ``TransactionError``. After fewer bytes than announced, the response still follows.
    public mutating func dataEnded(_ id: TransactionID) throws(TransactionError) -> Action {
        if try isStale(id) { return .drop }
        guard case .receiving(let announced, let received) = state else {
            throw dataPhase == .dataIn ? .dataOutOfOrder : .unexpectedData
        }
        state = .received
        if let announced, received < announced { throw .dataEndsEarly(announced: announced, received: received) }
        return .proceed
    }

    /// Records that one side has cancelled the transaction: its response may precede the end of the data.
    ///
    /// - Returns: Whether the data is cut short.
    public mutating func cancelled(_ id: TransactionID) -> Bool {
        guard id == self.id || id == .session, case .receiving = state else { return false }
        isCancelled = true
        return true
    }

    /// Processes the response. A response in place of data ends the transaction, usually with an error.
    ///
    /// The response is returned with the transaction's ID.
    ///
    /// - Throws: ``TransactionError`` if the device violates the order of phases.
    public mutating func responded(_ response: OperationResponse) throws(TransactionError) -> Action {
        if try isStale(response.transaction) {
            if response.transaction == .session { isSkippingUnnumbered = false }
            return .drop
        }
        switch state {
        case .requested, .received:
            state = .finished
            return .finish(OperationResponse(response.code, id, response.parameters))
        case .receiving where isCancelled:
            state = .finished
            return .finish(OperationResponse(response.code, id, response.parameters))
        case .receiving: throw .responseDuringData
        case .finished: return .drop
        }
    }

    /// Returns whether a container or packet with this ID belongs to an older transaction; the same rule applies to data and
    /// response.
    ///
    /// Inside a session, the ID 0 counts as this transaction's, because some devices send no IDs (observed behaviour). A
    /// transaction with the ID 0 is outside a session: every other ID belongs to an earlier session.
    private func isStale(_ other: TransactionID) throws(TransactionError) -> Bool {
        if other == id { return state == .finished }
        if other == .session { return state == .finished || isSkippingUnnumbered }
        if id == .session || other.isBefore(id) { return true }
        throw .futureTransaction(other)
    }
}
