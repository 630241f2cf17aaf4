/// A peer that did not keep to the order of things.
public enum TransactionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Data, where none was asked for.
    case unexpectedData
    /// A second run of data in one transaction.
    case dataTwice
    /// Data that did not begin, or began and was not asked to.
    case dataOutOfOrder
    /// More data than was announced.
    case dataExceedsAnnounced(bytes: UInt64)
    /// Less data than was announced.
    case dataEndsEarly(announced: UInt64, received: UInt64)
    /// An answer to a transaction that does not exist yet.
    case futureTransaction(TransactionID)
    /// A response although the data has not ended.
    case responseDuringData
    /// The device halted the pipe, and gave the transaction up with that.
    case stalled
    /// A request, before the one before was answered.
    case requestDuringTransaction

    /// Whether it is known what the next byte means: if not, the link must be opened again.
    public var isInStep: Bool {
        switch self {
        case .dataEndsEarly, .stalled: true
        default: false
        }
    }

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
