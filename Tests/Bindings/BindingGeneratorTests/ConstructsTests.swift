import BindingModel
import Testing

@testable import BindingGenerator

/// Closures that pass closures, results and objects; values that are changed; memory of the program.
@Suite struct ConstructsTests {
    private static func output(_ functions: [Function], _ types: [TypeDeclaration] = []) -> Generator.Output {
        Generator(Library(name: "zoo", modules: ["Zoo"], types: types, functions: functions)).generate()
    }

    private static func text(_ output: Generator.Output, _ suffix: String) -> String {
        output.files.filter { $0.path.hasSuffix(suffix) }.map(\.text).joined()
    }

    private static func function(_ name: String, _ parameters: [Parameter], _ result: BindingType = .void) -> Function {
        Function(usr: "s:3Zoo\(name)", name: name, parameters: parameters, result: result)
    }

    private static func parameter(_ name: String, _ type: BindingType, isInout: Bool = false) -> Parameter {
        Parameter(label: nil, name: name, type: type, isInout: isInout)
    }

    private static func closure(_ parameters: [BindingType], _ result: BindingType = .void) -> BindingType {
        .closure(ClosureType(parameters: parameters.map { TupleElement(label: nil, type: $0) }, result: result))
    }

    private static let dog = TypeDeclaration(
        identifier: TypeIdentifier(usr: "s:3Zoo3DogC"),
        module: "Zoo",
        path: ["Dog"],
        spelling: "Zoo::Dog",
        kind: .object(ObjectType())
    )

    @Test("a closure that receives a completion with a Result gets a function with a value and an error")
    func completions() {
        let done = Self.closure([.result(.integer(.int), failure: .untyped)])
        let output = Self.output([Self.function("load", [Self.parameter("body", Self.closure([.string, done]))])])
        let header = Self.text(output, "zoo.h")
        #expect(header.contains("typedef void (*zoo_load_callback)(zoo_string value0, zoo_load_function value1, void *context);"))
        #expect(
            header.contains("zoo_load_function_call(zoo_load_function function, const int64_t *value, zoo_error *failure);")
        )
        let thunks = Self.text(output, ".swift")
        #expect(thunks.contains("let value_outcome: Swift.Result<Swift.Int, any Swift.Error>"))
        #expect(thunks.contains("if let failure = failure_ { value_outcome = .failure(failure) }"))
    }

    @Test("a closure that returns an object and cannot fail has an object that replaces an invalid one")
    func fallbacks() {
        let body = Self.closure([], .named(Self.dog.identifier))
        let output = Self.output([Self.function("adopt", [Self.parameter("find", body)])], [Self.dog])
        let header = Self.text(output, "zoo.h")
        #expect(header.contains("zoo_adopt_callback find, void *context, zoo_release release, zoo_dog fallback"))
        let thunks = Self.text(output, ".swift")
        #expect(thunks.contains("let fallback_ = try take_dog(fallback)"))
        #expect(thunks.contains("catch { return fallback_ }"))
        #expect(output.omissions.isEmpty)
    }

    @Test("optional closures that the library returns are handles, each with functions of its own")
    func optionalClosures() {
        let closure = BindingType.optional(Self.closure([.integer(.int)], .integer(.int)))
        let output = Self.output([Self.function("first", [], closure), Self.function("second", [], closure)])
        #expect(Set(["zoo_first_function_call", "zoo_second_function_call"]).isSubset(of: output.symbols))
        let definitions = Self.text(output, ".hpp")
        #expect(definitions.contains("std::optional<zoo::first_function> first();"))
        #expect(definitions.contains("std::optional<zoo::second_function> second();"))
    }

    @Test("closures that are nested without end are left out") func depth() {
        var type = Self.closure([])
        for _ in 0..<100 { type = Self.closure([], type) }
        let output = Self.output([Self.function("nest", [], type)])
        #expect(output.omissions.map(\.reason) == ["has closures that are nested too deeply"])
    }

    @Test("a parameter that is changed and owns memory has a second one for the changed value")
    func changed() {
        let output = Self.output([Self.function("extend", [Self.parameter("text", .string, isInout: true)])])
        #expect(Self.text(output, "zoo.h").contains("zoo_extend(zoo_string text, zoo_string *changed_text)"))
        #expect(Self.text(output, ".hpp").contains("extend(std::string &text)"))
        let thunks = Self.text(output, ".swift")
        #expect(thunks.contains("extend(&text_changed)") && thunks.contains("changed_text.pointee = give_string(text_changed)"))
    }

    @Test("an asynchronous function with a changed parameter is left out") func changedLater() {
        var function = Self.function("extend", [Self.parameter("number", .integer(.int), isInout: true)])
        function.effects.isAsync = true
        #expect(Self.output([function]).omissions.first?.reason.contains("may be gone when it ends") == true)
    }

    @Test("a chain of 60 classes is generated, each with its predecessor as its base") func chain() {
        let types = (0..<60).map { index in
            TypeDeclaration(
                identifier: TypeIdentifier(usr: "s:3Zoo\(index)"),
                module: "Zoo",
                path: ["Link\(index)"],
                spelling: "Zoo::Link\(index)",
                kind: .object(
                    ObjectType(isFinal: false, superclass: index == 0 ? nil : TypeIdentifier(usr: "s:3Zoo\(index - 1)"))
                )
            )
        }
        let library = Library(name: "zoo", modules: ["Zoo"], types: types, functions: [])
        let text =
            Generator(library, languages: [.python]).generate().files.first { $0.path.hasSuffix("_library.py") }?.text ?? ""
        #expect((1..<60).allSatisfy { text.contains("class Link\($0)(Link\($0 - 1)):") })
    }

    @Test("of many default values that only Swift can express, six can be left out one by one, and the others always are")
    func manyDefaults() {
        let parameters = (0..<9).map {
            Parameter(label: "p\($0)", name: "p\($0)", type: .integer(.int), defaultValue: DefaultValue("base()"))
        }
        let output = Self.output([Self.function("sum", parameters)])
        #expect(Self.text(output, ".swift").split(separator: "case (").count == 65)
        #expect(output.omissions.contains { $0.reason.contains("`p6`, `p7`, `p8` always have their default value") })
        #expect(!Self.text(output, "zoo.h").contains("p6"))
    }

    @Test("a function of the main actor that the library returns is started, and waits on no thread") func mainActor() {
        let closure = ClosureType(parameters: [], result: .void, isEscaping: true, isMainActor: true)
        let output = Self.output([Self.function("bell", [], .closure(closure))])
        #expect(Self.text(output, "zoo.h").contains("_function_call(zoo_bell_function function, zoo_operation *operation)"))
        #expect(Self.text(output, ".swift").contains("startOnMainActor {"))
    }

    @Test("the names that emitted code uses are those of Swift, also where the library declares the same") func names() {
        let text = Self.text(Self.output([]), "Runtime.swift")
        for name in ["Span", "Array", "Result", "Sendable", "MemoryLayout"] {
            #expect(text.contains("public typealias \(name) = Swift::\(name)\n"), "\(name)")
        }
        #expect(text.contains("public typealias CancellationError = _Concurrency::CancellationError\n"))
    }

    @Test("memory of the program is a pointer and a count that is checked") func memory() {
        let memory = MemoryType(
            element: .integer(.int),
            spelling: "Swift.UnsafeMutablePointer<Swift.Int>",
            isMutable: true,
            isBuffer: false,
            countLabel: "count"
        )
        let output = Self.output([Self.function("double", [Self.parameter("numbers", .memory(memory))])])
        #expect(Self.text(output, "zoo.h").contains("zoo_double(int64_t *numbers, size_t numbers_count)"))
        #expect(Self.text(output, ".hpp").contains("do_double(zoo::span<std::int64_t> numbers)"))
        let thunks = Self.text(output, ".swift")
        #expect(thunks.contains("double(numbers_, count: numbers_count)") && thunks.contains("throw .tooLarge"))
    }

    private static func type(_ kind: TypeKind, _ conformances: Set<Conformance>, changes: Bool = false) -> TypeDeclaration {
        TypeDeclaration(
            identifier: TypeIdentifier(usr: "s:3Zoo4CageV"),
            module: "Zoo",
            path: ["Cage"],
            spelling: "Zoo::Cage",
            kind: kind,
            conformances: conformances,
            functions: changes ? [Function(usr: "c", name: "clean", receiver: .mutated)] : []
        )
    }

    @Test("a collection has functions for its elements, and an iterator in C++") func collections() {
        let output = Self.output([], [Self.type(.value, [.collection(element: .string)])])
        #expect(Set(["zoo_cage_count", "zoo_cage_element_at", "zoo_cage_elements"]).isSubset(of: output.symbols))
        #expect(!output.symbols.contains("zoo_cage_clone"))
        #expect(Self.text(output, "zoo.hpp").contains("detail::element_iterator<std::string> begin() const;"))
        #expect(Self.text(output, ".swift").contains("try element_at(held.value, position_)"))
        #expect(!Self.text(Self.output([], [Self.type(.value, [])]), "").contains("element_at"))
    }

    @Test("a value that changes behind its handle can be copied") func clones() {
        let output = Self.output([], [Self.type(.value, [], changes: true)])
        #expect(output.symbols.contains("zoo_cage_clone"))
    }

    @Test("an enum returns its raw value") func rawValues() {
        let kind = TypeKind.enumeration([EnumerationCase(name: "open")])
        let output = Self.output([], [Self.type(kind, [.rawRepresentable(.string)])])
        #expect(Self.text(output, "zoo.h").contains("zoo_cage_get_raw_value(zoo_cage cage, zoo_string *result)"))
        #expect(Self.text(output, "zoo.hpp").contains("std::string raw_value(zoo::cage cage)"))
        #expect(output.omissions.isEmpty)
    }

    @Test("a type of the library that is called as one of another library has names and a file of its own")
    func namesakes() {
        func value(_ usr: String, _ module: String, _ spelling: String) -> TypeDeclaration {
            TypeDeclaration(
                identifier: TypeIdentifier(usr: usr),
                module: module,
                path: ["AnyValue"],
                spelling: spelling,
                kind: .variant([VariantCase(usr: usr, name: "none", payload: [])], isRecursive: true)
            )
        }
        let output = Self.output(
            [],
            [value("s:3Zoo8AnyValueO", "Zoo", "Zoo::AnyValue"), value(TypeDeclaration.anyValue, "", "AnyValue")]
        )
        #expect(Set(["zoo_any_value_make_none", "zoo_any_value_type_make_none"]).isSubset(of: output.symbols))
        #expect(Set(output.files.map(\.path)).count == output.files.count)
    }

    @Test("two parameters whose names differ by an underscore have different constants") func constants() {
        let closure = Self.closure([.integer(.int)])
        let output = Self.output(
            [Self.function("call", [Self.parameter("queue", .string), Self.parameter("body", closure)])]
        )
        #expect(Self.text(output, "zoo.h").contains("zoo_string queue, zoo_queue callback_queue, zoo_call_callback body"))
    }
}
