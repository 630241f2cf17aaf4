import CameraModel
import DriverPTP
import Exposure
import PTP
import PTPProperties
import Testing

@Suite struct PropertyCatalogTests {
    private static func number(_ number: Int, _ type: IntegerDataType = .uint16) -> DataValue { .integer(number, as: type)! }

    private static func desc(_ code: DevicePropCode, _ current: DataValue, _ form: PropForm, isSettable: Bool = true)
        -> DevicePropDesc
    {
        DevicePropDesc(code, isSettable: isSettable, current: current, form: form)
    }

    private static let vendor = DevicePropCode(rawValue: 0xD1A0)

    @Test func `listed values can be set, and are converted in both directions`() throws {
        var catalog = PropertyCatalog()
        let state = catalog.store(
            Self.desc(.exposureIndex, Self.number(400), .enumeration([100, 200, 400, 0xFFFF].map { Self.number($0) }))
        )
        #expect(state.identifier == .isoSpeed)
        #expect(state.value?.isoSpeed == ISOSpeed(400))
        #expect(state.settable.values.compactMap(\.isoSpeed) == [ISOSpeed(100)!, ISOSpeed(200)!, ISOSpeed(400)!, .automatic])
        for (value, number) in zip(state.settable.values, [100, 200, 400, 0xFFFF]) {
            #expect(catalog.encode(value, for: .isoSpeed) == Self.number(number))
        }
        #expect(catalog.stepped(.isoSpeed, .increment) == Self.number(0xFFFF))
        #expect(catalog.stepped(.isoSpeed, .decrement) == Self.number(200))
    }

    @Test func `a description of an earlier transaction does not replace a later one, and others do`() {
        var catalog = PropertyCatalog()
        let rows: [(speed: Int, transaction: UInt32?, shown: Int)] = [
            (100, 7, 100), (200, 9, 200), (100, 8, 200), (400, 9, 400), (100, 0xFFFF_FFF0, 400), (800, nil, 800), (100, 1, 100),
        ]
        for row in rows {
            let desc = Self.desc(.exposureIndex, Self.number(row.speed), .none)
            let state = catalog.store(desc, from: row.transaction.map { TransactionID(rawValue: $0) })
            #expect(state.value?.code == Int64(row.shown) && catalog.state(.isoSpeed) == state, "\(row)")
        }
    }

    @Test func `a property that only the standards know has their name`() {
        var catalog = PropertyCatalog()
        let friendlyName = Self.desc(DevicePropCode(rawValue: 0xD402), .string("Ada's camera"), .none)
        #expect(catalog.store(friendlyName).vendorName == "DeviceFriendlyName")
        #expect(catalog.store(Self.desc(Self.vendor, Self.number(7), .none)).vendorName == nil)
        #expect(catalog.store(Self.desc(.exposureIndex, Self.number(400), .none)).vendorName == nil)
    }

    @Test func `an unknown property has its code and its number`() throws {
        var catalog = PropertyCatalog()
        let state = catalog.store(Self.desc(Self.vendor, Self.number(7), .enumeration([Self.number(7), Self.number(0xFFFF)])))
        #expect(state.identifier == .vendor(code: 0xD1A0))
        #expect(state.value?.integer == 7)
        #expect(catalog.encode(state.settable.values[1], for: state.identifier) == Self.number(0xFFFF))
    }

    @Test func `a number without a list may have any value of its type`() {
        var catalog = PropertyCatalog()
        let state = catalog.store(Self.desc(Self.vendor, Self.number(-3, .int8), .none))
        #expect(state.settable == .numericRange(NumericRange(minimum: -128, maximum: 127, step: 1)!))
        #expect(catalog.encode(PropertyValue(.integer(-128)), for: state.identifier) == Self.number(-128, .int8))
        #expect(catalog.encode(PropertyValue(.integer(128)), for: state.identifier) == nil)
        for type in [IntegerDataType.uint8, .uint16, .uint32, .int16, .int32] {
            #expect(catalog.store(Self.desc(Self.vendor, Self.number(0, type), .none)).settable.isSettable)
        }
        for type in [IntegerDataType.int64, .uint64, .int128, .uint128] {
            #expect(!catalog.store(Self.desc(Self.vendor, Self.number(0, type), .none)).settable.isSettable)
        }
    }

    @Test func `text is set as it was listed, and has one code for ever`() throws {
        var catalog = PropertyCatalog()
        let texts = ["fine", "", "raw"].map { DataValue.string($0) }
        let state = catalog.store(Self.desc(Self.vendor, texts[0], .enumeration(texts)))
        #expect(state.settable.values.map(\.label) == ["fine", "–", "raw"])
        for (value, text) in zip(state.settable.values, texts) {
            #expect(catalog.encode(value, for: state.identifier) == text)
        }
        for second in 0..<100_000 {
            // A clock: its texts must neither accumulate nor affect other values.
            _ = catalog.store(Self.desc(.dateTime, .string("20260101T\(second)"), .none))
        }
        #expect(catalog.store(Self.desc(Self.vendor, texts[0], .enumeration(texts))) == state)
    }

    @Test(arguments: [IntegerDataType.uint64, .int128, .uint128])
    func `numbers beyond 64 bits are text, and are converted in both directions`(_ type: IntegerDataType) throws {
        var catalog = PropertyCatalog()
        let values = [UInt128(UInt64.max), UInt128(UInt64.max) - 1].map { DataValue.integer($0, as: type)! }
        let state = catalog.store(Self.desc(Self.vendor, values[0], .enumeration(values)))
        #expect(state.value?.label == "18446744073709551615")
        #expect(state.settable.values.map { catalog.encode($0, for: state.identifier) } == values)
    }

    @Test func `an array is shown`() throws {
        var catalog = PropertyCatalog()
        let array = DataValue.array(try #require(IntegerArray([1, 2, 3], of: .uint16)))
        let state = catalog.store(Self.desc(Self.vendor, array, .none))
        #expect(state.value?.label == array.description)
        #expect(!state.settable.isSettable)
    }

    @Test func `an enumeration of all numbers is stored immediately`() {
        var catalog = PropertyCatalog()
        let values = (0...0xFFFF).map { Self.number($0) }
        let state = catalog.store(Self.desc(.exposureIndex, values[0], .enumeration(values + values)))
        #expect(state.settable.values.count == 0x10000)
    }

    @Test func `a value that is not in its list is no value`() {
        var catalog = PropertyCatalog()
        let state = catalog.store(Self.desc(.fNumber, Self.number(190), .enumeration([Self.number(280)])))
        #expect(state.value == nil)
        #expect(state.settable.values.map(\.label) == ["f/2.8"])
        #expect(catalog.stepped(.aperture, .increment) == nil)
    }

    @Test func `empty, endless and reversed forms`() {
        var catalog = PropertyCatalog()
        func settable(_ form: PropForm) -> SettableValues {
            catalog.store(Self.desc(Self.vendor, Self.number(1), form)).settable
        }
        #expect(settable(.enumeration([])) == .none)
        #expect(settable(.range(minimum: Self.number(9), maximum: Self.number(1), step: Self.number(1))) == .none)
        #expect(
            settable(.range(minimum: Self.number(1), maximum: Self.number(9), step: Self.number(0)))
                == .numericRange(NumericRange(minimum: 1, maximum: 9, step: 1)!)
        )
        let (least, most) = (DataValue.integer(Int64.min, as: .int64)!, DataValue.integer(Int64.max, as: .int64)!)
        #expect(settable(.range(minimum: least, maximum: most, step: least)) == .none)
        #expect(settable(.range(minimum: .string("a"), maximum: .string("b"), step: .string(""))) == .none)
    }

    @Test func `a value without a meaning is nil`() {
        var catalog = PropertyCatalog()
        #expect(catalog.store(Self.desc(.batteryLevel, Self.number(0xFF, .uint8), .none)).value == nil)
        #expect(catalog.store(Self.desc(.exposureBiasCompensation, Self.number(-32768, .int16), .none)).value == nil)
        #expect(catalog.store(Self.desc(.whiteBalance, Self.number(0xFFFF), .none)).value == nil)
        #expect(catalog.store(Self.desc(.whiteBalance, Self.number(0x8099), .none)).value?.label == "32921")
    }

    @Test func `a range of few numbers that mean something is a list`() {
        var catalog = PropertyCatalog()
        let state = catalog.store(
            Self.desc(
                .exposureBiasCompensation,
                Self.number(0, .int16),
                .range(minimum: Self.number(-1000, .int16), maximum: Self.number(1000, .int16), step: Self.number(500, .int16))
            )
        )
        #expect(state.settable.values.compactMap(\.code) == [-1000, -500, 0, 500, 1000])
        #expect(catalog.encode(state.settable.values[1], for: .exposureCompensation) == Self.number(-500, .int16))
    }

    // MARK: Corrections by a vendor

    private static let corrected = StandardProperties.table.adding(
        [
            PropertyRow(vendor, .shotsAvailable, .integer(.uint16)).correcting { desc in
                DevicePropDesc(desc.code, isSettable: false, current: desc.current, form: .none)
            },
            PropertyRow(
                .exposureIndex,
                .isoSpeed,
                .table(
                    ValueTable(
                        .uint16,
                        (1...2 as ClosedRange<Int64>).map { PropertyValue(.isoSpeed(.automatic), code: $0, label: "Auto \($0)") }
                    )
                )
            ),
        ],
        name: { _ in nil }
    )

    @Test func `a corrected description is the property's`() {
        let ends = [0, 1].map { Self.number($0) }
        let sent = Self.desc(Self.vendor, Self.number(32), .range(minimum: ends[0], maximum: ends[1], step: ends[1]))
        var plain = PropertyCatalog()
        #expect(plain.store(sent).value == nil)
        var catalog = PropertyCatalog(Self.corrected)
        let state = catalog.store(sent)
        #expect(state.identifier == .shotsAvailable && state.value?.integer == 32 && !state.settable.isSettable)
    }

    @Test func `numbers with one meaning keep the labels of their table, and are their own numbers again`() {
        var catalog = PropertyCatalog(Self.corrected)
        let state = catalog.store(Self.desc(.exposureIndex, Self.number(2), .enumeration([1, 2].map { Self.number($0) })))
        #expect(state.value == PropertyValue(.isoSpeed(.automatic), code: 2, label: "Auto 2"))
        #expect(state.settable.values.map(\.label) == ["Auto 1", "Auto 2"])
        for value in state.settable.values {
            #expect(catalog.encode(value, for: .isoSpeed) == value.code.map { Self.number(Int($0)) })
        }
    }
}
