import Testing

@testable import ServiceDiscovery

/// Service types, addresses and names.
@Suite struct ValueTests {
    @Test(arguments: [
        ("_ptp._tcp", true), ("_a._udp", true), ("_ptp-init._tcp", true), ("_123456789012345._tcp", false),
        ("_a23456789012345._tcp", true),
        ("_a234567890123456._tcp", false), ("_A1._tcp", true), ("", false), ("_ptp", false), ("ptp._tcp", false),
        ("_ptp._tcp.", false),
        ("_ptp._tcp.local", false), ("_ptp._sctp", false), ("_._tcp", false), ("_-a._tcp", false), ("_a-._tcp", false),
        ("_a--b._tcp", false), ("_1._tcp", false), ("_p tp._tcp", false), ("_pé._tcp", false), ("_a,_b._tcp", false),
        ("_a\0._tcp", false),
    ])
    func `a service type follows RFC 6335`(text: String, isValid: Bool) {
        #expect((ServiceType(text) != nil) == isValid)
        #expect(ServiceType(text)?.description == (isValid ? text : nil))
    }

    @Test(arguments: [
        ("20010db8000000000000000000000001", "2001:db8::1"), ("00000000000000000000000000000001", "::1"),
        ("20010db8000000010001000100010001", "2001:db8:0:1:1:1:1:1"), ("20010000000000010000000000000001", "2001:0:0:1::1"),
        ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"), ("00010002000300040005000600070008", "1:2:3:4:5:6:7:8"),
        ("fe800000000000000000000000000000", "fe80::%7"), ("fe80000000000000e86089fffed1196f", "fe80::e860:89ff:fed1:196f%7"),
        ("febf0000000000000000000000000001", "febf::1%7"), ("fec00000000000000000000000000001", "fec0::1"),
    ])
    func `an IPv6 address is written according to RFC 5952, a link-local one with its interface`(hex: String, expected: String) {
        let bytes = stride(from: 0, to: 32, by: 2).map { index in
            let start = hex.index(hex.startIndex, offsetBy: index)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)!
        }
        let address = HostAddress(v6: bytes, interface: 7)
        #expect(address?.description == expected)
        #expect(address?.bytes == bytes)
    }

    @Test func `an IPv4 address is written with dots`() {
        #expect(HostAddress(v4: [192, 0, 2, 1])?.description == "192.0.2.1")
        #expect(HostAddress(v4: [169, 254, 0, 1])?.isLinkLocal == true)
        #expect(HostAddress(v4: [10, 0, 0, 1])?.isLinkLocal == false)
        #expect(HostAddress(v4: [127, 0, 0, 1])?.bytes == [127, 0, 0, 1])
    }

    @Test func `addresses have one order`() {
        let sorted = [
            HostAddress(v4: [9, 0, 0, 1]), HostAddress(v4: [10, 0, 0, 1]), HostAddress(v6: v6(1), interface: 3),
            HostAddress(v6: v6(2), interface: 3), HostAddress(v6: [0xFE, 0x80] + [UInt8](repeating: 1, count: 14), interface: 2),
            HostAddress(v6: [0xFE, 0x80] + [UInt8](repeating: 1, count: 14), interface: 3),
        ].map { $0! }
        for _ in 0..<20 { #expect(sorted.shuffled().sorted() == sorted) }
    }

    @Test func `every address that is not 4 or 16 bytes long is refused`() {
        for count in 0..<40 {
            let data = [UInt8](repeating: 1, count: count)
            #expect((HostAddress(v4: data) != nil) == (count == 4))
            #expect((HostAddress(v6: data, interface: 1) != nil) == (count == 16))
        }
    }

    @Test func `a label is escaped according to RFC 1035`() {
        #expect(DomainName.escaped(label: "Abc-1_2".utf8) == "Abc-1_2")
        #expect(DomainName.escaped(label: "a.b\\c d".utf8) == "a\\.b\\\\c\\032d")
        #expect(DomainName.escaped(label: [0, 9, 127, 255]) == "\\000\\009\\127\\255")
    }

    @Test func `a truncated or overlong name on the wire is nil`() {
        let whole: [UInt8] = [3, 97, 98, 99, 5, 108, 111, 99, 97, 108, 0]
        #expect(DomainName.text(parsing: whole[...]) == "abc.local")
        for length in 0..<whole.count { #expect(DomainName.text(parsing: whole.prefix(length)) == nil) }
        #expect(DomainName.text(parsing: (whole + [0])[...]) == nil)
        #expect(DomainName.text(parsing: [0][...]) == nil, "the root is not a host")
        let longest = [UInt8](repeating: 1, count: 254) + [0]
        #expect(DomainName.text(parsing: longest[...]) != nil)
        #expect(DomainName.text(parsing: ([1, 1] + longest)[...]) == nil)
    }

    @Test func `dots at the end of type and domain do not matter`() {
        #expect(
            Service.Identity(name: "a.", type: "_ptp._tcp.", domain: "local.", interface: 1)
                == Service.Identity(name: "a.", type: "_ptp._tcp", domain: "local", interface: 1)
        )
    }

    @Test func `errors contain advice`() {
        #expect(ServiceDiscoveryError.daemon(.unknown).message.contains("avahi-daemon"))
        #expect(ServiceDiscoveryError.daemon(.refused).code == .refused)
        #expect(ServiceDiscoveryError.daemon(.unsupported).message.contains("-65544"))
        #expect(ServiceDiscoveryError.daemon(DNSServiceErrorCode(rawValue: 5)).code == .failed)
    }
}
