import BodyRig
import CameraModel
import Exposure
import PTP
import PTPSession
import PTPSony
import SimulatedCamera
import TestSupport
import Testing
import VendorKit

@testable import DriverSony
@testable import PTPResponder

/// Refusals of a body, as errors of the camera model; bodies in another mode; bodies that are slow, or break the protocol.
@Suite(.timeLimit(.minutes(5))) struct SonyRefusalTests {
    // MARK: Connecting

    private static let connecting: [(String, CameraError.Code, String)] = [
        ("response=0x2005@0x9201*9", .needsPhysicalInteraction, "PC Remote"),
        ("response=0x200F@0x9201*9", .needsPhysicalInteraction, "PC Remote"),
        ("response=0x2002@0x9202*99", .needsPhysicalInteraction, "PC Remote"),
        ("response=0xA101@0x9201*9", .authenticationFailed, "SSH"), ("response=0xA102@0x9201*9", .authenticationFailed, "SSH"),
        ("response=0xA103@0x9201*9", .authenticationFailed, "SSH"),
    ]

    @Test(arguments: connecting) func `a body that refuses remote control names what to do`(
        _ fault: String,
        _ code: CameraError.Code,
        _ word: String
    ) async throws {
        let error = await SonyRig.error { try await SonyRig.withBody(.sonyA7IV, faults: [fault]) { _ in } }
        #expect(error?.code == code && error?.message.contains(word) == true && error?.operation == .connect, "\(error as Any)")
    }

    @Test func `a body that refuses version 3 is asked for version 2`() async throws {
        try await SonyRig.withBody(.sonyA7RIII, faults: ["response=0xA104@0x9202"]) { camera in
            #expect(camera.property(.isoSpeed).settable.isSettable)
        }
    }

    @Test func `a body that describes no extension uses version 2`() async throws {
        try await SonyRig.withBody(.sonyA7RIII, faults: ["data=@0x9202*99"]) { camera in
            try await camera.property(.isoSpeed).set(.isoSpeed(.iso800), until: .reflected(timeout: waitLimit))
        }
    }

    /// The second lists the steps of connecting, and no list of properties, as the α900 does.
    @Test(arguments: [
        [
            OperationCode.sonyConnect, .sonyGetExtDeviceInfo, .sonySetExtDevicePropValue, .sonyControlDevice,
            .sonyGetAllExtDevicePropInfo,
        ], [.sonyGetAllExtDevicePropInfo],
    ])
    func `a body that offers its files only is connected for them, and its menu is named`(_ missing: [OperationCode]) async throws
    {
        var files = Personality.sonyA7IV.without(missing)
        for row in Personality.genericOperations where row.code != .initiateCapture { files.operations[row.code] = row }
        for code in [OperationCode.sonySendNetworkMode, .sonyGetNetworkMode] {
            files.operations[code] = Personality.sonyA7IV.operations[code]
        }
        files.makeVendorBody = nil
        try await SonyRig.withBody(files) { camera in
            #expect(camera.warnings.contains { $0.message.contains("PC Remote") })
            #expect(camera.storages.count == 2 && camera.capabilities.contains(.fileAccess))
            let storage = try #require(camera.storages.first)
            _ = try await storage.items()
            let error = await SonyRig.error { _ = try await camera.shoot() }
            #expect(error != nil && !camera.capabilities.contains(.shutterControl))
        }
    }

    // MARK: Settings and pictures

    @Test(arguments: [("response=0x200F@0x9205*9", CameraError.Code.notAvailable), ("response=0x2019@0x9205*99", .busy)])
    func `a setting that the body refuses is an error, and not pending`(_ fault: String, _ code: CameraError.Code) async throws {
        // The first request is the priority, while connecting.
        try await SonyRig.withBody(.sonyA7IV, faults: [fault]) { camera in
            let aperture = camera.property(.aperture)
            #expect(await SonyRig.error { try await aperture.set(.aperture(.f8)) }?.code == code)
            #expect(aperture.pendingValue == nil)
        }
    }

    @Test func `a body of version 3 that does not set the compensation is moved by notches`() async throws {
        var personality = Personality.sonyA7IV
        let row = try #require(personality.operations[.sonySetExtDevicePropValue])
        personality.operations[row.code] = OperationRow(row.code, row.dataPhase) { device, request, data throws(Refusal) in
            if request.parameters[0] == DevicePropCode.exposureBiasCompensation.rawValue { throw Refusal(.accessDenied) }
            return try await row.perform(device, request, data)
        }
        try await SonyRig.withBody(personality, mode: "A") { camera in
            let wanted = CommonValue.exposureCompensation(ExposureCompensation(Stops(thirds: 3)))
            try await camera.property(.exposureCompensation).set(wanted, until: .reflected(timeout: waitLimit))
        }
    }

    @Test(arguments: SonyRig.bodies) func `a release that the body refuses is an error, and the button is released`(
        _ personality: Personality
    )
        async throws
    {
        try await SonyRig.withBody(personality, faults: ["response=0xA105@0x9207"]) { camera in
            let error = await SonyRig.error { _ = try await camera.shoot() }
            #expect(error?.code == .busy && error?.message.contains("buffer") == true)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    @Test(arguments: ["response=0x200F@get-object-info*5", "response=0x2019@get-object-info*3"])
    func `a picture that is announced before it is ready is fetched when it is`(_ fault: String) async throws {
        try await SonyRig.withBody(.sonyA7IV, faults: [fault]) { camera in
            let shot = try await camera.shoot()
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
        }
    }

    @Test func `a body without a new frame is asked again`() async throws {
        for fault in ["response=0x200F@get-object*20", "response=0x2009@get-object*5", "data=@get-object*3"] {
            try await SonyRig.withBody(.sonyA7IV, faults: [fault]) { camera in
                for try await frame in camera.liveView().prefix(2) { #expect(frame.byteCount > 100) }
            }
        }
    }

    @Test func `without a lens there is no aperture`() async throws {
        let simulator = BodyRig.simulator()
        simulator.setLens(attached: false)
        try await SonyRig.withBody(.sonyA7IV, simulator) { camera in
            #expect(camera.property(.aperture).value == nil && !camera.property(.aperture).settable.isSettable)
        }
    }

    private static let damages = [
        "truncate=20@0x9209*9", "data=@0x9209*9", "data=FFFFFFFF00000000@0x9209*9", "append=FFFFFFFFFFFFFF@0x9209*9",
        "replace=8:0550FFFF@0x9209*9", "truncate=3@0x9202*99",
    ]

    @Test(arguments: damages) func `malformed properties are left out, or an error`(_ fault: String) async throws {
        let error = await SonyRig.error {
            try await SonyRig.withBody(.sonyA7RIII, faults: [fault]) { camera in
                try await until("the properties are there") { camera.property(.isoSpeed).value != nil }
            }
        }
        #expect(error == nil || error?.code == .protocolFailure, "\(error as Any)")
    }

    private static let meanings: [(ResponseCode, CameraError.Code)] = [
        (.sonyAuthenticationFailed, .authenticationFailed), (.sonyPasswordLengthInvalid, .authenticationFailed),
        (.sonyPasswordCharacterInvalid, .authenticationFailed), (.sonyBufferFull, .busy), (.sonyCameraError, .notAvailable),
    ]

    @Test(arguments: meanings) func `a response has its meaning and its name`(_ code: ResponseCode, _ meaning: CameraError.Code) {
        let refused = SessionError.refused(.sonyControlDevice, OperationResponse(code, TransactionID(rawValue: 1)))
        let error = ResponseMeanings.sony.error(refused, .shoot)
        #expect(error.code == meaning && error.response?.name == code.name(by: .sony))
    }
}
