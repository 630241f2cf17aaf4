import Testing
import Wording

@Suite struct SentenceTests {
    @Test(arguments: [
        ("it failed", "it failed."), ("it failed.", "it failed."), ("why?", "why?"), ("see `x`", "see `x`"), ("", ""),
        ("Usage: camera set", "Usage: camera set"),
    ])
    func `a sentence ends in one mark`(text: String, ended: String) {
        #expect(Sentence.ended(text) == ended)
    }

    @Test(arguments: [
        ("The card is full", true), ("\"x\" is unknown", true), ("`x` is unknown", true), ("is full", false), ("", false),
    ])
    func `a sentence begins with its subject`(text: String, isWhole: Bool) {
        #expect(Sentence.isWhole(text) == isWhole)
    }

    @Test(arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func `words are listed with a conjunction before the last one`(words: [String], text: String) {
        #expect(words.listed(by: "or") == text)
    }

    @Test func `a long word is quoted in part`() {
        #expect(Excerpt.quoted("short") == "\"short\"")
        #expect(Excerpt.plain(String(repeating: "x", count: 1 << 20)).unicodeScalars.count == 61)
    }
}
