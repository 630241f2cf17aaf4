/// Suggests names for a misspelt one.
package enum NearestName {
    /// Returns the name nearest to `text`, or nil if none is near enough to suggest.
    ///
    /// A name that begins with `text` wins if it is the only one; otherwise the name with the fewest edits, where a swap of
    /// neighbours counts as one and about a third of the letters may differ.
    package static func of(_ text: String, among names: [String]) -> String? {
        let letters = Array(text.utf8.prefix(longest + 1))
        guard !letters.isEmpty, letters.count <= longest else { return nil }
        if letters.count >= 2 {
            let begun = names.filter { $0.utf8.starts(with: letters) }
            if begun.count == 1 { return begun[0] }
        }
        // An abbreviation omits letters: "cnt" for "count". Dashes of options do not count as letters.
        let short = letters.drop { $0 == UInt8(ascii: "-") }
        if short.count >= 3, let abbreviated = names.filter({ isAbbreviation(short, of: Array($0.utf8)) }).first {
            return abbreviated
        }
        let allowed = max(1, letters.count / 3)
        return names.map { (name: $0, edits: edits(letters, Array($0.utf8))) }
            .filter { $0.edits <= allowed && $0.edits < $0.name.utf8.count }
            .min { $0.edits < $1.edits }?.name
    }

    /// Returns whether a name contains the letters in the same order, starting with the first one, and they are at least half
    /// of it.
    private static func isAbbreviation(_ letters: ArraySlice<UInt8>, of name: [UInt8]) -> Bool {
        let name = name.drop { $0 == UInt8(ascii: "-") }
        guard letters.first == name.first, letters.count < name.count, letters.count * 2 >= name.count else { return false }
        var rest = letters
        for letter in name where letter == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    /// Maximum length of a text. All names are shorter, and the time grows with the square of the length.
    private static let longest = 40

    /// Number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
    package static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var (beforePrevious, previous) = ([Int](), Array(0...b.count))
        for row in 0..<a.count {
            var current = [row + 1]
            for column in 0..<b.count {
                var best = min(previous[column] + (a[row] == b[column] ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[b.count]
    }
}
