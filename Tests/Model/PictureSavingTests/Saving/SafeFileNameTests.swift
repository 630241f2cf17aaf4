import CameraModel
import Testing

@testable import PictureSaving

@Suite struct SafeFileNameTests {
    @Test(arguments: [
        ("IMG_0001.JPG", "IMG_0001.JPG"), ("Straße ☃.JPG", "Straße ☃.JPG"), ("日本語.JPG", "日本語.JPG"), ("a-b.JPG", "a-b.JPG"),
        // Places.
        ("../../etc/passwd", "_._.._etc_passwd"), ("/abs", "_abs"), ("a\\b:c", "a_b_c"), ("..", "unnamed"), (".", "unnamed"),
        ("", "unnamed"), (".bashrc", "_bashrc"),
        // Options.
        ("-rf", "_rf"), ("--help.JPG", "_-help.JPG"),
        // Controls.
        ("a\0b\n\u{1B}[2J", "a_b__[2J"), ("a\u{85}b\u{9B}2J", "a_b_2J"), ("\u{7F}", "_"), ("a\u{2028}b\u{2029}", "a_b_"),
        // Bidirectional controls.
        ("a\u{202E}GPJ.exe", "a_GPJ.exe"), ("a\u{2066}b\u{2069}\u{200E}\u{200F}\u{61C}", "a_b____"),
        // Zero-width and invisible characters.
        ("a\u{200B}b\u{200C}c\u{200D}d\u{2060}e\u{FEFF}f", "a_b_c_d_e_f"), ("a\u{AD}b\u{34F}c\u{3164}d\u{FE0F}e", "a_b_c_d_e"),
        ("a\u{E0041}b\u{E000}c\u{FFFF}d", "a_b_c_d"),
        // Blanks at the ends.
        (" a b.JPG ", "a b.JPG"), ("\u{A0}\u{3000}a\u{2003}", "a"), ("   ", "unnamed"), (" .hidden", "_hidden"), (" -x ", "_x"),
        (". .", "unnamed"),
    ])
    func `a camera's name is made safe`(name: String, safe: String) {
        #expect(SafeFileName.of(name) == safe)
    }

    @Test func `a safe name stays as it is`() {
        for name in ["_rf", "unnamed", "a b", "_._.._etc_passwd"] { #expect(SafeFileName.of(name) == name) }
    }

    @Test func `a long name keeps its end, within the limit and without broken characters`() {
        for start in ["", "x", "xx", "xxx"] {
            let safe = SafeFileName.of(start + String(repeating: "é-", count: 500) + ".JPG")
            #expect(safe.hasSuffix(".JPG"))
            #expect(safe.utf8.count <= SafeFileName.maximumByteCount)
            #expect(!safe.contains("\u{FFFD}"))
            #expect(!safe.hasPrefix("-"))
        }
        #expect(!SafeFileName.of(String(repeating: "/", count: 500)).contains("/"))
    }
}
