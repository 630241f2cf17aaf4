import BindingModel
import Testing

@testable import BindingExtraction

/// The source of default values as data.
@Suite struct DefaultValueTests {
    @Test(
        "a constant is data",
        arguments: [
            ("nil", DefaultValue.Constant.null), ("true", .boolean(true)), ("false", .boolean(false)),
            ("[]", .emptyArray), ("[:]", .emptyDictionary),
            ("3", .integer(magnitude: 3, isNegative: false)), ("-1_000", .integer(magnitude: 1000, isNegative: true)),
            ("0xFF", .integer(magnitude: 255, isNegative: false)), ("0b101", .integer(magnitude: 5, isNegative: false)),
            ("0o17", .integer(magnitude: 15, isNegative: false)),
            ("18446744073709551615", .integer(magnitude: .max, isNegative: false)),
            ("2.5", .decimal("2.5")), ("-0.1", .decimal("-0.1")), ("1e-3", .decimal("1e-3")), ("1_000.5", .decimal("1000.5")),
            ("16 * 1_024", .calculation("16 * 1024")), ("1 << 20", .calculation("1 << 20")),
            ("\"a b\"", .text("a b")), ("\"\"", .text("")),
            (".auto", .member("auto")), (".zero", .member("zero")),
            (".seconds(3)", .duration(3, .seconds)), (".milliseconds(60 * 1_000)", .duration(60000, .milliseconds)),
            (".now()", .call("now")), (".seconds()", .call("seconds")), (".init()", .instance(of: nil)),
            ("Options()", .instance(of: "Options")),
        ] as [(String, DefaultValue.Constant)]
    )
    func constants(source: String, constant: DefaultValue.Constant) {
        #expect(DefaultValue(source: source) == DefaultValue(source, constant))
    }

    @Test(
        "what only Swift can evaluate is kept as source",
        arguments: [
            "", "-", "\"", "answer(1)", "Mood.calm", ".init(a: 1)", ".seconds(x)",
            ".seconds(9223372036854775807 * 3)", ".hours(2)", "[1]", "\"a\\n\"", "\"\\(x)\"", "\"a\" + \"b\"", "{ $0 }", "0x",
            "0x1p3", "1e999",
            "99999999999999999999x", "a.b()", "()", ". auto", ".", "Int.max",
        ]
    )
    func others(source: String) {
        #expect(DefaultValue(source: source) == DefaultValue(source))
    }
}
