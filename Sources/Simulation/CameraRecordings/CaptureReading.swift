import PTP

/// Reads a capture of USB (usbmon of Linux) or of PTP/IP.
struct CaptureReading {
    private let capture: PacketCapture

    /// Link types of usbmon: with a head of 48 bytes, and of 64.
    private static let usb: [UInt32: Int] = [189: 48, 220: 64]

    init(_ bytes: [UInt8]) throws(RecordingError) { capture = try PacketCapture(bytes) }

    func camera() throws(RecordingError) -> RecordedCamera {
        let isUSB = capture.packets.contains { Self.usb[$0.linkType] != nil }
        var camera = RecordedCamera(.capture, DeviceInfo())
        camera.transcript = isUSB ? try usbEntries() : try NetworkStreams(capture.packets).entries()
        camera.deriveFromTranscript()
        guard camera.deviceInfoBytes != nil else { throw .noCamera(.capture) }
        return camera
    }

    // MARK: usbmon

    /// A transfer of usbmon, in the format of the kernel's `Documentation/usb/usbmon.rst`.
    private struct Transfer {
        let device: UInt32
        let isIn: Bool
        let isBulk: Bool
        let bytes: [UInt8]
        let count: Int

        init?(_ packet: CapturedPacket) {
            guard let head = CaptureReading.usb[packet.linkType], packet.bytes.count >= head else { return nil }
            let bytes = Array(packet.bytes)
            let (event, kind, endpoint) = (bytes[8], bytes[9], bytes[10])
            isIn = endpoint & 0x80 != 0
            isBulk = kind == 3
            // Data of the device is in the completion ("C"), data of the computer in the submission ("S").
            guard kind == 3 || kind == 1, event == (isIn ? UInt8(ascii: "C") : UInt8(ascii: "S")) else { return nil }
            device = UInt32(bytes[12]) << 8 | UInt32(bytes[11])
            count = (0..<4).reduce(0) { $0 | Int(bytes[32 + $1]) << (8 * $1) }
            self.bytes = Array(bytes[head...])
        }
    }

    private func usbEntries() throws(RecordingError) -> [TranscriptEntry] {
        let transfers = capture.packets.compactMap { packet in Transfer(packet).map { (packet.time, $0) } }
        // The first device that receives GetDeviceInfo or OpenSession.
        guard let device = transfers.first(where: { Self.isFirstCommand($0.1) })?.1.device else { return [] }
        var stream = ContainerStream()
        for (time, transfer) in transfers where transfer.device == device && !transfer.bytes.isEmpty {
            if transfer.isBulk || Self.isEvent(transfer.bytes) {
                try stream.add(transfer.bytes, isSent: !transfer.isIn, at: time, byteCount: transfer.count)
            }
        }
        return stream.entries
    }

    private static func isFirstCommand(_ transfer: Transfer) -> Bool {
        guard !transfer.isIn, let container = Self.container(transfer.bytes), container.kind == .command else { return false }
        return [OperationCode.getDeviceInfo, .openSession].contains(OperationCode(rawValue: container.code))
    }

    private static func isEvent(_ bytes: [UInt8]) -> Bool { container(bytes)?.kind == .event }

    private static func container(_ bytes: [UInt8]) -> USBContainer? {
        let span = bytes.span
        return try? unsafe USBContainer(span.bytes)
    }
}

/// The connections of PTP/IP in a capture. Pure.
private struct NetworkStreams {
    /// One direction of a TCP connection.
    private struct Flow: Hashable {
        let source: ArraySlice<UInt8>
        let sourcePort: UInt16
        let target: ArraySlice<UInt8>
        let targetPort: UInt16

        var reversed: Flow { Flow(source: target, sourcePort: targetPort, target: source, targetPort: sourcePort) }
    }

    /// Bytes of a flow that were received in order, and the ones that are too early.
    private struct Assembly {
        var next: UInt32?
        var early: [UInt32: [UInt8]] = [:]
        var bytes: [UInt8] = []
        var parser = IPPacketParser()
        var isBroken = false
    }

    private var flows: [Flow: Assembly] = [:]
    /// The flows from the initiator.
    private var initiators: Set<Flow> = []
    private var stream = ContainerStream()
    private var exchange: (began: Duration, value: RecordedExchange)?
    private let packets: [CapturedPacket]

    init(_ packets: [CapturedPacket]) { self.packets = packets }

    consuming func entries() throws(RecordingError) -> [TranscriptEntry] {
        for packet in packets { if let segment = Self.segment(packet) { try process(segment, packet.time) } }
        return stream.entries
    }

    private typealias Segment = (flow: Flow, sequence: UInt32, isStart: Bool, payload: ArraySlice<UInt8>)

    /// Bytes before the IP header, by link type: BSD loopback, Ethernet, raw IP, Linux cooked.
    private static let heads: [UInt32: Int] = [0: 4, 1: 14, 101: 0, 113: 16, 228: 0, 229: 0, 276: 20]

    private static func segment(_ packet: CapturedPacket) -> Segment? {
        guard let head = heads[packet.linkType], packet.bytes.count > head + 40 - 1 else { return nil }
        let bytes = packet.bytes.dropFirst(head)
        let start = bytes.startIndex
        switch bytes[start] >> 4 {
        case 4:
            let size = Int(bytes[start] & 15) * 4
            let total = Int(bytes[start + 2]) << 8 | Int(bytes[start + 3])
            guard bytes[start + 9] == 6, size >= 20 else { return nil }
            let payload = total > size ? bytes.prefix(total).dropFirst(size) : bytes.dropFirst(size)
            return tcp(payload, bytes[start + 12..<start + 16], bytes[start + 16..<start + 20])
        case 6:
            guard bytes[start + 6] == 6, bytes.count >= 60 else { return nil }
            let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
            return tcp(bytes.dropFirst(40).prefix(length), bytes[start + 8..<start + 24], bytes[start + 24..<start + 40])
        default: return nil
        }
    }

    private static func tcp(_ bytes: ArraySlice<UInt8>, _ source: ArraySlice<UInt8>, _ target: ArraySlice<UInt8>) -> Segment? {
        guard bytes.count >= 20 else { return nil }
        let at = bytes.startIndex
        func half(_ offset: Int) -> UInt16 { UInt16(bytes[at + offset]) << 8 | UInt16(bytes[at + offset + 1]) }
        let sequence = UInt32(half(4)) << 16 | UInt32(half(6))
        let head = Int(bytes[at + 12] >> 4) * 4
        guard head >= 20, bytes.count >= head else { return nil }
        let flow = Flow(source: source, sourcePort: half(0), target: target, targetPort: half(2))
        return (flow, sequence, bytes[at + 13] & 2 != 0, bytes.dropFirst(head))
    }

    private mutating func process(_ segment: Segment, _ time: Duration) throws(RecordingError) {
        guard flows.count < 1024 || flows[segment.flow] != nil else { throw .tooMany("connections", limit: 1024) }
        var assembly = flows.removeValue(forKey: segment.flow) ?? Assembly()
        if segment.isStart { assembly.next = segment.sequence &+ 1 }
        if !segment.payload.isEmpty, !assembly.isBroken {
            Self.assemble(Array(segment.payload), segment.sequence, &assembly)
            try parse(&assembly, segment.flow, time)
        }
        flows[segment.flow] = assembly
    }

    private static func assemble(_ payload: [UInt8], _ sequence: UInt32, _ assembly: inout Assembly) {
        let next = assembly.next ?? sequence
        let behind = Int32(bitPattern: next &- sequence)
        if behind >= 0 {
            // New, or repeated with or without new bytes.
            let fresh = payload.dropFirst(Int(behind))
            assembly.bytes += fresh
            assembly.next = next &+ UInt32(fresh.count)
            while let waiting = assembly.early.removeValue(forKey: assembly.next ?? 0) {
                assembly.bytes += waiting
                assembly.next = (assembly.next ?? 0) &+ UInt32(waiting.count)
            }
        } else if assembly.early.count < 1024 {
            assembly.early[sequence] = payload
            assembly.next = next
        }
    }

    private mutating func parse(_ assembly: inout Assembly, _ flow: Flow, _ time: Duration) throws(RecordingError) {
        let bytes = assembly.bytes
        var used = 0
        loop: while used < bytes.count {
            let found: IPPacketParser.Found
            do throws(IPPacketParser.Failure) {
                let span = bytes.span
                found = try unsafe assembly.parser.next(in: span.bytes.extracting(droppingFirst: used))
            } catch {
                // Another protocol, or a connection whose beginning is missing.
                assembly.isBroken = true
                assembly.bytes = []
                return
            }
            switch found {
            case .incomplete: break loop
            case .packet(let packet, let count):
                used += count
                try follow(packet, flow, time)
            case .payload(_, let count, _, _):
                try add(bytes[used..<used + count], flow)
                used += count
            }
        }
        assembly.bytes.removeFirst(used)
    }

    private mutating func follow(_ packet: IPPacket, _ flow: Flow, _ time: Duration) throws(RecordingError) {
        switch packet {
        case .operationRequest(let request, _): exchange = (time, RecordedExchange(request.code, request.parameters))
        case .startData:
            if initiators.contains(flow) { exchange?.value.sent = [] } else { exchange?.value.received = [] }
        case .operationResponse(let response):
            guard let (began, ended) = exchange else { return }
            var value = ended
            exchange = nil
            value.took = max(.zero, time - began)
            value.outcome = .response(response.code, response.parameters)
            value.receivedCount = value.received?.count ?? 0
            try stream.append(TranscriptEntry(began, .exchange(value)))
        case .event(let event): try stream.append(TranscriptEntry(time, .event(event)))
        case .initCommandRequest, .initEventRequest: if initiators.count < 1024 { initiators.insert(flow) }
        default: break
        }
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>, _ flow: Flow) throws(RecordingError) {
        guard let count = exchange.map({ ($0.value.received?.count ?? 0) + ($0.value.sent?.count ?? 0) }) else { return }
        guard count + bytes.count <= RecordedCamera.Limits.data else {
            throw .tooMany("bytes of data", limit: RecordedCamera.Limits.data)
        }
        if initiators.contains(flow) {
            exchange?.value.sent?.append(contentsOf: bytes)
        } else {
            exchange?.value.received?.append(contentsOf: bytes)
        }
    }
}
