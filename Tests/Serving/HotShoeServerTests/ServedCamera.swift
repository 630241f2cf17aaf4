import HotShoe
import HotShoeServer
import JSONText
import SimulatedCamera
import TestSupport
import Testing
import WebClient

/// Starts a server with a simulated camera, calls `body` on a thread that may block with its port, and stops both.
func withServer(
    _ change: (inout HotShoeServer.Options) -> Void = { _ in },
    simulator settings: (inout CameraSimulator.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (UInt16, CameraSimulator) throws -> Void
) async throws {
    var configuration = CameraSimulator.Configuration()
    configuration.speed = .instant
    configuration.pictureSize = PixelSize(width: 96, height: 64)
    configuration.liveViewSize = PixelSize(width: 96, height: 64)
    configuration.cards[0].samplePictures = 2
    configuration.serialNumber = "SIM-0001"
    settings(&configuration)
    let simulator = CameraSimulator(configuration)
    simulator.turn(.exposureMode, to: "A")
    let discovery = CameraDiscovery(clientName: "Tests", providers: [SimulatedCameraProvider([simulator])])
    discovery.start()
    _ = try await discovery.first(timeout: waitLimit)
    var options = HotShoeServer.Options()
    change(&options)
    let server = try HotShoeServer(discovery, options)
    let port = try #require(UInt16(server.url.split(separator: ":").last?.filter(\.isNumber) ?? ""))
    let result = await onOwnThread { try body(port, simulator) }
    await server.stop()
    discovery.stop()
    try result.get()
}

let json = ["Content-Type": "application/json"]
let camera = "/api/v1/cameras/SIM-0001"

extension WebClient.Answer {
    /// The body as JSON.
    var value: JSONValue { get throws { try JSONParser.parse(body.span) } }
    /// The code of a problem.
    var code: String? { get throws { try value["code"]?.string } }
}

/// A reader of a server's events, which blocks until one arrives.
struct ServedEvents {
    private let client: WebClient

    init(port: UInt16, after: String? = nil) throws {
        client = try WebClient(port: port)
        let field = after.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        client.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n")
        #expect(client.head().fields["content-type"] == "text/event-stream")
        #expect(client.line() == "retry: 2000")
        #expect(client.line() == "")
    }

    /// Returns the next line; nil at the end.
    func line() -> String? { client.line() }

    /// Waits for an event of a kind whose data satisfy a condition. Returns its identifier and its data.
    @discardableResult
    func event(_ kind: String, where isWanted: (JSONValue) -> Bool = { _ in true }) throws -> (id: String, event: JSONValue) {
        var identifier = ""
        while let line = client.line() {
            if line.hasPrefix("id: ") { identifier = String(line.dropFirst(4)) }
            guard line == "event: \(kind)", let data = client.line() else { continue }
            let bytes = Array(data.utf8.dropFirst(6))
            let event = try JSONParser.parse(bytes.span)["event"] ?? .null
            if isWanted(event) { return (identifier, event) }
        }
        Issue.record("the stream of events ended")
        return (identifier, .null)
    }
}
