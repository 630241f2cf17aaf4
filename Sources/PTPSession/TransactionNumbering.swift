import PTP

/// The numbers of one link's transactions (ISO 15740 § 9.3.1): 0 outside a session and for OpenSession, from 1 inside. Pure.
struct TransactionNumbering {
    /// Whether the device has answered that a session is open.
    private(set) var isInSession: Bool
    private var next = TransactionID.first

    init(isInSession: Bool = false) { self.isInSession = isInSession }

    /// Number for the next transaction.
    mutating func number(for code: OperationCode) -> TransactionID {
        guard isInSession, code != .openSession else { return .session }
        defer { next = next.next }
        return next
    }

    /// Notes the response of a transaction.
    mutating func answered(_ code: OperationCode, _ response: ResponseCode) {
        switch (code, response) {
        case (.openSession, .ok), (.openSession, .sessionAlreadyOpened): (isInSession, next) = (true, .first)
        case (.closeSession, .ok), (.closeSession, .sessionNotOpen): isInSession = false
        default: break
        }
    }
}
