import Testing
import Wording

@Suite struct NearestNameTests {
    @Test(arguments: [
        ("shoto", "shoot"), ("shot", "shoot"), ("lst", "list"), ("dowload", "download"), ("vid", "video"), ("SHOOT", nil),
        ("s", nil),
        ("", nil), ("zzzz", nil), ("st", nil),
    ])
    func `the nearest name is suggested, if it is near`(text: String, expected: String?) {
        #expect(NearestName.of(text, among: ["list", "shoot", "download", "video"]) == expected)
    }

    @Test(arguments: [("", "", 0), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "", 3), ("", "ab", 2), ("kitten", "sitting", 3)])
    func `edits are counted, and a swap is one`(a: String, b: String, edits: Int) {
        #expect(NearestName.edits(Array(a.utf8), Array(b.utf8)) == edits)
        #expect(NearestName.edits(Array(b.utf8), Array(a.utf8)) == edits)
    }
}
