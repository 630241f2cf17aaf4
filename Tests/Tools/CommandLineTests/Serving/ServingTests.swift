import ServiceDiscovery
import Sockets
import Testing

@testable import hotshoe

@Suite struct QRCodeTests {
    @Test("A code has its three finder patterns, and a light border", arguments: [1, 20, 60, 200])
    func finders(length: Int) throws {
        let code = try #require(QRCode(String(repeating: "a", count: length)))
        let lines = code.lines.map { line in
            line.drop { $0 != "m" }.dropFirst().prefix { $0 != "\u{1B}" }.map { $0 }
        }
        #expect(lines.allSatisfy { $0.count == code.width })
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let character = lines[row / 2][column]
            return character == "█" || character == (row % 2 == 0 ? "▀" : "▄")
        }
        // Seven modules dark, a light ring, three by three dark.
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        let far = code.width - 2 - 7
        for (top, left) in [(2, 2), (2, far), (far, 2)] {
            for (row, text) in finder.enumerated() {
                let found = (0..<7).map { isDark(top + row, left + $0) ? "1" : "0" }.joined()
                #expect(found == text)
            }
        }
        for index in 0..<code.width { #expect(!isDark(0, index) && !isDark(1, index) && !isDark(index, 0) && !isDark(index, 1)) }
    }

    @Test("A text that no code holds has none") func tooLong() { #expect(QRCode(String(repeating: "a", count: 3000)) == nil) }
}

@Suite struct ServerAddressesTests {
    private let interfaces = [
        NetworkInterface(name: "lo", address: .loopback(port: 0), isLoopback: true),
        NetworkInterface(
            name: "eth0",
            address: SocketAddress(bytes: [0x20, 1] + [UInt8](repeating: 0, count: 13) + [5], port: 0)!,
            isLoopback: false
        ),
        NetworkInterface(name: "eth0", address: SocketAddress(bytes: [192, 168, 1, 5], port: 0)!, isLoopback: false),
        NetworkInterface(
            name: "eth0",
            address: SocketAddress(bytes: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], port: 0, scope: 2)!,
            isLoopback: false
        ),
    ]

    @Test(
        "A server at all addresses is named by those that others reach",
        arguments: [
            ("https://0.0.0.0:8080/", ["https://192.168.1.5:8080/"]),
            ("https://[::]:8080/", ["https://192.168.1.5:8080/", "https://[2001::5]:8080/"]),
            ("http://127.0.0.1:8080/", ["http://127.0.0.1:8080/"]), ("https://192.168.1.9:1/", ["https://192.168.1.9:1/"]),
        ]
    ) func addresses(url: String, expected: [String]) { #expect(ServerAddresses.of(url, interfaces) == expected) }

    @Test("Without a network the address stays") func none() {
        #expect(ServerAddresses.of("https://0.0.0.0:8080/", []) == ["https://0.0.0.0:8080/"])
    }
}

@Suite struct ServerAnnouncementTests {
    @Test(
        "A server of this computer only is not announced",
        arguments: ["http://127.0.0.1:80/", "http://localhost:80/", "http://[::1]:80/"]
    )
    func local(url: String) { #expect(ServerAnnouncement.of(url, needsToken: false) == nil) }

    @Test("An announcement names the port, and whether there are TLS and a token") func announces() throws {
        let announcement = try #require(ServerAnnouncement.of("https://0.0.0.0:8443/", needsToken: true))
        #expect(announcement.registration.port == 8443)
        #expect(announcement.registration.text.text("tls") == "1")
        #expect(announcement.registration.text.text("token") == "1")
        let service = Service(
            identity: Service.Identity(name: "HotShoe on studio", type: "_hotshoe._tcp", domain: "local", interface: 2),
            host: "studio.local",
            port: 8443,
            addresses: [.v4(192, 168, 1, 5)],
            text: announcement.registration.text
        )
        #expect(ServerRecord(service)?.url == "https://192.168.1.5:8443/")
        #expect(ServerRecord(service)?.token == true)
    }
}

@Suite struct InheritedSocketTests {
    @Test(
        "A socket is used that is passed to this process",
        arguments: [
            (["LISTEN_FDS": "1", "LISTEN_PID": "7"], Int32?.some(3)), (["LISTEN_FDS": "1", "LISTEN_PID": "8"], nil),
            (["LISTEN_FDS": "0", "LISTEN_PID": "7"], nil), (["LISTEN_FDS": "1"], nil), ([:], nil),
            (["LISTEN_FDS": "x", "LISTEN_PID": "7"], nil),
        ]
    ) func descriptor(variables: [String: String], expected: Int32?) throws {
        #expect(try InheritedSocket.descriptor({ variables[$0] }, process: 7) == expected)
    }

    @Test("Several sockets are refused") func several() {
        #expect(throws: CommandFailure.self) {
            try InheritedSocket.descriptor({ ["LISTEN_FDS": "2", "LISTEN_PID": "7"][$0] }, process: 7)
        }
    }
}
