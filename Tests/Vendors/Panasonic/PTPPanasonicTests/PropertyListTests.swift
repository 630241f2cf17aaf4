import PTP
import PTPPanasonic
import Testing

/// Groups of properties: the bytes of a dump, and samples of every kind, cut at every byte.
@Suite struct PropertyListTests {
    static func number(_ number: some BinaryInteger, _ type: IntegerDataType = .uint16) -> DataValue {
        .integer(number, as: type)!
    }

    static func list(_ current: Int64, _ values: [Int64], _ type: IntegerDataType = .uint16) -> PanasonicElement.Content {
        .number(number(current, type), .enumeration(values.map { number($0, type) }))
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.filter { !$0.isWhitespace }
        return stride(from: 0, to: digits.count, by: 2).compactMap { index in
            let start = digits.index(digits.startIndex, offsetBy: index)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
        }
    }

    /// ListProperty(0x02000020) of a GH5, from a dump in libgphoto2's repository.
    static let isoBytes = bytes(
        """
        20000002 14000000 14000000 01000100 00000000 02000000 cc000000 21000002 14000000 14000000 01000100 00000000 01000000 50000000
        01000000 48000000 00000000 01000100 00000000 01000000 06000000 02000000 00640000 0a000000 ffffffff feffffff c8000000 90010000
        20030000 40060000 800c0000 00190000 00320000 00640000 22000002 14000000 14000000 01000100 00000000 01000000 44000000 01000000
        3c000000 00000000 01000100 00000000 01000000 06000000 02000000 00000000 07000000 90010000 20030000 40060000 800c0000 00190000
        00320000 00640000
        """
    )

    /// ListProperty(0x02000060), whose second member has two elements with a range.
    static let compensationBytes = bytes(
        """
        60000002 14000000 14000000 01000100 00000000 02000000 ec000000 61000002 14000000 14000000 01000100 00000000 01000000 64000000
        01000000 5c000000 00000000 01000100 00000000 01000000 04000000 02000000 00001f00 00000f80 0e800d80 0c800b80 0a800980 08800780
        06800580 04800380 02800180 00000100 02000300 04000500 06000700 08000900 0a000b00 0c000d00 0e000f00 62000002 14000000 14000000
        01000100 00000000 02000000 50000000 01000000 20000000 00000000 01000100 00000000 01000000 04000000 01000000 00000f80 0f000100
        02000000 20000000 00000000 01000100 00000000 01000000 04000000 01000000 00000f80 0f000100
        """
    )

    /// ListProperty(0x020000A2): a member that is its own group.
    static let qualityBytes = bytes(
        """
        a2000002 14000000 14000000 01000100 00000000 01000000 4c000000 a2000002 14000000 14000000 01000100 00000000 01000000 30000000
        01000000 28000000 00000000 01000100 00000000 01000000 04000000 02000000 00000500 00000000 01000300 04000500
        """
    )

    /// A member of each kind.
    static let sample = PanasonicPropertyList(
        DevicePropCode(rawValue: 0x0200_0050),
        [
            .init(.panasonicWhiteBalance, [PanasonicElement(1, list(2, [2, 4, 0x8008]))]),
            .init(.panasonicColorTemperature, [PanasonicElement(1, list(5500, []))]),
            .init(
                DevicePropCode(rawValue: 0x0200_00C4),
                [
                    PanasonicElement(1, .number(number(0), .range(minimum: number(0), maximum: number(59), step: number(1)))),
                    PanasonicElement(2, .number(number(1), .none)),
                ]
            ),
            .init(.panasonicISO, [PanasonicElement(1, list(0xFFFF_FFFF, [0xFFFF_FFFF, 200], .uint32))]),
            .init(DevicePropCode(rawValue: 0x0200_01D1), [PanasonicElement(7, .unknown(type: 0x20, [1, 2, 3, 4, 5]))]),
            .init(DevicePropCode(rawValue: 0x0200_01D2), []),
        ]
    )

    @Test func `groups of a dump are parsed, and written as they were`() throws {
        let iso = PanasonicPropertyList(Self.isoBytes)
        #expect(
            iso.failure == nil && iso.group.rawValue == 0x0200_0020
                && iso.members.map(\.code) == [.panasonicISO, .panasonicISOLimit]
        )
        #expect(
            iso.members[0].elements == [
                PanasonicElement(
                    1,
                    Self.list(25_600, [0xFFFF_FFFF, 0xFFFF_FFFE, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600], .uint32)
                )
            ]
        )
        let compensation = PanasonicPropertyList(Self.compensationBytes)
        #expect(compensation.failure == nil && compensation.members.map(\.elements.count) == [1, 2])
        let range = PanasonicElement.Content.number(
            Self.number(0),
            .range(minimum: Self.number(0x800F), maximum: Self.number(15), step: Self.number(1))
        )
        #expect(compensation.members[1].elements == [PanasonicElement(1, range), PanasonicElement(2, range)])
        let quality = PanasonicPropertyList(Self.qualityBytes)
        #expect(
            quality.failure == nil && quality.group == .panasonicQuality && quality.members.map(\.code) == [.panasonicQuality]
        )
        for bytes in [Self.isoBytes, Self.compensationBytes, Self.qualityBytes] {
            #expect(PanasonicPropertyList(bytes).encoded == bytes)
        }
        // libgphoto2 reads the current value, the count and the values at these places.
        #expect(Array(Self.isoBytes[88..<96]) == [0, 0x64, 0, 0, 10, 0, 0, 0])
    }

    @Test func `members of every kind survive their encoding`() {
        let list = PanasonicPropertyList(Self.sample.encoded)
        #expect(list.failure == nil && list == Self.sample)
    }

    @Test func `the outline has the heads, and the sizes of what is below`() {
        // GetPropertySize(0x02000020) has another size for its first member: the largest that is possible.
        let outline = PanasonicPropertyList(Self.isoBytes).outline
        #expect(outline.count == 3 * 28)
        #expect(
            Array(outline[0..<24]) == Array(Self.isoBytes[0..<24]) && Array(outline[28..<56]) == Array(Self.isoBytes[28..<56])
        )
    }

    @Test func `data that is cut anywhere gives the members before, and an error`() {
        for bytes in [Self.isoBytes, Self.sample.encoded] {
            let whole = PanasonicPropertyList(bytes)
            for count in 0..<bytes.count {
                let list = PanasonicPropertyList(Array(bytes.prefix(count)))
                #expect(list.failure != nil, "cut at \(count)")
                #expect(
                    list.members == Array(whole.members.prefix(list.members.count)) && list.members.count < whole.members.count
                )
            }
        }
    }

    /// Each number set to the largest: counts, sizes, types, forms.
    @Test func `numbers that exceed the data end with a result`() {
        let bytes = Self.sample.encoded
        for start in stride(from: 0, to: bytes.count - 4, by: 2) {
            var damaged = bytes
            for index in start..<start + 4 { damaged[index] = 0xFF }
            let list = PanasonicPropertyList(damaged)
            #expect(list.members.count <= 6)
            for member in list.members { _ = PanasonicProperties.description(member, nil) }
        }
    }

    @Test func `an element whose size contradicts its counts has unknown content, and others follow`() {
        var bytes = Self.isoBytes
        bytes[92] = 200
        let list = PanasonicPropertyList(bytes)
        #expect(list.failure == nil && list.members.count == 2)
        guard case .unknown(type: 6, let content)? = list.members.first?.elements.first?.content else {
            Issue.record("\(list.members)")
            return
        }
        #expect(content.count == 0x48 - 20 && list.encoded == bytes)
    }

    @Test func `a longer head is skipped`() {
        var bytes = Self.qualityBytes
        bytes[4] = 0x18
        bytes.insert(contentsOf: [9, 9, 9, 9], at: 28)
        let list = PanasonicPropertyList(bytes)
        #expect(list.failure == nil && list.members == PanasonicPropertyList(Self.qualityBytes).members)
    }

    // MARK: Values

    @Test func `values of a dump are parsed, and written as they were`() {
        let bytes = Self.bytes("31000002 04000000 00127a00 32000002 08000000 401f0000 0024f400")
        let list = PanasonicValueList(bytes)
        #expect(list.failure == nil && list.encoded == bytes && list[.panasonicShutterSpeed]?.number == 8_000_000)
        #expect(list.values[1].numbers(.uint32) == [Self.number(8000, .uint32), Self.number(16_000_000, .uint32)])
        #expect(list.values[1].numbers(.uint16).count == 4 && list[.panasonicISO] == nil)
        for count in 0..<bytes.count {
            let cut = PanasonicValueList(Array(bytes.prefix(count)))
            #expect(cut.values.count == (count < 12 ? 0 : 1) && (cut.failure == nil) == (count == 0 || count == 12), "\(count)")
        }
        #expect(PanasonicValueList([1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1]).failure != nil)
    }

    @Test func `a value has as many bytes as its number`() {
        #expect(PanasonicValue(.panasonicISO, UInt32(400)).bytes == [0x90, 1, 0, 0])
        #expect(
            PanasonicValue(.panasonicISO, [1, 2, 3]).number == nil
                && PanasonicValue(.panasonicISO, [1, 2, 3]).numbers(.uint16) == []
        )
        #expect(PanasonicValue(.panasonicISO, [0xFE, 0xFF]).numbers(.int16) == [Self.number(-2, .int16)])
        #expect(PanasonicValue(.panasonicISO, []).numbers(.uint16).isEmpty)
    }

    @Test func `sizes of live view are read as they are written`() {
        // GetStatus(0x0D800012) of a G9, from a comment in libgphoto2.
        let bytes = Self.bytes("0300 0800 e001 8002 2000 1e00 d002 c003 5e01 1e00 c003 0005 bc02 1e00")
        let sizes = PanasonicLiveViewSize.list(bytes)
        #expect(sizes.map(\.label) == ["640 × 480, 30 fps", "960 × 720, 30 fps", "1280 × 960, 30 fps"])
        #expect(PanasonicLiveViewSize.encoded(sizes) == bytes && PanasonicLiveViewSize(sizes[1].bytes) == sizes[1])
        #expect(PanasonicLiveViewSize(number: sizes[2].number) == sizes[2] && sizes[2].frameSize == 0x2BC)
        for count in 0..<bytes.count {
            #expect(PanasonicLiveViewSize.list(Array(bytes.prefix(count))).count == max(0, (count - 4) / 8), "\(count)")
        }
        #expect(PanasonicLiveViewSize.list([0xFF, 0xFF, 0, 0, 1, 2, 3, 4]).isEmpty && PanasonicLiveViewSize([1, 2, 3]) == nil)
    }
}
