import PTP

/// Transaction IDs of one link (ISO 15740 § 9.3.1): 0 outside a session and for OpenSession, from 1 inside a session. Pure.
struct TransactionNumbering {
    /// Whether the device has confirmed that a session is open.
    private(set) var isInSession: Bool
    private var next = TransactionID.first

    init(isInSession: Bool = false) { self.isInSession = isInSession }

    /// Returns the ID of the next transaction and advances the counter.
    mutating func number(for code: OperationCode) -> TransactionID {
        guard isInSession, code != .openSession else { return .session }
        defer { next = next.next }
        return next
    }

    /// Updates the state of the session from the response of a transaction.
    mutating func answered(_ code: OperationCode, _ response: ResponseCode) {
        switch (code, response) {
        case (.openSession, .ok), (.openSession, .sessionAlreadyOpened): (isInSession, next) = (true, .first)
        case (.closeSession, .ok), (.closeSession, .sessionNotOpen): isInSession = false
        default: break
        }
    }
}
