import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

/// Types that a simpler type represents or replaces.
@Suite struct StandInTests {
    private static let text = AdaptedType(.string, "Swift.Substring")
    private static let scalar = AdaptedType(
        .integer(.uint32),
        "Swift.Unicode.Scalar",
        property: "value",
        isFailable: true
    )

    @Test("Aliases of other libraries have the type of their target") func aliases() throws {
        let library = try extract(
            """
            public func add(_ a: CInt, _ b: CUnsignedLong) -> CChar { 0 }
            public func index(_ i: Array<Int>.Index) -> [String].Index { i }
            """
        )
        let add = try library.function("add")
        #expect(add.parameters.map(\.type) == [.integer(.int32), .integer(.uint)] && add.result == .integer(.int8))
        let index = try library.function("index")
        #expect(index.parameters.map(\.type) == [.integer(.int)] && index.result == .integer(.int))
    }

    @Test("Collections and scalars of the standard library are represented by simpler types") func adapted() throws {
        let library = try extract(
            """
            public func cut(_ text: Substring) -> Unicode.Scalar { text.unicodeScalars.first! }
            public func part(_ bytes: ArraySlice<UInt8>, _ numbers: ContiguousArray<Int>) -> [Substring?] { [] }
            """
        )
        let cut = try library.function("cut")
        #expect(cut.parameters[0].type == .adapted(Self.text) && cut.result == .adapted(Self.scalar))
        let part = try library.function("part")
        #expect(
            part.parameters.map(\.type) == [
                .adapted(AdaptedType(.bytes(.array), "Swift.ArraySlice<Swift.UInt8>")),
                .adapted(AdaptedType(.array(.integer(.int)), "Swift.ContiguousArray<Swift.Int>")),
            ]
        )
        #expect(part.result == .array(.optional(.adapted(Self.text))))
    }

    @Test("A generic parameter is replaced by the simplest type that meets its constraints") func generics() throws {
        let library = try extract(
            """
            public protocol Shape { var area: Double { get } }
            public protocol Exact {}
            extension Double: Exact {}
            public func text<S: StringProtocol>(_ text: S) -> Int { text.count }
            public func whole<N: BinaryInteger & Sendable>(_ number: N) -> N { number }
            public func exact<N: Exact>(_ numbers: [N]) {}
            public func all<S: Sequence>(_ elements: S) where S.Element == UInt8 {}
            public func some(_ elements: some Collection<String>, in range: some RangeExpression<Int>) {}
            public func area<S: Shape>(of shape: S) -> Double { shape.area }
            public func areas<S: Shape>(of shapes: [S]) {}
            public func locked<R>(_ body: () throws -> R) rethrows -> R { try body() }
            public func boxed<R>(_ body: () -> R) -> [R] { [body()] }
            public func keep<T>(_ value: T) {}
            public func pick<G: RandomNumberGenerator>(using generator: inout G) -> Int { 0 }
            """
        )
        func parameters(_ name: String) throws -> [BindingType] { try library.function(name).parameters.map(\.type) }
        #expect(try parameters("text") == [.string])
        #expect(try parameters("whole") == [.integer(.int)] && library.function("whole").result == .integer(.int))
        #expect(try parameters("exact") == [.array(.double)])
        #expect(try parameters("all") == [.bytes(.array)])
        #expect(try parameters("some") == [.array(.string), .range(.integer(.int), isClosed: false)])
        guard case .existential = try parameters("area")[0] else {
            Issue.record("area takes no shape")
            return
        }
        let locked = try library.function("locked")
        #expect(locked.result == .void && locked.effects.failure == .untyped)
        #expect(try library.function("pick").parameters[0].fixedValue == "Swift.SystemRandomNumberGenerator()")
        #expect(library.reason("areas(of:)")?.contains("generic without a concrete use") == true)
        let any = try parameters("keep")[0]
        #expect(any == .adapted(AdaptedType(.named(TypeIdentifier(usr: TypeDeclaration.anyValue)), "Any", getter: "any")))
        #expect(try library.function("boxed").result == .array(any))
    }

    @Test("A Result is a value or an error; an autoclosure is a value; rethrows is throws if the closure throws")
    func outcomes() throws {
        let library = try extract(
            """
            public struct Broken: Error { public init() {} }
            public func load() -> Result<Int, Broken> { .success(1) }
            public func start(_ done: @escaping (Result<String, any Error>) -> Void) {}
            public func log(_ message: @autoclosure () -> String, _ check: @autoclosure () throws -> Bool) rethrows {}
            public func pass(_ body: () throws -> Void) rethrows { try body() }
            public func inside(_ results: [Result<Int, Broken>]) {}
            """
        )
        let load = try library.function("load")
        #expect(load.result == .integer(.int) && load.returnsResult && load.effects.failure != .never)
        guard case .closure(let done) = try library.function("start").parameters[0].type else {
            Issue.record("start takes no closure")
            return
        }
        #expect(done.parameters.map(\.type) == [.result(.string, failure: .untyped)])
        let log = try library.function("log")
        #expect(log.parameters.map(\.type) == [.string, .bool] && log.effects.failure == .never)
        #expect(try library.function("pass").effects.failure == .untyped)
        #expect(library.reason("inside(_:)")?.contains("Result") == true)
    }

    @Test("Members of arrays, of collections and of integers are extensions of the types that stand for them")
    func extensions() throws {
        let library = try extract(
            """
            extension Array where Element == UInt8 { public var hex: String { "" } }
            extension Collection where Element == Int { public func sum() -> Int { 0 } }
            extension BinaryInteger { public func doubled() -> Int { 0 } }
            extension Array { public var middle: Int { 0 } }
            """
        )
        #expect(Set(library.extensions.map(\.type)) == [.bytes(.array), .array(.integer(.int)), .integer(.int)])
        #expect(library.reason("Array.middle")?.contains("Array") == true)
    }

    @Test("Every public declaration is declared or left out, and says what represents it") func accounts() throws {
        let library = try extract(
            """
            public typealias Name = String
            public class Animal: Equatable {
                public init() {}
                public func speak() {}
                public static func == (a: Animal, b: Animal) -> Bool { true }
            }
            public class Dog: Animal { public override func speak() {} }
            public struct Point { public var x: Int; public init(x: Int) { self.x = x } }
            public func odd(_ value: AnyObject) {}
            """
        )
        let paths = Dictionary(library.declared.map { ($0.path, $0.representation) }, uniquingKeysWith: { first, _ in first })
        let animal = try library.type("Animal").identifier.usr
        #expect(paths["Name"] == .target && paths["Animal"] == .itself)
        #expect(try paths["Dog.speak()"] == .other(usr: library.type("Animal").function("speak").usr))
        #expect(paths["Animal.==(_:_:)"] == .conformance(.equatable, of: animal))
        #expect(try paths["Point.init(x:)"] == .other(usr: library.type("Point").identifier.usr))
        #expect(paths["Point.x"] == .itself && paths["odd(_:)"] == nil)
        #expect(library.declared.count + library.omissions.count == library.declarationCount)
    }

    @Test("A requirement that a refined protocol repeats is implemented once; a type in a hidden one is left out")
    func repeated() throws {
        let library = try extract(
            """
            public protocol Named { var name: String { get }; func call(_ name: String) }
            public protocol Person: Named { var name: String { get }; func call(_ name: String); func call(_ number: Int) }
            struct Hidden { public struct Inner { public var x: Int } }
            extension Hidden.Inner { public func open() {} }
            """
        )
        guard case .interface(let interface) = try library.type("Person").kind else {
            Issue.record("Person is no interface")
            return
        }
        #expect(interface.unimplementable == nil && interface.requirements.count == 3)
        #expect(!library.types.contains { $0.path.contains("Inner") })
    }
}
