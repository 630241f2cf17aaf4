import BindingModel
import Testing

@testable import BindingExtraction

/// Types within generic types.
@Suite struct NestedTypesTests {
    private static let source = """
        public struct Chest<Item> {
            public struct Drawer { public init() {} ; public func first() -> Item? { nil } ; public func chest() -> Chest { Chest() } }
            public enum Side { case left, right }
            public struct Pair<Other> {
                public struct Lid { public init() {} ; public var pair: Pair? { nil } }
                public init() {}
                public var lid: Lid { Lid() }
                public func other() -> Other? { nil }
                public func drawer() -> Drawer { Drawer() }
            }
            public init() {}
            public func drawer(at side: Side) -> Drawer { Drawer() }
            public func pair() -> Pair<String> { Pair() }
        }
        public struct Plain { public init() {} }
        extension Chest where Item: Equatable { public struct Finder { public init() {} } }
        """

    @Test("A type within a generic type has its arguments, and those of its own after them") func extracted() throws {
        let library = try extract(Self.source, specializations: ["Chest<Int>"])
        let drawer = try library.type("ChestOfInt.Drawer")
        #expect(drawer.spelling.hasSuffix("::Chest<Swift.Int>.Drawer"))
        #expect(try drawer.function("first").result == .optional(.integer(.int)))
        #expect(try drawer.function("chest").result == .named(library.type("ChestOfInt").identifier))
        let pair = try library.type("ChestOfInt.PairOfString")
        #expect(pair.spelling.hasSuffix("::Chest<Swift.Int>.Pair<Swift.String>"))
        #expect(try pair.function("other").result == .optional(.string))
        #expect(try pair.function("drawer").result == .named(drawer.identifier))
        let lid = try library.type("ChestOfInt.PairOfString.Lid")
        #expect(lid.properties.first?.type == .optional(.named(pair.identifier)))
    }

    @Test("A type within a generic type exists for the arguments that meet its constraints") func conditions() throws {
        let library = try extract(Self.source, specializations: ["Chest<Int>", "Chest<Plain>"])
        _ = try library.type("ChestOfInt.Finder")
        _ = try library.type("ChestOfPlain.Drawer")
        #expect(!library.types.contains { $0.path == ["ChestOfPlain", "Finder"] })
    }

    @Test("The name of a generic type's alias begins the names of the types within") func alias() throws {
        let library = try extract(Self.source + "\npublic typealias Toolbox = Chest<Double>", specializations: [])
        #expect(try library.type("Toolbox.Drawer").spelling.hasSuffix("::Chest<Swift.Double>.Drawer"))
    }

    @Test("Without a use of the generic type, the report has the way to ask for the type within") func unused() throws {
        let library = try extract(Self.source)
        #expect(library.types.map(\.path) == [["Plain"]])
        #expect(library.reason("Chest")?.contains("--specialize 'Chest<…>'") == true)
        #expect(library.reason("Chest.Pair.Lid")?.contains("generic without a concrete use") == true)
        let asked = try extract(Self.source, specializations: ["Chest<Bool>.Pair<Int>"])
        #expect(try asked.type("ChestOfBool.PairOfInt").path.count == 2)
    }

    @Test("Constraints on the elements of a generic parameter are left to the compiler") func elements() throws {
        let library = try extract(
            """
            public struct Stack<Element: Hashable> {
                public init(_ elements: some Sequence<Element>) {}
                public mutating func append<S: Sequence>(contentsOf elements: S) where S.Element == Element {}
            }
            """,
            specializations: ["Stack<Int>"]
        )
        let stack = try library.type("StackOfInt")
        #expect(try stack.function("init").parameters.map(\.type) == [.array(.integer(.int))])
        #expect(try stack.function("append").parameters.map(\.type) == [.array(.integer(.int))])
    }
}
