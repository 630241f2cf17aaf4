import HotShoeSupport
import Testing

@Test(
    "a text occurs at the beginning, in the middle, at the end, or not",
    arguments: [
        ("", true), ("a", true), ("ab", true), ("bc", true), ("abc", true), ("abcd", false), ("ac", false), ("B", false),
    ]
)
func includes(_ sought: String, _ isThere: Bool) {
    #expect("abc".includes(sought) == isThere)
}
