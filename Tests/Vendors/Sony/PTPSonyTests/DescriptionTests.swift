import CameraModel
import PTP
import PTPProperties
import PTPSony
import Testing

/// Records in the standard's form: what can be set, lists that a body does not give, numbers for "no value".
@Suite struct DescriptionTests {
    private static func record(
        _ code: DevicePropCode,
        _ current: Int64,
        _ type: IntegerDataType,
        _ form: PropForm = .none,
        access: UInt8 = 1,
        _ availability: SonyPropertyRecord.Availability = .enabled
    ) -> SonyPropertyRecord {
        SonyPropertyRecord(code, access: access, availability, current: RecordTests.number(current, type), form: form)
    }

    private static func values(_ form: PropForm) -> [Int64] {
        if case .enumeration(let values) = form { values.compactMap { $0.integer() } } else { [] }
    }

    private static let everything = PropForm.range(
        minimum: RecordTests.number(0, .uint32),
        maximum: RecordTests.number(0xFFFF_FFFF as Int64, .uint32),
        step: RecordTests.number(1, .uint32)
    )

    private typealias Case = (SonyVersion, UInt8, SonyPropertyRecord.Availability, DevicePropCode, Bool)

    private static let settable: [Case] = [
        (.v2, 1, .enabled, .whiteBalance, true), (.v2, 1, .disabled, .whiteBalance, false), (.v2, 1, .disabled, .flashMode, true),
        (.v2, 1, .displayOnly, .whiteBalance, false), (.v2, 1, .displayOnly, .focusMode, true),
        (.v2, 1, .displayOnly, .exposureMeteringMode, true), (.v2, 0x82, .disabled, .sonyISO, true),
        (.v3, 1, .enabled, .whiteBalance, true), (.v3, 0, .enabled, .whiteBalance, false), (.v3, 1, .disabled, .flashMode, false),
        (.v3, 1, .displayOnly, .focusMode, false), (.v3, 0x81, .enabled, .sonyMovieButton, true),
    ]

    @Test func `access and availability decide what can be set, by the version`() {
        for (version, access, availability, code, isSettable) in Self.settable {
            let record = Self.record(code, 2, .uint16, access: access, availability)
            #expect(record.description(version).isSettable == isSettable, "\(version) \(access) \(availability) \(code)")
        }
    }

    @Test func `a range of all numbers becomes a list in thirds of a stop, with the present value`() {
        let speeds = Self.values(Self.record(.sonyShutterSpeed, 0x1_003C, .uint32, Self.everything).description(.v2).form)
        #expect(speeds.first == 0 && speeds[1] == 0x12C_000A && speeds.contains(0x1_1F40) && speeds.contains(0x1_003C))
        let apertures = Self.values(
            Self.record(
                .fNumber,
                280,
                .uint16,
                .range(
                    minimum: RecordTests.number(0, .uint16),
                    maximum: RecordTests.number(0xFFFF, .uint16),
                    step: RecordTests.number(1, .uint16)
                )
            ).description(.v2).form
        )
        #expect(apertures.contains(280) && apertures.contains(1100) && apertures == apertures.sorted())
        let odd = Self.values(Self.record(.sonyShutterSpeed, 0x1_0061, .uint32, Self.everything).description(.v2).form)
        #expect(odd.last == 0x1_0061)
    }

    @Test func `numbers that mean nothing are in no list`() {
        let cases: [(DevicePropCode, Int64, IntegerDataType)] = [
            (.fNumber, 0xFFFD, .uint16), (.fNumber, 0xFFFE, .uint16), (.fNumber, 0xFFFF, .uint16),
            (.sonyShutterSpeed, 0xFFFF_FFFF, .uint32), (.sonyBatteryLevel, -1, .int8), (.sonyBatteryLevel, 0xFF, .uint8),
        ]
        for (code, number, type) in cases {
            for form in [PropForm.none, .enumeration([RecordTests.number(1, type), RecordTests.number(number, type)])] {
                let desc = Self.record(code, number, type, form, access: 0).description(.v3)
                #expect(!Self.values(desc.form).contains(number) && !Self.values(desc.form).isEmpty, "\(code) \(number)")
            }
        }
    }

    @Test func `compensations ascend, and what can be set replaces the list`() {
        let form = PropForm.enumeration([0, 1000, 300, -300].map { RecordTests.number($0, .int16) })
        #expect(
            Self.values(Self.record(.exposureBiasCompensation, 0, .int16, form).description(.v2).form) == [-300, 0, 300, 1000]
        )
        var iso = Self.record(.sonyISO, 100, .uint32, .enumeration([100, 200, 400].map { RecordTests.number($0, .uint32) }))
        iso.settable = [RecordTests.number(200, .uint32)]
        #expect(Self.values(iso.description(.v3).form) == [200, 100])
        let magnifier = Self.record(.sonyFocusMagnifier, 0x37_0140_00F0, .uint64)
        #expect(magnifier.description(.v3).current.integer() == 0x37_FFFF_FFFF as Int64)
    }
}
