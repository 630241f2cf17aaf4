import Testing

@testable import hotshoe_bindgen

@Suite("The list of a library's functions")
struct SignatureFileTests {
    private static let first = SignatureFile(nil, signatures: ["int a(void)", "int b(int c)"], version: "0.1.0", prefix: "lib")

    @Test("each function has a line with the version in which it appeared")
    func versions() {
        #expect(
            Self.first.text.split(separator: "\n").dropFirst() == [
                "int a(void); /* since 0.1.0 */", "int b(int c); /* since 0.1.0 */",
            ]
        )
        let next = ["int a(void)", "int ab(void)", "int b(int c)"]
        let second = SignatureFile(Self.first.text, signatures: next, version: "0.2.0", prefix: "lib")
        #expect(second.lost.isEmpty)
        #expect(
            second.text.split(separator: "\n").dropFirst() == [
                "int a(void); /* since 0.1.0 */", "int ab(void); /* since 0.2.0 */", "int b(int c); /* since 0.1.0 */",
            ]
        )
        #expect(SignatureFile(second.text, signatures: next, version: "0.3.0", prefix: "lib") == second)
    }

    @Test("a function is lost that is generated no more, or with other parameters, until its line is removed")
    func losses() {
        let changed = ["int b(long c)"]
        let second = SignatureFile(Self.first.text, signatures: changed, version: "0.2.0", prefix: "lib")
        #expect(second.lost == ["int a(void)", "int b(int c)"])
        let removed = SignatureFile("", signatures: changed, version: "0.2.0", prefix: "lib")
        #expect(removed.lost.isEmpty && removed.text == second.text)
    }
}
