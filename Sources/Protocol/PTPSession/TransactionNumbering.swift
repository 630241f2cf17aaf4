import PTP

/// Transaction IDs of one link (ISO 15740 § 9.3.1): 0 outside a session and for OpenSession, from 1 inside a session. Pure.
struct TransactionNumbering {
    /// Whether the device has confirmed that a session is open.
    private(set) var isInSession: Bool
    private var next = TransactionID.first
    /// Number of successive transactions that the device has refused because of their ID.
    private var refusals = 0

    /// Number of successive refusals after which the device is taken to count differently. One may be a passing fault, and after
    /// a lost transaction the device may be ahead by one, which the refused transaction makes up for.
    static let refusalLimit = 3

    /// Whether the device and this side count differently, so that only a new session helps.
    var isOutOfStep: Bool { refusals >= Self.refusalLimit }

    init(isInSession: Bool = false) { self.isInSession = isInSession }

    /// Returns the ID of the next transaction and advances the counter.
    mutating func number(for code: OperationCode) -> TransactionID {
        guard isInSession, code != .openSession else { return .session }
        defer { next = next.next }
        return next
    }

    /// Updates the state of the session from the response of a transaction.
    mutating func answered(_ code: OperationCode, _ response: ResponseCode) {
        refusals = isInSession && response == .invalidTransactionID ? refusals + 1 : 0
        switch (code, response) {
        case (.openSession, .ok), (.openSession, .sessionAlreadyOpened): (isInSession, next) = (true, .first)
        case (.closeSession, .ok), (.closeSession, .sessionNotOpen): isInSession = false
        default: break
        }
    }
}
