import ArgumentParsing
import TestSupport
import Testing

@Suite(.ownThread) struct HostileArgumentsTests {
    static let megabyte = String(repeating: "x", count: 1 << 20)

    @Test(arguments: [
        [megabyte], ["--" + megabyte], ["-" + megabyte], ["shoot", "--count", megabyte], ["shoot", "--" + megabyte + "=1"],
        ["set", "iso", "1", megabyte], ["shoot", "--interval", String(repeating: "9", count: 1 << 20)],
        ["e" + String(repeating: "\u{301}", count: 1 << 19)], ["--e" + String(repeating: "\u{301}", count: 1 << 19)],
    ])
    func `an argument of a megabyte is quoted in part`(words: [String]) throws {
        let error = try #require(FakeProgram.error(words))
        #expect(error.text.unicodeScalars.count < 200)
    }

    @Test func `a megabyte of flags is read`() throws {
        let (_, arguments) = try FakeProgram.parse("list", "-" + String(repeating: "v", count: 1 << 20))
        #expect(arguments[FakeProgram.verbose])
    }

    @Test func `ten thousand arguments are read`() throws {
        let names = (0..<10_000).map { "IMG_\($0).JPG" }
        guard case .run(_, let arguments) = try ArgumentParser(FakeProgram.syntax).parse(["download"] + names + ["--json"])
        else {
            throw FakeProgram.NotACommand()
        }
        #expect(arguments[FakeProgram.names] == names)
        #expect(arguments[FakeProgram.json])
    }

    @Test(arguments: [
        ["", ""], ["-\u{301}"], ["--\u{301}"], ["list", "-\u{301}"], ["--=x"], ["list", "--="], ["-="], ["list", "-é"],
        ["list", "--\u{0}"],
        ["-q=", "list"], ["---"], ["list", "-.x"], ["list", "-=3"],
    ])
    func `odd dashes are errors, not surprises`(words: [String]) {
        #expect(FakeProgram.error(words) != nil)
    }

    @Test func `bytes that are not UTF-8 are refused by position`() {
        let words: [[UInt8]] = [Array("get".utf8), [0x66, 0xFF, 0xFE]]
        let error = #expect(throws: UsageError.self) { try RawArguments.decode(words) }
        #expect(error?.text == "Argument 2 is not valid UTF-8.")
        #expect(throws: UsageError.self) { try RawArguments.decode([[0xED, 0xA0, 0x80]]) }
    }

    @Test func `bytes that are UTF-8 are kept as they are`() throws {
        #expect(try RawArguments.decode([[], Array("f/2⅓ 写真".utf8)]) == ["", "f/2⅓ 写真"])
    }
}
