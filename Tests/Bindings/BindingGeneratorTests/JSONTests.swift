import BindingModel
import Foundation
import Testing

@testable import BindingGenerator

/// The interface as a JSON document.
@Suite("JSON") struct JSONTests {
    private static let mood = TypeIdentifier(usr: "s:3Zoo4MoodO")

    private static let handler = ClosureType(
        parameters: [TupleElement(label: nil, type: .string)],
        result: .void,
        isSendable: true
    )

    private static let library = Library(
        name: "zoo",
        modules: ["Zoo"],
        types: [
            TypeDeclaration(
                identifier: mood,
                module: "Zoo",
                path: ["Mood"],
                spelling: "Zoo.Mood",
                kind: .enumeration([EnumerationCase(name: "calm"), EnumerationCase(name: "veryAngry")]),
                conformances: [.equatable, .hashable],
                notes: DeclarationNotes(documentation: "Mood of an animal, as ``Mood/veryAngry``.")
            )
        ],
        functions: [
            Function(
                usr: "s:1",
                name: "names",
                parameters: [
                    Parameter(label: "of", name: "mood", type: .optional(.named(mood)), defaultValue: .null),
                    Parameter(
                        label: nil,
                        name: "handler",
                        type: .closure(handler)
                    ),
                ],
                result: .array(.string),
                effects: Effects(isAsync: true, failure: .untyped)
            ),
            Function(usr: "s:2", name: "lend", result: .bytes(.span)),
        ]
    )

    private static func document(_ library: Library) throws -> [String: Any] {
        let files = Generator(library, languages: [.json]).generate().files
        let file = try #require(files.first { $0.path == "json/zoo.json" })
        return try #require(try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any])
    }

    private static func list(_ document: [String: Any], _ key: String) throws -> [[String: Any]] {
        try #require(document[key] as? [[String: Any]])
    }

    @Test("only a generation that names the language writes the document")
    func isNamed() {
        let files = Generator(Self.library).generate().files
        #expect(!files.contains { $0.path.hasPrefix("json/") } && files.contains { $0.path == "include/zoo/zoo.hpp" })
    }

    @Test("the functions of members are those of the document, each of one member")
    func members() throws {
        let document = try Self.document(Self.library)
        let members = try Self.list(document, "members")
        let names = members.flatMap { ($0["functions"] as? [String: String]).map { Array($0.values) } ?? [] }
        #expect(try names.sorted() == Self.list(document, "functions").compactMap { $0["name"] as? String }.sorted())
    }

    @Test("the document has each function that the C header declares, and no other")
    func functions() throws {
        let lowered = Generator(Self.library).lowered()
        let document = try Self.document(Self.library)
        let runtime = try #require(document["runtime"] as? [String: Any])
        let names = try (Self.list(document, "functions") + Self.list(runtime, "functions")).compactMap { $0["name"] as? String }
        let freeing = try Self.list(document, "conversions").compactMap { $0["free"] as? String }
        #expect((names + freeing).sorted() == lowered.symbols)
        #expect(document["fingerprint"] as? String == String(format: "%016lx", lowered.fingerprint))
    }

    @Test("parameters have their roles, types and defaults")
    func parameters() throws {
        let functions = try Self.list(try Self.document(Self.library), "functions")
        let waiting = try #require(functions.first { $0["name"] as? String == "zoo_names_of_wait" })
        let parameters = try Self.list(waiting, "parameters")
        #expect(
            parameters.compactMap { $0["role"] as? String }
                == ["pointer", "queue", "callback", "context", "release", "timeout", "result", "error"]
        )
        #expect(parameters[0]["default_value"] as? String == "nil" && parameters[0]["label"] as? String == "of")
        #expect(parameters[0]["is_optional"] as? Bool == true)
        let result = try #require(parameters[6]["value"] as? [String: Any])
        #expect(result["shape"] as? String == "aggregate" && result["is_borrowed"] as? Bool == false)
        let start = try #require(functions.first { $0["name"] as? String == "zoo_names_of" })
        #expect(start["purpose"] as? String == "start" && start["declaration"] as? String == "s:1")
    }

    @Test("documentation has names of C, and each case its constant")
    func types() throws {
        let type = try #require(try Self.list(try Self.document(Self.library), "types").first)
        #expect(type["documentation"] as? [String] == ["Mood of an animal, as `ZOO_MOOD_VERY_ANGRY`."])
        let cases = try Self.list(type, "cases")
        #expect(cases.compactMap { $0["constant"] as? String } == ["ZOO_MOOD_CALM", "ZOO_MOOD_VERY_ANGRY"])
        #expect(type["conformances"] as? [String] == ["equatable", "hashable"])
    }

    @Test("the runtime has its statuses, structures and callbacks")
    func runtime() throws {
        let runtime = try #require(try Self.document(Self.library)["runtime"] as? [String: Any])
        let statuses = try Self.list(runtime, "statuses")
        #expect(statuses.compactMap { $0["number"] as? Int } == [0, 1, 2, 3, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11])
        #expect(statuses.first?["constant"] as? String == "ZOO_OK" && statuses.last?["name"] as? String == "error_in_use")
        let structures = try Self.list(runtime, "structures")
        #expect(structures.compactMap { $0["name"] as? String } == ["zoo_string", "zoo_bytes", "zoo_uuid"])
        #expect(try Self.list(structures[2], "members")[0]["count"] as? Int == 16)
        #expect(
            try Self.list(runtime, "callbacks").compactMap { $0["name"] as? String }
                == ["zoo_release", "zoo_operation_callback", "zoo_completion_callback", "zoo_ready_callback"]
        )
        #expect(runtime["version"] as? Int == 1)
    }

    @Test("what is left out is in the document, with its reason")
    func omissions() throws {
        let omitted = try Self.list(try Self.document(Self.library), "omitted")
        #expect(omitted.map { $0["reason"] as? String } == ["returns borrowed bytes without an owner"])
    }
}
