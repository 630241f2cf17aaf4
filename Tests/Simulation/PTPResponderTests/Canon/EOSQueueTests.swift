import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import SimulatedCamera
import Testing

@testable import PTPResponder

/// The queue of records: its limits, and its block when events are not requested.
@Suite(.timeLimit(.minutes(5))) struct EOSQueueTests {
    private static func added(_ number: UInt32) -> EventRecord {
        .objectAdded(
            ObjectRecord(
                ObjectHandle(rawValue: number),
                storage: .unspecified,
                format: .exifJPEG,
                size: 1,
                parent: .none,
                name: "A"
            )
        )
    }

    private static func value(_ number: Int64) -> EventRecord {
        .propertyChanged(.eosAperture, PropertyContent(number: number, of: .eosAperture)!)
    }

    @Test func `records are ordered, and of one property only the newest is kept`() {
        var queue = EventQueue<EventRecord>(EOSRecords.limits)
        for record in [Self.value(1), Self.added(1), Self.value(2), Self.added(2)] { queue.append(record, at: .zero) }
        #expect(queue.popReply(at: .zero) == [Self.added(1), Self.value(2), Self.added(2)])
        #expect(queue.isEmpty && queue.popReply(at: .zero).isEmpty)
    }

    @Test func `a reply is bounded, and so is the queue`() {
        var queue = EventQueue<EventRecord>(EOSRecords.limits)
        for number in 0..<2000 { queue.append(Self.added(UInt32(number)), at: .zero) }
        #expect(queue.isHung)
        var replies: [Int] = []
        while case let records = queue.popReply(at: .zero), !records.isEmpty { replies.append(records.count) }
        #expect(replies == [256, 256, 256, 256] && !queue.isHung)
    }

    @Test func `a record that waits too long hangs the body until all are read`() {
        var queue = EventQueue<EventRecord>(EOSRecords.limits)
        for number in 0..<300 { queue.append(Self.added(UInt32(number)), at: .seconds(1)) }
        queue.checkTimeout(at: .seconds(11))
        #expect(!queue.isHung)
        queue.checkTimeout(at: .milliseconds(11_001))
        #expect(queue.isHung)
        _ = queue.popReply(at: .seconds(12))
        #expect(queue.isHung && !queue.isEmpty)
        _ = queue.popReply(at: .seconds(12))
        #expect(!queue.isHung)
        queue.checkTimeout(at: .seconds(100))
        #expect(!queue.isHung)
    }

    @Test func `a slow host that requests events causes no hang`() {
        var queue = EventQueue<EventRecord>(EOSRecords.limits)
        for second in stride(from: 0, to: 100, by: 9) {
            for number in 0..<200 { queue.append(Self.added(UInt32(number)), at: .seconds(second)) }
            queue.checkTimeout(at: .seconds(second + 9))
            _ = queue.popReply(at: .seconds(second + 9))
        }
        #expect(!queue.isHung)
    }

    @Test func `a hung body is busy, reports nothing new, and recovers when its queue is drained`() async throws {
        let clock = VirtualClock()
        let served = try ServedCamera(time: clock, serving: { $0.personality = .canonEOSR5 })
        served.simulator.turn(.exposureMode, to: "A")
        try await served.with { served in
            let host = try EOSHost.listening(try WireClient.open(served.address))
            try host.accept(.eosRequestDevicePropValue, [UInt32(DevicePropCode.eosOwner.rawValue)])
            clock.advance(by: .seconds(11))
            #expect(try host.set(.eosAperture, to: 0x40) == .deviceBusy)
            for operation in [OperationCode.eosRemoteReleaseOn, .eosBulbStart] {
                #expect(try host.code(operation, [1, 1]) == .deviceBusy)
            }
            served.simulator.turn(.isoSpeed, to: "800")
            // First the queued records, then later changes.
            let waiting = try host.reply()
            #expect(EOSHost.values(waiting)[.eosOwner] == .text("") && EOSHost.values(waiting)[.eosISOSpeed] == nil)
            let later = try host.records { if case .propertyChanged(.eosISOSpeed, _) = $0 { true } else { false } }
            #expect(EOSHost.values(later)[.eosISOSpeed]?.number == 0x60)
            #expect(try host.set(.eosAperture, to: 0x40) == .ok)
        }
    }

    @Test func `a fault can hang a body`() async throws {
        try await ServedCamera.eos(faults: ["body-hang@0x911d"]) { _, host throws in
            #expect(try host.set(.eosAperture, to: 0x40) == .ok)
            try host.accept(.eosKeepDeviceOn)
            #expect(try host.set(.eosAperture, to: 0x38) == .deviceBusy)
            try host.drain()
            #expect(try host.set(.eosAperture, to: 0x38) == .ok)
        }
    }

    @Test(arguments: [
        "replace=0:00000000@0x9116", "replace=0:07000000@0x9116", "replace=0:FFFFFFFF@0x9116", "truncate=20@0x9116",
        "data=@0x9116",
        "append=08000000@0x9116", "data=0C00000089C10000@0x9116",
    ])
    func `replies can be broken in every way, and the next one is whole`(_ fault: String) async throws {
        try await ServedCamera.eos { served, host throws in
            served.responder.inject(try #require(ResponderFault(fault)))
            try host.accept(.eosRequestDevicePropValue, [UInt32(DevicePropCode.eosSerialNumber.rawValue)])
            let broken = try host.client.data(.eosGetEvent)
            let whole = try EventReply(records: [.propertyChanged(.eosSerialNumber, .text("SIM-0001"))]).encoded()
            #expect(broken != whole)
            _ = try host.reply()
        }
    }
}
