import AnsweringServer
import Dispatch
import Glibc
import HotShoeSupport
import Sockets
import TestSupport
import Testing
import WebClient
import WebServer

/// Starts a server, connects a client on a thread that may block, and stops the server.
func withServer(
    _ handler: TestHandler = TestHandler(),
    _ options: WebServer.Options = WebServer.Options(),
    _ body: @escaping @Sendable (UInt16) throws -> Void
) async throws {
    let server = try WebServer(options, handler: handler)
    let result = await onOwnThread { try body(server.port) }
    await server.stop()
    #expect(server.connectionCount == 0)
    try result.get()
}

struct Broken: Error {}

@Suite struct WebServerTests {
    @Test("A listening socket of another program is used, and closed at the end") func inherited() async throws {
        let socket = try Socket.listening(on: .loopback(port: 0))
        let descriptor = dup(socket.descriptor)
        #expect(WebServer.isLoopback(descriptor))
        let identity = Self.identity(descriptor)
        #expect(identity != nil)
        var options = WebServer.Options()
        options.listeningDescriptor = descriptor
        try await withServer(TestHandler(), options) { port in
            #expect(port == socket.localAddress?.port)
            let answer = try WebClient(port: port).request("GET", "/a")
            #expect(answer.status == 200)
        }
        // Another test may have the number by now, but not this socket.
        #expect(Self.identity(descriptor) != identity)
    }

    /// The number of a descriptor's file; nil for one that is closed.
    private static func identity(_ descriptor: Int32) -> UInt? {
        var file = stat()
        return unsafe fstat(descriptor, &file) == 0 ? file.st_ino : nil
    }

    @Test("A descriptor that is no listening socket is refused") func notListening() throws {
        let file = unsafe open("/dev/null", O_RDONLY)
        defer { close(file) }
        var options = WebServer.Options()
        options.listeningDescriptor = file
        #expect(throws: WebServerError.self) { _ = try WebServer(options, handler: TestHandler()) }
        #expect(!WebServer.isLoopback(file))
    }

    @Test("Requests on one connection are answered in their order") func keepsConnection() async throws {
        try await withServer { port in
            let client = try WebClient(port: port)
            #expect(client.request("GET", "/a/b%2Fc?x=1").text == "GET [\"a\", \"b/c\"] 0")
            #expect(client.request("PUT", "/", body: "12345").text == "PUT [] 5")
            #expect(client.request("HEAD", "/a").status == 200)
            #expect(client.request("DELETE", "/a/").text == "DELETE [\"a\"] 0")
            // Two together.
            client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.answer().text == "GET [\"1\"] 0")
            #expect(client.answer().text == "GET [\"2\"] 0")
        }
    }

    @Test("A body has a limit, whether or not its length is declared") func limitsBody() async throws {
        try await withServer { port in
            #expect(
                try WebClient(port: port).request("POST", "/", body: String(repeating: "a", count: 1000)).text == "POST [] 1000"
            )
            #expect(try WebClient(port: port).request("POST", "/", body: String(repeating: "a", count: 1001)).status == 413)
            // Declared and not sent.
            let client = try WebClient(port: port)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n")
            #expect(client.answer().status == 413)
            let chunked = try WebClient(port: port)
            chunked.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
            #expect(chunked.answer().text == "POST [] 5")
            let endless = try WebClient(port: port)
            endless.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<100 { endless.send("64\r\n" + String(repeating: "a", count: 100) + "\r\n") }
            #expect(endless.answer().status == 0)
        }
    }

    @Test("The bodies of all requests together have a limit") func limitsAllBodies() async throws {
        let released = Promise<Void, Never>()
        let handler = TestHandler { request in
            if request.path.first == "wait" { _ = await released.resultUnlessCancelled() }
            return WebResponse(200, text: "\(request.body.count)", type: "text/plain")
        }
        var options = WebServer.Options()
        options.bodyMemory = 1500
        try await withServer(handler, options) { port in
            func send(_ path: String, _ count: Int) throws -> WebClient {
                let client = try WebClient(port: port)
                let head = "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
                client.send(head + String(repeating: "a", count: count))
                return client
            }
            let first = try send("/wait", 1000)
            let second = try send("/wait", 1000)
            // One of the two has the memory; the connection of the other is closed.
            let small = try send("/", 400)
            #expect(small.answer().text == "400")
            released.fulfil(.success(()))
            #expect(Set([first.answer().status, second.answer().status]) == [0, 200])
            // The memory is free again soon.
            #expect(try (0..<1000).contains { _ in try send("/", 1000).answer().text == "1000" })
        }
    }

    @Test(
        "Requests with two meanings, and paths with tricks, are refused",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
            ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -3\r\n\r\nabc", 400),
            ("GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /a/%2e%2e/b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /a/%2E HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /a%00b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /a%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /% HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /%ff%fe HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /?a=%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET http://a/b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("TRACE / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
            ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 405),
            ("GET /forbidden HTTP/1.1\r\nHost: a\r\n\r\n", 403),
        ]
    ) func refuses(request: String, status: Int) async throws {
        try await withServer { port in
            let client = try WebClient(port: port)
            client.send(request)
            #expect(client.answer().status == status, "\(request)")
            // The server still answers.
            #expect(try WebClient(port: port).request("GET", "/").status == 200)
        }
    }

    @Test("A head that is too large is refused, and no more of it is kept") func limitsHead() async throws {
        try await withServer { port in
            let client = try WebClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 200_000) + "\r\n\r\n")
            #expect([431, 0].contains(client.answer().status))
            let many = try WebClient(port: port)
            many.send("GET / HTTP/1.1\r\nHost: a\r\n" + (0..<150).map { "X\($0): 1\r\n" }.joined() + "\r\n")
            #expect([431, 0].contains(many.answer().status))
            let line = try WebClient(port: port)
            line.send("GET /" + String(repeating: "a", count: 100_000) + " HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect([414, 431, 0].contains(line.answer().status))
            #expect(try WebClient(port: port).request("GET", "/").status == 200)
        }
    }

    @Test("A request that does not arrive completely in its time is disconnected") func limitsTime() async throws {
        let clock = VirtualClock()
        var options = WebServer.Options()
        options.time = clock
        options.requestTimeLimit = .seconds(10)
        // The server may start a time limit after the client has its answer: the clock advances until all are over.
        let isAdvancing = Guarded(false)
        let advance = Task {
            while !Task.isCancelled {
                if isAdvancing.withLock({ $0 }) { clock.advance(by: .seconds(11)) }
                await Task.yield()
            }
        }
        defer { advance.cancel() }
        try await withServer(TestHandler(), options) { port in
            let (silent, half, body, good) = (
                try WebClient(port: port), try WebClient(port: port), try WebClient(port: port), try WebClient(port: port)
            )
            half.send("GET / HTTP/1.1\r\nHos")
            body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            #expect(good.request("GET", "/").status == 200)
            isAdvancing.withLock { $0 = true }
            #expect(silent.isClosed)
            #expect(half.isClosed)
            #expect(body.answer().status == 0)
            #expect(good.isClosed)
            isAdvancing.withLock { $0 = false }
            #expect(try WebClient(port: port).request("GET", "/").status == 200)
        }
    }

    @Test("A connection beyond the limit waits until another has ended") func limitsConnections() async throws {
        var options = WebServer.Options()
        options.connectionLimit = 4
        try await withServer(TestHandler(), options) { port in
            var clients = try (0..<4).map { _ in try WebClient(port: port) }
            for client in clients { #expect(client.request("GET", "/").status == 200) }
            let fifth = try WebClient(port: port)
            clients.removeFirst()
            // The fifth waits in the system's queue until the first has ended.
            #expect(fifth.request("GET", "/").status == 200)
        }
    }

    @Test("A stream without a length ends with its connection") func streams() async throws {
        let handler = TestHandler { _ in
            WebResponse(200, body: .stream(TestStream { $0 <= 3 ? Array("piece \($0)\n".utf8) : nil }, length: nil))
        }
        try await withServer(handler) { port in
            let answer = try WebClient(port: port).request("GET", "/")
            #expect(answer.text == "piece 1\npiece 2\npiece 3\n")
            #expect(answer.fields["transfer-encoding"] == nil)
        }
    }

    @Test("A stream that fails closes the connection before its length is reached") func streamFails() async throws {
        let handler = TestHandler { _ in
            let stream = TestStream { number in
                if number > 1 { throw Broken() }
                return [1, 2, 3]
            }
            return WebResponse(200, body: .stream(stream, length: 10))
        }
        try await withServer(handler) { port in
            let answer = try WebClient(port: port).request("GET", "/")
            #expect(answer.status == 200)
            #expect(answer.body == [1, 2, 3])
            #expect(!answer.isComplete)
        }
    }

    @Test("A client that does not read makes no pieces, and delays no other client") func slowReader() async throws {
        let megabyte = [UInt8](repeating: 7, count: 1 << 20)
        let (slow, fast) = (TestStream { _ in megabyte }, TestStream { $0 <= 50 ? megabyte : nil })
        let handler = TestHandler { request in
            WebResponse(200, body: .stream(request.path == ["slow"] ? slow : fast, length: nil))
        }
        try await withServer(handler) { port in
            let client = try WebClient(port: port)
            client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.head().status == 200)
            #expect(try WebClient(port: port).request("GET", "/fast").body.count == 50 << 20)
            // The capacity of the system's buffers.
            #expect(slow.count <= 16)
        }
    }

    @Test("A stream ends when its client disconnects, also while it makes nothing") func clientDisconnects() async throws {
        let isCancelled = Guarded(false)
        // A client that disconnects before the second piece is requested ends the stream without that request.
        let isRequested = DispatchSemaphore(value: 0)
        let handler = TestHandler { _ in
            let stream = TestStream { number in
                if number == 1 { return [1] }
                isRequested.signal()
                await untilCancelled()
                isCancelled.withLock { $0 = Task.isCancelled }
                return nil
            }
            return WebResponse(200, body: .stream(stream, length: nil))
        }
        let server = try WebServer(WebServer.Options(), handler: handler)
        let port = server.port
        let result = await onOwnThread {
            let client = try WebClient(port: port)
            client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.head().status == 200)
            #expect(client.bytes(1) == [1])
            isRequested.wait()
        }
        try result.get()
        try await until("the connection has ended") { server.connectionCount == 0 }
        try await until("the stream was cancelled") { isCancelled.withLock { $0 } }
        await server.stop()
    }

    @Test("Stopping cancels the handlers and ends the streams") func stops() async throws {
        let isCancelled = Guarded(false)
        let (handles, streams) = (Promise<Void, Never>(), Promise<Void, Never>())
        let handler = TestHandler { request in
            if request.path == ["stream"] {
                return WebResponse(
                    200,
                    body: .stream(
                        TestStream { _ in
                            streams.fulfil(.success(()))
                            await untilCancelled()
                            return nil
                        },
                        length: nil
                    )
                )
            }
            handles.fulfil(.success(()))
            await untilCancelled()
            isCancelled.withLock { $0 = Task.isCancelled }
            return WebResponse(200)
        }
        let server = try WebServer(WebServer.Options(), handler: handler)
        let port = server.port
        let clients = await onOwnThread {
            let clients = (try WebClient(port: port), try WebClient(port: port))
            clients.0.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            clients.1.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            return Kept(clients)
        }
        _ = await (handles.result(), streams.result())
        await server.stop()
        await server.stop()
        #expect(server.connectionCount == 0)
        let kept = try clients.get()
        let closed = await onOwnThread {
            (kept.value.0.answer().status, kept.value.1.answer().body, kept.value.1.isClosed) == (0, [], true)
        }
        #expect(try closed.get())
        try await until("the handler has seen its cancellation") { isCancelled.withLock { $0 } }
    }

    @Test("Requests that arrive while the server stops end with it") func stopsDuringRequests() async throws {
        let handler = TestHandler { request in
            if request.path == ["stream"] {
                let stream = TestStream { _ in
                    await untilCancelled()
                    return nil
                }
                return WebResponse(200, body: .stream(stream, length: nil))
            }
            await untilCancelled()
            return WebResponse(200)
        }
        for round in 0..<100 {
            let server = try WebServer(WebServer.Options(), handler: handler)
            let port = server.port
            let isReady = Promise<Void, Never>()
            let sending = Task {
                await onOwnThread {
                    let clients = try (0..<12).map { _ in try WebClient(port: port) }
                    for (index, client) in clients.enumerated() {
                        if index == round % 12 { isReady.fulfil(.success(())) }
                        client.send("GET /\(index % 2 == 0 ? "stream" : "a") HTTP/1.1\r\nHost: a\r\n\r\n")
                    }
                    return Kept(clients)
                }
            }
            _ = await isReady.result()
            await server.stop()
            #expect(server.connectionCount == 0)
            _ = try await sending.value.get()
        }
    }

    @Test("An address that is in use is an error") func addressInUse() async throws {
        let server = try WebServer(WebServer.Options(), handler: TestHandler())
        var options = WebServer.Options()
        options.port = server.port
        #expect { try WebServer(options, handler: TestHandler()) } throws: { ($0 as? WebServerError)?.kind == .address }
        options.host = "192.0.2.1"
        #expect { try WebServer(options, handler: TestHandler()) } throws: { ($0 as? WebServerError)?.kind == .address }
        await server.stop()
    }

    @Test("A port that another server uses is an error, which names the port") func usedPort() async throws {
        let server = try WebServer(WebServer.Options(), handler: TestHandler { _ in WebResponse(200) })
        var options = WebServer.Options()
        options.port = server.port
        let error = #expect(throws: WebServerError.self) {
            _ = try WebServer(options, handler: TestHandler { _ in WebResponse(200) })
        }
        #expect(error?.description == "Another program uses the port \(server.port). Choose another one; 0 is a free one.")
        await server.stop()
    }

    @Test("A certificate that cannot be used is an error") func badCertificate() {
        var options = WebServer.Options()
        options.certificate = ServerCertificate(certificate: "no", key: "no")
        #expect { try WebServer(options, handler: TestHandler()) } throws: { ($0 as? WebServerError)?.kind == .certificate }
    }
}

/// A value that one thread after the other uses.
///
/// SAFETY: each test uses it from one thread at a time.
struct Kept<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
