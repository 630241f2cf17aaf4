public import PTP

/// Error of an operation performed over a ``PTPSession``.
public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device responded with a code other than OK.
    case refused(OperationCode, OperationResponse)
    /// The received data cannot be parsed as the expected dataset.
    case malformed(OperationCode, DatasetError)
    /// The device violated the order of the phases of a transaction.
    case broken(OperationCode, TransactionError)
    /// The data exceeds the limit for data in memory, in bytes.
    case tooLarge(OperationCode, limit: Int)
    /// The data provider could not supply the data to send.
    case providerFailed(OperationCode)
    /// The device did not respond within the timeout.
    case timedOut(OperationCode)
    /// The caller cancelled the operation.
    case cancelled(OperationCode)
    /// The link has ended; the operation was not performed or its result is unknown.
    case link(LinkFailure)

    /// The device's response if the error is ``refused(_:_:)``, otherwise nil.
    public var response: OperationResponse? { if case .refused(_, let response) = self { response } else { nil } }

    /// Error message in English.
    public var description: String {
        switch self {
        case .refused(let code, let response): "\(code) was answered with \(response.code)"
        case .malformed(let code, let error): "the data of \(code) is malformed: \(error)"
        case .broken(let code, let error): "\(code) was interrupted: \(error)"
        case .tooLarge(let code, let limit): "the data of \(code) is larger than \(limit) bytes"
        case .providerFailed(let code): "the data to send with \(code) could not be read"
        case .timedOut(let code): "\(code) was not answered in time"
        case .cancelled(let code): "\(code) was cancelled"
        case .link(let failure): failure.description
        }
    }
}
