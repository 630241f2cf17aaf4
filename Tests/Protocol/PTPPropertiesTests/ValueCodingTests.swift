import CameraModel
import Exposure
import PTP
import PTPProperties
import Testing

@Suite struct ValueCodingTests {
    @Test(arguments: StandardProperties.table.rows.map(\.code))
    func `every value of a table is converted in both directions`(_ code: DevicePropCode) throws {
        let row = try #require(StandardProperties.table[code])
        guard case .choice(_, let numbers) = row.coding else { return }
        #expect(Set(numbers.values).count == numbers.count, "two values have one number")
        for (value, number) in numbers {
            let data = try #require(row.coding.encode(PropertyValue(value)))
            #expect(data.integer() == number)
            #expect(row.coding.decode(data) == value)
        }
    }

    @Test(arguments: StandardProperties.table.rows.map(\.code), [0, 1, 2, 3, 4, 5, 0x8010, 0xFFFE, 0xFFFF] as [Int])
    func `no number stops it`(_ code: DevicePropCode, _ number: Int) throws {
        let row = try #require(StandardProperties.table[code])
        for type in [IntegerDataType.int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .int128, .uint128] {
            guard let data = DataValue.integer(number, as: type), let common = row.coding.decode(data) else { continue }
            // A decoded value can be encoded again, possibly as another number.
            let again = row.coding.encode(PropertyValue(common, code: Int64(number)))
            if let again { #expect(row.coding.decode(again) == common, "\(code) \(number)") }
        }
        for type in [IntegerDataType.int64, .int128] { _ = row.coding.decode(.integer(Int64.min, as: type)!) }
        for type in [IntegerDataType.uint64, .uint128] { _ = row.coding.decode(.integer(UInt64.max, as: type)!) }
    }

    @Test func `exposure times have the names that people know`() {
        func speed(_ ticks: UInt32) -> CommonValue? { ValueCoding.exposureTime.decode(.integer(ticks, as: .uint32)!) }
        let expected: [(UInt32, String)] = [
            (1, "1/8000"), (2, "1/5000"), (80, "1/125"), (333, "1/30"), (10_000, "1 s"), (300_000, "30 s"),
            (0xFFFF_FFFF, "bulb"), (0xFFFF_FFFD, "time"), (0, "auto"),
        ]
        for (ticks, text) in expected { #expect(speed(ticks)?.description.lowercased() == text, "\(ticks)") }
    }

    @Test(arguments: [ValueCoding.exposureTime, .fraction])
    func `bulb and time are converted in both directions`(_ coding: ValueCoding) {
        for speed in [ShutterSpeed.bulb, .time] {
            #expect(coding.encode(PropertyValue(.shutterSpeed(speed))).flatMap(coding.decode) == .shutterSpeed(speed))
        }
    }

    @Test func `a speed that is too fine for tenths of milliseconds is no nothing`() throws {
        let fast = try #require(ShutterSpeed(numerator: 1, denominator: 32_000))
        #expect(ValueCoding.exposureTime.encode(PropertyValue(.shutterSpeed(fast)))?.integer() == 1)
        #expect(ValueCoding.fraction.encode(PropertyValue(.shutterSpeed(fast)))?.integer() == 1 << 16 | 32_000)
    }

    private static let tenths: [(Int64, String)] = [
        (0x12C_000A, "30s"), (0xD_000A, "1.3s"), (0x4_000A, "0.4s"), (0x1_0003, "1/3"), (0x1_1F40, "1/8000"),
    ]

    @Test func `fractions with tenths have them from 0.4 s on, and 0 is bulb`() throws {
        let coding = ValueCoding.tenthsFraction
        for (number, text) in Self.tenths {
            let (data, speed) = (DataValue.integer(number, as: .uint32)!, try #require(ShutterSpeed(text)))
            #expect(coding.decode(data) == .shutterSpeed(speed) && coding.encode(PropertyValue(.shutterSpeed(speed))) == data)
        }
        let bulb = DataValue.integer(0, as: .uint32)!
        #expect(coding.decode(bulb) == .shutterSpeed(.bulb) && coding.encode(PropertyValue(.shutterSpeed(.bulb))) == bulb)
        #expect(coding.decode(.integer(0xFFFF_FFFF, as: .uint32)!) == nil)
        #expect(coding.decode(.integer(0x1E_0001, as: .uint32)!) == .shutterSpeed(ShutterSpeed("30s")!))
    }

    @Test func `the camera's choice is automatic`() {
        #expect(ValueCoding.fNumber.decode(.integer(0xFFFF, as: .uint16)!) == .aperture(.automatic))
        #expect(ValueCoding.isoSpeed(.uint16).decode(.integer(0xFFFF, as: .uint16)!) == .isoSpeed(.automatic))
        #expect(ValueCoding.isoSpeed(.uint32).decode(.integer(0xFFFF, as: .uint32)!) == ISOSpeed(0xFFFF).map { .isoSpeed($0) })
    }

    @Test(arguments: [(0, BatteryLevel.empty), (25, .quarter), (50, .half), (75, .threeQuarters), (100, .full)])
    func `a battery in percent`(_ percent: Int, _ level: BatteryLevel) {
        #expect(ValueCoding.batteryPercent.decode(.integer(percent, as: .uint8)!) == .batteryLevel(level))
        #expect(ValueCoding.batteryPercent.encode(PropertyValue(.batteryLevel(level)))?.integer() == percent)
    }

    private static func battery(_ form: PropForm) -> ValueCoding? {
        let current = DataValue.integer(1, as: .uint8)!
        return StandardProperties.batteryLevel.variant(
            DevicePropDesc(.batteryLevel, isSettable: false, current: current, form: form)
        )
    }

    private static func numbers(_ numbers: [Int]) -> [DataValue] { numbers.map { .integer($0, as: .uint8)! } }

    @Test(arguments: [
        ([0, 1, 2, 3], [BatteryLevel.empty, .quarter, .threeQuarters, .full]), ([1, 2, 4], [.empty, .quarter, .full]),
        ([0, 5, 10], [.empty, .half, .full]), ([0, 170, 255], [.empty, .threeQuarters, .full]),
    ])
    func `a battery in steps, as the camera lists them`(_ listed: [Int], _ levels: [BatteryLevel]) throws {
        let values = Self.numbers(listed)
        let coding = try #require(Self.battery(.enumeration(values)))
        #expect(values.map { coding.decode($0) } == levels.map { .batteryLevel($0) })
        #expect(coding.encode(PropertyValue(.batteryLevel(.full)))?.integer() == listed.last)
        let range = PropForm.range(minimum: values[0], maximum: values[values.count - 1], step: values[0])
        #expect(Self.battery(range)?.decode(values[values.count - 1]) == .batteryLevel(.full))
        #expect(coding.decode(.integer(listed.last! + 1 > 255 ? -1 : listed.last! + 1, as: .int16)!) == nil)
    }

    @Test(arguments: [[0, 25, 50, 75, 100], [1, 100], [0, 60, 100], [7], []])
    func `other lists of a battery are percent`(_ listed: [Int]) {
        #expect(Self.battery(.enumeration(Self.numbers(listed))) == nil && Self.battery(.none) == nil)
    }

    @Test func `more than all of a battery is nothing`() {
        #expect(ValueCoding.batteryPercent.decode(.integer(101, as: .uint8)!) == nil)
        #expect(ValueCoding.batteryPercent.decode(ValueCoding.batteryPercent.unknown) == nil)
    }

    @Test func `labels have the standard's names, and are known by others`() {
        let metering = StandardProperties.exposureMeteringMode.coding
        #expect(metering.label(3) == "Multi-spot")
        #expect(metering.label(9) == nil)
        #expect(metering.encode(PropertyValue(code: 7, label: "evaluative"))?.integer() == 3)
        #expect(metering.encode(PropertyValue(code: 7, label: "something else"))?.integer() == 0x8007)
    }

    @Test func `a device's own numbers are supported in addition`() throws {
        let row = StandardProperties.whiteBalance.with([.whiteBalance(.shade): 0x8011, .whiteBalance(.custom1): 0x8013])
        #expect(row.coding.decode(.integer(0x8011, as: .uint16)!) == .whiteBalance(.shade))
        #expect(row.coding.encode(PropertyValue(.whiteBalance(.custom1)))?.integer() == 0x8013)
        #expect(row.coding.encode(PropertyValue(.whiteBalance(.daylight)))?.integer() == 4)
    }

    @Test func `a value without a place on the wire reads as all ones`() {
        #expect(ValueCoding.fNumber.unknown == .integer(0xFFFF, as: .uint16))
        #expect(ValueCoding.compensation.unknown == .integer(-32768, as: .int16))
        #expect(ValueCoding.isoSpeed(.uint16).encode(PropertyValue(.isoSpeed(ISOSpeed(102_400)!))) == nil)
        #expect(
            ValueCoding.isoSpeed(.uint32).encode(PropertyValue(.isoSpeed(ISOSpeed(102_400)!))) == .integer(102_400, as: .uint32)
        )
        #expect(ValueCoding.exposureTime.encode(PropertyValue(.shutterSpeed(.bulb))) == .integer(UInt32.max, as: .uint32))
        #expect(ValueCoding.isoSpeed(.uint16).encode(PropertyValue(.isoSpeed(.automatic))) == .integer(0xFFFF, as: .uint16))
    }
}
