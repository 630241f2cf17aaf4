import BindingModel
import Testing

@testable import BindingGenerator

/// Functions of one name in Swift, in Python.
@Suite("Overloads in Python") struct PythonOverloadTests {
    private static let dial = TypeIdentifier(usr: "s:3Zoo4DialC")
    private static let mood = TypeIdentifier(usr: "s:3Zoo4MoodO")

    private func setter(_ label: String?, _ type: BindingType, _ usr: String, name: String? = nil, more: [Parameter] = [])
        -> Function
    {
        Function(
            usr: usr,
            name: "set",
            receiver: .borrowed,
            parameters: [Parameter(label: label, name: name ?? label ?? "value", type: type)] + more
        )
    }

    /// The Python class with these methods.
    private func package(_ functions: [Function]) throws -> String {
        func type(_ identifier: TypeIdentifier, _ name: String, _ kind: TypeKind, _ functions: [Function]) -> TypeDeclaration {
            TypeDeclaration(
                identifier: identifier,
                module: "Zoo",
                path: [name],
                spelling: "Zoo.\(name)",
                kind: kind,
                conformances: [],
                functions: functions,
                notes: DeclarationNotes()
            )
        }
        let library = Library(
            name: "zoo",
            modules: ["Zoo"],
            types: [
                type(Self.mood, "Mood", .enumeration([EnumerationCase(name: "calm")]), []),
                type(Self.dial, "Dial", .object(ObjectType()), functions),
            ],
            functions: []
        )
        let files = Generator(library, languages: [.python]).generate().files
        return try #require(files.first { $0.path == "python/zoo/_library.py" }).text
    }

    @Test("the first of several functions accepts a text for the one whose argument is called so")
    func texts() throws {
        let text = try package([setter(nil, .integer(.int), "s:1"), setter("text", .string, "s:2")])
        #expect(text.contains("def set(self, value: Union[int, str]) -> None:"))
        #expect(text.contains("if isinstance(value, str):\n            return _n.dial_set_text(self, value)"))
        #expect(text.contains("def set_text(self, text: str) -> None:"))
        #expect(text.contains("A `str` as argument: as `set_text()`."))
    }

    @Test("it accepts an object of a class, which has the same name as its own argument")
    func objects() throws {
        let text = try package([setter(nil, .integer(.int), "s:1"), setter(nil, .named(Self.mood), "s:2")])
        #expect(text.contains("value: Union[int, Mood]"))
        #expect(text.contains("if isinstance(value, Mood):"))
    }

    @Test("arguments with other labels, names or types that Python does not distinguish stay apart")
    func others() throws {
        for other in [
            setter("name", .string, "s:2"), setter(nil, .named(Self.mood), "s:2", name: "mood"), setter(nil, .double, "s:2"),
            setter("text", .string, "s:2", more: [Parameter(label: "times", name: "times", type: .integer(.int))]),
        ] {
            let text = try package([setter(nil, .integer(.int), "s:1"), other])
            #expect(text.contains("def set(self, value: int) -> None:"), "\(other)")
            #expect(!text.contains("isinstance(value"), "\(other)")
        }
    }
}
