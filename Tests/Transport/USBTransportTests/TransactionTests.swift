import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing

@testable import USBTransport

/// Transactions over USB, with all divisions into transfers that devices use.
@Suite(.timeLimit(.minutes(5))) struct TransactionTests {
    /// Division of the data and its response into transfers.
    enum Manner: CaseIterable {
        case asItShould
        case withoutEmptyPacket
        case splitHead
        case responseInSameTransfer
        case unknownLength
        case needlessEmptyPacket
        case eventAmongAnswers

        /// Whether a separate header requires data in the next transfer, because nothing states that there is none.
        var cannotBeEmpty: Bool { self == .splitHead || self == .unknownLength }

        func output(_ request: OperationRequest, _ content: [UInt8], _ packetSize: Int) -> [FakeDevice.Output] {
            let (data, response) = (DeviceContainer.data(request, content), DeviceContainer.ok(request))
            switch self {
            case .asItShould: return [.bytes(data), .bytes(response)]
            case .withoutEmptyPacket: return [.bytes(data, ends: false), .bytes(response)]
            case .splitHead: return [.bytes(Array(data[..<12])), .bytes(content), .bytes(response)]
            case .responseInSameTransfer: return [.bytes(data + response)]
            case .unknownLength: return [.bytes(DeviceContainer.data(request, content, announced: .max)), .bytes(response)]
            case .needlessEmptyPacket:
                return data.count % packetSize == 0
                    ? [.bytes(data), .bytes(response)] : [.bytes(data), .bytes([]), .bytes(response)]
            case .eventAmongAnswers:
                let event = USBContainer.event(Event(.objectAdded, [1]))
                return [.bytes(event), .bytes(data), .bytes(event), .bytes(response)]
            }
        }
    }

    private static let sizes = [
        0, 1, 500, 499, 501, 512, 1012, 1024, 16_372, 16_384, 16_385, 50_000, 262_132, 262_144, 262_145, 600_001,
    ]

    @Test(arguments: Manner.allCases, [64, 512, 1024])
    func `data of any size is received whole`(manner: Manner, packetSize: Int) async throws {
        for size in Self.sizes {
            if manner.cannotBeEmpty, size == 0 { continue }
            let content = pattern(size)
            let rig = try USBSessionRig(
                FakeDevice(packetSize: packetSize) { request, _ in manner.output(request, content, packetSize) }
            )
            for _ in 0..<2 { #expect(try await rig.session.receive(.getObject, [1]).bytes == content, "\(size)") }
            #expect(await rig.close() == ["close"], "\(size)")
        }
    }

    @Test(arguments: Manner.allCases, [64, 512, 1024])
    func `data is written to the receiver's own memory`(manner: Manner, packetSize: Int) async throws {
        for size in Self.sizes {
            if manner.cannotBeEmpty, size == 0 { continue }
            let content = pattern(size)
            let rig = try USBSessionRig(
                FakeDevice(packetSize: packetSize) { request, _ in manner.output(request, content, packetSize) }
            )
            let lender = Lender(room: max(1, size))
            try await rig.session.perform(.getObject, [1], .receive(lender))
            #expect(lender.bytes == content, "\(size)")
            let copied = lender.state.withLock { $0.copiedCount }
            switch manner {
            case .unknownLength, .eventAmongAnswers: break
            // The packet with the header, and the last one.
            case .asItShould, .needlessEmptyPacket, .splitHead: #expect(copied < packetSize * 2, "\(size)")
            case .withoutEmptyPacket, .responseInSameTransfer: #expect(copied < packetSize * 2, "\(size)")
            }
            #expect(await rig.close() == ["close"], "\(size)")
        }
    }

    @Test func `memory that is too small is filled in place`() async throws {
        let content = pattern(300_000)
        let rig = try USBSessionRig(
            FakeDevice { request, _ in [.bytes(DeviceContainer.data(request, content)), .bytes(DeviceContainer.ok(request))] }
        )
        final class Small: DataReceiver {
            let lender = Lender(room: 100_000)
            let collected = Guarded<[UInt8]>([])
            func dataBegan(announcedBytes: UInt64?) {}
            var lendsMemory: Bool { true }
            func lend(upTo limit: Int) -> LentMemory? { lender.lend(upTo: limit) }
            func filled(_ byteCount: Int) {
                let before = lender.bytes.count
                lender.filled(byteCount)
                let new = lender.bytes[before...]
                collected.withLock { $0 += new }
            }
            func dataReceived(_ bytes: RawSpan) -> Bool {
                collected.withLock { all in unsafe bytes.withUnsafeBytes { unsafe all.append(contentsOf: $0) } }
                return true
            }
        }
        let small = Small()
        try await rig.session.perform(.getObject, [1], .receive(small))
        #expect(small.collected.withLock { $0 } == content)
        _ = await rig.close()
    }

    @Test(arguments: [1, 2, 4, 8]) func `reads in flight and their size are as wanted`(depth: Int) async throws {
        var options = USBOptions()
        options.transfersInFlight = depth
        options.transferSize = 65_536
        let content = pattern(3_000_000)
        let requested = Promise<OperationRequest, Never>()
        let device = FakeDevice { request, _ in
            requested.fulfil(.success(request))
            return [.bytes(Array(DeviceContainer.data(request, content)[..<16_384]), ends: false)]
        }
        let rig = try USBSessionRig(device, options: options)
        let coming = Task { try await rig.session.receive(.getObject, [1]).bytes }
        let request = await requested.result().get()
        // The header has been processed, and the reads for the following data are pending.
        try await until("\(depth) large reads are pending") {
            device.state.withLock { $0.reads.count >= depth && $0.largestRead >= 65_536 }
        }
        device.answer(.bytes(Array(content[(16_384 - 12)...])))
        device.answer(.bytes(DeviceContainer.ok(request)))
        #expect(try await coming.value == content)
        #expect(device.state.withLock { $0.mostReads } == depth)
        #expect(device.state.withLock { $0.largestRead } == 65_536)
        _ = await rig.close()
    }

    @Test(arguments: [0, 1, 499, 500, 501, 1012, 262_131, 262_132, 262_133, 524_276, 1_000_000])
    func `data is sent whole, and ends with a short packet`(size: Int) async throws {
        let content = pattern(size)
        let seen = Guarded<[UInt8]?>(nil)
        let device = FakeDevice { request, data in
            if request.code == .sendObject { seen.withLock { $0 = data } }
            return [.bytes(DeviceContainer.ok(request))]
        }
        let rig = try USBSessionRig(device)
        try await rig.session.send(.sendObject, [], content)
        #expect(seen.withLock { $0 } == content)
        let sent = device.state.withLock { $0.sent }
        // The command, then the data in several transfers, of which only the last may be short.
        #expect(sent.first?.count == 12 && sent.first?.endsWithShortPacket == true)
        #expect(sent.dropFirst().reduce(0) { $0 + $1.count } == size + 12)
        #expect(sent.dropFirst().dropLast().allSatisfy { $0.count % 512 == 0 && !$0.endsWithShortPacket })
        #expect(sent.last?.endsWithShortPacket == true)
        _ = await rig.close()
    }

    @Test func `a response in place of data is the answer`() async throws {
        let rig = try USBSessionRig(FakeDevice { request, _ in [.bytes(DeviceContainer.ok(request, .accessDenied, [7]))] })
        await #expect(throws: SessionError.refused(.getObject, OperationResponse(.accessDenied, .first, [7]))) {
            try await rig.session.receive(.getObject, [1])
        }
        #expect(await rig.close() == ["close"])
    }

    @Test func `answers to older transactions are passed over`() async throws {
        let rig = try USBSessionRig(
            FakeDevice { request, _ in
                let number = request.transaction.rawValue
                let old = OperationRequest(request.code, TransactionID(rawValue: number == 1 ? 0xFFFF_FFFE : number - 1))
                return [
                    .bytes(DeviceContainer.data(old, pattern(2000))), .bytes(DeviceContainer.ok(old)),
                    .bytes(DeviceContainer.data(request, [1, 2, 3])),
                    .bytes(DeviceContainer.ok(request)),
                ]
            }
        )
        for _ in 0..<3 { #expect(try await rig.session.receive(.getObject, [1]).bytes == [1, 2, 3]) }
        #expect(await rig.close() == ["close"])
    }

    @Test(arguments: [0, 1, 100, 512, 16_384, 300_000])
    func `data that ends early is an error of its transaction only`(receivedCount: Int) async throws {
        let isFirst = Guarded(true)
        let rig = try USBSessionRig(
            FakeDevice { request, _ in
                let ends = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if !ends { return [.bytes(DeviceContainer.data(request, [5])), .bytes(DeviceContainer.ok(request))] }
                // An empty packet if there is only a header.
                let data = FakeDevice.Output.bytes(DeviceContainer.data(request, pattern(receivedCount), announced: 400_000))
                return receivedCount == 0
                    ? [data, .bytes([]), .bytes(DeviceContainer.ok(request))] : [data, .bytes(DeviceContainer.ok(request))]
            }
        )
        let lender = Lender(room: 400_000)
        await #expect(
            throws: SessionError.broken(.getObject, .dataEndsEarly(announced: 400_000, received: UInt64(receivedCount)))
        ) {
            try await rig.session.perform(.getObject, [1], .receive(lender))
        }
        #expect(lender.bytes == pattern(receivedCount))
        #expect(try await rig.session.receive(.getObject, [1]).bytes == [5])
        #expect(await rig.close() == ["close"])
    }

    @Test func `no transfer is pending without a transaction`() async throws {
        let device = FakeDevice { request, _ in
            [.bytes(DeviceContainer.data(request, pattern(700_000))), .bytes(DeviceContainer.ok(request))]
        }
        let rig = try USBSessionRig(device)
        _ = try await rig.session.receive(.getObject, [1])
        #expect(device.state.withLock { $0.reads.isEmpty })
        _ = await rig.close()
    }

    @Test func `releasing the link releases the device`() async throws {
        let device = FakeDevice { _, _ in [] }
        weak var weakSession: PTPSession?
        do {
            let rig = try USBSessionRig(device)
            weakSession = rig.session
        }
        try await until("the device is closed") { device.state.withLock { $0.isClosed } }
        #expect(weakSession == nil)
    }
}
