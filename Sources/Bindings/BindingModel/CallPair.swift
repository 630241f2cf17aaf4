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
        guard names.count == 3, names.allSatisfy(Self.isName) else { return nil }
        self.init(name: String(names[0]), begin: String(names[1]), end: String(names[2]))
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, !first.isNumber else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}

/// A pair of methods that no class has.
public struct CallPairError: Error, Hashable, CustomStringConvertible {
    /// The pair, and what it needs.
    public var description: String
}

extension Library {
    /// Gives classes a function for two of their asynchronous methods.
    ///
    /// - Parameter pairs: The names of the methods, in Swift or for other languages.
    /// - Throws: an error if there is a pair of which no class has both methods.
    public mutating func pair(_ pairs: [CallPair]) throws(CallPairError) {
        for pair in pairs where !types.contains(where: { $0.hasAsynchronous(pair.begin) && $0.hasAsynchronous(pair.end) }) {
            let text = "\(pair.name)=\(pair.begin),\(pair.end)"
            throw CallPairError(description: "\(text): no class of the modules has asynchronous methods of these names")
        }
        callPairs = pairs
    }
}

extension TypeDeclaration {
    fileprivate func hasAsynchronous(_ name: String) -> Bool {
        functions.contains { $0.effects.isAsync && ($0.name == name || $0.foreignName == name) }
    }
}
