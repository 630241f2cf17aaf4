import CameraModel
import ImageFormats
import PictureFiles
import Testing

/// The date at which a picture was taken, from the texts of its EXIF block.
@Suite struct EXIFDateTests {
    private func created(_ text: String?, fraction: String? = nil, offset: String? = nil) -> CameraDate? {
        var exif = EXIFMetadata()
        exif.dateTimeOriginal = text
        exif.subSecTimeOriginal = fraction
        exif.offsetTimeOriginal = offset
        return exif.created
    }

    @Test(
        "A fraction of a second is read by its digits, not as a number",
        arguments: [("5", 500), ("05", 50), ("045", 45), ("123456", 123), ("7  ", 700), ("", 0), ("x", 0)]
    )
    func fractions(text: String, expected: Int) {
        #expect(created("2024:05:17 16:20:09", fraction: text)?.millisecond == expected)
    }

    @Test(
        "An offset is parsed to minutes east of UTC, and an invalid one to nil",
        arguments: [("+02:00", 120), ("-03:30", -210), ("+00:00", 0), ("   :  ", nil), ("", nil), ("Z", nil), ("+99:00", nil)]
    )
    func offsets(text: String, expected: Int?) {
        let read = created("2024:05:17 16:20:09", offset: text)
        #expect(read != nil)
        #expect(read?.utcOffsetMinutes == expected)
    }

    @Test(
        "A date that a camera leaves blank, or that does not exist, is nil",
        arguments: [
            "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2024:05:17", "2024:13:01 00:00:00", "2024:05:17 24:00:00",
            "20x4:05:17 16:20:09", "2024:02:30 16:20:09",
        ]
    )
    func blank(_ text: String) {
        #expect(created(text, fraction: "1", offset: "+01:00") == nil)
    }

    @Test("A date is written in the texts of EXIF and read back")
    func roundTrip() throws {
        for offset in [nil, -720, -1, 0, 59, 840] {
            let date = try #require(
                CameraDate(year: 1999, month: 1, day: 2, hour: 3, minute: 4, second: 5, millisecond: 6, utcOffsetMinutes: offset)
            )
            var exif = EXIFMetadata()
            exif.created = date
            #expect(exif.dateTimeOriginal == "1999:01:02 03:04:05" && exif.subSecTimeOriginal == "006")
            #expect(exif.created == date)
        }
    }

    @Test("The date is part of a file, and of its metadata in the terms of the camera model")
    func file() throws {
        let date = try #require(CameraDate(year: 2024, month: 2, day: 29, hour: 23, millisecond: 45, utcOffsetMinutes: -210))
        var exif = EXIFMetadata()
        exif.created = date
        let bytes = try exif.encoded()
        let read = try EXIFMetadata(exifSegment: bytes.span)
        #expect(read.offsetTimeOriginal == "-03:30" && read.created == date && PictureMetadata(read).created == date)
    }

    @Test("An invalid date removes the date")
    func invalid() {
        var exif = EXIFMetadata()
        exif.created = CameraDate(millisecondsSince1970: 0)
        var date = exif.created
        date?.month = 13
        exif.created = date
        #expect(exif.dateTimeOriginal == nil && exif.subSecTimeOriginal == nil && exif.offsetTimeOriginal == nil)
    }
}
