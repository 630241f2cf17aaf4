import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPSony
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverSony
@testable import PTPResponder

/// The driver with both bodies over a real socket.
@Suite(.timeLimit(.minutes(5))) struct SonyConnectionTests {
    private static let settings: [(PropertyIdentifier, CommonValue)] = [
        (.shutterSpeed, .shutterSpeed(.s1_250)), (.shutterSpeed, .shutterSpeed(ShutterSpeed("30")!)), (.aperture, .aperture(.f8)),
        (.isoSpeed, .isoSpeed(.iso400)), (.whiteBalance, .whiteBalance(.temperature)), (.focusMode, .focusMode(.continuous)),
        (.driveMode, .driveMode(.continuousLow)), (.autoFocusSystem, .autoFocusSystem(.tracking)),
        (.imageDestination, .imageDestination(.host)), (.exposureMode, .exposureMode(.program)),
        (.exposureCompensation, .exposureCompensation(ExposureCompensation(Stops(thirds: -2)))),
    ]

    @Test(arguments: SonyRig.bodies) func `settings of the camera model are set, and read back`(_ personality: Personality)
        async throws
    {
        try await SonyRig.withBody(personality) { camera in
            #expect(camera.capabilities.isSuperset(of: [.liveView, .touchFocus, .focusDrive, .videoRecording, .halfPress]))
            #expect(!camera.capabilities.contains(.fileAccess) && camera.storages.isEmpty)
            let hasArea = camera.property(.autoFocusSystem).value != nil
            for (property, value) in Self.settings where property != .autoFocusSystem || hasArea {
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            for name in ["RAW", "RAW + JPEG fine"] {
                try await camera.property(.imageQuality).set(text: name, until: .reflected(timeout: waitLimit))
            }
        }
    }

    @Test(arguments: SonyRig.bodies) func `every property of the camera model that can be set shows a name, and lists others`(
        _ personality: Personality
    ) async throws {
        try await SonyRig.withBody(personality) { camera in
            let settable = camera.knownProperties.map { camera.property($0) }.filter { property in
                if case .vendor = property.identifier { false } else { property.settable.isSettable }
            }
            #expect(settable.count > 9)
            for property in settable {
                let value = try #require(property.value, "\(property.identifier)")
                #expect(value.common != nil || !value.label.hasPrefix("0x"), "\(property.identifier): \(value.label)")
                #expect(property.settable.values.count > 1 || property.settable.range != nil, "\(property.identifier)")
            }
            #expect(camera.property(.vendor(code: 0xD248)).value?.label == "Card" || personality.name == "sony-a7r-3")
            #expect(camera.property(.batteryLevel).value?.common == .batteryLevel(.full))
        }
    }

    @Test func `a value that is set by notches is pending until the body shows it, and no other is reported`() async throws {
        try await SonyRig.withBody(.sonyA7RIII) { camera in
            let shutter = camera.property(.shutterSpeed)
            try await shutter.set(.shutterSpeed(.s1_60), until: .reflected(timeout: waitLimit))
            let seen = Guarded<[PropertyState]>([])
            let observation = shutter.observe { change in seen.withLock { $0.append(change.new) } }
            try await shutter.set(.shutterSpeed(.s1_1000), until: .reflected(timeout: waitLimit))
            observation.cancel()
            let states = seen.withLock { $0 }
            // The end of the first change may be reported after it was reflected.
            let begun = states.first { $0.pending?.shutterSpeed != .s1_60 && $0.pending != nil }
            #expect(begun?.pending?.shutterSpeed == .s1_1000 && begun?.value?.shutterSpeed == .s1_60)
            let shown = states.compactMap { $0.value?.shutterSpeed }
            #expect(shown.allSatisfy { $0 == .s1_60 || $0 == .s1_1000 }, "\(shown)")
        }
    }

    @Test func `a second value replaces the first while the body moves`() async throws {
        try await SonyRig.withBody(.sonyA7RIII) { camera in
            let iso = camera.property(.isoSpeed)
            try await iso.set(.isoSpeed(.iso100), until: .reflected(timeout: waitLimit))
            async let first: Void = iso.set(.isoSpeed(.iso3200))
            async let second: Void = iso.set(.isoSpeed(.iso800))
            _ = try await (first, second)
            try await until("one of the two is shown") {
                iso.value?.isoSpeed == .iso800 || iso.value?.isoSpeed == .iso3200
            }
            try await iso.set(.isoSpeed(.iso200), until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `a body that does not move is an error, and its value is shown`() async throws {
        // The end of the range of the lens: the body has f/2.8 to f/22.
        try await SonyRig.withBody(.sonyA7RIII) { camera in
            let aperture = camera.property(.aperture)
            try await aperture.set(.aperture(.f22), until: .reflected(timeout: waitLimit))
            let error = await SonyRig.error { try await aperture.set(.aperture(Aperture(fNumber: 32)!)) }
            #expect(error?.code == .invalidValue && aperture.value?.aperture == .f22 && aperture.pendingValue == nil)
        }
    }

    // MARK: Pictures

    private static let places: [(Personality, ImageDestination, Int)] = [
        (.sonyA7IV, .host, 1), (.sonyA7RIII, .host, 1), (.sonyA7IV, .cameraAndHost, 1), (.sonyA7RIII, .cameraAndHost, 1),
    ]

    @Test(arguments: places) func `RAW and JPEG of one release are one shot`(
        _ personality: Personality,
        _ place: ImageDestination,
        _: Int
    ) async throws {
        try await SonyRig.withBody(personality) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(place), until: .reflected(timeout: waitLimit))
            try await camera.property(.imageQuality).set(text: "RAW + JPEG fine", until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == 2 && shot.raw != nil && shot.original?.isRAW == false)
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            #expect(try await shot.raw?.contents().isEmpty == false)
        }
    }

    @Test(arguments: SonyRig.bodies) func `a picture for the card only is complete without files`(_ personality: Personality)
        async throws
    {
        try await SonyRig.withBody(personality) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(.camera), until: .reflected(timeout: waitLimit))
            #expect(try await camera.shoot().files.isEmpty)
        }
    }

    @Test(arguments: SonyRig.bodies) func `pictures that are in the buffer do not count as files of the next`(
        _ personality: Personality
    )
        async throws
    {
        let simulator = BodyRig.simulator()
        try await SonyRig.withBody(personality, simulator) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(.host), until: .reflected(timeout: waitLimit))
            let first = try await camera.shoot()
            let second = try await camera.shoot()
            let names = [first, second].compactMap { $0.original?.name }
            #expect(Set(names).count == 2, "\(names)")
            #expect(try await first.original?.contents().isEmpty == false)
            #expect(try await second.original?.contents().isEmpty == false)
        }
    }

    @Test(arguments: SonyRig.bodies) func `bulb opens the shutter until it is released`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        try await SonyRig.withBody(personality, simulator) { camera in
            simulator.turn(.exposureMode, to: "bulb")
            try await until("the shutter speed is bulb") { camera.property(.shutterSpeed).value?.shutterSpeed == .bulb }
            let refused = await SonyRig.error { _ = try await camera.shoot() }
            #expect(refused?.code == .notAvailable)
            try await camera.pressShutter()
            try await camera.releaseShutter()
            try await until("the picture is offered") { !camera.pendingTransfers.isEmpty }
        }
    }

    // MARK: Focusing, live view, movies

    @Test(arguments: SonyRig.bodies) func `what cannot be focused on is an error, and no picture`(_ personality: Personality)
        async throws
    {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await SonyRig.withBody(personality, simulator) { camera in
            #expect(await SonyRig.error { _ = try await camera.shoot() }?.code == .focusFailed)
            _ = try await camera.shoot()
        }
    }

    @Test(arguments: SonyRig.bodies) func `frames have focus areas, and a touch moves them`(_ personality: Personality)
        async throws
    {
        try await SonyRig.withBody(personality) { camera in
            for try await frame in camera.liveView().prefix(2) {
                #expect(!frame.info.focusAreas.isEmpty && frame.info.space.width > 0)
                try await camera.touchFocus(
                    at: Point(x: Double(frame.info.space.width) / 4, y: Double(frame.info.space.height) / 4)
                )
                try await camera.driveFocus(FocusStep(.towardsCamera, .medium))
            }
        }
    }

    @Test func `what the body follows is a focus area too`() async throws {
        try await SonyRig.withBody(.sonyA7IV) { camera in
            let system = camera.property(.autoFocusSystem)
            for (wanted, count) in [(AutoFocusSystem.singlePoint, 1), (.tracking, 2)] {
                try await system.set(.autoFocusSystem(wanted), until: .reflected(timeout: waitLimit))
                var isSeen = false
                // The first frames are older than the setting.
                for try await frame in camera.liveView().prefix(20) where !isSeen {
                    let areas = frame.info.focusAreas
                    isSeen = areas.contains { area in area.isActive && areas.count { $0.rect == area.rect } == count }
                }
                #expect(isSeen, "\(wanted)")
            }
        }
    }

    @Test func `a lens with a motor is zoomed by speed`() async throws {
        var model = SonyModel.a7iv
        model.hasMotorZoom = true
        try await SonyRig.withBody(.sony(model)) { camera in
            let zoom = camera.property(.vendor(code: 0xD2DD))
            #expect(zoom.settable.range == NumericRange(minimum: -8, maximum: 8, step: 1))
            for speed in ["3", "-8", "0"] { try await zoom.set(text: speed) }
            #expect(await SonyRig.error { try await zoom.set(text: "9") }?.code == .invalidValue)
        }
        try await SonyRig.withBody(.sonyA7IV) { camera in
            #expect(!camera.property(.vendor(code: 0xD2DD)).settable.isSettable)
        }
    }

    @Test func `live view is enlarged in version 3, and not in version 2`() async throws {
        try await SonyRig.withBody(.sonyA7IV) { camera in
            #expect(camera.capabilities.isSuperset(of: [.liveViewCrop, .liveViewPan]))
            for try await frame in camera.liveView().prefix(1) {
                let space = frame.info.space
                try await camera.setLiveViewCrop(
                    Rect(x: 10, y: 10, width: Double(space.width) / 8, height: Double(space.height) / 8)
                )
                try await until("live view is enlarged") {
                    camera.property(.liveViewZoom).value?.common == .zoom(ZoomLevel(factor: 5))
                }
                try await camera.panLiveView(to: Point(x: Double(space.width) / 2, y: Double(space.height) / 2))
                try await camera.setLiveViewCrop(nil)
            }
        }
        try await SonyRig.withBody(.sonyA7RIII) { camera in #expect(!camera.capabilities.contains(.liveViewCrop)) }
    }

    @Test(arguments: SonyRig.bodies) func `a movie is recorded`(_ personality: Personality) async throws {
        try await SonyRig.withBody(personality) { camera in
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }
}
