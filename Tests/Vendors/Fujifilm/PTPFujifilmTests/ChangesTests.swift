import PTP
import PTPFujifilm
import Testing

/// The changes of 0xD212, and the descriptions of 0x902B: whole, cut at every byte, and with false counts.
@Suite struct ChangesTests {
    static let samples: [FujifilmChanges.Change] = [
        .init(.fujifilmFreeImages, 31), .init(.exposureTime, 0xFFFF_FFFF), .init(.fujifilmAFStatus, 2),
    ]

    @Test func `changes survive their encoding`() {
        let bytes = FujifilmChanges.encoded(Self.samples)
        #expect(bytes.count == 2 + 3 * 6 && bytes.starts(with: [3, 0, 0x0E, 0xD2, 31, 0, 0, 0]))
        let parsed = FujifilmChanges(bytes)
        #expect(parsed.changes == Self.samples && parsed.failure == nil)
        #expect(FujifilmChanges(FujifilmChanges.encoded([])) == FujifilmChanges([0, 0]))
    }

    @Test func `data that is cut at any byte has the changes before`() {
        let bytes = FujifilmChanges.encoded(Self.samples)
        for count in 0..<bytes.count {
            let parsed = FujifilmChanges(Array(bytes.prefix(count)))
            #expect(parsed.failure != nil && parsed.changes == Array(Self.samples.prefix(max(0, count - 2) / 6)))
        }
        let counted = FujifilmChanges([0xFF, 0xFF] + bytes.dropFirst(2))
        #expect(counted.changes == Self.samples && counted.failure != nil)
    }

    @Test func `a property that is reported again with the same value has not changed`() {
        var news = FujifilmNews()
        #expect(news.changed(Self.samples) == Self.samples)
        // A body that reports all, each time.
        #expect(news.changed(Self.samples).isEmpty)
        let other = FujifilmChanges.Change(.fujifilmFreeImages, 30)
        #expect(news.changed([other] + Self.samples.dropFirst()) == [other])
        // A body that reports changes only: the same value again, after a reply without it.
        #expect(news.changed([]).isEmpty)
        #expect(news.changed([other]) == [other])
    }

    static let descriptions: [DevicePropDesc] = [
        DevicePropDesc(
            .fujifilmFilmSimulation,
            isSettable: true,
            current: .integer(1, as: .uint16)!,
            form: .enumeration([1, 2, 3].compactMap { .integer($0, as: .uint16) })
        ),
        DevicePropDesc(.fujifilmLensName, isSettable: false, current: .string("XF18mmF2 R"), form: .none),
        DevicePropDesc(
            DevicePropCode(rawValue: 0xD320),
            isSettable: true,
            current: .integer(0, as: .int16)!,
            form: .range(
                minimum: .integer(-20, as: .int16)!,
                maximum: .integer(40, as: .int16)!,
                step: .integer(10, as: .int16)!
            )
        ),
    ]

    @Test func `descriptions survive their encoding, also one by one`() throws {
        let bytes = try FujifilmDescriptions.encoded(Self.descriptions)
        let parsed = FujifilmDescriptions(bytes)
        #expect(parsed.descriptions == Self.descriptions && parsed.failure == nil)
        for count in 0..<bytes.count {
            let cut = FujifilmDescriptions(Array(bytes.prefix(count)))
            #expect(cut.failure != nil && cut.descriptions == Array(Self.descriptions.prefix(cut.descriptions.count)))
        }
    }

    @Test func `a description that cannot be parsed is left out, and the others remain`() throws {
        var bytes = try FujifilmDescriptions.encoded(Self.descriptions)
        // The data type of the first.
        bytes[10] = 0x77
        let parsed = FujifilmDescriptions(bytes)
        #expect(parsed.failure == nil && parsed.descriptions == Array(Self.descriptions.dropFirst()))
        let counted = FujifilmDescriptions([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(counted.failure != nil && counted.descriptions.isEmpty)
    }
}
