import CameraModel
import HotShoeSupport
import PTP
import Testing

/// Floods of events, and unknown events.
@Suite(.timeLimit(.minutes(5))) struct EventTests {
    private static let count: UInt32 = 10_000

    struct Flood: Sendable, CustomTestStringConvertible {
        let name: String
        let event: @Sendable (UInt32) -> [UInt8]
        var testDescription: String { name }
    }

    static let floods: [Flood] = [
        Flood(name: "one property") { _ in Wire.event(.devicePropChanged, [UInt32(HostileCamera.property.rawValue)]) },
        Flood(name: "all properties") { Wire.event(.devicePropChanged, [$0]) },
        Flood(name: "properties past 16 bits") { Wire.event(.devicePropChanged, [$0 << 16 | 0xD001]) },
        Flood(name: "one object") { _ in Wire.event(.objectAdded, [HostileCamera.file]) },
        Flood(name: "all objects") { Wire.event(.objectAdded, [$0]) },
        Flood(name: "objects that go") { Wire.event(.objectRemoved, [$0]) },
        Flood(name: "storages") { Wire.event(.storeAdded, [$0]) },
        Flood(name: "the device") { _ in Wire.event(.deviceInfoChanged) },
        Flood(name: "captures that are complete") { Wire.event(.captureComplete, transaction: TransactionID(rawValue: $0)) },
        Flood(name: "unknown codes") {
            Wire.event(EventCode(rawValue: UInt16(truncatingIfNeeded: $0 &* 7)), [$0, 1, 2, 3, 4])
        },
        Flood(name: "probes") { _ in Wire.packet(.probeRequest) },
        Flood(name: "answers to probes") { _ in Wire.packet(.probeResponse) },
        Flood(name: "cancellations") { Wire.packet(.cancel(TransactionID(rawValue: $0))) },
    ]

    @Test(arguments: floods) func `ten thousand events delay no answer`(_ flood: Flood) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let events = (0..<Self.count).flatMap { flood.event($0) }
        device.when(.getThumb) { request in
            var turn = HostileCamera.Turn.data(request, [1, 2, 3])
            turn.events = events
            return turn
        }
        #expect(try await rig.file.thumbnail() == [1, 2, 3])
        #expect(rig.camera.connectionState == .connected)
        device.behave()
        await rig.expectWorks()
        #expect(rig.camera.connectionState == .connected)
    }

    @Test func `a change that is announced ten thousand times causes a few requests`() async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let value = Wire.event(.devicePropChanged, [UInt32(HostileCamera.property.rawValue)])
        device.when(.getThumb) { request in
            var turn = HostileCamera.Turn.data(request, [1])
            turn.events = (0..<Self.count).flatMap { _ in value }
            return turn
        }
        _ = try await rig.file.thumbnail()
        await rig.expectWorks()
        #expect(device.received.count { $0.code == .getDevicePropDesc } < 500)
    }

    @Test(
        arguments: [
            ("shorter than an event", [8, 0, 0, 0, 8, 0, 0, 0]),
            ("without a transaction", [12, 0, 0, 0, 8, 0, 0, 0, 2, 0x40, 0, 0]),
            ("of no length", [0, 0, 0, 0, 8, 0, 0, 0]), ("of a gigabyte", [0, 0, 0, 0x40, 8, 0, 0, 0]),
            ("a response", [14, 0, 0, 0, 7, 0, 0, 0, 1, 0x20, 1, 0, 0, 0]), ("data", [13, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 9]),
        ] as [(String, [UInt8])]
    ) func `an invalid packet on the event connection ends the connection with a reason`(
        _ hostile: (name: String, bytes: [UInt8])
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let states = rig.camera.connectionStates
        device.when(.getThumb) { _ in HostileCamera.Turn(events: hostile.bytes) }
        #expect(await ending { try await rig.file.thumbnail() }.code == .connectionLost)
        for await state in states { if case .notConnected = state { break } }
        device.behave()
        await rig.expectWorks()
    }

    @Test func `an event in pieces of one byte is an event, and the greeting of a camera may be full of them`() async throws {
        let device = try HostileCamera()
        device.greet(with: (0..<1000).flatMap { Wire.event(.objectAdded, [$0, 0, 0, 0, 0]) })
        let rig = try await DriverRig.connected(to: device)
        await rig.expectWorks()
    }

    @Test(arguments: [0, 0xFFFF_FFFF] as [UInt32]) func `a number that no object has is not announced, and cannot be deleted`(
        _ number: UInt32
    ) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        let events = rig.camera.events
        device.when(.getObjectInfo) { .data($0, HostileCamera.objectInfo()) }
        device.when(.getThumb) { request in
            var turn = HostileCamera.Turn.data(request, [1])
            turn.events =
                Wire.event(.objectAdded, [number]) + Wire.event(.objectInfoChanged, [number]) + Wire.event(.objectAdded, [7])
            return turn
        }
        _ = try await rig.file.thumbnail()
        for await event in events {
            guard case .itemAdded(let item) = event else { continue }
            #expect(item.handle.number == 7)
            break
        }
        // DeleteObject with 0xFFFFFFFF deletes every object of the camera.
        let all = rig.camera.item(
            ItemInfo(
                handle: ItemInfo.Handle(UInt64(number)),
                storage: StorageInfo.Identifier(HostileCamera.storage),
                parent: nil,
                name: "",
                kind: .other
            )
        )
        #expect(await ending { try await all.delete() }.code == .notFound)
        #expect(await ending { try await all.setProtected(true) }.code == .notFound)
        #expect(!device.received.contains { $0.code == .deleteObject || $0.code == .setObjectProtection })
    }

    @Test func `a picture is complete in time, however long the camera continues to send files`() async throws {
        let device = try HostileCamera()
        // The virtual time does not advance, so that the quiet time after a file never passes.
        let rig = try await DriverRig.connected(to: device, time: VirtualClock())
        device.when(.getObjectInfo) { .data($0, HostileCamera.objectInfo()) }
        let next = Guarded<UInt32>(100)
        device.when(.initiateCapture) { .response($0) }
        // Every answer announces another file.
        device.when(.getStorageIDs) { request in
            var turn = HostileCamera.Turn.data(request, Wire.array([HostileCamera.storage]))
            turn.events = next.withLock { number in
                number += 1
                return Wire.event(.objectAdded, [number])
            }
            return turn
        }
        device.when(.setObjectProtection) { request in
            var turn = HostileCamera.Turn.response(request)
            turn.events = Wire.event(.objectAdded, [1])
            return turn
        }
        async let requested: Void = device.untilReceived { request, _ in request.code == .initiateCapture }
        async let shot = ending { try await rig.camera.shoot() }
        await requested
        try await rig.file.setProtected(true)
        let files = try await shot.get().files
        #expect(files.count == 1000)
        device.behave()
        await rig.expectWorks()
    }
}
