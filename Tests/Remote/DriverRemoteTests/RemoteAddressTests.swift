import CameraModel
import DriverRemote
import HTTPTransport
import Testing

@Suite("Addresses of served cameras")
struct RemoteAddressTests {
    private static let key = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    @Test("an address has a server and perhaps a camera")
    func plain() throws {
        let address = try RemoteAddress("http://192.168.1.20:8080/SIM-0001")
        #expect(address.server.origin == "http://192.168.1.20:8080" && address.camera == "SIM-0001")
        #expect(address.server.token == nil && address.server.publicKey == nil)
        #expect(address.description == "http://192.168.1.20:8080/SIM-0001")
        #expect(try RemoteAddress("HTTPS://studio.local/").camera == nil)
        #expect(try RemoteAddress("https://studio.local").server.origin == "https://studio.local")
        #expect(try RemoteAddress("http://[fe80::1%25eth0]:8080/a%20b%2Fc/").camera == "a b/c")
        #expect(RemoteAddress.encoded("a b/c") == "a%20b%2Fc")
    }

    @Test("the printed link has the token and the key")
    func link() throws {
        let address = try RemoteAddress("https://h:8443/#token=abc-123&key=\(Self.key)")
        #expect(address.server.token == "abc-123" && address.server.publicKey == "sha256//\(Self.key)")
        #expect(address.camera == nil)
        #expect(address.description == "https://h:8443")
        // The token of the link has precedence.
        #expect(try RemoteAddress("https://h/x#token=a", token: "b").server.token == "a")
        #expect(try RemoteAddress("https://h/x", token: "b").server.token == "b")
    }

    @Test("a token is not sent in the clear to another computer")
    func clear() throws {
        #expect(throws: RemoteAddress.Problem.self) { try RemoteAddress("http://192.168.1.20/", token: "secret") }
        for host in ["127.0.0.1:80", "localhost:8080", "localhost", "[::1]:5"] {
            #expect(try RemoteAddress("http://\(host)/", token: "secret").server.token == "secret")
        }
        for host in ["localhost.example.org", "127.example.org", "127.0.0.1.example.org", "127.0.0", "127.0.0.256", "1127.0.0.1"]
        {
            #expect(throws: RemoteAddress.Problem.self) { try RemoteAddress("http://\(host)/", token: "secret") }
        }
    }

    @Test(
        "other texts are refused",
        arguments: [
            "", "x", "ftp://h/", "http:/h", "http://", "http:///camera", "http://user:word@h/", "http://h:0/", "http://h:70000/",
            "http://h:/",
            "http://h/%zz", "http://h/%0a", "http://h/a b", "http://h/\u{e9}", "http://h/#", "http://h/#token",
            "http://h/#token=",
            "http://localhost/#token=a%0d%0aX:1", "https://h/#key=short", "https://h/#colour=red", "http://[::1/",
            "http://h/\r\nX: y",
            "http://" + String(repeating: "h", count: 256) + "/",
        ]
    )
    func refused(_ text: String) {
        if text == "http://h/#" {
            #expect(throws: Never.self) { try RemoteAddress(text) }
        } else {
            #expect(throws: RemoteAddress.Problem.self) { try RemoteAddress(text) }
        }
    }

    @Test("problems of the server are errors of the camera")
    func problems() {
        let text =
            #"{"type":"urn:hotshoe:busy","status":409,"detail":"Busy.","code":"busy","number":8,"subject":"iso","response":"PTP 0x2019 (DeviceBusy)"}"#
        let error = CameraError(status: 409, Array(text.utf8), .setProperty)
        #expect(error.code == .busy && error.message == "Busy." && error.subject == "iso" && error.operation == .setProperty)
        #expect(error.response == .init(domain: "PTP", code: 0x2019, name: "DeviceBusy"))
        #expect(CameraError(status: 401, [], nil).code == .authenticationFailed)
        #expect(CameraError(status: 404, Array("<html>".utf8), nil).code == .notFound)
        #expect(CameraError(status: 403, Array(#"{"code":"readOnly","detail":"d"}"#.utf8), nil).code == .notSupported)
        #expect(CameraError(status: 500, Array(#"{"number":99999}"#.utf8), nil).code == .protocolFailure)
    }
}
