import CameraModel
import Testing

/// The names of properties.
@Suite struct PropertyIdentifierTests {
    @Test func `37 are known by name`() {
        #expect(PropertyIdentifier.known.count == 37)
        #expect(Set(PropertyIdentifier.known).count == 37)
        #expect(Set(PropertyIdentifier.known.map(\.description)).count == 37)
    }

    @Test(arguments: PropertyIdentifier.known) func `a name is read back, also as people write it`(identifier: PropertyIdentifier)
    {
        let name = identifier.description
        #expect(!name.isEmpty)
        #expect(name.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
        #expect(PropertyIdentifier(name) == identifier)
        #expect(PropertyIdentifier(name.uppercased()) == identifier)
        #expect(PropertyIdentifier(String(name.map { $0 == "-" ? " " : $0 })) == identifier)
        #expect(PropertyIdentifier(String(name.map { $0 == "-" ? "_" : $0 })) == identifier)
    }

    @Test(arguments: [UInt32(0), 1, 0xD1A0, 0xABCDEF, .max]) func `a vendor's code is parsed`(code: UInt32) {
        let identifier = PropertyIdentifier.vendor(code: code)
        #expect(PropertyIdentifier(identifier.description) == identifier)
        #expect(identifier.category == .other)
        #expect(identifier.kind == .opaque)
    }

    @Test(arguments: [
        "", " ", "-", "is", "isoo", "vendor", "vendor-", "vendor-0x", "vendor-0xG", "vendor-0x100000000", "vendor-0x+1",
        "vendor-0x-0",
        "vendor-0x 1", "iso\0", "ｉｓｏ", "\u{202E}osi", String(repeating: "iso", count: 1000), String(repeating: "é", count: 33),
    ]) func `text that is not a name is refused`(text: String) {
        #expect(PropertyIdentifier(text) == nil)
    }

    @Test func `kinds and categories are those of the table`() {
        #expect(PropertyIdentifier.videoISOSpeed.kind == PropertyIdentifier.isoSpeed.kind)
        #expect(PropertyIdentifier.lightMeterReading.kind == .exposureCompensation)
        #expect(PropertyIdentifier.whiteBalanceTemperature.kind == .integer)
        #expect(PropertyIdentifier.liveViewZoom.category == .liveView)
        let counts = Dictionary(grouping: PropertyIdentifier.known, by: \.category).mapValues(\.count)
        #expect(counts[.exposure] == 10)
        #expect(counts[.information] == 8)
        #expect(counts[.other] == nil)
    }
}
