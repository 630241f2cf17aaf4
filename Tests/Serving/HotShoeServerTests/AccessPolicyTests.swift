import HotShoe
import TestSupport
import Testing
import WebServer

@testable import HotShoeServer

@Suite struct AccessPolicyTests {
    private typealias Refusal = AccessPolicy.Refusal

    private static func refusal(
        _ policy: AccessPolicy = AccessPolicy(),
        _ method: WebRequest.Method = .get,
        _ fields: [String: String] = [:],
        guesses: inout TokenGuesses,
        at now: Duration = .zero
    ) -> AccessPolicy.Refusal? {
        let fields = ["host": "127.0.0.1:8080"].merging(fields) { $1 }
        let access: AccessPolicy.Access = method == .get ? .reading : method == .delete ? .deletion : .change
        return policy.refusal(of: WebRequest(method, fields: fields), access, guesses: &guesses, at: now)
    }

    private static func refusal(
        _ policy: AccessPolicy = AccessPolicy(),
        _ method: WebRequest.Method = .get,
        _ fields: [String: String] = [:]
    ) -> AccessPolicy.Refusal? {
        var guesses = TokenGuesses()
        return refusal(policy, method, fields, guesses: &guesses)
    }

    @Test(
        "Loopback names and numeric addresses are this server's",
        arguments: [
            "localhost", "LOCALHOST:8080", "cam.localhost", "127.0.0.1", "192.168.1.5:80", "[::1]:8080", "[fe80::1]",
            "studio.example:1",
        ]
    ) func ownHosts(host: String) {
        var policy = AccessPolicy()
        policy.names = ["studio.example"]
        #expect(Self.refusal(policy, .get, ["host": host]) == nil)
    }

    @Test(
        "Other names are refused: an attacker's may resolve to this address",
        arguments: [
            "evil.example", "", "127.0.0.1.evil.example", "localhost.evil.example", "1.2.3", "1.2.3.256", "[::1", "[evil]",
            "0x7f.0.0.1", "user@localhost",
        ]
    ) func otherHosts(host: String) { #expect(Self.refusal(AccessPolicy(), .get, ["host": host]) == .unknownHost) }

    @Test("Origins of other sites are refused, for reading too") func origins() {
        for origin in [
            "http://evil.example", "null", "https://127.0.0.1:8080", "http://127.0.0.1:8081", "http://127.0.0.1",
            "http://localhost:8080",
        ] {
            #expect(Self.refusal(AccessPolicy(), .get, ["origin": origin]) == .otherOrigin, "\(origin)")
        }
        #expect(Self.refusal(AccessPolicy(), .post, ["origin": "http://127.0.0.1:8080"]) == nil)
        for site in ["cross-site", "same-site", "other"] {
            #expect(Self.refusal(AccessPolicy(), .get, ["sec-fetch-site": site]) == .otherOrigin)
            #expect(Self.refusal(AccessPolicy(), .get, ["sec-fetch-site": site, "sec-fetch-mode": "navigate"]) == nil)
            #expect(Self.refusal(AccessPolicy(), .post, ["sec-fetch-site": site, "sec-fetch-mode": "navigate"]) == .otherOrigin)
        }
        #expect(Self.refusal(AccessPolicy(), .get, ["sec-fetch-site": "same-origin"]) == nil)
    }

    @Test("A change that a form of another site could send is refused") func forms() {
        #expect(Self.refusal(AccessPolicy(), .post) == .unprovenOrigin)
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain; application/json"] {
            #expect(Self.refusal(AccessPolicy(), .post, ["content-type": type]) == .unprovenOrigin, "\(type)")
        }
        #expect(Self.refusal(AccessPolicy(), .post, ["content-type": "application/json; charset=utf-8"]) == nil)
        #expect(Self.refusal(AccessPolicy(), .put) == nil)
        #expect(Self.refusal(AccessPolicy(token: "12345678"), .post, ["authorization": "Bearer 12345678"]) == nil)
    }

    @Test("With a token each request needs it, in its field or its cookie") func tokens() {
        let policy = AccessPolicy(token: "correct-token")
        #expect(Self.refusal(policy) == .token(isWrong: false))
        #expect(Self.refusal(policy, .get, ["authorization": "Basic correct-token"]) == .token(isWrong: false))
        #expect(Self.refusal(policy, .get, ["authorization": "Bearer correct-tokem"]) == .token(isWrong: true))
        #expect(Self.refusal(policy, .get, ["authorization": "Bearer "]) != nil)
        #expect(Self.refusal(policy, .get, ["authorization": "bearer correct-token"]) == nil)
        #expect(Self.refusal(policy, .get, ["cookie": "a=b; hotshoe-token-8080=correct-token"]) == nil)
        #expect(Self.refusal(policy, .get, ["cookie": "xhotshoe-token-8080=correct-token"]) == .token(isWrong: false))
        #expect(Self.refusal(policy, .get, ["cookie": "hotshoe-token-8081=correct-token"]) == .token(isWrong: false))
    }

    @Test("A cookie does not prove that the server's own page sent a change") func cookieIsNoProof() {
        let policy = AccessPolicy(token: "correct-token")
        let cookie = ["cookie": "hotshoe-token-8080=correct-token"]
        #expect(Self.refusal(policy, .post, cookie) == .unprovenOrigin)
        #expect(Self.refusal(policy, .post, cookie.merging(["content-type": "text/plain"]) { $1 }) == .unprovenOrigin)
        #expect(Self.refusal(policy, .post, cookie.merging(["origin": "http://127.0.0.1:8080"]) { $1 }) == nil)
        #expect(Self.refusal(policy, .post, cookie.merging(["content-type": "application/json"]) { $1 }) == nil)
    }

    @Test("Public routes need no token, and a form of another site cannot send their requests") func everybody() {
        var policy = AccessPolicy(token: "correct-token")
        policy.isReadOnly = true
        var guesses = TokenGuesses()
        func refusal(_ method: WebRequest.Method, _ fields: [String: String] = [:]) -> AccessPolicy.Refusal? {
            let request = WebRequest(method, fields: ["host": "localhost"].merging(fields) { $1 })
            return policy.refusal(of: request, .everybody, guesses: &guesses, at: .zero)
        }
        #expect(refusal(.get) == nil)
        #expect(refusal(.get, ["host": "evil.example"]) == .unknownHost)
        #expect(refusal(.post) == .unprovenOrigin)
        #expect(refusal(.post, ["content-type": "application/json"]) == nil)
        #expect(refusal(.post, ["content-type": "application/json", "origin": "http://evil.example"]) == .otherOrigin)
    }

    @Test("After ten wrong tokens in a minute the right one is refused too, for that client") func guesses() {
        let policy = AccessPolicy(token: "correct-token")
        var guesses = TokenGuesses()
        for second in 0..<10 {
            let refusal = Self.refusal(
                policy,
                .get,
                ["authorization": "Bearer wrong-\(second)"],
                guesses: &guesses,
                at: .seconds(second)
            )
            #expect(refusal == .token(isWrong: true))
        }
        let right = ["authorization": "Bearer correct-token"]
        #expect(Self.refusal(policy, .get, right, guesses: &guesses, at: .seconds(59)) == .tooManyGuesses)
        #expect(Self.refusal(policy, .get, right, guesses: &guesses, at: .seconds(60)) == nil)
        var other = WebRequest(.get, fields: right.merging(["host": "localhost"]) { $1 })
        other.peer = "192.168.1.9"
        #expect(policy.refusal(of: other, .reading, guesses: &guesses, at: .seconds(59)) == nil)
    }

    @Test("The token of an earlier run, which a browser sends again and again, is one guess") func stale() {
        let policy = AccessPolicy(token: "correct-token")
        var guesses = TokenGuesses()
        let stale = ["cookie": "hotshoe-token-8080=earlier-token"]
        for _ in 0..<100 { #expect(Self.refusal(policy, .get, stale, guesses: &guesses) == .token(isWrong: true)) }
        #expect(Self.refusal(policy, .get, ["authorization": "Bearer correct-token"], guesses: &guesses) == nil)
    }

    @Test("Guesses of many clients are bounded together") func manyClients() {
        let policy = AccessPolicy(token: "correct-token")
        var guesses = TokenGuesses()
        var last: AccessPolicy.Refusal?
        for number in 0..<200 {
            var request = WebRequest(.get, fields: ["host": "localhost", "authorization": "Bearer wrong"])
            request.peer = "10.0.0.\(number)"
            last = policy.refusal(of: request, .reading, guesses: &guesses, at: .zero)
        }
        #expect(last == .tooManyGuesses)
    }

    @Test("Guesses of others lock no client out that has sent the right token") func trusted() {
        let policy = AccessPolicy(token: "correct-token")
        var guesses = TokenGuesses()
        func refusal(_ peer: String, _ token: String) -> AccessPolicy.Refusal? {
            var request = WebRequest(.get, fields: ["host": "localhost", "authorization": "Bearer \(token)"])
            request.peer = peer
            return policy.refusal(of: request, .reading, guesses: &guesses, at: .zero)
        }
        #expect(refusal("192.168.1.2", "correct-token") == nil)
        for number in 0..<200 { _ = refusal("10.0.0.\(number)", "wrong") }
        #expect(refusal("192.168.1.2", "correct-token") == nil)
        #expect(refusal("192.168.1.3", "correct-token") == .tooManyGuesses)
        // Its own guesses still count.
        for number in 0..<10 { _ = refusal("192.168.1.2", "wrong-\(number)") }
        #expect(refusal("192.168.1.2", "correct-token") == .tooManyGuesses)
    }

    @Test("A server that only reads refuses changes, one without deletion deletions") func modes() {
        var policy = AccessPolicy()
        policy.isReadOnly = true
        for method in [WebRequest.Method.post, .put, .patch, .delete] { #expect(Self.refusal(policy, method) == .readOnly) }
        #expect(Self.refusal(policy, .get) == nil)
        policy.isReadOnly = false
        policy.allowsDeletion = false
        #expect(Self.refusal(policy, .delete) == .noDeletion)
        #expect(Self.refusal(policy, .put) == nil)
    }
}

@Suite struct EventLogTests {
    @Test("A reader finds each event once, or learns how many it has missed", arguments: [0, 1, 1023, 1024, 1025, 5000])
    func reads(count: Int) {
        var log = EventLog()
        for number in 0..<count { log.append(camera: "a", kind: "k", text: "\(number)") }
        for position in [0, 1, 10, count - 1, count, count + 10].filter({ $0 >= 0 }) {
            let reading = log.read(after: UInt64(position), camera: nil, limit: .max)
            #expect(reading.position == UInt64(count))
            #expect(Int(reading.missed) + reading.entries.count == max(0, count - position), "after \(position)")
            #expect(reading.entries.map(\.text) == (0..<count).suffix(reading.entries.count).map(String.init))
        }
    }

    @Test("Events of other cameras are passed over, and readings are limited") func selects() {
        var log = EventLog()
        for number in 0..<100 { log.append(camera: number % 2 == 0 ? "a" : "b", kind: "k", text: "\(number)") }
        var (position, texts) = (UInt64(0), [String]())
        while position < log.last {
            let reading = log.read(after: position, camera: "b", limit: 7)
            #expect(reading.entries.count <= 7)
            texts += reading.entries.map(\.text)
            position = reading.position
        }
        #expect(texts == stride(from: 1, to: 100, by: 2).map(String.init))
    }
}

@Suite struct EventFeedTests {
    @Test("A reader without events receives a comment after fifteen seconds, and its end when the feed ends") func comments()
        async throws
    {
        let clock = VirtualClock()
        let discovery = CameraDiscovery(clientName: "Tests", providers: [])
        let feed = EventFeed(ServedCameraList(discovery, OpenQuestions()), clock)
        let stream = feed.stream(camera: nil, after: nil)
        #expect(try await stream.next()?.head == Array("retry: 2000\n\n".utf8))
        // The clock may pass more than one silence before the reader is seen to have the first comment.
        let received = Guarded<[[UInt8]]>([])
        let reader = Task {
            while let piece = try await stream.next() { received.withLock { $0.append(piece.head) } }
        }
        try await until("the comment was received") {
            clock.advance(by: EventFeed.silenceLimit)
            return received.withLock { !$0.isEmpty }
        }
        feed.end()
        try await reader.value
        #expect(received.withLock { $0.allSatisfy { $0 == Array(": \n\n".utf8) } })
        discovery.stop()
    }

    @Test("A cancelled reader ends") func cancels() async throws {
        let discovery = CameraDiscovery(clientName: "Tests", providers: [])
        let feed = EventFeed(ServedCameraList(discovery, OpenQuestions()), VirtualClock())
        let stream = feed.stream(camera: nil, after: nil)
        _ = try await stream.next()
        let reader = Task { try await stream.next() }
        reader.cancel()
        #expect(try await reader.value == nil)
        feed.end()
        discovery.stop()
    }
}

@Suite struct ByteRangeTests {
    @Test(
        "Ranges are those of RFC 9110, section 14",
        arguments: [
            ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=0-1000", .part(0..<100)), ("bytes=-1000", .part(0..<100)), ("bytes=99-99", .part(99..<100)),
            ("bytes=100-", .outside), ("bytes=100-200", .outside), ("bytes=-0", .outside),
            ("bytes=9-0", .all), ("bytes=", .all), ("bytes=-", .all), ("bytes=a-b", .all), ("bytes=0-1,3-4", .all),
            ("items=0-1", .all),
            ("bytes=+1-2", .all), ("bytes=99999999999999999999-", .all), ("bytes=0-99999999999999999999", .all),
        ]
    ) func parses(text: String, range: ByteRange) { #expect(ByteRange.parse(text, size: 100) == range) }

    @Test("An empty file has no part") func empty() {
        #expect(ByteRange.parse("bytes=0-", size: 0) == .outside)
        #expect(ByteRange.parse("bytes=-1", size: 0) == .outside)
    }
}

@Suite struct RouteTableTests {
    @Test("Each operation has one name, and each path and method one row") func isUnambiguous() {
        let routes = RouteTable.routes
        let names = routes.map(\.name).filter { !$0.isEmpty }
        #expect(Set(names).count == names.count)
        #expect(Set(routes.map { "\($0.method) \($0.template)" }).count == routes.count)
        for route in routes {
            #expect(route.summary.hasSuffix(".") || route.name.isEmpty)
            #expect(route.body.isEmpty || route.isChange || route.access == .everybody)
        }
    }
}
