import CameraModel
import DriverRemote
import HotShoeSupport
import TestSupport
import Testing
import WebServer

@testable import HTTPTransport

/// A server with one answer for each request, chosen by a test.
private final class WrongServer: WebHandler {
    private let answer: @Sendable (WebRequest) -> WebResponse

    init(_ answer: @escaping @Sendable (WebRequest) -> WebResponse) { self.answer = answer }

    func screen(_ request: WebRequest) -> WebResponse? { nil }
    func bodyLimit(of request: WebRequest) -> Int { 1 << 20 }
    func respond(to request: WebRequest) async -> WebResponse { answer(request) }
    func refusal(_ status: Int, _ reason: String) -> WebResponse { WebResponse(status, text: reason, type: "text/plain") }
}

private func json(_ text: String, _ status: Int = 200) -> WebResponse {
    WebResponse(status, text: text, type: "application/json")
}

private let session = #"{"tokenNeeded":false,"authorized":true,"readOnly":false,"deletion":true,"saving":false,"version":"1"}"#

/// Connects to a camera of a server, and returns the error.
private func connectionError(_ answer: @escaping @Sendable (WebRequest) -> WebResponse) async throws -> CameraError? {
    let server = try WebServer(WebServer.Options(), handler: WrongServer(answer))
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

/// Bytes, and then the end.
private final class Pieces: WebStream {
    private let rest: Guarded<[[UInt8]]>

    init(_ pieces: [String]) { rest = Guarded(pieces.map { Array($0.utf8) }) }

    func next() async throws -> [UInt8]? { rest.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}

@Suite("Servers that answer wrongly", .timeLimit(.minutes(2)))
struct RemoteServerTests {
    @Test("something that is no hotshoe serve")
    func noServer() async throws {
        for answer in [json("<html>"), json("{}"), json("[]"), json("", 404), json(#"{"authorized":"yes"}"#), json("{}", 302)] {
            #expect(try await connectionError { _ in answer }?.code == .protocolFailure)
        }
    }

    @Test("an address without a server")
    func nobody() async throws {
        // The port of a server that has stopped.
        let server = try WebServer(WebServer.Options(), handler: WrongServer { _ in json("{}") })
        let port = server.port
        await server.stop()
        let remote = try RemoteServer(HTTPServer(origin: "http://127.0.0.1:\(port)"))
        let error = await #expect(throws: CameraError.self) { _ = try await remote.permissions() }
        #expect(error?.code == .connectionRefused)
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
                WebResponse(200, fields: [("Content-Type", "application/jsonl")], body: .stream(Pieces([text]), length: nil))
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
            case "changes": WebResponse(200, body: .stream(Pieces([String(repeating: question, count: 1000)]), length: nil))
            default: json("{}")
            }
        }
        #expect(error?.code == .protocolFailure || error?.code == .cancelled)
    }

    @Test("a camera that is not there, and one that refuses, have the error of the server")
    func refused() async throws {
        let problem = #"{"status":409,"code":"batteryLow","number":29,"detail":"Charge it."}"#
        let error = try await connectionError { request in
            switch request.path.last {
            case "session": json(session)
            case "changes":
                WebResponse(200, body: .stream(Pieces([#"{"connection":{"state":"connecting"}}"# + "\n"]), length: nil))
            default: WebResponse(409, text: problem, type: "application/problem+json")
            }
        }
        #expect(error?.code == .batteryLow && error?.message == "Charge it.")
    }
}

@Suite("Silence of streams")
struct SilenceWatchTests {
    @Test("a stream with a byte each quarter of a minute is not silent; one without for 45 s is")
    func alive() {
        var watch = SilenceWatch(limit: .seconds(45), at: .zero)
        for second in stride(from: 0, to: 600, by: 15) {
            #expect(!watch.isSilent(at: .seconds(second)))
            watch.arrived(at: .seconds(second))
        }
        #expect(!watch.isSilent(at: .seconds(585 + 45)) && watch.isSilent(at: .seconds(585 + 46)))
    }

    @Test("one whose receiver takes nothing is not silent")
    func paused() {
        var watch = SilenceWatch(limit: .seconds(45), at: .zero)
        watch.paused()
        #expect(!watch.isSilent(at: .seconds(1000)))
        watch.resumed(at: .seconds(1000))
        #expect(!watch.isSilent(at: .seconds(1045)) && watch.isSilent(at: .seconds(1046)))
    }
}

@Suite("Requests over HTTP", .timeLimit(.minutes(2)))
struct HTTPClientTests {
    private func withClient(
        _ answer: @escaping @Sendable (WebRequest) -> WebResponse,
        _ body: (HTTPClient) async throws -> Void
    ) async throws {
        let server = try WebServer(WebServer.Options(), handler: WrongServer(answer))
        let client = try HTTPClient(HTTPServer(origin: "http://127.0.0.1:\(server.port)", token: "abc"))
        do { try await body(client) } catch { Issue.record(error) }
        client.close()
        await server.stop()
    }

    @Test("a request has its method, path, fields and body")
    func exchange() async throws {
        try await withClient { request in
            let fields = request.fields
            let text = [
                request.method.rawValue, request.path.joined(separator: "|"), fields["authorization"] ?? "",
                fields["content-type"] ?? "",
                fields["expect"] ?? "none", String(decoding: request.body, as: UTF8.self),
            ]
            return WebResponse(201, text: text.joined(separator: "\n"), type: "text/plain")
        } _: { client in
            let body = HTTPRequest.Body(Array("{\"a\":1}".utf8), type: "application/json")
            for method in ["PUT", "POST", "PATCH", "DELETE"] {
                let answer = try await client.send(HTTPRequest(method, "/a%20b/c", body: body, timeLimit: waitLimit))
                #expect(answer.status == 201)
                let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines == [Substring(method), "a b|c", "Bearer abc", "application/json", "none", "{\"a\":1}"])
            }
        }
    }

    @Test("a large body arrives whole, and a large answer is refused beyond its limit")
    func large() async throws {
        try await withClient { request in
            WebResponse(
                200,
                text: "\(request.body.count)" + String(repeating: "x", count: request.body.isEmpty ? 5000 : 0),
                type: "text/plain"
            )
        } _: { client in
            let body = HTTPRequest.Body([UInt8](repeating: 7, count: 1 << 20), type: "application/octet-stream")
            let answer = try await client.send(HTTPRequest("PUT", "/x", body: body, timeLimit: waitLimit))
            #expect(String(decoding: answer.body, as: UTF8.self) == "\(1 << 20)")
            let error = await #expect(throws: HTTPError.self) {
                _ = try await client.send(HTTPRequest("GET", "/x", timeLimit: waitLimit), limit: 5000)
            }
            #expect(error?.kind == .invalidAnswer)
        }
    }

    @Test("a cancelled request ends immediately, and each one when the client is closed")
    func cancellation() async throws {
        // The answer never begins.
        final class Silent: WebStream {
            func next() async throws -> [UInt8]? {
                await SystemClock.shared.sleep(for: .seconds(600))
                return nil
            }
        }
        try await withClient { _ in
            WebResponse(200, body: .stream(Silent(), length: nil))
        } _: { client in
            let task = Task { try await client.send(HTTPRequest("GET", "/x", timeLimit: nil)) }
            task.cancel()
            let error = await #expect(throws: HTTPError.self) { _ = try await task.value }
            #expect(error?.kind == .cancelled)
            let pieces = HTTPPieces(client, HTTPRequest("GET", "/x", timeLimit: nil))
            client.close()
            let closed = await #expect(throws: HTTPError.self) { _ = try await pieces.next() }
            #expect(closed?.kind == .cancelled)
            // A closed client refuses.
            let late = await #expect(throws: HTTPError.self) {
                _ = try await client.send(HTTPRequest("GET", "/x", timeLimit: nil))
            }
            #expect(late?.kind == .cancelled)
        }
    }

    @Test("a stream of which nothing arrives ends")
    func silence() async throws {
        final class Silent: WebStream {
            func next() async throws -> [UInt8]? {
                await SystemClock.shared.sleep(for: .seconds(600))
                return nil
            }
        }
        try await withClient { _ in
            WebResponse(200, body: .stream(Silent(), length: nil))
        } _: { client in
            var request = HTTPRequest("GET", "/x", timeLimit: nil)
            request.silenceLimit = .milliseconds(100)
            let pieces = HTTPPieces(client, request)
            let error = await #expect(throws: HTTPError.self) { _ = try await pieces.next() }
            #expect(error?.kind == .timedOut)
        }
    }

    @Test("a large answer is received in pieces and in order")
    func pieces() async throws {
        final class Counting: WebStream {
            let made = Guarded(0)

            func next() async throws -> [UInt8]? {
                let number = made.withLock { made in
                    made += 1
                    return made
                }
                return number <= 64 ? [UInt8](repeating: UInt8(number), count: 1 << 18) : nil
            }
        }
        let stream = Counting()
        try await withClient { _ in
            WebResponse(200, body: .stream(stream, length: nil))
        } _: { client in
            let pieces = HTTPPieces(client, HTTPRequest("GET", "/x", timeLimit: waitLimit))
            var (count, last) = (0, UInt8(0))
            while true {
                let (head, bytes) = try await pieces.next()
                guard let bytes else { break }
                #expect(head.status == 200)
                // Ascending: nothing is repeated or out of order.
                for byte in [bytes[0], bytes[bytes.count - 1]] {
                    #expect(byte >= last)
                    last = byte
                }
                count += bytes.count
            }
            #expect(count == 64 << 18)
        }
    }
}
