import CameraModel
import PictureSaving
import PTP
import Testing

/// Malformed strings and arrays in every field.
@Suite(.timeLimit(.minutes(5))) struct DatasetTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let place: @Sendable (HostileCamera, [UInt8]) -> Void
        var testDescription: String { name }
    }

    /// All fields from which the driver reads a string.
    static let fields: [Field] = [
        Field(name: "DeviceInfo.VendorExtensionDesc") { device, string in
            let plain = HostileCamera.deviceInfo()
            // The empty description follows two 16-bit numbers and one 32-bit number.
            device.when(.getDeviceInfo, data: Array(plain[..<8]) + string + plain[9...])
        },
        Field(name: "DeviceInfo.Manufacturer") { device, string in
            let plain = HostileCamera.deviceInfo {
                ($0.manufacturer, $0.model, $0.deviceVersion, $0.serialNumber) = ("", "", "", "")
            }
            device.when(.getDeviceInfo, data: plain.dropLast(4) + string + [0, 0, 0])
        },
        Field(name: "DeviceInfo.SerialNumber") { device, string in
            device.when(.getDeviceInfo, data: HostileCamera.deviceInfo { $0.serialNumber = "" }.dropLast() + string)
        },
        Field(name: "StorageInfo.StorageDescription") { device, string in
            let plain = try! StorageInfoDataset(maximumCapacity: 1, freeSpaceBytes: 2).encoded()
            device.when(.getStorageInfo, data: plain.dropLast(2) + string + [0])
        },
        Field(name: "DevicePropDesc.CurrentValue") { device, string in
            let head = Wire.word(UInt16(HostileCamera.property.rawValue)) + Wire.word(UInt16(0xFFFF)) + [1]
            device.when(.getDevicePropDesc, data: head + [0] + string + [2, 2, 0] + string + [0])
        },
        Field(name: "ObjectInfo.Filename") { device, string in
            let plain = HostileCamera.objectInfo { $0.filename = "" }
            device.when(.getObjectInfo, data: plain[..<52] + string + [0, 0, 0])
        },
        Field(name: "ObjectInfo.CaptureDate") { device, string in
            device.when(.getObjectInfo, data: HostileCamera.objectInfo().dropLast(3) + string + [0, 0])
        },
    ]

    static let strings: [(name: String, bytes: [UInt8])] = [
        ("count 0", [0]),
        ("count 255", Wire.string([UInt16](repeating: 0x41, count: 255))),
        ("count past the end", Wire.string([0x41], count: 255)),
        ("only a count", [255]),
        ("no NUL", Wire.string([0x41, 0x42])),
        ("nothing but NULs", Wire.string([0, 0, 0])),
        ("an embedded NUL", Wire.string([0x41, 0, 0x2F, 0x42, 0])),
        ("the first half of a pair", Wire.string([0xD800, 0])),
        ("the second half of a pair", Wire.string([0xDC00, 0])),
        ("a pair in reverse", Wire.string([0xDC00, 0xD800, 0])),
        ("what is no character", Wire.string([0xFFFF, 0xFFFE, 0xFEFF, 0])),
        ("text that runs backwards, and colours", Wire.string([0x202E, 0x1B, 0x5B, 0x33, 0x31, 0x6D, 0])),
        ("a date that does not exist", Wire.string(Array("99999999T999999.9+9999".utf16) + [0])),
    ]

    @Test(arguments: fields, strings.indices) func `a string with a false length does no harm`(_ field: Field, _ index: Int)
        async throws
    {
        let device = try HostileCamera()
        field.place(device, Self.strings[index].bytes)
        let rig = DriverRig(device.address)
        let connected = await ending { try await rig.camera.connect() }
        if connected.code == nil {
            _ = await ending { try await rig.list() }
            _ = await ending { try await rig.file.loadMetadata() }
        } else {
            #expect(connected.code == .protocolFailure)
        }
        device.behave()
        await rig.expectWorks()
    }

    @Test(arguments: [
        ("A\0/B", "A"), ("../../etc/passwd", "../../etc/passwd"), ("a/b\\c", "a/b\\c"), ("..", ".."), ("", "object 0x00000007"),
        (String(repeating: "n", count: 254), String(repeating: "n", count: 254)),
    ]) func `a file's name is kept up to its NUL, and its safe name is no path`(_ name: (raw: String, seen: String))
        async throws
    {
        let device = try HostileCamera()
        let plain = HostileCamera.objectInfo { $0.filename = "" }
        device.when(.getObjectInfo, data: plain[..<52] + Wire.string(Array(name.raw.utf16) + [0]) + [0, 0, 0])
        let rig = try await DriverRig.connected(to: device)
        let item = try #require(try await rig.list().first)
        #expect(item.name == name.seen)
        let safe = item.file.safeName
        #expect(!safe.isEmpty && !safe.contains("/") && !safe.contains("\\") && !safe.hasPrefix(".") && safe.utf8.count <= 255)
    }

    struct Array32: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    static let arrays: [Array32] = [
        Array32(name: "nothing", bytes: []),
        Array32(name: "half a count", bytes: [1, 0]),
        Array32(name: "0xFFFFFFFF elements", bytes: Wire.word(UInt32.max)),
        Array32(name: "0xFFFFFFFF elements, of which some are there", bytes: Wire.word(UInt32.max) + Wire.array([7, 7, 7])),
        Array32(name: "0x40000001 elements: times four is four", bytes: Wire.word(UInt32(0x4000_0001)) + Wire.word(UInt32(7))),
        Array32(name: "0x80000000 elements: times two is nothing", bytes: Wire.word(UInt32(0x8000_0000)) + Wire.word(UInt32(7))),
        Array32(name: "one element too many", bytes: Wire.word(UInt32(2)) + Wire.word(UInt32(7))),
        Array32(name: "an element cut short", bytes: Wire.word(UInt32(1)) + [7, 0]),
    ]

    @Test(arguments: arrays) func `a false count is an error in lists of objects`(_ array: Array32) async throws {
        let device = try HostileCamera()
        let rig = try await DriverRig.connected(to: device)
        device.when(.getObjectHandles, data: array.bytes)
        #expect(await ending { try await rig.list() }.code == .protocolFailure)
        device.behave()
        await rig.expectWorks()
    }

    @Test(arguments: arrays) func `a false count leaves no cards in lists of storages`(_ array: Array32) async throws {
        let device = try HostileCamera()
        device.when(.getStorageIDs, data: array.bytes)
        let rig = try await DriverRig.connected(to: device)
        #expect(rig.camera.storages.isEmpty)
        device.behave()
        await rig.camera.disconnect()
        await rig.expectWorks()
    }

    @Test(arguments: arrays) func `a false count is an error in the device's capabilities`(_ array: Array32) async throws {
        let device = try HostileCamera()
        // The list of operations follows eight bytes, an empty string, and the mode.
        device.when(.getDeviceInfo, data: HostileCamera.deviceInfo()[..<11] + array.bytes)
        let rig = DriverRig(device.address)
        #expect(await ending { try await rig.camera.connect() }.code == .protocolFailure)
        device.behave()
        await rig.expectWorks()
    }

    @Test func `a thousand cards are some cards, each once`() async throws {
        let device = try HostileCamera()
        device.when(.getStorageIDs, data: Wire.array((0..<100_000).map { 0x0001_0001 + $0 % 1000 << 16 }))
        let rig = try await DriverRig.connected(to: device)
        #expect(rig.camera.storages.count == 64)
        #expect(Set(rig.camera.storages.map(\.info.identifier)).count == 64)
    }

    @Test(arguments: [OperationCode.getDeviceInfo, .getStorageInfo, .getObjectInfo, .getDevicePropDesc])
    func `a dataset that is cut anywhere does no harm`(_ operation: OperationCode) async throws {
        let device = try HostileCamera()
        let request = OperationRequest(operation, .first, [operation == .getObjectInfo ? 7 : 0xD001])
        // The correct answer: StartData of 20 bytes, a header of 12, the data, a response of 14.
        let whole = Array(HostileCamera.proper(request).answer.dropFirst(32).dropLast(14))
        let rig = DriverRig(device.address)
        for length in 0...whole.count {
            device.when(operation, data: Array(whole.prefix(length)))
            let connected = await ending { try await rig.camera.connect() }
            if connected.code == nil { _ = await ending { try await rig.list() } }
            if operation == .getDeviceInfo || operation == .getDevicePropDesc || operation == .getStorageInfo {
                await rig.camera.disconnect()
            }
        }
        device.behave()
        await rig.expectWorks()
    }
}
