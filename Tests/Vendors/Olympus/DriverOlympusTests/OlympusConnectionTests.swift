import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPOlympus
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverOlympus
@testable import PTPResponder

/// The driver with both bodies over a real socket.
@Suite(.timeLimit(.minutes(5))) struct OlympusConnectionTests {
    private static let settings: [(PropertyIdentifier, CommonValue)] = [
        (.shutterSpeed, .shutterSpeed(.s1_250)), (.shutterSpeed, .shutterSpeed(ShutterSpeed("30")!)), (.aperture, .aperture(.f8)),
        (.isoSpeed, .isoSpeed(.iso400)), (.isoSpeed, .isoSpeed(.automatic)), (.whiteBalance, .whiteBalance(.temperature)),
        (.whiteBalanceTemperature, .integer(4000)), (.focusMode, .focusMode(.continuous)), (.driveMode, .driveMode(.timerLong)),
        (.imageDestination, .imageDestination(.host)), (.flashMode, .flashMode(.off)), (.exposureMode, .exposureMode(.program)),
        (.exposureCompensation, .exposureCompensation(ExposureCompensation(Stops(thirds: -2)))),
    ]

    @Test(arguments: OlympusRig.bodies) func `settings of the camera model are set, and read back`(_ personality: Personality)
        async throws
    {
        try await OlympusRig.withBody(personality) { camera in
            #expect(
                camera.capabilities.isSuperset(of: [
                    .liveView, .focusDrive, .fileAccess, .exposureControl, .shutterControl, .clock,
                ])
            )
            #expect(camera.capabilities.isDisjoint(with: [.halfPress, .videoRecording]))
            #expect(camera.info?.model == personality.identity?.model && camera.storages.count == 2)
            for (property, value) in Self.settings {
                try await until("\(property) can be set") { camera.property(property).settable.isSettable }
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            for name in ["RAW", "RAW + JPEG fine"] {
                try await camera.property(.imageQuality).set(text: name, until: .reflected(timeout: waitLimit))
            }
            #expect(camera.property(.batteryLevel).value?.common == .batteryLevel(.full))
        }
    }

    @Test(arguments: OlympusRig.bodies) func `properties of the maker have names, and are set`(_ personality: Personality)
        async throws
    {
        try await OlympusRig.withBody(personality) { camera in
            let aspect = camera.property(.vendor(code: DevicePropCode.olympusAspectRatio.rawValue))
            #expect(aspect.value?.label == "4:3" && aspect.state.vendorName == "AspectRatio")
            try await aspect.set(text: "16:9", until: .reflected(timeout: waitLimit))
            // A number that no table has.
            let stabilizer = camera.property(.vendor(code: 0xD04B))
            try await stabilizer.set(text: "3", until: .reflected(timeout: waitLimit))
            #expect(stabilizer.value?.integer == 3 && stabilizer.state.vendorName == "ImageStabilizerMode")
            #expect(camera.property(.vendor(code: DevicePropCode.olympusControlMode.rawValue)).value?.label == "Computer")
        }
    }

    @Test(arguments: OlympusRig.bodies) func `every property of the camera model that can be set shows a name, and lists others`(
        _ personality: Personality
    ) async throws {
        try await OlympusRig.withBody(personality) { camera in
            let settable = camera.knownProperties.map { camera.property($0) }.filter { property in
                if case .vendor = property.identifier { false } else { property.settable.isSettable }
            }
            #expect(settable.count > 9)
            for property in settable {
                let value = try #require(property.value, "\(property.identifier)")
                #expect(value.common != nil || !value.label.hasPrefix("0x"), "\(property.identifier): \(value.label)")
                #expect(property.settable.values.count > 1 || property.settable.range != nil, "\(property.identifier)")
            }
        }
    }

    @Test(arguments: OlympusRig.bodies) func `control is taken, and given back`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        for _ in 0..<2 {
            try await OlympusRig.withBody(personality, simulator) { camera in
                let shot = try await camera.shoot()
                #expect(shot.files.count == 1)
            }
        }
    }

    // MARK: Pictures

    private static let places: [(Personality, ImageDestination)] = [
        (.om1, .camera), (.om1, .host), (.olympusEM1II, .camera), (.olympusEM1II, .host),
    ]

    @Test(arguments: places) func `RAW and JPEG of one release are one shot`(
        _ personality: Personality,
        _ place: ImageDestination
    ) async throws {
        try await OlympusRig.withBody(personality) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(place), until: .reflected(timeout: waitLimit))
            try await camera.property(.imageQuality).set(text: "RAW + JPEG fine", until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == 2 && shot.raw != nil && shot.original?.isRAW == false)
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            #expect(try await shot.raw?.contents().isEmpty == false)
        }
    }

    @Test(arguments: OlympusRig.bodies) func `a burst lasts while the shutter is held`(_ personality: Personality) async throws {
        try await OlympusRig.withBody(personality) { camera in
            let events = camera.events
            let drive: DriveMode = personality.name == "olympus-om-1" ? .continuous : .continuousHigh
            try await camera.property(.driveMode).set(.driveMode(drive), until: .reflected(timeout: waitLimit))
            try await camera.pressShutter()
            var count = 0
            for await event in events {
                if case .itemAdded(let item) = event, item.kind == .image { count += 1 }
                if count == 2 { break }
            }
            try await camera.releaseShutter()
        }
    }

    @Test func `bulb opens the shutter until it is released`() async throws {
        let simulator = BodyRig.simulator()
        try await OlympusRig.withBody(.om1, simulator) { camera in
            let events = camera.events
            simulator.turn(.exposureMode, to: "bulb")
            try await until("the shutter speed is bulb") { camera.property(.shutterSpeed).value?.shutterSpeed == .bulb }
            #expect(await OlympusRig.error { _ = try await camera.shoot() }?.code == .notAvailable)
            try await camera.pressShutter()
            try await camera.releaseShutter()
            for await event in events { if case .itemAdded(let item) = event, item.kind == .image { break } }
        }
    }

    // MARK: Live view

    @Test(arguments: OlympusRig.bodies) func `frames are pictures, and the focus is moved`(_ personality: Personality)
        async throws
    {
        try await OlympusRig.withBody(personality) { camera in
            for try await frame in camera.liveView().prefix(3) {
                #expect(frame.byteCount > 100)
                for amount in FocusStep.Amount.allCases {
                    try await camera.driveFocus(FocusStep(.towardsCamera, amount))
                    try await camera.driveFocus(FocusStep(.towardsInfinity, amount))
                }
            }
            let mode = camera.property(.vendor(code: DevicePropCode.olympusLiveViewMode.rawValue))
            try await until("live view is off") { mode.value?.label == "Off" }
        }
    }
}
