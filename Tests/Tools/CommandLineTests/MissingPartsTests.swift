import Testing

@testable import hotshoe

@Suite struct MissingPartsTests {
    @Test func `nothing missing is no failure`() { #expect(MissingParts().failure() == nil) }

    @Test func `files are named, up to ten, and the others counted`() {
        var one = MissingParts()
        one.add(file: "A.JPG")
        #expect(one.failure()?.message == "Not everything was done: A.JPG was not copied.")
        #expect(one.failure()?.code == .incomplete)
        var many = MissingParts()
        for number in 1...12 { many.add(file: "\(number)") }
        #expect(many.failure("not deleted")?.message?.hasSuffix("9, 10 and 2 more were not deleted.") == true)
    }

    @Test func `remarks follow the files, and names are shown safely`() {
        var parts = MissingParts()
        parts.add("2 pictures were missed")
        parts.add(file: "A\u{1B}[2J.JPG")
        let message = parts.failure()?.message ?? ""
        #expect(message.hasSuffix("; 2 pictures were missed."))
        #expect(!message.contains("\u{1B}"))
    }
}
