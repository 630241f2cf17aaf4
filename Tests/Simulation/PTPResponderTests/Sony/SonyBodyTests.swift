import CameraModel
import PTP
import PTPSony
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Sony's bodies on the wire: steps of connecting, versions, properties, notches, the buffer, live view.
@Suite(.timeLimit(.minutes(5))) struct SonyBodyTests {
    private static let bodies: [Personality] = [.sonyA7IV, .sonyA7RIII]

    private static func connect(_ client: WireClient, _ version: SonyVersion) throws -> SonyExtension {
        for step: UInt32 in [1, 2] { #expect(try client.data(.sonyConnect, [step, 0, 0]).count == 8) }
        let extended = try SonyExtension(try client.data(.sonyGetExtDeviceInfo, [UInt32(version.rawValue), 1]))
        _ = try client.data(.sonyConnect, [3, 0, 0])
        return extended
    }

    private static func records(_ client: WireClient, onlyChanges: Bool = false) throws -> [SonyPropertyRecord] {
        let list = SonyPropertyList(try client.data(.sonyGetAllExtDevicePropInfo, onlyChanges ? [1] : []))
        #expect(list.failure == nil)
        return list.records
    }

    private static func number(_ code: DevicePropCode, _ client: WireClient) throws -> Int64? {
        try records(client).first { $0.code == code }?.current.integer()
    }

    /// Requests properties until one has a number.
    private static func wait(_ code: DevicePropCode, _ wanted: Int64, _ client: WireClient) throws {
        while try number(code, client) != wanted {}
    }

    private static func control(_ code: DevicePropCode, _ bytes: [UInt8], _ client: WireClient) throws -> ResponseCode {
        try client.run(.sonyControlDevice, [code.rawValue], data: bytes).code
    }

    private static func set(_ code: DevicePropCode, _ bytes: [UInt8], _ client: WireClient) throws -> ResponseCode {
        try client.run(.sonySetExtDevicePropValue, [code.rawValue], data: bytes).code
    }

    // MARK: Connecting

    @Test(arguments: bodies) func `a body describes itself, and nothing works before the last step`(_ personality: Personality)
        async throws
    {
        try await ServedCamera.withBody(personality) { client, _ in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.manufacturer == "Sony Corporation" && info.vendorExtension == .sony && info.captureFormats.isEmpty)
            #expect(info.vendorExtensionDescription == "Sony PTP Extensions" && info.deviceProps.isEmpty)
            #expect(info.operations.contains(.sonyConnect) && !info.operations.contains(.initiateCapture))
            #expect(try client.run(.sonyGetAllExtDevicePropInfo).code == .accessDenied)
            #expect(try client.run(.sonyGetExtDeviceInfo, [0xC8]).code == .accessDenied)
            #expect(try client.run(.sonyConnect, [3, 0, 0]).code == .invalidParameter)
            #expect(try Self.set(.whiteBalance, [2, 0], client) == .accessDenied)
            #expect(try Self.control(.sonyS1Button, [2, 0], client) == .accessDenied)
            _ = try Self.connect(client, .v2)
            #expect(try !Self.records(client).isEmpty)
            #expect(try client.run(.getStorageIDs).code == .accessDenied)
        }
    }

    @Test func `the version that is asked for decides, on a body that has both`() async throws {
        for (personality, asked, answered) in [
            (Personality.sonyA7IV, SonyVersion.v3, SonyVersion.v3), (.sonyA7IV, .v2, .v2), (.sonyA7RIII, .v3, .v2),
            (.sonyA7RIII, .v2, .v2),
        ] {
            try await ServedCamera.withBody(personality) { client, _ in
                let extended = try Self.connect(client, asked)
                #expect(extended.version == answered.rawValue)
                let records = try Self.records(client)
                let program = try #require(records.first { $0.code == .exposureProgramMode })
                #expect(program.type == (answered == .v3 ? .uint32 : .uint16))
                #expect(records.contains { $0.code == .compressionSetting })
                #expect(records.contains { $0.code == .sonyFileFormat } == (answered == .v3))
                #expect(Set(extended.properties).isSuperset(of: records.map(\.code)))
                // gphoto2 of Debian 12 cannot read the second list.
                #expect(records.allSatisfy { $0.settable == nil })
            }
        }
    }

    @Test func `a body of 2024 sends the values that can be set too`() async throws {
        var model = SonyModel.a7iv
        model.hasSecondLists = true
        try await ServedCamera.withBody(.sony(model)) { client, _ in
            _ = try Self.connect(client, .v3)
            let records = try Self.records(client)
            #expect(records.contains { $0.settable?.isEmpty == false } && records.count > 50)
        }
    }

    // MARK: Properties

    @Test func `in version 3 values are set, and only changes are sent`() async throws {
        try await ServedCamera.withBody(.sonyA7IV) { client, _ in
            _ = try Self.connect(client, .v3)
            #expect(try Self.records(client, onlyChanges: true).count > 50)
            while try !Self.records(client, onlyChanges: true).isEmpty {}
            #expect(try Self.set(.sonyShutterSpeed, [0xFA, 0, 1, 0], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0x1_00FA, client)
            // Initiators send the f-number in four bytes.
            #expect(try Self.set(.fNumber, [0x20, 3, 0, 0], client) == .ok)
            try Self.wait(.fNumber, 800, client)
            #expect(try Self.set(.sonyShutterSpeed, [0, 0, 0, 0], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0, client)
            #expect(try Self.set(.sonyShutterSpeed, [0xFA, 0, 1, 0], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0x1_00FA, client)
            #expect(try Self.set(.whiteBalance, [0x77, 0], client) == .invalidDevicePropValue)
            #expect(
                try Self.set(.sonyBatteryLevel, [3], client) == .accessDenied || Self.number(.sonyBatteryLevel, client) == 100
            )
            #expect(try Self.set(DevicePropCode(rawValue: 0xDEAD), [3], client) == .devicePropNotSupported)
            #expect(try Self.set(.sonyAspectRatio, [2], client) == .ok)
            #expect(try Self.number(.sonyAspectRatio, client) == 2)
        }
    }

    @Test func `in version 2 settings are moved by notches, and the written shutter speed is ignored`() async throws {
        try await ServedCamera.withBody(.sonyA7RIII) { client, _ in
            _ = try Self.connect(client, .v2)
            let speed = try #require(try Self.number(.sonyShutterSpeed, client))
            #expect(try Self.set(.sonyShutterSpeed, [0, 0, 0, 0], client) == .ok)
            #expect(try Self.number(.sonyShutterSpeed, client) == speed)
            // 1/125 and three notches is 1/250.
            #expect(speed == 0x1_007D)
            #expect(try Self.control(.sonyShutterSpeed, [3], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0x1_00FA, client)
            #expect(try Self.control(.sonyShutterSpeed, [0xFF], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0x1_00C8, client)
            #expect(try Self.control(.fNumber, [1, 0], client) == .ok)
            try Self.wait(.fNumber, 630, client)
            #expect(try Self.control(.sonyShutterSpeed, [0x81], client) == .ok)
            try Self.wait(.sonyShutterSpeed, 0, client)
        }
    }

    @Test(arguments: bodies) func `a dial decides the exposure mode, and without a lens there is no aperture`(
        _ personality: Personality
    )
        async throws
    {
        try await ServedCamera.withBody(personality, { $0.hasModeDial = true }) { client, simulator in
            _ = try Self.connect(client, .v2)
            #expect(try Self.set(.exposureProgramMode, [2, 0], client) == .accessDenied)
            let program = try Self.records(client).first { $0.code == .exposureProgramMode }
            #expect(program?.availability == .displayOnly && program?.current.integer() == 1)
            simulator.setLens(attached: false)
            try Self.wait(.fNumber, 0xFFFE, client)
            #expect(try Self.control(.fNumber, [1, 0], client) == .accessDenied)
        }
    }

    // MARK: Pictures

    private static func shoot(_ client: WireClient) throws {
        for code in [DevicePropCode.sonyS1Button, .sonyS2Button] { #expect(try control(code, [2, 0], client) == .ok) }
        for code in [DevicePropCode.sonyS2Button, .sonyS1Button] { #expect(try control(code, [1, 0], client) == .ok) }
    }

    @Test(arguments: bodies) func `pictures wait in the buffer, and have the same handle in turn`(_ personality: Personality)
        async throws
    {
        try await ServedCamera.withBody(personality) { client, _ in
            _ = try Self.connect(client, .v2)
            let handle = ObjectHandle.sonyCapturedPicture.rawValue
            #expect(try client.run(.getObjectInfo, [handle]).code == .invalidObjectHandle)
            #expect(try client.run(.getObject, [handle]).code == .invalidObjectHandle)
            try Self.shoot(client)
            try Self.wait(.sonyObjectInMemory, 0x8001, client)
            try Self.shoot(client)
            try Self.wait(.sonyObjectInMemory, 0x8002, client)
            var names: Set<String> = []
            for left in [0x8001, 0] as [Int64] {
                let info = try ObjectInfo(try client.data(.getObjectInfo, [handle]))
                names.insert(info.filename)
                #expect(try client.data(.getObject, [handle]).starts(with: [0xFF, 0xD8]) && info.format == .exifJPEG)
                #expect(try Self.number(.sonyObjectInMemory, client) == left)
            }
            #expect(names.count == 2)
        }
    }

    @Test func `while the buffer is full the body is busy`() async throws {
        try await ServedCamera.withBody(.sonyA7RIII) { client, _ in
            _ = try Self.connect(client, .v2)
            for count in 1...8 {
                try Self.shoot(client)
                try Self.wait(.sonyObjectInMemory, 0x8000 | Int64(count), client)
            }
            #expect(try Self.control(.sonyS1Button, [2, 0], client) == .ok)
            #expect(try Self.control(.sonyS2Button, [2, 0], client) == .deviceBusy)
            _ = try client.data(.getObject, [ObjectHandle.sonyCapturedPicture.rawValue])
            #expect(try Self.control(.sonyS2Button, [2, 0], client) == .ok)
        }
    }

    @Test(arguments: bodies) func `frames are an object, and have the focus areas`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            _ = try Self.connect(client, .v2)
            let handle = ObjectHandle.sonyLiveView.rawValue
            _ = try client.data(.getObjectInfo, [handle])
            var response = try client.run(.getObject, [handle])
            while response.code == .accessDenied { response = try client.run(.getObject, [handle]) }
            let bytes = try client.data(.getObject, [handle])
            let span = bytes.span
            let view = try #require(unsafe SonyLiveView(span.bytes))
            #expect(bytes[view.picture].starts(with: [0xFF, 0xD8]))
            let frames = view.block.flatMap { unsafe SonyFocalFrames(span.bytes, $0) }
            #expect((frames?.focus.count ?? 0) > 0 && frames?.faces?.count == 0)
        }
    }

    @Test func `the result of focusing is reported, and without focus there is no picture`() async throws {
        try await ServedCamera.withBody(.sonyA7RIII, { $0.faults = [SimulatedFault("focus-fails")!] }) { client, _ in
            _ = try Self.connect(client, .v2)
            #expect(try Self.control(.sonyS1Button, [2, 0], client) == .ok)
            try Self.wait(.sonyFocusFound, 3, client)
            #expect(try Self.control(.sonyS2Button, [2, 0], client) == .ok)
            #expect(try Self.control(.sonyS2Button, [1, 0], client) == .ok)
            #expect(try Self.control(.sonyS1Button, [1, 0], client) == .ok)
            try Self.wait(.sonyFocusFound, 1, client)
            #expect(try Self.number(.sonyObjectInMemory, client) == 0)
        }
    }

    @Test func `controls check their data`() async throws {
        try await ServedCamera.withBody(.sonyA7IV) { client, _ in
            _ = try Self.connect(client, .v3)
            #expect(try Self.control(.sonyS1Button, [7, 0], client) == .invalidDevicePropValue)
            #expect(try Self.control(.sonyManualFocus, [8, 0], client) == .invalidDevicePropValue)
            #expect(try Self.control(.sonyManualFocus, [8], client) == .invalidDevicePropFormat)
            #expect(try Self.control(.sonyFocusAreaPosition, [0, 2, 0, 0], client) == .invalidDevicePropValue)
            #expect(try Self.control(.fNumber, [1, 2, 3], client) == .invalidDevicePropFormat)
            #expect(try Self.control(DevicePropCode(rawValue: 0xD2FF), [2, 0], client) == .devicePropNotSupported)
        }
    }
}
