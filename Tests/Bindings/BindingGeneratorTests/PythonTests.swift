import BindingModel
import Testing

@testable import BindingGenerator

/// The Python package and its extension.
@Suite("Python") struct PythonTests: SmallZooTests {
    static let language = Generator.Language.python

    private static func package(_ functions: [Function] = []) throws -> String {
        try #require(files(library(functions))["python/zoo/_library.py"])
    }

    private static func `extension`(_ functions: [Function] = []) throws -> String {
        try #require(files(library(functions))["python/zoo/_native.c"])
    }

    @Test("a generation that names the language has the package, its extension and its setup script")
    func fileNames() {
        let names = Set(Self.files(Self.library()).keys)
        let wanted = ["__init__.py", "_library.py", "_loading.py", "_native.c", "_native.pyi", "_runtime.py", "py.typed"]
        #expect(names == Set(wanted.map { "python/zoo/\($0)" } + ["python/setup.py"]))
        let others = Generator(Self.library(), languages: [.cpp]).generate().files
        #expect(!others.contains { $0.path.hasPrefix("python/") })
    }

    @Test("an enumeration has its members in capitals, numbered as declared")
    func enumeration() throws {
        let text = try Self.package()
        #expect(text.contains("class Mood(_enum.Enum):"))
        #expect(text.contains("    CALM = 0\n"))
        #expect(text.contains("    VERY_ANGRY = 1\n"))
    }

    @Test("a record's fields are arguments of its initialiser, with the default values that Python can express")
    func record() throws {
        let text = try Self.package()
        #expect(text.contains("__match_args__ = (\"class_\", \"width\", \"tags\", \"mood\")"))
        #expect(
            text.contains(
                "def __init__(self, class_: str, width: float = 2.0, tags: Optional[list[str]] = None, mood: Mood = Mood.VERY_ANGRY) -> None:"
            )
        )
        #expect(text.contains("self.tags = [] if tags is None else tags"))
    }

    @Test("documentation is in words of Python")
    func documentation() throws {
        let text = try Self.package()
        #expect(text.contains("\"\"\"A cage, which is None for an animal that is free. Raises if it is open.\"\"\""))
    }

    @Test("an enumeration with values has a class for each case")
    func variant() throws {
        let text = try Self.package()
        #expect(text.contains("class EventFed(Event):"))
        #expect(text.contains("def __init__(self, grams: int) -> None:"))
        #expect(text.contains("Event._cases = (EventFed, EventEscaped,)"))
    }

    @Test("an enumeration of errors has an exception for each case")
    func errors() throws {
        let text = try Self.package()
        #expect(text.contains("class Escape(_r.Error):"))
        #expect(text.contains("class EscapeDoorOpen(Escape):"))
        #expect(
            try Self.extension().contains("{&type_case_escape, read_zoo_escape_from_error, make_zoo_escape_to_error, NULL, 0},")
        )
    }

    @Test("an asynchronous method returns an operation, and its result is converted when it is there")
    func operation() throws {
        let text = try Self.package()
        #expect(text.contains("def feed(self, cage: Cage, grams: int = 5) -> _r.Operation[bool]:"))
        #expect(text.contains("return _n.keeper_feed(self, cage, grams)"))
        let code = try Self.extension()
        let taking = "FUNCTION(take_zoo_keeper_feed_result, zoo_keeper_feed_result(OPERATION, RESULT(0), ERROR), NONE,"
        #expect(code.contains("\(taking) OUTPUTS(COPIED(number_bool, 0)))"))
        let start = "FUNCTION(keeper_feed, zoo_keeper_feed(VALUE(zoo_keeper, 0), POINTER(1), POINTER(2), STARTED),"
        let rest = "ARGUMENTS(GIVEN(object_keeper), GIVEN(value_cage), GIVEN_OR_NULL(number_int64_t)), NONE"
        #expect(code.contains("\(start)\n    \(rest), &function_take_zoo_keeper_feed_result)"))
    }

    @Test("an initialiser is the constructor")
    func constructor() throws {
        let text = try Self.package()
        #expect(text.contains("def __init__(self, name: str) -> None:"))
        #expect(text.contains("_n.adopt(self, _n.keeper_create(name))"))
    }

    @Test("a function of the program has an annotation, and is called with the interpreter's lock")
    func callback() throws {
        let handler = ClosureType(
            parameters: [TupleElement(label: nil, type: .named(Self.cage))],
            result: .bool,
            isEscaping: false
        )
        let function = Function(
            usr: "s:9",
            name: "visit",
            parameters: [Parameter(label: nil, name: "body", type: .closure(handler))]
        )
        #expect(try Self.package([function]).contains("def visit(body: Callable[[Cage], bool]) -> None:"))
        let code = try Self.extension([function])
        let lines = [
            "static bool call_zoo_visit_callback(const zoo_cage *value, void *context) {", "    bool result_ = {0};",
            "    call_back(FUNCTION_OF(context), PARTS(PART(value_cage, value)), PARTS(PART(number_bool, &result_)));",
            "    return result_;", "}",
        ]
        #expect(code.contains(lines.joined(separator: "\n")))
    }

    @Test("an argument without a default value after one with a default value can only be named")
    func keywordOnly() throws {
        let function = Function(
            usr: "s:9",
            name: "move",
            parameters: [
                Parameter(
                    label: nil,
                    name: "from",
                    type: .integer(.int),
                    defaultValue: DefaultValue("1", .integer(magnitude: 1, isNegative: false))
                ),
                Parameter(label: "to", name: "to", type: .integer(.int)),
            ]
        )
        #expect(try Self.package([function]).contains("def move(from_: int = 1, *, to: int) -> None:"))
    }

    @Test("a member that hides a name of Python does not change annotations")
    func hiddenNames() throws {
        var library = Self.library()
        library.types[4].functions.append(
            Function(usr: "s:5", name: "bytes", receiver: .borrowed, result: .bytes(.array))
        )
        let text = try #require(Self.files(library)["python/zoo/_library.py"])
        #expect(text.contains("def bytes(self) -> _b.bytes:"))
    }

    @Test("a member with the name of a decorator or of a type of time does not change those of the class")
    func hiddenDecorators() throws {
        var library = Self.library()
        library.types[4].functions += [
            Function(usr: "s:5", name: "staticmethod", receiver: .borrowed, result: .string),
            Function(usr: "s:6", name: "timedelta", receiver: .borrowed, result: .duration),
            Function(usr: "s:7", name: "hire", result: .string),
        ]
        let text = try #require(Self.files(library)["python/zoo/_library.py"])
        #expect(text.contains("    @_b.staticmethod\n    def hire() -> str:"))
        #expect(text.contains("def timedelta(self) -> _t.timedelta:"))
    }

    @Test("a class with both methods of a pair has a block that begins with one and ends with the other")
    func callPairs() throws {
        func function(_ usr: String, _ name: String, _ parameters: [Parameter] = []) -> Function {
            Function(usr: usr, name: name, receiver: .borrowed, parameters: parameters, effects: Effects(isAsync: true))
        }
        let limit = Parameter(
            label: "limit",
            name: "limit",
            type: .integer(.int),
            defaultValue: DefaultValue("5", .integer(magnitude: 5, isNegative: false))
        )
        var library = Self.library()
        library.callPairs = [CallPair(name: "connected", begin: "connect", end: "disconnect")]
        library.types[4].functions += [function("s:5", "connect", [limit]), function("s:6", "disconnect")]
        let text = try #require(Self.files(library)["python/zoo/_library.py"])
        #expect(text.contains("def connected(self, limit: int = 5) -> _r.Block[Keeper]:"))
        #expect(text.contains("return _r.Block(self, lambda: self.connect(limit=limit), lambda: self.disconnect())"))
        // An argument that only the caller can give is none of a block's.
        var other = Self.library()
        other.callPairs = library.callPairs
        let needed = Parameter(label: "limit", name: "limit", type: .integer(.int))
        other.types[4].functions += [function("s:5", "connect"), function("s:6", "disconnect", [needed])]
        #expect(try !#require(Self.files(other)["python/zoo/_library.py"]).contains("def connected("))
    }

    @Test("a static method that replaces a method of a protocol is one that type checkers accept")
    func replacedMethods() throws {
        var library = Self.library()
        let animal = TypeIdentifier(usr: "s:3Zoo6AnimalP")
        let method = Function(usr: "s:10", name: "series", receiver: .borrowed, result: .string)
        library.types.append(Self.type(animal, "Animal", .interface(InterfaceType()), functions: [method]))
        library.types[4].interfaces = [animal]
        library.types[4].functions += [
            Function(usr: "s:11", name: "series", result: .string),
            Function(usr: "s:12", name: "hire", result: .string),
        ]
        let text = try #require(Self.files(library)["python/zoo/_library.py"])
        #expect(text.contains("def series() -> str:  # type: ignore[override]"))
        #expect(text.contains("def hire() -> str:\n"))
    }

    @Test("Python files and extension carry the fingerprint of the interface")
    func fingerprint() throws {
        let lowered = Generator(Self.library()).lowered()
        let digits = String(lowered.fingerprint, radix: 16)
        #expect(try Self.package().contains("\"\(digits)\","))
        #expect(Self.files(Self.library())["python/zoo/_loading.py"]?.contains("FINGERPRINT = \"\(digits)\"") == true)
        #expect(try Self.extension().contains("if (zoo_abi_matches()) return 0;"))
    }

    @Test("no placeholder of a template is left")
    func placeholders() {
        for (path, text) in Self.files(Self.library()) where !path.hasSuffix("_library.py") && !path.hasSuffix("_runtime.py") {
            #expect(!text.contains("@@") && !text.contains("@_") && !text.contains("#0#"), "\(path)")
        }
    }
}
