import BindingModel
import Testing

@testable import BindingGenerator

/// Libraries as other authors write them.
@Suite("The bindings of any library")
struct OtherLibrariesTests {
    private static let dog = TypeIdentifier(usr: "s:3Zoo3DogC")

    private static func object(_ functions: [Function], properties: [PropertyDeclaration] = []) -> TypeDeclaration {
        TypeDeclaration(
            identifier: dog,
            module: "Zoo",
            path: ["Dog"],
            spelling: "Zoo::Dog",
            kind: .object(ObjectType()),
            functions: functions,
            properties: properties
        )
    }

    private static func library(_ types: [TypeDeclaration], _ functions: [Function] = []) -> Library {
        var library = Library(name: "zoo", modules: ["Zoo"], types: types, functions: functions)
        library.declared = (types.flatMap(\.functions) + functions).map {
            DeclaredSymbol(usr: $0.usr, declaration: $0.name, path: $0.name, location: nil, representation: .itself)
        }
        return library
    }

    private static func parameter(_ name: String, _ type: BindingType, label: String? = nil) -> Parameter {
        Parameter(label: label, name: name, type: type)
    }

    private static func thunks(_ library: Library) -> String {
        Generator(library, languages: [.c]).generate().files.filter { $0.path.hasPrefix("swift/") }.map(\.text).joined()
    }

    @Test(
        "a Python package that would hide a module of the standard library, or is a keyword, ends with an underscore",
        arguments: [("logging", "logging_"), ("setuptools", "setuptools_"), ("lambda", "lambda_"), ("zoo", "zoo")]
    )
    func packages(_ name: String, _ package: String) throws {
        let library = Library(name: name, modules: ["Zoo"], types: [], functions: [])
        let files = Generator(library, languages: [.c, .python]).generate().files
        #expect(files.contains { $0.path == "python/\(package)/__init__.py" })
        let setup = try #require(files.first { $0.path == "python/setup.py" }).text
        #expect(setup.contains("packages=[\"\(package)\"]") && setup.contains("libraries=[\"\(name)\"]"))
        let native = try #require(files.first { $0.path == "python/\(package)/_native.c" }).text
        #expect(native.contains(".tp_name = \"\(package)._native.Handle\"") && native.contains("\(name)_abi_version()"))
    }

    @Test(
        "a C++ namespace that would hide a name, or be hidden by one of its own, is a word more",
        arguments: [
            ("random", "random_library"), ("namespace", "namespace_library"), ("queue", "queue_library"),
            ("status", "status_library"), ("kind", "kind_library"),
            ("zoo", "zoo"),
        ]
    )
    func namespaces(_ name: String, _ space: String) throws {
        let library = Library(name: name, modules: ["Zoo"], types: [], functions: [])
        let files = Generator(library, languages: [.c, .cpp]).generate().files
        let header = try #require(files.first { $0.path == "include/\(name)/\(name).hpp" }).text
        #expect(header.contains("\nnamespace \(space) {\n") && header.contains("\(space)::to_string(status_)"))
        #expect(space == name || !header.contains("namespace \(name) {"))
    }

    @Test("a parameter of type Void is none in C, and its value in Swift") func nothing() {
        let parameters = [
            Self.parameter("nil", .void, label: "nilLiteral"), Self.parameter("count", .integer(.int), label: "count"),
        ]
        let library = Self.library([], [Function(usr: "a", name: "make", parameters: parameters)])
        let function = Generator(library).lowered().functions.first { $0.name == "zoo_make" }
        #expect(function?.parameters.map(\.name) == ["count"])
        #expect(Self.thunks(library).contains("make(nilLiteral: (), count: Swift.Int(count))"))
    }

    @Test("a property keeps its name in Python where a function would have it too")
    func propertiesFirst() throws {
        let function = Function(
            usr: "f",
            name: "logLevel",
            receiver: .borrowed,
            parameters: [Self.parameter("name", .string, label: "named")]
        )
        var property = PropertyDeclaration(usr: "p", name: "logLevel", receiver: .borrowed, type: .bool)
        property.isSettable = true
        let library = Self.library([Self.object([function], properties: [property])])
        let files = Generator(library, languages: [.python]).generate().files
        let text = try #require(files.first { $0.path == "python/zoo/_library.py" }).text
        #expect(text.contains("@property\n    def log_level(self) -> bool:"))
        #expect(text.contains("@log_level.setter\n    def log_level(self, log_level: bool) -> None:"))
        #expect(
            text.contains("    def log_level_(self, named: str) -> None:")
                || text.contains("    def log_level_(self, name: str) -> None:")
        )
    }

    @Test("a collection has a length in Python, also where its number of elements is a property", arguments: [true, false])
    func lengths(_ hasCount: Bool) throws {
        var type = Self.object(
            [],
            properties: hasCount ? [PropertyDeclaration(usr: "c", name: "count", receiver: .borrowed, type: .integer(.int))] : []
        )
        type.conformances = [.collection(element: .string)]
        let files = Generator(Self.library([type]), languages: [.python]).generate().files
        let text = try #require(files.first { $0.path == "python/zoo/_library.py" }).text
        #expect(text.split(separator: "def __len__(self)").count == 2)
    }

    @Test("a property called count has to be an integer to be the length")
    func otherLengths() throws {
        var type = Self.object([], properties: [PropertyDeclaration(usr: "c", name: "count", receiver: .borrowed, type: .string)])
        type.conformances = [.collection(element: .string)]
        let files = Generator(Self.library([type]), languages: [.python]).generate().files
        let text = try #require(files.first { $0.path == "python/zoo/_library.py" }).text
        #expect(!text.contains("def __len__(self)"))
    }

    @Test(
        "an operator is called by a word",
        arguments: [("+", "add"), ("&+", "add_wrapping"), ("<=>", "operator_less_equals_greater"), ("~=", "matches")]
    )
    func operators(_ sign: String, _ word: String) {
        let function = Function(
            usr: "o",
            kind: .operation,
            name: sign,
            parameters: [Self.parameter("a", .integer(.int)), Self.parameter("b", .integer(.int))],
            result: .bool
        )
        let library = Self.library([], [function])
        #expect(Generator(library).generate().symbols.contains("zoo_\(word)"))
        #expect(Self.thunks(library).contains("a_ \(sign) b_"))
    }

    @Test("an argument without a label is not omitted before another one, which would take its place")
    func positions() {
        let function = Function(
            usr: "f",
            name: "walk",
            parameters: [
                Parameter(label: nil, name: "near", type: .bool, defaultValue: DefaultValue("isNear()")),
                Parameter(label: nil, name: "far", type: .bool, defaultValue: DefaultValue("isFar()")),
                Parameter(label: "fast", name: "fast", type: .bool, defaultValue: DefaultValue("isFast()")),
            ]
        )
        let text = Self.thunks(Self.library([], [function]))
        #expect(text.contains("walk(near_)") && text.contains("walk(near_, far_)") && text.contains("walk(near_, fast: fast_)"))
        #expect(!text.contains("walk(far_") && !text.contains("walk()"))
    }

    @Test("a mutating member of a protocol is called on a variable, also if a class has it")
    func mutatedObjects() {
        let text = Self.thunks(Self.library([Self.object([Function(usr: "f", name: "turn", receiver: .mutated)])]))
        #expect(text.contains("var ownHeld = held") && text.contains("ownHeld.turn()"))
    }

    @Test("a handler gets the bytes of a buffer as they are")
    func lentBuffers() {
        let closure = ClosureType(parameters: [TupleElement(label: nil, type: .bytes(.buffer))], result: .void, isEscaping: false)
        let function = Function(usr: "f", name: "lend", parameters: [Self.parameter("body", .closure(closure))])
        let text = Self.thunks(Self.library([], [function]))
        #expect(text.contains("borrowed(") && !text.contains("give_buffer"))
    }

    @Test("an operator that changes its left operand is a function of that")
    func assignment() {
        let function = Function(
            usr: "o",
            kind: .operation,
            name: "+=",
            receiver: .mutated,
            parameters: [Self.parameter("other", .integer(.int))]
        )
        let library = Self.library([Self.object([function])])
        #expect(Generator(library).generate().symbols.contains("zoo_dog_add_assign"))
        #expect(Self.thunks(library).contains(" += other_"))
    }

    @Test("declarations with equal names, labels and types are numbered in their order")
    func numbers() {
        let twice = [Function(usr: "a", name: "completion"), Function(usr: "b", name: "completion")]
        let output = Generator(Self.library([], twice)).generate()
        // `zoo_completion` is a type of the runtime.
        #expect(output.members["zoo_get_completion"]?.usr == "a")
        #expect(output.members["zoo_completion_2"]?.usr == "b")
        #expect(output.omissions.isEmpty)
    }

    @Test("a function never has the name of a structure")
    func structures() throws {
        let array = Function(usr: "a", name: "array", receiver: .borrowed, result: .array(.named(Self.dog)))
        let output = Generator(Self.library([Self.object([array])])).generate()
        #expect(output.members["zoo_dog_array"] == nil)
        #expect(output.members["zoo_dog_get_array"]?.usr == "a")
        let header = try #require(output.files.first { $0.path == "include/zoo/zoo.h" }?.text)
        #expect(header.contains("} zoo_dog_array;"))
    }

    @Test("no documentation begins a comment within a comment")
    func comments() throws {
        let notes = DeclarationNotes(documentation: "Accepts */* and /* of a header.")
        let output = Generator(Self.library([], [Function(usr: "a", name: "accept", notes: notes)])).generate()
        let header = try #require(output.files.first { $0.path == "include/zoo/zoo.h" }?.text)
        #expect(header.contains("Accepts * / * and / * of a header."))
    }

    @Test("a type that a simpler one represents has its C type, and conversions of its own")
    func adapted() {
        let text = BindingType.adapted(AdaptedType(.string, "Swift.Substring", name: "Substring"))
        let scalar = BindingType.adapted(
            AdaptedType(.integer(.uint32), "Swift.Unicode.Scalar", name: "Scalar", property: "value", isFailable: true)
        )
        let slice = BindingType.adapted(AdaptedType(.array(.integer(.int)), "Swift.ArraySlice<Swift.Int>", name: "ArraySlice"))
        let function = Function(
            usr: "a",
            name: "cut",
            parameters: [Self.parameter("text", text), Self.parameter("slice", slice)],
            result: scalar
        )
        let library = Self.library([], [function])
        let text_ = Self.thunks(library)
        #expect(text_.contains("func take_substring(_ value: zoo_string) throws(Status) -> Swift.Substring {"))
        #expect(text_.contains("try Swift.Substring(take_string(value))"))
        #expect(text_.contains("guard let made = Swift.Unicode.Scalar(value) else { throw .invalidArgument }"))
        #expect(text_.contains("Swift.ArraySlice<Swift.Int>(try Elements.take(value.data, value.count"))
        #expect(text_.contains("try give_scalar("))
    }

    @Test(
        "a closure that receives what is valid only during the call is not delivered to a queue",
        arguments: [
            (BindingType.closure(ClosureType(parameters: [], result: .void, isEscaping: false)), false),
            (.closure(ClosureType(parameters: [], result: .void)), true), (.bytes(.buffer), false), (.bytes(.data), true),
        ]
    )
    func borrowedArguments(_ type: BindingType, _ hasQueue: Bool) {
        let closure = ClosureType(
            parameters: [TupleElement(label: nil, type: .string), TupleElement(label: nil, type: type)],
            result: .void
        )
        let library = Self.library(
            [],
            [Function(usr: "a", name: "stream", parameters: [Self.parameter("to", .closure(closure))])]
        )
        let function = Generator(library).lowered().functions.first { $0.name == "zoo_stream" }
        #expect(function?.parameters.contains { $0.role == .queue } == hasQueue)
        #expect(Self.thunks(library).contains(".send((part0, part1))") == hasQueue)
    }

    @Test("a Result that a closure receives is a value and an error, of which one is absent")
    func results() throws {
        let closure = ClosureType(
            parameters: [TupleElement(label: nil, type: .result(.integer(.int), failure: .untyped))],
            result: .void
        )
        let library = Self.library(
            [],
            [Function(usr: "a", name: "load", parameters: [Self.parameter("done", .closure(closure))])]
        )
        let header = try #require(
            Generator(library).generate().files.first { $0.path == "include/zoo/zoo.h" }?.text
        )
        #expect(header.contains("(*zoo_load_callback)(zoo_optional_int value, zoo_error *failure, void *context);"))
        let text = Self.thunks(library)
        #expect(text.contains("let done_: (Swift.Result<Swift.Int, any Swift.Error>) -> Swift.Void = { (value0) in"))
        #expect(text.contains("case .success(let part): return done_flat(part, nil)"))
        #expect(text.contains("case .failure(let part): return done_flat(nil, part)"))
    }

    @Test("a parameter without a choice has no counterpart in C")
    func fixed() {
        let generator = Parameter(
            label: "using",
            name: "generator",
            type: .void,
            isInout: true,
            fixedValue: "Swift.SystemRandomNumberGenerator()"
        )
        let text = Self.thunks(Self.library([], [Function(usr: "a", name: "pick", parameters: [generator])]))
        #expect(text.contains("public func zoo_pick() -> zoo_status {"))
        #expect(text.contains("pick(using: &generator_)"))
    }

    @Test("the values of an enum with an opaque case are recognised, and the other cases are made and read")
    func opaqueCases() throws {
        var opaque = VariantCase(usr: "c", name: "call", payload: [])
        opaque.isOpaque = true
        let cases = [VariantCase(usr: "n", name: "number", payload: [TupleElement(label: nil, type: .integer(.int))]), opaque]
        let type = TypeDeclaration(
            identifier: TypeIdentifier(usr: "s:3Zoo3EvtO"),
            module: "Zoo",
            path: ["Event"],
            spelling: "Zoo::Event",
            kind: .variant(cases, isRecursive: true)
        )
        let output = Generator(Self.library([type])).generate()
        #expect(Set(["zoo_event_get_kind", "zoo_event_make_number", "zoo_event_get_number"]).isSubset(of: output.symbols))
        #expect(!output.symbols.contains("zoo_event_make_call") && !output.symbols.contains("zoo_event_get_call"))
        #expect(Self.thunks(Self.library([type])).contains("case .call: return 1"))
    }

    @Test(
        "the fingerprint is of the code outside comments",
        arguments: [
            ("a /* b */ c", "a  c"), ("a /**/ b /***/ c", "a  b  c"), ("f(\"/* d\") /* e */;", "f(\"/* d\") ;"),
            (#"'\'' /* e */ "\"/*" x */"#, #"'\''  "\"/*" x */"#), ("a /* b", "a "), ("\"a", "\"a"), ("a / b * c", "a / b * c"),
        ]
    )
    func code(_ text: String, _ code: String) {
        #expect(String(decoding: HeaderEmitter.code(of: text), as: UTF8.self) == code)
    }

    @Test("the fingerprint changes with a declaration, not with its documentation") func fingerprint() {
        func fingerprint(_ documentation: String, _ result: BindingType = .bool) -> UInt64 {
            let notes = DeclarationNotes(documentation: documentation)
            let bark = Function(usr: "b", name: "bark", receiver: .borrowed, result: result, notes: notes)
            return Generator(Self.library([Self.object([bark])])).lowered().fingerprint
        }
        let plain = fingerprint("")
        #expect(plain == fingerprint("Barks. /* Loudly */ as a dog does, and does not stop until someone listens.\n\nOften."))
        #expect(plain != fingerprint("", .integer(.int)) && plain != 0xcbf2_9ce4_8422_2325)
    }

    @Test("a deprecated function leaves the short name to the other, which comes later")
    func deprecatedNames() {
        var old = Function(usr: "o", name: "feed", parameters: [Self.parameter("amount", .double, label: "amount")])
        old.notes.deprecation = Deprecation(message: "use feed(grams:)")
        let new = Function(usr: "n", name: "feed", parameters: [Self.parameter("grams", .integer(.int), label: "grams")])
        var (oldBark, newBark) = (old, new)
        (oldBark.usr, newBark.usr) = ("ob", "nb")
        (oldBark.receiver, newBark.receiver) = (.borrowed, .borrowed)
        let output = Generator(Self.library([Self.object([oldBark, newBark])], [old, new])).generate()
        #expect(output.members["zoo_feed"]?.usr == "n" && output.members["zoo_dog_feed"]?.usr == "nb")
        #expect(Set(output.members.values.map(\.usr)).isSuperset(of: ["o", "n", "ob", "nb"]))
    }

    @Test("a closure that a function returns is in the header of its types, not in the common one")
    func returnedClosures() throws {
        func located(_ path: String, _ type: TypeDeclaration) -> TypeDeclaration {
            var type = type
            type.notes.location = SourceLocation(file: path, line: 1)
            return type
        }
        var cat = Self.object([])
        cat.identifier = TypeIdentifier(usr: "s:3Zoo3CatC")
        cat.path = ["Cat"]
        cat.spelling = "Zoo::Cat"
        let bark = ClosureType(parameters: [TupleElement(label: nil, type: .named(Self.dog))], result: .bool)
        var barking = Function(usr: "r", name: "barking", result: .closure(bark))
        barking.notes.location = SourceLocation(file: "Sources/Dogs/Dog.swift", line: 9)
        let library = Self.library(
            [located("Sources/Dogs/Dog.swift", Self.object([])), located("Sources/Cats/Cat.swift", cat)],
            [barking]
        )
        let files = Generator(library, languages: [.c]).generate().files.filter { $0.path.hasSuffix(".h") }
        let common = try #require(files.first { $0.path.hasSuffix("runtime.h") })
        #expect(!common.text.contains("zoo_dog"))
        #expect(files.contains { $0.path != common.path && $0.text.contains("zoo_dog value") })
    }

    @Test("a refused type is left out with the declarations that use it, and the others remain")
    func refusals() throws {
        let walk = Function(usr: "w", name: "walk", parameters: [Self.parameter("dogs", .array(.named(Self.dog)))])
        let count = Function(usr: "c", name: "count", result: .integer(.int))
        let bark = Function(usr: "b", name: "bark", receiver: .borrowed)
        let library = Self.library([Self.object([bark])], [walk, count])
        let whole = Generator(library).generate()
        let path = "swift/Conversions.swift"
        let text = try #require(whole.files.first { $0.path == path }?.text)
        let line = try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix("func take_dog_array(") }
        )
        #expect(whole.conversion(at: line + 2, of: path) == "dog_array" && whole.conversion(at: 1, of: path) == nil)
        let withoutArray = Generator(library, refusals: ["dog_array": "no arrays"]).generate()
        #expect(withoutArray.omissions.map(\.usr) == ["w"] && withoutArray.omissions.first?.reason == "no arrays")
        #expect(withoutArray.files.first { $0.path == path }?.text.contains("take_dog_array") == false)
        let withoutDog = Generator(library, refusals: ["zoo_dog": "no dogs"]).generate()
        #expect(Set(withoutDog.omissions.map(\.usr)) == ["w", "b", Self.dog.usr])
        #expect(withoutDog.symbols.contains("zoo_count") && !withoutDog.symbols.contains("zoo_dog_bark"))
    }

    @Test("every declaration has names in C, or a reason")
    func accounts() {
        var library = Self.library(
            [Self.object([Function(usr: "b", name: "bark", receiver: .borrowed)])],
            [
                Function(
                    usr: "p",
                    name: "pack",
                    parameters: [Parameter(label: nil, name: "texts", type: .array(.string), isVariadic: true)],
                    effects: Effects(isolation: .mainActor)
                )
            ]
        )
        library.declared.append(
            DeclaredSymbol(usr: "lost", declaration: "lost", path: "lost", location: nil, representation: .itself)
        )
        library.declared.append(
            DeclaredSymbol(usr: "over", declaration: "over", path: "over", location: nil, representation: .other(usr: "b"))
        )
        let output = Generator(library).generate()
        let symbols = Dictionary(uniqueKeysWithValues: output.wrapped.map { ($0.declared.usr, $0.symbols) })
        #expect(symbols == ["b": ["zoo_dog_bark"], "over": ["zoo_dog_bark"]])
        #expect(output.omissions.map(\.usr) == ["p", "lost"])
        #expect(output.omissions.last?.reason.contains("report this") == true)
    }

    // MARK: Names that the author chooses

    private static func named(_ path: String, _ usr: String, line: Int) -> DeclaredSymbol {
        DeclaredSymbol(
            usr: usr,
            declaration: path,
            path: path,
            location: SourceLocation(file: "Sources/Dog.swift", line: line),
            representation: .itself
        )
    }

    private static var kennel: Library {
        var library = Library(
            name: "zoo",
            modules: ["Zoo"],
            types: [
                object(
                    [
                        Function(usr: "b", name: "bark", receiver: .borrowed),
                        Function(usr: "c", name: "fetch", receiver: .borrowed),
                    ],
                    properties: [
                        PropertyDeclaration(usr: "n", name: "name", receiver: .borrowed, type: .string, isSettable: true)
                    ]
                )
            ]
        )
        library.declared = [
            named("Dog", dog.usr, line: 1), named("Dog.bark()", "b", line: 2), named("Dog.fetch()", "c", line: 3),
            named("Dog.name", "n", line: 4), named("Dog.bark()", "c", line: 5),
        ]
        library.omissions = [Omission(usr: "o", declaration: "odd", path: "Dog.odd()", location: nil, reason: "it is odd")]
        return library
    }

    @Test("a type, a function and a property can be renamed")
    func renaming() throws {
        var library = Self.kennel
        try library.rename("Dog.swift:2", to: "makeNoise")
        try library.rename("Dog.name", to: "label")
        try library.rename("Dog", to: "Hound")
        let output = Generator(library).generate()
        for (name, usr) in [("zoo_hound_make_noise", "b"), ("zoo_hound_fetch", "c"), ("zoo_hound_get_label", "n")] {
            #expect(output.members[name]?.usr == usr)
        }
        #expect(output.members["zoo_hound_set_label"]?.usr == "n" && output.clashes.isEmpty)
        #expect(Self.thunks(library).contains(".bark()") && Self.thunks(library).contains("Zoo::Dog"))
    }

    @Test("a name that another declaration has is a clash")
    func clash() throws {
        var library = Self.kennel
        try library.rename("Dog.fetch()", to: "bark")
        let clashes = Generator(library).generate().clashes
        #expect(clashes.count == 1 && clashes[0].contains("zoo_dog_bark, which --rename gives Zoo::Dog.fetch"))
    }

    @Test(
        "a name that cannot be given is an error with its reason",
        arguments: [
            ("Dog.fly()", "fly", "Dog.fly() is no public declaration of the modules"),
            ("Cat.fetch()", "x", "there is Dog.fetch()"), ("Dog.odd()", "x", "Dog.odd() is left out: it is odd"),
            ("Dog.bark()", "x", "Sources/Dog.swift:2, Sources/Dog.swift:5"), ("Dog.name", "2nd", "a letter first"),
            ("Dog.name", "na-me", "letters, digits and _ only"),
        ]
    )
    func mistakes(_ declaration: String, _ name: String, _ reason: String) {
        var library = Self.kennel
        let error = #expect(throws: RenamingError.self) { try library.rename(declaration, to: name) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "none")")
    }
}
