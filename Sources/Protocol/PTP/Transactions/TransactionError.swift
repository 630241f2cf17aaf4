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
        case .unexpectedData: "unrequested data"
        case .dataTwice: "data was sent twice"
        case .dataOutOfOrder: "data before its start packet"
        case .dataExceedsAnnounced(let bytes): "more data than the announced \(bytes) bytes"
        case .dataEndsEarly(let announced, let received): "\(received) bytes of the announced \(announced)"
        case .futureTransaction(let transaction): "an answer to transaction \(transaction), which does not exist yet"
        case .responseDuringData: "a response before the end of the data"
        case .stalled: "the camera stalled"
        case .requestDuringTransaction: "a request before the previous one was answered"
        }
    }
}
