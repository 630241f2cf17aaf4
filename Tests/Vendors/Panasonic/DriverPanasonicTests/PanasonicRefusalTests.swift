import BodyRig
import CameraModel
import Exposure
import PTP
import PTPPanasonic
import PTPProperties
import PTPSession
import SimulatedCamera
import TestSupport
import Testing
import VendorKit

@testable import DriverPanasonic
@testable import PTPResponder

/// Refusals of a body, as errors of the camera model; bodies in another mode; bodies that are slow, or break the protocol.
@Suite(.timeLimit(.minutes(5))) struct PanasonicRefusalTests {
    // MARK: Connecting

    @Test(arguments: ["response=0x2005@0x9108*99", "response=0x200F@0x9108*99"])
    func `a body that describes no properties names what to do`(_ fault: String) async throws {
        let error = await PanasonicRig.error { try await PanasonicRig.withBody(.panasonicGH5, faults: [fault]) { _ in } }
        #expect(error?.code == .needsPhysicalInteraction && error?.message.contains("PC(Tether)") == true, "\(error as Any)")
        #expect(error?.operation == .connect)
    }

    @Test func `a body that lists few of its operations is used with all`() {
        var info = DeviceInfo(vendorExtension: .panasonic, manufacturer: "Panasonic", model: "DC-GH5")
        info.operations = [.getDeviceInfo, .panasonicOpenSession]
        let completed = PanasonicConnection.completed(info)
        #expect(Set(completed.operations).isSuperset(of: OperationCode.panasonicOperations))
        #expect(completed.operations.count { $0 == .panasonicOpenSession } == 1)
    }

    @Test func `a body that refuses the maker's session works without it`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: ["response=0x2005@0x9102*9"]) { camera in
            try await camera.property(.isoSpeed).set(.isoSpeed(.iso800), until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `a body without readings does not report whether it records, and does`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5.without([.panasonicGetStatus])) { camera in
            #expect(camera.property(.vendor(code: DevicePropCode.panasonicISOInUse.rawValue)).value == nil)
            try await camera.startRecording()
            #expect(camera.recording.isRecording)
            try await camera.stopRecording()
            #expect(!camera.recording.isRecording)
        }
    }

    @Test func `a body that is busy describes its groups later`() async throws {
        try await PanasonicRig.withBody(.panasonicS5, faults: ["response=0x2019@0x9108*30"]) { camera in
            try await until("the properties are there") { camera.property(.isoSpeed).value != nil }
        }
    }

    @Test func `a body in another mode is connected for its files, and the mode is named`() async throws {
        var files = Personality.panasonicGH5.without(OperationCode.panasonicOperations)
        for row in Personality.genericOperations where row.code != .initiateCapture { files.operations[row.code] = row }
        files.makeVendorBody = nil
        // The presentation by which a GX8 lists more.
        files.settings = [BodySetting(text: DevicePropCode(rawValue: 0xD406))]
        try await PanasonicRig.withBody(files) { camera in
            #expect(camera.warnings.contains { $0.message.contains("PC(Tether)") })
            #expect(camera.storages.count == 2 && camera.capabilities.contains(.fileAccess))
            _ = try await camera.storages.first?.items()
            let initiator = camera.property(.vendor(code: 0xD406))
            #expect(initiator.value?.label.hasPrefix("Windows/") == true, "\(initiator.value as Any)")
            #expect(!camera.capabilities.contains(.shutterControl))
        }
    }

    @Test func `a body in another mode that takes pictures by the standard has no warning`() async throws {
        var plain = Personality.panasonicGH5.without(OperationCode.panasonicOperations)
        for row in Personality.genericOperations { plain.operations[row.code] = row }
        plain.makeVendorBody = nil
        plain.takesPictures = true
        try await PanasonicRig.withBody(plain) { camera in
            #expect(camera.warnings.isEmpty)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    // MARK: Settings and pictures

    private static let refusals: [(String, CameraError.Code)] = [
        ("response=0x200F@0x9403*9", .notAvailable), ("response=0x2019@0x9403*99", .busy),
        ("response=0x201C@0x9403*9", .invalidValue),
    ]

    @Test(arguments: refusals) func `a setting that the body refuses is an error, and not pending`(
        _ fault: String,
        _ code: CameraError.Code
    ) async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: [fault]) { camera in
            let aperture = camera.property(.aperture)
            let error = await PanasonicRig.error { try await aperture.set(.aperture(.f8)) }
            #expect(error?.code == code && aperture.pendingValue == nil, "\(error as Any)")
        }
    }

    @Test func `a dial decides the exposure mode, and without a lens there is no aperture`() async throws {
        var configuration = CameraSimulator.Configuration()
        (configuration.hasModeDial, configuration.speed) = (true, .instant)
        let simulator = CameraSimulator(configuration)
        simulator.setLens(attached: false)
        try await PanasonicRig.withBody(.panasonicGH5, simulator) { camera in
            let mode = camera.property(.exposureMode)
            #expect(mode.value?.common == .exposureMode(.manual) && !mode.settable.isSettable)
            #expect(await PanasonicRig.error { try await mode.set(.exposureMode(.program)) } != nil)
            #expect(camera.property(.aperture).value == nil && !camera.property(.aperture).settable.isSettable)
        }
    }

    @Test func `a release that the body refuses is an error, and the next one works`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: ["response=0x200F@0x9404"]) { camera in
            let error = await PanasonicRig.error { _ = try await camera.shoot() }
            #expect(error?.code == .notAvailable && error?.message.contains("dial") == true)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test func `a press that the body refuses is released`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: ["response=0x200F@0x9404"]) { camera in
            #expect(await PanasonicRig.error { try await camera.pressShutter() }?.code == .notAvailable)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test(arguments: ["response=0x2019@0x9706*20", "data=@0x9706*3", "data=17@0x9706*3"])
    func `a body without a frame is asked again`(_ fault: String) async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: [fault]) { camera in
            for try await frame in camera.liveView().prefix(2) { #expect(frame.byteCount > 100) }
        }
    }

    @Test func `a body that hangs is busy until its state is requested`() async throws {
        try await PanasonicRig.withBody(.panasonicGH5, faults: ["body-hang@0x9403"]) { camera in
            let iso = camera.property(.isoSpeed)
            try await iso.set(.isoSpeed(.iso400), until: .reflected(timeout: waitLimit))
            try await iso.set(.isoSpeed(.iso800), until: .reflected(timeout: waitLimit))
        }
    }

    private static let damages = [
        "truncate=20@0x9108*99", "data=@0x9108*99", "data=FFFFFFFFFFFFFFFF@0x9108*99", "append=FFFFFFFFFFFFFF@0x9108*99",
        "replace=20:FFFFFFFF@0x9108*99", "data=@0x9402*99", "truncate=6@0x9402*99", "data=01@0x9414*99", "truncate=9@0x940A*9",
        "replace=8:FFFF@0x9414*99",
    ]

    @Test(arguments: damages) func `malformed properties are left out, or an error`(_ fault: String) async throws {
        let error = await PanasonicRig.error {
            try await PanasonicRig.withBody(.panasonicS5, faults: [fault]) { camera in
                try await camera.property(.isoSpeed).set(.isoSpeed(.iso800))
            }
        }
        #expect(error == nil || [.protocolFailure, .notSupported, .invalidValue].contains(error?.code), "\(error as Any)")
    }

    @Test func `events without meaning, and floods of them, change nothing`() async throws {
        let faults = ["event=0xC101@0x9403", "event=0xC102@0x9403", "event=0xC103@0x9403", "events=10000@0x9403"]
        try await PanasonicRig.withBody(.panasonicGH5, faults: faults) { camera in
            for speed in [ISOSpeed.iso200, .iso400, .iso800, .iso1600, .iso3200] {
                try await camera.property(.isoSpeed).set(.isoSpeed(speed), until: .reflected(timeout: waitLimit))
            }
            #expect(camera.connectionState.isConnected)
        }
    }
}
