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

    @Test(
        "A type that cannot be extracted is an error with its reason",
        arguments: [
            ("Page", "no generic type"), ("Circle", "no generic type"), ("Array<Int>", "no generic type"),
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
