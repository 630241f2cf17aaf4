import BindingModel
import Foundation
import Testing

@testable import BindingExtraction

/// Types that a simpler type represents or replaces.
@Suite struct StandInTests {
    private static let text = AdaptedType(.string, "Swift.Substring", name: "Substring")
    private static let scalar = AdaptedType(
        .integer(.uint32),
        "Swift.Unicode.Scalar",
        name: "Scalar",
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
                .adapted(AdaptedType(.bytes(.array), "Swift.ArraySlice<Swift.UInt8>", name: "ArraySlice")),
                .adapted(AdaptedType(.array(.integer(.int)), "Swift.ContiguousArray<Swift.Int>", name: "ContiguousArray")),
            ]
        )
        #expect(part.result == .array(.optional(.adapted(Self.text))))
    }

    @Test("A collection of a type without a name is an array, also inside another type") func hiddenCollections() throws {
        let library = try extract(
            """
            public struct Store<Key: Hashable, Value> {
                public init() {}
                public var keys: some Collection<Key> { [] as [Key] }
                public func values() -> (any Collection<Value>)? { nil }
            }
            public func endless() -> any Sequence<Int> { 0... }
            public func hiddenEndless() -> some Sequence<Int> { 0... }
            public func count(_ numbers: any Sequence<Int>) -> Int { 0 }
            public func send(_ numbers: any Collection<Int> & Sendable) -> Int { 0 }
            public func sum(_ numbers: any Collection<Int>) -> some BidirectionalCollection<UInt8> { [] as [UInt8] }
            public func unknown() -> some Collection { [1] }
            """,
            specializations: ["Store<String, Int>"]
        )
        func hidden(_ array: BindingType, _ spelling: String, _ name: String) -> BindingType {
            .adapted(.hidden(array, spelling, name: name))
        }
        let store = try library.type("StoreOfStringAndInt")
        #expect(store.properties[0].type == hidden(.array(.string), "(any Swift.Collection<Swift.String>)", "Collection"))
        let values = try #require(store.functions.first { $0.name == "values" })
        #expect(values.result == .optional(hidden(.array(.integer(.int)), "(any Swift.Collection<Swift.Int>)", "Collection")))
        for name in ["endless", "hiddenEndless"] {
            guard case .adapted(let adapted) = try library.function(name).result, case .named(let iterator) = adapted.base else {
                Issue.record("\(name) returns no iterator")
                continue
            }
            #expect(iterator == TypeIdentifier(usr: TypeDeclaration.iterator, arguments: [.integer(.int)]))
        }
        let numbers = hidden(.array(.integer(.int)), "(any Swift.Sequence<Swift.Int>)", "Sequence")
        #expect(try library.function("count").parameters[0].type == numbers)
        let sendable = hidden(.array(.integer(.int)), "(any Swift.Collection<Swift.Int> & Swift.Sendable)", "Collection")
        #expect(try library.function("send").parameters[0].type == sendable)
        let sum = try library.function("sum")
        #expect(sum.parameters[0].type == hidden(.array(.integer(.int)), "(any Swift.Collection<Swift.Int>)", "Collection"))
        let bytes = "(any Swift.BidirectionalCollection<Swift.UInt8>)"
        #expect(sum.result == hidden(.bytes(.array), bytes, "BidirectionalCollection"))
        #expect(library.reason("unknown()")?.contains("without a concrete use") == true)
    }

    @Test("A pointer to characters without their number is a text") func cTexts() throws {
        let library = try extract(
            """
            public func open(_ path: UnsafePointer<CChar>, _ mode: CInt) {}
            public func close(_ path: UnsafePointer<CChar>?, _ raw: UnsafeRawPointer?) {}
            public func find(_ path: UnsafePointer<CChar>?) {}
            public func read(_ text: UnsafePointer<CChar>, length: Int) {}
            public func change(_ text: UnsafeMutablePointer<CChar>) {}
            public func bytes(_ text: UnsafePointer<UInt8>) {}
            public func move(_ text: inout UnsafePointer<CChar>?) {}
            public func several(_ texts: UnsafePointer<CChar>...) {}
            public func optionals(_ texts: UnsafePointer<CChar>?...) {}
            public func piece(_ text: UnsafePointer<CChar>?, count: Int) {}
            public protocol Sink { func put(_ text: UnsafePointer<CChar>) }
            public protocol Source { func fill(_ memory: UnsafeMutableRawBufferPointer) -> Int }
            """
        )
        #expect(library.reason("move(_:)")?.contains("inout parameter") == true)
        #expect(
            library.reason("several(_:)") == "any number of pointers"
                && library.reason("optionals(_:)") == "any number of pointers"
        )
        #expect(library.reason("piece(_:count:)") == "an optional pointer with the number of its elements: take an array")
        for (name, member) in [("Sink", "put(_:)"), ("Source", "fill(_:)")] {
            guard case .interface(let interface) = try library.type(name).kind else {
                Issue.record("\(name) is no protocol")
                continue
            }
            let reason = "`\(member)` must be implemented: it has a pointer, whose memory has no owner outside"
            #expect(interface.unimplementable == reason)
        }
        #expect(try library.function("open").parameters.map(\.type) == [.adapted(.cText), .integer(.int32)])
        #expect(try library.function("find").parameters.map(\.type) == [.optional(.adapted(.cText))])
        #expect(library.reason("close(_:_:)")?.contains("outside a parameter") == true)
        guard case .memory(let memory) = try library.function("read").parameters[0].type else {
            Issue.record("no memory")
            return
        }
        #expect(memory.element == .integer(.int8) && memory.countLabel == "length")
        for name in ["change(_:)", "bytes(_:)"] {
            #expect(library.reason(name)?.hasPrefix("a pointer without the number") == true, "\(name)")
        }
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
        #expect(
            any == .adapted(AdaptedType(.named(TypeIdentifier(usr: TypeDeclaration.anyValue)), "Any", name: "Any", getter: "any"))
        )
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

    @Test("Every public declaration is declared or left out, and names its representation") func accounts() throws {
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

    @Test("A parameter of a type without counterpart is left to its default value") func defaults() throws {
        let library = try extract(
            """
            import Foundation
            public func tidy(_ count: Int, with bundle: Bundle? = nil, now: Bool = true) -> Int { count }
            public func sweep(_ room: Int, by bundle: Bundle = .main) -> Int { 1 }
            public func sweep(_ room: Int) -> Int { 2 }
            public func add(_ numbers: Int..., in bundle: Bundle? = nil) {}
            public func open(_ bundle: Bundle) {}
            """
        )
        #expect(try library.function("tidy").parameters.map(\.name) == ["count", "now"])
        // The call without the parameter is one of the other function.
        #expect(library.functions.filter { $0.name == "sweep" }.count == 1)
        #expect(library.reason("sweep(_:by:)")?.contains("`Bundle`") == true)
        #expect(library.reason("add(_:in:)") != nil && library.reason("open(_:)") != nil)
    }

    @Test("Any type with a raw value is represented by the value") func rawValues() throws {
        let library = try extract(
            """
            public func label<Name: RawRepresentable>(_ name: Name) where Name.RawValue == String {}
            public func number<Name: RawRepresentable & Hashable>(_ name: Name?) -> [Name] where Name.RawValue == Int { [] }
            public func other<Name: RawRepresentable>(_ name: Name) where Name.RawValue == Bool {}
            """
        )
        #expect(try library.function("label").parameters[0].type == .adapted(.rawName(.string, "Swift.String")))
        let number = BindingType.adapted(.rawName(.integer(.int), "Swift.Int"))
        #expect(try library.function("number").parameters[0].type == .optional(number))
        #expect(try library.function("number").result == .array(number))
        #expect(library.reason("other(_:)") != nil)
    }

    @Test("Extensions of classes of Foundation are members of those") func foundation() throws {
        let library = try extract(
            """
            import Foundation
            extension FileManager { public func count(at path: String, progress: Progress? = nil) -> Int { 0 } }
            public func current() -> FileManager { .default }
            """
        )
        let manager = try library.type("FileManager")
        #expect(try manager.function("count").parameters.map(\.name) == ["path", "progress"])
        #expect(manager.properties.map(\.name) == ["default"] && library.extensions.isEmpty)
        // The header of the module has the type, because its members may mention types of the module.
        #expect(manager.module == library.modules[0] && manager.notes.location?.line == 2)
        #expect(try library.type("Progress").module.isEmpty)
        #expect(try library.function("current").result == .named(manager.identifier))
        #expect(try library.type("Progress").functions.map(\.name) == ["init", "cancel"])
    }

    @Test("A composition of protocols is a protocol that its parts' conformers conform to") func compositions() throws {
        let library = try extract(
            """
            public protocol One {}
            public protocol Two {}
            public protocol Three: One, Two {}
            public struct Both: One, Two, Sendable { public init() {} }
            public struct Half: One { public init() {} }
            public struct All: Three { public init() {} }
            public func meet(_ value: any Two & One & Sendable) -> (any One & Two)? { nil }
            public func pass<Value: One & Two>(_ value: Value) {}
            public func change<Value: One>(_ value: inout Value) {}
            public func refined<Value: Three & One>(_ value: Value) {}
            """
        )
        let both = try library.type("OneAndTwo")
        let type = BindingType.existential(both.identifier)
        #expect(both.interface?.unimplementable != nil && both.interfaces.count == 2)
        #expect(both.spelling.hasPrefix("(") && both.spelling.contains("::One & "))
        let meet = try library.function("meet")
        #expect(meet.parameters[0].type == type && meet.result == .optional(type))
        #expect(try library.function("pass").parameters[0].type == type)
        for (name, isPart) in [("Both", true), ("Half", false), ("All", true), ("Three", true), ("One", false)] {
            #expect(try library.type(name).interfaces.contains(both.identifier) == isPart, "\(name)")
        }
        let change = try library.function("change").parameters[0]
        let one = try library.type("One").identifier
        #expect(change.isInout && change.type == .existential(one))
        #expect(try library.function("refined").parameters[0].type == .existential(library.type("Three").identifier))
    }
}
