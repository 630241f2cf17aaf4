import BindingModel
import Testing

@testable import BindingGenerator

/// Documentation in the words of C and C++.
@Suite struct ProseTests {
    private static let code = TypeIdentifier(usr: "s:3Zoo5ErrorO")
    private static let keeper = TypeIdentifier(usr: "s:3Zoo6KeeperC")

    /// The headers of a library with a class whose method has a documentation comment.
    private func headers(_ documentation: String, defaultValue: DefaultValue? = nil) throws -> (c: String, cPlusPlus: String) {
        let kinds = TypeDeclaration(
            identifier: Self.code,
            module: "Zoo",
            path: ["Animal", "Kind"],
            spelling: "Zoo.Animal.Kind",
            kind: .enumeration([EnumerationCase(name: "bigCat"), EnumerationCase(name: "bird")])
        )
        let feed = Function(
            usr: "feed",
            name: "feed",
            receiver: .borrowed,
            parameters: [Parameter(label: nil, name: "kind", type: .named(Self.code), defaultValue: defaultValue)],
            result: .void,
            effects: Effects(failure: .untyped),
            notes: DeclarationNotes(documentation: documentation)
        )
        let keeper = TypeDeclaration(
            identifier: Self.keeper,
            module: "Zoo",
            path: ["Keeper"],
            spelling: "Zoo.Keeper",
            kind: .object(ObjectType()),
            functions: [feed],
            properties: []
        )
        let files = Generator(Library(name: "zoo", modules: ["Zoo"], types: [kinds, keeper])).generate().files
        func text(_ name: String) throws -> String { try #require(files.first { $0.path == "include/zoo/\(name)" }).text }
        return (try text("zoo.h"), try text("zoo.hpp"))
    }

    @Test(
        "a link becomes the name of the declaration that it means",
        arguments: [
            ("See ``Animal/Kind``.", "See `zoo_animal_kind`.", "See `animal_kind`."),
            ("See ``Zoo/Animal/Kind/bigCat``.", "See `ZOO_ANIMAL_KIND_BIG_CAT`.", "See `animal_kind::big_cat`."),
            ("See ``feed(_:)``.", "See `zoo_keeper_feed`.", "See `keeper::feed()`."),
            ("See ``Keeper/feed(_:)-(Kind)``.", "See `zoo_keeper_feed`.", "See `keeper::feed()`."),
            ("See ``Elsewhere/otherThing(_:)``.", "See `other_thing`.", "See `other_thing`."),
            ("See `Animal.Kind.bird`.", "See `ZOO_ANIMAL_KIND_BIRD`.", "See `animal_kind::bird`."),
            ("See `JPEG` or `kind`.", "See `JPEG` or `kind`.", "See `JPEG` or `kind`."),
            ("See ``Unclosed.", "See ``Unclosed.", "See ``Unclosed."),
        ]
    )
    func links(swift: String, c: String, cPlusPlus: String) throws {
        let headers = try headers(swift)
        #expect(headers.c.contains(c))
        #expect(headers.cPlusPlus.contains(cPlusPlus))
    }

    @Test(
        "words of Swift become those of the language",
        arguments: [
            ("Returns nil, or `nil`.", "Returns absent, or absent.", "Returns absent, or absent."),
            (
                "Throws. It throws ``Animal/Kind/bird``.", "It fails with `ZOO_ANIMAL_KIND_BIRD`.",
                "It throws `animal_kind::bird`."
            ),
            ("It throws the error, or throws.", "It fails with the error, or fails.", "It throws the error, or throws."),
            ("Flies. Throws the same errors.", "Flies. Fails with the same errors.", "Flies. Throws the same errors."),
            (
                "Flies. Throws ``Animal/Kind/bird`` at night.", "Flies. Fails with `ZOO_ANIMAL_KIND_BIRD` at night.",
                "Flies. Throws `animal_kind::bird` at night."
            ),
            ("Until the task is cancelled.", "Until the call is cancelled.", "Until the call is cancelled."),
            ("When the calling task is cancelled.", "When the call is cancelled.", "When the call is cancelled."),
            ("The caller's task or a user.", "The caller or a user.", "The caller or a user."),
            ("Below `Int.max` and `cropSize`.", "Below `INT64_MAX` and `crop_size`.", "Below `INT64_MAX` and `crop_size`."),
            ("`JPEG`, `auto`, `a + bC`.", "`JPEG`, `auto`, `a + bC`.", "`JPEG`, `auto`, `a + bC`."),
            ("`nilable` and vanilla.", "`nilable` and vanilla.", "`nilable` and vanilla."),
        ]
    )
    func words(swift: String, c: String, cPlusPlus: String) throws {
        let headers = try headers(swift)
        #expect(headers.c.contains(c))
        #expect(headers.cPlusPlus.contains(cPlusPlus))
    }

    @Test(
        "a default value is named if C can express it",
        arguments: [
            (DefaultValue(".bird", .member("bird")), "Null: the default, `ZOO_ANIMAL_KIND_BIRD`."),
            (DefaultValue("Kind(other: 1)"), "Null: the default."),
        ]
    )
    func defaults(value: DefaultValue, c: String) throws {
        #expect(try headers("Feeds.\n\n- Parameter kind: the kind.", defaultValue: value).c.contains("the kind. \(c)"))
    }

    @Test("errors are documented")
    func errors() throws {
        let text = try headers("Feeds.\n\n- Throws: ``Animal/Kind/bird`` at night.")
        #expect(text.c.contains("Errors: `ZOO_ANIMAL_KIND_BIRD` at night."))
        #expect(text.cPlusPlus.contains("@throws `animal_kind::bird` at night."))
    }

    @Test("no documentation ends a comment, continues one on the next line, or breaks a message")
    func hostile() throws {
        let notes = DeclarationNotes(
            documentation: "Ends */ here \\",
            deprecation: Deprecation(message: "gone\n#error \"now\" \\")
        )
        let animal = TypeDeclaration(
            identifier: Self.code,
            module: "Zoo",
            path: ["Animal"],
            spelling: "Zoo.Animal",
            kind: .enumeration([EnumerationCase(name: "cat", notes: notes), EnumerationCase(name: "bird", notes: notes)])
        )
        let feed = Function(usr: "feed", name: "feed", receiver: .none, result: .void, notes: notes)
        let files = Generator(Library(name: "zoo", modules: ["Zoo"], types: [animal], functions: [feed])).generate().files
        for name in ["zoo.h", "zoo.hpp"] {
            let lines = try #require(files.first { $0.path == "include/zoo/\(name)" }).text.split(separator: "\n")
            #expect(!lines.contains { $0.contains("Ends") && $0.hasSuffix("\\") })
            #expect(!lines.contains { $0.hasPrefix("#error") })
            #expect(name == "zoo.hpp" || !lines.contains { $0.contains("Ends */") })
        }
    }

    @Test("paragraphs are wrapped; lists keep their items, and code its lines")
    func wrapping() {
        let words = Array(repeating: "word", count: 12).joined(separator: " ")
        let lines = Paragraphs([words, words, "", "- " + words, "- b", "```", words + words, "```"]).lines(width: 40)
        #expect(lines.filter { $0.count > 40 } == [words + words])
        #expect(lines.filter { $0.hasPrefix("- ") }.count == 2)
        #expect(lines.filter { $0.hasPrefix("  word") }.count == 1)
        #expect(Paragraphs(["short", "lines"]).lines(width: 40) == ["short lines"])
        let items = ["1. one", "2. two", "* three", "+ four", "> five", "> six"]
        #expect(Paragraphs(items).lines(width: 40) == items)
    }

    @Test("no line of the C header, and no comment of the C++ header, is longer than 120 characters")
    func width() throws {
        let text = try headers(Array(repeating: "Feeds the animals of one kind.", count: 40).joined(separator: " "))
        #expect(text.c.split(separator: "\n").filter { $0.count > 120 } == [])
        let comments = text.cPlusPlus.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("///") }
        #expect(comments.filter { $0.count > 120 } == [])
    }
}
