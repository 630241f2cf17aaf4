import CameraModel
import Exposure
import PTP
import PTPCanon
import Testing

@Suite struct OLCInfoTests {
    /// Sizes of the parts by version, as observed.
    static let sizes: [UInt32: [Int]] = [
        7: [2, 6, 5, 4, 4, 6, 7, 4, 6, 5, 5, 8, 1], 8: [2, 6, 5, 4, 4, 6, 7, 4, 6, 7, 7, 8, 1],
        9: [2, 6, 5, 4, 4, 6, 7, 4, 6, 7, 7, 8, 1], 0xA: [2, 6, 5, 4, 4, 6, 7, 4, 6, 7, 7, 8, 1],
        0xB: [2, 6, 5, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1], 0xC: [2, 6, 5, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1],
        0xD: [2, 6, 5, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1], 0xE: [2, 6, 5, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1],
        0xF: [2, 7, 6, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1], 0x10: [2, 7, 6, 4, 4, 6, 8, 4, 6, 5, 5, 9, 1],
        0x11: [2, 7, 6, 6, 4, 6, 8, 4, 6, 5, 5, 9, 8], 0x12: [2, 7, 9, 6, 4, 6, 8, 5, 7, 5, 5, 9, 8],
        0x13: [2, 7, 9, 7, 4, 6, 8, 5, 7, 5, 5, 9, 8], 0x14: [2, 9, 9, 7, 4, 6, 8, 5, 7, 5, 5, 9, 8],
    ]

    /// Every part, with bytes derived from its bit number.
    static func parts(_ version: UInt32) -> [OLCInfo.Part: [UInt8]] {
        let sizes = sizes[version]!
        return Dictionary(
            uniqueKeysWithValues: OLCInfo.Part.allCases.map { part in
                (part, (0..<sizes[part.rawValue]).map { UInt8(part.rawValue * 16 + $0) })
            }
        )
    }

    @Test(arguments: sizes.keys.sorted()) func `every part has its place in every version`(_ version: UInt32) throws {
        let info = try #require(OLCInfo(version: version, Self.parts(version)))
        #expect(info.mask == 0x1FFF && info.encoded.count == 8 + Self.sizes[version]!.reduce(0, +))
        #expect(info.encoded.starts(with: words(UInt32(info.encoded.count))))
        #expect(try OLCInfo(info.encoded, version: version) == info)
        // A single part is parsed as well.
        for (part, bytes) in Self.parts(version) {
            let alone = try #require(OLCInfo(version: version, [part: bytes]))
            #expect(try OLCInfo(alone.encoded, version: version).parts == [part: bytes])
        }
    }

    @Test(arguments: sizes.keys.sorted()) func `the exposure's numbers stand where they were observed`(_ version: UInt32) throws {
        let info = try #require(OLCInfo(version: version, Self.parts(version)))
        let expected: [(DevicePropCode, Int)] = [
            (.eosShutterSpeed, 0x10 + (version >= 0x14 ? 7 : 5)), (.eosAperture, 0x20 + (version >= 0x12 ? 7 : 4)),
            (.eosISOSpeed, 0x33),
        ]
        for ((code, content), (expectedCode, number)) in zip(info.properties, expected) {
            #expect(code == expectedCode && content == .integer(IntegerValue(number, as: .uint16)!))
        }
        #expect(info.properties.count == 3)
    }

    @Test func `observed data of bodies is parsed`() throws {
        let info = try OLCInfo(
            words(8 + 6 + 5 + 4) + [0x0E, 0, 0, 0] + [1, 1, 0x98, 0x10, 0, 0x60] + [1, 1, 0x5B, 0x30, 0x30] + [1, 1, 0, 0x78],
            version: 7
        )
        let texts = info.properties.compactMap { EOSProperties.value($0.content, of: $0.code)?.label }
        #expect(texts == ["1/30", "f/5.6", "ISO 6400"])
        let wide = try OLCInfo(words(17) + [4, 0, 0, 0] + [1, 3, 0, 0x58, 0, 0x2D, 0, 0x30, 0], version: 0x12)
        #expect(wide.properties.first?.content == .integer(IntegerValue(0x30, as: .uint16)!))
    }

    @Test(
        arguments: [
            ([0, 0], OLCInfo.Focus.idle), ([0, 1], .hunting), ([1, 1], .found), ([1, 0], .found), ([2, 2], .failed),
            ([2, 1], .failed),
            ([2, 0], .failed), ([0, 2], .unexplained(result: 0, activity: 2)), ([9, 9], .unexplained(result: 9, activity: 9)),
        ] as [([UInt8], OLCInfo.Focus)]
    )
    func `focusing is followed`(_ bytes: [UInt8], _ focus: OLCInfo.Focus) {
        #expect(OLCInfo(version: 7, [.focus: [0, 0, 0, 0] + bytes])?.focus == focus)
        #expect(OLCInfo(version: 0x14, [.focus: [0, 0, 0, 0] + bytes + [0]])?.focus == focus)
    }

    @Test func `exposure and self-timer are read, and are nil where they are not there`() {
        let info = OLCInfo(version: 7, [.exposure: [1, 1, 0xF3, 0, 0, 0, 0], .selfTimer: [0, 0, 1, 0, 9, 0]])
        #expect(info?.exposure?.description == "-1⅓" && info?.selfTimerSeconds == 9)
        let none = OLCInfo(version: 7, [:])
        #expect(none?.exposure == nil && none?.selfTimerSeconds == nil && none?.focus == nil && none?.properties.isEmpty == true)
    }

    @Test(arguments: [0, 1, 6, 0x15, 0xFFFF_FFFF] as [UInt32]) func `data of an unknown version is kept whole`(
        _ version: UInt32
    ) throws {
        let info = try OLCInfo(words(12) + [0xFF, 0x1F, 0, 0, 1, 2, 3, 4], version: version)
        #expect(
            info.parts.isEmpty && info.rest == [1, 2, 3, 4] && info.mask == 0x1FFF && info.failure == nil
                && info.properties.isEmpty
        )
        #expect(try OLCInfo(info.encoded, version: version) == info)
        #expect(OLCInfo(version: version, [:]) == nil)
    }

    @Test(arguments: sizes.keys.sorted()) func `a part that exceeds the record is not invented`(_ version: UInt32) throws {
        let whole = OLCInfo(version: version, Self.parts(version))!
        let bytes = whole.encoded
        for count in 0..<bytes.count {
            guard let info = try? OLCInfo(Array(bytes[..<count]), version: version) else {
                #expect(count < 8)
                continue
            }
            #expect(count >= 8 && info.failure?.field == "OLCInfo.Part")
            #expect(info.parts.allSatisfy { whole.parts[$0.key] == $0.value })
            #expect(info.parts.values.reduce(info.rest.count) { $0 + $1.count } == count - 8)
            // Offsets count from the start of the record, eight bytes before the body.
            #expect(info.failure.map { $0.offset <= count + 8 } == true)
        }
    }

    @Test(arguments: [7, 0x14] as [UInt32])
    func `with any byte, or any two or four, replaced, it is read, and written as the same`(_ version: UInt32) throws {
        for bytes in Damage.replacements(of: OLCInfo(version: version, Self.parts(version))!.encoded) {
            let info = try OLCInfo(bytes, version: version)
            #expect(try OLCInfo(info.encoded, version: version) == info)
        }
    }

    @Test func `bits beyond the last part leave the rest as it is`() throws {
        let info = try OLCInfo(words(11) + [1, 0xE0, 0, 0, 5, 6, 7], version: 7)
        #expect(info.parts == [.button: [5, 6]] && info.rest == [7] && info.failure == nil)
    }

    @Test func `parts of the wrong length are not written`() {
        #expect(OLCInfo(version: 7, [.button: [1]]) == nil)
    }

    @Test func `less than a mask is an error`() {
        #expect(throws: DatasetError("OLCInfo.Mask", at: 12, .endsEarly(neededBytes: 2, presentBytes: 1))) {
            try OLCInfo([1, 2, 3, 4, 5], version: 7)
        }
    }
}
