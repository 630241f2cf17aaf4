import CameraModel
import PTPProperties
import Testing

/// Dates in the text format of PTP.
@Suite struct PTPDateTests {
    @Test(arguments: [
        "20261121T101112", "20261121T101112Z", "20261121T101112-0930", "20261121T101112+0100", "00010101T000000+1200",
    ])
    func `a date is written as it was read`(_ text: String) throws {
        #expect(try #require(CameraDate(ptp: text)).ptpText(includesZone: true) == text)
    }

    @Test(
        arguments: [
            ("20261121T101112.5", 500, nil), ("20261121T101112.0-0930", 0, -570), ("20261121T101112.549Z", 500, 0),
        ] as [(String, Int, Int?)]
    )
    func `tenths of a second are read, and further digits are ignored`(text: String, millisecond: Int, offset: Int?) throws {
        let date = try #require(CameraDate(ptp: text))
        #expect(date.millisecond == millisecond && date.utcOffsetMinutes == offset)
    }

    @Test(arguments: [
        "", "2026", "20261321T101112", "20261121 101112", "20261121T251112", "20261121T101112X", "20261121T101112+9",
        "20261121T101112.", "20261121T1011٣2", "-0261121T101112", "20260230T101112", "00000000T000000", "20261121T101160",
        "20261121T101112+0160", "20261121T101112+2400", "20261121T101112Z0",
    ])
    func `text that is not a date is nil`(_ text: String) { #expect(CameraDate(ptp: text) == nil) }

    @Test func `the zone is written on request`() {
        let date = CameraDate(millisecondsSince1970: 0, utcOffsetMinutes: 60)
        #expect(date.ptpText(includesZone: false) == "19700101T010000")
        #expect(date.ptpText(includesZone: true) == "19700101T010000+0100")
    }

    @Test func `a date with an invalid part has no text`() {
        var date = CameraDate(millisecondsSince1970: 0)
        date.month = 13
        #expect(date.ptpText(includesZone: false) == nil)
    }
}
