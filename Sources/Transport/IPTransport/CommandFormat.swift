import PTP
import PTPSession

/// The protocol of a command connection, packets of PTP/IP or containers: finds its items in received bytes, and writes requests. Pure.
struct CommandFormat {
    private enum Parser {
        case packets(IPPacketParser)
        case containers(ContainerStreamParser)
    }

    /// An item at the beginning of received bytes.
    enum Item {
        /// Data begins, with the size that the device announces.
        case dataBegan(TransactionID, announced: UInt64?)
        /// The header of a piece of data.
        case pieceBegan
        /// Bytes of data.
        case payload(TransactionID, endsData: Bool)
        /// Data ends without further bytes. `began`: it is empty, and has begun too.
        case dataEnded(TransactionID, began: Bool)
        case response(OperationResponse)
        /// The device cancels a transaction.
        case cancelled(TransactionID)
        /// An item that belongs on another connection; a few are harmless.
        case stray
    }

    private var parser: Parser

    /// PTP/IP (CIPA DC-X005).
    static let packets = CommandFormat(parser: .packets(IPPacketParser()))
    /// Containers over TCP.
    static let containers = CommandFormat(parser: .containers(ContainerStreamParser()))

    /// Whether the initiator can cancel a transaction.
    var hasCancellation: Bool { if case .packets = parser { true } else { false } }

    /// Last bytes of an initiator that ends the connection.
    var goodbye: [UInt8] { if case .containers = parser { ContainerGreeting.goodbye } else { [] } }

    // MARK: Receiving

    /// Largest size of an item other than data, in bytes.
    static let longestItem = max(IPPacketParser.longestPacket, ContainerStreamParser.longestMessage)

    /// Maximum size of what precedes the data of a transaction, in bytes: StartData and the header of a data packet, or that of a container.
    var dataHead: Int { if case .packets = parser { 32 } else { USBContainer.headerSize } }

    /// Transaction and number of the data bytes that the current packet or container still has; nil between them.
    var expected: (transaction: TransactionID, byteCount: Int)? {
        switch parser {
        case .packets(let parser): parser.expected
        case .containers(let parser): parser.expected
        }
    }

    /// Parses the next item; nil if the bytes are incomplete. Its bytes are thereby used.
    mutating func next(in bytes: RawSpan) throws(LinkFailure) -> (item: Item, byteCount: Int)? {
        switch parser {
        case .packets(var packets):
            defer { parser = .packets(packets) }
            let found: IPPacketParser.Found
            do throws(IPPacketParser.Failure) { found = try packets.next(in: bytes) } catch {
                throw .protocolBroken(error.description)
            }
            return try Self.item(found)
        case .containers(var containers):
            defer { parser = .containers(containers) }
            let found: ContainerStreamParser.Found
            do throws(ContainerStreamFailure) { found = try containers.next(in: bytes) } catch {
                throw .protocolBroken(error.description)
            }
            return try Self.item(found)
        }
    }

    /// Records ``expected`` data bytes that were received directly at their destination.
    mutating func dataReceived(byteCount: Int) -> (transaction: TransactionID, byteCount: Int, endsData: Bool)? {
        switch parser {
        case .packets(var packets):
            defer { parser = .packets(packets) }
            guard case .payload(let id, let count, _, let ends) = packets.dataReceived(byteCount: byteCount) else { return nil }
            return (id, count, ends)
        case .containers(var containers):
            defer { parser = .containers(containers) }
            guard case .payload(let id, let count, let ends) = containers.dataReceived(byteCount: byteCount) else { return nil }
            return (id, count, ends)
        }
    }
}

// MARK: - Items

extension CommandFormat {
    private static let unexpected = LinkFailure.protocolBroken("an unexpected kind of packet on the command connection")

    private static func item(_ found: IPPacketParser.Found) throws(LinkFailure) -> (Item, Int)? {
        switch found {
        case .incomplete: return nil
        case .payload(let id, let count, _, let endsData): return (.payload(id, endsData: endsData), count)
        case .packet(let packet, let count):
            switch packet {
            case .startData(let id, let total): return (.dataBegan(id, announced: total), count)
            case .data(let id, payloadBytes: 0, isLast: true): return (.dataEnded(id, began: false), count)
            case .data: return (.pieceBegan, count)
            case .operationResponse(let response): return (.response(response), count)
            case .cancel(let id): return (.cancelled(id), count)
            case .event, .probeRequest, .probeResponse: return (.stray, count)
            default: throw unexpected
            }
        }
    }

    private static func item(_ found: ContainerStreamParser.Found) throws(LinkFailure) -> (Item, Int)? {
        switch found {
        case .incomplete: return nil
        case .payload(let id, let count, let endsData): return (.payload(id, endsData: endsData), count)
        case .dataBegan(let container, payloadBytes: 0, let count):
            return (.dataEnded(container.transaction, began: true), count)
        case .dataBegan(let container, let payload, let count):
            return (.dataBegan(container.transaction, announced: UInt64(payload)), count)
        case .message(let container, let parameters, let count):
            switch container.kind {
            case .response:
                let code = ResponseCode(rawValue: container.code)
                return (.response(OperationResponse(code, container.transaction, parameters)), count)
            case .event: return (.stray, count)
            case .command, .data: throw unexpected
            }
        case .greeting, .goodbye: throw unexpected
        }
    }
}

// MARK: - Sending

extension CommandFormat {
    /// Size of the header of each piece of data, in bytes.
    var pieceHeadSize: Int { if case .packets = parser { 12 } else { 0 } }

    /// Writes a request, with the beginning of `dataBytes` bytes of data for the device unless that is nil.
    func write(_ request: OperationRequest, dataBytes: UInt64?, to writer: inout DatasetWriter) {
        switch parser {
        case .packets:
            Self.write(.operationRequest(request, dataFollows: dataBytes != nil), to: &writer)
            if let dataBytes { Self.write(.startData(request.transaction, totalBytes: dataBytes), to: &writer) }
        case .containers:
            USBContainer.write(request, to: &writer)
            if let dataBytes {
                USBContainer.writeData(request.code, request.transaction, payloadBytes: dataBytes, to: &writer)
            }
        }
    }

    /// Writes the header of a piece of data.
    func writePieceHead(_ id: TransactionID, byteCount: Int, isLast: Bool, to writer: inout DatasetWriter) {
        if case .packets = parser { Self.write(.data(id, payloadBytes: byteCount, isLast: isLast), to: &writer) }
    }

    /// Writes a cancellation, for a protocol that has it.
    func writeCancellation(_ id: TransactionID, to writer: inout DatasetWriter) {
        if hasCancellation { Self.write(.cancel(id), to: &writer) }
    }

    private static func write(_ packet: IPPacket, to writer: inout DatasetWriter) {
        // Writing can only fail for invalid names, which none of these packets contain.
        try! packet.write(to: &writer)
    }
}
