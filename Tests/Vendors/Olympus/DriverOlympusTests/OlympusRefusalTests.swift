import BodyRig
import CameraModel
import DriverPTP
import Exposure
import PTP
import PTPOlympus
import PTPProperties
import PTPSession
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverOlympus
@testable import PTPResponder

/// Refusals of a body, as errors of the camera model; bodies that do not answer, or break the protocol.
@Suite(.timeLimit(.minutes(5))) struct OlympusRefusalTests {
    @Test func `a body that answers the change of its control mode late is used`() async throws {
        try await OlympusRig.withBody(.om1, faults: ["late=2s@set-device-prop-value"]) { camera in
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test func `a body that has changed its control mode without an answer is used by the next connection`() async throws {
        try await BodyRig.serve(BodyRig.simulator(), BodyRig.serving(.om1), .olympus) { camera, responder in
            await camera.disconnect()
            responder.inject(try #require(ResponderFault("no-response@set-device-prop-value")))
            let error = await OlympusRig.error { try await camera.connect() }
            #expect(error?.operation == .connect, "\(error as Any)")
            try await camera.connect()
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test func `a body that refuses control names what to do`() async throws {
        let fault = "response=0x200F@set-device-prop-value"
        let error = await OlympusRig.error { try await OlympusRig.withBody(.om1, faults: [fault]) { _ in } }
        #expect(error?.code == .needsPhysicalInteraction && error?.operation == .connect, "\(error as Any)")
    }

    @Test func `a body without the property of the dial describes the standard's`() async throws {
        var personality = Personality.olympusEM1II
        let rows = personality.properties.filter { $0.code != .olympusMode } + [StandardProperties.exposureProgramMode]
        personality = Self.copy(personality, rows)
        try await OlympusRig.withBody(personality) { camera in
            #expect(camera.property(.exposureMode).value?.common == .exposureMode(.manual))
        }
    }

    /// The body with other properties.
    private static func copy(_ personality: Personality, _ rows: [PropertyRow]) -> Personality {
        var copy = Personality(
            .olympus,
            .olympusEM1II,
            identity: personality.identity!,
            vendorExtensionVersion: 100,
            vendorExtensionDescription: "",
            operations: personality.operations,
            events: personality.events,
            properties: rows,
            formats: personality.formats
        )
        (copy.settings, copy.readings, copy.makeVendorBody) = (
            personality.settings, personality.readings, personality.makeVendorBody
        )
        return copy
    }

    private static let refusals: [(String, CameraError.Code)] = [
        ("response=0x200F@set-device-prop-value*9", .notAvailable), ("response=0x2019@set-device-prop-value*99", .busy),
        ("response=0x201C@set-device-prop-value*9", .invalidValue),
    ]

    @Test(arguments: refusals) func `a setting that the body refuses is an error, and not pending`(
        _ fault: String,
        _ code: CameraError.Code
    ) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        try await BodyRig.serve(simulator, BodyRig.serving(.om1), .olympus) { camera, responder in
            responder.inject(try #require(ResponderFault(fault)))
            let aperture = camera.property(.aperture)
            let error = await OlympusRig.error { try await aperture.set(.aperture(.f8)) }
            #expect(error?.code == code && aperture.pendingValue == nil, "\(error as Any)")
        }
    }

    @Test func `a dial decides the exposure mode, and without a lens there is no aperture`() async throws {
        var configuration = CameraSimulator.Configuration()
        (configuration.hasModeDial, configuration.speed) = (true, .instant)
        let simulator = CameraSimulator(configuration)
        simulator.setLens(attached: false)
        try await OlympusRig.withBody(.om1, simulator) { camera in
            let mode = camera.property(.exposureMode)
            #expect(mode.value?.common == .exposureMode(.manual) && !mode.settable.isSettable)
            #expect(camera.property(.aperture).value == nil && !camera.property(.aperture).settable.isSettable)
        }
    }

    @Test func `a release that the body refuses is an error, the button is released, and the next one works`() async throws {
        try await OlympusRig.withBody(.om1, faults: ["response=0x200F@0x9481"]) { camera in
            let error = await OlympusRig.error { _ = try await camera.shoot() }
            #expect(error?.code == .notAvailable && error?.message.contains("dial") == true)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test(arguments: ["response=0x2019@0x9484*20", "data=@0x9484*3", "truncate=200@0x9484*3"])
    func `a body without a frame is asked again`(_ fault: String) async throws {
        try await OlympusRig.withBody(.om1, faults: [fault]) { camera in
            for try await frame in camera.liveView().prefix(2) { #expect(frame.byteCount > 100) }
        }
    }

    private static let damages = [
        "truncate=20@0x9486*99", "data=@0x9486*99", "data=FFFFFFFF@0x9486*99", "append=FFFFFFFFFFFFFF@0x9486*99",
        "data=0300000002D003D004D0@0x9486*9", "replace=8:FFFF@get-device-prop-desc*50", "truncate=5@get-device-prop-desc*50",
    ]

    @Test(arguments: damages) func `malformed properties are left out, or an error`(_ fault: String) async throws {
        let error = await OlympusRig.error {
            try await OlympusRig.withBody(.olympusEM1II, faults: [fault]) { camera in
                try await until("the ISO speed is there") { camera.property(.isoSpeed).value != nil }
                try await camera.property(.isoSpeed).set(.isoSpeed(.iso800))
            }
        }
        #expect(
            error == nil || [.protocolFailure, .notSupported, .notAvailable, .invalidValue].contains(error?.code),
            "\(error as Any)"
        )
    }

    @Test func `events without meaning, and floods of them, change nothing`() async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        try await BodyRig.serve(simulator, BodyRig.serving(.om1), .olympus) { camera, responder in
            for fault in ["event=0xC102@0x9486", "event=0xC103@0x9486", "event=0xC108@0x9486", "events=10000@0x9486"] {
                responder.inject(try #require(ResponderFault(fault)))
            }
            for speed in [ISOSpeed.iso200, .iso400, .iso800] {
                try await camera.property(.isoSpeed).set(.isoSpeed(speed), until: .reflected(timeout: waitLimit))
            }
            #expect(camera.connectionState.isConnected)
        }
    }

    @Test func `bodies of both makers are recognised, and older ones are not`() {
        var info = DeviceInfo(manufacturer: "OMSYSTEM", model: "OM-1")
        info.operations = [.olympusCapture, .olympusGetChangedProperties]
        #expect(CameraDialect.olympus.recognises(info))
        info.manufacturer = "OLYMPUS"
        #expect(CameraDialect.olympus.recognises(info))
        info.operations = [.getDeviceInfo]
        #expect(!CameraDialect.olympus.recognises(info))
        info.operations = [.olympusCapture, .olympusGetChangedProperties]
        info.manufacturer = "Canon"
        #expect(!CameraDialect.olympus.recognises(info))
    }
}
