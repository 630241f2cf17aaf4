import PTP

/// Parses the requests of a USB/IP host from bytes in pieces of any size. Pure.
///
/// Operations are first; after an import only transfers follow.
struct USBIPParser: Hashable, Sendable {
    /// Item at the beginning of the bytes.
    enum Found: Hashable {
        /// More bytes are needed.
        case incomplete
        case deviceList(byteCount: Int)
        case importDevice(busID: String, byteCount: Int)
        /// A transfer; data follows if it is from the host.
        case submit(Submission, byteCount: Int)
        /// Data of the last transfer, and whether it is complete.
        case payload(byteCount: Int, endsTransfer: Bool)
        /// A cancellation of a transfer. `request` is the number of the cancellation.
        case unlink(device: UInt32, number: UInt32, request: UInt32, byteCount: Int)
    }

    /// A submitted transfer.
    struct Submission: Hashable {
        var number: UInt32
        var device: UInt32
        var isToHost: Bool
        var endpoint: UInt8
        var flags: UInt32
        /// Size in bytes.
        var length: Int
        var setup: USBSetup?

        /// Whether an empty packet follows data that ends with a full packet (URB_ZERO_PACKET).
        var endsWithEmptyPacket: Bool { flags & 0x40 != 0 }
    }

    /// Violation of the protocol.
    enum Failure: Error, Hashable {
        case version(UInt16)
        case operation(UInt16)
        case command(UInt32)
        case direction(UInt32)
        case endpoint(UInt32)
        case length(UInt32)
        /// Isochronous transfers, which cameras do not use.
        case packets(UInt32)
        case busID
    }

    private enum State: Hashable {
        case operations
        case transfers
        case payload(remaining: Int)
    }

    private var state = State.operations

    /// Whether no transfer's data is incomplete.
    var isBetweenPackets: Bool { if case .payload = state { false } else { true } }

    /// Parses the next item. The returned byte counts are thereby used.
    mutating func next(in bytes: RawSpan) throws(Failure) -> Found {
        switch state {
        case .operations: try operation(bytes)
        case .transfers: try transfer(bytes)
        case .payload(let remaining): payload(remaining, bytes)
        }
    }

    private mutating func operation(_ bytes: RawSpan) throws(Failure) -> Found {
        guard bytes.byteCount >= 8 else { return .incomplete }
        let version = Self.number(bytes, at: 0, as: UInt16.self)
        guard version == USBIP.version else { throw .version(version) }
        let code = Self.number(bytes, at: 2, as: UInt16.self)
        switch USBIP.Operation(rawValue: code) {
        case .deviceList: return .deviceList(byteCount: 8)
        case .importDevice:
            let end = 8 + USBIP.busIDSize
            guard bytes.byteCount >= end else { return .incomplete }
            let field = (8..<end).map { Self.number(bytes, at: $0, as: UInt8.self) }
            guard field.contains(0) else { throw .busID }
            state = .transfers
            return .importDevice(busID: String(decoding: field.prefix { $0 != 0 }, as: UTF8.self), byteCount: end)
        case nil: throw .operation(code)
        }
    }

    private mutating func transfer(_ bytes: RawSpan) throws(Failure) -> Found {
        guard bytes.byteCount >= USBIP.headerSize else { return .incomplete }
        func word(_ offset: Int) -> UInt32 { Self.number(bytes, at: offset, as: UInt32.self) }
        let (command, number, device, direction, endpoint) = (word(0), word(4), word(8), word(12), word(16))
        switch USBIP.Command(rawValue: command) {
        case .submit: break
        case .unlink: return .unlink(device: device, number: word(20), request: number, byteCount: USBIP.headerSize)
        default: throw .command(command)
        }
        guard direction <= 1 else { throw .direction(direction) }
        guard endpoint <= 15 else { throw .endpoint(endpoint) }
        guard word(24) <= UInt32(USBIP.longestTransfer) else { throw .length(word(24)) }
        guard word(32) == 0 || word(32) == .max else { throw .packets(word(32)) }
        let setup = (40..<48).map { Self.number(bytes, at: $0, as: UInt8.self) }
        let submission = Submission(
            number: number,
            device: device,
            isToHost: direction == 1,
            endpoint: UInt8(endpoint),
            flags: word(20),
            length: Int(word(24)),
            setup: endpoint == 0 ? USBSetup(setup) : nil
        )
        if !submission.isToHost && submission.length > 0 { state = .payload(remaining: submission.length) }
        return .submit(submission, byteCount: USBIP.headerSize)
    }

    private mutating func payload(_ remaining: Int, _ bytes: RawSpan) -> Found {
        let count = min(remaining, bytes.byteCount)
        if count == 0 { return .incomplete }
        state = count == remaining ? .transfers : .payload(remaining: remaining - count)
        return .payload(byteCount: count, endsTransfer: count == remaining)
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: RawSpan,
        at offset: Int,
        as type: Number.Type
    ) -> Number {
        // SAFETY: every bit pattern is a valid value of an integer type, and the load checks its bounds.
        Number(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: type))
    }
}
