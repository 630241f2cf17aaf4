import AnsweringServer
import CameraMessages
import CameraModel
import DriverRemote
import HTTPTransport
import HotShoeSupport
import TestSupport
import Testing
import WebServer

/// A camera of a server whose answers to requests below the camera's path a test makes, and the clock of its driver.
private struct ConnectedRig {
    let camera: Camera
    let clock = VirtualClock()
    private let server: WebServer

    /// Connects. `reports` follow the capabilities; `answer` receives the path below the camera, the method and the body.
    init(
        _ reports: [CameraUpdate],
        _ answer: @escaping @Sendable (_ path: String, WebRequest) async -> WebResponse
    ) async throws {
        let info = CameraInfo(manufacturer: "M", model: "N", firmwareVersion: "1", serialNumber: "2")
        let identity = CameraMessage.Identity(info: info, family: .generic, warnings: [])
        let messages: [CameraMessage] =
            [.connection(.connected), .identity(identity)] + reports.map { .update($0) } + [.complete]
        let text = messages.map(\.line).joined()
        let session = #"{"authorized":true,"readOnly":false,"deletion":true}"#
        let handler = TestHandler(limit: 1 << 16) { request in
            let below = request.path.dropFirst(4).joined(separator: "/")
            switch (request.path.last, below) {
            case ("session"?, _): return WebResponse(200, text: session, type: "application/json")
            case ("changes"?, _):
                let stream = TestStream { number in
                    if number == 1 { return Array(text.utf8) }
                    await untilCancelled()
                    return nil
                }
                return WebResponse(200, body: .stream(stream, length: nil))
            case (_, ""): return WebResponse(200, text: "{}", type: "application/json")
            default: return await answer(below, request)
            }
        }
        server = try WebServer(WebServer.Options(), handler: handler)
        let address = try RemoteAddress("http://127.0.0.1:\(server.port)/cam")
        let description = CameraDescription(identifier: CameraIdentifier("x"), family: .generic, transport: .network)
        camera = Camera(description, driver: RemoteCameraDriver(address, time: clock))
        try await camera.connect(ConnectOptions(timeout: waitLimit))
    }

    func stop() async {
        await camera.disconnect()
        await server.stop()
    }
}

@Suite("Connections to served cameras", .timeLimit(.minutes(2)))
struct RemoteConnectionTests {
    @Test("a held button is extended, and not pressed again")
    func heldButton() async throws {
        let bodies = Guarded<[String]>([])
        let rig = try await ConnectedRig([
            .capabilities([.shutterControl]), .categories(active: .stillsShooting, supported: [.stillsShooting]),
        ]) { path, request in
            guard path == "shutter", request.method == .put else { return WebResponse(200, text: "{}", type: "application/json") }
            let body = String(decoding: request.body, as: UTF8.self)
            let count = bodies.withLock { bodies in
                bodies.append(body)
                return bodies.count
            }
            // The first extension is lost; the server holds the button no more at the third.
            let problem = #"{"status":409,"code":"notHeld","detail":"The server does not hold this button any more."}"#
            switch count {
            case 2: return WebResponse(500, text: "", type: "text/plain")
            case 4...: return WebResponse(409, text: problem, type: "application/problem+json")
            default: return WebResponse(200, text: "{}", type: "application/json")
            }
        }
        try await rig.camera.pressShutter()
        for count in 2...4 {
            await rig.clock.waitForTimers()
            rig.clock.advance(by: .seconds(10))
            try await until("the server has the request") { bodies.withLock { $0.count } == count }
        }
        try await rig.camera.releaseShutter()
        let pressed = bodies.withLock { $0 }
        #expect(pressed.map { $0.contains("extend") } == [false, true, true, true])
        #expect(rig.clock.armedTimers == 0)
        await rig.stop()
    }

    @Test("an offered picture is requested again when the connection breaks, and arrives once")
    func offeredPicture() async throws {
        let offer = TransferOffer(
            identifier: .init(7),
            fileName: "A.JPG",
            created: nil,
            available: [.init(representation: .original, predictedSize: 6, fileExtension: "JPG")],
            isOnlyCopy: true,
            mustBeExecuted: false,
            item: nil
        )
        let requests = Guarded(0)
        let rig = try await ConnectedRig([
            .capabilities([.cameraInitiatedTransfer]),
            .categories(active: [.stillsShooting, .fileAccess], supported: [[.stillsShooting, .fileAccess]]),
            .transferOffered(offer),
        ]) { path, request in
            guard path == "transfers/7" else { return WebResponse(200, text: "{}", type: "application/json") }
            let number = requests.withLock { requests in
                requests += 1
                return requests
            }
            let isRepeated = String(decoding: request.body, as: UTF8.self).contains("again")
            guard isRepeated == (number > 1) else { return WebResponse(500, text: "", type: "text/plain") }
            // The first request breaks without a byte, the second one after three.
            let stream = TestStream { piece in
                if number == 1 || number == 2 && piece == 2 { throw CancellationError() }
                return piece == 1 ? Array((number == 2 ? "abc" : "abcdef").utf8) : nil
            }
            return WebResponse(200, body: .stream(stream, length: 6))
        }
        let file = try #require(rig.camera.pendingTransfers.first?.file(.original))
        let fetching = Task { try await file.contents() }
        for _ in 1...2 {
            await rig.clock.waitForTimers()
            rig.clock.advance(by: .seconds(4))
        }
        #expect(String(decoding: try await fetching.value, as: UTF8.self) == "abcdef")
        #expect(requests.withLock { $0 } == 3)
        await rig.stop()
    }
}
