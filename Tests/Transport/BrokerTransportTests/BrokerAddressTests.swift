import BrokerTransport
import Testing

@Suite("Addresses of brokers")
struct BrokerAddressTests {
    @Test("the parts of an address")
    func parts() throws {
        let address = try BrokerAddress("mqtts://left@broker.studio:8884/studio/west/")
        #expect(address.host == "broker.studio" && address.port == 8884 && address.isEncrypted)
        #expect(address.userName == "left" && address.prefix == "studio/west")
        #expect(address.description == "mqtts://broker.studio:8884")
        let short = try BrokerAddress("mqtt://[::1]")
        #expect(short.host == "::1" && short.port == 1883 && !short.isEncrypted && short.isLocal)
        #expect(short.prefix == "hotshoe" && short.userName == nil && short.description == "mqtt://[::1]:1883")
        #expect(try BrokerAddress("mqtts://h").port == 8883)
    }

    @Test(
        "what is no address is said",
        arguments: [
            "", "broker", "http://broker", "mqtt://", "mqtt://:1883", "mqtt://a:0", "mqtt://a:65536", "mqtt://a:b", "mqtt://a b",
            "mqtt://user:secret@a", "mqtt://@a", "mqtt://[::1", "mqtt://[]", "mqtt://a/+", "mqtt://a/#", "mqtt://a//b",
            "mqtt://a/$SYS",
            "mqtt://ä", "mqtt://a?b", "mqtt://a/b?c", "MQTT://a",
        ]
    )
    func wrong(_ text: String) {
        let problem = #expect(throws: BrokerAddress.Problem.self) { try BrokerAddress(text) }
        #expect(problem?.description.contains("secret") == false)
    }

    @Test(
        "which brokers run on this computer",
        arguments: [
            ("mqtt://localhost", true), ("mqtt://127.0.0.1", true), ("mqtt://127.9.9.9", true), ("mqtt://127.example.org", false),
            ("mqtt://192.168.1.1", false), ("mqtt://127.0.0.1.org", false),
        ]
    )
    func local(_ text: String, _ isLocal: Bool) throws { #expect(try BrokerAddress(text).isLocal == isLocal) }

    @Test("a password goes over TLS, or to this computer")
    func password() throws {
        func check(_ address: String, permits: Bool = false) throws {
            var options = BrokerOptions(try BrokerAddress(address))
            (options.password, options.permitsPlainPassword) = ("secret", permits)
            try options.check()
        }
        try check("mqtts://a@broker")
        try check("mqtt://a@127.0.0.1")
        try check("mqtt://a@broker", permits: true)
        #expect(throws: BrokerError.self) { try check("mqtt://a@broker") }
        #expect(throws: BrokerError.self) { try check("mqtts://broker") }
    }
}
