import HotShoeSupport
import IPTransport
import PTP
import Sockets
import TestSupport

@testable import PTPResponder

/// A client's connection that handles bytes, so that tests can violate the protocol. Blocks the calling thread; for separate
/// threads of a test.
final class WireConnection {
    let socket: Socket
    private var parser = IPPacketParser()
    private var bytes: [UInt8] = []
    private var isClosed = false
    /// The rest of a partially sent packet; sent when this side reads.
    var remainder: [UInt8] = []

    struct TimedOut: Error {}
    struct Closed: Error {}

    init(_ address: SocketAddress) throws {
        socket = try Socket.connecting(to: address)
        guard socket.wait(toSend: true, for: waitLimit) else { throw TimedOut() }
        if let failure = socket.connectionFailure() { throw failure }
    }

    deinit { socket.shutDown() }

    func close() { socket.shutDown() }

    // MARK: Sending

    func send(_ packets: IPPacket...) throws {
        for packet in packets { try send(packet.encoded()) }
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let outcome = try unsafe bytes.withUnsafeBytes { memory in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: memory[sent...])
                return try unsafe socket.send(rest, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            switch outcome {
            case .bytes(let count): sent += count
            case .wouldBlock: guard socket.wait(toSend: true, for: waitLimit) else { throw TimedOut() }
            case .closed: throw Closed()
            }
        }
    }

    private func sendRemainder() throws {
        let outcome = try unsafe remainder.withUnsafeBytes { memory in
            try unsafe socket.send(memory, UnsafeRawBufferPointer(start: nil, count: 0))
        }
        if case .bytes(let count) = outcome { remainder.removeFirst(count) }
    }

    // MARK: Receiving

    /// A received item: a packet, or the data of one.
    enum Arrival: Equatable {
        case packet(IPPacket)
        case data([UInt8], isLast: Bool)
    }

    /// Returns the next packet; its data in one piece.
    func next() throws -> Arrival {
        var data: [UInt8] = []
        var isLast = false
        while true {
            let (found, taken) = try peek()
            switch found {
            case .packet(.data(_, payloadBytes: let count, isLast: let last), _):
                if count == 0 { return .data([], isLast: last) }
                isLast = last
            case .packet(let packet, _): return .packet(packet)
            case .payload(_, _, let endsPacket, _):
                data += taken
                if endsPacket { return .data(data, isLast: isLast) }
            case .incomplete: try more()
            }
        }
    }

    private func peek() throws -> (IPPacketParser.Found, [UInt8]) {
        let held = bytes
        let span = held.span
        let found = try unsafe parser.next(in: span.bytes)
        switch found {
        case .incomplete: return (found, [])
        case .packet(_, let count):
            bytes.removeFirst(count)
            return (found, [])
        case .payload(_, let count, _, _):
            bytes.removeFirst(count)
            return (found, Array(held.prefix(count)))
        }
    }

    private func more() throws {
        while true {
            if !remainder.isEmpty { try sendRemainder() }
            var piece = [UInt8](repeating: 0, count: 1 << 18)
            let outcome = try unsafe piece.withUnsafeMutableBytes { try unsafe socket.receive(into: $0) }
            switch outcome {
            case .bytes(let count):
                bytes += piece.prefix(count)
                return
            case .wouldBlock: guard socket.wait(for: waitLimit) else { throw TimedOut() }
            case .closed: throw Closed()
            }
        }
    }

    /// Returns the available bytes, or waits for some, without parsing.
    func raw() throws -> [UInt8] {
        if bytes.isEmpty { try more() }
        defer { bytes = [] }
        return bytes
    }

    /// Returns the next `count` bytes without parsing.
    func read(_ count: Int) throws -> [UInt8] {
        while bytes.count < count { try more() }
        defer { bytes.removeFirst(count) }
        return Array(bytes.prefix(count))
    }

    /// Returns all bytes until the other side closes the connection.
    func untilClosed() throws -> [UInt8] {
        do { while true { try more() } } catch is Closed {}
        defer { bytes = [] }
        return bytes
    }

    func packet() throws -> IPPacket? {
        if case .packet(let packet) = try next() { packet } else { nil }
    }

    /// Whether the other side closes the connection without sending anything.
    var endsSilently: Bool {
        do {
            _ = try next()
            return false
        } catch { return error is Closed }
    }
}

/// A client with both connections and a session. For one thread, like ``WireConnection``.
final class WireClient {
    let command: WireConnection
    let events: WireConnection
    let ack: IPPacket.InitCommandAck
    private(set) var transaction: UInt32 = 0

    struct Refused: Error, Equatable {
        let reason: UInt32
    }

    struct Unexpected: Error {
        let what: String
    }

    /// Result of an operation.
    struct Outcome: Equatable {
        var code: ResponseCode
        var parameters: [UInt32]
        var data: [UInt8]?
        /// Sizes of the data packets.
        var pieces: [Int] = []
        var announced: UInt64?
    }

    static let initiator = IPIdentifier("00112233-4455-6677-8899-aabbccddeeff")!

    /// Opens both connections, without a session.
    init(_ address: SocketAddress, initiator: IPIdentifier = WireClient.initiator, name: String = "test") throws {
        let command = try WireConnection(address)
        try command.send(.initCommandRequest(.init(initiator: initiator, name: name)))
        let ack: IPPacket.InitCommandAck
        switch try command.packet() {
        case .initCommandAck(let packet): ack = packet
        case .initFail(let reason): throw Refused(reason: reason.rawValue)
        case let other: throw Unexpected(what: "\(String(describing: other))")
        }
        let events = try WireConnection(address)
        try events.send(.initEventRequest(connection: ack.connection))
        guard try events.packet() == .initEventAck else { throw Unexpected(what: "no InitEventAck") }
        (self.command, self.events, self.ack) = (command, events, ack)
    }

    /// Opens both connections and a session.
    static func open(_ address: SocketAddress, initiator: IPIdentifier = WireClient.initiator) throws -> WireClient {
        let client = try WireClient(address, initiator: initiator)
        let outcome = try client.run(.openSession, [1])
        guard outcome.code == .ok else { throw Unexpected(what: "OpenSession: \(outcome.code)") }
        return client
    }

    func close() {
        command.close()
        events.close()
    }

    /// Sends a request, optionally with data; returns its transaction ID.
    @discardableResult
    func request(_ operation: OperationCode, _ parameters: [UInt32] = [], data: [UInt8]? = nil, pieces: Int = 1 << 20) throws
        -> TransactionID
    {
        let id = TransactionID(rawValue: transaction)
        transaction += 1
        let request = OperationRequest(operation, id, Parameters(parameters))
        try command.send(.operationRequest(request, dataFollows: data != nil))
        guard let data else { return id }
        try command.send(.startData(id, totalBytes: UInt64(data.count)))
        var rest = data[...]
        repeat {
            let piece = rest.prefix(pieces)
            rest = rest.dropFirst(pieces)
            try command.send(try IPPacket.data(id, payloadBytes: piece.count, isLast: rest.isEmpty).encoded() + piece)
        } while !rest.isEmpty
        return id
    }

    /// Returns the result of an operation, up to the response.
    func outcome() throws -> Outcome {
        var outcome = Outcome(code: .undefined, parameters: [], data: nil)
        while true {
            switch try command.next() {
            case .packet(.startData(_, let total)):
                outcome.announced = total
                outcome.data = outcome.data ?? []
            case .data(let bytes, _):
                outcome.data = (outcome.data ?? []) + bytes
                outcome.pieces.append(bytes.count)
            case .packet(.operationResponse(let response)):
                (outcome.code, outcome.parameters) = (response.code, Array(response.parameters))
                return outcome
            case .packet(.cancel): break
            case let other: throw Unexpected(what: "\(other)")
            }
        }
    }

    func run(_ operation: OperationCode, _ parameters: [UInt32] = [], data: [UInt8]? = nil) throws -> Outcome {
        try request(operation, parameters, data: data)
        return try outcome()
    }

    /// Performs an operation that must return data.
    func data(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt8] {
        let outcome = try run(operation, parameters)
        guard outcome.code == .ok, let data = outcome.data else { throw Unexpected(what: "\(operation): \(outcome.code)") }
        return data
    }

    /// Performs an operation that must return an array of numbers.
    func numbers(_ operation: OperationCode, _ parameters: [UInt32] = []) throws -> [UInt32] {
        let bytes = try data(operation, parameters)
        let span = bytes.span
        var reader = unsafe DatasetReader(span.bytes)
        return try reader.array("numbers")
    }

    func info(_ handle: UInt32) throws -> ObjectInfo { try ObjectInfo(try data(.getObjectInfo, [handle])) }

    /// Returns the handles of all files.
    func files() throws -> [UInt32] {
        try numbers(.getObjectHandles, [0xFFFF_FFFF, 0, 0]).filter { try info($0).format != .association }
    }

    /// Creates a folder, which must succeed, and returns its handle.
    func makeFolder(_ name: String, on storage: UInt32 = 0x0001_0001, in parent: UInt32 = 0xFFFF_FFFF) throws -> UInt32 {
        let info = ObjectInfo(storage: .unspecified, format: .association, filename: name, compressedSize: 0)
        let outcome = try run(.sendObjectInfo, [storage, parent], data: try info.encoded())
        guard outcome.code == .ok else { throw Unexpected(what: "SendObjectInfo: \(outcome.code)") }
        return outcome.parameters[2]
    }

    /// Sends a file, which must succeed, and returns its handle.
    func put(_ name: String, _ bytes: [UInt8], on storage: UInt32 = 0x0001_0001, in parent: UInt32 = 0xFFFF_FFFF) throws -> UInt32
    {
        let info = ObjectInfo(storage: .unspecified, format: .text, filename: name, compressedSize: UInt64(bytes.count))
        let announced = try run(.sendObjectInfo, [storage, parent], data: try info.encoded())
        let sent = try run(.sendObject, data: bytes)
        guard announced.code == .ok, sent.code == .ok else { throw Unexpected(what: "\(announced.code), \(sent.code)") }
        return announced.parameters[2]
    }

    /// Returns the handles in a folder, or with 0xFFFFFFFF at the root of a storage.
    func children(of parent: UInt32, on storage: UInt32 = 0xFFFF_FFFF) throws -> [UInt32] {
        try numbers(.getObjectHandles, [storage, 0, parent])
    }

    /// Returns all events before the next one with this code.
    func events(before code: EventCode) throws -> [Event] {
        var before: [Event] = []
        while case .event(let event)? = try events.packet(), event.code != code { before.append(event) }
        return before
    }

    /// Returns the next event with this code; skips earlier events.
    func event(_ code: EventCode) throws -> Event {
        while true {
            if case .event(let event)? = try events.packet(), event.code == code { return event }
        }
    }
}
