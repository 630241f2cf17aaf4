import Exposure
import Testing

/// Texts from devices and files: for any contents, a parser returns nil quickly, and never traps.
@Suite struct HostileTextTests {
    static let parsers: [@Sendable (String) -> Bool] = [
        { Stops($0) != nil }, { Aperture($0) != nil }, { ShutterSpeed($0) != nil }, { ISOSpeed($0) != nil },
        { ExposureCompensation($0) != nil }, { ExposureValue($0) != nil }, { NeutralDensityFilter($0) != nil },
    ]

    @Test(arguments: [
        "", "\0", "nan", "NaN", "inf", "-inf", "1/0", "0/0", "f/-1", "1\0", "400\0", "\u{FEFF}1", "\u{200B}1", "1\u{301}",
        "\u{202E}1", "½/0", "⅟", "🟥", "1e9999", "0x1p3", "--1", "%s%n", "1;2", "\u{1F468}\u{200D}\u{1F469}",
    ])
    func everyParserRefusesIt(text: String) {
        for parser in Self.parsers { #expect(!parser(text)) }
    }

    @Test(arguments: ["9", "0", " ", "f", "1/", "\0", "⅓", "🟥", "1.", "'", "e\u{301}"])
    func aMegabyteIsRefusedWithoutBeingRead(unit: String) {
        let text = String(repeating: unit, count: 1 << 20)
        // Parsing the text would make this loop take minutes.
        for _ in 0..<2000 {
            for parser in Self.parsers where parser(text) { Issue.record("accepted") }
        }
    }

    @Test func aTextOfTheGreatestLengthIsStillRead() {
        let text = String(repeating: " ", count: 61) + "400"
        #expect(ISOSpeed(text) == .iso400)
        #expect(ISOSpeed(" " + text) == nil)
    }

    @Test func everyShortTextOverASmallAlphabetIsAnsweredAndWhatIsAcceptedRoundTrips() {
        let alphabet = ["1", "0", "9", "/", ".", "'", "\"", "s", "m", "f", "-", "+", " ", "⅓", "⅟", "b"]
        var texts = [""]
        var violations: [String] = []
        for _ in 0..<4 {
            texts = texts.flatMap { text in alphabet.map { text + $0 } }
            violations += texts.filter { !Self.isRefusedOrRoundTrips($0) }
        }
        #expect(violations.isEmpty)
    }

    private static func isRefusedOrRoundTrips(_ text: String) -> Bool {
        if let value = Stops(text), Stops(value.description) != value { return false }
        if let value = Aperture(text), Aperture(value.description) != value { return false }
        if let value = ShutterSpeed(text), ShutterSpeed(value.description) != value { return false }
        if let value = ISOSpeed(text), ISOSpeed(value.description) != value { return false }
        return true
    }

    @Test func digitsUpToAndPastTheLimitsOfIntAreRefusedOrRoundTrip() {
        for count in 1...64 {
            for digit in ["1", "9"] {
                let digits = String(repeating: digit, count: count)
                for text in [
                    digits, "1/\(digits)", "\(digits)/\(digits)", "0.\(digits)", "\(digits).\(digits)", "-\(digits)",
                    "\(digits)'", "\(digits)\"9",
                ] {
                    #expect(Self.isRefusedOrRoundTrips(text), "\(text)")
                }
                if count > 19 { for parser in Self.parsers { #expect(!parser(digits), "\(digits)") } }
            }
        }
    }
}
