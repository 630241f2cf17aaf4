import CameraRecords
import Testing

@testable import hotshoe

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("Canon EOS R5", "Canon EOS R5"), ("写真機 ⅓ é", "写真機 ⅓ é"), ("a\u{1B}[2Jb", "a\\x1b[2Jb"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
        ("\u{7F}\u{9B}31m", "\\x7f\\x9b31m"), ("\u{202E}gpj.exe", "\\u202egpj.exe"), ("\u{2066}x\u{2069}", "\\u2066x\\u2069"),
        ("\u{0}", "\\x00"), ("\u{2028}\u{200F}\u{61C}", "\\u2028\\u200f\\u061c"), ("\r\n", "\\r\\n"), ("", ""),
        ("EOS\u{200B}R5", "EOS\\u200bR5"), ("a\u{AD}b\u{FEFF}\u{200D}", "a\\xadb\\ufeff\\u200d"), ("a\u{E0041}", "a\\u{e0041}"),
        ("\u{3164}\u{2060}\u{FE0F}", "\\u3164\\u2060\\ufe0f"),
    ])
    func `terminal control characters are spelt out`(text: String, safe: String) {
        #expect(SafeText.of(text) == safe)
    }

    @Test func `no scalar that steers gets through`() {
        for value in UInt32(0)...0x3000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(!SafeText.of("a\(scalar)b").unicodeScalars.contains(where: SafeText.steers))
        }
    }

    @Test func `interpolated text is escaped and literal text is kept`() {
        let name = "EOS\u{1B}]0;owned\u{7}\n"
        let text: StyledText = "Found\n\t\(name, .bold) \(12)"
        #expect(text.plain == "Found\n\tEOS\\x1b]0;owned\\x07\\n 12")
        #expect(text.rendered(.none) == text.plain)
        #expect(text.rendered(.basic) == "Found\n\t\u{1B}[1mEOS\\x1b]0;owned\\x07\\n\u{1B}[0m 12")
    }

    @Test func `a text made from a string is made safe`() {
        let name = "\u{1B}c"
        #expect(StyledText(name).plain == "\\x1bc")
    }

    @Test func `without colours there are no escapes`() {
        let text: StyledText = "\("a", .red)\("b", .green)\("c", .yellow)\("d", .cyan)\("e", .dim)"
        #expect(text.rendered(.none) == "abcde")
    }

    @Test(arguments: [(9, "abc def g"), (8, "abc def…"), (4, "abc…"), (3, "ab…"), (1, "…"), (0, "")])
    func `a text is shortened across its styles`(columns: Int, plain: String) {
        let text: StyledText = "abc\(" def", .bold) g"
        #expect(text.shortened(to: columns).plain == plain)
    }
}
