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

    @Test("A generic type is extracted with the arguments that are asked for") func extracted() throws {
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
        #expect(read.last?.result == .optional(.integer(.int)) && read.allSatisfy(\.isGenericInResult))
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
