import Foundation

/// Types that an author chooses for generic parameters: generic types with arguments, and types of functions' parameters.
public struct Specializations {
    /// A word that is neither a type nor a file.
    public struct Failure: Error, CustomStringConvertible {
        /// The word and the mistake.
        public var description: String
    }

    /// The types as Swift source, without repetitions.
    public private(set) var types: [String] = []

    /// Parses words of a command line.
    ///
    /// - Parameter words: each a type, whose name begins with a capital letter, or the path of a file with such lines.
    /// - Throws: the word, if it is neither.
    public init(_ words: [String]) throws(Failure) {
        for word in words {
            guard let text = word.contains("<") ? nil : try? String(contentsOfFile: word, encoding: .utf8) else {
                guard Self.isType(word) else {
                    throw Failure(description: "--specialize \(word): neither a file nor a type: Page<Int>, Int")
                }
                add(word)
                continue
            }
            for line in text.split(separator: "\n") { add(String(line.prefix { $0 != "#" })) }
        }
    }

    private static func isType(_ word: String) -> Bool {
        word.contains("<") || "[(".contains(word.prefix(1)) || word.first?.isUppercase == true && !word.contains("/")
    }

    private mutating func add(_ text: String) {
        let type = text.trimmingCharacters(in: .whitespaces)
        if !type.isEmpty, !types.contains(type) { types.append(type) }
    }
}
