import BindingModel
import Testing

/// Types whose values cannot be copied.
@Suite struct UncopiedTests {
    private static let source = """
        public struct File: ~Copyable {
            public let inner: Inner
            public var size: Int { 0 }
            public init?(path: String) { inner = Inner() }
            public init() { inner = Inner() }
            public borrowing func isLarger(than other: borrowing File) -> Bool { false }
            public mutating func swap(with other: inout File) {}
            public consuming func close() throws {}
            public mutating func split() -> File? { nil }
            public func read() async -> Int { 0 }
            public mutating func fill() async {}
            public func copied() async -> File { File() }
        }
        public struct Inner: ~Copyable { public init() {} }
        public struct Plain { public init() {} ; public consuming func used() {} }
        public enum Answer: ~Copyable { case none, text(String), file(File) }
        public func take(_ file: consuming File, _ plain: consuming Plain) {}
        public func maybe(_ file: consuming File?) {}
        public func each(_ body: (borrowing File) -> Void) {}
        public struct Box<T: ~Copyable>: ~Copyable { public init() {} ; public mutating func put(_ value: consuming T) {} }
        extension Box: Copyable where T: Copyable {}
        public typealias FileBox = Box<File>
        public typealias NumberBox = Box<Int>
        public final class Holder<T: ~Copyable> { public init() {} ; public func put(_ value: consuming T) {} }
        public typealias FileHolder = Holder<File>
        """

    @Test("A value that cannot be copied is a handle with members that lend, change and consume it") func members() throws {
        let library = try extract(Self.source)
        let file = try library.type("File")
        #expect(!file.isCopyable && file.kind == .value)
        #expect(try file.function("isLarger").receiver == .borrowed)
        #expect(try file.function("swap").receiver == .mutated && file.function("swap").parameters[0].isInout)
        #expect(try file.function("close").receiver == .consumed)
        #expect(try file.function("split").result == .optional(.named(file.identifier)))
        #expect(try file.function("read").effects.isAsync)
        #expect(file.functions.filter { $0.name == "init" }.map(\.result).contains(.optional(.named(file.identifier))))
        #expect(file.properties.map(\.name) == ["size"])
        let take = try library.function("take")
        #expect(take.parameters.map(\.isConsumed) == [true, false])
        #expect(try library.type("Plain").function("used").receiver == .borrowed)
    }

    @Test("A part of another type, a closure's parameter and an asynchronous call cannot be one") func omissions() throws {
        let library = try extract(Self.source)
        for (path, word) in [
            ("File.inner", "cannot be copied"), ("File.fill()", "asynchronous"), ("File.copied()", "asynchronous"),
            ("maybe(_:)", "optional"), ("each(_:)", "cannot be copied"), ("Answer.file(_:)", "cannot be copied"),
        ] { #expect(library.reason(path)?.contains(word) == true, "\(path): \(library.reason(path) ?? "none")") }
        let answer = try library.type("Answer")
        guard case .variant(let cases, true) = answer.kind else {
            Issue.record("not an enum that is used through functions")
            return
        }
        #expect(!answer.isCopyable && cases.map(\.isOpaque) == [false, false, true])
    }

    @Test("A generic value with an argument that cannot be copied cannot be copied, a class can") func generics() throws {
        let library = try extract(Self.source)
        let file = BindingType.named(try library.type("File").identifier)
        let box = try library.type("FileBox")
        #expect(try !box.isCopyable && box.function("put").parameters.map(\.type) == [file])
        #expect(try box.function("put").parameters[0].isConsumed)
        #expect(try library.type("NumberBox").isCopyable)
        #expect(try library.type("FileHolder").isCopyable)
    }
}
