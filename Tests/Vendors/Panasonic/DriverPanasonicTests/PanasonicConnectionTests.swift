import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPPanasonic
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverPanasonic
@testable import PTPResponder

/// The driver with both bodies over a real socket.
@Suite(.timeLimit(.minutes(5))) struct PanasonicConnectionTests {
    private static let settings: [(PropertyIdentifier, CommonValue)] = [
        (.shutterSpeed, .shutterSpeed(.s1_250)), (.shutterSpeed, .shutterSpeed(ShutterSpeed("30")!)), (.aperture, .aperture(.f8)),
        (.isoSpeed, .isoSpeed(.iso400)), (.isoSpeed, .isoSpeed(.iso1600)), (.whiteBalance, .whiteBalance(.temperature)),
        (.whiteBalanceTemperature, .integer(4000)), (.focusMode, .focusMode(.continuous)), (.driveMode, .driveMode(.continuous)),
        (.autoFocusSystem, .autoFocusSystem(.tracking)), (.imageDestination, .imageDestination(.host)),
        (.exposureMode, .exposureMode(.program)), (.isoSpeed, .isoSpeed(.automatic)),
        (.exposureCompensation, .exposureCompensation(ExposureCompensation(Stops(thirds: -2)))),
    ]

    @Test(arguments: PanasonicRig.bodies) func `settings of the camera model are set, and read back`(_ personality: Personality)
        async throws
    {
        try await PanasonicRig.withBody(personality) { camera in
            #expect(
                camera.capabilities.isSuperset(of: [
                    .liveView, .focusDrive, .videoRecording, .halfPress, .fileAccess, .exposureControl, .shutterControl,
                ])
            )
            #expect(camera.info?.model == personality.identity?.model && camera.storages.count == 2)
            for (property, value) in Self.settings {
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            for name in ["RAW", "RAW + JPEG fine"] where name != "RAW" || personality.name == "panasonic-s5" {
                try await camera.property(.imageQuality).set(text: name, until: .reflected(timeout: waitLimit))
            }
            try await camera.property(.colorTone).set(text: "Vivid", until: .reflected(timeout: waitLimit))
            try await camera.property(.artFilter).set(text: "Retro", until: .reflected(timeout: waitLimit))
            #expect(camera.property(.batteryLevel).value?.common == .batteryLevel(.full))
        }
    }

    @Test(arguments: PanasonicRig.bodies) func `properties of the maker are set, each by its operation`(
        _ personality: Personality
    )
        async throws
    {
        try await PanasonicRig.withBody(personality) { camera in
            func vendor(_ code: DevicePropCode) -> Property { camera.property(.vendor(code: code.rawValue)) }
            for (code, text) in [
                (DevicePropCode.panasonicMovieMode, "M"), (.panasonicMovieHDMI, "1080p"), (.panasonicShiftAB, "-3"),
                (DevicePropCode(rawValue: 0x0200_0012), "2"), (.panasonicLiveViewSize, "640 × 480, 30 fps"),
            ] {
                try await vendor(code).set(text: text, until: .reflected(timeout: waitLimit))
                #expect(vendor(code).value?.label == text, "\(code)")
            }
            try await vendor(.panasonicLiveViewSize).step(.increment)
            try await until("the next size is shown") {
                vendor(.panasonicLiveViewSize).value?.label == "960 × 720, 30 fps"
            }
            #expect(await PanasonicRig.error { try await vendor(.panasonicLiveViewSize).set(text: "1 × 1, 1 fps") } != nil)
            // A property with a number that no table has.
            let metering = vendor(DevicePropCode(rawValue: 0x0200_00B1))
            #expect(metering.state.vendorName == "MeteringInfo1")
            try await metering.set(text: "2", until: .reflected(timeout: waitLimit))
            // The limits of the shutter speed are two numbers.
            #expect(vendor(DevicePropCode(rawValue: 0x0200_0032)).value?.label.hasPrefix("[") == true)
        }
    }

    @Test func `the exposure in use follows the camera`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5) { camera in
            try await camera.property(.aperture).set(.aperture(.f11), until: .reflected(timeout: waitLimit))
            try await until("the aperture in use is shown") {
                camera.property(.vendor(code: DevicePropCode.panasonicApertureInUse.rawValue)).value?.aperture == .f11
            }
        }
    }

    @Test(arguments: PanasonicRig.bodies)
    func `every property of the camera model that can be set shows a name, and lists others`(
        _ personality: Personality
    ) async throws {
        try await PanasonicRig.withBody(personality) { camera in
            let settable = camera.knownProperties.map { camera.property($0) }.filter { property in
                if case .vendor = property.identifier { false } else { property.settable.isSettable }
            }
            #expect(settable.count > 11)
            for property in settable {
                let value = try #require(property.value, "\(property.identifier)")
                #expect(value.common != nil || !value.label.hasPrefix("0x"), "\(property.identifier): \(value.label)")
                #expect(property.settable.values.count > 1 || property.settable.range != nil, "\(property.identifier)")
            }
        }
    }

    // MARK: Pictures

    private static let places: [(Personality, ImageDestination, Int)] = [
        (.panasonicGH5, .camera, 2), (.panasonicGH5, .host, 2), (.panasonicS5, .host, 2), (.panasonicS5, .cameraAndHost, 4),
    ]

    @Test(arguments: places) func `RAW and JPEG of one release are one shot`(
        _ personality: Personality,
        _ place: ImageDestination,
        _ count: Int
    ) async throws {
        try await PanasonicRig.withBody(personality) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(place), until: .reflected(timeout: waitLimit))
            try await camera.property(.imageQuality).set(text: "RAW + JPEG fine", until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == count && shot.raw != nil && shot.original?.isRAW == false)
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            #expect(try await shot.raw?.contents().isEmpty == false)
        }
    }

    @Test(arguments: PanasonicRig.bodies) func `pictures for the computer are different files under one handle`(
        _ personality: Personality
    ) async throws {
        try await PanasonicRig.withBody(personality) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(.host), until: .reflected(timeout: waitLimit))
            let first = try await camera.shoot()
            #expect(try await first.original?.contents().isEmpty == false)
            let second = try await camera.shoot()
            #expect(try await second.original?.contents().isEmpty == false)
            let names = [first, second].compactMap { $0.original?.name }
            #expect(Set(names).count == 2, "\(names)")
        }
    }

    @Test func `pictures that nobody fetches are discarded when the connection ends`() async throws {
        let simulator = BodyRig.simulator()
        try await PanasonicRig.withBody(.panasonicS5, simulator) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(.host), until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1 && camera.pendingTransfers.count == 1)
        }
        // The next connection finds none.
        try await PanasonicRig.withBody(.panasonicS5, simulator) { camera in #expect(camera.pendingTransfers.isEmpty) }
    }

    @Test(arguments: PanasonicRig.bodies) func `a burst lasts while the shutter is held`(_ personality: Personality) async throws
    {
        try await PanasonicRig.withBody(personality) { camera in
            let events = camera.events
            try await camera.property(.driveMode).set(.driveMode(.continuous), until: .reflected(timeout: waitLimit))
            try await camera.pressShutter()
            var count = 0
            for await event in events {
                if case .itemAdded(let item) = event, item.kind == .image { count += 1 }
                if count == 2 { break }
            }
            try await camera.releaseShutter()
        }
    }

    @Test(arguments: PanasonicRig.bodies) func `bulb opens the shutter until it is released`(_ personality: Personality)
        async throws
    {
        try await PanasonicRig.withBody(personality) { camera in
            let events = camera.events
            let shutter = camera.property(.shutterSpeed)
            try await shutter.set(.shutterSpeed(.bulb), until: .reflected(timeout: waitLimit))
            #expect(await PanasonicRig.error { _ = try await camera.shoot() }?.code == .notAvailable)
            try await camera.pressShutter()
            try await camera.releaseShutter()
            for await event in events { if case .itemAdded(let item) = event, item.kind == .image { break } }
            try await shutter.set(.shutterSpeed(.s1_125), until: .reflected(timeout: waitLimit))
        }
    }

    // MARK: Focusing, live view, movies

    @Test func `a picture is taken also where nothing can be focused on`() async throws {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await PanasonicRig.withBody(.panasonicGH5, simulator) { camera in
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
            try await camera.engageAutoFocus()
            try await camera.disengageAutoFocus()
        }
    }

    @Test(arguments: PanasonicRig.bodies) func `frames have the level, and the focus is moved`(_ personality: Personality)
        async throws
    {
        try await PanasonicRig.withBody(personality) { camera in
            for try await frame in camera.liveView().prefix(3) {
                #expect(frame.byteCount > 100 && frame.info.rollDegrees != nil && frame.info.pitchDegrees != nil)
                for step in [
                    FocusStep(.towardsCamera, .small), FocusStep(.towardsCamera, .large), FocusStep(.towardsInfinity, .medium),
                ] {
                    try await camera.driveFocus(step)
                }
            }
        }
    }

    @Test(arguments: PanasonicRig.bodies) func `a movie is recorded, also one that is started at the body`(
        _ personality: Personality
    ) async throws {
        try await PanasonicRig.withBody(personality) { camera in
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            let status = camera.property(.vendor(code: DevicePropCode.panasonicRecordingStatus.rawValue))
            try await until("the state is shown") { status.value?.label == "Recording" }
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }
}
