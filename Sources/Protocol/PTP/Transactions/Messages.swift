/// Direction of a transaction's data phase (ISO 15740 § 9.3.2).
public enum DataPhase: Hashable, Sendable {
    /// No data phase.
    case none
    /// From responder to initiator.
    case dataIn
    /// From initiator to responder.
    case dataOut
}

/// An operation request of an initiator.
public struct OperationRequest: Hashable, Sendable, CustomStringConvertible {
    /// Operation code.
    public var code: OperationCode
    /// Transaction ID.
    public var transaction: TransactionID
    /// Parameters of the operation.
    public var parameters: Parameters

    /// Creates a request.
    public init(_ code: OperationCode, _ transaction: TransactionID, _ parameters: Parameters = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    /// The operation with its parameters.
    public var description: String { "\(code)\(parameters)" }
}

/// A responder's response to an operation.
public struct OperationResponse: Hashable, Sendable, CustomStringConvertible {
    /// Response code.
    public var code: ResponseCode
    /// Transaction ID.
    public var transaction: TransactionID
    /// Parameters of the response.
    public var parameters: Parameters

    /// Creates a response.
    public init(_ code: ResponseCode, _ transaction: TransactionID, _ parameters: Parameters = []) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    /// The response with its parameters, if any.
    public var description: String { parameters.isEmpty ? "\(code)" : "\(code)\(parameters)" }
}

/// An event of a responder.
public struct Event: Hashable, Sendable, CustomStringConvertible {
    /// Event code.
    public var code: EventCode
    /// The related transaction, or ``TransactionID/none``.
    public var transaction: TransactionID
    /// Parameters of the event.
    public var parameters: Parameters

    /// Creates an event.
    public init(_ code: EventCode, _ parameters: Parameters = [], transaction: TransactionID = .none) {
        self.code = code
        self.transaction = transaction
        self.parameters = parameters
    }

    /// The event with its parameters.
    public var description: String { "\(code)\(parameters)" }
}
