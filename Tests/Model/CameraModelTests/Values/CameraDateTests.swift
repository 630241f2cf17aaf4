import CameraModel
import Testing

/// Dates of a camera's clock.
@Suite struct CameraDateTests {
    private static let table: [(milliseconds: Int64, offset: Int, text: String)] = [
        (0, 0, "1970-01-01T00:00:00Z"),
        (-1, 0, "1969-12-31T23:59:59.999Z"),
        (951_782_400_000, 0, "2000-02-29T00:00:00Z"),
        (4_107_542_400_000, 0, "2100-03-01T00:00:00Z"),
        (4_107_542_399_999, 0, "2100-02-28T23:59:59.999Z"),
        (1_709_251_199_000, 0, "2024-02-29T23:59:59Z"),
        (1_709_251_199_000, 60, "2024-03-01T00:59:59+01:00"),
        (1_795_211_523_250, 60, "2026-11-20T22:52:03.250+01:00"),
        (1_795_211_523_250, -210, "2026-11-20T18:22:03.250-03:30"),
        (1_795_211_523_250, 1439, "2026-11-21T21:51:03.250+23:59"),
        (1_795_211_523_250, -1439, "2026-11-19T21:53:03.250-23:59"),
        (-62_135_596_800_000, 0, "0001-01-01T00:00:00Z"),
        (253_402_300_799_999, 0, "9999-12-31T23:59:59.999Z"),
    ]

    @Test(arguments: table) func `a moment is written and read back`(milliseconds: Int64, offset: Int, text: String) {
        let date = CameraDate(millisecondsSince1970: milliseconds, utcOffsetMinutes: offset)
        #expect(date.description == text)
        #expect(date.millisecondsSince1970 == milliseconds)
    }

    @Test func `every day of four centuries follows the one before`() {
        var last = CameraDate(millisecondsSince1970: -86_400_000)
        for day in 0..<146_097 {
            let date = CameraDate(millisecondsSince1970: Int64(day) * 86_400_000)
            let follows =
                (date.year, date.month, date.day) == (last.year, last.month, last.day + 1)
                || (date.year, date.month, date.day) == (last.year, last.month + 1, 1)
                || (date.year, date.month, date.day) == (last.year + 1, 1, 1)
            guard follows, date.millisecondsSince1970 == Int64(day) * 86_400_000,
                CameraDate(year: date.year, month: date.month, day: date.day, utcOffsetMinutes: 0) == date
            else {
                Issue.record("\(date) after \(last)")
                return
            }
            last = date
        }
        #expect(last.description == "2369-12-31T00:00:00Z")
    }

    @Test(arguments: [Int64.min, -62_135_596_800_001, 253_402_300_800_000, .max], [-5000, 0, 5000])
    func `moments that cannot be written become the first or the last one`(milliseconds: Int64, offset: Int) {
        let date = CameraDate(millisecondsSince1970: milliseconds, utcOffsetMinutes: offset)
        #expect(offset == 0 ? date.year == (milliseconds < 0 ? 1 : 9999) : (1...9999).contains(date.year))
        #expect(CameraDate(year: date.year, month: date.month, day: date.day) != nil)
        if offset == 0 {
            #expect(date.description == (milliseconds < 0 ? "0001-01-01T00:00:00Z" : "9999-12-31T23:59:59.999Z"))
        }
    }

    @Test(arguments: [
        (0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29),
        (1900, 2, 29), (Int.max, 1, 1), (2026, Int.min, 1), (2026, 1, Int.max),
    ]) func `a day that does not exist is no date`(year: Int, month: Int, day: Int) {
        #expect(CameraDate(year: year, month: month, day: day) == nil)
    }

    @Test func `parts out of their range are no date`() {
        #expect(CameraDate(year: 2000, month: 2, day: 29) != nil)
        #expect(CameraDate(year: 2026, month: 1, day: 1, hour: 24) == nil)
        #expect(CameraDate(year: 2026, month: 1, day: 1, minute: 60) == nil)
        #expect(CameraDate(year: 2026, month: 1, day: 1, second: -1) == nil)
        #expect(CameraDate(year: 2026, month: 1, day: 1, millisecond: 1000) == nil)
        #expect(CameraDate(year: 2026, month: 1, day: 1, utcOffsetMinutes: 1440) == nil)
    }

    @Test func `without an offset the moment is not known, and none is guessed`() throws {
        let date = try #require(CameraDate(year: 2026, month: 11, day: 20, hour: 21, minute: 52))
        #expect(date.description == "2026-11-20T21:52:00")
        #expect(date.millisecondsSince1970 == nil)
    }

    @Test func `this computer's time has an offset`() {
        #expect(CameraDate.now().millisecondsSince1970 != nil)
    }

    @Test(
        "the text of a date is parsed again",
        arguments: [
            CameraDate(year: 2026, month: 2, day: 28), CameraDate(year: 1, month: 1, day: 1, millisecond: 5, utcOffsetMinutes: 0),
            CameraDate(
                year: 9999,
                month: 12,
                day: 31,
                hour: 23,
                minute: 59,
                second: 59,
                millisecond: 999,
                utcOffsetMinutes: -570
            ),
            CameraDate(year: 2026, month: 2, day: 28, utcOffsetMinutes: 845),
        ]
    )
    func text(_ date: CameraDate?) throws {
        let date = try #require(date)
        #expect(CameraDate(text: date.description) == date)
    }

    @Test(
        "other texts are no dates",
        arguments: [
            "", "2026-11-20", "2026-11-20 21:52:03", "2026-02-30T00:00:00", "2026-11-20T21:52:03.", "2026-11-20T21:52:03z",
            "2026-11-20T21:52:03+1:00",
            "2026-11-20T21:52:03+01:60", "2026-11-20T21:52:03+24:00", "2026-11-20T21:52:03Zx", "2026-11-20T21:52",
            "+026-11-20T21:52:03",
        ]
    )
    func noDates(_ text: String) { #expect(CameraDate(text: text) == nil) }
}
