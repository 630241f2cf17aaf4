import BindingModel
import Testing

@testable import BindingGenerator

/// Compares the complete thunks of the constructs that have a separate function with reviewed files. HOTSHOE_RECORD=1 writes
/// the files again.
@Suite struct ConstructsGoldenTests {
    private static let barker = TypeIdentifier(usr: "s:3Zoo6BarkerP")
    private static let label = TypeIdentifier(usr: "s:3Zoo5LabelC")
    private static let shelf = TypeIdentifier(usr: "s:3Zoo5ShelfV5BoardV", arguments: [.string])

    private static let egg = TypeIdentifier(usr: "s:3Zoo3EggO")

    private static let test = BindingType.closure(
        ClosureType(parameters: [TupleElement(label: nil, type: .integer(.int64))], result: .bool)
    )

    /// A closure inside a type, and a generic function for two types.
    private static let functions: [Function] = [
        Function(usr: "s:3Zoo5tests", name: "tests", result: .array(test)),
        Function(
            usr: "s:3Zoo5first",
            name: "first",
            parameters: [Parameter(label: "of", name: "tests", type: .optional(.array(test)), defaultValue: .null)],
            result: .optional(test)
        ),
        {
            var read = Function(usr: "s:3Zoo4read", name: "read", parameters: [], result: .integer(.int))
            read.namesResult = true
            return read
        }(),
        {
            var read = Function(usr: "s:3Zoo4read", name: "read", parameters: [], result: .string)
            (read.namesResult, read.specialization) = (true, "String")
            return read
        }(),
        Function(
            usr: "s:3Zoo6called",
            name: "called",
            parameters: [Parameter(label: nil, name: "thing", type: .adapted(.rawName(.string, "Swift.String")))],
            result: .string
        ),
    ]

    /// Static members of a protocol.
    private static let interface: TypeDeclaration = {
        var kind = PropertyDeclaration(usr: "kind", name: "kind", receiver: .borrowed, type: .string)
        var make = Function(usr: "make", name: "noise", receiver: .borrowed, result: .string, effects: Effects(failure: .untyped))
        (kind.isOfType, make.isOfType) = (true, true)
        return TypeDeclaration(
            identifier: barker,
            module: "Zoo",
            path: ["Barker"],
            spelling: "Zoo::Barker",
            kind: .interface(InterfaceType(unimplementable: "it has static members")),
            functions: [make],
            properties: [kind]
        )
    }()

    /// Text in JSON.
    private static let codable: TypeDeclaration = {
        var encode = Function(usr: "e", name: "toJSON", receiver: .borrowed, result: .string, effects: Effects(failure: .untyped))
        encode.swiftName = Function.toJSON
        var decode = Function(
            usr: "d",
            name: "fromJSON",
            parameters: [Parameter(label: nil, name: "text", type: .string)],
            result: .named(label),
            effects: Effects(failure: .untyped)
        )
        decode.swiftName = Function.fromJSON
        return TypeDeclaration(
            identifier: label,
            module: "Zoo",
            path: ["Label"],
            spelling: "Zoo::Label",
            kind: .object(ObjectType()),
            functions: [encode, decode]
        )
    }()

    /// A type within a generic type.
    private static let nested = TypeDeclaration(
        identifier: shelf,
        module: "Zoo",
        path: ["ShelfOfString", "Board"],
        spelling: "Zoo::Shelf<Swift.String>.Board",
        kind: .value,
        functions: [
            Function(
                usr: "add",
                name: "add",
                receiver: .mutated,
                parameters: [Parameter(label: nil, name: "book", type: .string)]
            )
        ]
    )

    /// A value that cannot be copied.
    private static let unique: TypeDeclaration = {
        var merge = Function(
            usr: "merge",
            name: "merge",
            receiver: .consumed,
            parameters: [Parameter(label: "with", name: "other", type: .named(egg))],
            result: .optional(.named(egg)),
            effects: Effects(failure: .untyped)
        )
        merge.parameters[0].isConsumed = true
        let swap = Function(
            usr: "swap",
            name: "swap",
            receiver: .mutated,
            parameters: [Parameter(label: nil, name: "other", type: .named(egg), isInout: true)]
        )
        let isLike = Function(
            usr: "isLike",
            name: "isLike",
            receiver: .borrowed,
            parameters: [Parameter(label: nil, name: "other", type: .named(egg))],
            result: .bool
        )
        let hatch = Function(usr: "hatch", name: "hatch", receiver: .borrowed, effects: Effects(isAsync: true))
        var declaration = TypeDeclaration(
            identifier: egg,
            module: "Zoo",
            path: ["Egg"],
            spelling: "Zoo::Egg",
            kind: .variant(
                [
                    VariantCase(name: "plain", payload: []),
                    VariantCase(name: "painted", payload: [TupleElement(label: nil, type: .string)]),
                ],
                isRecursive: true
            ),
            functions: [merge, swap, isLike, hatch]
        )
        declaration.isCopyable = false
        return declaration
    }()

    private static let library = Library(
        name: "zoo",
        modules: ["Zoo"],
        types: [interface, codable, nested, unique],
        functions: functions
    )

    @Test(
        "the thunks equal the golden files",
        arguments: ["Functions", "BarkerFunctions", "LabelFunctions", "ShelfOfStringBoardFunctions", "EggFunctions"]
    )
    func golden(_ name: String) throws {
        let output = Generator(Self.library, languages: [.c]).generate()
        #expect(output.omissions.isEmpty)
        let text = try #require(output.files.first { $0.path == "swift/\(name).swift" }).text
        try GoldenFile(name: "Constructs\(name).swift").expect(text)
    }

    @Test("the files in C++, Python, C# and Rust equal the golden files", arguments: GoldenFile.languages)
    func languages(_ file: (path: String, start: String)) throws {
        let output = Generator(Self.library, languages: [.cpp, .python, .csharp, .rust]).generate()
        try GoldenFile.expect(output, file.path, from: file.start, "Constructs")
    }
}
