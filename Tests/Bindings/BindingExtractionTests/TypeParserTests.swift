import Testing

@testable import BindingExtraction

@Suite struct TypeParserTests {
    private func parse(_ text: String) throws -> ElementSyntax {
        var parser = TypeParser(TokenStream([.init(kind: "text", spelling: text)]))
        let element = try parser.element()
        #expect(parser.tokens.isAtEnd, "\(text) was not read to its end")
        return element
    }

    @Test(
        "A type is read literally",
        arguments: [
            ("Int", "Int"), ("Int?", "Int?"), ("Int??", "Int??"), ("Int!", "Int?"), ("[Int]", "[Int]"), ("[Int?]", "[Int?]"),
            ("[[Int]]?", "[[Int]]?"), ("[String : [Int]?]?", "[String: [Int]?]?"), ("(Int)", "Int"), ("()", "()"),
            ("(Int, name: String)", "(Int, name: String)"), ("A.B.C", "A.B.C"), ("A<B, C<D>>", "A<B, C<D>>"),
            ("A<B>.C", "A<B>.C"), ("any P", "any P"), ("any P & Q", "any P & Q"), ("some P<Int, Never>", "some P<Int, Never>"),
            ("(any P)?", "(any P)?"), ("[any P]", "[any P]"), ("~Copyable", "~Copyable"), ("() -> Void", "() -> Void"),
            ("(Int, b: String) -> [Int]", "(Int, b: String) -> [Int]"), ("((Int) -> Void)?", "((Int) -> Void)?"),
            ("(Int...) -> Int", "(Int...) -> Int"), ("(Int) -> (Int) -> Int", "(Int) -> (Int) -> Int"), ("Self", "Self"),
            ("Self.Element", "Self.Element"),
        ]
    ) func type(text: String, expected: String) throws {
        #expect(try parse(text).type.description == expected)
    }

    @Test("The effects of a function type are read") func effects() throws {
        guard case .function(let function) = try parse("@escaping @Sendable (Int) async throws(E) -> Bool").type else {
            Issue.record("not a function")
            return
        }
        #expect(function.attributes == ["escaping", "Sendable"])
        #expect(function.effects.isAsync)
        #expect(function.effects.failure == .typed(.named([NameSyntax(name: "E")])))
    }

    @Test("Specifiers before a type are kept apart", arguments: ["inout", "borrowing", "consuming", "sending", "isolated"])
    func specifiers(word: String) throws {
        let element = try parse("\(word) Int")
        #expect(element.specifiers == [word])
        #expect(element.type.description == "Int")
    }

    @Test("The arguments of an attribute are skipped") func convention() throws {
        #expect(try parse("@convention(c) (Int) -> Void").specifiers == ["convention"])
    }

    @Test("Text that is not a type is refused", arguments: ["", ")", "[Int", "(Int", "A<B"]) func broken(text: String) {
        #expect(throws: Unrepresentable.self) { try parse(text) }
    }

    @Test(
        "A default value is kept literally, up to the next parameter",
        arguments: [
            "3", "\"a, b)\"", "[1, 2]", "f(1, g(2))", "{ $0 + 1 }", ".init(a: 1, b: 2)", "Dictionary<Int, Int>()",
            "\"\\(f(\"x, y\"))\"", "#\"a\"b\"#", "-1.5", "a > b",
        ]
    ) func defaultValue(text: String) throws {
        let declaration = try DeclarationParser.parse([
            .init(kind: "keyword", spelling: "func"), .init(kind: "text", spelling: " "),
            .init(kind: "identifier", spelling: "f"), .init(kind: "text", spelling: "("),
            .init(kind: "externalParam", spelling: "a"), .init(kind: "text", spelling: ": Int = \(text), "),
            .init(kind: "externalParam", spelling: "b"), .init(kind: "text", spelling: ": Int = \(text)) -> Int"),
        ])
        #expect(declaration.parameters.map(\.defaultValue) == [text, text])
        #expect(declaration.type?.description == "Int")
    }
}
