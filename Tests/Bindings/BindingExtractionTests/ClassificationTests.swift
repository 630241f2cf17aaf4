import BindingModel
import Testing

@Suite struct ClassificationTests {
    @Test("A struct is a record when a plain initialiser accepts all of its fields, and otherwise a value") func records() throws
    {
        let library = try extract(
            """
            public struct Plain { public var a: Int; public let b: String
                public init(a: Int, b: String = "x", c: Int = 0) { self.a = a; self.b = b } }
            public struct Turned { public var a: Int; public var b: Bool; public init(b: Bool, a: Int) { self.a = a; self.b = b } }
            public struct Hidden { public var a: Int; private var b = 2; public init(a: Int) { self.a = a } }
            public struct Watched { public var a: Int { didSet {} }; public init(a: Int) { self.a = a } }
            public struct Computing { public var a: Int; var twice: Int { a * 2 }; public init(a: Int) { self.a = a } }
            public struct Failing { public var a: Int; public init?(a: Int) { self.a = a } }
            public struct Throwing { public var a: Int; public init(a: Int) throws { self.a = a } }
            public struct Making { public var a: Int; init(a: Int) { self.a = a } }
            public struct Handling { public var a: @Sendable () -> Void; public init(a: @escaping @Sendable () -> Void) { self.a = a } }
            public struct Tree { public var children: [Tree]; public init(children: [Tree]) { self.children = children } }
            public struct Other { public var a: Int; public init(a: Int32) { self.a = Int(a) } }
            public struct Fixed { public let a = 1; public init() {} }
            """
        )
        let records = library.types.filter { $0.fields != nil }.map { $0.path[0] }
        #expect(records == ["Plain", "Turned", "Watched", "Computing"])
        #expect(try library.type("Plain").fields?.map(\.defaultValue) == [nil, DefaultValue("\"x\"", .text("x"))])
        #expect(try library.type("Plain").functions.isEmpty)
        #expect(try library.type("Plain").fields?.map(\.isSettable) == [true, false])
        #expect(try library.type("Turned").fields?.map(\.name) == ["b", "a"])
        #expect(try library.type("Tree").property("children").isSettable)
        #expect(try library.type("Tree").function("init").parameters.count == 1)
    }

    @Test("A set of flags is a record with its raw value") func optionSets() throws {
        let library = try extract(
            """
            public struct Flags: OptionSet, Sendable { public let rawValue: UInt16; public init(rawValue: UInt16) { self.rawValue = rawValue }
                public static let one = Flags(rawValue: 1) }
            """
        )
        let flags = try library.type("Flags")
        #expect(flags.conformances.contains(.optionSet(.uint16)))
        #expect(flags.fields?.map(\.name) == ["rawValue"])
        #expect(try flags.property("one").receiver == .none)
    }

    @Test("An enum is an enumeration, a variant or a value, by its payloads") func enums() throws {
        let library = try extract(
            """
            public enum Plain: Int { case one = 1, two = 5 }
            public enum Named: String, CaseIterable { case a = "x", b }
            public enum Payload { case none, pair(Int, name: String) }
            public indirect enum Loop { case end, next([Loop]) }
            public enum First { case end, second(Second) }
            public enum Second { indirect case first(First) }
            public enum Reaction { case none, number(Int), call(ContinuousClock) }
            public enum Order { case none, call(@Sendable () -> Void), ask(any CustomShape) }
            public protocol CustomShape {}
            public enum Empty { public static let limit = 3 }
            """
        )
        #expect(try library.type("Plain").cases == ["one", "two"])
        #expect(try library.type("Plain").conformances.contains(.rawRepresentable(.integer(.int))))
        #expect(try library.type("Named").conformances.contains(.rawRepresentable(.string)))
        #expect(try library.type("Named").conformances.contains(.caseIterable))
        guard case .variant(let cases, false) = try library.type("Payload").kind else {
            Issue.record("Payload is no variant")
            return
        }
        #expect(cases[1].payload == [.init(label: nil, type: .integer(.int)), .init(label: "name", type: .string)])
        for name in ["Loop", "First", "Second"] {
            guard case .variant(_, true) = try library.type(name).kind else {
                Issue.record("\(name) is not recursive")
                return
            }
        }
        guard case .variant(let reactions, true) = try library.type("Reaction").kind else {
            Issue.record("Reaction is not used through functions")
            return
        }
        #expect(reactions.map(\.name) == ["none", "number", "call"])
        #expect(reactions.map(\.isOpaque) == [false, false, true])
        guard case .variant(let orders, false) = try library.type("Order").kind else {
            Issue.record("Order is no variant")
            return
        }
        #expect(orders.map(\.isOpaque) == [false, false, false])
        #expect(library.reason("Reaction.call(_:)")?.contains("payload") == true)
        #expect(try library.type("Empty").kind == .value)
    }

    @Test("A class knows its nearest public superclass; overrides stay with it") func classes() throws {
        let library = try extract(
            """
            open class Base { public init() {}; open func run() -> Int { 1 }; public private(set) var count = 0
                public internal(set) var both: Int { get { 1 } set {} } }
            class Middle: Base {}
            public final class Leaf: Base { override public func run() -> Int { 2 }; override public init() {} }
            public actor Worker { public init() {}; public func work() {}; public let fixed = 1
                public nonisolated let free = 1; public nonisolated func now() {} }
            """
        )
        let base = try library.type("Base")
        #expect(base.object == ObjectType(isActor: false, isFinal: false, superclass: nil))
        #expect(try !base.property("count").isSettable)
        #expect(try !base.property("both").isSettable)
        let leaf = try library.type("Leaf")
        #expect(leaf.object?.superclass == base.identifier)
        #expect(leaf.functions.map(\.name) == ["init"])
        let worker = try library.type("Worker")
        #expect(worker.object?.isActor == true)
        #expect(try worker.function("work").effects.isolation == .actor)
        #expect(try worker.property("fixed").effects.isolation == .actor)
        #expect(try worker.property("free").effects.isolation == .none)
        #expect(try worker.function("now").effects.isolation == .none)
    }

    @Test("A class without initialisers has those of its superclass") func inheritedInitializers() throws {
        let library = try extract(
            """
            open class Base { public init(number: Int) {}; public convenience init?(text: String) { self.init(number: 1) } }
            public class Middle: Base { public var more = 1 }
            public final class Leaf: Middle {}
            """
        )
        let leaf = try library.type("Leaf")
        #expect(leaf.functions.map(\.parameters.first?.label) == ["number", "text"])
        #expect(leaf.functions.map(\.result) == [.named(leaf.identifier), .optional(.named(leaf.identifier))])
    }

    @Test("Accessors report their effects") func accessors() throws {
        let library = try extract(
            """
            public enum Mistake: Error { case made }
            public struct Props { public init() {}
                public static subscript(index: Int) -> Int { get { 1 } set {} }
                public var later: Int { get async throws { 1 } }
                public var typed: Int { get throws(Mistake) { 1 } }
                public var shared: Int { get { 1 } nonmutating set {} }
                public var counted: Int { mutating get { 1 } }
                public lazy var late = 3 }
            """
        )
        let props = try library.type("Props")
        #expect(props.kind == .value)
        #expect(try props.property("subscript").receiver == .none)
        #expect(try props.property("later").effects == Effects(isAsync: true, failure: .untyped))
        #expect(try props.property("typed").effects.failure == .typed(library.type("Mistake").identifier))
        #expect(try props.property("shared").isSettable && !props.property("shared").setterMutates)
        #expect(try props.property("counted").receiver == .mutated)
        #expect(try props.property("late").receiver == .mutated)
        #expect(try props.property("late").setterMutates)
    }

    @Test("Members and conformances of a generic type depend on its arguments") func conditions() throws {
        let library = try extract(
            """
            public struct Opaque { public init() {} }
            public struct Box<T> { public var t: T; public init(t: T) { self.t = t }
                public typealias Item = T
                public func item() -> Item { t }
                public func hashed() -> Int where T: Hashable { 1 } }
            extension Box: Equatable where T: Equatable {}
            public func strings() -> Box<String> { Box(t: "") }
            public func opaque() -> Box<Opaque> { Box(t: Opaque()) }
            """
        )
        let strings = try library.type("BoxOfString")
        let opaque = try library.type("BoxOfOpaque")
        #expect(strings.conformances.contains(.equatable))
        #expect(!opaque.conformances.contains(.equatable))
        #expect(strings.functions.map(\.name) == ["item", "hashed"])
        #expect(opaque.functions.map(\.name) == ["item"])
        #expect(try opaque.function("item").result == .named(library.type("Opaque").identifier))
    }

    @Test("An alias names a generic type with arguments, the first of several") func namedSpecialisations() throws {
        let library = try extract(
            """
            /// Any box.
            public struct Box<T> { public var t: T; public init(t: T) { self.t = t } }
            /// A box of text.
            public typealias TextBox = Box<String>
            public typealias StringBox = Box<String>
            public typealias Number = Int
            public typealias AnyBox<U> = Box<U>
            public func text() -> Box<String> { Box(t: "") }
            public func same() -> StringBox { Box(t: "") }
            public func number() -> AnyBox<Number> { Box(t: 1) }
            public func nested() -> Box<TextBox> { Box(t: text()) }
            """
        )
        let box = try library.type("TextBox")
        #expect(box.spelling.hasSuffix("::Box<Swift.String>"))
        #expect(box.notes.documentation == "A box of text.")
        #expect(library.functions.prefix(2).map(\.result) == [.named(box.identifier), .named(box.identifier)])
        #expect(Set(library.types.map { $0.path.joined() }) == ["TextBox", "BoxOfInt", "BoxOfTextBox"])
    }

    @Test("Types are spelt with a module selector, also one that is called as its module is") func shadowedModule() throws {
        let library = try extract("public struct MODULE { public struct Part {} }\npublic struct Other { public init() {} }")
        let module = library.modules[0]
        #expect(library.types.map(\.spelling) == ["\(module)::\(module)", "\(module)::\(module).Part", "\(module)::Other"])
    }

    @Test("A generic type that returns itself with further arguments ends") func endless() throws {
        let library = try extract(
            """
            public struct Nest<Value: Sendable>: Sendable {
                public func nested() -> Nest<Nest<Value>> { Nest<Nest<Value>>() }
            }
            public func nest() -> Nest<Int> { Nest() }
            """
        )
        #expect(library.types.count == 4)
    }

    @Test("A generic type that returns itself in many ways has a limited number of specializations") func explosive() throws {
        let library = try extract(
            """
            public struct Pair<First: Sendable, Second: Sendable>: Sendable {
                public func left() -> Pair<Pair<First, Second>, Second> { Pair<Pair<First, Second>, Second>() }
                public func right() -> Pair<First, Pair<First, Second>> { Pair<First, Pair<First, Second>>() }
                public func swapped() -> Pair<Second, First> { Pair<Second, First>() }
                public func both() -> Pair<Pair<First, Second>, Pair<Second, First>> { Pair<Pair<First, Second>, Pair<Second, First>>() }
            }
            public func pair() -> Pair<Int, String> { Pair() }
            """
        )
        #expect(library.types.count == 256)
    }

    @Test(
        "Overrides of class members are members; those of instance members are called by way of the base class, at any distance"
    )
    func overrides() throws {
        let library = try extract(
            """
            open class Base { public init() {}; open class func kind() -> Int { 1 }; open func size() -> Int { 1 } }
            open class Middle: Base { open override class func kind() -> Int { 2 }; open override func size() -> Int { 2 } }
            open class Last: Middle { open override class func kind() -> Int { 3 }; open override func size() -> Int { 3 } }
            """
        )
        #expect(library.omissions.isEmpty)
        for name in ["Middle", "Last"] {
            #expect(try library.type(name).functions.filter { $0.kind == .function }.map(\.name) == ["kind"])
        }
    }

    @Test("An override or a default implementation of what is left out has the reason of that, at any distance") func reasons()
        throws
    {
        let library = try extract(
            """
            open class Base { public init() {}; open func copy() -> AnyObject { self } }
            open class Middle: Base { open override func copy() -> AnyObject { self } }
            open class Last: Middle { open override func copy() -> AnyObject { self } }
            public protocol Flags { associatedtype Item; static func name(for item: Self) -> String; init(bytes: [UInt8]) }
            extension Flags { public static func name(for item: Self) -> String { "" }; public init(bytes: [UInt8]) { fatalError() } }
            """
        )
        for name in ["Base", "Middle", "Last"] {
            #expect(library.reason("\(name).copy()") == "`AnyObject` of Swift has no counterpart in other languages")
        }
        for name in ["name(for:)", "init(bytes:)"] {
            let reasons = library.omissions.filter { $0.path == "Flags.\(name)" }.map(\.reason)
            #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains("associated type") }, "\(reasons)")
        }
    }

    @Test("A protocol is an interface, unless it cannot be the type of a value") func protocols() throws {
        let library = try extract(
            """
            public protocol Base { func first() -> Int }
            public protocol Derived: Base, AnyObject { var second: Int { get set }; func third() async throws }
            extension Derived { public func third() async throws {}; public func extra() {} }
            public protocol AnyObjectHolder { func hold() -> Int }
            public protocol Stuck { init(); func now() }
            public protocol Deep: Hashable { func now() }
            public protocol Abstract { associatedtype Item; func item() -> Item }
            extension Abstract { public func shared() -> Int { 1 } }
            public struct Concrete: Abstract { let hidden = 1; public func item() -> Int { 1 } }
            """
        )
        let derived = try #require(library.type("Derived").interface)
        #expect(derived.isClassBound)
        #expect(try library.type("AnyObjectHolder").interface?.isClassBound == false)
        #expect(derived.unimplementable == nil)
        #expect(derived.requirements.map(\.hasDefault) == [false, true, false])
        #expect(try library.type("Derived").functions.map(\.name) == ["third", "extra"])
        #expect(try library.type("Stuck").interface?.unimplementable?.contains("initialiser") == true)
        #expect(try library.type("Deep").interface?.unimplementable?.contains("Hashable") == true)
        #expect(library.reason("Abstract")?.contains("associated type") == true)
        #expect(try library.type("Concrete").functions.map(\.name) == ["item", "shared"])
    }

    @Test("A generic type is declared once for each use") func generics() throws {
        let library = try extract(
            """
            public struct Box<Item> { public var item: Item; public init(item: Item) { self.item = item }
                public func map<Other>(_ f: (Item) -> Other) -> Box<Other> { Box<Other>(item: f(item)) } }
            extension Box where Item == String { public var shout: String { item } }
            public struct Unused<Item> { public var item: Item }
            public func number() -> Box<Int> { Box(item: 1) }
            public func text(_ box: Box<String>, _ more: Box<[Int?]>) {}
            public func any<T>(_ value: T) {}
            """
        )
        #expect(Set(library.types.map { $0.path[0] }) == ["AnyValue", "BoxOfInt", "BoxOfString", "BoxOfArrayOfOptionalInt"])
        #expect(try library.type("BoxOfInt").fields?.map(\.type) == [.integer(.int)])
        #expect(try library.type("BoxOfInt").properties.isEmpty)
        #expect(try library.type("BoxOfString").property("shout").type == .string)
        #expect(library.reason("Box.map(_:)")?.contains("generic") == true)
        #expect(library.reason("Unused")?.contains("generic without a concrete use") == true)
        #expect(try library.function("any").parameters.map(\.type).contains { $0.isAny })
    }

    @Test("Aliases are followed, and closures keep their attributes") func closures() throws {
        let library = try extract(
            """
            public typealias Handler = @Sendable (_ value: Int) -> Void
            public typealias Pair<T> = (T, T)
            public func kept(_ handler: @escaping Handler) {}
            public func lent(_ handler: Handler) {}
            public func maybe(_ handler: Handler?) {}
            public func pair(_ pair: Pair<Int>) {}
            @MainActor public func main(_ body: @escaping @MainActor (String) async throws -> Int) {}
            public func nested(_ body: ((Int) -> Void) -> Void) {}
            public func style(_ body: (@escaping (Int) -> Void) -> Void) {}
            public func deeper(_ body: ((() -> Void) -> Void) -> Void) {}
            public func many(_ bodies: [() -> Void]) {}
            """
        )
        func closure(_ name: String) throws -> ClosureType? {
            switch try library.function(name).parameters[0].type {
            case .closure(let closure), .optional(.closure(let closure)): closure
            default: nil
            }
        }
        #expect(try closure("kept")?.isEscaping == true)
        #expect(try closure("kept")?.isSendable == true)
        #expect(try closure("lent")?.isEscaping == false)
        #expect(try closure("maybe")?.isEscaping == true)
        #expect(try library.function("pair").parameters[0].type.isPairOfInt)
        #expect(try closure("main")?.isMainActor == true)
        #expect(try closure("main")?.failure == .untyped)
        #expect(try library.function("main").effects.isolation == .mainActor)
        guard case .closure(let inner)? = try closure("nested")?.parameters[0].type else {
            Issue.record("nested takes no closure that takes a closure")
            return
        }
        #expect(!inner.isEscaping)
        guard case .closure(let completion)? = try closure("style")?.parameters[0].type else {
            Issue.record("style takes no closure that takes a closure")
            return
        }
        #expect(completion.isEscaping && completion.parameters.map(\.type) == [.integer(.int)])
        guard case .closure(let outer)? = try closure("deeper")?.parameters[0].type else {
            Issue.record("deeper takes no closure that takes a closure")
            return
        }
        let innermost = BindingType.closure(ClosureType(parameters: [], result: .void, isEscaping: false))
        #expect(outer.parameters.map(\.type) == [innermost])
        #expect(try library.function("many").parameters[0].type.isArrayOfClosures)
        #expect(library.reason("Pair")?.contains("generic alias") == true)
    }

    @Test("Declarations that cannot be represented are left out with a reason") func omissions() throws {
        let library = try extract(
            """
            public struct Lent: ~Escapable { @_lifetime(immortal) public init() {} }
            public func take(_ lent: borrowing Lent) {}
            public func anything() -> AnyObject { Unrelated() }
            final class Unrelated {}
            public func clock() -> ContinuousClock { ContinuousClock() }
            public func here(isolation: isolated (any Actor)? = #isolation) async {}
            public func there(isolation: isolated (any Actor)?) async {}
            public func grow(_ body: inout () -> Void) {}
            public func grow(number: inout Int, others: Int...) {}
            public func c(_ body: @convention(c) (Int) -> Void) {}
            extension Array { public var middle: Int { 0 } }
            @_spi(X) public func secret() {}
            public protocol Alike: Equatable { var number: Int { get } }
            extension Alike { public static func == (left: Self, right: Self) -> Bool { left.number == right.number } }
            public struct Twin: Alike {
                public let number: Int
                public static func == (left: Twin, right: Twin) -> Bool { left.number == right.number }
            }
            public func _technical() {}
            public protocol Kept { func _required() }
            @globalActor public actor Back { public static let shared = Back() }
            @Back public func onBack() {}
            public struct Coded: Codable { public var a: Int }
            public func pack<each T>(_ values: repeat each T) {}
            public func type(_ type: any Error.Type) {}
            public protocol One {}
            public func both(_ value: any One & Equatable) {}
            """
        )
        for (path, word) in [
            ("Lent", "~Escapable"), ("Lent.init()", "member of"), ("take(_:)", "Lent"), ("anything()", "Any"),
            ("clock()", "ContinuousClock"), ("there(isolation:)", "isolation"), ("grow(_:)", "inout"),
            ("Array.middle", "Array"), ("secret()", "SPI"), ("_technical()", "underscore"),
            ("Coded.init(from:)", "needs Foundation"),
            ("pack(_:)", "generic"), ("type(_:)", "`any Error.Type`"), ("both(_:)", "One & Equatable"),
        ] { #expect(library.reason(path)?.contains(word) == true, "\(path): \(library.reason(path) ?? "none")") }
        let grow = try library.function("grow")
        #expect(grow.parameters.map(\.isInout) == [true, false])
        #expect(grow.parameters[1].type == .array(.integer(.int)))
        #expect(try library.function("here").parameters.isEmpty)
        #expect(library.reason("Kept._required()") == nil)
        // The function of the conformance stands for both.
        let twin = try #require(library.types.first { $0.path == ["Twin"] })
        #expect(twin.conformances.contains(.equatable) && twin.functions.allSatisfy { $0.name != "==" })
        #expect(library.reason("Twin.==(_:_:)") == nil && library.reason("Alike.==(_:_:)") == nil)
        #expect(try library.function("onBack").effects.isolation == .globalActor)
    }
}

extension BindingType {
    fileprivate var isAny: Bool { if case .adapted(let adapted) = self { adapted.spelling == "Any" } else { false } }

    fileprivate var isArrayOfClosures: Bool { if case .array(.closure) = self { true } else { false } }

    fileprivate var isPairOfInt: Bool {
        if case .tuple(let elements) = self { elements.map(\.type) == [.integer(.int), .integer(.int)] } else { false }
    }
}
