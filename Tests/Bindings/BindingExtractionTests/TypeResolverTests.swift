import BindingModel
import Testing

@testable import BindingExtraction

/// The resolver of types by itself, with recorded symbols.
@Suite struct TypeResolverTests {
    private static func resolver() throws -> TypeResolver {
        TypeResolver(LibrarySymbols(try RecordedGraphs().table(), modules: ["Clockwork"], supportModules: []))
    }

    /// A type of the recorded module by its name.
    private static func usr(_ name: String, _ resolver: TypeResolver) throws -> String {
        try #require(resolver.table.sorted.first { $0.path == [name] }).usr
    }

    @Test("A resolved type is requested once") func requested() throws {
        var resolver = try Self.resolver()
        let key = TypeIdentifier(usr: try Self.usr("Key", resolver))
        let syntax = TypeSyntax.array(.optional(.named([NameSyntax(name: "Key", usr: key.usr)])))
        for _ in 1...2 { #expect(try resolver.resolve(syntax, Scope()) == .array(.optional(.named(key)))) }
        #expect(resolver.requests.next() == key)
        #expect(resolver.requests.next() == nil)
    }

    @Test("Whether a generic type conforms to a protocol depends on its arguments, and the question leaves no trace")
    func question() throws {
        let resolver = try Self.resolver()
        let box = try Self.usr("Box", resolver)
        let key = TypeIdentifier(usr: try Self.usr("Key", resolver))
        #expect(resolver.conforms(TypeIdentifier(usr: box, arguments: [.string]), to: KnownTypes.equatable))
        #expect(!resolver.conforms(TypeIdentifier(usr: box, arguments: [.named(key)]), to: KnownTypes.equatable))
        #expect(resolver.requests.requested.isEmpty && resolver.requests.imports.isEmpty && resolver.declared.isEmpty)
    }

    @Test("A copy answers without a trace in the original, and is the resolver if its answer is used") func copy() throws {
        var resolver = try Self.resolver()
        var copy = resolver
        let queue = TypeSyntax.named([NameSyntax(name: "DispatchQueue", usr: "s:8Dispatch0A5QueueC")])
        let type = try copy.resolve(queue, Scope())
        #expect(resolver.declared.isEmpty && copy.declared.count == 1)
        #expect(copy.names.word(for: type) == "DispatchQueue")
        resolver = copy
        #expect(resolver.declared.count == 1)
    }

    @Test("An alias that contains itself ends with a reason") func circle() throws {
        var resolver = try Self.resolver()
        let target = TypeSyntax.named([NameSyntax(name: "Loop", usr: "s:4Loop0A1V")])
        #expect(throws: Unrepresentable.self) { try resolver.resolve(target, Scope()) }
        #expect(resolver.requests.requested.isEmpty)
    }

    @Test("A type is called by its name, with or without its module and the types around it") func names() throws {
        let resolver = try Self.resolver()
        let hands = try #require(resolver.table.sorted.first { $0.path == ["Clock", "Hands"] }).usr
        let type = BindingType.named(TypeIdentifier(usr: hands))
        for path in [["Hands"], ["Clock", "Hands"], ["Clockwork", "Clock", "Hands"]] {
            #expect(resolver.names.isCalled(path, type))
        }
        for path in [["ands"], ["Clock"], ["Other", "Hands"]] { #expect(!resolver.names.isCalled(path, type)) }
        #expect(resolver.names.isCalled(["Swift", "Int"], .integer(.int)))
        #expect(!resolver.names.isCalled(["Int"], .integer(.uint)))
    }
}

/// Types that the digester reports.
@Suite struct DigesterTypeTests {
    @Test(
        "The effects of a function type are its own, not those of its parameters",
        arguments: [
            ("() -> ()", false, EffectsSyntax.Failure.never), ("() async throws -> Swift.Int", true, .untyped),
            ("(() async throws -> ()) -> ()", false, .never), ("(() -> ()) throws -> (() async -> ())", false, .untyped),
            ("() throws(Broken) -> ()", false, .typed(.named([NameSyntax(name: "Broken")]))),
        ]
    ) func effects(text: String, isAsync: Bool, failure: EffectsSyntax.Failure) throws {
        func node(_ kind: String, _ name: String, _ text: String, _ children: [InterfaceDump.Node] = []) -> InterfaceDump.Node {
            InterfaceDump.Node(kind: kind, name: name, printedName: text, children: children)
        }
        let void = node("TypeNominal", "Void", "()")
        guard case .function(let function) = TypeSyntax(node("TypeFunc", "Function", text, [void, void])) else {
            Issue.record("no function")
            return
        }
        #expect(function.effects == EffectsSyntax(isAsync: isAsync, failure: failure))
    }
}
