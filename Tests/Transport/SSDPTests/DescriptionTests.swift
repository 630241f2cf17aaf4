import Testing

@testable import SSDP

/// Replies of HTTP servers.
@Suite struct DescriptionReplyTests {
    private typealias Failure = DescriptionReply.Failure

    /// The body of a reply that arrives in pieces; nil if it needs more bytes.
    private static func body(_ text: String, pieces: Int, ends: Bool = false) throws(DescriptionReply.Failure) -> String? {
        var reply = DescriptionReply()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if let body = try reply.received(rest.prefix(pieces)) { return String(decoding: body, as: UTF8.self) }
            rest = rest.dropFirst(pieces)
        }
        return ends ? String(decoding: try reply.ended(), as: UTF8.self) : nil
    }

    @Test(arguments: [1, 2, 3, 7, 1000]) func `a reply is parsed however it is divided`(_ pieces: Int) throws {
        let head = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n"
        #expect(try Self.body(head + "<a/>\n" + "more", pieces: pieces) == "<a/>\n")
        #expect(try Self.body(head + "<a/>", pieces: pieces) == nil)
        #expect(try Self.body("HTTP/1.0 200 OK\n\n<a/>", pieces: pieces, ends: true) == "<a/>")
        #expect(try Self.body("HTTP/1.0 200 OK\r\n\r\n", pieces: pieces, ends: true) == "")
    }

    @Test(
        arguments: [
            ("HTTP/1.1 302 Found\r\nLocation: http://192.0.2.8/\r\n\r\n", Failure.status("302 Found")),
            ("HTTP/1.1 404 \r\n\r\n", .status("404")), ("HTTP/1.1\r\n\r\n", .status("")), ("SSH-2.0-x\r\n\r\n", .noHTTP),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n", .tooLong),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .noHTTP),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .isEncoded),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", .isEncoded),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n<a/>", .endsEarly), ("HTTP/1.1 200 OK\r\n", .noHTTP), ("", .noHTTP),
            ("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 200) + "\r\n", .noHTTP),
            ("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 70_000), .tooLong),
        ] as [(String, DescriptionReply.Failure)]
    ) func `another reply is an error with its reason`(
        _ text: String,
        _ failure: DescriptionReply.Failure
    ) {
        for pieces in [1, 16, 100_000] {
            #expect(throws: failure) { try Self.body(text, pieces: pieces, ends: true) }
        }
    }
}

/// Descriptions of devices.
@Suite struct DeviceDescriptionTests {
    private static let document = """
        <?xml version="1.0" encoding="utf-8"?>
        <root xmlns="urn:schemas-upnp-org:device-1-0" xmlns:c="urn:x">
          <device><friendlyName> EOS &amp; R5 </friendlyName><manufacturer>Canon</manufacturer>
            <modelName>Canon EOS R5</modelName><serialNumber>1234</serialNumber><c:X_onService/>
            <c:X_targetId>uuid:1</c:X_targetId><empty> </empty><list><i>1</i><i>2</i>text after children</list></device>
        </root>
        """

    @Test func `elements with text are read, without prefixes and blanks`() throws {
        let description = try DeviceDescription(Self.document.utf8)
        #expect(description.friendlyName == "EOS & R5" && description.manufacturer == "Canon")
        #expect(description.modelName == "Canon EOS R5" && description.serialNumber == "1234")
        #expect(description["X_targetId"] == "uuid:1" && description["empty"] == nil && description["list"] == nil)
        #expect(description.elements.filter { $0.name == "i" }.map(\.text) == ["1", "2"])
    }

    @Test func `cut at any byte it is an error`() {
        let bytes = Array(Self.document.utf8)
        for count in 0..<bytes.count {
            #expect(throws: DeviceDescription.Failure.self) { try DeviceDescription(bytes[..<count]) }
        }
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>", "<!DOCTYPE a SYSTEM \"http://192.0.2.8/\"><a/>",
        "<!DOCTYPE a [<!ENTITY b \"12345678\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;\">]><a>&d;</a>",
    ]) func `a document type is refused, so that no entity is expanded`(_ text: String) {
        #expect(throws: DeviceDescription.Failure.declaresDocumentType) { try DeviceDescription(text.utf8) }
    }

    @Test func `depth, texts and elements are limited`() throws {
        let deep = String(repeating: "<a>", count: 33) + String(repeating: "</a>", count: 33)
        #expect(throws: DeviceDescription.Failure.tooDeep) { try DeviceDescription(deep.utf8) }
        let long = try DeviceDescription(("<a>" + String(repeating: "x", count: 5000) + "</a>").utf8)
        #expect(long["a"]?.utf8.count == 1024)
        let many = try DeviceDescription(("<a>" + String(repeating: "<b>c</b>", count: 300) + "</a>").utf8)
        #expect(many.elements.count == 256)
    }

    @Test(arguments: [
        "", "x", "<a>", "<a></b>", "<a>&unknown;</a>", "<a b=c/>", "<a/><b/>", "\u{0}",
        "<?xml version=\"1.0\" encoding=\"none\"?><a/>",
    ]) func `other text is an error`(_ text: String) {
        #expect(throws: DeviceDescription.Failure.self) { try DeviceDescription(text.utf8) }
    }
}
