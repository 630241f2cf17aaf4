import CameraModel
import HotShoeSupport
import PTP

// Faults in answers, as PTP/IP packets.

extension IPClient {
    func deliver(_ answer: Answer, to request: OperationRequest, with kinds: [ResponderFault.Kind]) async {
        let answer = await answer.corrupted(by: kinds, request)
        // A client that receives no response may send the next request immediately.
        let isSilent = kinds.contains(.noResponse)
        if isSilent { over() }
        for kind in kinds {
            switch kind {
            case .delay(let delay): await time.sleep(for: delay)
            case .probe: postEvent(try? IPPacket.probeRequest.encoded())
            case .event(let code): postEvent(try? IPPacket.event(Event(EventCode(rawValue: code), [1])).encoded())
            case .events(let count): await flood(count)
            case .bodyHang: device.vendorBody?.hang()
            default: break
            }
        }
        let corrupted = CorruptedAnswer(answer, request.transaction, kinds)
        // The transaction must stay current if the link closes, so that a fast client cannot start another.
        if !isSilent, !corrupted.closes { over() }
        await send(corrupted, kinds)
    }

    private func flood(_ count: Int) async {
        var writer = DatasetWriter()
        for _ in 0..<min(count, 1_000_000) {
            try? IPPacket.event(Event(.devicePropChanged, [0x5007])).write(to: &writer)
            if writer.bytes.count > 64 * 1024 {
                guard await sendEvents(writer.bytes) else { return }
                writer = DatasetWriter()
            }
        }
        _ = await sendEvents(writer.bytes)
    }

    private func send(_ corrupted: CorruptedAnswer, _ kinds: [ResponderFault.Kind]) async {
        if kinds.contains(.bytewise) {
            for byte in corrupted.bytes { guard await link.send([byte]) else { return } }
        } else if !corrupted.bytes.isEmpty {
            guard await link.send(corrupted.bytes) else { return }
        }
        if corrupted.closes { link.close() }
    }
}

/// Bytes of an answer with faults. Pure.
struct CorruptedAnswer {
    private(set) var bytes: [UInt8] = []
    /// Whether the connection closes after the bytes.
    private(set) var closes = false

    init(_ answer: Answer, _ transaction: TransactionID, _ kinds: [ResponderFault.Kind]) {
        var id = transaction
        if kinds.contains(.staleID) { id = TransactionID(rawValue: transaction.rawValue &- 1) }
        if kinds.contains(.futureID) { id = TransactionID(rawValue: transaction.rawValue &+ 1) }
        var data: [UInt8] = []
        if case .bytes(let payload) = answer.payload { data = Self.data(payload, id, kinds) }
        if kinds.contains(.dataTwice) { data += data }
        for case .packetType(let number) in kinds { data = Self.unknownPacket(number) + data }
        var response = Self.response(answer, id, kinds)
        var code = answer.code
        if kinds.contains(.cancel), !data.isEmpty {
            data = Array(data.prefix(20 + 12)) + ((try? IPPacket.cancel(id).encoded()) ?? [])
            code = .transactionCanceled
            response = IPClient.bytes(OperationResponse(code, id))
        }
        if kinds.contains(.noResponse) { response = [] }
        for kind in kinds {
            switch kind {
            case .close(.data), .stall(.data): (data, response) = (Array(data.prefix(data.count / 2)), [])
            case .close(.response), .stall(.response): response = []
            default: break
            }
        }
        bytes = data + response
        for case .packetLength(let length) in kinds where bytes.count >= 4 {
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> (UInt32(index) * 8)) }
        }
        closes = kinds.contains { [.close(.data), .close(.response), .close(.answered)].contains($0) }
    }

    private static func data(_ payload: [UInt8], _ id: TransactionID, _ kinds: [ResponderFault.Kind]) -> [UInt8] {
        var total: UInt64? = UInt64(payload.count)
        for case .announce(let announced) in kinds { total = announced }
        var writer = DatasetWriter()
        if !kinds.contains(.endWithoutStart) { try? IPPacket.startData(id, totalBytes: total).write(to: &writer) }
        if kinds.contains(.emptyData) { try? IPPacket.data(id, payloadBytes: 0, isLast: false).write(to: &writer) }
        if kinds.contains(.cancel) {
            try? IPPacket.data(id, payloadBytes: 0, isLast: false).write(to: &writer)
        }
        try? IPPacket.data(id, payloadBytes: payload.count, isLast: true).write(to: &writer)
        writer.raw(payload)
        return writer.bytes
    }

    private static func response(_ answer: Answer, _ id: TransactionID, _ kinds: [ResponderFault.Kind]) -> [UInt8] {
        var bytes = IPClient.bytes(OperationResponse(answer.code, id, answer.parameters))
        for case .parameters(let count) in kinds {
            // Six and more parameters, which ``OperationResponse`` does not permit.
            var writer = DatasetWriter()
            writer.integer(UInt32(14 + count * 4))
            writer.raw(bytes[4..<14])
            for number in 0..<count { writer.integer(UInt32(number + 1)) }
            bytes = writer.bytes
        }
        return bytes
    }

    private static func unknownPacket(_ number: UInt32) -> [UInt8] {
        var writer = DatasetWriter()
        writer.integer(UInt32(12))
        writer.integer(number)
        writer.integer(UInt32(0))
        return writer.bytes
    }
}
