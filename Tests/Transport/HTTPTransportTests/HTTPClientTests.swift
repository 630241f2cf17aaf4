import AnsweringServer
import HTTPTransport
import HotShoeSupport
import TestSupport
import Testing
import WebServer

/// A stream of which nothing arrives.
private func silent() -> TestStream {
    TestStream { _ in
        await untilCancelled()
        return nil
    }
}

@Suite("Requests over HTTP", .timeLimit(.minutes(2)))
struct HTTPClientTests {
    private func withClient(
        _ answer: @escaping @Sendable (WebRequest) -> WebResponse,
        _ body: (HTTPClient) async throws -> Void
    ) async throws {
        let server = try WebServer(WebServer.Options(), handler: TestHandler(limit: 1 << 20, answer))
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
        try await withClient { _ in
            WebResponse(200, body: .stream(silent(), length: nil))
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
        try await withClient { _ in
            WebResponse(200, body: .stream(silent(), length: nil))
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
        let stream = TestStream { $0 <= 64 ? [UInt8](repeating: UInt8($0), count: 1 << 18) : nil }
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
