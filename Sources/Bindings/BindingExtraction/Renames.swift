public import BindingModel
import Foundation

/// Names for other languages that an author chooses.
public struct Renames {
    /// A mistake in a name, or in a file of names.
    public struct Failure: Error, CustomStringConvertible {
        /// The place and the mistake.
        public var description: String
    }

    private var names: [(declaration: String, name: String)] = []

    /// Parses names.
    ///
    /// - Parameter words: each `SWIFTNAME=NAME`, or the path of a file with such lines.
    /// - Throws: the place and the reason, if a word is neither, or a declaration has two names.
    public init(_ words: [String]) throws(Failure) {
        for word in words {
            guard !word.contains("=") else {
                try add(word, from: "--rename")
                continue
            }
            guard let text = try? String(contentsOfFile: word, encoding: .utf8) else {
                throw Failure(description: "--rename \(word): there is no such file, and no = in it: SWIFTNAME=NAME")
            }
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                let line = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
                if !line.isEmpty { try add(line, from: "\(word):\(index + 1)") }
            }
        }
    }

    private mutating func add(_ text: String, from place: String) throws(Failure) {
        // An operator may have = in its name.
        guard let mark = text.lastIndex(of: "=") else { throw Failure(description: "\(place): \(text) is not SWIFTNAME=NAME") }
        let declaration = text[..<mark].trimmingCharacters(in: .whitespaces)
        let name = text[text.index(after: mark)...].trimmingCharacters(in: .whitespaces)
        if let other = names.first(where: { $0.declaration == declaration }), other.name != name {
            throw Failure(description: "\(place): \(declaration) is renamed twice, to \(other.name) and \(name)")
        }
        names.append((declaration, name))
    }

    /// Gives the names to the library's declarations.
    ///
    /// - Throws: an error if a name or its declaration is not suitable.
    public func apply(to library: inout Library) throws(RenamingError) {
        for (declaration, name) in names { try library.rename(declaration, to: name) }
    }
}
