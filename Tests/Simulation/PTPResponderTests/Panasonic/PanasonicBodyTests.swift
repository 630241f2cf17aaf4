import CameraModel
import PTP
import PTPPanasonic
import SimulatedCamera
import Testing

@testable import PTPResponder

/// Panasonic's bodies on the wire: groups and values, settings by each operation, pictures, live view.
@Suite(.timeLimit(.minutes(5))) struct PanasonicBodyTests {
    private static let bodies: [Personality] = [.panasonicGH5, .panasonicS5]

    private static func list(_ code: DevicePropCode, _ client: WireClient) throws -> PanasonicPropertyList {
        let list = PanasonicPropertyList(try client.data(.panasonicListProperty, [code.rawValue, 0, 0]))
        #expect(list.failure == nil)
        return list
    }

    private static func number(_ code: DevicePropCode, _ client: WireClient) throws -> UInt64? {
        PanasonicValueList(try client.data(.panasonicGetProperty, [code.rawValue]))[code]?.number
    }

    /// Requests a value until it is a number.
    private static func wait(_ code: DevicePropCode, _ wanted: UInt64, _ client: WireClient) throws {
        while try number(code, client) != wanted {}
    }

    private static func set(
        _ code: DevicePropCode,
        _ bytes: [UInt8],
        _ client: WireClient,
        by operation: OperationCode = .panasonicSetProperty,
        parameter: UInt32? = nil
    ) throws -> ResponseCode {
        let data = PanasonicValueList(values: [PanasonicValue(code, bytes)]).encoded
        return try client.run(operation, [parameter ?? code.rawValue], data: data).code
    }

    // MARK: Properties

    @Test(arguments: bodies) func `a body describes itself as its maker's do`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            let info = try DeviceInfo(try client.data(.getDeviceInfo))
            #expect(info.manufacturer == "Panasonic" && info.vendorExtension == .panasonic && info.captureFormats.isEmpty)
            #expect(info.deviceProps == [.batteryLevel] && info.vendorExtensionVersion == 100)
            #expect(
                Set(info.operations).isSuperset(
                    of: OperationCode.panasonicOperations + [.panasonicGetPropertySize, .getPartialObject]
                )
            )
            #expect(!info.operations.contains(.initiateCapture) && info.events.contains(.panasonicObjectAdded))
        }
    }

    @Test(arguments: bodies) func `groups have their members, a member is a group of one, and there are no others`(
        _ personality: Personality
    ) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            let iso = try Self.list(DevicePropCode(rawValue: 0x0200_0020), client)
            #expect(iso.members.map(\.code) == [.panasonicISO, .panasonicISOLimit])
            let alone = try Self.list(.panasonicISO, client)
            #expect(alone.group == .panasonicISO && alone.members == [iso.members[0]])
            #expect(try client.run(.panasonicListProperty, [0x0200_0990, 0, 0]).code == .devicePropNotSupported)
            #expect(try client.run(.panasonicGetProperty, [0x0200_0990]).code == .devicePropNotSupported)
            let outline = try client.data(.panasonicGetPropertySize, [0x0200_0020, 0, 0])
            #expect(outline.count == 3 * 28)
            // The format of pictures is in its own group on a GH5.
            let quality = try client.run(.panasonicListProperty, [0x0200_00A0, 0, 0]).code
            #expect((quality == .ok) == (personality.name == "panasonic-s5"))
            #expect(try Self.list(.panasonicQuality, client).members.map(\.code) == [.panasonicQuality])
        }
    }

    @Test func `properties that the camera does not have are those of the dump`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, _ in
            let styles = try Self.list(DevicePropCode(rawValue: 0x0200_0010), client)
            #expect(styles.members.count == 10)
            let range = try Self.list(DevicePropCode(rawValue: 0x0200_0060), client).members[1]
            #expect(range.elements.count == 2)
            let limits = PanasonicValueList(try client.data(.panasonicGetProperty, [0x0200_0030]))
            #expect(limits.values.map(\.bytes.count) == [4, 8])
        }
    }

    @Test(arguments: bodies) func `values are set, and must be listed`(_ personality: Personality) async throws {
        try await ServedCamera.withBody(personality) { client, _ in
            #expect(try Self.set(.panasonicISO, [0x90, 1, 0, 0], client) == .ok)
            try Self.wait(.panasonicISO, 400, client)
            #expect(try Self.set(.panasonicShutterSpeed, [0x90, 0xD0, 3, 0], client) == .ok)
            try Self.wait(.panasonicShutterSpeed, 250_000, client)
            #expect(try Self.set(.panasonicShutterSpeed, [0xFF, 0xFF, 0xFF, 0xFF], client) == .ok)
            try Self.wait(.panasonicShutterSpeed, 0xFFFF_FFFF, client)
            #expect(try Self.set(.panasonicShutterSpeed, [0x90, 0xD0, 3, 0], client) == .ok)
            try Self.wait(.panasonicShutterSpeed, 250_000, client)
            #expect(try Self.set(.panasonicISO, [1, 0, 0, 0], client) == .invalidDevicePropValue)
            #expect(try Self.set(.panasonicISO, [1, 0], client) == .invalidDevicePropFormat)
            #expect(try Self.set(.panasonicISO, [0x90, 1, 0, 0], client, parameter: 7) == .invalidParameter)
            #expect(
                try client.run(.panasonicSetProperty, [DevicePropCode.panasonicISO.rawValue], data: [1, 2, 3]).code
                    == .invalidDevicePropFormat
            )
            #expect(try Self.set(DevicePropCode(rawValue: 0x0299_0001), [1, 0], client) == .devicePropNotSupported)
            #expect(try Self.set(DevicePropCode(rawValue: 0x0200_0032), [1, 0, 0, 0], client) == .devicePropNotSupported)
            #expect(try Self.set(.panasonicPhotoStyle, [5, 0], client) == .ok)
            #expect(try Self.number(.panasonicPhotoStyle, client) == 5)
            #expect(try Self.set(.panasonicPhotoStyle, [0x99, 0], client) == .invalidDevicePropValue)
            #expect(try Self.set(.panasonicShiftGM, [3, 0x80], client) == .ok)
            #expect(try Self.set(.panasonicShiftGM, [10, 0], client) == .invalidDevicePropValue)
        }
    }

    @Test func `the group of movies, the destination and the size of live view have operations of their own`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, _ in
            #expect(try Self.set(.panasonicMovieMode, [3, 0], client) == .devicePropNotSupported)
            #expect(try Self.set(.panasonicMovieMode, [3, 0], client, by: .panasonicSetMovieProperty) == .ok)
            #expect(try Self.number(.panasonicMovieMode, client) == 3)
            #expect(
                try Self.set(.panasonicISO, [0x90, 1, 0, 0], client, by: .panasonicSetMovieProperty) == .devicePropNotSupported
            )
            #expect(try Self.set(.panasonicDestination, [2, 0], client, by: .panasonicSetSetup, parameter: 0) == .ok)
            let target = PanasonicValueList(try client.data(.panasonicGetSetup, [DevicePropCode.panasonicSetupTarget.rawValue]))
            #expect(target.values.map(\.code) == [.panasonicDestination])
            #expect(try client.run(.panasonicGetSetup, [7]).code == .devicePropNotSupported)
            #expect(
                try Self.set(.panasonicDestination, [7, 0], client, by: .panasonicSetSetup, parameter: 0)
                    == .invalidDevicePropValue
            )
            let sizes = PanasonicValueList(try client.data(.panasonicGetStatus, [DevicePropCode.panasonicLiveViewSizes.rawValue]))
            let listed = sizes[.panasonicLiveViewSizes].map { PanasonicLiveViewSize.list($0.bytes) } ?? []
            #expect(listed.count == 3)
            #expect(try Self.set(.panasonicLiveViewSize, listed[0].bytes, client, by: .panasonicSetLiveViewSize) == .ok)
            let size = PanasonicValueList(try client.data(.panasonicGetStatus, [DevicePropCode.panasonicLiveViewSize.rawValue]))
            #expect(size[.panasonicLiveViewSize]?.bytes == listed[0].bytes)
            let none: [UInt8] = [1, 0, 1, 0, 1, 0, 1, 0]
            #expect(try Self.set(.panasonicLiveViewSize, none, client, by: .panasonicSetLiveViewSize) == .invalidDevicePropValue)
        }
    }

    @Test(arguments: bodies) func `a dial decides the exposure mode, and without a lens there is no aperture`(
        _ personality: Personality
    ) async throws {
        try await ServedCamera.withBody(personality, { $0.hasModeDial = true }) { client, simulator in
            #expect(try Self.set(.panasonicMode, [0, 0], client) == .accessDenied)
            #expect(try Self.number(.panasonicMode, client) == 3)
            #expect(
                try Self.list(.panasonicMode, client).members[0].elements == [
                    PanasonicElement(1, .number(.integer(3, as: .uint16)!, .enumeration([])))
                ]
            )
            simulator.setLens(attached: false)
            try Self.wait(.panasonicAperture, 0, client)
            #expect(try Self.set(.panasonicAperture, [80, 0], client) == .accessDenied)
            let used = PanasonicValueList(try client.data(.panasonicGetStatus, [DevicePropCode.panasonicExposureInUse.rawValue]))
            #expect(used[.panasonicApertureInUse]?.number == 0xFFFE && used.values.count == 7)
        }
    }

    @Test func `changes are announced by their groups`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, simulator in
            simulator.turn(.whiteBalance, to: "tungsten")
            var group: UInt32 = 0
            while group != 0x0200_0050 { group = try client.event(.panasonicPropertyChanged).parameters[0] }
            try Self.wait(.panasonicWhiteBalance, 6, client)
        }
    }

    // MARK: Pictures

    @Test(arguments: bodies) func `a picture on the card is announced with its handle, then its completion`(
        _ personality: Personality
    )
        async throws
    {
        try await ServedCamera.withBody(personality) { client, _ in
            #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.shoot]).code == .ok)
            let events = try client.events(before: .captureComplete)
            let handles = events.filter { $0.code == .panasonicObjectAdded }.map { $0.parameters[0] }
            #expect(!events.contains { $0.code == .objectAdded } && !handles.isEmpty)
            let infos = try handles.map { try client.info($0) }
            let picture = try #require(infos.firstIndex { $0.format == .exifJPEG })
            #expect(try client.data(.getObject, [handles[picture]]).starts(with: [0xFF, 0xD8]))
        }
    }

    @Test func `pictures for the computer have one handle in turn, and are removed when they are fetched`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, _ in
            #expect(try Self.set(.panasonicDestination, [1, 0], client, by: .panasonicSetSetup, parameter: 0) == .ok)
            let handle = ObjectHandle.panasonicPicture.rawValue
            var names: Set<String> = []
            for _ in 0..<2 {
                #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.shoot]).code == .ok)
                #expect(try client.event(.panasonicObjectForHost).parameters[0] == handle)
                names.insert(try client.info(handle).filename)
                #expect(try client.data(.getObject, [handle]).starts(with: [0xFF, 0xD8]))
                #expect(try client.run(.getObjectInfo, [handle]).code == .invalidObjectHandle)
            }
            #expect(names.count == 2)
        }
    }

    @Test func `the shutter opens in bulb, and nothing else is taken then`() async throws {
        try await ServedCamera.withBody(.panasonicS5) { client, simulator in
            #expect(try Self.set(.panasonicShutterSpeed, [0xFF, 0xFF, 0xFF, 0xFF], client) == .ok)
            try Self.wait(.panasonicShutterSpeed, 0xFFFF_FFFF, client)
            #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.shoot]).code == .accessDenied)
            #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.press]).code == .ok)
            #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.release]).code == .ok)
            #expect(try client.run(.panasonicInitiateCapture, [PanasonicControl.released]).code == .ok)
            _ = try client.event(.panasonicObjectAdded)
        }
    }

    @Test func `controls check their parameters and their data`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, _ in
            let controls: [OperationCode] = [
                .panasonicInitiateCapture, .panasonicControlFocus, .panasonicControlMovie, .panasonicControlLiveView,
            ]
            for operation in controls {
                let code = try client.run(operation, [7]).code
                #expect(code == .invalidParameter, "\(operation)")
            }
            let locks = [
                PanasonicControl.lockExposure, PanasonicControl.lockFocus, PanasonicControl.lockBoth, PanasonicControl.unlock,
            ]
            for parameter in locks {
                let code = try client.run(.panasonicControlFocus, [parameter]).code
                #expect(code == .ok)
            }
            #expect(try Self.set(.panasonicFocusDrive, [5, 0], client, by: .panasonicDriveFocus) == .invalidDevicePropValue)
            #expect(try Self.set(.panasonicFocusDrive, [5], client, by: .panasonicDriveFocus) == .invalidDevicePropFormat)
            #expect(try client.run(.panasonicControlLiveView, [PanasonicControl.startLiveView]).code == .ok)
            while try client.run(.panasonicGetLiveViewImage).code == .deviceBusy {}
            for movement in PanasonicFocusDrive.allCases {
                #expect(
                    try Self.set(.panasonicFocusDrive, [UInt8(movement.rawValue), 0], client, by: .panasonicDriveFocus) == .ok
                )
            }
            #expect(try client.run(.panasonicGetStatus, [7]).code == .devicePropNotSupported)
        }
    }

    // MARK: Live view and movies

    @Test(arguments: bodies) func `frames have a head of 180 bytes, while live view runs`(_ personality: Personality) async throws
    {
        try await ServedCamera.withBody(personality) { client, _ in
            #expect(try client.run(.panasonicGetLiveViewImage).code == .accessDenied)
            #expect(try client.run(.panasonicControlLiveView, [PanasonicControl.startLiveView]).code == .ok)
            var outcome = try client.run(.panasonicGetLiveViewImage)
            while outcome.code == .deviceBusy { outcome = try client.run(.panasonicGetLiveViewImage) }
            let bytes = try client.data(.panasonicGetLiveViewImage)
            let span = bytes.span
            let view = try #require(unsafe PanasonicLiveView(span.bytes))
            #expect(view.picture.lowerBound == 180 && view.roll != nil && view.pitch != nil && view.posture == 1)
            #expect(try client.run(.panasonicControlLiveView, [PanasonicControl.stopLiveView]).code == .ok)
            #expect(try client.run(.panasonicGetLiveViewImage).code == .accessDenied)
        }
    }

    @Test func `the state of the body is recording while it records`() async throws {
        try await ServedCamera.withBody(.panasonicGH5) { client, _ in
            func status() throws -> UInt64? {
                let code = DevicePropCode.panasonicRecordingStatus
                return PanasonicValueList(try client.data(.panasonicGetStatus, [code.rawValue]))[code]?.number
            }
            #expect(try status() == 0)
            #expect(try client.run(.panasonicControlMovie, [PanasonicControl.startMovie]).code == .ok)
            while try status() != 1 {}
            #expect(try client.run(.panasonicControlMovie, [PanasonicControl.stopMovie]).code == .ok)
            while try status() != 0 {}
            #expect(try client.run(.panasonicControlMovie, [PanasonicControl.stopMovie]).code == .ok)
        }
    }

    @Test func `the notation of dumps leaves out what is no property`() {
        let groups = PanasonicDump.groups(
            "02000031 u32 1F40 {}\n02000032 u32 1 {}\n02000032 u32 2 -\nnonsense\n020000C3 u16 0 [0..17]\n"
        )
        #expect(groups.map(\.group.rawValue) == [0x0200_0030] && groups[0].members.map(\.elements.count) == [1, 2])
        let counts = [PanasonicModel.gh5, .s5].map(\.groups.count)
        #expect(counts == [21, 14])
    }
}
