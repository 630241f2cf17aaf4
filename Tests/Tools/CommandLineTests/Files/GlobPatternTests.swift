import Testing

@testable import hotshoe

@Suite struct GlobPatternTests {
    @Test(arguments: [
        ("*.JPG", "Card 1/DCIM/A.JPG", true), ("*.JPG", "Card 1/DCIM/A.CR3", false), ("*", "Card 1/A", true),
        ("A?.JPG", "x/AB.JPG", true),
        ("A?.JPG", "x/A.JPG", false), ("IMG_000[1-3].*", "x/IMG_0002.DNG", true), ("IMG_000[1-3].*", "x/IMG_0004.DNG", false),
        ("[!A]*", "x/B", true), ("[!A]*", "x/A", false), ("[^A]*", "x/A", false), ("DCIM/*.JPG", "Card 1/DCIM/A.JPG", true),
        ("DCIM/*.JPG", "Card 1/MISC/A.JPG", false), ("*/*.JPG", "Card 1/DCIM/A.JPG", true),
        ("D*/A.JPG", "Card 1/DCIM/X/A.JPG", false),
        ("*A*B*C*", "x/__A__B__C__", true), ("*A*B*C*", "x/__A__C__B__", false), ("[", "x/[", false), ("a[b*", "x/a[bc", true),
        ("*.jpg", "x/A.JPG", false), ("[-a]", "x/-", true), ("**", "x/anything", true),
    ])
    func `a pattern describes names and ends of paths`(pattern: String, path: String, matches: Bool) {
        #expect((GlobPattern(pattern)?.matches(path) ?? false) == matches)
    }

    @Test func `a text without signs of a pattern is a name`() {
        for name in ["A.JPG", "", "DCIM/A.JPG", "["] { #expect(GlobPattern(name) == nil) }
    }

    @Test(.timeLimit(.minutes(1))) func `many stars need no exponential time`() {
        let pattern = GlobPattern(String(repeating: "*a", count: 200) + "b")
        #expect(pattern?.matches(String(repeating: "a", count: 5000)) == false)
    }
}

@Suite struct DateBoundTests {
    private static let date = CameraDateFixture.date

    @Test(arguments: [
        ("2026-11-20", true, true), ("2026-11-19", true, false), ("2026-11-21", false, true), ("2026-11-20T21:52", true, true),
        ("2026-11-20 21:53", false, true), ("2026-11-20T21:52:02", true, false), ("2026-11-20T21:52:03", true, true),
        ("2025-12-31", true, false),
    ])
    func `only the parts that were written are compared`(text: String, since: Bool, until: Bool) throws {
        let bound = try #require(DateBound(text))
        #expect(bound.isAtOrBefore(Self.date) == since)
        #expect(bound.isAtOrAfter(Self.date) == until)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-13-01", "2026-02-30", "26-11-20", "2026-11-20T", "2026-11-20T21", "2026-11-20T25:00",
        "today",
        "2026-11-20T21:52:03.5", "2026-1-2", "٢٠٢٦-11-20",
    ])
    func `text that is not a date is refused`(text: String) { #expect(DateBound(text) == nil) }
}
