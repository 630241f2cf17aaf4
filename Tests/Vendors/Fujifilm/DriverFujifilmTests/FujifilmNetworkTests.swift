import BodyRig
import CameraModel
import Exposure
import HotShoeSupport
import PTP
import PTPFujifilm
import SimulatedCamera
import TestSupport
import Testing

@testable import DriverFujifilm
@testable import PTPResponder

/// The driver with the body on a network, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct FujifilmNetworkTests {
    // MARK: Connecting

    @Test func `remote control begins in the order that bodies expect`() async throws {
        let notes = Notes()
        try await FujifilmNetworkRig.withBody(link: { NotedLink($0, notes) }) { camera in
            #expect(camera.info?.model == "X-T4" && camera.info?.manufacturer == "FUJIFILM")
            #expect(camera.info?.support == .descriptionsOnly)
            let opening = Array(notes.all.prefix(19))
            let transaction = 11
            #expect(
                opening == [
                    "1002 1", "1015 d212", "1015 df22", "1015 df25", "1015 df21", "1015 df24", "1016 df01", "1015 d212",
                    "1016 df24",
                    "902b", "101c 0", "1015 d212", "sides", "1015 d212", "1018 " + String(transaction - 1, radix: 16),
                    "1015 d212",
                    "1016 d227", "1001", "1015 d212",
                ]
            )
        }
        // Readings that are under way when the connection ends may come between.
        let ending = Array(notes.all.filter { !$0.hasPrefix("1014") && !$0.hasPrefix("1015") }.suffix(3))
        #expect(ending == ["1016 d227", "1016 df01", "1003"])
    }

    @Test func `a body that is paired with another name refuses this computer`() async throws {
        try await FujifilmNetworkRig.withResponder(pairedName: "somebody else") { camera, _ in
            let error = await FujifilmRig.error { try await camera.connect() }
            #expect(error?.code == .connectionRefused && error?.message.contains("another name") == true)
        }
        try await FujifilmNetworkRig.withResponder(pairedName: "tests") { camera, _ in try await camera.connect() }
    }

    @Test func `the confirmation by the body's user is awaited`() async throws {
        try await FujifilmNetworkRig.withResponder(faults: ["unpaired"]) { camera, responder in
            let asked = Guarded<[AuthenticationRequest.Kind]>([])
            try await camera.connect { request in asked.withLock { $0.append(request.kind) } }
            #expect(asked.withLock { $0 } == [.confirmOnCamera])
            #expect(!responder.memory.isUnpaired)
            // The body remembers it.
            await camera.disconnect()
            try await camera.connect { request in asked.withLock { $0.append(request.kind) } }
            #expect(asked.withLock { $0.count } == 1)
        }
    }

    @Test func `a confirmation that is cancelled ends connecting`() async throws {
        try await FujifilmNetworkRig.withResponder(faults: ["data=010000DF00000000@get-device-prop-value*1000"]) { camera, _ in
            let error = await FujifilmRig.error { try await camera.connect { $0.cancel() } }
            #expect(error?.code == .cancelled)
            #expect(camera.connectionState != .connected)
        }
    }

    @Test func `a caller that is cancelled while the body waits for its user gets its error`() async throws {
        try await FujifilmNetworkRig.withResponder(faults: ["data=010000DF00000000@get-device-prop-value*1000"]) { camera, _ in
            let isAsked = Promise<Void, Never>()
            let connecting = Task { try await camera.connect { _ in isAsked.fulfil(.success(())) } }
            _ = await isAsked.result()
            connecting.cancel()
            let error = await FujifilmRig.error { _ = try await connecting.value }
            #expect(error?.code == .cancelled)
        }
    }

    /// The operations of connecting, with those that have data for this side.
    private static let steps = [
        "open-session", "get-device-prop-value", "set-device-prop-value", "0x902B", "initiate-open-capture",
        "terminate-open-capture", "get-device-info",
    ]

    @Test(arguments: steps, ["close=request", "close=response"])
    func `a link that is cut in any phase of connecting is an error`(_ step: String, _ fault: String) async throws {
        try await FujifilmNetworkRig.withResponder(faults: ["\(fault)@\(step)"]) { camera, _ in
            let error = await FujifilmRig.error { try await camera.connect() }
            #expect(error?.code == .connectionLost, "\(String(describing: error))")
        }
    }

    @Test(arguments: [
        "close=acknowledged", "close=events", "packet-length=4@0x902B", "packet-length=0@get-device-info",
        "container-type=9@0x902B", "data-twice@0x902B", "announce=4294967295@0x902B",
    ])
    func `a body that breaks the protocol while connecting is an error, or connected without the rest`(_ fault: String)
        async throws
    {
        try await FujifilmNetworkRig.withResponder(faults: [fault]) { camera, _ in
            let error = await FujifilmRig.error { try await camera.connect(ConnectOptions(timeout: .seconds(5))) }
            if let error {
                #expect(
                    [.connectionLost, .protocolFailure, .timedOut].contains(error.code) && !error.message.isEmpty,
                    "\(error)"
                )
            }
        }
    }

    @Test(arguments: [
        "data=FFFFFFFF@0x902B", "data=@0x902B", "truncate=30@0x902B", "response=0x2005@0x902B", "empty-device-info",
        "response=0x2005@get-device-info", "response=0x2002@terminate-open-capture", "truncate=10@get-device-info",
        "data=00@get-device-prop-value*6", "response=0x200A@get-device-prop-value*6",
    ])
    func `a body that does not describe itself is connected nevertheless`(_ fault: String) async throws {
        try await FujifilmNetworkRig.withBody(faults: [fault]) { camera in
            #expect(camera.info?.model == "X-T4")
            #expect(camera.capabilities.isSuperset(of: [.liveView, .shutterControl]))
            for try await frame in camera.liveView().prefix(1) { #expect(frame.byteCount > 0) }
        }
    }

    @Test func `descriptions that are missing are requested one by one`() async throws {
        try await FujifilmNetworkRig.withBody(faults: ["response=0x2005@0x902B"]) { camera in
            #expect(camera.property(.aperture).value != nil)
            #expect(camera.property(.aperture).settable.isSettable)
        }
    }

    // MARK: Settings

    @Test func `settings of the camera model are set, and read back`() async throws {
        let settings: [(PropertyIdentifier, CommonValue)] = [
            (.shutterSpeed, .shutterSpeed(.s1_250)), (.aperture, .aperture(.f8)), (.isoSpeed, .isoSpeed(.iso400)),
            (.whiteBalance, .whiteBalance(.daylight)), (.focusMode, .focusMode(.continuous)),
        ]
        try await FujifilmNetworkRig.withBody { camera in
            for (property, value) in settings {
                try await camera.property(property).set(value, until: .reflected(timeout: waitLimit))
                #expect(camera.property(property).value?.common == value, "\(property)")
            }
            #expect(camera.property(.shutterSpeed).value?.code == 3906)
            #expect(camera.property(.batteryLevel).value?.common == .batteryLevel(.full))
        }
    }

    @Test func `a dial of the body is followed`() async throws {
        let simulator = BodyRig.simulator()
        try await FujifilmNetworkRig.withBody(simulator) { camera in
            simulator.turn(.aperture, to: "f/11")
            try await until("the aperture is shown") { camera.property(.aperture).value?.aperture == .f11 }
        }
    }

    // MARK: Pictures and focus

    @Test func `a picture is offered, fetched, and stays on the card`() async throws {
        try await FujifilmNetworkRig.withBody { camera in
            for _ in 0..<3 {
                let shot = try await camera.shoot()
                #expect(shot.files.count == 1)
                #expect(try await shot.original?.contents().starts(with: [0xFF, 0xD8]) == true)
            }
        }
    }

    @Test func `RAW and JPEG of one release are one shot`() async throws {
        try await FujifilmNetworkRig.withBody { camera in
            try await camera.property(.imageQuality).set(text: "RAW + JPEG fine", until: .reflected(timeout: waitLimit))
            let shot = try await camera.shoot()
            #expect(shot.files.count == 2 && shot.raw != nil)
        }
    }

    @Test func `the preview is read, without which a body does not report the end of a picture`() async throws {
        let notes = Notes()
        try await FujifilmNetworkRig.withBody(link: { NotedLink($0, notes) }) { camera in
            _ = try await camera.shoot()
            try await until("the preview is read") { notes.all.contains("9022") }
        }
    }

    @Test func `the preview is announced also if the file arrives before the camera has reported the picture`() async throws {
        let (notes, simulator) = (Notes(), BodyRig.simulator())
        let late = LateShutter(simulator) {
            try? await until("the file was announced") { notes.all.contains { $0.hasPrefix("1008") } }
        }
        let served = Camera(simulator.description, driver: late)
        try await FujifilmNetworkRig.withBody(simulator, serving: served, link: { NotedLink($0, notes) }) { camera in
            _ = try await camera.shoot()
            try await until("the preview is read") { notes.all.contains("9022") }
        }
    }

    @Test func `a refused picture is an error`() async throws {
        try await FujifilmNetworkRig.withBody(faults: ["response=0x2019@initiate-capture*1000"]) { camera in
            #expect(await FujifilmRig.error { _ = try await camera.shoot() }?.code == .busy)
        }
    }

    @Test func `focusing locks and unlocks the position of the body`() async throws {
        let notes = Notes()
        try await FujifilmNetworkRig.withBody(link: { NotedLink($0, notes) }) { camera in
            try await camera.engageAutoFocus()
            try await camera.disengageAutoFocus()
            let focusing = notes.all.filter { $0.hasPrefix("9026") || $0.hasPrefix("9027") }
            #expect(focusing == ["9026 704", "9027"])
        }
    }

    @Test func `no focus is an error`() async throws {
        let simulator = BodyRig.simulator(faults: [try #require(SimulatedFault("focus-fails"))])
        try await FujifilmNetworkRig.withBody(simulator) { camera in
            #expect(await FujifilmRig.error { try await camera.engageAutoFocus() }?.code == .focusFailed)
        }
    }

    // MARK: Live view

    @Test func `live view delivers the frames that the body sends`() async throws {
        try await FujifilmNetworkRig.withBody { camera in
            var count = 0
            for try await frame in camera.liveView().prefix(3) {
                #expect(frame.info.size == PixelSize(width: 96, height: 64))
                count += 1
            }
            #expect(count == 3)
            await camera.stopLiveView()
            for try await _ in camera.liveView().prefix(1) { count += 1 }
            #expect(count == 4)
            // A picture does not interrupt it.
            _ = try await camera.shoot()
            for try await _ in camera.liveView().prefix(1) { count += 1 }
            #expect(count == 5)
        }
    }

    @Test func `a link that is lost ends the connection and live view`() async throws {
        try await FujifilmNetworkRig.withResponder { camera, responder in
            try await camera.connect()
            for try await _ in camera.liveView().prefix(1) {}
            responder.seat.client?.leave()
            try await until("the camera is lost") { camera.connectionState == .notConnected(.connectionLost) }
        }
    }
}
