import HotShoeSupport
import PTP
import Sockets

/// A small camera that follows the standard, except for operations that a test scripts. It serves one client after the other.
///
/// It has one card with one file, "A.JPG", of four bytes, and two properties.
final class HostileCamera: Sendable {
    /// Output of the camera for a request.
    struct Turn: Sendable {
        /// Bytes on the event connection, before the answer.
        var events: [UInt8] = []
        /// Bytes on the command connection.
        var answer: [UInt8] = []
        /// Size of the pieces in which the answer is sent.
        var pieces = Int.max
        var hangsUp = false
        /// Bytes that are repeated on either connection until the client has disconnected.
        var endlessEvents: [UInt8] = []
        var endlessAnswer: [UInt8] = []

        /// No output.
        static let silence = Turn()
        static let hangingUp = Turn(hangsUp: true)

        static func response(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: [UInt32] = []) -> Turn {
            Turn(answer: Wire.response(request, code, parameters))
        }

        static func data(_ request: OperationRequest, _ bytes: [UInt8]) -> Turn {
            Turn(answer: Wire.data(request.transaction, bytes) + Wire.response(request))
        }

        static func raw(_ bytes: [UInt8]) -> Turn { Turn(answer: bytes) }
    }

    /// Point at which a camera disconnects.
    enum Moment: CaseIterable, Sendable { case beforeTheAnswer, inTheAnswer, afterTheAnswer }

    typealias Script = @Sendable (OperationRequest) -> Turn

    static let contents: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    static let storage: UInt32 = 0x0001_0001
    static let file: UInt32 = 7
    /// A property that can be set to 1, 2, 3.
    static let property = DevicePropCode(rawValue: 0xD001)

    private struct State {
        var scripts: [OperationCode: Script] = [:]
        var received: [OperationRequest] = []
        var receivedCount = 0
        var waiters: [(isMet: @Sendable (OperationRequest, Int) -> Bool, promise: Promise<Void, Never>)] = []
        var interruption: (requestsBefore: Int, moment: Moment)?
        var greeting: [UInt8] = []
    }

    /// Guards the scripts.
    private let state: Mailroom
    private let peer: RawPeer

    /// State that the thread shares with the test.
    private final class Mailroom: Sendable {
        let state = Guarded(State())
    }

    init() throws {
        let room = Mailroom()
        state = room
        peer = try RawPeer { door in
            while true {
                guard let (command, events) = try door.welcome() else { continue }
                let greeting = room.state.withLock { $0.greeting }
                if !greeting.isEmpty { try? events.send(greeting) }
                try? Self.serve(command, events, room)
                command.close()
                events.close()
            }
        }
    }

    var address: SocketAddress { peer.address }

    /// Received requests in order, limited to the last thousands.
    var received: [OperationRequest] { state.state.withLock { $0.received } }

    /// Waits for a request, or for a number of requests, unless it was received before.
    func untilReceived(_ isMet: @escaping @Sendable (_ request: OperationRequest, _ count: Int) -> Bool) async {
        let promise = Promise<Void, Never>()
        let isThere = state.state.withLock { state in
            let before = state.receivedCount - state.received.count
            if state.received.enumerated().contains(where: { isMet($0.element, before + $0.offset + 1) }) { return true }
            state.waiters.append((isMet, promise))
            return false
        }
        if !isThere { _ = await promise.result() }
    }

    /// Sets the output for an operation.
    func when(_ operation: OperationCode, _ script: @escaping Script) {
        state.state.withLock { $0.scripts[operation] = script }
    }

    /// Sets the data for an operation.
    func when(_ operation: OperationCode, data: [UInt8]) { when(operation) { .data($0, data) } }

    /// Sets bytes that every client receives on its event connection.
    func greet(with bytes: [UInt8]) { state.state.withLock { $0.greeting = bytes } }

    /// Removes all scripts, so that the camera follows the standard.
    func behave() {
        state.state.withLock { state in
            state.scripts = [:]
            state.greeting = []
            state.interruption = nil
        }
    }

    /// Disconnects at the request that follows `requests` requests.
    func unplug(after requests: Int, _ moment: Moment) { state.state.withLock { $0.interruption = (requests, moment) } }

    /// Closes all connections, like a disconnected cable.
    func unplug() { peer.hangUp() }

    private static func serve(_ command: RawPeer.Line, _ events: RawPeer.Line, _ room: Mailroom) throws {
        while true {
            let packet = try command.receive()
            guard case .operationRequest(let request, let dataFollows) = packet else {
                if case .cancel(let id) = packet {
                    try command.send(.operationResponse(OperationResponse(.transactionCanceled, id)))
                }
                continue
            }
            if dataFollows { while true { if case .data(_, _, true) = try command.receive() { break } } }
            let (script, moment) = room.state.withLock { state in
                state.received.append(request)
                state.receivedCount += 1
                let count = state.receivedCount
                for waiter in state.waiters where waiter.isMet(request, count) { waiter.promise.fulfil(.success(())) }
                state.waiters.removeAll { $0.promise.current != nil }
                if state.received.count > 10_000 { state.received.removeFirst(5000) }
                let isNow = state.interruption?.requestsBefore == 0
                let moment = isNow ? state.interruption?.moment : nil
                if isNow { state.interruption = nil } else { state.interruption?.requestsBefore -= 1 }
                return (state.scripts[request.code], moment)
            }
            var turn = script?(request) ?? Self.proper(request)
            if moment == .beforeTheAnswer { return }
            if moment == .inTheAnswer { turn.answer = Array(turn.answer.prefix(turn.answer.count - 1)) }
            if !turn.events.isEmpty { try events.send(turn.events) }
            try command.send(turn.answer, pieces: turn.pieces)
            if turn.hangsUp || moment != nil { return }
            while !turn.endlessEvents.isEmpty || !turn.endlessAnswer.isEmpty {
                try events.send(turn.endlessEvents)
                try command.send(turn.endlessAnswer)
                // Ten times before the client's time limit passes.
                events.pause(.milliseconds(20))
            }
        }
    }

    // MARK: Behaving

    static let operations: [OperationCode] = [
        .getDeviceInfo, .openSession, .closeSession, .getStorageIDs, .getStorageInfo, .getObjectHandles, .getObjectInfo,
        .getObject, .getPartialObject, .getThumb, .deleteObject, .sendObjectInfo, .sendObject, .setObjectProtection,
        .getDevicePropDesc, .setDevicePropValue, .initiateCapture, .initiateOpenCapture, .terminateOpenCapture,
    ]

    static func deviceInfo(_ change: (inout DeviceInfo) -> Void = { _ in }) -> [UInt8] {
        var info = DeviceInfo(manufacturer: "Test", model: "Raw", deviceVersion: "1", serialNumber: "RAW-1")
        info.operations = operations
        info.deviceProps = [property, .batteryLevel]
        change(&info)
        return try! info.encoded()
    }

    static func objectInfo(_ change: (inout ObjectInfo) -> Void = { _ in }) -> [UInt8] {
        var info = ObjectInfo(
            storage: StorageID(rawValue: storage),
            format: .exifJPEG,
            filename: "A.JPG",
            compressedSize: UInt64(contents.count)
        )
        change(&info)
        return try! info.encoded()
    }

    static func number(_ number: Int, _ type: IntegerDataType = .uint8) -> DataValue { .integer(number, as: type)! }

    /// Returns the answer that follows the standard.
    static func proper(_ request: OperationRequest) -> Turn {
        switch request.code {
        case .getDeviceInfo: return .data(request, deviceInfo())
        case .getStorageIDs: return .data(request, Wire.array([storage]))
        case .getStorageInfo:
            return .data(
                request,
                try! StorageInfoDataset(maximumCapacity: 1000, freeSpaceBytes: 500, storageDescription: "Card").encoded()
            )
        case .getObjectHandles: return .data(request, Wire.array([file]))
        case .getObjectInfo where request.parameters[0] == file: return .data(request, objectInfo())
        case .getObjectInfo: return .response(request, .invalidObjectHandle)
        case .getObject, .getThumb: return .data(request, contents)
        case .getPartialObject:
            let start = min(Int(request.parameters[1]), contents.count)
            return .data(request, Array(contents[start...].prefix(Int(request.parameters[2]))))
        case .getDevicePropDesc where request.parameters[0] == UInt32(property.rawValue):
            let form = PropForm.enumeration([1, 2, 3].map { number($0) })
            return .data(request, try! DevicePropDesc(property, isSettable: true, current: number(1), form: form).encoded())
        case .getDevicePropDesc:
            let range = PropForm.range(minimum: number(0), maximum: number(100), step: number(1))
            return .data(
                request,
                try! DevicePropDesc(.batteryLevel, isSettable: false, current: number(50), form: range).encoded()
            )
        case .sendObjectInfo: return .response(request, .ok, [storage, 0xFFFF_FFFF, file])
        case .initiateCapture:
            var turn = Turn.response(request)
            turn.events = Wire.event(.objectAdded, [file]) + Wire.event(.captureComplete, transaction: request.transaction)
            return turn
        default: return .response(request)
        }
    }
}

/// Encoded packets.
enum Wire {
    static func data(_ id: TransactionID, _ bytes: [UInt8], announced: UInt64?? = .none) -> [UInt8] {
        start(id, announced ?? UInt64(bytes.count)) + end(id, bytes)
    }

    static func start(_ id: TransactionID, _ total: UInt64?) -> [UInt8] { packet(.startData(id, totalBytes: total)) }

    static func end(_ id: TransactionID, _ bytes: [UInt8]) -> [UInt8] {
        packet(.data(id, payloadBytes: bytes.count, isLast: true)) + bytes
    }

    static func response(_ request: OperationRequest, _ code: ResponseCode = .ok, _ parameters: [UInt32] = []) -> [UInt8] {
        packet(.operationResponse(OperationResponse(code, request.transaction, Parameters(parameters))))
    }

    static func event(_ code: EventCode, _ parameters: [UInt32] = [], transaction: TransactionID = .none) -> [UInt8] {
        packet(.event(Event(code, Parameters(parameters), transaction: transaction)))
    }

    /// Only invalid names cannot be encoded, and there are none here.
    static func packet(_ packet: IPPacket) -> [UInt8] { try! packet.encoded() }

    static func array(_ numbers: [UInt32]) -> [UInt8] { word(UInt32(numbers.count)) + numbers.flatMap { word($0) } }

    static func word<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> Number($0 * 8)) }
    }

    /// Encodes a string of UTF-16 units, with a count that may be wrong.
    static func string(_ units: [UInt16], count: Int? = nil) -> [UInt8] {
        [UInt8(count ?? units.count)] + units.flatMap { word($0) }
    }
}
