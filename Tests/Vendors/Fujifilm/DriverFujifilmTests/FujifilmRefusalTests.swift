import BodyRig
import CameraModel
import Exposure
import PTP
import PTPFujifilm
import PTPSession
import SimulatedCamera
import TestSupport
import Testing
import VendorKit

@testable import DriverFujifilm
@testable import PTPResponder

/// Refusals of a body, as errors of the camera model; bodies in another mode; bodies that are slow, or break the protocol.
@Suite(.timeLimit(.minutes(5))) struct FujifilmRefusalTests {
    // MARK: Connecting

    // The body does what it refuses by such a fault, and would have the priority.
    private static let connecting: [([String], CameraError.Code, String)] = [
        (["response=0xA001@get-device-prop-value*9"], .needsPhysicalInteraction, "halfway"),
        (["response=0xA001@set-device-prop-value*9"], .needsPhysicalInteraction, "halfway"),
        (
            ["response=0xA002@set-device-prop-value*99", "data=0100@get-device-prop-value*99"], .needsPhysicalInteraction,
            "halfway"
        ),
    ]

    @Test(arguments: connecting) func `a body that refuses remote control names what to do`(
        _ faults: [String],
        _ code: CameraError.Code,
        _ word: String
    ) async throws {
        let error = await FujifilmRig.error { try await FujifilmRig.withBody(.fujifilmXT4, faults: faults) { _ in } }
        #expect(error?.code == code && error?.message.contains(word) == true && error?.operation == .connect, "\(error as Any)")
    }

    @Test func `a body that offers its files only is connected for them, and its menu is named`() async throws {
        var files = Personality.fujifilmXT4
        for row in Personality.genericOperations { files.operations[row.code] = row }
        for code in [OperationCode.initiateCapture, .initiateOpenCapture, .terminateOpenCapture] { files.operations[code] = nil }
        files.listedProperties = [0x5001, 0xD16E, 0xD303, 0xD406].map { DevicePropCode(rawValue: $0) }
        files.makeVendorBody = nil
        try await FujifilmRig.withBody(files) { camera in
            #expect(camera.warnings.contains { $0.message.contains("USB TETHER SHOOTING AUTO") })
            #expect(camera.storages.count == 2 && camera.capabilities.contains(.fileAccess))
            _ = try await #require(camera.storages.first).items()
            #expect(await FujifilmRig.error { _ = try await camera.shoot() } != nil)
            #expect(!camera.capabilities.contains(.shutterControl))
        }
    }

    @Test func `a body without a priority is used by the standard, with the vendor's properties`() async throws {
        var plain = Personality.fujifilmXT3
        for row in Personality.genericOperations { plain.operations[row.code] = row }
        plain.listedProperties = [0x5005, 0x5007, 0x500D, 0x500F, 0xD001].map { DevicePropCode(rawValue: $0) }
        plain.makeVendorBody = nil
        try await FujifilmRig.withBody(plain) { camera in
            #expect(camera.property(.colorTone).value?.label == "PROVIA/Standard")
            #expect(camera.property(.shutterSpeed).value?.shutterSpeed?.isOrdinary == true)
            let shot = try await camera.shoot()
            #expect(shot.files.count == 1)
        }
    }

    // MARK: Settings

    @Test func `a value that the body has already counts as set`() async throws {
        var model = FujifilmModel.xt4
        model.refusesSameValues = true
        var personality = Personality.fujifilm(model)
        let row = try #require(personality.operations[.setDevicePropValue])
        personality.operations[row.code] = OperationRow(row.code, row.dataPhase) { device, request, data throws(Refusal) in
            let value = try await device.description(request.parameters[0]).current
            if (try? value.encoded("")) == data.bytes { throw Refusal(.fujifilmNotNow) }
            return try await row.perform(device, request, data)
        }
        try await FujifilmRig.withBody(personality) { camera in
            let compensations: [(PropertyIdentifier, CommonValue)] = [
                (.isoSpeed, .isoSpeed(.iso400)), (.aperture, .aperture(.f8)), (.whiteBalance, .whiteBalance(.daylight)),
            ]
            for (property, value) in compensations {
                for _ in 0..<2 { try await camera.property(property).set(value, until: .reflected(timeout: waitLimit)) }
            }
        }
    }

    @Test(arguments: [
        ("response=0xA001@set-device-prop-value*9", CameraError.Code.notAvailable),
        ("response=0x200F@set-device-prop-value*9", .notAvailable),
    ])
    func `a setting that the body refuses is an error, and not pending`(_ fault: String, _ code: CameraError.Code) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        try await BodyRig.serve(simulator, BodyRig.serving(.fujifilmXT4), .fujifilm) { camera, responder in
            responder.inject(try #require(ResponderFault(fault)))
            let aperture = camera.property(.aperture)
            #expect(await FujifilmRig.error { try await aperture.set(.aperture(.f8)) }?.code == code)
            #expect(aperture.pendingValue == nil)
        }
    }

    // MARK: Pictures and frames

    @Test func `a release that the body refuses is an error, and the button is released`() async throws {
        let simulator = BodyRig.simulator()
        try await BodyRig.serve(simulator, BodyRig.serving(.fujifilmXT4), .fujifilm) { camera, responder in
            responder.inject(try #require(ResponderFault("response=0xA001@initiate-capture")))
            #expect(await FujifilmRig.error { _ = try await camera.shoot() }?.code == .notAvailable)
            #expect(try await camera.shoot().files.count == 1)
        }
    }

    @Test(arguments: [
        "response=0x2019@get-object-info*3", "response=0x200F@get-object-info*3", "response=0x2002@get-object-info*2",
    ])
    func `a picture that is announced before it can be described is offered when it can`(_ fault: String) async throws {
        try await FujifilmRig.withBody(.fujifilmXT4, faults: [fault]) { camera in
            let shot = try await camera.shoot()
            #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
        }
    }

    @Test func `a body without a new frame is asked again`() async throws {
        for fault in [
            "response=0x2009@get-object-info*20", "response=0x2019@get-object*20", "response=0x2009@get-object*5",
            "data=@get-object*3",
            "response=0x2009@delete-object*9",
        ] {
            try await FujifilmRig.withBody(.fujifilmXT4, faults: [fault]) { camera in
                for try await frame in camera.liveView().prefix(2) { #expect(frame.byteCount > 100, "\(fault)") }
            }
        }
    }

    @Test func `live view that does not begin is an error`() async throws {
        try await FujifilmRig.withBody(.fujifilmXT4, faults: ["response=0xA001@initiate-open-capture*9"]) { camera in
            let error = await FujifilmRig.error { for try await _ in camera.liveView().prefix(1) {} }
            #expect(error?.code == .notAvailable)
        }
    }

    private static let damages = [
        "truncate=1@get-device-prop-value*99", "data=@get-device-prop-value*99", "data=FFFF0E@get-device-prop-value*99",
        "data=FFFF0ED201000000@get-device-prop-value*99", "truncate=3@get-object-handles*99",
        "data=FFFFFFFF01000000@get-object-handles*99", "truncate=5@get-device-prop-desc*99", "data=@get-device-prop-desc*99",
    ]

    @Test(arguments: damages) func `malformed replies end with an error or without what they had`(_ fault: String) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "M")
        try await BodyRig.serve(simulator, BodyRig.serving(.fujifilmXT4), .fujifilm) { camera, responder in
            responder.inject(try #require(ResponderFault(fault)))
            _ = await FujifilmRig.error { try await camera.property(.isoSpeed).set(.isoSpeed(.iso800)) }
            _ = await FujifilmRig.error { try await camera.driveFocus(FocusStep(.towardsCamera, .small)) }
            #expect(camera.connectionState == .connected)
        }
    }

    private static let meanings: [(ResponseCode, CameraError.Code)] = [
        (.fujifilmWrongState, .notAvailable), (.fujifilmNotNow, .busy), (.storeFull, .busy),
    ]

    @Test(arguments: meanings) func `a response has its meaning and its name`(_ code: ResponseCode, _ meaning: CameraError.Code) {
        let refused = SessionError.refused(.initiateCapture, OperationResponse(code, TransactionID(rawValue: 1)))
        let error = ResponseMeanings.fujifilm.error(refused, .shoot)
        #expect(error.code == meaning && error.response?.name == code.name(by: .fujifilm))
    }
}
