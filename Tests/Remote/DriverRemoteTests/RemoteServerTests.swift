import AnsweringServer
import CameraModel
import DriverRemote
import HTTPTransport
import HotShoeSupport
import TestSupport
import Testing
import WebServer

private func json(_ text: String, _ status: Int = 200) -> WebResponse {
    WebResponse(status, text: text, type: "application/json")
}

private let session = #"{"tokenNeeded":false,"authorized":true,"readOnly":false,"deletion":true,"saving":false,"version":"1"}"#

/// Connects to a camera of a server, and returns the error.
private func connectionError(_ answer: @escaping @Sendable (WebRequest) async -> WebResponse) async throws -> CameraError? {
    let server = try WebServer(WebServer.Options(), handler: TestHandler(answer))
    let address = try RemoteAddress("http://127.0.0.1:\(server.port)/cam")
    let description = CameraDescription(identifier: CameraIdentifier("x"), family: .generic, transport: .network)
    let camera = Camera(description, driver: RemoteCameraDriver(address, time: SystemClock.shared))
    var failure: CameraError?
    do throws(CameraError) {
        try await camera.connect(ConnectOptions(timeout: waitLimit))
        await camera.disconnect()
    } catch { failure = error }
    await server.stop()
    return failure
}

/// A stream of one piece, and then the end.
private func piece(_ text: String) -> TestStream { TestStream { $0 == 1 ? Array(text.utf8) : nil } }

/// A stream of one piece, and then nothing until it is cancelled.
private func openPiece(_ text: String) -> TestStream {
    TestStream {
        if $0 == 1 { return Array(text.utf8) }
        await untilCancelled()
        return nil
    }
}

@Suite("Servers that answer wrongly", .timeLimit(.minutes(2)))
struct RemoteServerTests {
    @Test("something that is no hotshoe serve")
    func noServer() async throws {
        for answer in [json("<html>"), json("{}"), json("[]"), json("", 404), json(#"{"authorized":"yes"}"#), json("{}", 302)] {
            let error = try #require(try await connectionError { _ in answer })
            #expect(error.code == .connectionRefused && error.message.contains("is not `hotshoe serve`"))
        }
    }

    @Test("an address without a server")
    func nobody() async throws {
        // The port of a server that has stopped.
        let server = try WebServer(WebServer.Options(), handler: TestHandler { _ in json("{}") })
        let port = server.port
        await server.stop()
        let remote = try RemoteServer(HTTPServer(origin: "http://127.0.0.1:\(port)"))
        let error = await #expect(throws: CameraError.self) { _ = try await remote.permissions() }
        #expect(error?.code == .connectionRefused && error?.message.hasPrefix("No server answers at http://127.0.0.1:") == true)
        remote.client.close()
    }

    @Test("a token that is missing or wrong")
    func token() async throws {
        let text = #"{"tokenNeeded":true,"authorized":false,"readOnly":false,"deletion":true}"#
        #expect(try await connectionError { _ in json(text) }?.code == .authenticationFailed)
    }

    @Test(
        "reports that are malformed, too early at an end, or refused",
        arguments: [
            (#"{"connection":{"state":"connected"}}"# + "\nnonsense\n", CameraError.Code.protocolFailure),
            (#"{"name":5}"# + "\n", .protocolFailure), (#"{"connection":{"state":"connected"}}"# + "\n", .connectionLost),
            ("", .connectionLost),
            // Complete without an identity.
            (#"{"complete":true}"# + "\n", .protocolFailure),
        ]
    )
    func reports(_ text: String, _ code: CameraError.Code) async throws {
        let error = try await connectionError { request in
            switch request.path.last {
            case "session": json(session)
            case "changes":
                WebResponse(200, fields: [("Content-Type", "application/jsonl")], body: .stream(piece(text), length: nil))
            default: json("{}")
            }
        }
        #expect(error?.code == code)
    }

    @Test("a server that asks without end is refused")
    func questions() async throws {
        let question = #"{"question":{"kind":"confirm","isRetry":true}}"# + "\n"
        let error = try await connectionError { request in
            switch request.path.last {
            case "session": json(session)
            case "changes": WebResponse(200, body: .stream(piece(String(repeating: question, count: 1000)), length: nil))
            default: json("{}")
            }
        }
        #expect(error?.code == .protocolFailure || error?.code == .cancelled)
    }

    @Test(
        "connecting does not wait for a camera whose reports have failed",
        arguments: [
            "nonsense\n", #"{"complete":true}"# + "\n",
            String(repeating: #"{"question":{"kind":"confirm","isRetry":true}}"# + "\n", count: 30),
        ]
    )
    func failedWhileConnecting(_ reports: String) async throws {
        let error = try await connectionError { request in
            switch request.path.last {
            case "session": return json(session)
            case "changes": return WebResponse(200, body: .stream(openPiece(reports), length: nil))
            case "authentication": return json("{}")
            default:
                // The camera waits for a person.
                await untilCancelled()
                return json("{}")
            }
        }
        #expect(error?.code == .protocolFailure)
    }

    @Test("a camera that is not there, and one that refuses, have the error of the server")
    func refused() async throws {
        let problem = #"{"status":409,"code":"batteryLow","number":29,"detail":"Charge it."}"#
        let error = try await connectionError { request in
            switch request.path.last {
            case "session": json(session)
            case "changes":
                WebResponse(200, body: .stream(openPiece(#"{"connection":{"state":"connecting"}}"# + "\n"), length: nil))
            default: WebResponse(409, text: problem, type: "application/problem+json")
            }
        }
        #expect(error?.code == .batteryLow && error?.message == "Charge it.")
    }
}
