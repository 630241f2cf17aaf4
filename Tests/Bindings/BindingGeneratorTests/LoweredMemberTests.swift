import BindingModel
import Testing

@testable import BindingGenerator

/// The members of a library: what they are, and which C functions stand for them.
@Suite("Members") struct LoweredMemberTests {
    private static let keeper = TypeIdentifier(usr: "s:3Zoo6KeeperC")
    private static let mood = TypeIdentifier(usr: "s:3Zoo4MoodO")

    private static func library(
        _ functions: [Function] = [],
        _ properties: [PropertyDeclaration] = [],
        _ conformances: Set<Conformance> = []
    ) -> LoweredLibrary {
        let object = TypeDeclaration(
            identifier: keeper,
            module: "Zoo",
            path: ["Keeper"],
            spelling: "Zoo.Keeper",
            kind: .object(ObjectType()),
            conformances: conformances,
            functions: functions,
            properties: properties
        )
        let mood = TypeDeclaration(
            identifier: mood,
            module: "Zoo",
            path: ["Mood"],
            spelling: "Zoo.Mood",
            kind: .enumeration([EnumerationCase(name: "calm"), EnumerationCase(name: "angry")])
        )
        return Generator(Library(name: "zoo", modules: ["Zoo"], types: [mood, object])).lowered()
    }

    private static func members(_ library: LoweredLibrary) throws -> [LoweredMember] {
        try #require(library.types.first { $0.c == "zoo_keeper" }).members
    }

    private static func names(_ member: LoweredMember) -> [String] { member.functions.map(\.name) }

    private static func method(
        _ name: String,
        _ parameters: [Parameter] = [],
        _ result: BindingType = .void,
        _ effects: Effects = Effects()
    ) -> Function {
        Function(usr: "s:\(name)", name: name, receiver: .borrowed, parameters: parameters, result: result, effects: effects)
    }

    @Test("an asynchronous call has its start, its result and the function that waits")
    func awaited() throws {
        let library = Self.library([Self.method("feed", [], .double, Effects(isAsync: true, failure: .untyped))])
        for member in try Self.members(library) {
            guard case .method(let call) = member.kind else { continue }
            #expect(Self.names(member) == ["zoo_keeper_feed", "zoo_keeper_feed_result", "zoo_keeper_feed_wait"])
            #expect(call.function.purpose == .start && call.taking?.result?.type == .double && call.isAwaited)
            #expect(member.owner == TypeName(c: "zoo_keeper", word: "keeper"))
            return
        }
        Issue.record("there is no method")
    }

    @Test("a property has its accessors, and a name without their verbs")
    func properties() throws {
        let library = Self.library(
            [],
            [
                PropertyDeclaration(usr: "s:p", name: "fullName", receiver: .borrowed, type: .string, isSettable: true),
                PropertyDeclaration(usr: "s:q", name: "isBusy", receiver: .borrowed, type: .bool),
            ]
        )
        let properties = try Self.members(library).compactMap { member -> LoweredProperty? in
            if case .property(let property) = member.kind { property } else { nil }
        }
        #expect(properties.map(\.name) == ["full_name", "is_busy"])
        #expect(properties.map(\.getter.function.name) == ["zoo_keeper_get_full_name", "zoo_keeper_is_busy"])
        #expect(properties.map(\.setter?.function.name) == ["zoo_keeper_set_full_name", nil])
    }

    @Test("of several initialisers one is primary")
    func constructors() throws {
        func initializer(_ usr: String, _ parameters: [Parameter], isFailable: Bool = false) -> Function {
            Function(
                usr: usr,
                kind: .initializer(isFailable: isFailable),
                name: "init",
                parameters: parameters,
                result: isFailable ? .optional(.named(Self.keeper)) : .named(Self.keeper)
            )
        }
        let age = Parameter(label: "age", name: "age", type: .integer(.int))
        let library = Self.library([initializer("s:a", []), initializer("s:b", [age], isFailable: true)])
        let found = try Self.members(library).compactMap { member -> [Bool]? in
            guard case .constructor(_, let isFailable, let isPrimary) = member.kind else { return nil }
            return [isFailable, isPrimary]
        }
        #expect(found == [[false, true], [true, false]])
    }

    @Test("the members of a closure that a call returns belong to the closure, and precede the call in C")
    func companions() throws {
        let closure = ClosureType(parameters: [TupleElement(label: nil, type: .double)], result: .bool, isEscaping: true)
        let library = Self.library([Self.method("judge", [], .closure(closure))])
        let member = try #require(try Self.members(library).first { if case .method = $0.kind { true } else { false } })
        let owners = member.withCompanions.map { $0.owner?.word }
        #expect(owners == ["keeper_judge_function", "keeper_judge_function", "keeper"])
        #expect(
            Self.names(member) == [
                "zoo_keeper_judge_function_call", "zoo_keeper_judge_function_retain", "zoo_keeper_judge_function_release",
                "zoo_keeper_judge",
            ]
        )
        #expect(member.ownFunctions.map(\.name) == ["zoo_keeper_judge"])
    }

    @Test("a conformance is a trait, with its function")
    func traits() throws {
        let library = Self.library([], [], [.equatable, .customStringConvertible])
        let type = try #require(library.types.first { $0.c == "zoo_keeper" })
        #expect(type.function(of: .equal)?.name == "zoo_keeper_equal" && type.has(.describe))
        #expect(!type.has(.less) && !type.has(.allCases) && type.errors == nil)
    }

    @Test("the members have all functions, in the order of the header")
    func order() throws {
        let library = Self.library(
            [Self.method("feed", [], .void, Effects(isAsync: true)), Self.method("pet")],
            [PropertyDeclaration(usr: "s:p", name: "age", receiver: .borrowed, type: .double, isSettable: true)]
        )
        #expect(library.allMembers.flatMap(\.ownFunctions).map(\.name) == library.allFunctions.map(\.name))
    }

    @Test(
        "a parameter states whether its argument may be absent, and what that means",
        arguments: [
            (.double, nil, .required, false),
            (.string, nil, .required, false),
            (.optional(.string), nil, .optional, false),
            (.optional(.string), .null, .optional, false),
            (.optional(.double), nil, .optional, true),
            (.double, DefaultValue("2.5", .decimal("2.5")), .defaulted, true),
            (.string, DefaultValue("\"x\"", .text("x")), .defaulted, true),
            (.optional(.string), DefaultValue("\"x\"", .text("x")), .optionalOrDefaulted, false),
            (.optional(.double), DefaultValue("2.5", .decimal("2.5")), .optionalOrDefaulted, false),
            (.named(Self.mood), DefaultValue(".calm", .member("calm")), .defaulted, true),
        ] as [(BindingType, DefaultValue?, LoweredParameter.Presence, Bool)]
    )
    func presence(
        _ type: BindingType,
        _ value: DefaultValue?,
        _ presence: LoweredParameter.Presence,
        _ isMissingIfNone: Bool
    ) throws {
        let parameter = Parameter(label: "x", name: "x", type: type, defaultValue: value)
        let library = Self.library([Self.method("feed", [parameter])])
        let function = try #require(library.allFunctions.first { $0.name == "zoo_keeper_feed" })
        let lowered = try #require(function.arguments.first)
        #expect(lowered.presence == presence && lowered.isMissingIfNone == isMissingIfNone)
    }

    @Test("a result has one owner, which frees it in one way")
    func ownership() throws {
        let results: [(BindingType, InterfaceTypes.Ownership)] = [
            (.double, .none), (.string, .freed(by: "zoo_string_free")), (.bytes(.array), .freed(by: "zoo_bytes_free")),
            (.array(.string), .freed(by: "zoo_string_array_free")), (.array(.double), .freed(by: "zoo_double_array_free")),
            (.named(Self.keeper), .object), (.optional(.named(Self.keeper)), .object), (.optional(.double), .none),
            (.bytes(.buffer), .borrowed),
        ]
        let functions = results.enumerated().map { Self.method("f\($0.offset)", [], $0.element.0) }
        let library = Self.library(functions)
        let types = InterfaceTypes(library)
        for (index, (type, ownership)) in results.enumerated() {
            let function = try #require(library.allFunctions.first { $0.name == "zoo_keeper_f\(index)" })
            #expect(function.result.map(types.ownership) == ownership, "\(type)")
        }
    }
}
