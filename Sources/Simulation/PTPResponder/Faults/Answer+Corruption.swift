import CameraModel
import HotShoeSupport
import PTP

// Faults in answers that are the same for every transport.

/// Maximum size of a file, in bytes, that is loaded into memory to apply faults.
private let corruptionLimit: UInt64 = 64 << 20

extension Answer {
    /// Returns the answer with faults applied, in memory.
    func corrupted(by kinds: [ResponderFault.Kind], _ request: OperationRequest) async -> Answer {
        var answer = await held()
        for kind in kinds { kind.corrupt(&answer, request) }
        return answer
    }

    /// Returns the answer with its payload in memory.
    private func held() async -> Answer {
        if case .frame(let payload) = payload { return .data(payload.bytes) }
        guard case .file(let payload) = payload else { return self }
        guard payload.size <= corruptionLimit else { return Answer(.generalError) }
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
}

extension ResponderFault.Kind {
    /// Applies a fault to an answer.
    fileprivate func corrupt(_ answer: inout Answer, _ request: OperationRequest) {
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

    /// Writes a name with arbitrary UTF-16 units, up to 255, which `DatasetWriter` does not permit.
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
