import PTP
import PTPOlympus
import Testing

/// Changed properties: descriptions and codes, cut at every byte.
@Suite struct ChangesTests {
    static func number(_ number: some BinaryInteger, _ type: IntegerDataType = .uint16) -> DataValue {
        .integer(number, as: type)!
    }

    static let samples: [DevicePropDesc] = [
        DevicePropDesc(
            .olympusAperture,
            isSettable: true,
            current: number(56),
            form: .enumeration([28, 40, 56].map { number($0) })
        ),
        DevicePropDesc(.olympusMode, isSettable: false, current: number(3), form: .enumeration([1, 2, 3, 4].map { number($0) })),
        DevicePropDesc(
            DevicePropCode(rawValue: 0xD059),
            isSettable: false,
            current: number(4017, .uint32),
            form: .range(minimum: number(0, .uint32), maximum: number(9999, .uint32), step: number(1, .uint32))
        ),
        DevicePropDesc(.olympusWideISO, isSettable: true, current: number(UInt32.max, .uint32), form: .enumeration([])),
    ]

    static let codes: [DevicePropCode] = [.olympusAperture, .olympusMode, .olympusShutterSpeed]

    @Test func `descriptions and codes survive their encoding`() {
        let described = OlympusChanges(OlympusChanges.encoded(Self.samples))
        #expect(described.failure == nil && described.changes == Self.samples.map { .described($0) })
        let named = OlympusChanges(OlympusChanges.encoded(Self.codes))
        #expect(named.failure == nil && named.changes == Self.codes.map { .named($0) })
        #expect(OlympusChanges([0, 0, 0, 0]).changes.isEmpty && OlympusChanges([0, 0, 0, 0]).failure == nil)
    }

    /// The aperture, written by hand.
    @Test func `a description has the bytes of the standard's`() {
        let bytes: [UInt8] = [1, 0, 0, 0, 0x02, 0xD0, 4, 0, 1, 56, 0, 56, 0, 2, 3, 0, 28, 0, 40, 0, 56, 0]
        #expect(
            OlympusChanges(bytes).changes == [.described(Self.samples[0])] && OlympusChanges.encoded([Self.samples[0]]) == bytes
        )
    }

    @Test func `data that is cut anywhere gives the changes before, and an error`() {
        let bytes = OlympusChanges.encoded(Self.samples)
        let ends = (0...Self.samples.count).map { OlympusChanges.encoded(Array(Self.samples.prefix($0))).count }
        // With two bytes for each, the data is a list of codes.
        for count in 0..<bytes.count where count != 4 + 2 * Self.samples.count {
            let changes = OlympusChanges(Array(bytes.prefix(count)))
            #expect(changes.failure != nil || changes.changes.count == Self.samples.count, "cut at \(count)")
            // A description that is cut before its form has none.
            let whole = ends.lastIndex { $0 <= count } ?? 0
            #expect(changes.changes.count == whole || changes.changes.count == whole + 1, "cut at \(count)")
        }
        let codes = OlympusChanges.encoded(Self.codes)
        for count in 0..<codes.count { _ = OlympusChanges(Array(codes.prefix(count))) }
    }

    @Test func `counts and types that exceed the data end with a result`() {
        let bytes = OlympusChanges.encoded(Self.samples)
        for start in stride(from: 0, to: bytes.count - 4, by: 2) {
            var damaged = bytes
            for index in start..<start + 4 { damaged[index] = 0xFF }
            #expect(OlympusChanges(damaged).changes.count <= 1024)
        }
    }

    @Test func `only descriptions that differ are news`() {
        var news = OlympusNews()
        let all = Self.samples.map { OlympusChanges.Change.described($0) }
        let first = news.changed(all)
        let second = news.changed(all)
        #expect(first == all && second.isEmpty)
        var other = Self.samples[0]
        other.current = Self.number(40)
        let third = news.changed([.described(other), all[1], .named(.olympusMode)])
        #expect(third == [.described(other), .named(.olympusMode)])
    }
}
