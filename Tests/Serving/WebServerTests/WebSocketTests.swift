import AnsweringServer
import TestSupport
import Testing
import WebClient
import WebServer

private let handshake = [
    "Upgrade": "websocket", "Connection": "keep-alive, Upgrade", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
]

/// A frame of a client.
private func masked(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let mask: [UInt8] = [1, 2, 3, 4]
    let length: [UInt8] =
        payload.count < 126 ? [0x80 | UInt8(payload.count)] : [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    return [first] + length + mask + payload.indices.map { payload[$0] ^ mask[$0 % 4] }
}

@Suite struct WebSocketTests {
    @Test("The answer to the handshake is that of RFC 6455, section 1.3") func accepts() throws {
        var request = WebRequest(.get)
        request.fields = Dictionary(uniqueKeysWithValues: handshake.map { ($0.lowercased(), $1) })
        #expect(try #require(WebSocketHandshake(request)).accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        for (name, value) in [
            ("upgrade", "h2c"), ("connection", "close"), ("sec-websocket-version", "12"), ("sec-websocket-key", "short=="),
        ] {
            var changed = request
            changed.fields[name] = value
            #expect(WebSocketHandshake(changed) == nil, "\(name)")
            changed.fields[name] = nil
            #expect(WebSocketHandshake(changed) == nil, "no \(name)")
        }
        request.method = .post
        #expect(WebSocketHandshake(request) == nil)
    }

    @Test("Messages of a stream are binary frames; its end closes", arguments: [1, 125, 126, 65535, 65536, 300_000])
    func sends(count: Int) async throws {
        let handler = TestHandler { _ in
            WebResponse(101, body: .webSocket(TestStream { $0 <= 3 ? [UInt8](repeating: UInt8($0), count: count) : nil }))
        }
        try await withServer(handler) { port in
            let client = try WebClient(port: port)
            let answer = client.request("GET", "/", handshake)
            #expect(answer.status == 101)
            #expect(answer.fields["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
            for number in 1...3 {
                let frame = try #require(client.frame())
                #expect(frame.opcode == 2)
                #expect(frame.payload == [UInt8](repeating: UInt8(number), count: count))
            }
            #expect(client.frame().map { [$0.opcode] + $0.payload } == [8, 0x03, 0xE8])
            #expect(client.isClosed)
        }
    }

    @Test("A request without the handshake is refused with what it needs") func needsHandshake() async throws {
        let handler = TestHandler { _ in WebResponse(101, body: .webSocket(TestStream { _ in nil })) }
        try await withServer(handler) { port in
            let answer = try WebClient(port: port).request("GET", "/")
            #expect(answer.status == 426)
            #expect(answer.fields["upgrade"] == "websocket")
        }
    }

    @Test("A ping is answered, messages are ignored, and a violation closes with its code") func control() async throws {
        let handler = TestHandler { _ in
            WebResponse(
                101,
                body: .webSocket(
                    TestStream { _ in
                        while !Task.isCancelled { await Task.yield() }
                        return nil
                    }
                )
            )
        }
        let closes: [([UInt8], [UInt8])] = [
            (masked(0x88, [0x03, 0xE8]), [8, 0x03, 0xE8]),
            ([0x81, 0x01, 0x61], [8, 0x03, 0xEA]),  // not masked
            (masked(0xC1, [1]), [8, 0x03, 0xEA]),  // a reserved bit
            (masked(0x83, [1]), [8, 0x03, 0xEA]),  // an unknown kind
            (masked(0x09, [1]), [8, 0x03, 0xEA]),  // a control frame in parts
            (masked(0x82, [UInt8](repeating: 0, count: 5000)), [8, 0x03, 0xF1]),  // too long
        ]
        try await withServer(handler) { port in
            for (bytes, close) in closes {
                let client = try WebClient(port: port)
                #expect(client.request("GET", "/", handshake).status == 101)
                client.send(masked(0x81, Array("hello".utf8)) + masked(0x89, [1, 2, 3]))
                #expect(client.frame().map { [$0.opcode] + $0.payload } == [10, 1, 2, 3])
                client.send(bytes)
                #expect(client.frame().map { [$0.opcode] + $0.payload } == close)
                #expect(client.isClosed)
            }
        }
    }
}

@Suite struct WebSocketParserTests {
    @Test("Frames are the same, however their bytes arrive") func splits() {
        let bytes =
            masked(0x89, [1, 2, 3]) + masked(0x82, [UInt8](repeating: 9, count: 200)) + masked(0x89, []) + masked(0x88, [])
        let expected: [WebSocketParser.Event] = [.ping([1, 2, 3]), .ignored, .ping([]), .close]
        for cut in 0...bytes.count {
            var parser = WebSocketParser()
            #expect(parser.parse(bytes[..<cut]) + parser.parse(bytes[cut...]) == expected, "cut at \(cut)")
        }
    }

    @Test("No head makes the parser keep more than its limit, or trap") func allHeads() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var parser = WebSocketParser()
                _ = parser.parse([first, second] + [UInt8](repeating: 0xFF, count: 6000))
                #expect(parser.count <= WebSocketParser.limit)
            }
        }
    }

    @Test("After a violation nothing is parsed") func failsOnce() {
        var parser = WebSocketParser()
        #expect(parser.parse([0x81, 0x01, 0x61]) == [.failed(.protocolError)])
        #expect(parser.parse(masked(0x89, [1])) == [])
    }
}

@Suite struct SecretsTests {
    @Test("Base 64 is that of RFC 4648, section 10") func base64() {
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] { #expect(Secrets.base64(Array(text.utf8)) == encoded) }
    }

    @Test("Secrets are equal if their texts are") func compares() {
        #expect(Secrets.areEqual("abc", "abc"))
        #expect(!Secrets.areEqual("abc", "abd"))
        #expect(!Secrets.areEqual("abc", "abcd"))
        #expect(!Secrets.areEqual("", "a"))
        #expect(Secrets.random(count: 16) != Secrets.random(count: 16))
    }
}
