/// Finds containers in what comes over a bulk or interrupt pipe, in any pieces (USB Still Image Class 1.0 § 7.1). Pure.
///
/// Whoever receives shows it all bytes in order, and says where a transfer ended: with a short packet, or with an empty one. A message
/// that is cut in two is kept here; data goes through in whatever pieces it comes.
///
/// Observed behaviour of devices that it goes along with: a head that comes in a transfer of its own, a response in the transfer of the
/// data before it, a missing or a needless empty packet, surplus bytes behind a message.
public struct USBContainerParser: Sendable {
    /// What stands at the beginning of the bytes.
    public enum Found: Hashable, Sendable {
        /// Not enough, or nothing: all bytes were taken.
        case incomplete
        /// A command, a response or an event, with up to five parameters.
        case message(USBContainer, Parameters, byteCount: Int)
        /// The head of data, which ends with it if there is none; nil for an unknown number of bytes.
        case dataBegan(USBContainer, payloadBytes: UInt64?, byteCount: Int)
        /// So many bytes of data, and whether these are all.
        case payload(TransactionID, byteCount: Int, endsData: Bool)
    }

    /// What ended with a transfer.
    public enum End: Hashable, Sendable {
        /// Nothing: everything had ended before, or goes on.
        case nothing
        /// A message that is shorter than it says.
        case message(USBContainer, Parameters)
        /// The data: of unknown length, or shorter than it says.
        case data(TransactionID)
    }

    /// The longest message that is taken, in bytes: a head and five parameters are 32, some devices send more.
    public static let longestMessage = 512

    private enum State: Hashable {
        case between
        /// Nil where only the end of the transfer ends it.
        case data(TransactionID, remaining: UInt64?, hasBegun: Bool)
    }

    private var state = State.between
    /// The beginning of a message whose rest has not come.
    private var held: [UInt8] = []
    /// Something was found in this transfer already: what is left over of it is surplus.
    private var hasFound = false
    private var isEmptyTransfer = true

    /// Begins with a container.
    public init() {}

    /// How many bytes of data are still to come, if it is in the middle of some and knows.
    public var expected: UInt64? { if case .data(_, let remaining, _) = state { remaining } else { nil } }

    /// Whether it is in the middle of data.
    public var isInData: Bool { if case .data = state { true } else { false } }

    /// Forgets what it was in the middle of.
    public mutating func reset() { self = Self() }

    /// Looks at bytes that have not been used yet. The bytes of what it found are used with that.
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

    /// Puts a head or a message together that does not come in one piece.
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

    /// Notes that so many bytes of data were put in place without having been seen here.
    public mutating func took(byteCount: Int) -> Found {
        guard byteCount > 0, case .data(let transaction, let remaining, _) = state else { return .incomplete }
        isEmptyTransfer = false
        return payload(transaction, remaining, byteCount)
    }

    /// A short packet, or an empty one, ended the transfer whose bytes were shown.
    public mutating func transferEnded() -> End {
        let wasEmpty = isEmptyTransfer
        let hadFound = hasFound
        (hasFound, isEmptyTransfer) = (false, true)
        switch state {
        case .data(let transaction, let remaining, let hasBegun):
            // A head in a transfer of its own: the data follows in the next one.
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
            // Not enough for a head: the rest of a transfer that had something in it, or the beginning of one that is split.
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
