import BindingModel
import Testing

@testable import BindingGenerator

/// The runtime's part of the interface as data.
@Suite("Runtime interface") struct RuntimeInterfaceTests {
    private let runtime = RuntimeInterface("zoo")

    @Test("every name has the library's prefix, and none occurs twice")
    func names() {
        let names = runtime.functions.map(\.name) + runtime.structures.map(\.name) + runtime.callbacks.map(\.name)
        #expect(names.allSatisfy { $0.hasPrefix("zoo_") })
        #expect(Set(names).count == names.count && names.count == runtime.names.count - runtime.statuses.count - 2)
    }

    @Test("a function's name is its owner's and its stem")
    func stems() {
        for function in runtime.functions {
            #expect(function.name == "\(function.owner ?? "zoo")_\(function.stem)")
        }
        #expect(runtime.functions.filter { $0.owner == "zoo_queue" }.map(\.stem).contains("run_pending"))
    }

    @Test("every object of the runtime can be retained and released")
    func lifetimes() {
        let objects = runtime.structures.filter(\.isHandle).map(\.name)
        #expect(objects == ["zoo_operation", "zoo_queue", "zoo_subscription", "zoo_completion"])
        for object in objects {
            let stems = runtime.functions.filter { $0.owner == object }.map(\.stem)
            #expect(stems.contains("retain") && stems.contains("release"))
        }
    }

    @Test("a type is declared before its first use")
    func order() {
        var declared: Set<String> = []
        func check(_ type: CType, _ user: String) {
            if let pointee = type.pointee { return check(pointee, user) }
            if let name = type.name { #expect(declared.contains(name), "\(user) uses \(name)") }
        }
        for declaration in runtime.declarations {
            switch declaration {
            case .statuses: declared.insert("zoo_status")
            case .structure(let structure):
                for member in structure.members { check(member.type, structure.name) }
                declared.insert(structure.name)
            case .opaque(let opaque): declared.insert(opaque.name)
            case .callback(let callback):
                for parameter in callback.parameters { check(parameter.type, callback.name) }
                declared.insert(callback.name)
            case .function(let function):
                for type in function.parameters.map(\.type) + [function.returns] { check(type, function.name) }
            }
        }
        #expect(declared.count > 10)
    }

    @Test("the header has each function with its documentation, and no other")
    func header() {
        let text = RuntimeHeader.text("zoo")
        for function in runtime.functions {
            #expect(!function.summary.isEmpty && text.contains(function.name + "("))
        }
        #expect(text.split(separator: "\n").count { $0.hasPrefix("ZOO_API ") } == runtime.functions.count)
        #expect(text.contains("ZOO_ERROR_FORKED = -10,") && text.contains("    uint8_t bytes[16];"))
    }

    @Test("functions that wait are marked, and a callback with a queue runs there")
    func threads() throws {
        let waiting = runtime.functions.filter(\.threads.mayWait).map(\.name)
        #expect(waiting == ["zoo_operation_wait", "zoo_subscription_cancel", "zoo_debug_wait_for_live_handles"])
        let onDone = try #require(runtime.functions.first { $0.stem == "on_done" })
        #expect(onDone.threads.callbacks == .onQueue)
        #expect(onDone.parameters.map(\.role.word) == ["operation", "queue", "callback", "context", "release"])
    }
}

/// Rules for threads, and units, as data.
@Suite("Threads and units") struct ThreadRuleTests {
    private static let keeper = TypeIdentifier(usr: "s:3Zoo6KeeperC")

    private static func library(_ function: Function, _ conformances: Set<Conformance> = []) -> LoweredLibrary {
        let object = TypeDeclaration(
            identifier: keeper,
            module: "Zoo",
            path: ["Keeper"],
            spelling: "Zoo.Keeper",
            kind: .object(ObjectType(isActor: false, isFinal: true, superclass: nil)),
            conformances: conformances,
            functions: [function]
        )
        return Generator(Library(name: "zoo", modules: ["Zoo"], types: [object])).lowered()
    }

    private static func feed(_ effects: Effects = Effects(), _ parameters: [Parameter] = []) -> Function {
        Function(usr: "s:feed", name: "feed", receiver: .borrowed, parameters: parameters, effects: effects)
    }

    private static func rule(
        _ name: String,
        _ function: Function,
        _ conformances: Set<Conformance> = []
    ) throws -> ThreadRule {
        try #require(library(function, conformances).allFunctions.first { $0.name == name }).threads
    }

    @Test("an object that is not safe for several threads belongs to one at a time")
    func exclusive() throws {
        #expect(try Self.rule("zoo_keeper_feed", Self.feed()) == ThreadRule(isReceiverExclusive: true))
        #expect(try Self.rule("zoo_keeper_feed", Self.feed(), [.sendable]) == ThreadRule())
    }

    @Test("an asynchronous call works on the library's threads, or on the main one; only its third function waits")
    func asynchronous() throws {
        let away = Self.feed(Effects(isAsync: true)), main = Self.feed(Effects(isolation: .mainActor))
        #expect(try Self.rule("zoo_keeper_feed", away, [.sendable]) == ThreadRule(place: .library))
        #expect(try Self.rule("zoo_keeper_feed", main, [.sendable]) == ThreadRule(place: .main))
        #expect(try Self.rule("zoo_keeper_feed_wait", away, [.sendable]).mayWait)
        #expect(try !Self.rule("zoo_keeper_feed_result", away, [.sendable]).mayWait)
    }

    @Test("a function of the program runs during the call, or on a queue", arguments: [false, true])
    func callbacks(isEscaping: Bool) throws {
        var closure = ClosureType(parameters: [], result: .void)
        closure.isEscaping = isEscaping
        let function = Self.feed(Effects(), [Parameter(label: nil, name: "body", type: .closure(closure))])
        #expect(try Self.rule("zoo_keeper_feed", function).callbacks == (isEscaping ? .onQueue : .duringCall))
    }

    @Test(
        "documentation names the unit of a number",
        arguments: [
            ("Width, in pixels.", Unit.pixels), ("Speed in bytes per second.", .bytesPerSecond), ("Width of pixels.", nil),
            ("Angle, in degrees", .degrees), ("Number of daysworth in daysworth", nil), ("in percentages", nil),
        ] as [(String, Unit?)]
    )
    func units(text: String, unit: Unit?) {
        #expect(Unit(documentation: text) == unit)
    }

    @Test("a duration has the unit of its type, a text none, and the result of a getter that of its property")
    func unitsOfParameters() throws {
        var function = Self.feed(
            Effects(),
            [
                Parameter(label: nil, name: "pause", type: .duration), Parameter(label: nil, name: "amount", type: .double),
                Parameter(label: nil, name: "note", type: .string),
            ]
        )
        function.notes.documentation = """
            Feeds.

            - Parameters:
              - pause: The pause.
              - amount: The amount, in bytes.
              - note: A note in bytes.
            """
        let functions = Self.library(function).allFunctions
        let feed = try #require(functions.first { $0.name == "zoo_keeper_feed" })
        #expect(feed.parameters.map(\.unit) == [nil, .nanoseconds, .bytes, nil])
        let property = PropertyDeclaration(
            usr: "s:width",
            name: "width",
            type: .integer(.int),
            notes: DeclarationNotes(documentation: "Width, in pixels.")
        )
        let library = Generator(Library(name: "zoo", modules: ["Zoo"], properties: [property])).lowered()
        let getter = try #require(library.allFunctions.first { $0.name == "zoo_get_width" })
        #expect(getter.parameters.map(\.unit) == [.pixels])
    }
}
