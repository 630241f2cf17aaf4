import PTP
import Sockets

@testable import PTPResponder

/// A USB/IP host that handles bytes, so that tests can violate the protocol. For one thread, which it blocks.
final class USBIPClient {
    /// Result of a transfer.
    struct Outcome: Equatable {
        var status: Int32
        /// Number of bytes, as reported by the server.
        var byteCount: Int
        var data: [UInt8] = []

        static let stalled = Outcome(status: -32, byteCount: 0)
    }

    /// A reply to a request.
    private enum Reply: Equatable {
        case transfer(Outcome)
        case unlink(Int32)
    }

    struct Refused: Error, Equatable {
        let status: UInt32
    }

    let wire: WireConnection
    /// The received device record.
    let record: [UInt8]
    let device: UInt32
    private var nextNumber: UInt32 = 1
    private var isToHost: [UInt32: Bool] = [:]
    private var replies: [UInt32: Reply] = [:]
    /// Numbers of the replies, in the order of their arrival.
    private(set) var order: [UInt32] = []

    /// Attaches a device.
    init(_ address: SocketAddress, busID: String = "1-1") throws {
        wire = try WireConnection(address)
        try wire.send(Self.importRequest(busID))
        let head = try wire.read(8)
        let status = Self.number(head, 4)
        guard head.prefix(4) == [0x01, 0x11, 0x00, 0x03], status == 0 else { throw Refused(status: status) }
        record = try wire.read(312)
        device = Self.number(record, 288) << 16 | Self.number(record, 292)
    }

    func detach() { wire.close() }

    // MARK: Bytes

    static func bytes(_ numbers: UInt32...) -> [UInt8] {
        numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    static func number(_ bytes: [UInt8], _ offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    static func importRequest(_ busID: String) -> [UInt8] {
        let name = Array(busID.utf8)
        return [0x01, 0x11, 0x80, 0x03, 0, 0, 0, 0] + name + [UInt8](repeating: 0, count: max(0, 32 - name.count))
    }

    static let listRequest: [UInt8] = [0x01, 0x11, 0x80, 0x05, 0, 0, 0, 0]

    // MARK: Transfers

    /// Submits a transfer and returns its number.
    @discardableResult
    func submit(
        _ endpoint: UInt8,
        length: Int = 0,
        data: [UInt8] = [],
        setup: USBSetup? = nil,
        flags: UInt32 = 0,
        packets: UInt32 = 0
    ) throws -> UInt32 {
        let number = allocateNumber()
        let toHost = endpoint & 0x80 != 0
        isToHost[number] = toHost
        let length = toHost ? length : data.count
        let head =
            Self.bytes(1, number, device, toHost ? 1 : 0, UInt32(endpoint & 0x7F), flags, UInt32(length), 0, packets, 0)
        try wire.send(head + (setup?.bytes ?? [UInt8](repeating: 0, count: 8)) + (toHost ? [] : data))
        return number
    }

    func allocateNumber() -> UInt32 {
        defer { nextNumber += 1 }
        return nextNumber
    }

    /// Waits for the end of a transfer and returns its result.
    func wait(_ number: UInt32) throws -> Outcome {
        guard case .transfer(let outcome) = try reply(number) else { throw WireClient.Unexpected(what: "a reply to unlinking") }
        return outcome
    }

    /// Returns whether a reply to a transfer has been received, without waiting.
    func hasEnded(_ number: UInt32) -> Bool { replies[number] != nil }

    /// Cancels a transfer and returns the status of the cancellation.
    func unlink(_ number: UInt32) throws -> Int32 {
        let request = allocateNumber()
        try wire.send(Self.bytes(2, request, device, 0, 0, number) + [UInt8](repeating: 0, count: 24))
        guard case .unlink(let status) = try reply(request) else { throw WireClient.Unexpected(what: "a transfer's reply") }
        return status
    }

    private func reply(_ number: UInt32) throws -> Reply {
        while true {
            if let reply = replies.removeValue(forKey: number) { return reply }
            let head = try wire.read(48)
            let (command, answered) = (Self.number(head, 0), Self.number(head, 4))
            let status = Int32(bitPattern: Self.number(head, 20))
            order.append(answered)
            guard replies[answered] == nil else { throw WireClient.Unexpected(what: "two replies to \(answered)") }
            if command == 4 {
                replies[answered] = .unlink(status)
                continue
            }
            guard command == 3, let toHost = isToHost.removeValue(forKey: answered) else {
                throw WireClient.Unexpected(what: "reply \(command) to \(answered)")
            }
            let count = Int(Self.number(head, 24))
            replies[answered] = .transfer(
                Outcome(status: status, byteCount: count, data: toHost ? try wire.read(count) : [])
            )
        }
    }

    // MARK: Pipes

    func control(_ setup: USBSetup, _ data: [UInt8] = []) throws -> Outcome {
        var setup = setup
        if !setup.isToHost { setup.length = UInt16(data.count) }
        return try wait(submit(setup.isToHost ? 0x80 : 0, length: Int(setup.length), data: data, setup: setup))
    }

    /// Sets the configuration, like a system after the attachment of a device.
    func configure() throws {
        let outcome = try control(USBSetup(0x00, 9, value: 1))
        guard outcome.status == 0 else { throw WireClient.Unexpected(what: "SET_CONFIGURATION: \(outcome)") }
    }

    func write(_ bytes: [UInt8], flags: UInt32 = 0) throws -> Outcome { try wait(submit(0x02, data: bytes, flags: flags)) }

    func read(_ length: Int = 65536) throws -> Outcome { try wait(submit(0x81, length: length)) }

    func status() throws -> USBDeviceStatus {
        let bytes = try control(USBSetup(0xA1, 0x67, length: 68)).data
        let span = bytes.span
        return try unsafe USBDeviceStatus(span.bytes)
    }

    func cancel(_ transaction: UInt32) throws -> Outcome {
        try control(USBSetup(0x21, 0x64), USBCancellation(TransactionID(rawValue: transaction)).bytes)
    }

    func clearHalt(_ endpoint: UInt8) throws -> Outcome { try control(USBSetup(0x02, 1, index: UInt16(endpoint))) }

    /// Waits until the device is ready.
    func untilReady() throws {
        try Wait.until { try status().code == .ok }
    }
}

/// A USB host with PTP transactions, performed one after the other.
final class USBPTPClient {
    let host: USBIPClient
    private(set) var transaction: UInt32 = 0
    /// Size of a read, in bytes.
    var readSize = 65536

    init(_ host: USBIPClient) throws {
        self.host = host
        try host.configure()
    }

    /// Attaches a device and opens a session.
    static func open(_ address: SocketAddress, busID: String = "1-1") throws -> USBPTPClient {
        let client = try USBPTPClient(USBIPClient(address, busID: busID))
        let outcome = try client.run(.openSession, [1])
        guard outcome.code == .ok else { throw WireClient.Unexpected(what: "OpenSession: \(outcome.code)") }
        return client
    }

    /// Result of an operation.
    struct Outcome: Equatable {
        var code: ResponseCode
        var parameters: [UInt32]
        var data: [UInt8]?
    }

    @discardableResult
    func request(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> TransactionID {
        let id = TransactionID(rawValue: transaction)
        transaction += 1
        let outcome = try host.write(USBContainer.command(OperationRequest(operation, id, Parameters(parameters))))
        guard outcome.status == 0 else { throw WireClient.Unexpected(what: "command: \(outcome)") }
        return id
    }

    /// Sends data as a container, ended by a short or an empty packet.
    func send(_ operation: OperationCode, _ id: TransactionID, _ data: [UInt8], pieces: Int = 16384) throws {
        let head = USBContainer(.data, code: operation.rawValue, id, payloadBytes: UInt64(data.count)).header
        var rest = (head + data)[...]
        let needsEmptyPacket = rest.count % 512 == 0
        while !rest.isEmpty {
            _ = try host.write(Array(rest.prefix(pieces)))
            rest = rest.dropFirst(pieces)
        }
        if needsEmptyPacket { _ = try host.write([]) }
    }

    /// Returns one transfer of the device, up to a short packet.
    func transfer() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let outcome = try host.read(readSize)
            guard outcome.status == 0 else { throw WireClient.Unexpected(what: "read: \(outcome.status)") }
            all += outcome.data
            if outcome.byteCount < readSize { return all }
        }
    }

    static func container(_ bytes: [UInt8]) throws -> (USBContainer, Parameters) {
        let span = bytes.span
        let container = try unsafe USBContainer(span.bytes)
        return (container, unsafe container.parameters(after: span.bytes))
    }

    /// Returns the result of an operation, up to the response.
    func outcome(_ id: TransactionID) throws -> Outcome {
        var outcome = Outcome(code: .undefined, parameters: [], data: nil)
        while true {
            let bytes = try transfer()
            let (container, parameters) = try Self.container(bytes)
            guard container.transaction == id else { throw WireClient.Unexpected(what: "transaction \(container.transaction)") }
            switch container.kind {
            case .data:
                guard outcome.data == nil, container.byteCount.map({ Int($0) == bytes.count }) ?? true else {
                    throw WireClient.Unexpected(what: "data of \(bytes.count) bytes, \(String(describing: container.byteCount))")
                }
                outcome.data = Array(bytes.dropFirst(USBContainer.headerSize))
            case .response:
                guard Int(container.byteCount ?? 0) == bytes.count else { throw WireClient.Unexpected(what: "response") }
                (outcome.code, outcome.parameters) = (ResponseCode(rawValue: container.code), Array(parameters))
                return outcome
            case .command, .event: throw WireClient.Unexpected(what: "\(container.kind)")
            }
        }
    }

    func run(_ operation: OperationCode, _ parameters: [UInt32] = [], data: [UInt8]? = nil, pieces: Int = 16384) throws -> Outcome
    {
        let id = try request(operation, parameters)
        if let data { try send(operation, id, data, pieces: pieces) }
        return try outcome(id)
    }

    /// Performs an operation that must return data.
    func data(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt8] {
        let outcome = try run(operation, parameters)
        guard outcome.code == .ok, let data = outcome.data else {
            throw WireClient.Unexpected(what: "\(operation): \(outcome.code)")
        }
        return data
    }

    /// Performs an operation that must return an array of numbers.
    func numbers(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt32] {
        let bytes = try data(operation, parameters)
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        return try reader.array("numbers")
    }

    /// Returns the first file that is not a folder.
    func firstFile() throws -> UInt32 {
        for handle in try numbers(.getObjectHandles, [0xFFFF_FFFF, 0, 0]) {
            if try ObjectInfo(try data(.getObjectInfo, [handle])).format != .association { return handle }
        }
        throw WireClient.Unexpected(what: "no file")
    }

    /// Sends a file, which must succeed, and returns its handle.
    func put(_ name: String, _ bytes: [UInt8], pieces: Int = 16384) throws -> UInt32 {
        let info = ObjectInfo(storage: .unspecified, format: .text, filename: name, compressedSize: UInt64(bytes.count))
        let announced = try run(.sendObjectInfo, [0x0001_0001, 0xFFFF_FFFF], data: try info.encoded())
        let sent = try run(.sendObject, data: bytes, pieces: pieces)
        guard announced.code == .ok, sent.code == .ok else {
            throw WireClient.Unexpected(what: "\(announced.code), \(sent.code)")
        }
        return announced.parameters[2]
    }

    /// Returns the next event with this code; skips earlier events.
    func event(_ code: EventCode) throws -> Parameters {
        while true {
            let outcome = try host.wait(host.submit(0x83, length: 256))
            guard outcome.status == 0 else { throw WireClient.Unexpected(what: "event: \(outcome.status)") }
            let (container, parameters) = try Self.container(outcome.data)
            if container.kind == .event && container.code == code.rawValue { return parameters }
        }
    }
}
