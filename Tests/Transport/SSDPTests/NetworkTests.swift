import HotShoeSupport
import Sockets
import TestSupport
import Testing

@testable import SSDP

/// Requests to servers on loopback.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct DescriptionRequestTests {
    /// A server that answers one connection by a function.
    private static func server(_ serve: @escaping @Sendable (Socket) -> Void) throws -> DescriptionLocation {
        let listener = try Socket.listening(on: .loopback(port: 0))
        let port = try #require(listener.localAddress?.port)
        startNamedThread("test.server") {
            _ = listener.wait(for: .seconds(60))
            if let socket = try? listener.accept() { serve(socket) }
        }
        return DescriptionLocation(address: .loopback(port: port), path: "/d.xml")
    }

    private static func send(_ text: String, by socket: Socket) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, socket.wait(toSend: true, for: .seconds(60)) {
            guard case .bytes(let count)? = try? socket.send(rest) else { return }
            rest = rest.dropFirst(count)
        }
    }

    @Test func `a description is requested once, by HTTP 1.0, and read`() throws {
        let request = Guarded("")
        let location = try Self.server { socket in
            var bytes: [UInt8] = []
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), socket.wait(for: .seconds(60)) {
                guard (try? socket.receive(4096, appendingTo: &bytes)) != .closed else { return }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            request.withLock { $0 = text }
            Self.send("HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n<a><modelName>EOS</modelName></a>", by: socket)
        }
        #expect(try DescriptionRequest.read(location).modelName == "EOS")
        let text = request.withLock { $0 }
        #expect(text.hasPrefix("GET /d.xml HTTP/1.0\r\nHost: 127.0.0.1:") && text.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [
        ("HTTP/1.1 301 Moved\r\nLocation: http://192.0.2.1/\r\n\r\n", "it answered 301 Moved"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<a>x", "its description is not valid XML"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<a/>", "it ended the connection"),
        ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "<", count: 100_000), "its description has more than 64 KiB"),
    ]) func `another reply is an error`(_ reply: String, _ reason: String) throws {
        let location = try Self.server { Self.send(reply, by: $0) }
        let failure = #expect(throws: DescriptionRequest.Failure.self) { try DescriptionRequest.read(location) }
        #expect(failure?.description.hasPrefix(reason) == true, "\(failure?.description ?? "")")
    }

    @Test func `a server that sends nothing, or single bytes, ends at the time limit`() throws {
        for isSilent in [true, false] {
            let over = Promise<Void, Never>()
            let location = try Self.server { socket in
                while over.current == nil, isSilent || (try? socket.send([0x48])) != .closed {
                    _ = socket.wait(for: .milliseconds(1))
                }
            }
            #expect(throws: DescriptionRequest.Failure.self) {
                try DescriptionRequest.reply(location, timeout: .milliseconds(50))
            }
            over.fulfil(.success(()))
        }
    }

    @Test func `a port without a server is an error`() throws {
        let listener = try Socket.listening(on: .loopback(port: 0))
        let port = try #require(listener.localAddress?.port)
        listener.shutDown()
        let location = DescriptionLocation(address: .loopback(port: port), path: "/")
        #expect(throws: DescriptionRequest.Failure.self) { try DescriptionRequest.reply(location, timeout: .seconds(60)) }
    }
}

/// An announcement and a browser that find one another on loopback.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SSDPLoopbackTests {
    /// A group and port of the test's own.
    private static func network(port: UInt16) -> SSDPNetwork {
        SSDPNetwork(group: SocketAddress(bytes: [239, 255, 255, 250], port: port)!) {
            NetworkInterface.all().filter(\.isLoopback)
        }
    }

    private static func freePort() throws -> UInt16 {
        let socket = try DatagramSocket(bound: .loopback(port: 0))
        return try #require(socket.socket.localAddress?.port)
    }

    private static func device(_ type: String) -> SSDPAdvertisement.Device {
        .init(
            uuid: "00000000-0000-0000-0001-0a0b0c0d0e0f",
            types: [type],
            server: "Test/1.0",
            path: "/upnp/d.xml",
            description: "<root><device><modelName>EOS</modelName></device></root>"
        )
    }

    @Test func `a device is found by a search, by a notification, and lost by its goodbye`() async throws {
        let type = "urn:test:service:1"
        for isFirst in [true, false] {
            let network = Self.network(port: try Self.freePort())
            let advertisement = SSDPAdvertisement(Self.device(type), network: network)
            let browser = SSDPBrowser(types: [type], network: network)
            let events = browser.events.makeAsyncIterator()
            if isFirst { try advertisement.start() }
            browser.start()
            if !isFirst { try advertisement.start() }
            guard case .found(let device)? = await events.next() else {
                Issue.record("nothing is found")
                return
            }
            #expect(device.description.modelName == "EOS" && device.source.host == "127.0.0.1")
            #expect(device.announcement.uuid == "00000000-0000-0000-0001-0a0b0c0d0e0f")
            advertisement.stop()
            #expect(await events.next() == .lost(uniqueName: device.announcement.uniqueName))
            browser.stop()
            #expect(await events.next() == nil)
        }
    }

    @Test(arguments: [
        ("GET /d.xml HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK"), ("GET /other HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found"),
        ("POST /d.xml HTTP/1.1\r\n\r\n", "HTTP/1.1 405 Method Not Allowed"), ("\r\n", "HTTP/1.1 405 Method Not Allowed"),
    ]) func `the server has one document`(_ request: String, _ status: String) {
        let reply = String(
            decoding: DescriptionServer.reply(to: Array(request.utf8), "/d.xml", Array("<a/>".utf8)),
            as: UTF8.self
        )
        #expect(reply.hasPrefix(status + "\r\n"))
        #expect(reply.hasSuffix("<a/>") == status.hasSuffix("OK"))
    }
}

/// The rate of answers to searches.
@Suite struct AnswerRateTests {
    @Test func `a source receives ten answers a second, and others theirs`() {
        var rate = AnswerRate()
        let answers = (0..<30).map { _ in rate.allows([192, 0, 2, 1], at: .milliseconds(1500)) }
        #expect(answers.count { $0 } == 10)
        let (other, later) = (
            rate.allows([192, 0, 2, 2], at: .milliseconds(1600)), rate.allows([192, 0, 2, 1], at: .seconds(2))
        )
        #expect(other && later)
    }

    @Test func `no more than a thousand sources are remembered`() {
        var rate = AnswerRate()
        let answers = (0..<2000).map { rate.allows([UInt8($0 >> 8), UInt8($0 & 0xFF), 0, 1], at: .zero) }
        #expect(answers.count { $0 } == 1000)
    }
}
