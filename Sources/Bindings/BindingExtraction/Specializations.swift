import Foundation

/// Generic types with arguments that an author chooses.
public struct Specializations {
    /// A word that is neither a type with arguments nor a file.
    public struct Failure: Error, CustomStringConvertible {
        /// The word and the mistake.
        public var description: String
    }

    /// The types as Swift source, without repetitions.
    public private(set) var types: [String] = []

    /// Parses words of a command line.
    ///
    /// - Parameter words: each a type with arguments in angle brackets, or the path of a file with such lines.
    /// - Throws: the word, if it is neither.
    public init(_ words: [String]) throws(Failure) {
        for word in words {
            guard !word.contains("<") else {
                add(word)
                continue
            }
            guard let text = try? String(contentsOfFile: word, encoding: .utf8) else {
                throw Failure(description: "--specialize \(word): there is no such file, and no < in it: Page<Int>")
            }
            for line in text.split(separator: "\n") { add(String(line.prefix { $0 != "#" })) }
        }
    }

    private mutating func add(_ text: String) {
        let type = text.trimmingCharacters(in: .whitespaces)
        if !type.isEmpty, !types.contains(type) { types.append(type) }
    }
}
