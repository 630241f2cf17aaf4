import BindingModel
import Testing

@testable import BindingExtraction

/// Generic types with arguments that the author asks for, and collections.
@Suite struct SpecializationTests {
    private static let source = """
        public struct Page<Item> { public var items: [Item]; public init(items: [Item]) { self.items = items } }
        public struct Table<Key: Hashable, Value> { public init() {} ; public func value(for key: Key) -> Value? { nil } }
        public struct Box<Value> where Value: Shape { public init() {} }
        public protocol Shape {}
        public struct Circle: Shape { public init() {} }
        public enum Outer { public struct Inner { public init() {} } }
        """

    @Test("A generic type is extracted with the requested arguments") func extracted() throws {
        let library = try extract(
            Self.source,
            specializations: ["Page<Int>", "Table<String, [Outer.Inner?]>", "Box<Circle>", "Page<[String: Page<Double>]>"]
        )
        #expect(try library.type("PageOfInt").spelling.hasSuffix("Page<Swift.Int>"))
        let table = try library.type("TableOfStringAndArrayOfOptionalOuterInner")
        #expect(table.functions.first { $0.name == "value" }?.parameters.map(\.type) == [.string])
        _ = try library.type("BoxOfCircle")
        _ = try library.type("PageOfDouble")
    }

    @Test("A generic function gets the first chosen type that meets its constraints") func chosen() throws {
        let source = """
            public protocol Coat { associatedtype Grain; init(_ grains: [Grain]) }
            public struct Glaze<Size: FixedWidthInteger & UnsignedInteger>: Coat { public init(_ grains: [Size]) {} }
            public struct Plain<Size> { public init() {} }
            public func coat<C: Coat>(with type: C.Type, _ grains: [C.Grain]) -> Int { 0 }
            """
        let library = try extract(source, specializations: ["Plain<Int>", "Glaze<UInt16>", "Glaze<UInt8>"])
        let coat = try #require(library.functions.first { $0.name == "coat" })
        #expect(coat.parameters.map(\.type) == [.void, .array(.integer(.uint16))])
        #expect(coat.parameters[0].fixedValue?.hasSuffix("Glaze<Swift.UInt16>).self") == true)
        #expect(try extract(source, specializations: ["Plain<Int>"]).functions.isEmpty)
    }

    @Test("A function whose generic parameter several chosen types can replace is generated for each") func several() throws {
        let library = try extract(
            """
            public protocol Format { init?(text: String) }
            extension Int: Format { public init?(text: String) { self.init(text) } }
            extension String: Format { public init?(text: String) { self = text } }
            public struct Code: Format { public init?(text: String) { nil } }
            public func read<F: Format>(_ text: String) -> F? { F(text: text) }
            public func readAll<F: Format>(as format: F.Type, _ texts: [String]) -> [F] { [] }
            """,
            specializations: ["Code", "Int", "Double"]
        )
        let read = library.functions.filter { $0.name == "read" }
        #expect(read.map(\.specialization) == [nil, "Int"])
        #expect(read.last?.result == .optional(.integer(.int)) && read.allSatisfy(\.namesResult))
        let all = library.functions.filter { $0.name == "readAll" }
        #expect(all.map { $0.parameters[0].fixedType } == ["Code", "Int"])
    }

    @Test("Numbers meet the constraints of the standard library's protocols, and only these") func numbers() throws {
        let source = "public struct Glaze<Size: FixedWidthInteger & UnsignedInteger> { public init() {} }"
        _ = try extract(source, specializations: ["Glaze<UInt8>"]).type("GlazeOfUInt8")
        for text in ["Glaze<Int8>", "Glaze<Double>", "Glaze<String>", "Glaze<Bool>"] {
            #expect(throws: ExtractionError.self, "\(text)") { try extract(source, specializations: [text]) }
        }
    }

    @Test("Parameters that are types, and values without content") func fixed() throws {
        let library = try extract(
            """
            public func largest(of type: Int16.Type) -> Int { 0 }
            public func done(_ done: Void?) -> Void? { done }
            public func anything(as type: any Error.Type) {}
            """
        )
        let largest = try #require(library.functions.first { $0.name == "largest" })
        #expect(largest.parameters.map(\.fixedValue) == ["(Swift.Int16).self"])
        let done = try #require(library.functions.first { $0.name == "done" })
        #expect(done.parameters.map(\.type) == [.adapted(.presence)] && done.result == .adapted(.presence))
        #expect(!library.functions.contains { $0.name == "anything" })
    }

    @Test(
        "A type that cannot be extracted is an error with its reason",
        arguments: [
            ("Page", "without a concrete use"), ("circle", "`circle` is not known"),
            ("Page<Int", "cannot be read"), ("Page<Int> & Shape", "cannot be an argument"),
            ("Sheet<Int>", "`Sheet` is not known"),
            ("Page<Sheet>", "`Sheet` is not known"), ("Page<Int, Int>", "without a concrete use"), ("", "cannot be read"),
            ("Table<Outer.Inner, Int>", "Key must be `Hashable`"), ("Box<Int>", "Value must be"),
            ("Page<() -> Void>", "argument"),
            ("Page<Int>>", "cannot be read at `>`"), ("Page<Any Shape>", "cannot be read"),
        ]
    )
    func refused(_ text: String, _ reason: String) throws {
        let error = #expect(throws: ExtractionError.self) { try extract(Self.source, specializations: [text]) }
        let problem = try #require(error?.problems.first)
        #expect(problem.code == .notASpecialization && problem.reason.contains(reason), "\(problem)")
    }

    @Test("An array that the author chose has the members of every array and collection") func arrays() throws {
        let source = """
            public struct Point: Equatable { public var x: Int; public init(x: Int) { self.x = x } }
            public struct Lid { public init() {} }
            extension Array { public var middle: Element? { nil } }
            extension Sequence { public func pairs() -> [(Element, Element)] { [] } }
            extension Collection where Element: Equatable { public func hasTwins() -> Bool { false } }
            """
        let library = try extract(source, specializations: ["[Point]", "Array<Lid>"])
        let points = try #require(library.extensions.first { $0.spelling.hasSuffix("Point]") && !$0.properties.isEmpty })
        #expect(points.properties.map(\.name) == ["middle"])
        let point = BindingType.named(try library.type("Point").identifier)
        #expect(points.type == .array(point) && points.properties[0].type == .optional(point))
        let names = library.extensions.map { "\($0.spelling.suffix(6)) \($0.functions.map(\.name))" }
        #expect(names.contains { $0.hasSuffix("Point] [\"hasTwins\"]") })
        #expect(names.contains { $0.hasSuffix("Lid] [\"pairs\"]") } && !names.contains { $0.hasSuffix("Lid] [\"hasTwins\"]") })
        #expect(try extract(source).reason("Array.middle")?.contains("--specialize '[…]'") == true)
    }

    @Test("A generic parameter is what a constraint makes it: T of `Value == [T]`") func determined() throws {
        let source = """
            public struct Option<Value> {
                public init<T>(optional value: T, _ transform: (T) -> Bool) where Value == T? {}
                public init<T: Hashable>(several values: T) where Value == [T] {}
                public init<T: BinaryInteger>(numbers values: T) where Value == [T] {}
                public init<T, U>(table key: T, _ value: U) where Value == [T: U] {}
                public func flag() where Value == Bool? {}
                public func pair<T>(_ value: T) where Value == (T, Int) {}
                public func page<T>(_ value: T) where Value == Page<T> {}
                public func set<T>(_ value: T) where Value == Set<T> {}
                public func alias() where Value == Names {}
            }
            public struct Page<Item> { public init() {} }
            public struct Sheet<Item> { public init() {} }
            public typealias Names = [String]
            """
        let types = ["Option<String?>", "Option<[String]>", "Option<[UInt8]>", "Option<[Int: String]>", "Option<Bool?>"]
        let library = try extract(source, specializations: types)
        func labels(_ name: String) throws -> [String?] { try library.type(name).functions.map { $0.parameters.first?.label } }
        #expect(try labels("OptionOfOptionalString") == ["optional"])
        #expect(try library.type("OptionOfArrayOfString").functions.map(\.name) == ["init", "alias"])
        #expect(try labels("OptionOfArrayOfString") == ["several", nil] && labels("OptionOfBytes") == ["several", "numbers"])
        #expect(try labels("OptionOfDictionaryOfIntAndString") == ["table"])
        #expect(try library.type("OptionOfOptionalBool").functions.map(\.name) == ["init", "flag"])
        let table = try library.type("OptionOfDictionaryOfIntAndString").functions[0]
        #expect(table.parameters.map(\.type) == [.integer(.int), .string])
        #expect(try library.type("OptionOfBytes").functions[0].parameters[0].type == .integer(.uint8))
        let others = try extract(
            source,
            specializations: [
                "Option<(Bool, Int)>", "Option<(Int, Bool)>", "Option<Page<Bool>>", "Option<Sheet<Bool>>", "Option<Set<Int>>",
            ]
        )
        let members = others.types.filter { $0.path[0].hasPrefix("Option") }.map { ($0.path[0], $0.functions) }
        let found = members.filter { !$0.1.isEmpty }.map { "\($0.0).\($0.1.map(\.name))" }.sorted()
        #expect(found == ["OptionOfPageOfBool.[\"page\"]", "OptionOfSetOfInt.[\"set\"]", "OptionOfTupleOfBoolAndInt.[\"pair\"]"])
        let other = try extract(source, specializations: ["Option<Int>"])
        #expect(other.reason("Option.flag()") == "only there when Value is `Bool?`")
    }

    @Test("A member that exists for some arguments only has the reason of those arguments") func reasons() throws {
        let library = try extract(
            """
            public struct Page<Item> { public init() {} }
            extension Page where Item == String { public func raw(_ memory: UnsafePointer<Int>) {} }
            """,
            specializations: ["Page<Int>", "Page<String>", "Page<Bool>"]
        )
        #expect(library.reason("Page.raw(_:)")?.contains("a pointer without the number of its elements") == true)
    }

    @Test("Members of arrays may use the types of the array's parts") func parts() throws {
        let library = try extract(
            """
            public struct Windows<Base: Collection> {
                let base: Base
                public func first() -> Base.SubSequence { base[...] }
                public var start: Base.Index { base.startIndex }
            }
            extension Collection { public func windows() -> Windows<Self> { Windows(base: self) } }
            extension Sequence where Element: Sequence { public func flat() -> [Element.Element] { [] } }
            extension MutableCollection where Self: RandomAccessCollection {
                public mutating func turn(_ part: Range<Index>) -> Index { startIndex }
            }
            """,
            specializations: ["[Int]", "[[UInt8]]"]
        )
        let slice = BindingType.adapted(AdaptedType(.array(.integer(.int)), "Swift.ArraySlice<Swift.Int>", name: "ArraySlice"))
        let windows = try library.type("WindowsOfArrayOfInt")
        #expect(windows.functions[0].result == slice && windows.properties[0].type == .integer(.int))
        let functions = library.extensions.filter { $0.type == .array(.integer(.int)) }.flatMap(\.functions)
        #expect(functions.map(\.name).sorted() == ["turn", "windows"])
        let turn = try #require(functions.first { $0.name == "turn" })
        #expect(turn.parameters[0].type == .range(.integer(.int), isClosed: false) && turn.result == .integer(.int))
        let flat = library.extensions.flatMap(\.functions).filter { $0.name == "flat" }
        #expect(flat.map(\.result) == [.bytes(.array)])
    }

    @Test("A type that a member of every collection returns has no such members itself") func chains() throws {
        let library = try extract(
            """
            public struct Pairs<Base: Collection>: Collection {
                let base: Base
                public var startIndex: Int { 0 }
                public var endIndex: Int { 0 }
                public func index(after position: Int) -> Int { 1 }
                public subscript(position: Int) -> Base.Element { base.first! }
            }
            public struct Point { public init() {} }
            extension Collection { public func pairs() -> Pairs<Self> { Pairs(base: self) } }
            extension Collection { public func twice() -> Pairs<Pairs<Self>> { pairs().pairs() } }
            extension Collection where Element == Point { public func bounds() -> Int { 0 } }
            public struct Path: Collection {
                public var startIndex: Int { 0 }
                public var endIndex: Int { 0 }
                public func index(after position: Int) -> Int { 1 }
                public subscript(position: Int) -> Point { Point() }
            }
            public func path() -> Pairs<Path> { Path().pairs() }
            """,
            specializations: ["[Int]"]
        )
        let names = library.types.filter { $0.path[0].hasPrefix("Pairs") }.map { $0.path[0] }.sorted()
        #expect(names == ["PairsOfArrayOfInt", "PairsOfPairsOfArrayOfInt", "PairsOfPairsOfPath", "PairsOfPath"])
        #expect(try library.type("PairsOfArrayOfInt").functions.map(\.name) == ["index"])
        #expect(try library.type("Path").functions.map(\.name).sorted() == ["bounds", "index", "pairs", "twice"])
    }

    @Test("A type is a collection only with arguments for which it is one") func conditionalCollections() throws {
        let library = try extract(
            """
            public struct Chain<First: Sequence, Second: Sequence> { let first: First; let second: Second }
            extension Chain: Sequence where First.Element == Second.Element {
                public func makeIterator() -> First.Iterator { first.makeIterator() }
            }
            extension Chain: Collection where First: Collection, Second: Collection, First.Element == Second.Element {
                public var startIndex: First.Index { first.startIndex }
                public var endIndex: First.Index { first.endIndex }
                public func index(after index: First.Index) -> First.Index { first.index(after: index) }
                public subscript(index: First.Index) -> First.Element { first[index] }
            }
            public struct Once: Sequence { public func makeIterator() -> IndexingIterator<[Int]> { [].makeIterator() } }
            public func chain<S1: Sequence, S2: Sequence>(_ first: S1, _ second: S2) -> Chain<S1, S2>
            where S1.Element == S2.Element { Chain(first: first, second: second) }
            public func later() -> Chain<Once, [Int]>? { nil }
            extension Chain: BidirectionalCollection where First: BidirectionalCollection, Second: BidirectionalCollection,
                First.Element == Second.Element {
                public func index(before index: First.Index) -> First.Index { first.index(before: index) }
            }
            public struct Forward: Collection {
                public var startIndex: Int { 0 }
                public var endIndex: Int { 0 }
                public func index(after position: Int) -> Int { 1 }
                public subscript(position: Int) -> Int { 0 }
            }
            public func forward() -> Chain<Forward, Forward>? { nil }
            """,
            specializations: ["[Int]"]
        )
        func isCollection(_ type: TypeDeclaration) -> Bool {
            type.conformances.contains { if case .collection = $0 { true } else { false } }
        }
        #expect(try isCollection(library.type("ChainOfArrayOfIntAndArrayOfInt")))
        #expect(try isCollection(library.type("ChainOfForwardAndForward")))
        #expect(try !isCollection(library.type("ChainOfOnceAndArrayOfInt")))
    }

    @Test("Associated types of two arguments that a constraint makes equal are compared") func equalElements() throws {
        let library = try extract(
            """
            public struct Pair<First: Sequence, Second: Sequence> {
                public init() {}
                public func swap() where First.Element == Second.Element {}
                public func both() where First.Iterator == Second.Iterator {}
            }
            """,
            specializations: ["Pair<[Int], [Int]>", "Pair<[Int], [String]>"]
        )
        func names(_ type: String) throws -> [String] { try library.type(type).functions.map(\.name) }
        #expect(try names("PairOfArrayOfIntAndArrayOfInt") == ["init", "swap", "both"])
        // The compiler checks what is unknown.
        #expect(try names("PairOfArrayOfIntAndArrayOfString") == ["init", "both"])
    }

    @Test("A call of a function that differs from another only in its result names the result") func ambiguous() throws {
        let library = try extract(
            """
            public struct Once { public init() {} }
            public struct Twice { public init() {} }
            extension Sequence { public func strided(by step: Int) -> Once { Once() } }
            extension Collection { public func strided(by step: Int) -> Twice { Twice() } }
            extension Collection { public func strided(to end: Int) -> Twice { Twice() } }
            """,
            specializations: ["[Int]"]
        )
        let functions = library.extensions.flatMap(\.functions)
        #expect(functions.count == 3)
        #expect(functions.allSatisfy { $0.namesResult == ($0.parameters[0].label == "by") })
    }

    @Test("A collection has an element type") func collections() throws {
        let library = try extract(
            """
            public struct Rack: RandomAccessCollection {
                public init() {}
                public var startIndex: Int { 0 }
                public var endIndex: Int { 0 }
                public subscript(position: Int) -> String { "" }
            }
            public struct Steps: Sequence, IteratorProtocol { public init() {} ; public mutating func next() -> Int? { nil } }
            """
        )
        #expect(try library.type("Rack").conformances.contains(.collection(element: .string, hasIntegerPositions: true)))
        #expect(try !library.type("Steps").conformances.contains { if case .collection = $0 { true } else { false } })
    }
}
