/// Two asynchronous methods of which the second ends what the first begins, such as `open` and `close`.
///
/// A language with blocks that clean up after themselves has a function for a class with both: `with door.opened():`
public struct CallPair: Hashable, Sendable {
    /// The name of the function in languages that have it.
    public var name: String
    /// The name of the method that begins.
    public var begin: String
    /// The name of the method that ends; it needs no arguments.
    public var end: String

    /// Creates a pair from the names of its methods.
    public init(name: String, begin: String, end: String) {
        (self.name, self.begin, self.end) = (name, begin, end)
    }

    /// Parses `opened=open,close`; nil for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let names = [parts[0]] + parts[1].split(separator: ",", omittingEmptySubsequences: false)
        guard names.count == 3, names.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
        else { return nil }
        self.init(name: String(names[0]), begin: String(names[1]), end: String(names[2]))
    }
}
