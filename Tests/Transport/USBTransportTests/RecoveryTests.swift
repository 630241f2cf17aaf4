import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing

@testable import USBTransport

/// Resynchronisation of the link after cancellations, stalls, silence and invalid data.
@Suite(.timeLimit(.minutes(5))) struct RecoveryTests {
    /// Returns a device with special output for the first request and correct answers to all later ones.
    private static func device(first: @escaping @Sendable (OperationRequest) -> [FakeDevice.Output]) -> FakeDevice {
        let isFirst = Guarded(true)
        return FakeDevice { request, _ in
            let isIt = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            return isIt
                ? first(request) : [.bytes(DeviceContainer.data(request, [1, 2, 3])), .bytes(DeviceContainer.ok(request))]
        }
    }

    private static func works(_ rig: USBSessionRig) async throws {
        #expect(try await rig.session.receive(.getThumb, [1]).bytes == [1, 2, 3])
    }

    @Test(arguments: [0, 10, 512, 100_000]) func `cancelled data returns immediately, and the next transaction is answered`(
        receivedCount: Int
    )
        async throws
    {
        let device = Self.device { request in
            [.bytes(DeviceContainer.data(request, pattern(receivedCount), announced: 1_000_000), ends: false)]
        }
        let rig = try USBSessionRig(device)
        let transaction = Task { try await rig.session.receive(.getObject, [1]) }
        try await until("the device has received a request") { device.state.withLock { !$0.sent.isEmpty } }
        transaction.cancel()
        await #expect(throws: SessionError.cancelled(.getObject)) { try await transaction.value }
        try await Self.works(rig)
        #expect(await rig.close() == ["cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "close"])
    }

    @Test func `cancelled data that the device does not accept returns immediately`() async throws {
        let device = FakeDevice { request, _ in
            [.bytes(DeviceContainer.data(request, [1, 2, 3])), .bytes(DeviceContainer.ok(request))]
        }
        device.state.withLock { $0.holdsWrites = true }
        let rig = try USBSessionRig(device)
        let transaction = Task { try await rig.session.send(.sendObject, [], pattern(1_000_000)) }
        try await until("two writes are pending") { device.state.withLock { $0.heldWrites.count >= 2 } }
        transaction.cancel()
        await #expect(throws: SessionError.cancelled(.sendObject)) { try await transaction.value }
        device.state.withLock { $0.holdsWrites = false }
        try await Self.works(rig)
        #expect(await rig.close() == ["cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "close"])
    }

    @Test func `a receiver that has enough ends the data`() async throws {
        let device = Self.device { request in
            [.bytes(DeviceContainer.data(request, pattern(900_000), announced: 1_000_000), ends: false)]
        }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.tooLarge(.getObject, limit: 100)) {
            try await rig.session.receive(.getObject, [1], limit: 100)
        }
        try await Self.works(rig)
        #expect(await rig.close() == ["cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "close"])
    }

    @Test func `a device that is busy after a cancellation is queried until it is ready`() async throws {
        let device = Self.device { request in [.bytes(DeviceContainer.data(request, [1], announced: 1000), ends: false)] }
        device.state.withLock { state in
            state.status = [
                USBDeviceStatus(.deviceBusy), USBDeviceStatus(.deviceBusy), USBDeviceStatus(.ok, haltedEndpoints: [0x81]),
            ]
        }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1], limit: 0) }
        try await Self.works(rig)
        #expect(
            await rig.close() == [
                "cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "deviceStatus", "deviceStatus", "clear 129", "close",
            ]
        )
    }

    @Test func `a device that stays busy is reset, and the link is over`() async throws {
        let device = Self.device { request in [.bytes(DeviceContainer.data(request, [1], announced: 1000), ends: false)] }
        device.state.withLock { $0.status = [USBDeviceStatus(.deviceBusy)] }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1], limit: 0) }
        guard case .success(let reason) = await rig.end.result() else { return }
        #expect(reason == .silent)
        await #expect(throws: SessionError.link(.silent)) { try await rig.session.receive(.getThumb, [1]) }
        #expect(device.log.contains("deviceReset") && device.log.last == "close")
    }

    @Test(arguments: [true, false]) func `data that stalls is an error of its transaction only`(hasResponse: Bool) async throws {
        let device = Self.device { request in
            let reason = FakeDevice.Output.bytes(DeviceContainer.ok(request, .incompleteTransfer))
            return [.bytes(DeviceContainer.data(request, pattern(500), announced: 1000), ends: false), .stall]
                + (hasResponse ? [reason] : [])
        }
        let rig = try USBSessionRig(device)
        let expected: SessionError =
            hasResponse
            ? .refused(.getObject, OperationResponse(.incompleteTransfer, .first)) : .broken(.getObject, .stalled)
        await #expect(throws: expected) { try await rig.session.receive(.getObject, [1]) }
        try await Self.works(rig)
        #expect(await rig.close() == ["deviceStatus", "clear 129", "close"])
    }

    @Test func `a command that stalls is an error of its transaction only`() async throws {
        let device = FakeDevice { request, _ in
            [.bytes(DeviceContainer.data(request, [1, 2, 3])), .bytes(DeviceContainer.ok(request))]
        }
        device.state.withLock { state in
            state.halted = [0x02]
            state.status = [USBDeviceStatus(.transactionCanceled, haltedEndpoints: [0x02])]
        }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.broken(.getThumb, .stalled)) { try await rig.session.receive(.getThumb, [1]) }
        try await Self.works(rig)
        #expect(await rig.close() == ["deviceStatus", "clear 2", "close"])
    }

    @Test(arguments: [USBClassRequest.cancel, .deviceStatus])
    func `a device that does not support a status request counts as synchronised`(
        request: USBClassRequest
    ) async throws {
        let device = Self.device { request in [.bytes(DeviceContainer.data(request, [1], announced: 1000), ends: false)] }
        device.state.withLock { $0.requestFailures = [request: .stalled] }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1], limit: 0) }
        try await Self.works(rig)
        #expect(await rig.close() == ["cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "close"])
    }

    @Test func `a device that does not answer requests is reset, its port too if that fails`() async throws {
        let device = Self.device { request in [.bytes(DeviceContainer.data(request, [1], announced: 1000), ends: false)] }
        device.state.withLock { $0.requestFailures = [.deviceStatus: .timedOut, .deviceReset: .timedOut] }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1], limit: 0) }
        _ = await rig.end.result()
        #expect(device.log.suffix(3) == ["deviceReset", "reset", "close"])
    }

    @Test func `a silent device times out, and the next transaction is answered`() async throws {
        let clock = VirtualClock()
        let device = Self.device { _ in [] }
        let rig = try USBSessionRig(device, time: clock)
        let transaction = Task { try await rig.session.receive(.getObject, [1]) }
        try await until("the device has received a request") { device.state.withLock { !$0.sent.isEmpty } }
        clock.advance(by: .seconds(21))
        await #expect(throws: SessionError.timedOut(.getObject)) { try await transaction.value }
        try await Self.works(rig)
        #expect(await rig.close() == ["cancel [1, 64, 1, 0, 0, 0]", "deviceStatus", "close"])
    }

    /// Hostile-input group 1: invalid lengths and types of containers.
    @Test(arguments: [0, 1, 4, 11, 13_000] as [UInt32], [0, 1, 3, 4, 5, 99] as [UInt16])
    func `an invalid answer ends the link with its reason, or is ignored`(length: UInt32, kind: UInt16) async throws {
        let device = Self.device { request in
            var bytes = DeviceContainer.ok(request)
            for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(index * 8)) }
            bytes[4] = UInt8(truncatingIfNeeded: kind)
            return [.bytes(bytes)]
        }
        let rig = try USBSessionRig(device)
        await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
        guard case .success(.protocolBroken(let words)) = await rig.end.result() else {
            Issue.record("the link continues, or ended for another reason")
            return
        }
        #expect(!words.isEmpty)
        #expect(device.log.last == "close" && device.log.contains("deviceReset"))
    }

    /// Hostile-input group 2.
    @Test func `data that is repeated, or of a future transaction, ends the link`() async throws {
        for isFuture in [true, false] {
            let device = Self.device { request in
                let next = OperationRequest(request.code, request.transaction.next.next)
                let data = FakeDevice.Output.bytes(DeviceContainer.data(isFuture ? next : request, [1, 2]))
                return [data, data, .bytes(DeviceContainer.ok(request))]
            }
            let rig = try USBSessionRig(device)
            await #expect(throws: SessionError.self) { try await rig.session.receive(.getObject, [1]) }
            guard case .success(.protocolBroken) = await rig.end.result() else {
                Issue.record("the link continues, or ended for another reason")
                continue
            }
        }
    }

    /// Hostile-input group 14: pending operations fail immediately in every stage of a transaction.
    @Test(arguments: [0, 1, 2, 3]) func `a device that is unplugged fails everything with one reason`(stage: Int) async throws {
        let device = FakeDevice { request, _ in
            switch stage {
            case 0: []
            case 1: [.bytes(DeviceContainer.data(request, pattern(100), announced: 1_000_000), ends: false)]
            case 2: [.bytes(DeviceContainer.data(request, pattern(500_000), announced: 1_000_000), ends: false)]
            default: [.bytes(DeviceContainer.data(request, pattern(5000)))]
            }
        }
        let rig = try USBSessionRig(device)
        let transactions = (0..<20).map { _ in Task { try await rig.session.receive(.getObject, [1]) } }
        try await until("the device has received a request") { device.state.withLock { !$0.sent.isEmpty } }
        device.unplug()
        for task in transactions {
            await #expect(throws: SessionError.link(.lost("the camera was unplugged"))) { try await task.value }
        }
        #expect(await rig.end.result() == .success(.lost("the camera was unplugged")))
        #expect(device.log.last == "close")
        await #expect(throws: SessionError.link(.lost("the camera was unplugged"))) {
            try await rig.session.receive(.getThumb, [1])
        }
    }

    @Test func `connecting clears the halts of our endpoints, and of no others`() throws {
        let device = FakeDevice { _, _ in [] }
        device.state.withLock { $0.status = [USBDeviceStatus(.ok, haltedEndpoints: [0x00, 0x81, 0x05])] }
        #expect(try USBConnector.isInStep(device, try device.interface))
        #expect(device.log == ["deviceStatus", "clear 129"])
    }

    @Test func `a device that is unplugged at rest is known to be`() async throws {
        let device = FakeDevice { _, _ in [] }
        let rig = try USBSessionRig(device)
        device.unplug()
        #expect(await rig.end.result() == .success(.lost("the camera was unplugged")))
    }

    @Test func `nothing of a frame's memory is written once its transaction is over`() async throws {
        // More data is announced than sent, and the response arrives in memory that was lent for data.
        let device = Self.device { request in
            [
                .bytes(Array(DeviceContainer.data(request, pattern(500), announced: 2_000_000)), ends: false),
                .bytes(pattern(700)),
                .bytes(DeviceContainer.ok(request)),
            ]
        }
        let rig = try USBSessionRig(device)
        let lender = Lender(room: 2_000_000)
        await #expect(throws: SessionError.broken(.getObject, .dataEndsEarly(announced: 2_000_000, received: 1200))) {
            try await rig.session.perform(.getObject, [1], .receive(lender))
        }
        #expect(device.state.withLock { $0.reads.isEmpty })
        #expect(lender.bytes == pattern(500) + pattern(700))
        try await Self.works(rig)
        #expect(await rig.close() == ["close"])
    }
}
