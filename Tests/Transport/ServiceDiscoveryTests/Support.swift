import Glibc
import HotShoeSupport

@testable import ServiceDiscovery

let ptp = ServiceType("_ptp._tcp")!

func identity(_ name: String, interface: UInt32 = 2) -> Service.Identity {
    Service.Identity(name: name, type: "_ptp._tcp", domain: "local", interface: interface)
}

func location(port: UInt16 = 15740, host: String = "camera.local") -> [UInt8] {
    var data: [UInt8] = [0, 0, 0, 0, UInt8(port >> 8), UInt8(truncatingIfNeeded: port)]
    for label in host.split(separator: ".") { data += [UInt8(label.utf8.count)] + label.utf8 }
    return data + [0]
}

func text(_ pair: String) -> [UInt8] { [UInt8(pair.utf8.count)] + pair.utf8 }

func v4(_ last: UInt8) -> [UInt8] { [192, 0, 2, last] }

func v6(_ last: UInt8) -> [UInt8] { [0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [last] }

/// A service as found with the data above.
func service(
    _ name: String,
    port: UInt16 = 15740,
    host: String = "camera.local",
    addresses: [[UInt8]],
    text: [UInt8] = [0]
) -> Service {
    Service(
        identity: identity(name),
        host: host,
        port: port,
        addresses: addresses.map { ($0.count == 4 ? HostAddress(v4: $0) : HostAddress(v6: $0, interface: 2))! },
        text: TXTRecord(parsing: text)
    )
}

/// Records entries in their order, and can wait for them. **Thread-safe.**
final class Journal<Entry: Sendable>: Sendable {
    private struct State {
        var entries: [Entry] = []
        var waiters: [(isMet: @Sendable ([Entry]) -> Bool, promise: Promise<Void, Never>)] = []
    }

    private let state = Guarded(State())

    var entries: [Entry] { state.withLock { $0.entries } }

    func write(_ entry: Entry) {
        let ready = state.withLock { state in
            state.entries.append(entry)
            let ready = state.waiters.filter { $0.isMet(state.entries) }
            state.waiters.removeAll { $0.isMet(state.entries) }
            return ready
        }
        for waiter in ready { waiter.promise.fulfil(.success(())) }
    }

    /// Waits until the entries satisfy a condition, and returns them.
    @discardableResult
    func entries(when isMet: @escaping @Sendable ([Entry]) -> Bool) async -> [Entry] {
        let promise = Promise<Void, Never>()
        let isThere = state.withLock { state in
            if isMet(state.entries) { return true }
            state.waiters.append((isMet, promise))
            return false
        }
        if !isThere { _ = await promise.result() }
        return entries
    }

    func entries(atLeast count: Int) async -> [Entry] { await entries { $0.count >= count } }
}

/// A scripted daemon. Its operations detect use by more than one thread.
final class FakeDNSService: DNSServiceFunctions {
    enum Act: Hashable, Sendable {
        case started(DNSServiceRequest)
        case refused(DNSServiceRequest)
        case updated(DNSServiceRequest, text: [UInt8])
        case ended(DNSServiceRequest)
    }

    private struct State {
        var failures: [DNSServiceFailure] = []
        var isReleased = false
        var operations: [FakeOperation] = []
        var threads: Set<UInt> = []
    }

    let acts = Journal<Act>()
    private let state = Guarded(State())

    /// Number of threads that have made calls.
    var threadCount: Int { state.withLock { $0.threads.count } }

    /// Open operations, in the order of their start.
    var open: [DNSServiceRequest] { state.withLock { $0.operations.map(\.request) } }

    /// Sets the failures of the next requests, one each.
    func fail(_ failures: DNSServiceFailure...) { state.withLock { $0.failures += failures } }

    /// Ends the daemon: open operations fail, and so do new ones.
    func die() {
        let dead = state.withLock { state in
            state.isReleased = true
            return state.operations
        }
        for operation in dead { operation.send(.failed(.unknown)) }
    }

    func revive() { state.withLock { $0.isReleased = false } }

    func send(_ replies: DNSServiceReply..., to isWanted: (DNSServiceRequest) -> Bool) {
        for operation in state.withLock({ $0.operations.filter { isWanted($0.request) } }) {
            for reply in replies { operation.send(reply) }
        }
    }

    /// Answers the open lookups of a service as a camera would.
    func answer(port: UInt16 = 15740, text: [UInt8] = [0], addresses: [[UInt8]]) async {
        await acts.entries { acts in acts.contains { $0.isQuery(.text) } }
        send(.record(isAdded: true, data: text), to: { $0.record == .text })
        send(.record(isAdded: true, data: location(port: port)), to: { $0.record == .location })
        await acts.entries { acts in acts.contains { $0.isQuery(.v6Address) } }
        for address in addresses {
            send(.record(isAdded: true, data: address), to: { $0.record == (address.count == 4 ? .v4Address : .v6Address) })
        }
    }

    func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        let operation = FakeOperation(request, service: self, reply: reply)
        let failure = state.withLock { state -> DNSServiceFailure? in
            state.threads.insert(UInt(pthread_self()))
            if state.isReleased { return .code(.unknown) }
            if !state.failures.isEmpty { return state.failures.removeFirst() }
            state.operations.append(operation)
            return nil
        }
        acts.write(failure == nil ? .started(request) : .refused(request))
        if let failure { throw failure }
        return operation
    }

    fileprivate func called(_ operation: FakeOperation, _ act: Act? = nil, ends: Bool = false) {
        state.withLock { state in
            state.threads.insert(UInt(pthread_self()))
            if ends { state.operations.removeAll { $0 === operation } }
        }
        if let act { acts.write(act) }
    }
}

// SAFETY: `reply` is called by `process` alone, on the thread that started the operation; all further variables are guarded or
// never change.
final class FakeOperation: DNSServiceOperation, @unchecked Sendable {
    let request: DNSServiceRequest
    private let service: FakeDNSService
    private let reply: (DNSServiceReply) -> Void
    private let replies = Guarded<[DNSServiceReply]>([])
    private let pipe: [CInt]

    init(_ request: DNSServiceRequest, service: FakeDNSService, reply: @escaping (DNSServiceReply) -> Void) {
        self.request = request
        self.service = service
        self.reply = reply
        var ends: [CInt] = [0, 0]
        _ = unsafe Glibc.pipe(&ends)
        pipe = ends
    }

    deinit { for end in pipe { close(end) } }

    var descriptor: CInt { pipe[0] }

    func send(_ reply: DNSServiceReply) {
        replies.withLock { $0.append(reply) }
        unsafe _ = write(pipe[1], [0], 1)
    }

    func process() -> DNSServiceErrorCode {
        service.called(self)
        var byte: UInt8 = 0
        unsafe _ = read(pipe[0], &byte, 1)
        let next = replies.withLock { $0.removeFirst() }
        reply(next)
        return .none
    }

    func update(text: [UInt8]) -> DNSServiceErrorCode {
        service.called(self, .updated(request, text: text))
        return text == [3] + "bad".utf8 ? .invalid : .none
    }

    func end() { service.called(self, .ended(request), ends: true) }
}

extension DNSServiceRequest {
    var record: DNSRecordType? { if case .query(_, let record, _) = self { record } else { nil } }
    var isBrowse: Bool { if case .browse = self { true } else { false } }
    var isRegistration: Bool { if case .register = self { true } else { false } }
    var name: String? {
        switch self {
        case .browse: nil
        case .query(let name, _, _), .register(let name, _, _, _, _, _): name
        }
    }
}

extension FakeDNSService.Act {
    func isQuery(_ record: DNSRecordType) -> Bool {
        if case .started(let request) = self { request.record == record } else { false }
    }
}

/// Reproducible pseudorandom numbers (SplitMix64).
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
