import CameraModel
import Testing

@testable import PictureSaving

@Suite struct FileNamePatternTests {
    private static let file = FileNameValues(
        original: "IMG_0007.CR3",
        date: CameraDate(year: 2026, month: 11, day: 20, hour: 21, minute: 52, second: 3)!,
        camera: "EOS R5",
        serial: "0420/21"
    )

    private func problem(_ text: String) -> String? {
        do throws(CameraError) {
            _ = try FileNamePattern(text)
            return nil
        } catch { return error.message }
    }

    @Test(arguments: [
        ("{original}", "IMG_0007.CR3"), ("{name}{ext}", "IMG_0007.CR3"), ("{date}-{number:04}{ext}", "2026-11-20-0012.CR3"),
        ("{number}{ext}", "12.CR3"), ("{year}/{month}/{day}/{hour}{minute}{second}-{original}", "2026/11/20/215203-IMG_0007.CR3"),
        ("{time}{ext}", "215203.CR3"), ("{camera}-{serial}{ext}", "EOS R5-0420_21.CR3"), ("{{x}}{ext}", "{x}.CR3"),
        ("-{name}{ext}", "_IMG_0007.CR3"), (" a / {original} ", "a/IMG_0007.CR3"), ("a//{original}", "a/IMG_0007.CR3"),
        ("\u{202E}{original}", "_IMG_0007.CR3"), ("{number:12}{ext}", "000000000012.CR3"),
    ])
    func `a pattern names a file`(pattern: String, name: String) throws {
        #expect(try FileNamePattern(pattern).path(for: Self.file, number: 12) == name)
    }

    @Test(arguments: [
        ("", "is empty"), ("{date", "has a { without a }"), ("date}{ext}", "has a } without a {"),
        ("{da{ext}", "has a { without a }"),
        ("{dat}{ext}", "Did you mean {date}?"), ("{xyzzy}{ext}", "The fields are name, ext, original"),
        ("{}{ext}", "has an unknown field {}"), ("{date:4}{ext}", "only {number} and {round} take one"),
        ("{number:}{ext}", "not 1 to 12"),
        ("{number:0}{ext}", "not 1 to 12"), ("{number:99}{ext}", "not 1 to 12"), ("{number:-1}{ext}", "not 1 to 12"),
        ("{number:x}{ext}", "not 1 to 12"), ("/abs/{original}", "absolute path"), ("../{original}", "leads out"),
        ("a/../{original}", "leads out"), ("a/{original}/", "ends with a folder"), ("{date}-{number}", "Write {ext} at the end"),
    ])
    func `a mistake is named`(pattern: String, message: String) {
        #expect(problem(pattern)?.contains(message) == true, "\(problem(pattern) ?? "accepted")")
    }

    @Test func `a name of the camera cannot leave the folder`() throws {
        var file = Self.file
        file.original = "../../x"
        file.camera = ".."
        #expect(try FileNamePattern("{camera}/{original}").path(for: file, number: 1) == "unnamed/_._.._x")
    }
}

@Suite struct FileNamerTests {
    private func file(_ name: String) -> FileNameValues {
        FileNameValues(original: name, date: CameraDate(year: 2026, month: 1, day: 2)!, camera: "C", serial: "S")
    }

    @Test func `pictures are counted, and the files of one picture share its number`() throws {
        var namer = FileNamer(try FileNamePattern("{number:03}{ext}"))
        var names: [String] = []
        for name in ["A.DNG", "A.JPG", "B.JPG", "C.DNG", "C.JPG", "C.JPG"] {
            namer.begin([file(name)])
            names += namer.names(attempt: 0)
            namer.used(attempt: 0)
        }
        #expect(names == ["001.DNG", "001.JPG", "002.JPG", "003.DNG", "003.JPG", "004.JPG"])
    }

    @Test func `a used number is skipped, and the next picture follows`() throws {
        var namer = FileNamer(try FileNamePattern("{number:03}{ext}"))
        namer.begin([file("A.DNG"), file("A.JPG")])
        #expect(namer.names(attempt: 4) == ["005.DNG", "005.JPG"])
        namer.used(attempt: 4)
        namer.begin([file("B.JPG")])
        #expect(namer.names(attempt: 0) == ["006.JPG"])
    }

    @Test func `the second file of a picture keeps its number where its name is used`() throws {
        var namer = FileNamer(try FileNamePattern("{number:03}{ext}"))
        namer.begin([file("A.DNG")])
        namer.used(attempt: 0)
        namer.begin([file("A.JPG")])
        #expect(namer.names(attempt: 1) == ["001-2.JPG"])
    }

    @Test func `without a number a used name receives one`() {
        var namer = FileNamer(.original)
        namer.begin([file("A.DNG"), file("A.JPG")])
        #expect(namer.names(attempt: 0) == ["A.DNG", "A.JPG"])
        #expect(namer.names(attempt: 2) == ["A-3.DNG", "A-3.JPG"])
        #expect(NumberedName.of("a.b/README", attempt: 1) == "a.b/README-2")
        #expect(NumberedName.of("a.b/.hidden", attempt: 1) == "a.b/.hidden-2")
    }
}
