public import PTP

/// Why an operation of a session did not succeed.
public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The device answered, with something else than OK.
    case refused(OperationCode, OperationResponse)
    /// The data is not the dataset that it should be.
    case malformed(OperationCode, DatasetError)
    /// The device did not keep to the order of things.
    case broken(OperationCode, TransactionError)
    /// The data is larger than what is taken into memory.
    case tooLarge(OperationCode, limit: Int)
    /// What was to be sent could not be read.
    case providerFailed(OperationCode)
    /// Nothing came for too long.
    case timedOut(OperationCode)
    /// The caller gave it up.
    case cancelled(OperationCode)
    /// There is no link any more.
    case link(LinkFailure)

    /// The device's answer, where there was one.
    public var response: OperationResponse? { if case .refused(_, let response) = self { response } else { nil } }

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
