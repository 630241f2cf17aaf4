import Testing

@testable import ArgumentParsing

@Suite struct ValueTypeTests {
    @Test(arguments: [
        ("0", Duration.zero), ("2", .seconds(2)), ("1.5", .milliseconds(1500)), (".25", .milliseconds(250)), ("3.", .seconds(3)),
        ("+1", .seconds(1)), ("0.000000001", .nanoseconds(1)), ("1000000000", .seconds(1_000_000_000)), ("-0", .zero),
    ])
    func `seconds are read exactly`(text: String, duration: Duration) throws {
        #expect(try ValueType<Duration>.seconds.parse(text) == duration)
    }

    @Test(arguments: [
        "", ".", "-", "+", "1,5", "1e3", " 1", "1 ", "0x10", "1.5.2", "١", "inf", "nan", "0.0000000001", "1000000001",
        "99999999999999999999",
        "--1", "1-",
    ])
    func `text that is not seconds is refused`(text: String) {
        #expect(throws: ValueProblem.self) { try ValueType<Duration>.seconds.parse(text) }
    }

    @Test(arguments: ["0", "1", "1.5", "0.25", "-0.7", "0.000000001", "1000000000"])
    func `seconds are written as they are read`(text: String) throws {
        #expect(DecimalSeconds.parse(text).map(DecimalSeconds.text) == text)
    }

    @Test(arguments: ["", "-", "+", "1.0", "1e1", " 1", "١", "0x1", "one"])
    func `text that is not a whole number is refused as such`(text: String) {
        let problem = #expect(throws: ValueProblem.self) { try ValueType<Int>.wholeNumber(0...9).parse(text) }
        #expect(problem?.message == "is not a whole number")
    }

    @Test(arguments: ["-1", "10", "9223372036854775808", "-9223372036854775809"])
    func `a whole number out of range is refused with the range`(text: String) {
        let problem = #expect(throws: ValueProblem.self) { try ValueType<Int>.wholeNumber(0...9).parse(text) }
        #expect(problem?.message == "is out of range; use 0 to 9")
    }

    @Test func `a whole number may have a sign`() throws {
        #expect(try ValueType<Int>.wholeNumber(-5...5).parse("-5") == -5)
        #expect(try ValueType<Int>.wholeNumber(-5...5).parse("+5") == 5)
    }
}
