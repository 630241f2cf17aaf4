import ArgumentParsing
import CameraModel
import Testing

@testable import hotshoe

@Suite struct CameraSelectorTests {
    @Test(arguments: [
        ("sim", CameraSelector.simulated(serialNumber: nil)),
        ("sim:SIM-0002", .simulated(serialNumber: "SIM-0002")),
        ("ptpip:camera.local", .network(host: "camera.local", port: nil)),
        ("ptpip:192.168.1.20:15740", .network(host: "192.168.1.20", port: 15740)),
        ("ptpip:[fe80::1]:15740", .network(host: "fe80::1", port: 15740)),
        ("ptpip:[fe80::1]", .network(host: "fe80::1", port: nil)),
        ("fujifilm:192.168.0.1", .ownNetwork(vendor: "fujifilm", host: "192.168.0.1", port: nil)),
        ("fujifilm:[fe80::1]:55740", .ownNetwork(vendor: "fujifilm", host: "fe80::1", port: 55740)),
        ("canon:192.168.0.1", .named("canon:192.168.0.1")),
        ("usb:1-7", .usb(bus: 1, device: 7)),
        ("usb:255-255", .usb(bus: 255, device: 255)),
        ("My Camera", .named("My Camera")),
        ("4:3", .named("4:3")),
    ])
    func `a selector is understood, and written as it is read`(text: String, selector: CameraSelector) throws {
        #expect(try CameraSelector(text) == selector)
        #expect(selector.description == text)
    }

    @Test func `an IPv6 address needs no brackets where it has no port`() throws {
        #expect(try CameraSelector("ptpip:fe80::1") == .network(host: "fe80::1", port: nil))
    }

    @Test(arguments: [
        "", "sim:", "sim:a b", "ptpip:", "ptpip::15740", "ptpip:host:0", "ptpip:host:65536", "ptpip:host:x", "ptpip:host:",
        "ptpip:[fe80::1", "fujifilm:", "fujifilm:host:65534", "fujifilm:host:0", "fujifilm:a b",
        "ptpip:[fe80::1]x", "ptpip:a b", "usb:", "usb:1", "usb:0-1", "usb:1-256", "usb:1-2-3", "usb:a-b", "usb:-1-2", "usb:+1-2x",
    ])
    func `a selector that cannot be meant is refused`(text: String) {
        #expect(throws: ValueProblem.self) { try CameraSelector(text) }
    }

    @Test(arguments: ["fujifilm:192.168.0.1", "fujifilm:[fe80::1]:55740", "fujifilm:host:1"])
    func `an address of a vendor's protocol is text for the provider`(text: String) throws {
        let place = String(text.dropFirst("fujifilm:".count))
        #expect(try CameraSelector(text).address == .provider(identifier: "fujifilm", text: place))
    }

    @Test func `an address of a server is text for the provider, and shown without its secrets`() throws {
        let camera = try ServedAddress("https://h:8443/a%20b#token=t")
        #expect(try CameraSelector("https://h:8443/a%20b#token=t") == .served(camera))
        #expect(CameraSelector.served(camera).address == .provider(identifier: "https", text: "//h:8443/a%20b#token=t"))
        #expect(
            camera.hasCamera && camera.description == "https://h:8443/a%20b" && camera.server == "https://h:8443/#token=t"
        )
        #expect(camera.includes(.provider(identifier: "https", text: "//h:8443/a%20b")))
        for (text, host, port) in [
            ("http://h/", "h", 80), ("https://h", "h", 443), ("http://[::1]:8080/x", "::1", 8080), ("http://[::1]", "::1", 80),
        ] {
            let place = try ServedAddress(text).hostAndPort
            #expect(place.host == host && place.port == port)
        }
        let server = try ServedAddress("http://h:80/")
        #expect(!server.hasCamera && server.server == "http://h:80/")
        #expect(server.includes(.provider(identifier: "http", text: "//h:80/x")))
        for other in ["//h:8080/x", "//h:800/x", "//other/x"] {
            #expect(!server.includes(.provider(identifier: "http", text: other)))
        }
        #expect(!server.includes(nil) && !server.includes(.provider(identifier: "https", text: "//h:80/x")))
        for text in ["http:", "http:h", "http://", "http:///x", "https://#token=t", "http://a b/"] {
            #expect(throws: ValueProblem.self) { try CameraSelector(text) }
        }
    }

    @Test func `a wrong selector is a usage error that names the option`() async {
        let run = await CommandRun.of(["get", "--camera", "usb:1"])
        #expect(run.code == .usage)
        #expect(run.messages.hasPrefix("hotshoe: --camera: \"usb:1\" is not usb:BUS-ADDRESS"))
    }
}

@Suite struct CameraChoiceTests {
    private func camera(_ name: String, _ serialNumber: String) -> CameraDescription {
        CameraDescription(
            identifier: CameraIdentifier("id-\(serialNumber)"),
            family: .generic,
            transport: .usb,
            model: name,
            serialNumber: serialNumber,
            address: .usb(bus: 1, device: 2)
        )
    }

    private func failure(_ selector: CameraSelector?, _ found: [CameraDescription]) -> CommandFailure? {
        do throws(CommandFailure) {
            _ = try CameraChoice.index(of: selector, among: found)
            return nil
        } catch { return error }
    }

    @Test func `the only camera needs no selector`() throws {
        #expect(try CameraChoice.index(of: nil, among: [camera("A", "1")]) == 0)
    }

    @Test func `without a camera an error lists possible actions`() {
        #expect(failure(nil, [])?.code == .noCamera)
        #expect(failure(nil, [])?.message?.contains("--simulated") == true)
        #expect(failure(.named("A"), [])?.code == .noCamera)
    }

    @Test func `several are listed`() {
        let error = failure(nil, [camera("A", "1"), camera("B", "2")])
        #expect(error?.code == .noCamera)
        #expect(error?.message == "Several cameras were found: A (1) and B (2). Choose one with --camera SERIAL.")
    }

    @Test func `a serial number or a name chooses one`() throws {
        let found = [camera("A", "1"), camera("B", "2")]
        #expect(try CameraChoice.index(of: .named("2"), among: found) == 1)
        #expect(try CameraChoice.index(of: .named("a"), among: found) == 0)
        #expect(try CameraChoice.index(of: .named("id-2"), among: found) == 1)
    }

    @Test func `a name that two have does not choose one`() {
        let error = failure(.named("A"), [camera("A", "1"), camera("A", "2")])
        #expect(error?.message?.hasPrefix("Several cameras were found: A (1) and A (2)") == true)
    }

    @Test func `an unknown name is an error with the known ones`() {
        #expect(failure(.named("C"), [camera("A", "1")])?.message == "No such camera was found. There is A (1).")
    }
}
