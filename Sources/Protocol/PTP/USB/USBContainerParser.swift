/// Parses containers from the data of a bulk or interrupt endpoint, in pieces of any size (USB Still Image Class 1.0 § 7.1).
/// Pure.
///
/// The caller passes all bytes in order and reports the end of each transfer, by a short or an empty packet. A message that
/// is split is stored here; data passes through in pieces of any size.
///
/// Tolerated deviations of devices (observed behaviour): a header in a transfer of its own, a response in the transfer of the
/// preceding data, a missing or an additional empty packet, surplus bytes after a message.
public struct USBContainerParser: Sendable {
    /// Item at the beginning of the bytes.
    public enum Found: Hashable, Sendable {
        /// The bytes are incomplete, or there are none; all of them are used.
        case incomplete
        /// A command, response or event with up to five parameters.
        case message(USBContainer, Parameters, byteCount: Int)
        /// The header of data, which is complete if the payload is empty; the size is nil if unknown.
        case dataBegan(USBContainer, payloadBytes: UInt64?, byteCount: Int)
        /// Bytes of data, and whether they end the data.
        case payload(TransactionID, byteCount: Int, endsData: Bool)
    }

    /// Item that ended with a transfer.
    public enum End: Hashable, Sendable {
        /// Nothing: all items ended before, or continue.
        case nothing
        /// A message that is shorter than its length field.
        case message(USBContainer, Parameters)
        /// Data of unknown size, or shorter than announced.
        case data(TransactionID)
    }

    /// Maximum size of a message, in bytes: a header and five parameters have 32 bytes, some devices send more.
    public static let longestMessage = 512

    private enum State: Hashable {
        case between
        /// The remaining size is nil if only the end of the transfer ends the data.
        case data(TransactionID, remaining: UInt64?, hasBegun: Bool)
    }

    private var state = State.between
    /// The beginning of an incomplete message.
    private var held: [UInt8] = []
    /// Whether this transfer has contained an item: the bytes left after it are surplus.
    private var hasFound = false
    private var isEmptyTransfer = true

    /// Creates a parser at the start of a container.
    public init() {}

    /// Number of data bytes still expected; nil outside data, and if the size is unknown.
    public var expected: UInt64? { if case .data(_, let remaining, _) = state { remaining } else { nil } }

    /// Whether the parser is within data.
    public var isInData: Bool { if case .data = state { true } else { false } }

    /// Discards the current state.
    public mutating func reset() { self = Self() }

    /// Parses the next item. The returned byte count is thereby used.
    ///
    /// - Throws: ``USBContainer/Failure`` if the header is invalid.
    public mutating func next(in bytes: RawSpan) throws(USBContainer.Failure) -> Found {
        if bytes.byteCount == 0 { return .incomplete }
        isEmptyTransfer = false
        if case .data(let transaction, let remaining, _) = state { return payload(transaction, remaining, bytes.byteCount) }
        if held.isEmpty, bytes.byteCount >= USBContainer.headerSize {
            let container = try USBContainer(bytes)
            if container.kind == .data { return began(container, byteCount: USBContainer.headerSize) }
            let length = try Self.messageLength(container)
            if bytes.byteCount >= length { return found(container, container.parameters(after: bytes), length) }
        }
        return try nextInPieces(bytes)
    }

    /// Assembles a header or a message from pieces.
    private mutating func nextInPieces(_ bytes: RawSpan) throws(USBContainer.Failure) -> Found {
        var used = 0
        while true {
            var needed = USBContainer.headerSize
            var container: USBContainer?
            if held.count >= needed {
                let head = try Self.container(held)
                if head.kind == .data {
                    held = []
                    return began(head, byteCount: used)
                }
                needed = try Self.messageLength(head)
                container = head
            }
            if let container, held.count >= needed {
                let parameters = Self.parameters(of: container, in: held)
                held = []
                return found(container, parameters, used)
            }
            let count = min(needed - held.count, bytes.byteCount - used)
            if count == 0 { return .incomplete }
            for index in used..<used + count { held.append(bytes.littleEndian(at: index, as: UInt8.self)) }
            used += count
        }
    }

    private mutating func began(_ container: USBContainer, byteCount: Int) -> Found {
        hasFound = true
        let payload = container.byteCount.map { UInt64($0) - UInt64(USBContainer.headerSize) }
        state = payload == 0 ? .between : .data(container.transaction, remaining: payload, hasBegun: false)
        return .dataBegan(container, payloadBytes: payload, byteCount: byteCount)
    }

    private mutating func found(_ container: USBContainer, _ parameters: Parameters, _ byteCount: Int) -> Found {
        hasFound = true
        return .message(container, parameters, byteCount: byteCount)
    }

    private mutating func payload(_ transaction: TransactionID, _ remaining: UInt64?, _ byteCount: Int) -> Found {
        hasFound = true
        guard let remaining else {
            state = .data(transaction, remaining: nil, hasBegun: true)
            return .payload(transaction, byteCount: byteCount, endsData: false)
        }
        let count = Int(min(remaining, UInt64(byteCount)))
        let isEnd = UInt64(count) == remaining
        state = isEnd ? .between : .data(transaction, remaining: remaining - UInt64(count), hasBegun: true)
        return .payload(transaction, byteCount: count, endsData: isEnd)
    }

    /// Records data bytes that the caller received directly at their destination.
    public mutating func dataReceived(byteCount: Int) -> Found {
        guard byteCount > 0, case .data(let transaction, let remaining, _) = state else { return .incomplete }
        isEmptyTransfer = false
        return payload(transaction, remaining, byteCount)
    }

    /// Processes the end of the current transfer, by a short or an empty packet.
    public mutating func transferEnded() -> End {
        let wasEmpty = isEmptyTransfer
        let hadFound = hasFound
        (hasFound, isEmptyTransfer) = (false, true)
        switch state {
        case .data(let transaction, let remaining, let hasBegun):
            // The header is a separate transfer; the data follows in the next one.
            if !hasBegun, !wasEmpty { return .nothing }
            if remaining == nil || hasBegun || wasEmpty {
                state = .between
                return .data(transaction)
            }
        case .between:
            if let container = try? Self.container(held), container.kind != .data {
                let parameters = Self.parameters(of: container, in: held)
                held = []
                return .message(container, parameters)
            }
            // An incomplete header: surplus bytes of a transfer with an item, or the beginning of a split transfer.
            if hadFound { held = [] }
        }
        return .nothing
    }

    private static func messageLength(_ container: USBContainer) throws(USBContainer.Failure) -> Int {
        guard let length = container.byteCount, length <= UInt32(longestMessage) else {
            throw .invalidLength(container.byteCount ?? .max)
        }
        return Int(length)
    }

    private static func container(_ bytes: [UInt8]) throws(USBContainer.Failure) -> USBContainer {
        let span = bytes.span
        return try unsafe USBContainer(span.bytes)
    }

    private static func parameters(of container: USBContainer, in bytes: [UInt8]) -> Parameters {
        let span = bytes.span
        return unsafe container.parameters(after: span.bytes)
    }
}
