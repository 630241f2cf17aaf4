import CameraModel
import PTP
import Testing
import VendorKit

@Suite struct ReportedPropertiesTests {
    private struct Content: ReportedContent {
        var number: Int
        var byteCount = 0
    }

    private typealias Properties = ReportedProperties<Content>

    private static let code = DevicePropCode(rawValue: 0xD001)

    private static func value(_ content: Content) -> PropertyValue? {
        content.number < 0 ? nil : PropertyValue(.integer(content.number), code: Int64(content.number))
    }

    @Test func `a state has the value and the list, without values that have no meaning and without repetitions`() throws {
        var properties = Properties()
        #expect(properties.state(of: Self.code, as: .isoSpeed, Self.value) == nil)
        let list = [3, 1, 3, -1].map { Content(number: $0) }
        _ = properties.list(list, of: Self.code)
        _ = properties.set(Self.code, Content(number: 3))
        let state = try #require(properties.state(of: Self.code, as: .isoSpeed, vendorName: "A", Self.value))
        #expect(state.identifier == .isoSpeed && state.vendorName == "A")
        #expect(state.value?.integer == 3)
        #expect(state.settable.values.map(\.integer) == [3, 1])
    }

    @Test func `values are stepped through in the camera's order`() {
        var properties = Properties()
        _ = properties.list([5, 2, 9].map { Content(number: $0) }, of: Self.code)
        #expect(properties.stepped(Self.code, .increment) == nil)
        _ = properties.set(Self.code, Content(number: 2))
        #expect(properties.stepped(Self.code, .increment)?.number == 9)
        #expect(properties.stepped(Self.code, .decrement)?.number == 5)
        _ = properties.set(Self.code, Content(number: 9))
        #expect(properties.stepped(Self.code, .increment) == nil)
    }

    @Test func `properties, values and sizes are limited`() {
        var properties = Properties()
        for number in 0...UInt32(UInt16.max) { _ = properties.set(DevicePropCode(rawValue: number), Content(number: 1)) }
        #expect(properties.contents.count == 2048)
        let tooLong = properties.set(DevicePropCode(rawValue: 0), Content(number: 1, byteCount: 1 << 20))
        #expect(!tooLong)
        #expect(properties[DevicePropCode(rawValue: 0)]?.byteCount == 0)
        let long = (0..<2000).map { Content(number: $0) }
        for number in 0..<200 as Range<UInt32> { _ = properties.list(long, of: DevicePropCode(rawValue: number)) }
        #expect(properties.values(of: DevicePropCode(rawValue: 0)).count == Properties.valueLimit)
        #expect(properties.weight == Properties.weightLimit)
        // A new list replaces the previous one.
        let isReplaced = properties.list([Content(number: 1)], of: DevicePropCode(rawValue: 0))
        #expect(isReplaced)
        #expect(properties.weight == Properties.weightLimit - Properties.valueLimit + 1)
    }
}
