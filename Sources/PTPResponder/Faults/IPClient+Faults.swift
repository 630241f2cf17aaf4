import CameraModel
import HotShoeSupport
import PTP

// Answers as they should not be.

extension IPClient {
    /// How much of a file is taken into memory so that something can be done to it.
    private static let spoiledLimit: UInt64 = 64 << 20

    func deliver(_ answer: Answer, to request: OperationRequest, with kinds: [ResponderFault.Kind]) async {
        var answer = await held(answer)
        for kind in kinds { kind.spoil(&answer, request) }
        // Whoever waits in vain may ask the next thing at once.
        let isSilent = kinds.contains(.noResponse)
        if isSilent { over() }
        for kind in kinds {
            switch kind {
            case .delay(let time): await responder.time.sleep(for: time)
            case .probe: postEvent(try? IPPacket.probeRequest.encoded())
            case .event(let code): postEvent(try? IPPacket.event(Event(EventCode(rawValue: code), [1])).encoded())
            case .events(let count): await flood(count)
            case .wedge: device.maker?.wedge()
            default: break
            }
        }
        if !isSilent { over() }
        await send(SpoiledAnswer(answer, request.transaction, kinds), kinds)
    }

    /// The answer with its file in memory.
    private func held(_ answer: Answer) async -> Answer {
        if case .frame(let payload) = answer.payload { return .data(payload.bytes) }
        guard case .file(let payload) = answer.payload else { return answer }
        guard payload.size <= Self.spoiledLimit else { return Answer(.generalError) }
        let bytes = Guarded<[UInt8]>([])
        do throws(CameraError) {
            try await payload.send { chunk throws(CameraError) in
                let piece = unsafe chunk.withUnsafeBytes { unsafe Array($0) }
                bytes.withLock { $0 += piece }
                return .proceed
            }
        } catch { return Answer(ResponseCode(error)) }
        let all = bytes.withLock { $0 }
        return .data(all, payload.reportsCount ? [UInt32(clamping: all.count)] : [])
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

    private func send(_ spoiled: SpoiledAnswer, _ kinds: [ResponderFault.Kind]) async {
        if kinds.contains(.bytewise) {
            for byte in spoiled.bytes { guard await link.send([byte]) else { return } }
        } else if !spoiled.bytes.isEmpty {
            guard await link.send(spoiled.bytes) else { return }
        }
        if spoiled.closes { link.close() }
    }
}

extension ResponderFault.Kind {
    /// Changes what is said.
    fileprivate func spoil(_ answer: inout Answer, _ request: OperationRequest) {
        guard case .bytes(var bytes) = answer.payload else {
            if case .response(let code) = self { answer = Answer(code) }
            return
        }
        switch self {
        case .response(let code):
            answer = Answer(code)
            return
        case .truncate(let count): bytes = Array(bytes.prefix(count))
        case .replace(let offset, let replacement):
            for (index, byte) in replacement.enumerated() where offset + index < bytes.count { bytes[offset + index] = byte }
        case .data(let new): bytes = new
        case .append(let more): bytes += more
        case .handles(let more): bytes = Self.adding(more, to: bytes)
        case .manyHandles(let count): bytes = Self.adding((0..<UInt32(clamping: count)).map { 0xA000_0000 &+ $0 }, to: bytes)
        case .parentLoop: change(&bytes) { $0.parent = ObjectHandle(rawValue: request.parameters[0]) }
        case .objectSize(let size): change(&bytes) { $0.compressedSize = UInt64(size) }
        case .fileName(let name): bytes = Self.renamed(bytes, to: name)
        case .emptyDeviceInfo: bytes = []
        default: return
        }
        answer.payload = .bytes(bytes)
    }

    private func change(_ bytes: inout [UInt8], _ body: (inout ObjectInfo) -> Void) {
        guard var info = try? ObjectInfo(bytes) else { return }
        body(&info)
        bytes = (try? info.encoded()) ?? bytes
    }

    private static func adding(_ more: [UInt32], to bytes: [UInt8]) -> [UInt8] {
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        guard let handles: [UInt32] = try? reader.array("ObjectHandles") else { return bytes }
        return PTPDevice.array(handles + more)
    }

    /// As no writer would do it: with whatever units there are, up to 255.
    private static func renamed(_ bytes: [UInt8], to name: String) -> [UInt8] {
        let nameOffset = 52
        guard bytes.count > nameOffset, (try? ObjectInfo(bytes)) != nil else { return bytes }
        let units = Array(name.utf16.prefix(254)) + [0]
        let rest = bytes[min(bytes.count, nameOffset + 1 + Int(bytes[nameOffset]) * 2)...]
        var writer = DatasetWriter()
        writer.raw(bytes.prefix(nameOffset))
        writer.integer(UInt8(units.count))
        for unit in units { writer.integer(unit) }
        writer.raw(rest)
        return writer.bytes
    }
}

/// The bytes of an answer in which something is wrong. Pure.
struct SpoiledAnswer {
    private(set) var bytes: [UInt8] = []
    /// Whether the connection is closed after them.
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
        for case .announce(let said) in kinds { total = said }
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
            // Six and more, as no writer would do it.
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
