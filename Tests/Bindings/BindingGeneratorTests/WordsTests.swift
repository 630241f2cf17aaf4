import BindingModel
import Testing

@testable import BindingGenerator

@Suite("Words")
struct WordsTests {
    @Test(
        "a Swift name becomes words",
        arguments: [
            ("shoot", "shoot"), ("displayName", "display_name"), ("ISOSpeed", "iso_speed"), ("isReady", "is_ready"),
            ("f2_8", "f2_8"),
            ("listURLs", "list_urls"), ("URLSession", "url_session"), ("x1Y", "x1_y"), ("HTTP2Stream", "http2_stream"),
            ("UInt16", "uint16"), ("makeUInt", "make_uint"), ("CUInterface", "cu_interface"),
            ("größe", "gru00f6u00dfe"),
        ]
    )
    func snake(_ name: String, _ words: String) {
        #expect(Words.snake(name) == words)
    }

    @Test(
        "a name that C or C++ keeps for itself gets an underscore",
        arguments: ["default", "class", "register", "new", "delete", "union"]
    )
    func keywords(_ name: String) {
        #expect(Naming.local(name) == name + "_")
    }

    @Test("the name of a time span includes its unit")
    func units() {
        #expect(Naming.local("timeout", .duration) == "timeout_ns")
        #expect(Naming.local("created", .optional(.date)) == "created_unix_ns")
        #expect(Naming.local("count", .integer(.int)) == "count")
    }

    @Test("a doc comment is split into text, parameters in either form, return value and errors")
    func documentation() {
        let one = Documentation(
            "Does it.\n\nWell.\n\n- Parameter speed: in km/h,\n  at most 5.\n- Returns: whether.\n- Throws: sometimes."
        )
        #expect(one.body == ["Does it.", "", "Well."])
        #expect(one.parameters.map(\.name) == ["speed"] && one.parameters[0].text == ["in km/h,", "at most 5."])
        #expect(one.returns == ["whether."] && one.throws == ["sometimes."])
        let other = Documentation("- Parameters:\n  - a: first.\n  - b: second.\n- Returns: both.")
        #expect(other.parameters.map(\.name) == ["a", "b"])
        #expect(other.returns == ["both."])
    }
}
