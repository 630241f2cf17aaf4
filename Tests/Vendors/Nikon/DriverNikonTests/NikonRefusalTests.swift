import BodyRig
import CameraModel
import PTP
import PTPNikon
import PTPSession
import SimulatedCamera
import TestSupport
import Testing
import VendorKit

@testable import DriverNikon
@testable import PTPResponder

/// Refusals of a body, as errors of the camera model.
@Suite(.timeLimit(.minutes(5))) struct NikonRefusalTests {
    // MARK: Responses

    private static let meanings: [(ResponseCode, CameraError.Code)] = [
        (.nikonHardwareError, .protocolFailure), (.nikonOutOfFocus, .focusFailed),
        (.nikonChangeCameraModeFailed, .notAvailable), (.nikonInvalidStatus, .notAvailable),
        (.nikonSetPropertyNotSupported, .notAvailable), (.nikonShutterSpeedBulb, .notAvailable),
        (.nikonMirrorUpSequence, .busy), (.nikonCameraModeNotAdjustFNumber, .needsPhysicalInteraction),
        (.nikonNotLiveView, .needsLiveView), (.nikonMfDriveStepEnd, .focusDidNotMove),
        (.nikonMfDriveStepInsufficiency, .focusDidNotMove), (.nikonBulbReleaseBusy, .busy),
    ]

    @Test(arguments: meanings) func `a response has its meaning and its name`(_ code: ResponseCode, _ meaning: CameraError.Code) {
        let refused = SessionError.refused(.nikonAfDrive, OperationResponse(code, TransactionID(rawValue: 1)))
        let error = ResponseMeanings.nikon.error(refused, .engageAutoFocus)
        #expect(error.code == meaning && error.operation == .engageAutoFocus && !error.message.isEmpty)
        #expect(error.response?.code == UInt32(code.rawValue) && error.response?.name == code.name(by: .nikon))
        // The standard's error for the same response gets the meaning too.
        let bare = CameraError(.protocolFailure, "", response: .init(domain: "PTP", code: UInt32(code.rawValue)))
        #expect(ResponseMeanings.nikon.refined(bare).code == meaning)
    }

    @Test func `responses without a meaning of Nikon's keep the standard's`() {
        let refused = SessionError.refused(.nikonAfDrive, OperationResponse(.storeFull, TransactionID(rawValue: 1)))
        #expect(ResponseMeanings.nikon.error(refused, .shoot).code == .storageFull)
    }

    @Test func `a request that is not supported while connecting is named`() {
        let refused = SessionError.refused(.nikonAfDrive, OperationResponse(.operationNotSupported, TransactionID(rawValue: 1)))
        let error = ResponseMeanings.nikon.error(refused, .connect)
        #expect(error.code == .notSupported && error.message.contains("AfDrive"), "\(error.message)")
        #expect(!ResponseMeanings.nikon.error(refused, .shoot).message.contains("AfDrive"))
    }

    @Test func `codes without a meaning have Nikon's names in the error, and unknown codes their numbers`() {
        func error(_ code: UInt16) -> CameraError {
            let response = OperationResponse(ResponseCode(rawValue: code), TransactionID(rawValue: 1))
            return ResponseMeanings.nikon.error(.refused(.nikonAfDrive, response), .engageAutoFocus)
        }
        #expect(error(0xA006).message == "The camera answered AfDrive with WbResetError.")
        #expect(error(0xA006).response?.name == "WbResetError")
        #expect(error(0xA0FF).message == "The camera answered AfDrive with 0xA0FF." && error(0xA0FF).response?.name == nil)
    }

    private static let refusals: [(String, CameraError.Code)] = [
        ("response=0xA002@0x90C8", .focusFailed), ("response=0x200C@0x90C8", .storageFull),
        ("response=0xA009@0x9207", .busy), ("response=0xA001@0x9207", .protocolFailure),
        ("response=0x2013@0x9207", .cardError), ("response=0x200E@0x9207", .writeProtected),
    ]

    @Test(arguments: refusals, NikonRig.bodies) func `a picture that is refused is an error, and the next is taken`(
        _ refusal: (String, CameraError.Code),
        _ personality: Personality
    ) async throws {
        try await BodyRig.serve(BodyRig.simulator(), BodyRig.serving(personality), .nikon) { camera, responder in
            responder.inject(try #require(ResponderFault(refusal.0)))
            let error = await NikonRig.error { () throws(CameraError) in _ = try await camera.shoot() }
            #expect(error?.code == refusal.1, "\(String(describing: error))")
            let shot = try await camera.shoot()
            #expect(!shot.files.isEmpty)
        }
    }

    // MARK: The mode dial

    @Test(arguments: NikonRig.bodies) func `a body that does not give up its mode dial is an error`(_ personality: Personality)
        async throws
    {
        try await NikonRig.withBody(personality, faults: ["response=0xA003@0x90C2"]) { camera in
            let error = await NikonRig.error { () throws(CameraError) in
                try await camera.property(.exposureMode).set(.exposureMode(.program), until: .accepted)
            }
            #expect(error?.code == .notAvailable && error?.response?.code == 0xA003)
            // The next attempt is requested again.
            try await camera.property(.exposureMode).set(.exposureMode(.program), until: .reflected(timeout: waitLimit))
        }
    }

    @Test func `control is requested once, and given back at the end`() async throws {
        let trace = Trace(
            Trace.Rules(
                records: { $0 == .nikonChangeCameraMode },
                repeated: [],
                busy: [.deviceBusy],
                name: { $0.description(by: .nikon) },
                response: { $0.description(by: .nikon) }
            )
        )
        try await NikonRig.withBody(.nikonZ6II, link: { TracedLink($0, trace) }) { camera in
            for mode in [ExposureMode.program, .manual, .shutterPriority] {
                try await camera.property(.exposureMode).set(.exposureMode(mode), until: .reflected(timeout: waitLimit))
            }
            #expect(trace.drain() == ["ChangeCameraMode (0x00000001) → OK"])
            await camera.disconnect()
            #expect(trace.drain() == ["ChangeCameraMode (0x00000000) → OK"])
        }
    }

    // MARK: Shutter

    @Test(arguments: NikonRig.bodies) func `a single picture is not taken at bulb`(_ personality: Personality) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "bulb")
        try await NikonRig.withBody(personality, simulator) { camera in
            let error = await NikonRig.error { () throws(CameraError) in _ = try await camera.shoot() }
            #expect(error?.code == .notAvailable && error?.message.contains("bulb") == true)
            try await camera.pressShutter()
            try await camera.releaseShutter()
        }
    }

    @Test(arguments: ["response=0x2002@0x9207", "response=0xA003@0x90C2"]) func `a shutter that does not open is released`(
        _ fault: String
    ) async throws {
        let simulator = BodyRig.simulator()
        simulator.turn(.exposureMode, to: "bulb")
        try await NikonRig.withBody(.nikonZ6II, simulator, faults: [fault]) { camera in
            let error = await NikonRig.error { () throws(CameraError) in try await camera.pressShutter() }
            #expect(error != nil)
            try await camera.pressShutter()
            try await camera.releaseShutter()
        }
    }

    @Test(arguments: NikonRig.bodies) func `a body without an operation for the end of a burst presses nothing`(
        _ personality: Personality
    ) async throws {
        try await NikonRig.withBody(personality.without(.nikonTerminateCapture)) { camera in
            let error = await NikonRig.error { () throws(CameraError) in try await camera.pressShutter() }
            #expect(error?.code == .notSupported)
        }
    }

    // MARK: Places

    private static let places: [(Point, CameraError.Code?)] = [
        (Point(x: .nan, y: 0), .invalidArgument), (Point(x: 0, y: .infinity), .invalidArgument),
        (Point(x: -.infinity, y: 0), .invalidArgument),
        // The nearest place, which is inside the picture or refused by the body.
        (Point(x: -1e300, y: 0), nil), (Point(x: 1e300, y: 1e300), .invalidArgument),
    ]

    @Test(arguments: places, NikonRig.bodies) func `a place that is no number is an error, and one outside is the nearest`(
        _ place: (Point, CameraError.Code?),
        _ personality: Personality
    ) async throws {
        try await NikonRig.withBody(personality) { camera in
            for try await _ in camera.liveView().prefix(1) {
                let error = await NikonRig.error { () throws(CameraError) in try await camera.touchFocus(at: place.0) }
                #expect(error?.code == place.1, "\(String(describing: error))")
            }
        }
    }

    @Test(arguments: NikonRig.bodies) func `a part that is too small is shown as large as the body can`(
        _ personality: Personality
    )
        async throws
    {
        try await NikonRig.withBody(personality) { camera in
            let before = await NikonRig.error { () throws(CameraError) in
                try await camera.setLiveViewCrop(Rect(x: 1, y: 1, width: 2, height: 2))
            }
            #expect(before?.code == .needsLiveView)
            for try await _ in camera.liveView().prefix(1) {
                try await camera.setLiveViewCrop(Rect(x: 40, y: 30, width: 1, height: 1))
                try await until("the view is enlarged") {
                    camera.property(.liveViewZoom).value?.common == .zoom(ZoomLevel(factor: 5))
                }
                try await camera.setLiveViewCrop(nil)
                try await until("the view is whole") {
                    camera.property(.liveViewZoom).value?.common == .zoom(ZoomLevel(factor: 1))
                }
            }
        }
    }

    // MARK: The end

    private static let endings = ["close=request@0x9207", "close=request@0x9201", "close=request@0x90C1", "close=request@0x920A"]

    @Test(arguments: endings, NikonRig.bodies) func `a body that leaves ends the call, and every later one`(
        _ fault: String,
        _ personality: Personality
    ) async throws {
        try await NikonRig.withBody(personality, faults: [fault]) { camera in
            let calls: [(String, (Camera) async -> CameraError?)] = [
                ("0x9207", { camera in await NikonRig.error { () throws(CameraError) in _ = try await camera.shoot() } }),
                ("0x9201", { camera in await NikonRig.viewError(camera) }),
                ("0x90C1", { camera in await NikonRig.error { () throws(CameraError) in try await camera.engageAutoFocus() } }),
                ("0x920A", { camera in await NikonRig.error { () throws(CameraError) in try await camera.startRecording() } }),
            ]
            let call = try #require(calls.first { fault.hasSuffix($0.0) })
            let error = await call.1(camera)
            #expect(error?.code == .connectionLost || error?.code == .notConnected, "\(String(describing: error))")
            let next = await NikonRig.error { () throws(CameraError) in _ = try await camera.shoot() }
            #expect(next?.code == .notConnected || next?.code == .connectionLost, "\(String(describing: next))")
        }
    }
}
