import BindingModel
import Testing

@testable import BindingGenerator

/// The crates for Rust.
@Suite("Rust") struct RustTests: SmallZooTests {
    static let language = Generator.Language.rust

    private static func crate(_ functions: [Function] = []) -> RustLibrary {
        RustLibrary(Generator(library(functions)).lowered())
    }

    private static func function(
        _ name: String,
        _ parameters: [Parameter] = [],
        result: BindingType = .void,
        effects: Effects = Effects()
    ) -> Function {
        Function(usr: "s:\(name)", name: name, parameters: parameters, result: result, effects: effects)
    }

    /// The functions of no type, by their names.
    private static func members(_ functions: [Function]) -> [String: RustMember] {
        let all = crate(functions).members.owned["", default: []]
        return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a generation that names the language has two crates, whose files have the mark by which they are recognised")
    func fileNames() {
        let files = Self.files(Self.library())
        let wanted = [
            "Cargo.toml", "left-out.txt", "zoo-sys/Cargo.toml", "zoo-sys/build.rs", "zoo-sys/src/lib.rs", "zoo/Cargo.toml",
            "zoo/src/lib.rs", "zoo/src/types.rs", "zoo/src/functions.rs", "zoo/src/crossings.rs", "zoo/src/runtime.rs",
        ]
        #expect(Set(files.keys) == Set(wanted.map { "rust/\($0)" }))
        for (path, text) in files {
            let marks = Generator.Language.rust.marks.filter { $0.suits(path) }
            #expect(marks.contains { $0.matches(String(text.prefix(FileMark.length)), of: "zoo") }, "\(path)")
        }
        let others = Generator(Self.library(), languages: [.cpp]).generate().files
        #expect(!others.contains { $0.path.hasPrefix("rust/") })
    }

    @Test(
        "names are in Rust's cases, and no keywords",
        arguments: [("USBPort", "UsbPort"), ("iso_speed", "IsoSpeed"), ("LiveViewFrame", "LiveViewFrame"), ("f2_8", "F28")]
    )
    func typeNames(name: String, wanted: String) { #expect(RustNames.pascal(name) == wanted) }

    @Test(
        "names of values",
        arguments: [("servingsOf", "servings_of"), ("type", "type_"), ("2d", "value_2d"), ("_", "value"), ("Self", "self_")]
    )
    func valueNames(name: String, wanted: String) { #expect(RustNames.value(name) == wanted) }

    @Test("cases have names of their own")
    func caseNames() {
        #expect(
            RustNames.variants(["calm", "veryAngry", "very_angry", "2nd", "self"]) == [
                "Calm", "VeryAngry", "VeryAngry2", "Case2nd", "SelfCase",
            ]
        )
    }

    @Test("a type with a name of the prelude has another one")
    func reserved() {
        var names = Self.crate().types.names
        #expect(names.distinct("Option") == "OptionType" && names.distinct("Vec") == "VecType")
        #expect(names.distinct("Mood") == "MoodType" && names.distinct("Lion") == "Lion")
    }

    @Test(
        "types of results and of arguments",
        arguments: [
            (BindingType.integer(.int), "i64", "i64"), (.integer(.uint8), "u8", "u8"), (.float, "f32", "f32"),
            (.bool, "bool", "bool"),
            (.string, "String", "&str"), (.bytes(.array), "Vec<u8>", "&[u8]"), (.duration, "Duration", "Duration"),
            (.optional(.string), "Option<String>", "Option<&str>"), (.optional(.integer(.int)), "Option<i64>", "Option<i64>"),
            (.array(.string), "Vec<String>", "&[String]"), (.set(.string), "HashSet<String>", "&HashSet<String>"),
            (.set(.double), "Vec<f64>", "&[f64]"),
            (.dictionary(key: .string, value: .double), "HashMap<String, f64>", "&HashMap<String, f64>"),
            (.named(mood), "Mood", "Mood"), (.named(cage), "Cage", "&Cage"), (.named(keeper), "Keeper", "&Keeper"),
            (
                .tuple([TupleElement(label: nil, type: .bool), TupleElement(label: nil, type: .string)]), "(bool, String)",
                "&(bool, String)"
            ),
            (.range(.integer(.int), isClosed: true), "RangeInclusive<i64>", "&RangeInclusive<i64>"),
        ]
    )
    func types(type: BindingType, owned: String, argument: String) throws {
        let parameter = Parameter(label: nil, name: "value", type: type)
        let member = try #require(Self.members([Self.function("echo", [parameter], result: type)])["echo"])
        #expect(member.function.value == owned)
        #expect(member.function.parameters.map(\.type) == [argument])
    }

    @Test("a function returns its value, a result if it can fail, and an operation if it is asynchronous")
    func returns() {
        let members = Self.members([
            Self.function("plain", result: .bool),
            Self.function("failing", result: .bool, effects: Effects(failure: .typed(Self.escape))),
            Self.function("later", result: .bool, effects: Effects(isAsync: true)),
            Self.function("address", [Parameter(label: nil, name: "url", type: .url)]),
        ])
        #expect(members["plain"]?.function.returns == "bool")
        #expect(members["failing"]?.function.returns == "Result<bool, Error>")
        #expect(members["later"]?.function.returns == "Operation<bool>")
        #expect(members["address"]?.function.returns == "Result<(), Error>")
    }

    @Test("a builder has the arguments with default values")
    func builder() throws {
        let members = Self.members([
            Self.function(
                "feed",
                [
                    Parameter(label: nil, name: "food", type: .string),
                    Parameter(
                        label: "times",
                        name: "times",
                        type: .integer(.int),
                        defaultValue: DefaultValue("3", .integer(magnitude: 3, isNegative: false))
                    ),
                    Parameter(label: "note", name: "note", type: .optional(.string), defaultValue: .null),
                ]
            )
        ])
        let member = try #require(members["feed"])
        #expect((member.builder, member.builderName) == ("FeedOptions", "feed_with"))
        #expect(member.function.required.map(\.name) == ["food"])
        #expect(member.function.options.map(\.name) == ["times", "note"])
        #expect(member.function.options.map(\.type) == ["i64", "&'a str"])
        #expect(member.function.options.map(\.option) == ["Option<i64>", "Option<&'a str>"])
    }

    @Test("a closure that does not outlive the call may change what it captures; any other is shared by threads")
    func closures() {
        func taking(_ isEscaping: Bool) -> Function {
            let closure = ClosureType(
                parameters: [TupleElement(label: nil, type: .string)],
                result: .bool,
                isEscaping: isEscaping
            )
            return Self.function(isEscaping ? "keep" : "lend", [Parameter(label: nil, name: "body", type: .closure(closure))])
        }
        let members = Self.members([taking(true), taking(false)])
        #expect(members["keep"]?.function.parameters.map(\.type) == ["impl Fn(String) -> bool + Send + Sync + 'static"])
        #expect(members["lend"]?.function.parameters.map(\.type) == ["mut impl FnMut(String) -> bool"])
    }

    @Test(
        "default values that Rust can express are literals",
        arguments: [
            (DefaultValue("true", .boolean(true)), BindingType.bool, "true"),
            (DefaultValue("-2", .integer(magnitude: 2, isNegative: true)), .integer(.int), "-2"),
            (DefaultValue("2", .integer(magnitude: 2, isNegative: false)), .double, "2.0"),
            (DefaultValue(".milliseconds(250)", .duration(250, .milliseconds)), .duration, "Duration::from_millis(250)"),
            (DefaultValue("nil", .null), .optional(.string), "None"),
            (DefaultValue(".veryAngry", .member("veryAngry")), .named(mood), "Mood::VeryAngry"),
        ]
    )
    func literals(value: DefaultValue, type: BindingType, wanted: String) throws {
        let crate = Self.crate([Self.function("make", result: type)])
        let member = try #require(crate.members.owned["", default: []].first { $0.name == "make" })
        let crossing = try #require(member.function.call.function.result)
        #expect(RustLiterals(crate.types).literal(value, crossing) == wanted)
        #expect(RustLiterals(crate.types).literal(DefaultValue("random()"), crossing) == nil)
    }

    @Test("only objects that Swift declares safe are for several threads")
    func threads() throws {
        let crate = Self.crate()
        let handle = try #require(crate.library.handles.first { $0.c == "zoo_keeper" })
        #expect(!crate.types.isSynchronised(handle))
        var safe = handle
        safe.declaration?.conformances.insert(.sendable)
        #expect(crate.types.isSynchronised(safe))
        var actor = handle
        actor.declaration?.kind = .object(ObjectType(isActor: true))
        #expect(crate.types.isSynchronised(actor))
    }

    @Test("a member without a form is left out with the reason, and named in the report")
    func leftOut() throws {
        let inner = ClosureType(parameters: [TupleElement(label: nil, type: .bool)], result: .bool)
        let outer = ClosureType(parameters: [TupleElement(label: nil, type: .closure(inner))], result: .bool)
        let function = Self.function(
            "relay",
            [
                Parameter(
                    label: nil,
                    name: "body",
                    type: .closure(ClosureType(parameters: [TupleElement(label: nil, type: .closure(outer))], result: .void))
                )
            ]
        )
        let crate = Self.crate([function])
        #expect(crate.members.leftOut.map(\.name) == ["zoo_relay"])
        let omission = try #require(
            Generator(Self.library([function]), languages: [.rust]).generate().omissions.first { $0.usr == "s:relay" }
        )
        #expect(omission.isPartial && omission.reason.hasPrefix("in Rust: "))
    }
}
