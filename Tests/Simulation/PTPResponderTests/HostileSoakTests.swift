import Glibc
import HotShoeSupport
import IPTransport
import PTP
import Sockets
import TestSupport
import Testing

@testable import PTPResponder

/// Run by `script/soak --hostile` against a process of `hotshoe simulate`: `HOTSHOE_HOSTILE_PORT`, `_PID`, `_SECONDS` and
/// `_REPORT`.
@Suite(.enabled(if: HostileSoak.variable("PORT") != nil), .timeLimit(.minutes(60))) struct HostileSoakTests {
    @Test func `connections in every state leave a responder that serves a well-behaved client, in bounded memory`() async throws
    {
        let soak = try HostileSoak()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 1...8 { group.addTask { try await onOwnThread { soak.work(UInt64(seed)) }.get() } }
            try await group.waitForAll()
        }
        let figures = try await onOwnThread { try soak.finish() }.get()
        #expect(figures.mostMemory < 400 << 20)
        #expect(figures.descriptors < 32)
    }
}

/// Hostile clients of one camera, on separate threads. **Thread-safe.**
final class HostileSoak: Sendable {
    struct Figures {
        var connections = 0
        var served = 0
        var mostMemory = 0
        var descriptors = 0
    }

    private let address: SocketAddress
    private let process: Int
    private let end: Duration
    private let figures = Guarded(Figures())

    static func variable(_ name: String) -> String? {
        unsafe getenv("HOTSHOE_HOSTILE_\(name)").map { unsafe String(cString: $0) }
    }

    init() throws {
        address = .loopback(port: try #require(Self.variable("PORT").flatMap { UInt16($0) }))
        process = try #require(Self.variable("PID").flatMap { Int($0) })
        let seconds = try #require(Self.variable("SECONDS").flatMap { Int($0) })
        end = SystemClock.shared.now + .seconds(seconds)
    }

    /// Opens connections and leaves them in various states until the time limit; closes the oldest.
    func work(_ seed: UInt64) {
        var dice = HostileDice(state: seed)
        var held: [WireConnection] = []
        while SystemClock.shared.now < end {
            // A hostile client's connection may be refused or closed.
            if let more = try? attack(&dice) { held += more }
            let most = Int.random(in: 0...12, using: &dice)
            if held.count > most { held.removeFirst(held.count - most) }
            if Int.random(in: 0..<50, using: &dice) == 0 { note() }
        }
    }

    private func attack(_ dice: inout HostileDice) throws -> [WireConnection] {
        figures.withLock { $0.connections += 1 }
        let introduction = IPPacket.initCommandRequest(
            .init(initiator: IPIdentifier([UInt8](repeating: .random(in: 1...3, using: &dice), count: 16))!, name: "hostile")
        )
        let connection = try WireConnection(address)
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: break
        case 1: try connection.send((0..<40).map { _ in UInt8.random(in: 0...255, using: &dice) })
        case 2: try connection.send(Array(introduction.encoded().prefix(.random(in: 1...30, using: &dice))))
        case 3: try connection.send(introduction)
        case 4:
            try connection.send(introduction)
            return []
        case 5: try connection.send(.initEventRequest(connection: .random(in: 0...100, using: &dice)))
        case 6: _ = try? connection.sendSome(.probeRequest, 2000)
        default:
            try connection.send(introduction)
            return try served(connection, &dice)
        }
        return [connection]
    }

    private func served(_ command: WireConnection, _ dice: inout HostileDice) throws -> [WireConnection] {
        guard command.socket.wait(for: .milliseconds(500)), case .initCommandAck(let ack)? = try command.packet() else {
            return [command]
        }
        if Int.random(in: 0..<6, using: &dice) == 0 { return [command] }
        let events = try WireConnection(address)
        try events.send(.initEventRequest(connection: ack.connection))
        guard events.socket.wait(for: .milliseconds(500)), try events.packet() == .initEventAck else { return [command, events] }
        figures.withLock { $0.served += 1 }
        try command.send(.operationRequest(.init(.openSession, .session, [1]), dataFollows: false))
        let id = TransactionID(rawValue: 1)
        switch Int.random(in: 0..<7, using: &dice) {
        case 0: break
        case 1: try command.sendSome(.operationRequest(.init(.getDeviceInfo, id), dataFollows: false), 20_000)
        case 2: try command.sendSome(.operationRequest(.init(.getObject, id, [3]), dataFollows: false), 500)
        case 3, 4:
            let request = OperationRequest(.setDevicePropValue, id, [0x5007])
            try command.send(.operationRequest(request, dataFollows: true), .startData(id, totalBytes: 10_000))
            try command.send(try IPPacket.data(id, payloadBytes: 5000, isLast: false).encoded() + [1, 2, 3])
        case 5: try command.send(.operationRequest(.init(.getObject, id, [3]), dataFollows: false), .cancel(id))
        default:
            try command.send(.operationRequest(.init(.closeSession, id), dataFollows: false))
            return [events]
        }
        if Bool.random(using: &dice) { try events.send(.cancel(id)) }
        return Bool.random(using: &dice) ? [command, events] : [command]
    }

    // MARK: The process

    private func note() {
        let memory = Self.memory(of: process)
        figures.withLock { $0.mostMemory = max($0.mostMemory, memory) }
    }

    /// Memory size of a process in bytes; 0 after its end.
    private static func memory(of process: Int) -> Int {
        guard let file = unsafe fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        let fields = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: " ")
        return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
    }

    private static func descriptors(of process: Int) -> Int {
        guard let folder = unsafe opendir("/proc/\(process)/fd") else { return .max }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count - 2
    }

    /// Checks that the process still serves clients, and writes the report.
    func finish() throws -> Figures {
        let client = try Wait.eventually { try WireClient.open(address) }
        #expect(try client.run(.getDeviceInfo).code == .ok)
        for handle in try client.files() { #expect(try client.run(.getObject, [handle]).code == .ok) }
        client.close()
        note()
        // Connections of the other clients close slightly later.
        try? Wait.until { Self.descriptors(of: process) < 32 }
        var seen = figures.withLock { $0 }
        seen.descriptors = Self.descriptors(of: process)
        let text =
            "\(seen.connections) connections, \(seen.served) served, at most \(seen.mostMemory >> 20) MB, "
            + "\(seen.descriptors) descriptors in the end\n"
        if let path = Self.variable("REPORT"), let file = unsafe fopen(path, "a") {
            unsafe fputs(text, file)
            unsafe fclose(file)
        }
        return seen
    }
}

/// Pseudo-random generator with reproducible numbers (SplitMix64).
struct HostileDice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension WireConnection {
    /// Sends a packet repeatedly, as often as there is space, without reading.
    func sendSome(_ packet: IPPacket, _ count: Int) throws {
        let bytes = try packet.encoded()
        var rest: ArraySlice<UInt8> = []
        for _ in 0..<count {
            rest += bytes
            let outcome = try unsafe rest.withUnsafeBytes { memory in
                try unsafe socket.send(memory, UnsafeRawBufferPointer(start: nil, count: 0))
            }
            guard case .bytes(let sent) = outcome else { return }
            rest = rest.dropFirst(sent)
        }
    }
}
