import BindingModel
import Testing

@Suite("The model of a library")
struct LibraryTests {
    private static func type(_ usr: String, _ kind: TypeKind) -> TypeDeclaration {
        TypeDeclaration(identifier: TypeIdentifier(usr: usr), module: "M", path: [usr], spelling: "M::\(usr)", kind: kind)
    }

    @Test("a declaration is left out wherever it is, with one omission") func leavingOut() {
        var first = Self.type("First", .value)
        first.functions = [Function(usr: "shared", name: "run"), Function(usr: "own", name: "walk")]
        var second = Self.type("Second", .value)
        second.functions = [Function(usr: "shared", name: "run")]
        second.properties = [PropertyDeclaration(usr: "size", name: "size", type: .bool)]
        var library = Library(
            name: "m",
            modules: ["M"],
            types: [first, second],
            functions: [Function(usr: "free", name: "free")],
            properties: [PropertyDeclaration(usr: "limit", name: "limit", type: .bool)],
            extensions: [
                ForeignExtension(
                    type: .string,
                    spelling: "Swift.String",
                    properties: [PropertyDeclaration(usr: "shout", name: "shout", type: .string)]
                )
            ]
        )
        for usr in ["shared", "size", "free", "limit", "shout"] {
            let isFound = library.leaveOut(usr, "because of \(usr)")
            #expect(isFound)
        }
        #expect(library.omissions.map(\.path) == ["First.run", "Second.size", "free", "limit", "Swift.String.shout"])
        #expect(library.omissions.map(\.reason) == ["shared", "size", "free", "limit", "shout"].map { "because of \($0)" })
        #expect(library.types[0].functions.map(\.usr) == ["own"] && library.types[1].functions.isEmpty)
        #expect(library.types[1].properties.isEmpty && library.functions.isEmpty && library.properties.isEmpty)
        #expect(library.extensions[0].properties.isEmpty)
        let before = library
        let found = ["shared", "unknown"].filter { library.leaveOut($0, "again") }
        #expect(found.isEmpty && library == before)
    }

    @Test("a declaration is left out of one specialization of a generic type; the omission is partial if another has it")
    func leavingOutOne() {
        let usr = "s:next"
        func boxed(_ name: String, _ result: BindingType) -> TypeDeclaration {
            var type = Self.type(name, .value)
            type.functions = [Function(usr: usr, name: "next", result: result)]
            type.properties = [PropertyDeclaration(usr: "s:size", name: "size", type: .bool)]
            return type
        }
        var library = Library(name: "m", modules: ["M"], types: [boxed("OfText", .string), boxed("OfNumber", .double)])
        let texts = Member.function(library.types[0].functions[0])
        #expect(library.leaveOut(usr, as: texts, "no text") == true)
        #expect(library.omissions.map(\.reason) == ["no text"] && library.omissions.map(\.isPartial) == [true])
        #expect(library.types.map(\.functions.count) == [0, 1])
        #expect(library.leaveOut(usr, as: texts, "again") == false && library.omissions.count == 1)
        let numbers = Member.function(library.types[1].functions[0])
        #expect(library.leaveOut(usr, as: numbers, "no number") == true)
        #expect(library.omissions.map(\.reason) == ["no text", "no number"] && library.types[1].functions.isEmpty)
        #expect(library.omissions.map(\.isPartial) == [true, false])
        let size = Member.property(library.types[0].properties[0])
        #expect(size.usr == "s:size" && library.leaveOut(size.usr, as: size, "no size") == true)
        #expect(library.types.map(\.properties.count) == [0, 0] && library.omissions.count == 3)
    }

    @Test("conformances of a type are left out, with the members that they represent if no arguments have them")
    func conformances() {
        let usr = "s:Box"
        func box(_ argument: BindingType) -> TypeDeclaration {
            var type = Self.type(usr, .value)
            type.identifier.arguments = [argument]
            type.conformances = [.equatable, .hashable, .sendable]
            return type
        }
        let types = [box(.string), box(.double)]
        var library = Library(name: "m", modules: ["M"], types: types)
        let represented: [(String, DeclaredSymbol.Representation)] = [
            ("s:hash", .conformance(.hashable, of: usr)), ("s:equal", .conformance(.equatable, of: usr)),
            ("s:other", .conformance(.hashable, of: "s:Other")), (usr, .itself),
        ]
        library.declared = represented.map { usr, representation in
            DeclaredSymbol(usr: usr, declaration: usr, path: usr, location: nil, representation: representation)
        }
        func leaveOut(_ identifier: TypeIdentifier) -> Bool {
            library.leaveOutConformances(of: identifier, where: { $0 == .hashable }, "it does not compile")
        }
        #expect(leaveOut(types[0].identifier) == true && library.declared.count == 4)
        #expect(library.omissions.map(\.usr) == ["s:hash"] && library.omissions.map(\.isPartial) == [true])
        #expect(library.types.map(\.conformances.count) == [2, 3])
        #expect(leaveOut(types[0].identifier) == false && leaveOut(TypeIdentifier(usr: "s:None")) == false)
        #expect(leaveOut(types[1].identifier) == true)
        #expect(library.omissions.map(\.usr) == ["s:hash", "s:hash"] && library.omissions.map(\.isPartial) == [true, false])
        #expect(library.omissions.allSatisfy { $0.reason == "it does not compile" })
        #expect(library.declared.map(\.usr) == ["s:equal", "s:other", usr])
    }

    @Test("implementations of a protocol are left out once, and only of a protocol") func implementations() {
        var library = Library(
            name: "m",
            modules: ["M"],
            types: [Self.type("P", .interface(InterfaceType())), Self.type("S", .value)]
        )
        let found = ["P", "P", "S", "unknown"].map { library.leaveOutImplementations(of: $0, "no reason") }
        #expect(found == [true, false, false, false])
        guard case .interface(let interface) = library.types[0].kind else {
            Issue.record("P is no protocol")
            return
        }
        #expect(interface.unimplementable == "no reason" && library.omissions.map(\.usr) == ["P"])
        #expect(library.omissions.map(\.isPartial) == [true], "programs can call what implements it")
    }

    @Test("the depth of a generic type counts generic types in arguments, through every type that contains one")
    func depths() {
        let plain = BindingType.named(TypeIdentifier(usr: "Plain"))
        let one = TypeIdentifier(usr: "Box", arguments: [plain])
        #expect(TypeIdentifier(usr: "Plain").depth == 0 && one.depth == 1)
        let inner = BindingType.named(one)
        let containers: [BindingType] = [
            inner, .optional(inner), .array(inner), .set(inner), .range(inner, isClosed: true),
            .dictionary(key: .string, value: inner), .dictionary(key: inner, value: .string),
            .tuple([TupleElement(label: nil, type: .bool), TupleElement(label: "b", type: inner)]),
            .sequence(SequenceType(element: inner, failure: .never, spelling: "", isConstructible: false)),
            .adapted(AdaptedType(inner, "X", name: "X")), .result(inner, failure: .untyped),
            .closure(ClosureType(parameters: [], result: inner)),
            .closure(ClosureType(parameters: [TupleElement(label: nil, type: inner)], result: .void)), .existential(one),
        ]
        for type in containers { #expect(TypeIdentifier(usr: "Box", arguments: [type]).depth == 2, "\(type)") }
        for type in [BindingType.string, .tuple([]), .closure(ClosureType(parameters: [], result: .void))] {
            #expect(TypeIdentifier(usr: "Box", arguments: [type]).depth == 1)
        }
    }

    @Test("integers have the width and the sign of their names") func integers() {
        for integer in IntegerType.allCases {
            let digits = integer.rawValue.filter(\.isNumber)
            #expect(integer.width == (Int(digits) ?? 64) && integer.isSigned == integer.rawValue.hasPrefix("Int"))
        }
        #expect(Set(IntegerType.allCases.map(\.rawValue)).count == 10)
    }

    @Test("an async or isolated function must be awaited", arguments: [Isolation.none, .mainActor, .actor])
    func awaiting(_ isolation: Isolation) {
        #expect(Effects(isAsync: true, isolation: isolation).mustBeAwaited)
        #expect(Effects(failure: .untyped, isolation: isolation).mustBeAwaited == (isolation != .none))
    }

    @Test("a closure, also an optional one, is a closure; an array of closures is not") func closures() {
        let closure = BindingType.closure(ClosureType(parameters: [], result: .void))
        #expect(closure.isClosure && BindingType.optional(closure).isClosure)
        #expect(!BindingType.array(closure).isClosure && !BindingType.optional(.optional(closure)).isClosure)
    }

    @Test("places and identifiers are printed as compilers print them") func texts() {
        #expect("\(SourceLocation(file: "a/b.swift", line: 3))" == "a/b.swift:3")
        #expect("\(TypeIdentifier(usr: "s:1AV"))" == "s:1AV")
        #expect("\(TypeIdentifier(usr: "s:1AV", arguments: [.bool]))".hasPrefix("s:1AV<"))
    }

    @Test("a pair of methods that no class has, or that are not asynchronous, is an error")
    func pairs() throws {
        var door = TypeDeclaration(
            identifier: TypeIdentifier(usr: "door"),
            module: "House",
            path: ["Door"],
            spelling: "House::Door",
            kind: .object(ObjectType())
        )
        door.functions = [
            Function(usr: "open", name: "open", effects: Effects(isAsync: true)),
            Function(usr: "close", name: "close", effects: Effects(isAsync: true)), Function(usr: "lock", name: "lock"),
        ]
        var library = Library(name: "house", modules: ["House"], types: [door])
        let pair = CallPair(name: "opened", begin: "open", end: "close")
        try library.pair([pair])
        #expect(library.callPairs == [pair])
        for end in ["lock", "shut"] {
            #expect(throws: CallPairError.self) { try library.pair([CallPair(name: "opened", begin: "open", end: end)]) }
        }
    }
}
