import CameraModel
import PTP
import PTPProperties
import Testing

/// Properties of which a camera has one of several, and encodings that a description decides.
@Suite struct AlternativeTests {
    private static let fine = PropertyRow(0xD100, .shutterSpeed, .fraction)
    private static let coarse = StandardProperties.exposureTime
    private static let table = StandardProperties.table.adding([fine, coarse])

    @Test func `the first row that the camera has is the property, the others keep their code`() {
        var table = Self.table
        table.select([Self.coarse.code])
        #expect(table[PropertyIdentifier.shutterSpeed]?.code == Self.coarse.code)
        #expect(table.identifier(Self.fine.code) == .vendor(code: 0xD100))
        #expect(table.code(.shutterSpeed) == Self.coarse.code && table.code(.vendor(code: 0xD100)) == Self.fine.code)
        table.select([Self.fine.code, Self.coarse.code])
        #expect(table[PropertyIdentifier.shutterSpeed]?.code == Self.fine.code)
        #expect(table.identifier(Self.coarse.code) == .vendor(code: 0x500D))
    }

    @Test func `without any of them the first row is the property`() {
        var table = Self.table
        table.select([])
        #expect(table[PropertyIdentifier.shutterSpeed]?.code == Self.fine.code)
    }

    @Test func `numbers that look like fractions and are no times are not times`() throws {
        for (number, speed) in [(0xFFFF_FFFF as UInt32, "bulb"), (0xFFFF_FFFD, "time")] {
            let value = try #require(DataValue.integer(number, as: .uint32))
            #expect(ValueCoding.fraction.decode(value).map { "\($0)".lowercased() } == speed)
        }
        let sync = try #require(DataValue.integer(0xFFFF_FFFE as UInt32, as: .uint32))
        #expect(ValueCoding.fraction.decode(sync) == nil && ValueCoding.fraction.label(0xFFFF_FFFE) == "flash sync")
    }
}
