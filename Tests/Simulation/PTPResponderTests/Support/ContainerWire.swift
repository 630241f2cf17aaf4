import HotShoeSupport
import PTP
import Sockets
import TestSupport

/// A client's connection of containers over TCP that handles bytes. Blocks the calling thread; for separate threads of a test.
final class ContainerWire {
    private let socket: Socket
    private var bytes: [UInt8] = []
    private var parser = ContainerStreamParser()
    private var number: UInt32 = 0

    static let identifier = IPIdentifier([UInt8](repeating: 9, count: 16))!

    init(_ address: SocketAddress) throws {
        socket = try Socket.connecting(to: address)
        guard socket.wait(toSend: true, for: waitLimit) else { throw WireConnection.TimedOut() }
        if let failure = socket.connectionFailure() { throw failure }
    }

    deinit { socket.shutDown() }

    /// Connects, and is acknowledged.
    static func greeted(_ address: SocketAddress, name: String = "wire", identifier: IPIdentifier = identifier) throws
        -> ContainerWire
    {
        let wire = try ContainerWire(address)
        guard case .acknowledgement = try wire.greet(name: name, identifier: identifier) else { throw WireConnection.Closed() }
        return wire
    }

    func close() { socket.shutDown() }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            switch try socket.send(bytes[sent...]) {
            case .bytes(let count): sent += count
            case .wouldBlock: guard socket.wait(toSend: true, for: waitLimit) else { throw WireConnection.TimedOut() }
            case .closed: throw WireConnection.Closed()
            }
        }
    }

    private func more() throws {
        while true {
            switch try socket.receive(1 << 16, appendingTo: &bytes) {
            case .bytes: return
            case .wouldBlock: guard socket.wait(for: waitLimit) else { throw WireConnection.TimedOut() }
            case .closed: throw WireConnection.Closed()
            }
        }
    }

    /// Whether the other side closes the connection; waits for that.
    func isClosed() -> Bool {
        do {
            while true { try more() }
        } catch { return !(error is WireConnection.TimedOut) }
    }

    /// Sends a greeting and waits for the answer.
    func greet(
        name: String = "wire",
        identifier: IPIdentifier = identifier,
        version: UInt32 = ContainerGreeting.version
    ) throws -> ContainerGreeting {
        try send(ContainerGreeting.request(.init(initiator: identifier, name: name, version: version)).encoded)
        while true {
            let held = bytes
            let span = held.span
            if let (greeting, count) = try unsafe ContainerGreeting.parse(span.bytes) {
                bytes.removeFirst(count)
                return greeting
            }
            try more()
        }
    }

    /// Returns the next item, of data only the header.
    func next() throws -> ContainerStreamParser.Found {
        while true {
            let held = bytes
            let span = held.span
            let found = try unsafe parser.next(in: span.bytes)
            switch found {
            case .incomplete: try more()
            case .greeting(_, let count), .goodbye(let count), .message(_, _, let count), .dataBegan(_, _, let count),
                .payload(_, let count, _):
                bytes.removeFirst(count)
                return found
            }
        }
    }

    /// Returns at least `count` bytes that were received, which are not removed.
    func raw(_ count: Int) throws -> [UInt8] {
        while bytes.count < count { try more() }
        return bytes
    }

    /// Result of an operation: the data, nil without a data phase, and the response.
    struct Answer {
        var data: [UInt8]?
        var code: ResponseCode
        var parameters: Parameters
        var transaction: TransactionID
    }

    /// Performs an operation.
    @discardableResult
    func perform(_ code: OperationCode, _ parameters: Parameters = [], data: [UInt8]? = nil) throws -> Answer {
        let id = TransactionID(rawValue: number)
        number += 1
        let header = data.map { USBContainer(.data, code: code.rawValue, id, payloadBytes: UInt64($0.count)).header + $0 } ?? []
        try send(USBContainer.command(OperationRequest(code, id, parameters)) + header)
        var received: [UInt8]?
        while true {
            switch try next() {
            case .dataBegan(_, var left, _):
                received = []
                while left > 0 {
                    if bytes.isEmpty { try more() }
                    let piece = Array(bytes.prefix(left))
                    let held = bytes
                    let span = held.span
                    _ = try unsafe parser.next(in: span.bytes)
                    bytes.removeFirst(piece.count)
                    received? += piece
                    left -= piece.count
                }
            case .message(let container, let parameters, _):
                return Answer(
                    data: received,
                    code: ResponseCode(rawValue: container.code),
                    parameters: parameters,
                    transaction: container.transaction
                )
            default: throw WireConnection.Closed()
            }
        }
    }

    /// The value of a property.
    func value(_ code: UInt32) throws -> [UInt8]? { try perform(.getDevicePropValue, [code]).data }

    /// Opens the session and begins remote control, until the further ports are open.
    func control() throws {
        try perform(.openSession, [1])
        try perform(.setDevicePropValue, [0xDF01], data: [5, 0])
        try perform(.initiateOpenCapture, [0, 0])
    }
}
