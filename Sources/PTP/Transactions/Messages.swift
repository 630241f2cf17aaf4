/// Which way the data of a transaction goes (ISO 15740 § 9.3.2).
public enum DataPhase: Hashable, Sendable {
    case none
    /// From responder to initiator.
    case dataIn
    /// From initiator to responder.
    case dataOut
}

/// What an initiator asks for.
public struct OperationRequest: Hashable, Sendable, CustomStringConvertible {
    public var code: OperationCode
    public var transaction: TransactionID
    public var parameters: Parameters

    public init(_ code: OperationCode, _ transaction: TransactionID, _ parameters: Parameters = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    public var description: String { "\(code)\(parameters)" }
}

/// How a responder answers.
public struct OperationResponse: Hashable, Sendable, CustomStringConvertible {
    public var code: ResponseCode
    public var transaction: TransactionID
    public var parameters: Parameters

    public init(_ code: ResponseCode, _ transaction: TransactionID, _ parameters: Parameters = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    public var description: String { parameters.isEmpty ? "\(code)" : "\(code)\(parameters)" }
}

/// What a responder says by itself.
public struct Event: Hashable, Sendable, CustomStringConvertible {
    public var code: EventCode
    /// The transaction that it is about, or none.
    public var transaction: TransactionID
    public var parameters: Parameters

    public init(_ code: EventCode, _ parameters: Parameters = [], transaction: TransactionID = .none) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    public var description: String { "\(code)\(parameters)" }
}
