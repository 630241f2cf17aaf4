import BindingModel
import Testing

@testable import BindingExtraction

/// Members with a special representation: of protocols, of `Codable` types, with any number of values; records by position.
@Suite struct MemberTests {
    @Test("A static member of a protocol is called on the type of a value; an initialiser is that of a type") func ofProtocols()
        throws
    {
        let library = try extract(
            """
            public protocol Tool { static var kind: String { get }; static func label(_ n: Int) -> String; init(size: Int) }
            extension Tool { public static var isSharp: Bool { false } }
            public struct Knife: Tool { public static let kind = "k"; public static func label(_ n: Int) -> String { "" }
                public init(size: Int) {} }
            public protocol Lonely { init(size: Int) }
            """
        )
        let tool = try library.type("Tool")
        #expect(tool.properties.map(\.name) == ["kind", "isSharp"] && tool.properties.allSatisfy(\.isOfType))
        #expect(try tool.function("label").isOfType && tool.function("label").receiver == .borrowed)
        #expect(library.reason("Tool.init(size:)") == nil)
        #expect(library.reason("Lonely.init(size:)")?.contains("it needs a type") == true)
        #expect(try library.type("Knife").property("kind").isOfType == false)
    }

    @Test("A Codable type has functions for JSON if a module uses Foundation") func codable() throws {
        let library = try extract(
            """
            public import Foundation
            public struct Label: Codable { public var text: String; public init(text: String) { self.text = text } }
            public struct Written: Encodable { let hidden = 1; public func encode(to encoder: any Encoder) throws {} }
            public enum Size: String, Codable { case small }
            public struct Box<Item> { public var item: Item }
            extension Box: Encodable where Item: Encodable {}
            public func boxes(_ one: Box<Int>, _ two: Box<URLError>, _ three: Box<Label>) {}
            public struct Plain { public var text: String }
            """
        )
        func coding(_ name: String) throws -> Set<String> { Set(try library.type(name).functions.compactMap(\.swiftName)) }
        #expect(try coding("Label") == [Function.toJSON, Function.fromJSON])
        #expect(try coding("Written") == [Function.toJSON] && coding("Size") == [Function.toJSON, Function.fromJSON])
        #expect(try coding("BoxOfInt") == [Function.toJSON] && coding("Plain").isEmpty)
        #expect(try library.type("Label").fields?.map(\.name) == ["text"])
        #expect(library.reason("Label.init(from:)") == nil && library.reason("Written.encode(to:)") == nil)
    }

    @Test("An array stands for any number of values if both functions exist") func variadics() throws {
        let library = try extract(
            """
            public func sum(_ numbers: [Int]) -> Int { 0 }
            public func sum(_ numbers: Int...) -> Int { 0 }
            public func join(_ texts: String...) -> String { "" }
            public struct Bag { public init(_ items: Int...) {}; public init(_ items: [Int]) {}
                public func has(_ items: Int...) -> Bool { true }; public func has(all items: [Int]) -> Bool { true } }
            """
        )
        #expect(library.functions.map(\.name).sorted() == ["join", "sum"])
        #expect(!library.omissions.contains { $0.path.hasPrefix("sum") })
        let bag = try library.type("Bag").functions
        #expect(bag.map(\.name).sorted() == ["has", "has", "init"])
    }

    @Test("A record may be made by position, if its fields can be set afterwards") func positions() throws {
        let library = try extract(
            """
            public struct Pixel { public var r: UInt8
                public var g: UInt8
                public init(_ red: UInt8, _ green: UInt8) { r = red; g = green } }
            public struct Fixed { public let r: UInt8; public init(_ red: UInt8) { r = red } }
            public struct Mixed { public var r: UInt8
                public var name: String
                public init(_ name: String, _ red: UInt8) { r = red; self.name = name } }
            public struct Hidden { public var r: UInt8; var g = 1; public init(_ red: UInt8) { r = red } }
            """
        )
        let pixel = try #require(try library.type("Pixel").fields)
        #expect(pixel.map(\.name) == ["r", "g"] && pixel.allSatisfy(\.isAssigned) && pixel.allSatisfy { $0.label == nil })
        for name in ["Fixed", "Mixed", "Hidden"] { #expect(try library.type(name).fields == nil, "\\(name)") }
    }

    @Test("Ranges, sets and optionals of a type of the library can be extended") func containers() throws {
        let library = try extract(
            """
            public struct Mark: Hashable, Comparable { public var at: Int
                public static func < (a: Mark, b: Mark) -> Bool { a.at < b.at } }
            extension ClosedRange where Bound == Mark { public func spans(_ mark: Mark) -> Bool { true } }
            extension Set where Element == Mark { public var furthest: Mark? { nil } }
            extension Optional where Wrapped == Mark { public var place: Int { 0 } }
            extension Set { public var any: Int { 0 } }
            """
        )
        let mark = BindingType.named(try library.type("Mark").identifier)
        let types = Set(library.extensions.map(\.type))
        #expect(types == [.range(mark, isClosed: true), .set(mark), .optional(mark)])
        #expect(library.reason("Set.any")?.contains("no counterpart") == true)
    }

    @Test("A parameter with a result builder is a parameter, also after one with a default value") func resultBuilders() throws {
        let library = try extract(
            """
            @resultBuilder public enum Lines { public static func buildBlock(_ lines: String...) -> [String] { lines } }
            public func page(_ title: String, style: [String: String] = [:], @Lines content: () -> [String]) -> [String] { content() }
            public func block(@Lines _ content: () -> [String], @Lines footer: () -> [String] = { [] }) -> [String] { content() }
            """
        )
        let page = try #require(library.functions.first { $0.name == "page" })
        #expect(page.parameters.map(\.label) == [nil, "style", "content"])
        #expect(page.parameters[1].defaultValue != nil && page.parameters[2].defaultValue == nil)
        let content = BindingType.closure(ClosureType(parameters: [], result: .array(.string), isEscaping: false))
        #expect(page.parameters[2].type == content)
        let block = try #require(library.functions.first { $0.name == "block" })
        #expect(block.parameters.map(\.label) == [nil, "footer"] && block.parameters.map(\.name) == ["content", "footer"])
        #expect(block.parameters[0].type == content && block.parameters[1].defaultValue != nil)
    }

    @Test("A type that is nested in a type of another library is spelt as its member") func nested() throws {
        let library = try extract(
            """
            extension Int16 { public struct Measure { public var value: Int16; public init(value: Int16) { self.value = value } }
                public var measure: Measure { Measure(value: self) } }
            extension Array { public struct Window { public init() {} } }
            """
        )
        #expect(try library.type("Int16.Measure").spelling.hasPrefix("Swift.Int16.Sample"))
        #expect(library.reason("Array.Window")?.contains("nested") == true)
    }
}
