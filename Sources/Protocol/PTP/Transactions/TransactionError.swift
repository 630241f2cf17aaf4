/// Violation of a transaction's order by the other side.
public enum TransactionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Data was sent in a transaction without a data phase in that direction.
    case unexpectedData
    /// Data was started twice in one transaction.
    case dataTwice
    /// Data was sent before its start or outside a transaction.
    case dataOutOfOrder
    /// More data was sent than announced.
    case dataExceedsAnnounced(bytes: UInt64)
    /// Less data was sent than announced.
    case dataEndsEarly(announced: UInt64, received: UInt64)
    /// The transaction ID belongs to no transaction yet.
    case futureTransaction(TransactionID)
    /// The response was sent before the end of the data.
    case responseDuringData
    /// The device halted the endpoint and thereby cancelled the transaction.
    case stalled
    /// A request was sent before the previous one was answered.
    case requestDuringTransaction

    /// Whether the meaning of the next byte is known: otherwise the link must be reopened.
    public var isInStep: Bool {
        switch self {
        case .dataEndsEarly, .stalled: true
        default: false
        }
    }

    /// Error message in English.
    public var description: String {
        switch self {
        case .unexpectedData: "data came that was not asked for"
        case .dataTwice: "data came twice"
        case .dataOutOfOrder: "data came that had not begun"
        case .dataExceedsAnnounced(let bytes): "more data came than the announced \(bytes) bytes"
        case .dataEndsEarly(let announced, let received): "\(received) bytes came of the announced \(announced)"
        case .futureTransaction(let transaction): "an answer came to transaction \(transaction), which does not exist yet"
        case .responseDuringData: "the response came before the data had ended"
        case .stalled: "the camera stalled"
        case .requestDuringTransaction: "a request came before the one before was answered"
        }
    }
}
