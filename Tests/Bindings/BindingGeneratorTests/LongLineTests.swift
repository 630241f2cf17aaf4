import Testing

@testable import BindingGenerator

@Suite("Long lines of C and C++")
struct LongLineTests {
    private static func lines(_ line: String, _ width: Int = 30) -> [String] {
        LongLine(line, indent: "  ").lines(width: width)
    }

    @Test("a line ends after a comma or before an operator, as few parentheses deep as possible")
    func places() {
        #expect(Self.lines("int add(int one, int two, int three);") == ["int add(int one, int two,", "    int three);"])
        #expect(Self.lines("  call(one(first, second), three);") == ["  call(one(first, second),", "      three);"])
        #expect(Self.lines("return one_word && other_condition;") == ["return one_word", "    && other_condition;"])
        #expect(Self.lines("void a_long_name(another_type the_value);") == ["void a_long_name(", "    another_type the_value);"])
        let three = Self.lines("f(aaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbb, cccccccccc);")
        #expect(three == ["f(aaaaaaaaaaaaaaaaaaaaaaaa,", "    bbbbbbbbbbbbbbbbbbbbbbbb,", "    cccccccccc);"])
    }

    @Test("a comment contains no trigraph of a backslash, which would continue it or hide the next line")
    func trigraphs() {
        #expect(HeaderEmitter.harmless("What is it??/ */") == "What is it? ?/ * /")
        #expect(CPlusPlusText.closed("What is it??/") == "What is it? ?/")
        #expect(CPlusPlusText.closed("a\\") == "a\\ .")
    }

    @Test("a function on one line becomes a block")
    func functions() {
        #expect(
            Self.lines("  int size() const { return size_ + 1; }") == ["  int size() const {", "    return size_ + 1;", "  }"]
        )
        #expect(Self.lines("case aaaaaaaaaaaaaaaaa: return {{1, 2}};").joined(separator: "|").contains("{ return") == false)
    }

    @Test(
        "literals, comments and directives are not broken",
        arguments: [
            "text = \"one, two, three, four, five\";", "// one, two, three, four, five, six",
            "#define AAAAAAAAAAA (1, 2, 3, 4, 5)", "/// one, two, three, four, five, six",
            " * one, two, three, four, five, six", "a = b; // one, two, three, four, five",
            "text = \"one \\\" two, three, four, five\";", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;",
            "  case(1, 2, 3, 4, 5, 6, 7, 8); \\",
        ]
    )
    func unchanged(_ line: String) {
        #expect(Self.lines(line) == [line])
    }

    @Test("a quote between digits begins no literal; one after a word does")
    func quotes() {
        #expect(Self.lines("f(1'000'000, aaaaaaaaaaaaaa, bbbbb);") == ["f(1'000'000, aaaaaaaaaaaaaa,", "    bbbbb);"])
        #expect(Self.lines("f(',', aaaaaaaaaaaaaaaaaaaaa, bbb);") == ["f(',', aaaaaaaaaaaaaaaaaaaaa,", "    bbb);"])
    }

    @Test("the lines together are the line")
    func whole() {
        let line = "  return f(a ? \"x, y\" : b, {1, 2}, g(h(i, j), k) && l || m, n(o, p)) << q << \"r\";"
        for width in 1...90 {
            let lines = Self.lines(line, width)
            #expect(lines.joined().filter { $0 != " " } == line.filter { $0 != " " }, "\(width)")
        }
    }
}
