import BindingModel
import Testing

@testable import BindingExtraction

/// Types of other libraries that are declared with the library's own, and memory of the caller.
@Suite struct ForeignTypeTests {
    @Test("Values of any type are represented by one declared type") func anything() throws {
        let library = try extract(
            """
            public func describe(_ facts: [String: Any]) -> Any? { nil }
            public func key(_ key: AnyHashable) -> [any Sendable] { [] }
            public struct Label { public var facts: [Any]; public init(facts: [Any]) { self.facts = facts } }
            """
        )
        let value = BindingType.named(TypeIdentifier(usr: TypeDeclaration.anyValue))
        let any = BindingType.adapted(AdaptedType(value, "Any", name: "Any", getter: "any"))
        let describe = try library.function("describe")
        #expect(describe.parameters[0].type == .dictionary(key: .string, value: any) && describe.result == .optional(any))
        let key = try library.function("key")
        #expect(
            key.parameters[0].type
                == .adapted(AdaptedType(value, "Swift.AnyHashable", name: "AnyHashable", getter: "hashable", isFailable: true))
        )
        #expect(key.result == .array(.adapted(AdaptedType(value, "any Swift.Sendable", name: "Sendable", getter: "sendable"))))
        #expect(library.types.filter { $0.identifier.usr == TypeDeclaration.anyValue }.count == 1)
        guard case .record(let fields) = try library.type("Label").kind else {
            Issue.record("Label is no record")
            return
        }
        #expect(fields.map(\.type) == [.array(any)])
    }

    @Test("Structures of Foundation are records, also where the symbol graph does not identify their alias")
    func structures() throws {
        let library = try extract(
            """
            import Foundation
            public func move(_ table: CGRect, _ range: NSRange) -> [CGPoint] { [] }
            """
        )
        let move = try library.function("move")
        #expect(move.parameters.map(\.type) == ["CGRect", "NSRange"].map { .named(TypeIdentifier(usr: "foreign:\($0)")) })
        #expect(Set(library.types.map(\.spelling)) == Set(["CGRect", "CGPoint", "CGSize", "NSRange"].map { "Foundation.\($0)" }))
        #expect(library.imports == ["Foundation"])
        #expect(library.declarationCount == 1 && library.omissions.isEmpty)
    }

    @Test("A queue of Dispatch is an object") func queues() throws {
        let library = try extract(
            """
            import Dispatch
            public func work(on queue: DispatchQueue = .main) {}
            """
        )
        let parameter = try library.function("work").parameters[0]
        #expect(
            parameter.type == .named(TypeIdentifier(usr: "foreign:DispatchQueue")) && parameter.defaultValue?.source == ".main"
        )
        #expect(library.types.map(\.spelling) == ["Dispatch.DispatchQueue"] && library.imports.isEmpty)
    }

    @Test("A pointer has the number of its elements, or is left out") func memory() throws {
        let library = try extract(
            """
            public func fill(_ bytes: UnsafeMutableBufferPointer<UInt8>) {}
            public func double(_ numbers: UnsafeMutablePointer<Int>, count: Int) {}
            public func read(_ data: UnsafeRawPointer, byteCount n: Int, twice: Bool) {}
            public func alone(_ number: UnsafeMutablePointer<Int>) {}
            public func last(_ number: UnsafeMutablePointer<Int>, position: Int) {}
            public func texts(_ texts: UnsafeBufferPointer<String>) {}
            public func given() -> UnsafeMutableBufferPointer<UInt8> { .init(start: nil, count: 0) }
            """
        )
        #expect(
            try library.function("fill").parameters.map(\.type) == [
                .memory(
                    MemoryType(
                        element: .integer(.uint8),
                        spelling: "Swift.UnsafeMutableBufferPointer<Swift.UInt8>",
                        isMutable: true,
                        isBuffer: true
                    )
                )
            ]
        )
        #expect(
            try library.function("double").parameters.map(\.type) == [
                .memory(
                    MemoryType(
                        element: .integer(.int),
                        spelling: "Swift.UnsafeMutablePointer<Swift.Int>",
                        isMutable: true,
                        isBuffer: false,
                        countLabel: "count"
                    )
                )
            ]
        )
        #expect(try library.function("read").parameters.map(\.name) == ["data", "twice"])
        #expect(library.reason("alone(_:)")?.contains("without the number of its elements") == true)
        #expect(library.reason("last(_:position:)")?.contains("without the number of its elements") == true)
        #expect(library.reason("texts(_:)")?.contains("not a number") == true)
        #expect(library.reason("given()")?.contains("no owner") == true)
    }
}
