import CDNSSD
import Glibc
import HotShoeSupport
import Testing

@testable import ServiceDiscovery

/// The layer between the machine's library and the plans, tested with C functions of the test.
@Suite(.serialized) struct SystemDNSServiceTests {
    private let replies = Journal<DNSServiceReply>()

    private func start(_ request: DNSServiceRequest) throws(DNSServiceFailure) -> any DNSServiceOperation {
        CLibrary.reset()
        let service = SystemDNSService { CLibrary.symbols }
        return try service.start(request) { [replies] in replies.write($0) }
    }

    @Test func `a browse operation is started without flags, and its replies are typed`() throws {
        let operation = try start(.browse(type: "_ptp._tcp", domain: nil, interface: 3))
        #expect(CLibrary.calls == ["browse 0 3 _ptp._tcp nil"])
        CLibrary.onProcess { CLibrary.browse(flags: 2, error: 0, name: "C", type: "_ptp._tcp.", domain: "local.") }
        #expect(operation.process() == .none)
        CLibrary.onProcess { CLibrary.browse(flags: 0, error: 0, name: "C", type: "_ptp._tcp.", domain: "local.") }
        #expect(operation.process() == .none)
        #expect(replies.entries == [.added(identity("C")), .removed(identity("C"))])
        operation.end()
        operation.end()
        #expect(CLibrary.calls.count { $0 == "deallocate" } == 1)
    }

    @Test func `null names without an error are passed over`() throws {
        let operation = try start(.browse(type: "_ptp._tcp", domain: nil, interface: 0))
        CLibrary.onProcess { CLibrary.browse(flags: 2, error: 0, name: nil, type: nil, domain: nil) }
        _ = operation.process()
        #expect(replies.entries.isEmpty)
        operation.end()
    }

    @Test func `a failure is reported once, and nothing after it`() throws {
        let operation = try start(.browse(type: "_ptp._tcp", domain: nil, interface: 0))
        CLibrary.onProcess {
            CLibrary.browse(flags: 0, error: -65537, name: nil, type: nil, domain: nil)
            CLibrary.browse(flags: 0, error: -65537, name: nil, type: nil, domain: nil)
            CLibrary.browse(flags: 2, error: 0, name: "C", type: "t", domain: "d")
        }
        _ = operation.process()
        #expect(replies.entries == [.failed(.unknown)])
        operation.end()
    }

    @Test func `when the library calls a browse's callback for a query that has failed, the query has failed`() throws {
        try start(.browse(type: "_ptp._tcp", domain: nil, interface: 0)).end()
        var query: (any DNSServiceOperation)?
        try CLibrary.keepBrowseReply { query = try start(.query(name: "camera.local", record: .v4Address, interface: 2)) }
        #expect(CLibrary.calls.last == "query 0 2 camera.local 1 1")
        CLibrary.onProcess { CLibrary.browse(flags: 0, error: -65537, name: nil, type: nil, domain: nil) }
        _ = query?.process()
        #expect(replies.entries == [.failed(.unknown)])
        query?.end()
    }

    @Test func `a record is reported with its data, and an empty one as nil`() throws {
        let operation = try start(.query(name: "camera.local", record: .v4Address, interface: 2))
        CLibrary.onProcess {
            CLibrary.record(flags: 2, error: 0, data: [1, 2, 3])
            CLibrary.record(flags: 0, error: 0, data: nil)
        }
        _ = operation.process()
        #expect(replies.entries == [.record(isAdded: true, data: [1, 2, 3]), .record(isAdded: false, data: [])])
        operation.end()
    }

    @Test func `a port is handed over in network order, a TXT record as it is`() throws {
        let operation = try start(
            .register(name: "C", type: "_ptp._tcp", domain: nil, interface: 0, port: 0x1234, text: [1, 97])
        )
        #expect(CLibrary.calls == ["register 0 0 C _ptp._tcp 3412 2"])
        #expect(operation.update(text: [0]) == .none)
        #expect(CLibrary.calls.last == "update 0 1")
        operation.end()
    }

    @Test func `a text with a zero byte in it is not requested`() {
        #expect(throws: DNSServiceFailure.code(.badParameter)) {
            try start(.register(name: "C\0D", type: "_ptp._tcp", domain: nil, interface: 0, port: 1, text: [0]))
        }
        #expect(CLibrary.calls.isEmpty)
    }

    @Test func `a returned error code is thrown, and nothing else is released`() {
        #expect(throws: DNSServiceFailure.code(.unsupported)) {
            CLibrary.reset(result: -65544)
            let service = SystemDNSService { CLibrary.symbols }
            _ = try service.start(.browse(type: "_ptp._tcp", domain: nil, interface: 0)) { _ in }
        }
        #expect(!CLibrary.calls.contains("deallocate"))
    }

    @Test func `a library that is missing is looked for again each time`() throws {
        let tries = Guarded(0)
        let service = SystemDNSService { () throws(ServiceDiscoveryError) in
            if tries.withLock({ tries in
                tries += 1
                return tries
            }) < 3 {
                throw .libraryMissing("not there")
            }
            return CLibrary.symbols
        }
        CLibrary.reset()
        for _ in 0..<2 {
            #expect(throws: DNSServiceFailure.library(.libraryMissing("not there"))) {
                _ = try service.start(.browse(type: "_ptp._tcp", domain: nil, interface: 0)) { _ in }
            }
        }
        for _ in 0..<2 { try service.start(.browse(type: "_ptp._tcp", domain: nil, interface: 0), reply: { _ in }).end() }
        #expect(tries.withLock { $0 } == 3)
    }

    @Test(.disabled(if: unsafe getenv("HOTSHOE_SANITIZER") != nil, "sanitizers replace the allocator"))
    func `the memory that the library gets next is zero`() {
        for size in [216, 232, 248, 264, 280, 296] {
            // Memory with contents left by earlier use.
            var dirty = unsafe [UnsafeMutableRawPointer]()
            for _ in 0..<20 {
                let block = unsafe malloc(size)!
                unsafe memset(block, 0x41, size)
                unsafe dirty.append(block)
            }
            while let block = unsafe dirty.popLast() { unsafe free(block) }
            FreshMemory.provide()
            let block = unsafe malloc(size)!
            let bytes = unsafe Array(UnsafeRawBufferPointer(start: block, count: size))
            unsafe free(block)
            #expect(bytes.dropFirst(16).allSatisfy { $0 == 0 }, "\(size)")
        }
    }
}

/// C functions in place of the library's, which record their calls. Used by one test at a time.
@safe
private enum CLibrary {
    // SAFETY: the suite is serialized, and each of its tests stays on one thread while it uses these.
    private nonisolated(unsafe) static var state = unsafe State()

    // SAFETY: as for `state`.
    @unsafe
    struct State {
        var calls: [String] = []
        var result: DNSServiceErrorType = 0
        var next: () -> Void = {}
        var browseReply: DNSServiceBrowseReply?
        var recordReply: DNSServiceQueryRecordReply?
        var context: UnsafeMutableRawPointer?
    }

    /// A value for a reference that is not null.
    // SAFETY: never dereferenced.
    private nonisolated(unsafe) static let reference = OpaquePointer(UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))

    @safe static var calls: [String] { unsafe state.calls }

    static func reset(result: DNSServiceErrorType = 0) {
        unsafe state = State()
        unsafe state.result = result
    }

    /// Sets the effect of the next call of `process`.
    static func onProcess(_ body: @escaping () -> Void) { unsafe state.next = body }

    /// Simulates the library's behaviour when the callback of an ended operation remains in the memory of another one.
    static func keepBrowseReply(during body: () throws -> Void) rethrows {
        let kept = unsafe state.browseReply
        try body()
        unsafe state.browseReply = kept
    }

    static func browse(flags: DNSServiceFlags, error: DNSServiceErrorType, name: String?, type: String?, domain: String?) {
        unsafe state.browseReply?(reference, flags, 2, error, name, type, domain, state.context)
    }

    static func record(flags: DNSServiceFlags, error: DNSServiceErrorType, data: [UInt8]?) {
        unsafe state.recordReply?(reference, flags, 2, error, "name", 1, 1, UInt16(data?.count ?? 0), data, 0, state.context)
    }

    private static func started(
        _ call: String,
        _ reference: UnsafeMutablePointer<DNSServiceRef?>?,
        _ context: UnsafeMutableRawPointer?
    ) -> DNSServiceErrorType {
        unsafe state.calls.append(call)
        unsafe state.context = context
        unsafe reference?.pointee = state.result == 0 ? self.reference : nil
        return unsafe state.result
    }

    private static func text(_ string: UnsafePointer<CChar>?) -> String {
        unsafe string.map { unsafe String(cString: $0) } ?? "nil"
    }

    static var symbols: DNSServiceSymbols {
        unsafe DNSServiceSymbols(
            browse: { reference, flags, interface, type, domain, reply, context in
                unsafe CLibrary.state.browseReply = reply
                return unsafe CLibrary.started(
                    "browse \(flags) \(interface) \(CLibrary.text(type)) \(CLibrary.text(domain))",
                    reference,
                    context
                )
            },
            query: { reference, flags, interface, name, type, kind, reply, context in
                unsafe CLibrary.state.recordReply = reply
                return unsafe CLibrary.started(
                    "query \(flags) \(interface) \(CLibrary.text(name)) \(type) \(kind)",
                    reference,
                    context
                )
            },
            register: { reference, flags, interface, name, type, _, _, port, length, _, _, context in
                unsafe CLibrary.started(
                    "register \(flags) \(interface) \(CLibrary.text(name)) \(CLibrary.text(type)) \(String(port, radix: 16)) \(length)",
                    reference,
                    context
                )
            },
            update: { _, _, flags, length, _, _ in
                unsafe CLibrary.state.calls.append("update \(flags) \(length)")
                return unsafe CLibrary.state.result
            },
            descriptor: { _ in -1 },
            process: { _ in
                unsafe CLibrary.state.next()
                return 0
            },
            deallocate: { _ in unsafe CLibrary.state.calls.append("deallocate") }
        )
    }
}
