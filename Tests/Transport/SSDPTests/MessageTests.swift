import Sockets
import Testing

@testable import SSDP

private let canon = "urn:schemas-canon-com:service:ICPO-WFTEOSSystemService:1"
private let device = SSDPAnnouncement(
    type: canon,
    uniqueName: "uuid:00000000-0000-0000-0001-0A0B0C0D0E0F::\(canon)",
    location: "http://192.0.2.7:49152/upnp/CameraDevDesc.xml",
    server: "Camera OS/1.0 UPnP/1.0 Canon Device Discovery/1.0",
    boot: 3,
    maximumAge: 900
)
private let group = "239.255.255.250:1900"

/// Datagrams of SSDP.
@Suite struct MessageTests {
    private static let messages: [SSDPMessage] = [
        .search(target: canon), .response(device), .alive(device), .goodbye(uniqueName: device.uniqueName),
    ]

    @Test(arguments: messages) func `a message is parsed from its own bytes`(_ message: SSDPMessage) {
        #expect(SSDPMessage(message.bytes(group: group)) == message)
    }

    @Test(arguments: messages) func `cut at any byte it is no other message`(_ message: SSDPMessage) {
        let bytes = message.bytes(group: group)
        for count in 0..<bytes.count {
            // Fields may be missing or cut; a parsed message is of the same kind.
            guard let parsed = SSDPMessage(bytes[..<count]) else { continue }
            switch (parsed, message) {
            case (.search, .search), (.response, .response), (.alive, .alive), (.goodbye, .goodbye): break
            default: Issue.record("\(count) bytes are \(parsed)")
            }
        }
    }

    @Test(arguments: [0x00, 0x0A, 0x0D, 0x20, 0x3A, 0x80, 0xFF] as [UInt8])
    func `with any byte replaced parsing ends`(_ byte: UInt8) {
        let bytes = SSDPMessage.alive(device).bytes(group: group)
        var parsed = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] = byte
            if SSDPMessage(changed) != nil { parsed += 1 }
        }
        #expect(parsed > 0 && parsed < bytes.count)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\nst:\(canon)\nusn: uuid:1::x\nLocation:  http://192.0.2.7/d.xml \n\n", 1800),
        (
            "HTTP/1.1 200 OK\r\nST: \(canon)\r\nUSN: uuid:1::x\r\nLOCATION: http://192.0.2.7/d.xml\r\nCACHE-CONTROL: max-age = 60",
            60
        ),
        (
            "NOTIFY * HTTP/1.1\r\nNT: \(canon)\r\nNTS: ssdp:alive\r\nUSN: uuid:1::x\r\nUSN: other\r\nLOCATION: http://192.0.2.7/d.xml\r\n"
                + "CACHE-CONTROL: max-age=-5\r\nno colon\r\n\r\nNTS: ssdp:byebye", 0
        ),
    ]) func `lines may end and be spaced differently, and the first of equal fields counts`(_ text: String, _ age: Int) throws {
        let announcement =
            switch try #require(SSDPMessage(text.utf8)) {
            case .response(let announcement), .alive(let announcement): announcement
            default: try #require(nil as SSDPAnnouncement?)
            }
        #expect(announcement.uniqueName == "uuid:1::x" && announcement.type == canon)
        #expect(announcement.location == "http://192.0.2.7/d.xml" && announcement.maximumAge == age)
        #expect(announcement.uuid == "1")
    }

    @Test(arguments: [
        "", "\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 404 Not Found\r\nST: a\r\nUSN: b\r\nLOCATION: c\r\n\r\n",
        "M-SEARCH * HTTP/1.1\r\nST: a\r\n\r\n", "NOTIFY * HTTP/1.1\r\nNT: a\r\nNTS: ssdp:alive\r\nUSN: b\r\n\r\n",
        "NOTIFY * HTTP/1.1\r\nNTS: ssdp:byebye\r\n\r\n", "HTTP/1.1\r\n\r\n",
        "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: a\r\n" + String(repeating: "X: y\r\n", count: 70),
        "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: a\r\nX: " + String(repeating: "y", count: 4096),
    ]) func `other text is no message`(_ text: String) {
        #expect(SSDPMessage(text.utf8) == nil)
    }

    @Test func `the UUID is read without its case`() {
        #expect(device.uuid == "00000000-0000-0000-0001-0a0b0c0d0e0f")
        #expect(SSDPAnnouncement(type: "a", uniqueName: "b", location: "c").uuid == nil)
    }
}

/// Locations that a device may announce.
@Suite struct DescriptionLocationTests {
    private static let source = SocketAddress(bytes: [192, 0, 2, 7], port: 1900)!

    @Test(arguments: [
        ("http://192.0.2.7/d.xml", 80, "/d.xml"), ("HTTP://192.0.2.7:49152/a/b?c=d#e", 49152, "/a/b?c=d"),
        ("http://192.0.2.7:8080", 8080, "/"),
    ]) func `a path at the device itself is allowed`(_ text: String, _ port: Int, _ path: String) {
        let location = DescriptionLocation(text, announcedBy: Self.source)
        #expect(location?.address == SocketAddress(bytes: [192, 0, 2, 7], port: UInt16(port)))
        #expect(location?.path == path)
    }

    @Test(arguments: [
        "http://192.0.2.8/d.xml", "http://127.0.0.1/d.xml", "http://localhost/d.xml", "http://camera.local/d.xml",
        "https://192.0.2.7/d.xml", "ftp://192.0.2.7/d.xml", "http://user@192.0.2.7/", "http://192.0.2.7@192.0.2.8/",
        "http://192.0.2.7:0/", "http://192.0.2.7:65536/", "http://192.0.2.7:-1/", "http://192.0.2.7:/", "http://192.0.2.7:80:80/",
        "http://192.0.2.7:٨٠/", "http://192.0.2.007/", "http://3221225991/", "http://[::ffff:192.0.2.7]/", "http://192.0.2.7?x",
        "http://192.0.2.7/a b", "http://192.0.2.7/a\r\nHost: b", "http://192.0.2.7/\u{0}", "", "http://", "/d.xml",
        "http://192.0.2.7/" + String(repeating: "a", count: 512),
    ]) func `another host, scheme or a character that ends the request line is refused`(_ text: String) {
        #expect(DescriptionLocation(text, announcedBy: Self.source) == nil)
    }
}
