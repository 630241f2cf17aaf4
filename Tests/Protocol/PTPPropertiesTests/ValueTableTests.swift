import CameraModel
import Exposure
import PTP
import PTPProperties
import Testing

@Suite struct ValueTableTests {
    private static let half = PropertyValue(.aperture(Aperture(fNumber: 3.5)!), code: 0x24)
    private static let third = PropertyValue(.aperture(Aperture(fNumber: 3.5)!), code: 0x25)
    private static let table = ValueTable(
        .uint8,
        [
            third, half, PropertyValue(.aperture(.f4), code: 0x28), PropertyValue(code: 1, label: "Closed"),
            PropertyValue(code: 1, label: "Shut"),
        ]
    )

    @Test func `numbers with the same meaning stay distinct`() {
        #expect(Self.table.number(for: Self.half) == 0x24 && Self.table.number(for: Self.third) == 0x25)
        #expect(Self.table.numbers(meaning: Self.half) == [0x24, 0x25])
    }

    @Test func `a value from elsewhere is the first of its meaning`() {
        #expect(Self.table.number(for: PropertyValue(.aperture(Aperture(fNumber: 3.5)!))) == 0x25)
        #expect(Self.table.number(for: PropertyValue(.aperture(.f4), code: 400)) == 0x28)
        #expect(Self.table.number(for: PropertyValue(code: 99, label: "closed")) == 1)
    }

    @Test func `a meaning that is not there has no number, and no other's`() {
        #expect(Self.table.number(for: PropertyValue(.aperture(.f8), code: 0x24)) == nil)
        #expect(Self.table.number(for: PropertyValue(code: 0x24, label: "Open")) == nil)
    }

    @Test func `a number without a known meaning is kept, and shown unchanged`() {
        let value = Self.table.value(0x77)
        #expect(value == PropertyValue(code: 0x77, label: "0x77") && Self.table[0x77] == nil)
        #expect(Self.table.number(for: value) == 0x77)
    }

    @Test func `of a number that stands twice the first meaning counts`() {
        #expect(Self.table[1]?.label == "Closed")
    }

    @Test func `it is a coding like any other`() {
        let coding = ValueCoding.table(Self.table)
        #expect(coding.type == .uint8 && coding.unknown == .integer(0xFF, as: .uint8))
        #expect(
            coding.encode(Self.half) == .integer(0x24, as: .uint8)
                && coding.decode(.integer(0x25, as: .uint8)!) == Self.third.common
        )
        #expect(coding.label(1) == "Closed" && coding.label(2) == nil && coding.decode(.integer(1, as: .uint8)!) == nil)
        #expect(coding.encode(PropertyValue(code: 0x177, label: "too wide")) == nil)
    }
}
