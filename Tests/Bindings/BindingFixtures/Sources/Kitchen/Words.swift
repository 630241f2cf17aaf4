/// Names that are words of C and C++.
public struct Words: Hashable, Sendable {
    public var register: Int
    public var union: String
    public var `default`: Bool

    public init(register: Int, union: String, default: Bool) {
        self.register = register
        self.union = union
        self.default = `default`
    }

    public func namespace(_ template: Int, delete: Int) -> Int { template &+ delete &+ register }
}

/// Cases that are words of C and C++.
public enum Keyword: Sendable, CaseIterable {
    case `default`, `switch`, namespace, union, int
}

public func new(_ class: Int) -> Int { `class` }

/// Overloads by label …
public func cut(into pieces: Int) -> String { "into \(pieces)" }
public func cut(at position: Int) -> String { "at \(position)" }
/// … and by type.
public func cut(_ value: Int) -> String { "number \(value)" }
public func cut(_ value: String) -> String { "text \(value)" }

/// Names beyond ASCII.
public enum Gewürz: Sendable {
    case jalapeño, süß, 唐辛子
}

public func crêpe(größe: Int) -> String { "crêpe \(größe)" }
