import BindingGenerator
import BindingModel
import Testing

extension String {
    /// The text from one text to the next one of another.
    fileprivate func part(from start: String, to end: String) -> Substring? {
        guard let first = firstRange(of: start) else { return nil }
        return self[first.lowerBound...].firstRange(of: end).map { self[first.lowerBound..<$0.lowerBound] }
    }
}

@Suite("The C++ header")
struct CPlusPlusTests {
    /// The header of a library with these types and functions, without the common part of all headers.
    private func header(_ types: [TypeDeclaration] = [], _ functions: [Function] = []) throws -> String {
        let text = try file("zoo.hpp", types, functions)
        return String(text[try #require(text.firstRange(of: "// ---- Types")).lowerBound...])
    }

    /// The definitions of the functions of the same header.
    private func definitions(_ types: [TypeDeclaration] = [], _ functions: [Function] = []) throws -> String {
        try file("zoo_definitions.hpp", types, functions)
    }

    private func file(_ name: String, _ types: [TypeDeclaration], _ functions: [Function]) throws -> String {
        let library = Library(name: "zoo", modules: ["Zoo"], types: types, functions: functions)
        let files = Generator(library, languages: [.cpp]).generate().files
        return try #require(files.first { $0.path == "include/zoo/\(name)" }).text
    }

    private static let shelter = TypeIdentifier(usr: "s:3Zoo7ShelterC")
    private static let animal = TypeIdentifier(usr: "s:3Zoo6AnimalV")

    private func object(_ functions: [Function] = [], _ properties: [PropertyDeclaration] = []) -> TypeDeclaration {
        TypeDeclaration(
            identifier: Self.shelter,
            module: "Zoo",
            path: ["Shelter"],
            spelling: "Zoo.Shelter",
            kind: .object(ObjectType()),
            functions: functions,
            properties: properties
        )
    }

    private func record(_ fields: [Field], _ functions: [Function] = []) -> TypeDeclaration {
        TypeDeclaration(
            identifier: Self.animal,
            module: "Zoo",
            path: ["Animal"],
            spelling: "Zoo.Animal",
            kind: .record(fields),
            functions: functions
        )
    }

    private func method(_ name: String, _ parameters: Parameter..., receiver: Receiver = .borrowed, result: BindingType = .void)
        -> Function
    {
        Function(usr: "\(name)\(parameters)", name: name, receiver: receiver, parameters: parameters, result: result)
    }

    private func parameter(_ label: String?, _ type: BindingType, _ defaultValue: DefaultValue? = nil) -> Parameter {
        Parameter(label: label, name: label ?? "value", type: type, defaultValue: defaultValue)
    }

    @Test("members of arrays that C++ cannot distinguish have the names that they have in C") func arrays() throws {
        func extended(_ element: BindingType) -> ForeignExtension {
            ForeignExtension(type: .array(element), spelling: "[\(element)]", functions: [method("smallest", result: .bool)])
        }
        let library = Library(
            name: "zoo",
            modules: ["Zoo"],
            extensions: [extended(.double), extended(.integer(.int))]
        )
        let files = Generator(library, languages: [.cpp]).generate().files
        let text = try #require(files.first { $0.path == "include/zoo/zoo.hpp" }).text
        #expect(text.contains(" bool smallest(") && text.contains(" bool int_array_smallest("))
    }

    @Test("is written only where C++ is wanted")
    func languages() throws {
        let library = Library(name: "zoo", modules: ["Zoo"])
        #expect(!Generator(library, languages: [.c]).generate().files.contains { $0.path.hasSuffix(".hpp") })
        #expect(Generator(library).generate().files.contains { $0.path.hasSuffix(".hpp") })
    }

    @Test(
        "has Swift's default value where C++ can express it",
        arguments: [
            (
                BindingType.integer(.int), DefaultValue.Constant.integer(magnitude: 1_000, isNegative: true),
                "std::int64_t value = -1000"
            ),
            (.double, .integer(magnitude: 2, isNegative: false), "double value = 2.0"),
            (.double, .decimal("2.5"), "double value = 2.5"),
            (.float, .decimal("2.5"), "float value = 2.5F"),
            (.bool, .boolean(true), "bool value = true"),
            (.string, .text("a"), "std::string_view value = \"a\""),
            (.duration, .duration(120, .seconds), "std::chrono::nanoseconds value = std::chrono::seconds(120)"),
            (.optional(.string), .null, "std::optional<std::string_view> value = std::nullopt"),
            (.integer(.int), nil, "std::optional<std::int64_t> value = std::nullopt"),
            (.integer(.int), .calculation("2 * 4"), "std::optional<std::int64_t> value = std::nullopt"),
            (.integer(.int), .decimal("1.5"), "std::optional<std::int64_t> value = std::nullopt"),
            (
                .integer(.uint64), .integer(magnitude: .max, isNegative: false),
                "std::optional<std::uint64_t> value = std::nullopt"
            ),
        ] as [(BindingType, DefaultValue.Constant?, String)]
    )
    func presets(type: BindingType, constant: DefaultValue.Constant?, cPlusPlus: String) throws {
        let value = DefaultValue("source", constant)
        let text = try header([], [method("feed", parameter(nil, type, value), receiver: .none)])
        #expect(text.contains("ZOO_INLINE void feed(\(cPlusPlus));"))
    }

    @Test("has one operator for subscripts that C++ cannot distinguish") func subscripts() throws {
        func access(_ usr: String, _ type: BindingType) -> PropertyDeclaration {
            let indices = [Parameter(label: nil, name: "key", type: type)]
            return PropertyDeclaration(usr: usr, name: "subscript", receiver: .borrowed, indices: indices, type: .bool)
        }
        let named = BindingType.adapted(.rawName(.string, "Swift.String"))
        let header = try header([object([], [access("1", .string), access("2", named), access("3", .integer(.int))])])
        #expect(header.split(separator: "operator[](").count == 3)
        #expect(header.contains("operator[](std::string_view key)") && header.contains("operator[](std::int64_t key)"))
    }

    @Test("has a default value only where all later arguments have one")
    func trailing() throws {
        let text = try header(
            [],
            [method("feed", parameter("a", .bool, DefaultValue("true", .boolean(true))), parameter("b", .bool), receiver: .none)]
        )
        #expect(text.contains("ZOO_INLINE void feed(bool a, bool b);"))
    }

    @Test("overloads methods whose types differ, and names the others by their labels")
    func overloads() throws {
        let text = try header([
            object([
                method("set", parameter(nil, .integer(.int))), method("set", parameter("text", .string)),
                method("set", parameter("count", .integer(.int8))),
            ])
        ])
        #expect(text.contains("void set(std::int64_t value) const;"))
        #expect(text.contains("void set(std::string_view text) const;"))
        #expect(text.contains("void set_count(std::int8_t count) const;"))
    }

    @Test("never has a member with the name of its class, of a field, or of a keyword")
    func names() throws {
        let text = try header([
            object([method("shelter"), method("delete"), method("release")]),
            record([Field(name: "age", type: .integer(.int), label: "age")], [method("age", parameter("asOf", .bool))]),
        ])
        for name in ["do_shelter", "do_delete", "do_release"] { #expect(text.contains("void \(name)() const;")) }
        #expect(text.contains("std::int64_t age{};"))
        #expect(text.contains("void do_age(bool as_of) const;"))
    }

    @Test("makes constructors of initialisers, and functions of those that may fail")
    func initialisers() throws {
        let makes = Function(
            usr: "a",
            kind: .initializer(isFailable: false),
            name: "init",
            parameters: [parameter("name", .string)],
            result: .named(Self.shelter)
        )
        let mayFail = Function(
            usr: "b",
            kind: .initializer(isFailable: true),
            name: "init",
            parameters: [parameter("size", .integer(.int))],
            result: .optional(.named(Self.shelter))
        )
        let text = try header([object([makes, mayFail])])
        #expect(text.contains("explicit shelter(std::string_view name);"))
        #expect(text.contains("static std::optional<zoo::shelter> create_with_size(std::int64_t size);"))
    }

    @Test("0 is a number and not a null object, so that a constructor from a number can be called with it")
    func zero() throws {
        let make = Function(
            usr: "m",
            kind: .initializer(isFailable: false),
            name: "init",
            parameters: [parameter("places", .integer(.int))]
        )
        let text = try header([object([make])])
        let none = """
              template <class T, class = std::enable_if_t<std::is_same_v<T, std::nullptr_t>>>
              shelter(T) noexcept {}
            """
        #expect(text.contains(none) && text.contains("explicit shelter(std::int64_t places);"))
        #expect(!text.contains("(std::nullptr_t)"))
    }

    @Test("defines a member's type before its owner")
    func order() throws {
        let text = try header([record([Field(name: "home", type: .named(Self.shelter), label: "home")]), object()])
        let shelter = try #require(text.firstRange(of: "class shelter final"))
        let animal = try #require(text.firstRange(of: "struct animal {"))
        #expect(shelter.lowerBound < animal.lowerBound)
        #expect(text.contains("zoo::shelter home = nullptr;"))
    }

    @Test("declares functions, and defines them in another header, which one source file includes")
    func split() throws {
        let functions = [method("feed", parameter("animal", .string), receiver: .none)]
        #expect(try !header([], functions).contains("::zoo_"))
        let definitions = try definitions([object([method("open")])], functions)
        #expect(definitions.contains("ZOO_INLINE void feed(std::string_view animal) {"))
        #expect(definitions.contains("ZOO_INLINE void shelter::open() const {"))
    }

    @Test("an enum with payloads has no std::variant, and its cases without payload need no instantiation")
    func cases() throws {
        let type = TypeDeclaration(
            identifier: Self.animal,
            module: "Zoo",
            path: ["Animal"],
            spelling: "Zoo.Animal",
            kind: .variant(
                [
                    VariantCase(name: "none", payload: []),
                    VariantCase(name: "kind", payload: [TupleElement(label: "case_kind", type: .string)]),
                ],
                isRecursive: false
            )
        )
        let text = try header([type])
        #expect(text.contains("animal(none) noexcept : value_(0) {}"))
        #expect(text.contains("bool is_none() const noexcept { return kind() == kind_type::none; }"))
        #expect(text.contains("bool is_kind() const noexcept { return kind() == kind_type::kind; }"))
        #expect(text.contains("static constexpr kind_type case_kind = kind_type::kind;\n    std::string case_kind_value{};"))
        #expect(
            text.contains(
                "detail::case_storage<detail::largest({sizeof(kind_case)}), detail::largest({alignof(kind_case)})> value_;"
            )
        )
        #expect(try definitions([type]).contains("ZOO_INLINE animal::animal(kind_case value) : value_(1, std::move(value)) {}"))
    }

    @Test("a protocol has the members of those that it refines, each once, also their own ones")
    func refinedProtocols() throws {
        func interface(_ name: String, _ bases: [String], _ functions: [Function]) -> TypeDeclaration {
            TypeDeclaration(
                identifier: TypeIdentifier(usr: "s:3Zoo\(name)P"),
                module: "Zoo",
                path: [name],
                spelling: "any Zoo.\(name)",
                kind: .interface(InterfaceType(unimplementable: "not here")),
                interfaces: bases.map { TypeIdentifier(usr: "s:3Zoo\($0)P") },
                functions: functions
            )
        }
        let types = [
            interface("Show", ["Pet", "Tag"], [method("win", result: .bool)]),
            interface("Pet", ["Tag"], [method("feed", parameter("grams", .double), parameter("names", .array(.string)))]),
            interface("Tag", [], [method("code", result: .string), method("win", result: .string)]),
        ]
        let header = try header(types)
        let show = try #require(header.part(from: "class show final", to: "};"))
        #expect(show.contains("bool win() const;") && show.contains("std::string win_of_pet() const;"))
        #expect(show.contains("void feed(double grams, ") && show.ranges(of: "std::string code() const;").count == 1)
        let text = try definitions(types)
        #expect(text.contains("show::feed(double grams, ") && text.contains("  zoo::pet(*this).feed(std::move(grams), "))
        #expect(text.contains("show::code() const { return zoo::pet(*this).code(); }"))
        #expect(text.contains("show::win_of_pet() const { return zoo::pet(*this).win(); }"))
        #expect(text.contains("pet::code() const { return zoo::tag(*this).code(); }"))
    }

    @Test("names the runtime's classes from their namespace where a case is called as they are")
    func casesOfRuntime() throws {
        let cases = ["error", "status", "detail", "zoo"].map {
            VariantCase(name: $0, payload: [TupleElement(label: nil, type: .string)])
        }
        let type = TypeDeclaration(
            identifier: Self.animal,
            module: "Zoo",
            path: ["Animal"],
            spelling: "Zoo.Animal",
            kind: .variant(cases, isRecursive: true)
        )
        let text = try header([type])
        #expect(text.contains("throw ::zoo::error(::zoo::status::invalid_argument);") && !text.contains("throw error("))
        #expect(text.contains("struct animal::error {") && text.contains("struct animal::detail_case {"))
    }

    @Test("checks a callback before its context is transferred")
    func contexts() throws {
        let closure = BindingType.closure(ClosureType(parameters: [], result: .void))
        let text = try definitions(
            [],
            [method("watch", Parameter(label: nil, name: "then", type: .optional(closure)), receiver: .none)]
        )
        let chosen = try #require(text.firstRange(of: "const auto then_call = then ?"))
        let given = try #require(text.firstRange(of: "then_c.release()"))
        #expect(chosen.lowerBound < given.lowerBound)
    }
}
