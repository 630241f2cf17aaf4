import Testing

@testable import ImageFormats

@Suite struct EXIFDateTimeTests {
    @Test(
        "A fraction of a second is read by its digits, not as a number",
        arguments: [("5", 500), ("05", 50), ("045", 45), ("123456", 123), ("7  ", 700)]
    )
    func fractions(text: String, expected: Int) {
        let read = EXIFDateTime(dateTime: "2024:05:17 16:20:09", subsecond: text, offset: nil)
        #expect(read?.milliseconds == expected)
    }

    @Test(
        "An offset is parsed to minutes east of UTC, and an invalid one to nil",
        arguments: [("+02:00", 120), ("-03:30", -210), ("+00:00", 0), ("   :  ", nil), ("", nil), ("Z", nil), ("+99:00", nil)]
    )
    func offsets(text: String, expected: Int?) {
        let read = EXIFDateTime(dateTime: "2024:05:17 16:20:09", subsecond: nil, offset: text)
        #expect(read != nil)
        #expect(read?.utcOffsetMinutes == expected)
    }

    @Test(
        "A date that a camera leaves blank is nil",
        arguments: [
            "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:05:17", "2024:13:01 00:00:00", "2024:05:17 24:00:00",
            "20x4:05:17 16:20:09",
        ]
    )
    func blank(_ text: String) {
        #expect(EXIFDateTime(dateTime: text, subsecond: "1", offset: "+01:00") == nil)
    }

    @Test("Written fields are read back")
    func roundTrip() throws {
        for offset in [nil, -720, -1, 0, 59, 840] {
            let moment = EXIFDateTime(
                year: 1999,
                month: 1,
                day: 2,
                hour: 3,
                minute: 4,
                second: 5,
                milliseconds: 6,
                utcOffsetMinutes: offset
            )
            let read = EXIFDateTime(dateTime: moment.dateTimeText, subsecond: moment.subsecondText, offset: moment.offsetText)
            #expect(read == moment)
        }
    }
}
