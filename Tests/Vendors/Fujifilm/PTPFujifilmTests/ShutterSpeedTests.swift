import CameraModel
import Exposure
import PTP
import PTPFujifilm
import PTPProperties
import Testing

/// Shutter speeds in microseconds.
@Suite struct ShutterSpeedTests {
    private static func speed(_ text: String) -> ShutterSpeed? { ShutterSpeed(text) }

    private static let times: [(Int64, String)] = [
        (122, "1/8000"), (244, "1/4000"), (3906, "1/250"), (19_686, "1/50"), (15_625, "1/60"), (125_000, "1/8"),
        (314_980, "1/3"), (500_000, "1/2"), (1_000_000, "1"), (1_259_921, "1.3"), (2_519_842, "2.5"), (16_000_000, "15"),
        (32_000_000, "30"), (64_000_000, "60"), (64_000_030, "120"), (64_000_090, "480"), (64_000_180, "3600"), (30, "1/32000"),
        (5, "1/180000"),
    ]

    @Test(arguments: times) func `a number is the time of the dial`(_ number: Int64, _ text: String) {
        let value = FujifilmShutterSpeeds.table[number]
        let wanted = Self.speed(text)
        #expect(wanted != nil && value?.shutterSpeed == wanted, "\(number): \(String(describing: value))")
    }

    @Test func `all ones are bulb`() { #expect(FujifilmShutterSpeeds.table[0xFFFF_FFFF]?.shutterSpeed == .bulb) }

    private static func description(_ listed: [Int64], current: Int64) -> DevicePropDesc {
        DevicePropDesc(
            .exposureTime,
            isSettable: true,
            current: .integer(current, as: .uint32)!,
            form: .enumeration(listed.compactMap { .integer($0, as: .uint32) })
        )
    }

    @Test func `numbers that no body is known to have are times too, and keep their number`() throws {
        let table = FujifilmShutterSpeeds.table(for: Self.description([20_000, 1_000_819_200, 35_000_000], current: 7777))
        #expect(table[20_000]?.shutterSpeed == ShutterSpeed(numerator: 1, denominator: 50))
        #expect(table[35_000_000]?.shutterSpeed?.seconds == 35)
        #expect(table[1_000_819_200]?.shutterSpeed == ShutterSpeed(numerator: 1, denominator: 8192))
        let own = try #require(table[7777])
        #expect(ValueCoding.table(table).encode(own)?.integer() == 7777)
        #expect(table[0] == nil && FujifilmShutterSpeeds.table(for: Self.description([], current: 0))[0] == nil)
    }

    @Test func `numbers of any type have no time, or one`() {
        for number in [Int64.min, .min + 1, -1, 0, .max] {
            let desc = DevicePropDesc(.exposureTime, isSettable: true, current: .integer(number, as: .int64)!, form: .none)
            let shown = FujifilmShutterSpeeds.table(for: desc)[number]
            #expect(shown == nil || shown?.code == number, "\(number)")
        }
    }

    @Test func `a list cannot make more of a table than it has numbers`() {
        let listed = (0..<3000).map { Int64($0) * 1_400_001 }
        let table = FujifilmShutterSpeeds.table(for: Self.description(listed, current: 1))
        #expect(table.values.count <= FujifilmShutterSpeeds.table.values.count + 3001)
    }

    @Test func `every nominal time up to an hour has the number of the nearest`() {
        let coding = ValueCoding.table(FujifilmShutterSpeeds.nearest)
        let encoded = ShutterSpeed.nominalSeries(.third, in: .s1_32000 ... .s60).map {
            coding.encode(PropertyValue(.shutterSpeed($0)))
        }
        #expect(encoded.allSatisfy { $0 != nil })
        #expect(coding.encode(PropertyValue(.shutterSpeed(ShutterSpeed("0.3")!)))?.integer() == 314_980)
        #expect(coding.encode(PropertyValue(.shutterSpeed(.s1_250)))?.integer() == 3906)
        // Decoding keeps the time of the dial.
        #expect(FujifilmShutterSpeeds.nearest[314_980]?.shutterSpeed == ShutterSpeed(numerator: 1, denominator: 3))
    }
}
