import Glibc
import HotShoeSupport
import ServiceDiscovery
import Sockets

/// A network on which a test announces cameras, in place of the machine's mDNS daemon. **Thread-safe.**
final class AnnouncedCameras: DNSServiceFunctions {
    /// The announcement of a camera.
    struct Announcement: Hashable, Sendable {
        var name: String
        var address: SocketAddress
        var text: [String]

        fileprivate var identity: Service.Identity {
            Service.Identity(name: name, type: "_ptp._tcp", domain: "local", interface: 1)
        }

        fileprivate func data(_ record: DNSRecordType) -> [UInt8]? {
            switch record {
            case .text: text.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
            case .location:
                [0, 0, 0, 0, UInt8(address.port >> 8), UInt8(truncatingIfNeeded: address.port), UInt8(name.utf8.count)]
                    + name.utf8 + [0]
            case .v4Address: address.bytes
            case .v6Address: nil
            }
        }
    }

    private struct State {
        var announced: [Announcement] = []
        var operations: [Operation] = []
    }

    /// Guards the announcements and operations.
    private let state = Guarded(State())

    func announce(_ camera: Announcement) {
        let (old, operations) = state.withLock { state in
            let old = state.announced.first { $0.name == camera.name }
            state.announced.removeAll { $0.name == camera.name }
            state.announced.append(camera)
            return (old, state.operations)
        }
        for operation in operations {
            switch operation.request {
            case .browse where old == nil: operation.send(.added(camera.identity))
            case .query(let name, let record, _) where name.hasPrefix(camera.name):
                let (before, now) = (old?.data(record), camera.data(record))
                if before == now { continue }
                if let before { operation.send(.record(isAdded: false, data: before)) }
                if let now { operation.send(.record(isAdded: true, data: now)) }
            default: break
            }
        }
    }

    func withdraw(_ name: String) {
        let (gone, operations) = state.withLock { state in
            let gone = state.announced.first { $0.name == name }
            state.announced.removeAll { $0.name == name }
            return (gone, state.operations)
        }
        guard let gone else { return }
        for operation in operations { if case .browse = operation.request { operation.send(.removed(gone.identity)) } }
    }

    func start(
        _ request: DNSServiceRequest,
        reply: @escaping (DNSServiceReply) -> Void
    ) throws(DNSServiceFailure) -> any DNSServiceOperation {
        let operation = Operation(request, reply) { [weak self] ended in
            self?.state.withLock { state in state.operations.removeAll { $0 === ended } }
        }
        let announced = state.withLock { state in
            state.operations.append(operation)
            return state.announced
        }
        for camera in announced {
            switch request {
            case .browse: operation.send(.added(camera.identity))
            case .query(let name, let record, _) where name.hasPrefix(camera.name):
                if let data = camera.data(record) { operation.send(.record(isAdded: true, data: data)) }
            default: break
            }
        }
        return operation
    }

    // SAFETY: `reply` is called by `process` alone, on the thread that started the operation; all further variables are guarded
    // or never change.
    private final class Operation: DNSServiceOperation, @unchecked Sendable {
        let request: DNSServiceRequest
        private let reply: (DNSServiceReply) -> Void
        private let ended: @Sendable (Operation) -> Void
        private let replies = Guarded<[DNSServiceReply]>([])
        private let pipe: [CInt]

        init(
            _ request: DNSServiceRequest,
            _ reply: @escaping (DNSServiceReply) -> Void,
            ended: @escaping @Sendable (Operation) -> Void
        ) {
            (self.request, self.reply, self.ended) = (request, reply, ended)
            var ends: [CInt] = [0, 0]
            unsafe _ = Glibc.pipe(&ends)
            pipe = ends
        }

        deinit { for end in pipe { close(end) } }

        var descriptor: CInt { pipe[0] }

        func send(_ reply: DNSServiceReply) {
            replies.withLock { $0.append(reply) }
            unsafe _ = write(pipe[1], [0], 1)
        }

        func process() -> DNSServiceErrorCode {
            var byte: UInt8 = 0
            unsafe _ = read(pipe[0], &byte, 1)
            let next = replies.withLock { $0.removeFirst() }
            reply(next)
            return .none
        }

        func update(text: [UInt8]) -> DNSServiceErrorCode { .none }

        func end() { ended(self) }
    }
}
