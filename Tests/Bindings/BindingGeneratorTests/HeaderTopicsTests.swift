import BindingModel
import Testing

@testable import BindingGenerator

/// The division of an interface into headers.
@Suite struct HeaderTopicsTests {
    /// A structure with fields of other structures, declared in a file.
    private static func record(_ name: String, _ file: String, in module: String = "Zoo", fields: [BindingType] = [])
        -> TypeDeclaration
    {
        TypeDeclaration(
            identifier: identifier(name),
            module: module,
            path: [name],
            spelling: "\(module).\(name)",
            kind: .record(
                fields.enumerated().map { Field(name: "part\($0.offset)", type: $0.element, label: "part\($0.offset)") } + [
                    Field(name: "age", type: .integer(.int), label: "age")
                ]
            ),
            notes: DeclarationNotes(location: SourceLocation(file: file, line: 1))
        )
    }

    private static func identifier(_ name: String) -> TypeIdentifier { TypeIdentifier(usr: "s:\(name)") }
    private static func named(_ name: String) -> BindingType { .named(identifier(name)) }

    private static func lowered(_ types: [TypeDeclaration], functions: [Function] = []) -> LoweredLibrary {
        var modules: [String] = []
        for type in types where !modules.contains(type.module) { modules.append(type.module) }
        return Generator(Library(name: "zoo", modules: modules, types: types, functions: functions)).lowered()
    }

    private static func topics(_ types: [TypeDeclaration], functions: [Function] = []) -> [HeaderTopics.Topic] {
        lowered(types, functions: functions).topics.topics
    }

    @Test func `each folder of a module is a topic, after those that it mentions`() {
        let topics = Self.topics([
            Self.record("Keeper", "Sources/Zoo/Staff/Keeper.swift", fields: [Self.named("Lion")]),
            Self.record("Lion", "Sources/Zoo/BigCats/Lion.swift"),
            Self.record("Cub", "Sources/Zoo/BigCats/Young/Cub.swift"),
        ])
        #expect(topics == [.init(name: "big_cats"), .init(name: "staff", includes: ["big_cats"])])
    }

    @Test func `a module with a type outside its folders is one topic`() {
        let topics = Self.topics([
            Self.record("Keeper", "Sources/Zoo/Keeper.swift"),
            Self.record("Lion", "Sources/Zoo/BigCats/Lion.swift"),
            Self.record("Meadow", "Sources/Park/Grounds/Meadow.swift", in: "Park"),
            Self.record("Pond", "Sources/Park/Water/Pond.swift", in: "Park"),
        ])
        #expect(topics.map(\.name) == ["zoo_api", "grounds", "water"])
    }

    @Test func `a module all of whose files are in one folder has that folder as topic`() {
        let topics = Self.topics([
            Self.record("Keeper", "Sources/Zoo/Staff/Keeper.swift"),
            Self.record("Pond", "Sources/ZooPark/Pond.swift", in: "ZooPark"),
        ])
        #expect(topics.map(\.name) == ["staff", "park"])
    }

    @Test func `a library with one topic has one header`() {
        let library = Self.lowered([
            Self.record("Keeper", "Sources/Zoo/Keeper.swift"), Self.record("Lion", "Sources/Zoo/Cats/Lion.swift"),
        ])
        #expect(!library.topics.isDivided)
        let files = CBackEnd().files(for: library) + CPlusPlusBackEnd().files(for: library)
        #expect(
            files.map(\.path) == [
                "zoo/zoo.h", "zoo/module.modulemap", "zoo/zoo.hpp", "zoo/zoo_definitions.hpp",
            ]
        )
    }

    @Test func `topics that mention each other are one, also through others`() {
        let topics = Self.topics([
            Self.record("A", "Sources/Zoo/One/A.swift", fields: [Self.named("B")]),
            Self.record("B", "Sources/Zoo/Two/B.swift", fields: [Self.named("C")]),
            Self.record("C", "Sources/Zoo/Three/C.swift"),
            Self.record("D", "Sources/Zoo/Three/D.swift", fields: [Self.named("A")]),
            Self.record("E", "Sources/Zoo/Four/E.swift", fields: [Self.named("D")]),
        ])
        #expect(topics == [.init(name: "one"), .init(name: "four", includes: ["one"])])
    }

    @Test func `an array is where its elements are, and a map in the last of its parts`() {
        let library = Self.lowered([
            Self.record(
                "Keeper",
                "Sources/Zoo/Staff/Keeper.swift",
                fields: [.array(Self.named("Lion")), .array(.integer(.int32))]
            ),
            Self.record("Lion", "Sources/Zoo/Cats/Lion.swift"),
            Self.record("Plan", "Sources/Zoo/Week/Plan.swift", fields: [.dictionary(key: .string, value: Self.named("Keeper"))]),
        ])
        #expect(library.topics.name(ofType: "zoo_lion_array") == "cats")
        #expect(library.topics.name(ofType: "zoo_int32_array") == nil)
        let map = library.aggregates.first { if case .map = $0.content { true } else { false } }
        #expect(map.map { library.topics.name(ofType: $0.crossing.c) } == "staff")
        let headers = Dictionary(uniqueKeysWithValues: HeaderEmitter.headers(library).map { ($0.name, $0.text) })
        #expect(headers["cats"]?.contains("} zoo_lion_array;") == true)
        #expect(headers["runtime"]?.contains("} zoo_int32_array;") == true)
        #expect(
            headers["zoo"]?.contains("#include \"runtime.h\"\n#include \"cats.h\"\n#include \"staff.h\"\n#include \"week.h\"\n")
                == true
        )
    }

    @Test func `a function without a type is where its file is`() {
        func function(_ usr: String, _ name: String, _ file: String?) -> Function {
            Function(
                usr: usr,
                name: name,
                parameters: [Parameter(label: nil, name: "lion", type: Self.named("Lion"))],
                result: .void,
                notes: DeclarationNotes(location: file.map { SourceLocation(file: $0, line: 2) })
            )
        }
        let library = Self.lowered(
            [Self.record("Keeper", "Sources/Zoo/Staff/Keeper.swift"), Self.record("Lion", "Sources/Zoo/Cats/Lion.swift")],
            functions: [function("s:3Zoo4feedyyF", "feed", "Sources/Zoo/Staff/Feed.swift"), function("wash", "wash", nil)]
        )
        let topics = Dictionary(uniqueKeysWithValues: library.functions.map { ($0.name, library.topics.name(of: $0)) })
        #expect(topics == ["zoo_feed": "staff", "zoo_wash": "cats"])
        #expect(library.topics.topics == [.init(name: "cats"), .init(name: "staff", includes: ["cats"])])
    }

    @Test(arguments: [
        ("Runtime", "runtime_api"), ("zoo", "zoo_api"), ("Größe 2", "gr__e_2"), ("zoo_definitions", "zoo_definitions_api"),
        ("Definitions", "definitions_api"),
    ])
    func `the name of a topic is that of no other header`(folder: String, name: String) {
        let topics = Self.topics([
            Self.record("Keeper", "Sources/Zoo/Staff/Keeper.swift"), Self.record("Lion", "Sources/Zoo/\(folder)/Lion.swift"),
        ])
        #expect(Set(topics.map(\.name)) == ["staff", name])
    }
}
