import CameraModel
import PTP
import PTPFujifilm
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Fujifilm's bodies on the wire: what they announce, priority, the shutter button, the buffer, live view.
@Suite(.timeLimit(.minutes(5))) struct FujifilmBodyTests {
    private static let bodies: [Personality] = [.fujifilmXT4, .fujifilmXT3, .fujifilmGFX100S]

    private static func set(_ code: DevicePropCode, _ number: UInt16, _ client: WireClient) throws -> ResponseCode {
        let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        return try client.run(.setDevicePropValue, [code.rawValue], data: bytes).code
    }

    private static func number(_ code: DevicePropCode, _ client: WireClient) throws -> UInt64 {
        try client.data(.getDevicePropValue, [code.rawValue]).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func describe(_ code: DevicePropCode, _ client: WireClient) throws -> DevicePropDesc {
        try DevicePropDesc(try client.data(.getDevicePropDesc, [code.rawValue]))
    }

    /// Performs a movement of the shutter button.
    private static func perform(_ release: FujifilmRelease, _ client: WireClient) throws -> ResponseCode {
        let response = try set(.fujifilmRelease, release.rawValue, client)
        return response == .ok ? try client.run(.initiateCapture, [0, 0]).code : response
    }

    private static func handles(_ client: WireClient, _ storage: UInt32 = 0xFFFF_FFFF) throws -> [UInt32] {
        let bytes = try client.data(.getObjectHandles, [storage, 0, 0])
        return stride(from: 4, to: bytes.count, by: 4).map { start in
            (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
    }

    /// Focuses, takes a picture, and returns its handles.
    private static func shoot(_ client: WireClient, count: Int = 1) throws -> [UInt32] {
        let before = Set(try handles(client))
        try #require(try perform(.half, client) == .ok)
        while try number(.fujifilmAFStatus, client) == 1 {}
        #expect(try perform(.shoot, client) == .ok)
        while true {
            let new = try handles(client).filter { !before.contains($0) }
            if new.count >= count { return new }
        }
    }

    // MARK: Description of a body

    @Test(arguments: bodies) func `DeviceInfo is that of the maker's, with properties that the body does not have`(
        _ personality: Personality
    ) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.manufacturer == "FUJIFILM" && info.model == personality.identity?.model)
            #expect(info.vendorExtension == .fujifilm && info.vendorExtensionDescription == "fujifilm.co.jp: 1.0; ")
            #expect(info.events.map(\.rawValue) == [0x4002, 0x4003, 0x4004, 0x4005, 0x400D, 0xC006])
            #expect(!info.operations.contains(.fujifilmGetDeviceInfo) && info.operations.contains(.initiateOpenCapture))
            #expect(info.deviceProps.contains(.fujifilmPriorityMode) && info.deviceProps.contains(.fujifilmCurrentState))
            #expect(!info.deviceProps.contains(.exposureTime))
            #expect(try client.run(.getDevicePropDesc, [0x5001]).code == .devicePropNotSupported)
            for code in DevicePropCode.fujifilmUndescribed {
                #expect(try client.run(.getDevicePropDesc, [code.rawValue]).code == .invalidDevicePropFormat)
            }
            #expect(try Self.describe(.exposureTime, client).isSettable)
        }
    }

    @Test(arguments: bodies) func `the stores are the buffer's`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            #expect(try client.data(.getStorageIDs) == [2, 0, 0, 0, 1, 0, 0, 0x10, 2, 0, 0, 0x10])
            for (storage, name) in [(0x1000_0001, "Still"), (0x1000_0002, "Live")] as [(UInt32, String)] {
                let info = try StorageInfoDataset(try client.data(.getStorageInfo, [storage]))
                #expect(info.storageDescription == name && info.storageType == .fixedRAM && info.maximumCapacity == .max)
                #expect(info.filesystemType == .hierarchical && info.accessCapability == .readOnlyWithDeletion)
            }
            #expect(try client.run(.getStorageInfo, [0x10001]).code == .invalidStorageID)
            #expect(try client.run(.getObjectHandles, [0x10001, 0, 0]).code == .invalidStorageID)
        }
    }

    @Test(arguments: bodies) func `every setting of the dump is described, and keeps what is set`(_ personality: Personality)
        async throws
    {
        let settings = personality.settings
        #expect(settings.count > 60)
        try await ServedCamera.withBody(personality) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            for setting in settings where ![.fujifilmPriorityMode, .fujifilmFocusPosition].contains(setting.code) {
                let desc = try Self.describe(setting.code, client)
                #expect(desc.type == setting.original.type && desc.isSettable == setting.isSettable, "\(setting.code)")
                var wanted: DataValue?
                if case .enumeration(let values) = desc.form { wanted = values.last }
                if case .range(_, let maximum, _) = desc.form { wanted = maximum }
                guard let wanted, setting.isSettable else { continue }
                let response = try client.run(.setDevicePropValue, [setting.code.rawValue], data: try wanted.encoded("value"))
                #expect(response.code == .ok, "\(setting.code)")
                #expect(try Self.describe(setting.code, client).current == wanted)
            }
            #expect(try Self.set(.fujifilmFilmSimulation, 99, client) == .invalidDevicePropValue)
        }
    }

    // MARK: Priority

    @Test func `without the computer's priority nothing is set and nothing taken, and it outlives the session`() async throws {
        try await ServedCamera.withBody(.fujifilmXT4) { client, _ in
            #expect(try Self.number(.fujifilmPriorityMode, client) == 1)
            #expect(try Self.set(.fujifilmFilmSimulation, 2, client) == .fujifilmWrongState)
            #expect(try client.run(.initiateCapture, [0, 0]).code == .fujifilmWrongState)
            #expect(try client.run(.initiateOpenCapture, [0, 0]).code == .fujifilmWrongState)
            #expect(try Self.set(.fujifilmPriorityMode, 3, client) == .invalidDevicePropValue)
            #expect(try Self.set(.fujifilmPriorityMode, 2, client) == .ok)
            #expect(try Self.set(.fujifilmFilmSimulation, 2, client) == .ok)
            let closed = try client.run(.closeSession)
            let opened = try client.run(.openSession, [2])
            #expect(closed.code == .ok && opened.code == .ok)
            #expect(try Self.number(.fujifilmPriorityMode, client) == 2)
        }
    }

    @Test func `the priority does not change while pictures are in the buffer`() async throws {
        var model = FujifilmModel.xt3
        (model.leftPictures, model.refusesSameValues) = (1, true)
        try await ServedCamera.withBody(.fujifilm(model)) { client, _ in
            #expect(try Self.set(.fujifilmPriorityMode, 2, client) == .fujifilmNotNow)
            let left = try Self.handles(client)
            let picture = try client.data(.getObject, [left[0]])
            #expect(left.count == 1 && picture == [0xFF, 0xD8, 0xFF, 0xD9])
            #expect(try Self.set(.fujifilmPriorityMode, 2, client) == .fujifilmNotNow)
            #expect(try client.run(.deleteObject, [left[0], 0]).code == .ok)
            #expect(try Self.set(.fujifilmPriorityMode, 2, client) == .ok)
            #expect(try Self.set(.fujifilmPriorityMode, 2, client) == .fujifilmNotNow)
            let taken = try Self.shoot(client)
            #expect(try Self.set(.fujifilmPriorityMode, 1, client) == .fujifilmNotNow)
            #expect(try client.run(.deleteObject, [taken[0], 0]).code == .ok)
            #expect(try Self.set(.fujifilmPriorityMode, 1, client) == .ok)
        }
    }

    // MARK: Pictures

    @Test(arguments: bodies) func `a picture is in the buffer until it is deleted`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            _ = try client.data(.getDevicePropValue, [DevicePropCode.fujifilmCurrentState.rawValue])
            let free = try Self.number(.fujifilmFreeImages, client)
            let taken = try Self.shoot(client)
            let changes = FujifilmChanges(try client.data(.getDevicePropValue, [DevicePropCode.fujifilmCurrentState.rawValue]))
            #expect(changes.failure == nil && changes.changes.contains(.init(.fujifilmFreeImages, UInt32(free - 1))))
            let info = try ObjectInfo(try client.data(.getObjectInfo, [taken[0]]))
            #expect(info.storage == .fujifilmStill && info.parent == .none && info.format == .exifJPEG)
            let bytes = try client.data(.getObject, [taken[0]])
            #expect(UInt64(bytes.count) == info.compressedSize && bytes.starts(with: [0xFF, 0xD8]))
            #expect(try client.run(.getPartialObject, [taken[0], 0, 10]).code == .generalError)
            #expect(try client.run(.deleteObject, [taken[0], 0]).code == .ok)
            #expect(try Self.number(.fujifilmFreeImages, client) == free && Self.handles(client).isEmpty)
            for code in [OperationCode.getObjectInfo, .getObject, .deleteObject] {
                #expect(try client.run(code, [taken[0], 0]).code == .invalidObjectHandle)
            }
        }
    }

    @Test func `a full press without a half-press takes no picture, and one without focus is busy`() async throws {
        try await ServedCamera.withBody(.fujifilmXT4) { client, simulator in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.perform(.shoot, client) == .ok)
            #expect(try Self.handles(client).isEmpty)
        }
        let fault = try #require(SimulatedFault("focus-fails"))
        try await ServedCamera.withBody(.fujifilmXT4) {
            $0.faults = [fault]
        } _: { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.perform(.half, client) == .ok)
            while try Self.number(.fujifilmAFStatus, client) == 1 {}
            #expect(try Self.number(.fujifilmAFStatus, client) == 3)
            #expect(try Self.perform(.shoot, client) == .deviceBusy)
            #expect(try Self.perform(.release, client) == .ok)
            #expect(try Self.shoot(client).count == 1)
        }
    }

    @Test func `a buffer without room is full`() async throws {
        var model = FujifilmModel.xt4
        model.bufferedPictures = 1
        try await ServedCamera.withBody(.fujifilm(model)) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            let taken = try Self.shoot(client)
            #expect(try Self.perform(.half, client) == .ok)
            while try Self.number(.fujifilmAFStatus, client) == 1 {}
            #expect(try Self.perform(.shoot, client) == .storeFull)
            #expect(try client.run(.deleteObject, [taken[0], 0]).code == .ok)
            #expect(try Self.perform(.shoot, client) == .ok)
        }
    }

    @Test func `a bulb exposure lasts until the shutter closes`() async throws {
        try await ServedCamera.withBody(.fujifilmXT4) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.perform(.half, client) == .ok && Self.perform(.openShutter, client) == .generalError)
            let bulb: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
            #expect(try client.run(.setDevicePropValue, [0x500D], data: bulb).code == .ok)
            #expect(try client.data(.getDevicePropValue, [0x500D]) == bulb)
            #expect(try Self.perform(.openShutter, client) == .ok && Self.handles(client).isEmpty)
            #expect(try Self.perform(.closeShutter, client) == .ok)
            while try Self.handles(client).isEmpty {}
            #expect(try client.run(.setDevicePropValue, [0x500D], data: [0x42, 0x0F, 0, 0]).code == .ok)
        }
    }

    @Test func `a movie needs its drive mode`() async throws {
        try await ServedCamera.withBody(.fujifilmXT3) { client, simulator in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.perform(.startMovie, client) == .fujifilmWrongState)
            #expect(try Self.set(.fujifilmReleaseMode, 8, client) == .ok && Self.number(.fujifilmReleaseMode, client) == 8)
            #expect(try Self.perform(.startMovie, client) == .ok && Self.perform(.stopMovie, client) == .ok)
            #expect(try Self.set(.fujifilmReleaseMode, 4, client) == .ok && Self.number(.fujifilmReleaseMode, client) == 4)
        }
        try await ServedCamera.withBody(.fujifilmGFX100S) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.set(.fujifilmReleaseMode, 8, client) == .invalidDevicePropValue)
        }
    }

    // MARK: Live view

    @Test(arguments: bodies) func `a frame is shown until it is deleted, and no picture is taken in live view`(
        _ personality: Personality
    ) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            let frame = ObjectHandle.fujifilmLiveView.rawValue
            #expect(try client.run(.getObjectInfo, [frame]).code == .invalidObjectHandle)
            #expect(try client.run(.terminateOpenCapture, [1]).code == .captureAlreadyTerminated)
            #expect(try client.run(.initiateOpenCapture, [0, 0]).code == .ok)
            #expect(try Self.handles(client) == [frame] && Self.handles(client, 0x1000_0001).isEmpty)
            while try client.run(.getObjectInfo, [frame]).code == .invalidObjectHandle {}
            let info = try ObjectInfo(try client.data(.getObjectInfo, [frame]))
            let first = try client.data(.getObject, [frame])
            #expect(UInt64(first.count) == info.compressedSize && first.starts(with: [0xFF, 0xD8, 0xFF]))
            #expect(try client.data(.getObject, [frame]) == first)
            #expect(try client.run(.deleteObject, [frame, 0]).code == .ok)
            #expect(try Self.perform(.half, client) == .ok)
            while try Self.number(.fujifilmAFStatus, client) == 1 {}
            #expect(try Self.perform(.shoot, client) == .deviceBusy)
            #expect(try client.run(.terminateOpenCapture, [7]).code == .ok)
            #expect(try client.run(.getObject, [frame]).code == .invalidObjectHandle)
            #expect(try Self.perform(.shoot, client) == .ok)
        }
    }

    @Test func `the lens of a body that reports positions moves within its range`() async throws {
        try await ServedCamera.withBody(.fujifilmGFX100S) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            let desc = try Self.describe(.fujifilmFocusPosition, client)
            #expect(FujifilmFocusRange(desc.form) == FujifilmModel.gfx100s.focusRange)
            #expect(try Self.set(.fujifilmFocusPosition, 12_500, client) == .ok)
            #expect(try Self.number(.fujifilmFocusPosition, client) == 12_500)
            #expect(try Self.set(.fujifilmFocusPosition, 30_000, client) == .invalidDevicePropValue)
        }
        try await ServedCamera.withBody(.fujifilmXT4) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            #expect(try Self.set(.fujifilmFocusPosition, 0, client) == .fujifilmWrongState)
        }
    }

    @Test func `a body that waits for its changes to be read is busy`() async throws {
        try await ServedCamera.withBody(.fujifilmXT4, faults: ["body-hang@get-storage-ids"]) { client, _ in
            _ = try Self.set(.fujifilmPriorityMode, 2, client)
            _ = try client.data(.getStorageIDs)
            #expect(try Self.set(.fujifilmFilmSimulation, 3, client) == .deviceBusy)
            _ = try client.data(.getDevicePropValue, [DevicePropCode.fujifilmCurrentState.rawValue])
            #expect(try Self.set(.fujifilmFilmSimulation, 3, client) == .ok)
        }
    }
}
