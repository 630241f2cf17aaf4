import PTP
import PTPCanon
import Testing

@Suite struct StructureTests {
    @Test(arguments: StructureSample.all)
    func `an encoded structure is decoded unchanged, byte for byte`(_ sample: StructureSample) throws {
        #expect(try sample.rewrite(sample.bytes) == sample.bytes)
    }

    @Test(arguments: StructureSample.all)
    func `cut off at any byte it is an error that names the field, unless the field is optional`(
        _ sample: StructureSample
    ) {
        for count in 0..<sample.bytes.count {
            do throws(DatasetError) {
                let rewritten = try sample.rewrite(Array(sample.bytes[..<count]))
                // Only an array at the end may be missing; the length then differs.
                #expect(sample.bytes.dropFirst(4).starts(with: rewritten.dropFirst(4).prefix(count - 4)), "\(count) bytes")
            } catch {
                #expect(!error.field.isEmpty && error.offset <= count, "\(error)")
                guard case .endsEarly(let needed, let present) = error.reason else {
                    Issue.record("\(count): \(error)"); continue
                }
                #expect(UInt64(present) < needed)
            }
        }
    }

    @Test(arguments: StructureSample.all)
    func `with any byte, or any two or four, replaced, it is an error or a value that can be written`(_ sample: StructureSample) {
        for bytes in Damage.replacements(of: sample.bytes) {
            // Text that is not ASCII can be parsed but not encoded.
            guard let rewritten = try? sample.rewrite(bytes) else { continue }
            #expect((try? sample.rewrite(rewritten)) == rewritten)
        }
    }

    @Test(arguments: StructureSample.all) func `bytes behind it are left alone`(_ sample: StructureSample) throws {
        guard sample.description != "device info" else { return }
        #expect(try sample.rewrite(sample.bytes + [1, 2, 3]) == sample.bytes)
    }

    // MARK: Layouts, as they were observed

    @Test func `an assignment of a number is twelve bytes, one of text nine and its letters`() throws {
        let aperture = try PropertyAssignment(.eosAperture, .integer(IntegerValue(0x2D, as: .uint16)!)).encoded()
        #expect(aperture == words(12, 0xD101, 0x2D))
        let owner = try PropertyAssignment(.eosOwner, .text("Ann")).encoded()
        #expect(owner == words(12, 0xD115) + Array("Ann".utf8) + [0])
        let formats = try PropertyAssignment(.eosImageFormat, .imageFormat(ImageFormat(.raw(0), .jpeg(0)))).encoded()
        #expect(formats == words(8 + 36, 0xD120, 2, 0x10, 6, 0, 4, 0x10, 1, 0, 3))
    }

    @Test func `an assignment ends where its length says it does`() throws {
        let bytes = words(8 + 4, 0xD115) + Array("AnnBob".utf8)
        #expect(try PropertyAssignment(bytes).content == .text("AnnB"))
        #expect(throws: DatasetError("PropertyAssignment.Length", at: 0, .unexpectedNumber(7))) {
            try PropertyAssignment(words(7, 0xD115))
        }
        #expect(throws: DatasetError("PropertyAssignment.Length", at: 0, .endsEarly(neededBytes: 0xFFFF_FFFF, presentBytes: 12)))
        {
            try PropertyAssignment(words(.max, 0xD115, 0))
        }
        #expect(throws: DatasetError("PropertyAssignment.Property", at: 4, .unexpectedNumber(0x1_D115))) {
            try PropertyAssignment(words(12, 0x1_D115, 0))
        }
        #expect(throws: DatasetError("PropertyValue", at: 8, .endsEarly(neededBytes: 2, presentBytes: 1))) {
            try PropertyAssignment(words(9, 0xD101, 0))
        }
    }

    @Test(arguments: ["Jürgen", "a\u{0}b"]) func `text that is not ASCII is not written`(_ text: String) {
        #expect(throws: DatasetError("PropertyValue", at: 0, .textNotASCII)) {
            try PropertyAssignment(.eosOwner, .text(text)).encoded()
        }
    }

    @Test(arguments: [0, 3, 0xFFFF_FFFF] as [UInt32]) func `an image format has one file or two`(_ count: UInt32) {
        #expect(throws: DatasetError("ImageFormat.Count", at: 0, .unexpectedNumber(UInt64(count)))) {
            try ImageFormat(words(count, 0x10, 1, 0, 3, 0x10, 1, 0, 3, 0x10, 1, 0, 3))
        }
    }

    @Test func `a file of an image format has the length that is known`() {
        #expect(throws: DatasetError("ImageFormat.Length", at: 4, .unexpectedNumber(0x14))) {
            try ImageFormat(words(1, 0x14, 1, 0, 3, 0))
        }
    }

    @Test func `focus points are laid out by field, not by point`() throws {
        let bytes = try StructureSample.focusInfo.encoded()
        #expect(bytes.count == 20 + 9 * 8 + 2 + 2)
        #expect(bytes.starts(with: words(UInt32(bytes.count)) + [UInt8(bytes.count - 4), 0]))
        // Heights are followed by widths; the fifth and the ninth point are selected.
        #expect(bytes[20] == 90 && bytes[20 + 18] == 80)
        #expect(bytes.suffix(4) == [0b1_0000, 0b1, 0xFF, 0xFF])
    }

    @Test(arguments: [1, 9, 65_535] as [UInt16]) func `more focus points than there are bytes are refused before they are made`(
        _ count: UInt16
    ) throws {
        var bytes = try FocusInfoEx().encoded()
        (bytes[8], bytes[9]) = (UInt8(truncatingIfNeeded: count), UInt8(count >> 8))
        let needed = UInt64(count) * 8 + (UInt64(count) + 7) / 8
        #expect(throws: DatasetError("FocusInfoEx.NumberOfPoints", at: 8, .endsEarly(neededBytes: needed, presentBytes: 2))) {
            try FocusInfoEx(bytes)
        }
    }

    @Test func `a body without focus points may report so in four bytes`() throws {
        #expect(try FocusInfoEx(words(0)) == FocusInfoEx())
        #expect(throws: DatasetError("FocusInfoEx.Length", at: 0, .unexpectedNumber(19))) {
            try FocusInfoEx(words(19, 0, 0, 0, 0))
        }
    }

    @Test func `the number of encoded focus points is limited by the length field`() throws {
        var info = FocusInfoEx()
        let point = FocusInfoEx.Point(x: -1, y: 1, width: 2, height: 3, isSelected: true)
        info.points = Array(repeating: point, count: 8063)
        #expect(try FocusInfoEx(info.encoded()) == info)
        info.points.append(point)
        #expect(throws: DatasetError("FocusInfoEx.NumberOfPoints", at: 8, .tooManyElements(count: 8064, limit: 8063))) {
            try info.encoded()
        }
    }

    @Test func `a device info keeps numbers that are no codes, and may lack its last array`() throws {
        let info = try DeviceInfoEx(StructureSample.deviceInfo.encoded())
        #expect(info.events == [.eosPropValueChanged, .eosAvailListChanged] && info.properties == [.eosAperture, .eosOwner])
        #expect(info.propertyNumbers.last == 0x1_D101)
        #expect(try DeviceInfoEx(words(12, 0, 0)).unexplained.isEmpty)
        #expect(throws: DatasetError("DeviceInfoEx.Events", at: 4, .endsEarly(neededBytes: 17_179_869_180, presentBytes: 8))) {
            try DeviceInfoEx(words(12, .max, 0, 0))
        }
    }

    @Test func `an image format is one number, and back`() {
        for format in [
            ImageFormat(.jpeg(0)), ImageFormat(.raw(0), .jpeg(0x10)), ImageFormat(.jpeg(0), .raw(0)),
            ImageFormat(.init(kind: 0, size: 0, compression: 0), .init(kind: 0, size: 0, compression: 0)),
        ] {
            #expect(format.code.flatMap { ImageFormat(code: $0) } == format)
        }
        #expect(ImageFormat(.init(kind: 0x100, size: 0, compression: 0)).code == nil)
        for code in [-1, 1 << 49, 1 << 24, Int64.max, .min] { #expect(ImageFormat(code: code) == nil, "\(code)") }
    }

    @Test(arguments: [
        (ImageFormat(.jpeg(0)), "JPEG fine L"), (ImageFormat(.raw(0), .jpeg(0xE, compression: 2)), "RAW + JPEG normal S1"),
        (ImageFormat(.raw(0, compression: 3)), "cRAW"), (ImageFormat(.raw(1)), "mRAW"),
        (ImageFormat(.jpeg(5, compression: 1)), "JPEG M1"),
        (ImageFormat(.init(kind: 9, size: 0x20, compression: 3)), "0x9/0x20/0x3"),
    ])
    func `an image format has a name that people know`(_ format: ImageFormat, _ label: String) {
        #expect(format.label == label)
    }

    @Test func `every format that was observed has a label and a number of its own`() {
        let sizes: [(UInt32, String)] = [
            (0, "L"), (1, "M"), (2, "S"), (5, "M1"), (6, "M2"), (0xE, "S1"), (0xF, "S2"), (0x10, "S3"),
        ]
        var formats: [(ImageFormat.File, String)] = [
            (.raw(0), "RAW"), (.raw(1), "mRAW"), (.raw(2), "sRAW"), (.raw(0, compression: 3), "cRAW"),
        ]
        for (size, name) in sizes {
            formats.append((.jpeg(size), "JPEG fine \(name)"))
            formats.append((.jpeg(size, compression: 2), "JPEG normal \(name)"))
            // For bodies with only one quality.
            for compression in [0, 1] as [UInt32] { formats.append((.jpeg(size, compression: compression), "JPEG \(name)")) }
        }
        for (file, label) in formats {
            #expect(ImageFormat(file).label == label)
            for (other, otherLabel) in formats {
                let format = ImageFormat(file, other)
                #expect(format.label == "\(label) + \(otherLabel)" && format.code.flatMap { ImageFormat(code: $0) } == format)
            }
        }
        let codes = formats.compactMap { ImageFormat($0.0).code }
        #expect(Set(codes).count == formats.count)
    }
}
