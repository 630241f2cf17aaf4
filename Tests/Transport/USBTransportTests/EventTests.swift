import HotShoeSupport
import PTP
import PTPSession
import TestSupport
import Testing

@testable import USBTransport

/// Events of a device. Group 4 of hostile input.
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    private static func rig() throws -> USBSessionRig {
        try USBSessionRig(FakeDevice { request, _ in [.bytes(DeviceContainer.ok(request))] })
    }

    private static let event = Event(.objectAdded, [1, 2, 3], transaction: TransactionID(rawValue: 9))

    @Test func `an event is reported`() async throws {
        let rig = try Self.rig()
        rig.device.send(.bytes(USBContainer.event(Self.event)))
        #expect(await rig.events.makeAsyncIterator().next() == Self.event)
        #expect(await rig.close() == ["close"])
    }

    @Test(arguments: 1..<24) func `an event in two transfers is one`(cut: Int) async throws {
        let bytes = USBContainer.event(Self.event)
        var reader = USBEventReader()
        let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
        let (a, b) = (first.span, second.span)
        let isHead = cut >= 12
        // A header counts as an event when its transfer ends with a short packet; after full packets, more data is expected.
        #expect(unsafe reader.parse(a.bytes, isShort: false).isEmpty)
        #expect(unsafe reader.parse(b.bytes, isShort: true) == [.event(Self.event)])
        var cutOff = USBEventReader()
        #expect(unsafe cutOff.parse(a.bytes, isShort: true).isEmpty != isHead)
    }

    @Test func `false lengths do no harm`() async throws {
        let rig = try Self.rig()
        let iterator = rig.events.makeAsyncIterator()
        var long = USBContainer.event(Self.event)
        long[0] = 200
        rig.device.send(.bytes(long))
        #expect(await iterator.next() == Self.event)
        var short = USBContainer.event(Self.event)
        short[0] = 16
        rig.device.send(.bytes(short))
        #expect(await iterator.next()?.parameters == [1])
        rig.device.send(.bytes(USBContainer.event(Self.event)))
        #expect(await iterator.next() == Self.event)
        _ = await rig.close()
    }

    @Test func `an event that cannot be parsed is requested over the control endpoint`() async throws {
        let rig = try Self.rig()
        let data = USBExtendedEventData(.devicePropChanged, TransactionID(rawValue: 4), [[0x07, 0x50, 0, 0], [1]])
        rig.device.state.withLock { $0.extendedEvent = data.bytes }
        rig.device.send(.bytes([4, 0, 0, 0, 9, 9, 0, 0, 0, 0, 0, 0]))
        let event = Event(.devicePropChanged, [0x5007, 1], transaction: TransactionID(rawValue: 4))
        #expect(await rig.events.makeAsyncIterator().next() == event)
        #expect(await rig.close() == ["extendedEventData", "close"])
    }

    @Test func `a device that does not answer an event request receives no further ones`() async throws {
        let rig = try Self.rig()
        rig.device.state.withLock { $0.requestFailures = [.extendedEventData: .timedOut] }
        let iterator = rig.events.makeAsyncIterator()
        for _ in 0..<5 {
            rig.device.send(.bytes([UInt8](repeating: 0xEE, count: 24)))
            rig.device.send(.bytes(USBContainer.event(Self.event)))
            #expect(await iterator.next() == Self.event)
            try await rig.session.perform(.closeSession)
        }
        #expect(await rig.close() == ["extendedEventData", "close"])
    }

    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 0xFF, count: 64)]) func `an extended event that is none is passed over`(
        bytes: [UInt8]
    ) async throws {
        let rig = try Self.rig()
        rig.device.state.withLock { $0.extendedEvent = bytes }
        rig.device.send(.bytes([UInt8](repeating: 0xEE, count: 24)))
        rig.device.send(.bytes(USBContainer.event(Self.event)))
        #expect(await rig.events.makeAsyncIterator().next() == Self.event)
        _ = await rig.close()
    }

    @Test func `ten thousand events are reported in order, up to the limit`() async throws {
        let rig = try Self.rig()
        for number in 0..<10_000 { rig.device.send(.bytes(USBContainer.event(Event(.objectAdded, [UInt32(number)])))) }
        var last: UInt32?
        for await event in rig.events {
            if let last { #expect(event.parameters[0] > last) }
            last = event.parameters[0]
            if last == 9999 { break }
        }
        try await rig.session.perform(.closeSession)
        _ = await rig.close()
    }

    @Test func `a halted endpoint begins again, and after three times in a row is left alone`() async throws {
        let rig = try Self.rig()
        let iterator = rig.events.makeAsyncIterator()
        rig.device.send(.stall)
        rig.device.send(.bytes(USBContainer.event(Self.event)))
        #expect(await iterator.next() == Self.event)
        for _ in 0..<3 { rig.device.send(.stall) }
        try await until("the endpoint was cleared three times and is left alone") {
            rig.device.log.count { $0 == "clear 131" } >= 3 && rig.device.state.withLock { $0.interrupts.isEmpty }
        }
        // The link remains usable without events.
        try await rig.session.perform(.closeSession)
        #expect(await rig.close() == ["clear 131", "clear 131", "clear 131", "close"])
    }
}
