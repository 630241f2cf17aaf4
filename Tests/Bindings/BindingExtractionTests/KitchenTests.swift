import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

@Suite struct KitchenTests {
    @Test("Every public declaration is generated or left out with a reason", arguments: [true, false])
    func account(both: Bool) throws {
        let library = try (both ? Kitchen.both : Kitchen.alone).get()
        expectFullAccount(library)
        #expect(library.declarationCount > (both ? 350 : 320))
        #expect(library.omissions.count < 40)
        #expect(library.omissions.allSatisfy { !$0.reason.isEmpty && $0.location != nil })
    }

    @Test("The declarations that are counted are those that the symbol graph calls public") func count() throws {
        let modules = LocatedModules(importPaths: [try Kitchen.modules.get().path], compilerArguments: [], root: nil)
        let dumps = try Toolchain.locate(at: nil).dump(["Kitchen", "Pantry"], in: modules)
        let symbols = dumps.flatMap(\.graphs).flatMap(\.symbols).filter {
            ["public", "open"].contains($0.accessLevel) && !$0.identifier.precise.contains("::SYNTHESIZED::")
        }
        let library = try Kitchen.both.get()
        let counted = Set(symbols.map(\.identifier.precise))
        #expect(counted.count == library.declarationCount)
        #expect(counted.isSuperset(of: library.omissions.map(\.usr)))
        // Declarations that are neither listed nor members are part of their type: cases, fields, conformances, overrides,
        // aliases, functions with any number of values beside one with an array.
        let represented = counted.subtracting(library.omissions.map(\.usr)).subtracting(library.generatedUSRs)
        let kinds = Set(symbols.filter { represented.contains($0.identifier.precise) }.map(\.kind.identifier))
        #expect(
            kinds.isSubset(of: [
                "swift.enum.case", "swift.property", "swift.init", "swift.func.op", "swift.method", "swift.typealias",
                "swift.struct", "swift.func",
            ])
        )
    }

    @Test("The compiler agrees with the model") func oracle() throws {
        let directory = try Kitchen.modules.get()
        let file = directory.appendingPathComponent("oracle-\(UUID()).swift")
        try Data(Oracle(library: Kitchen.both.get()).source.utf8).write(to: file)
        let arguments = ["-typecheck", "-swift-version", "6", "-I", directory.path, file.path]
        let result = try Subprocess(try Toolchain.locate(at: nil).swift + "c", arguments).run()
        #expect(result.status == 0, "\(result.message)")
    }

    @Test("The outcome is the same each time") func determinism() throws {
        #expect(try Kitchen.extract(modules: ["Kitchen", "Pantry"], supporting: []) == Kitchen.both.get())
    }

    @Test("Only the referenced declarations of a support module are included") func support() throws {
        let library = try Kitchen.alone.get()
        let support = library.types.filter { $0.module == "Pantry" }.map { $0.path.joined(separator: ".") }
        #expect(
            Set(support) == [
                "Unit", "Quantity", "Ingredient", "Diet", "Shelf", "StockError", "PageOfString", "PageOfRecipe", "LengthPage",
            ]
        )
        #expect(library.imports.contains("Pantry"))
        #expect(library.imports.contains("Foundation"))
    }

    @Test("There is an echo for each type") func echoes() throws {
        let library = try Kitchen.both.get()
        let echoes = library.functions.filter { $0.name == "echo" }
        #expect(echoes.count == 57)
        #expect(echoes.allSatisfy { $0.parameters[0].type == $0.result })
        let types = Set(echoes.map(\.result))
        for integer in IntegerType.allCases { #expect(types.contains(.integer(integer))) }
        for type: BindingType in [
            .bool, .float, .double, .string, .character, .duration, .date, .url, .uuid, .error, .bytes(.array), .bytes(.data),
            .optional(.optional(.integer(.int))), .array(.optional(.string)), .optional(.array(.array(.integer(.int)))),
            .set(.string), .dictionary(key: .string, value: .array(.optional(.integer(.int)))),
            .range(.integer(.int), isClosed: false), .range(.double, isClosed: true),
            .tuple([.init(label: nil, type: .integer(.int)), .init(label: nil, type: .string)]),
        ] { #expect(types.contains(type), "\(type)") }
    }

    @Test(
        "Types are of the kind that they are",
        arguments: [
            ("Appliance", "object"), ("Restaurant", "object"), ("Order", "object"), ("Position", "record"), ("Recipe", "record"),
            ("Recipe.Step", "record"), ("Quantity", "record"), ("Diet", "record"), ("Cookbook", "value"), ("Alarm", "value"),
            ("Photo", "value"), ("Reaction", "variant"), ("Doneness", "enumeration"), ("Mixer.Speed", "enumeration"),
            ("Course", "variant"), ("KitchenError", "variant"), ("Assembly", "variant"), ("Chef", "interface"),
            ("PageOfString", "record"), ("PageOfRecipe", "record"), ("LengthPage", "record"),
        ]
    ) func kinds(path: String, expected: String) throws {
        let kind =
            switch try Kitchen.both.get().type(path).kind {
            case .object: "object"
            case .record: "record"
            case .value: "value"
            case .enumeration: "enumeration"
            case .variant: "variant"
            case .interface: "interface"
            }
        #expect(kind == expected)
    }

    @Test("A chef can be implemented outside") func chef() throws {
        let chef = try #require(Kitchen.both.get().type("Chef").interface)
        #expect(chef.unimplementable == nil)
        #expect(chef.requirements.map(\.hasDefault) == [false, false, false, false, false, true, true])
        let head = try #require(Kitchen.both.get().type("HeadChef").interface)
        #expect(head.requirements.count == 8)
        #expect(try Kitchen.both.get().type("Certified").interface?.unimplementable != nil)
    }

    @Test("Sequences are sequences, with or without a name") func sequences() throws {
        let library = try Kitchen.both.get()
        let timer = try library.type("KitchenTimer")
        let spellings = timer.functions.compactMap { function -> String? in
            if case .sequence(let sequence) = function.result { sequence.spelling } else { nil }
        }
        #expect(
            spellings == [
                "Swift.AsyncStream<Swift.Int>", "Swift.AsyncThrowingStream<Swift.Int, any Swift.Error>",
                "some Swift.AsyncSequence<Swift.Int, Swift.Never>",
                "any Swift.AsyncSequence<Swift.Int, Swift.Never> & Swift.Sendable",
            ]
        )
        #expect(try library.type("Countdown").conformances.contains(.asyncSequence(element: .integer(.int), failure: .never)))
        #expect(try library.type("Countdown").kind == .value)
        guard case .sequence(let deliveries) = try library.function("names").parameters[0].type else {
            Issue.record("Deliveries is no sequence")
            return
        }
        #expect(deliveries.spelling == "Pantry::Deliveries<Pantry::Ingredient>")
        #expect(!deliveries.isConstructible)
    }

    @Test("Defaults, effects and documentation survive") func details() throws {
        let library = try Kitchen.both.get()
        let restaurant = try library.type("Restaurant")
        let install = try restaurant.function("install")
        #expect(install.parameters.map(\.defaultValue?.source) == [nil, ".origin", "[\"new\", \"a, b\"]"])
        #expect(install.effects.isolation == .mainActor)
        #expect(try restaurant.function("add").notes.deprecation?.renamed == "install(_:at:tags:)")
        let serve = try library.type("Order").function("serve")
        #expect(try serve.effects.failure == .typed(library.type("KitchenError").identifier))
        #expect(serve.effects.isAsync)
        #expect(try library.type("Oven").notes.documentation == "Bakes.")
        let subscripts = try library.type("Cookbook").properties.filter { $0.name == "subscript" }
        #expect(subscripts.map(\.isSettable) == [false, true])
        #expect(subscripts[1].indices.map(\.label) == ["servingsOf", "default"])
        #expect(try library.type("Cookbook").function("add").receiver == .mutated)
    }

    @Test("Members that modules add to types of other modules are kept") func extensions() throws {
        let library = try Kitchen.both.get()
        #expect(library.extensions.map(\.spelling) == ["Swift.String", "[Swift.UInt8]", "Swift.Int16"])
        #expect(library.extensions[1].functions.map(\.result) == [.bytes(.array)])
        #expect(library.extensions.first?.functions.map(\.name) == ["repeated"])
        #expect(library.extensions.first?.properties.map(\.name) == ["calledOut"])
        #expect(try library.type("Ingredient").function("warn").receiver == .mutated)
    }

    @Test("Globals know whether they may be set") func globals() throws {
        let settable = try Kitchen.both.get().properties.filter(\.isSettable).map(\.name)
        #expect(settable == ["isLit"])
    }
}
