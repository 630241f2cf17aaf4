import CameraRecords
import Testing

@testable import hotshoe

@Suite struct JSONLineTests {
    struct Camera: Encodable {
        var name = "Camera"
        var address = "ptpip://10.0.0.1/"
        var count = 3
        var level: Double? = 0.5
    }

    @Test func `keys are sorted, slashes are kept, and a value is a line`() throws {
        #expect(
            try JSONLine.of(Camera()) == "{\"address\":\"ptpip://10.0.0.1/\",\"count\":3,\"level\":0.5,\"name\":\"Camera\"}\n"
        )
    }

    @Test func `values that are missing are left out`() throws {
        #expect(try JSONLine.of(Camera(level: nil)) == "{\"address\":\"ptpip://10.0.0.1/\",\"count\":3,\"name\":\"Camera\"}\n")
    }

    @Test func `characters that control a terminal or end a line are escaped`() throws {
        let line = try JSONLine.of(["a\u{1B}[2J\n\u{7F}\u{9B}\u{202E}\u{2028}é写"])
        #expect(
            line == "[\"a\\u001b[2J\\n\\u007f\\u009b\\u202e\\u2028é写\"]\n"
                || line == "[\"a\\u001B[2J\\n\\u007f\\u009b\\u202e\\u2028é写\"]\n"
        )
        #expect(!line.dropLast().unicodeScalars.contains(where: SafeText.steers))
    }

    @Test func `numbers that JSON lacks are strings`() throws {
        #expect(try JSONLine.of([Double.nan, .infinity, -.infinity]) == "[\"NaN\",\"Infinity\",\"-Infinity\"]\n")
    }
}
