import CameraModel
import PTP
import PTPOlympus
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Bodies of Olympus and OM System on the wire: control mode, properties, pictures, live view.
@Suite(.timeLimit(.minutes(5))) struct OlympusBodyTests {
    private static let bodies: [Personality] = [.om1, .olympusEM1II]

    private static func set(_ code: DevicePropCode, _ bytes: [UInt8], _ client: WireClient) throws -> ResponseCode {
        try client.run(.setDevicePropValue, [code.rawValue], data: bytes).code
    }

    private static func number(_ code: DevicePropCode, _ client: WireClient) throws -> UInt64 {
        try client.data(.getDevicePropValue, [code.rawValue]).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Requests storages and folders, and gives control to the computer.
    private static func control(_ client: WireClient) throws {
        for storage in try client.numbers(.getStorageIDs) {
            _ = try client.numbers(.getObjectHandles, [storage, 0, 0xFFFF_FFFF])
        }
        #expect(try set(.olympusControlMode, [1, 0], client) == .ok)
    }

    @Test(arguments: bodies) func `a body describes itself as its maker's do`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(
                info.manufacturer == (personality.name == "olympus-om-1" ? "OMSYSTEM" : "OLYMPUS")
                    && info.model == personality.identity?.model
            )
            #expect(Set(info.operations).isSuperset(of: [.olympusCapture, .olympusGetImage, .olympusSetWatchedProperties]))
            #expect(!info.operations.contains(.initiateCapture))
            let iso: DevicePropCode = personality.name == "olympus-om-1" ? .olympusWideISO : .olympusISO
            #expect(
                Set(info.deviceProps).isSuperset(of: [iso, .olympusControlMode, .olympusDestination, .batteryLevel, .dateTime])
            )
            #expect(info.deviceProps.count > 80)
            for code in info.deviceProps { _ = try DevicePropDesc(try client.data(.getDevicePropDesc, [code.rawValue])) }
        }
    }

    @Test func `control is refused before the storages are listed, and a release has no effect without it`() async throws {
        try await ServedCamera.withBody(.om1) { client, _ in
            #expect(try Self.set(.olympusControlMode, [1, 0], client) == .deviceBusy)
            #expect(try client.run(.olympusCapture, [OlympusCapture.press]).code == .ok)
            #expect(try client.run(.olympusCapture, [OlympusCapture.release]).code == .ok)
            let before = OlympusChanges(try client.data(.olympusGetChangedProperties))
            #expect(before.changes.count == 1)
            try Self.control(client)
            #expect(try client.event(.olympusPropertyChanged).parameters[0] == DevicePropCode.olympusControlMode.rawValue)
            #expect(try Self.set(.olympusControlMode, [3, 0], client) == .invalidDevicePropValue)
            let all = OlympusChanges(try client.data(.olympusGetChangedProperties))
            #expect(all.failure == nil && all.changes.count > 70)
            while try !OlympusChanges(client.data(.olympusGetChangedProperties)).changes.isEmpty {}
        }
    }

    @Test(arguments: bodies) func `settings are set, announced and returned as changes`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            try Self.control(client)
            #expect(try Self.set(.olympusAperture, [80, 0], client) == .ok)
            #expect(try Self.number(.olympusAperture, client) == 80)
            #expect(try Self.set(.olympusShutterSpeed, [0xFA, 0, 1, 0], client) == .ok)
            #expect(try Self.set(.olympusAperture, [1, 0], client) == .invalidDevicePropValue)
            #expect(try Self.set(.olympusAspectRatio, [9, 0, 0x10, 0], client) == .ok)
            var isSeen = false
            while !isSeen {
                let changes = OlympusChanges(try client.data(.olympusGetChangedProperties)).changes
                isSeen = changes.contains { change in
                    if case .described(let desc) = change {
                        desc.code == .olympusAspectRatio && desc.current.integer() == 0x10_0009
                    } else {
                        false
                    }
                }
            }
            #expect(try Self.set(DevicePropCode(rawValue: 0xD059), [1, 0, 0, 0], client) != .ok)
            #expect(try client.run(.olympusSetWatchedProperties, data: [1, 0, 0, 0, 2, 0xD0]).code == .ok)
        }
    }

    @Test func `a dial decides the exposure mode`() async throws {
        try await ServedCamera.withBody(.om1, { $0.hasModeDial = true }) { client, _ in
            #expect(try Self.set(.olympusMode, [2, 0], client) == .devicePropNotSupported)
            let desc = try DevicePropDesc(try client.data(.getDevicePropDesc, [DevicePropCode.olympusMode.rawValue]))
            #expect(!desc.isSettable && desc.current.integer() == 1)
        }
    }

    @Test(arguments: bodies) func `a picture on the card is announced with its handle first`(_ personality: Personality)
        async throws
    {
        try await ServedCamera.withBody(personality) { client, _ in
            try Self.control(client)
            #expect(try client.run(.olympusCapture, [OlympusCapture.press]).code == .ok)
            #expect(try client.run(.olympusCapture, [OlympusCapture.release]).code == .ok)
            let events = try client.events(before: .captureComplete)
            let codes = events.map(\.code).filter { $0 == .olympusObjectAdded || $0 == .olympusCaptureComplete }
            #expect(codes == [.olympusObjectAdded, .olympusCaptureComplete] && !events.contains { $0.code == .objectAdded })
            let handle = try #require(events.first { $0.code == .olympusObjectAdded }).parameters[0]
            #expect(try client.info(handle).format == .exifJPEG)
            #expect(try client.data(.getObject, [handle]).starts(with: [0xFF, 0xD8]))
        }
    }

    @Test func `a picture for the computer is in the memory until it is fetched, by its handle or as the newest`() async throws {
        try await ServedCamera.withBody(.olympusEM1II) { client, _ in
            try Self.control(client)
            #expect(try Self.set(.olympusDestination, [1, 0], client) == .ok)
            #expect(try client.run(.olympusGetImage).code == .invalidObjectHandle)
            for isNewest in [true, false] {
                #expect(try client.run(.olympusCapture, [OlympusCapture.press]).code == .ok)
                #expect(try client.run(.olympusCapture, [OlympusCapture.release]).code == .ok)
                let handle = try client.event(.olympusObjectAdded).parameters[0]
                let bytes = isNewest ? try client.data(.olympusGetImage) : try client.data(.getObject, [handle])
                #expect(bytes.starts(with: [0xFF, 0xD8]))
                #expect(try client.run(.getObjectInfo, [handle]).code == .invalidObjectHandle)
            }
        }
    }

    @Test(arguments: bodies) func `frames follow the size of live view`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            try Self.control(client)
            #expect(try client.run(.olympusGetLiveViewImage, [1]).code == .deviceBusy)
            #expect(try Self.set(.olympusLiveViewMode, [9, 9, 9, 9], client) == .invalidDevicePropValue)
            #expect(try Self.set(.olympusLiveViewMode, [0, 3, 0, 4], client) == .ok)
            var outcome = try client.run(.olympusGetLiveViewImage, [1])
            while outcome.code == .deviceBusy { outcome = try client.run(.olympusGetLiveViewImage, [1]) }
            let bytes = try client.data(.olympusGetLiveViewImage, [1])
            let span = bytes.span
            let view = try #require(unsafe OlympusLiveView(span.bytes))
            #expect(view.picture.lowerBound == 0 && view.picture.upperBound == bytes.count - 64)
            for (direction, steps) in [(OlympusFocusDrive.near, UInt32(3)), (OlympusFocusDrive.far, 0x3C)] {
                #expect(try client.run(.olympusDriveFocus, [direction, steps]).code == .ok)
            }
            #expect(try client.run(.olympusDriveFocus, [3, 3]).code == .invalidParameter)
            #expect(try client.run(.olympusDriveFocus, [1, 0]).code == .invalidParameter)
            #expect(try client.run(.olympusCapture, [1]).code == .invalidParameter)
            #expect(try Self.set(.olympusLiveViewMode, [0, 0, 0, 0], client) == .ok)
            #expect(try client.run(.olympusGetLiveViewImage, [1]).code == .deviceBusy)
        }
    }

    @Test func `the notation of dumps leaves out what is no property`() {
        let contents = OlympusDump.contents(
            "D00C u16 rw {8100,8801} 8801\nD053 u16 ro [FC7C..384/1] 0\nnonsense\nD054 u99 ro {1} 1\n"
        )
        #expect(contents.count == 2)
        for model in [OlympusModel.om1, .em1ii] {
            let lines = model.dump.split(separator: "\n").count
            #expect(OlympusDump.contents(model.dump).count == lines && lines > 60)
        }
    }
}
