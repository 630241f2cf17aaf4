import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPNikon
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverNikon
@testable import PTPResponder

/// The driver with both bodies over a real socket: what they require, and what they report.
@Suite(.timeLimit(.minutes(5))) struct NikonConnectionTests {
    private static let bodies: [Personality] = [.nikonZ6II, .nikonD850]

    private static func withBody(
        _ personality: Personality,
        _ simulator: CameraSimulator = BodyRig.simulator(),
        faults: [String] = [],
        _ use: (Camera) async throws -> Void
    ) async throws {
        let faults = try faults.map { try #require(ResponderFault($0)) }
        try await BodyRig.serve(simulator, BodyRig.serving(personality, faults: faults), .nikon, use)
    }

    // MARK: Properties

    @Test(arguments: bodies) func `settings of the camera model are set, and read back`(_ personality: Personality) async throws {
        try await Self.withBody(personality) { camera in
            #expect(
                camera.capabilities.isSuperset(of: [.liveView, .touchFocus, .focusDrive, .videoRecording, .halfPress, .clock])
            )
            // Needs host control, which the driver takes when access is denied.
            let wanted: [(PropertyIdentifier, CommonValue)] = [
                (.exposureMode, .exposureMode(.manual)), (.shutterSpeed, .shutterSpeed(.s1_250)),
                (.aperture, .aperture(.f8)), (.isoSpeed, .isoSpeed(.iso400)), (.whiteBalance, .whiteBalance(.temperature)),
                (.focusMode, .focusMode(.continuous)), (.driveMode, .driveMode(.continuousLow)),
                (.autoFocusSystem, .autoFocusSystem(.tracking)), (.imageDestination, .imageDestination(.host)),
                (.videoShutterSpeed, .shutterSpeed(.s1_60)),
            ]
            for (property, value) in wanted {
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            try await until("Kelvin can be set") { camera.property(.whiteBalanceTemperature).settable.isSettable }
            try await camera.property(.whiteBalanceTemperature).set(.integer(5600), until: .reflected(timeout: waitLimit))
            for name in ["RAW", "RAW + JPEG Fine"] {
                let quality = camera.property(.imageQuality)
                let value = try #require(quality.settable.values.first { $0.label == name })
                try await quality.set(value, until: .reflected(timeout: waitLimit))
            }
            let control = try #require(camera.property(.colorTone).settable.values.first { $0.label == "Vivid" })
            try await camera.property(.colorTone).set(control, until: .reflected(timeout: waitLimit))
        }
    }

    @Test(arguments: bodies) func `every property of the camera model that can be set shows a name, and lists others`(
        _ personality: Personality
    ) async throws {
        try await Self.withBody(personality) { camera in
            let settable = camera.knownProperties.map { camera.property($0) }.filter { property in
                if case .vendor = property.identifier { false } else { property.settable.isSettable }
            }
            #expect(settable.count > 10)
            for property in settable {
                let value = try #require(property.value)
                // A number without a meaning is shown as the number, and would be the only one.
                #expect(value.common != nil || Int(value.label) == nil, "\(property.identifier): \(value.label)")
                #expect(property.settable.values.count > 1 || property.settable.range != nil, "\(property.identifier)")
            }
            #expect(camera.property(.meteringMode).value?.label == "Matrix")
        }
    }

    @Test(arguments: bodies) func `a picture that was left in memory is offered`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        try await Self.withBody(personality, simulator) { camera in
            try await camera.property(.imageDestination).set(.imageDestination(.host), until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            // Live view is refused with the reason, until the picture has been fetched.
            let error = await #expect(throws: CameraError.self) { for try await _ in camera.liveView().prefix(1) {} }
            #expect(error?.message.contains("memory") == true)
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            for try await _ in camera.liveView().prefix(1) {}
            // The next picture has the same handle.
            let next = try await camera.shoot()
            #expect(try await next.original?.contents().starts(with: [0xFF, 0xD8]) == true)
        }
    }

    @Test func `both destinations give the file on the card and the offer`() async throws {
        try await Self.withBody(.nikonZ6II) { camera in
            try await camera.property(.imageDestination).set(
                .imageDestination(.cameraAndHost),
                until: .reflected(timeout: waitLimit)
            )
            let shot = try await camera.shoot()
            #expect(shot.files.count == 2)
        }
    }

    private static let places: [(Personality, ImageDestination, Int)] = [
        (.nikonZ6II, .camera, 2), (.nikonD850, .camera, 2), (.nikonZ6II, .host, 2), (.nikonD850, .host, 2),
        (.nikonZ6II, .cameraAndHost, 4),
    ]

    @Test(arguments: places) func `RAW and JPEG of one release are one shot`(
        _ personality: Personality,
        _ place: ImageDestination,
        _ count: Int
    ) async throws {
        try await Self.withBody(personality) { camera in
            let quality = camera.property(.imageQuality)
            let both = try #require(quality.settable.values.first { $0.label == "RAW + JPEG Fine" })
            try await quality.set(both, until: .reflected(timeout: waitLimit))
            try await camera.property(.imageDestination).set(.imageDestination(place), until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == count && shot.raw != nil && shot.original?.isRAW == false)
            // In any order, each with its own bytes.
            var contents: Set<[UInt8]> = []
            for file in shot.files.reversed() { contents.insert(try await file.contents()) }
            #expect(contents.count == 2 && contents.contains { $0.starts(with: [0xFF, 0xD8]) })
            // Nothing is left in the body's memory.
            #expect(camera.pendingTransfers.isEmpty)
            for try await _ in camera.liveView().prefix(1) {}
        }
    }

    // MARK: Live view

    @Test(arguments: bodies) func `frames have focus areas, the level and the state of recording`(_ personality: Personality)
        async throws
    {
        let simulator = BodyRig.simulator()
        simulator.tilt(toDegrees: -10)
        simulator.pitch(toDegrees: 12.5)
        try await Self.withBody(personality, simulator) { camera in
            try await camera.startRecording()
            var seen = 0
            for try await frame in camera.liveView().prefix(3) {
                seen += 1
                #expect(frame.info.space == PixelSize(width: 96, height: 64) && frame.info.imageRect == Rect(frame.info.space))
                #expect(!frame.info.focusAreas.isEmpty && frame.info.focusAreas.contains(where: \.isActive))
                #expect(frame.info.rollDegrees == 350 && frame.info.pitchDegrees == 12.5)
                // Only headers of Z bodies have a time code.
                #expect((frame.info.timeCode != nil) == (personality.name == "nikon-z6-2"))
            }
            #expect(seen == 3 && camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test(arguments: bodies) func `a movie that a program leaves is found by the next, which stops it`(_ personality: Personality)
        async throws
    {
        try await Self.withBody(personality) { camera in
            try await camera.startRecording()
            await camera.disconnect(DisconnectOptions(leavesRecording: true))
            try await camera.connect()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test func `live view that the body ends is started again`() async throws {
        try await Self.withBody(.nikonD850, faults: ["response=0xA00B@0x9203*2"]) { camera in
            var seen = 0
            for try await _ in camera.liveView().prefix(3) { seen += 1 }
            #expect(seen == 3)
        }
    }

    // MARK: Focus

    @Test(arguments: bodies) func `the end of the lens's range, and no focus, are errors`(_ personality: Personality) async throws
    {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await Self.withBody(personality, simulator) { camera in
            let error = await #expect(throws: CameraError.self) { try await camera.engageAutoFocus() }
            #expect(error?.code == .focusFailed)
            for try await _ in camera.liveView().prefix(1) {
                let end = await #expect(throws: CameraError.self) {
                    for _ in 0..<100 { try await camera.driveFocus(FocusStep(.towardsInfinity, .large)) }
                }
                #expect(end?.code == .focusDidNotMove)
            }
        }
    }

    // MARK: Properties with wide numbers

    @Test func `a property with a number of more than 16 bits is read and set, with the value's name`() async throws {
        try await Self.withBody(.nikonZ6II) { camera in
            let mode = camera.property(.vendor(code: 0x1D074))
            #expect(mode.value?.label == "Speed" && mode.settable.values.map(\.label) == ["Speed", "Angle"])
            #expect(mode.state.vendorName == "MovieShutterMode")
            try await mode.set(try #require(mode.settable.values.last), until: .reflected(timeout: waitLimit))
            #expect(mode.value?.label == "Angle")
            let angle = camera.property(.vendor(code: 0x1D075))
            #expect(angle.value?.integer == 18_000)
            try await angle.step(.increment)
            try await until("the angle is the next") { angle.value?.integer == 9_000 }
        }
    }

    @Test func `without the operations for them, properties with wide numbers are left out`() async throws {
        var personality = Personality.nikonZ6II
        personality.operations[.nikonGetDevicePropDescEx] = nil
        try await Self.withBody(personality) { camera in
            #expect(camera.property(.vendor(code: 0x1D074)).value == nil)
            #expect(camera.property(.shutterSpeed).value?.shutterSpeed != nil)
        }
    }

    // MARK: Bad replies

    private static let replies = [
        "", "FF", "FFFF", "FFFFFFFF", "01000240", "0100024001", "0100000002400600", "0500000001C1FFFF0001",
    ]

    @Test(arguments: bodies, replies) func `a malformed reply with events changes nothing else`(
        _ personality: Personality,
        _ bytes: String
    ) async throws {
        let operation = personality.name == "nikon-d850" ? "0x90C7" : "0x941C"
        try await Self.withBody(personality, faults: ["data=\(bytes)@\(operation)*3"]) { camera in
            let shot = try await camera.shoot()
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
        }
    }

    private static let frames = [
        "", "FF", "FFD8FFD9", "0000000000000000", "FFD8FFE00102030405060708090A0B0C0D0EFFD9",
    ]

    @Test(arguments: frames) func `a frame that is none is passed over, and the next is shown`(_ bytes: String) async throws {
        try await Self.withBody(.nikonZ6II, faults: ["data=\(bytes)@0x9428*3"]) { camera in
            var seen = 0
            for try await frame in camera.liveView().prefix(2) {
                #expect(frame.size == PixelSize(width: 96, height: 64))
                seen += 1
            }
            #expect(seen == 2)
        }
    }

    @Test func `vendor properties that cannot be listed leave the standard's`() async throws {
        try await Self.withBody(.nikonD850, faults: ["response=0x2005@0x90CA*9", "response=0xA004@0x9201"]) { camera in
            #expect(camera.property(.shutterSpeed).value?.shutterSpeed != nil)
            #expect(camera.property(.imageDestination).value == nil)
            let error = await #expect(throws: CameraError.self) { for try await _ in camera.liveView().prefix(1) {} }
            #expect(error?.code == .notAvailable)
        }
    }
}
