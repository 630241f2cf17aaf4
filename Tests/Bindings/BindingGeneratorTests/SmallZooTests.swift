import BindingModel

@testable import BindingGenerator

/// Tests of what one back end makes of a small library, which has a type of each kind.
protocol SmallZooTests {
    static var language: Generator.Language { get }
}

extension SmallZooTests {
    static var mood: TypeIdentifier { TypeIdentifier(usr: "s:3Zoo4MoodO") }
    static var keeper: TypeIdentifier { TypeIdentifier(usr: "s:3Zoo6KeeperC") }
    static var cage: TypeIdentifier { TypeIdentifier(usr: "s:3Zoo4CageV") }
    static var event: TypeIdentifier { TypeIdentifier(usr: "s:3Zoo5EventO") }
    static var escape: TypeIdentifier { TypeIdentifier(usr: "s:3Zoo6EscapeO") }

    static func type(
        _ identifier: TypeIdentifier,
        _ name: String,
        _ kind: TypeKind,
        _ conformances: Set<Conformance> = [],
        functions: [Function] = [],
        documentation: String = ""
    ) -> TypeDeclaration {
        TypeDeclaration(
            identifier: identifier,
            module: "Zoo",
            path: [name],
            spelling: "Zoo.\(name)",
            kind: kind,
            conformances: conformances,
            functions: functions,
            notes: DeclarationNotes(documentation: documentation)
        )
    }

    static func library(_ functions: [Function] = []) -> Library {
        Library(
            name: "zoo",
            modules: ["Zoo"],
            types: [
                type(mood, "Mood", .enumeration([EnumerationCase(name: "calm"), EnumerationCase(name: "veryAngry")])),
                type(
                    cage,
                    "Cage",
                    .record([
                        Field(name: "class", type: .string, label: "class"),
                        Field(
                            name: "width",
                            type: .double,
                            label: "width",
                            defaultValue: DefaultValue("2", .integer(magnitude: 2, isNegative: false))
                        ),
                        Field(name: "tags", type: .array(.string), label: "tags", defaultValue: DefaultValue("[]", .emptyArray)),
                        Field(
                            name: "mood",
                            type: .named(mood),
                            label: "mood",
                            defaultValue: DefaultValue(".veryAngry", .member("veryAngry"))
                        ),
                    ]),
                    documentation: "A cage, which is `nil` for an animal that is free. Throws if it is open."
                ),
                type(
                    event,
                    "Event",
                    .variant(
                        [
                            VariantCase(name: "fed", payload: [TupleElement(label: "grams", type: .integer(.int))]),
                            VariantCase(name: "escaped", payload: []),
                        ],
                        isRecursive: false
                    )
                ),
                type(escape, "Escape", .enumeration([EnumerationCase(name: "doorOpen")]), [.error]),
                type(
                    keeper,
                    "Keeper",
                    .object(ObjectType()),
                    functions: [
                        Function(
                            usr: "s:1",
                            kind: .initializer(isFailable: false),
                            name: "init",
                            parameters: [Parameter(label: "name", name: "name", type: .string)],
                            result: .named(keeper)
                        ),
                        Function(
                            usr: "s:2",
                            name: "feed",
                            receiver: .borrowed,
                            parameters: [
                                Parameter(label: nil, name: "cage", type: .named(cage)),
                                Parameter(
                                    label: "grams",
                                    name: "grams",
                                    type: .integer(.int),
                                    defaultValue: DefaultValue("5", .integer(magnitude: 5, isNegative: false))
                                ),
                            ],
                            result: .bool,
                            effects: Effects(isAsync: true, failure: .untyped)
                        ),
                    ]
                ),
            ],
            functions: functions
        )
    }

    /// The files in the folder of the language, by their paths.
    static func files(_ library: Library) -> [String: String] {
        let files = Generator(library, languages: [language]).generate().files.filter { $0.path.hasPrefix("\(language.folder)/") }
        return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
    }
}
