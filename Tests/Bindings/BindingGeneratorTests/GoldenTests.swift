import BindingGenerator
import BindingModel
import Testing

/// Compares the complete generated text with reviewed files. HOTSHOE_RECORD=1 writes the files again.
@Suite("Generated text")
struct GoldenTests {
    private static func notes(_ text: String, line: Int) -> DeclarationNotes {
        DeclarationNotes(documentation: text, location: SourceLocation(file: "Zoo.swift", line: line))
    }

    private static let keeper = TypeIdentifier(usr: "s:3Zoo6KeeperC")
    private static let mood = TypeIdentifier(usr: "s:3Zoo4MoodO")
    private static let cage = TypeIdentifier(usr: "s:3Zoo4CageV")
    private static let escape = TypeIdentifier(usr: "s:3Zoo6EscapeO")

    private static func object(_ functions: [Function], _ properties: [PropertyDeclaration] = []) -> TypeDeclaration {
        TypeDeclaration(
            identifier: keeper,
            module: "Zoo",
            path: ["Keeper"],
            spelling: "Zoo.Keeper",
            kind: .object(ObjectType()),
            functions: functions,
            properties: properties,
            notes: notes("Keeper of the animals.", line: 3)
        )
    }

    private static let library = Library(
        name: "zoo",
        modules: ["Zoo"],
        types: [
            object(
                [
                    Function(
                        usr: "1",
                        kind: .initializer(isFailable: false),
                        name: "init",
                        parameters: [Parameter(label: "name", name: "name", type: .string)],
                        result: .named(keeper),
                        notes: notes("Employs a keeper.\n\n- Parameter name: the name of the keeper.", line: 5)
                    ),
                    Function(
                        usr: "2",
                        name: "feed",
                        receiver: .borrowed,
                        parameters: [
                            Parameter(label: nil, name: "cage", type: .named(cage)),
                            Parameter(
                                label: "times",
                                name: "times",
                                type: .integer(.int),
                                defaultValue: DefaultValue("3", .integer(magnitude: 3, isNegative: false))
                            ),
                        ],
                        result: .named(mood),
                        effects: Effects(failure: .typed(escape)),
                        notes: notes("Feeds who is in a cage.\n\n- Returns: how they feel then.", line: 7)
                    ),
                    Function(
                        usr: "3",
                        name: "walk",
                        receiver: .borrowed,
                        parameters: [Parameter(label: "for", name: "span", type: .duration)],
                        result: .optional(.string),
                        effects: Effects(isAsync: true),
                        notes: notes("Goes round.", line: 9)
                    ),
                    Function(
                        usr: "4",
                        name: "listen",
                        receiver: .borrowed,
                        parameters: [
                            Parameter(
                                label: nil,
                                name: "handler",
                                type: .closure(
                                    ClosureType(
                                        parameters: [TupleElement(label: nil, type: .string)],
                                        result: .void,
                                        isSendable: true
                                    )
                                )
                            )
                        ],
                        result: .subscription,
                        notes: notes("Hears every noise.", line: 11)
                    ),
                ],
                [
                    PropertyDeclaration(usr: "5", name: "isAwake", receiver: .borrowed, type: .bool, notes: notes("", line: 12)),
                    PropertyDeclaration(
                        usr: "6",
                        name: "names",
                        receiver: .borrowed,
                        type: .array(.string),
                        isSettable: true,
                        notes: notes("All names.", line: 13)
                    ),
                ]
            ),
            TypeDeclaration(
                identifier: cage,
                module: "Zoo",
                path: ["Cage"],
                spelling: "Zoo.Cage",
                kind: .record([
                    Field(name: "number", type: .integer(.int32), label: "number"),
                    Field(name: "size", type: .double, label: nil),
                ]),
                conformances: [.equatable],
                notes: notes("Where animals live.", line: 20)
            ),
            TypeDeclaration(
                identifier: mood,
                module: "Zoo",
                path: ["Mood"],
                spelling: "Zoo.Mood",
                kind: .enumeration([EnumerationCase(name: "calm"), EnumerationCase(name: "default")]),
                notes: notes("How an animal feels.", line: 25)
            ),
            TypeDeclaration(
                identifier: escape,
                module: "Zoo",
                path: ["Escape"],
                spelling: "Zoo.Escape",
                kind: .variant(
                    [
                        VariantCase(name: "door", payload: []),
                        VariantCase(
                            name: "roof",
                            payload: [TupleElement(label: "height", type: .double), TupleElement(label: nil, type: .string)]
                        ),
                    ],
                    isRecursive: false
                ),
                conformances: [.error],
                notes: notes("What went wrong.", line: 30)
            ),
        ],
        declarationCount: 10
    )

    @Test(
        "header and thunks equal the golden files",
        arguments: ["include/zoo/zoo.h", "swift/KeeperFunctions.swift", "swift/Conversions.swift"]
    )
    func golden(_ path: String) throws {
        let files = Generator(Self.library, languages: [.c]).generate().files
        let text = try #require(files.first { $0.path == path }).text
        try GoldenFile(name: String(path.split(separator: "/").last!)).expect(text)
    }

    @Test("the files in C++, Python, C# and Rust equal the golden files", arguments: GoldenFile.languages)
    func languages(_ file: (path: String, start: String)) throws {
        let output = Generator(Self.library, languages: [.cpp, .python, .csharp, .rust]).generate()
        try GoldenFile.expect(output, file.path, from: file.start)
    }

    @Test("no line of a header has more than 120 characters, except literals")
    func width() {
        for file in Generator(Self.library, languages: [.c, .cpp]).generate().files where file.path.hasPrefix("include/") {
            let long = file.text.split(separator: "\n").filter { $0.count > 120 && !$0.contains("\"") }
            #expect(long.isEmpty, "\(file.path): \(long)")
        }
    }

    @Test("an asynchronous function may return a protocol")
    func awaitedProtocol() throws {
        let barker = TypeIdentifier(usr: "s:3Zoo6BarkerP")
        let adopt = Function(
            usr: "a",
            name: "adopt",
            receiver: .borrowed,
            result: .existential(barker),
            effects: Effects(isAsync: true),
            notes: Self.notes("Adopts an animal.", line: 50)
        )
        let interface = TypeDeclaration(
            identifier: barker,
            module: "Zoo",
            path: ["Barker"],
            spelling: "Zoo.Barker",
            kind: .interface(InterfaceType()),
            notes: Self.notes("An animal that barks.", line: 51)
        )
        let library = Library(name: "zoo", modules: ["Zoo"], types: [Self.object([adopt]), interface])
        let files = Generator(library, languages: [.c]).generate().files
        let text = try #require(files.first { $0.path == "swift/KeeperFunctions.swift" }).text
        #expect(text.contains("BindingOperation<any Zoo.Barker>.start {"))
    }

    @Test("the same library produces the same bytes")
    func reproducible() throws {
        let first = Generator(Self.library, languages: [.c, .cpp]).generate().files
        #expect(Generator(Self.library, languages: [.c, .cpp]).generate().files == first)
    }

    @Test("every function that the header declares is in the list of symbols, once")
    func symbols() throws {
        let symbols = Generator(Self.library, languages: [.c]).generate().symbols
        #expect(Set(symbols).count == symbols.count)
        for name in [
            "zoo_keeper_create", "zoo_keeper_feed", "zoo_keeper_walk_for_wait", "zoo_keeper_listen", "zoo_cage_equal",
            "zoo_escape_from_error",
        ] {
            #expect(symbols.contains(name))
        }
    }

    @Test("a line of a thunk leads to its declaration, which can be left out")
    func unusable() throws {
        var library = Self.library
        let output = Generator(library, languages: [.c]).generate()
        let path = "swift/KeeperFunctions.swift"
        let text = try #require(output.files.first { $0.path == path }?.text)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let head = try #require(lines.firstIndex { $0.hasPrefix("public func zoo_keeper_feed(") })
        let member = try #require(output.member(at: head + 2, of: path))
        #expect(output.member(at: 1, of: path) == nil && output.member(at: head, of: "swift/None.swift") == nil)
        #expect(output.member(at: -1, of: path) == nil && output.member(at: .max, of: path) != member)
        let (count, omissions) = (library.omissions.count, library.omissions)
        #expect(library.leaveOut(member.usr, as: member, "for a reason") == true)
        #expect(library.omissions.count == count + 1)
        #expect(library.omissions.dropLast().elementsEqual(omissions) && library.omissions.last?.reason == "for a reason")
        #expect(library.leaveOut(member.usr, "again") == false)
        let symbols = Set(Generator(library, languages: [.c]).generate().symbols)
        #expect(Set(output.symbols).subtracting(symbols) == ["zoo_keeper_feed"])
    }

    @Test("of two types with one name the second has its module's")
    func conflict() throws {
        var other = Self.library.types[1]
        other.identifier = TypeIdentifier(usr: "s:5Other4CageV")
        (other.module, other.spelling) = ("Other", "Other::Cage")
        let library = Library(name: "zoo", modules: ["Zoo", "Other"], types: [Self.library.types[1], other])
        let symbols = Generator(library, languages: [.c]).generate().symbols
        #expect(symbols.contains("zoo_cage_equal") && symbols.contains("zoo_other_cage_equal"))
    }

    private static let unsuitable: [(Function, String)] = [
        (
            Function(
                usr: "v",
                name: "add",
                parameters: [Parameter(label: nil, name: "all", type: .array(.string), isVariadic: true)],
                effects: Effects(isolation: .mainActor)
            ),
            "takes any number of values (`all...`) and runs on an actor"
        ),
        (
            Function(
                usr: "i",
                name: "fill",
                parameters: [Parameter(label: nil, name: "text", type: .string, isInout: true)],
                effects: Effects(isAsync: true)
            ),
            "an asynchronous function that changes its parameter"
        ),
        (
            Function(
                usr: "o",
                kind: .operation,
                name: "++",
                parameters: [Parameter(label: nil, name: "number", type: .integer(.int), isInout: true)]
            ),
            "an operator that changes its operand"
        ),
        (
            Function(usr: "s", name: "bytes", result: .bytes(.span)),
            "returns borrowed bytes without an owner"
        ),
    ]

    @Test("declarations that cannot be converted are left out, with their place and a reason", arguments: unsuitable.indices)
    func omissions(_ index: Int) throws {
        var (function, reason) = Self.unsuitable[index]
        function.notes = Self.notes("", line: 40 + index)
        let output = Generator(Library(name: "zoo", modules: ["Zoo"], functions: [function]), languages: [.c]).generate()
        let omission = try #require(output.omissions.first { $0.usr == function.usr })
        #expect(omission.reason.contains(reason))
        #expect(omission.location?.line == 40 + index)
        #expect(!output.symbols.contains("zoo_\(function.name)"))
    }

    @Test("overloads are distinguished by label, then by type; the first declaration keeps the short name")
    func overloads() throws {
        func play(_ label: String?, _ type: BindingType, _ line: Int) -> Function {
            Function(
                usr: "\(line)",
                name: "play",
                receiver: .borrowed,
                parameters: [Parameter(label: label, name: "what", type: type)],
                notes: Self.notes("", line: line)
            )
        }
        let type = Self.object([
            play(nil, .string, 1), play("loud", .string, 2), play(nil, .integer(.int), 3), play(nil, .double, 4),
            play("with", .string, 5),
        ])
        let symbols = Generator(Library(name: "zoo", modules: ["Zoo"], types: [type]), languages: [.c]).generate().symbols
        for name in ["play", "play_loud", "play_int", "play_double", "play_with"] {
            #expect(symbols.contains("zoo_keeper_\(name)"))
        }
    }
}
