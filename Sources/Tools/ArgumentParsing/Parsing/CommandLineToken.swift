/// One part of a command line, before the command is known.
enum CommandLineToken: Equatable {
    case word(String)
    case option(OptionUse)
}

/// An option with its value.
struct OptionUse: Equatable {
    /// `--count`, or `-n`.
    let written: String
    /// The value; nil if none was given, whether or not one is required.
    let value: String?
}

/// Splits arguments into options with their values, and words.
///
/// The only information it needs of each option is whether it has a value; an unknown option has none.
struct Tokenizer {
    let takesValue: (_ written: String) -> Bool?

    func tokens(of words: [String]) -> [CommandLineToken] {
        var tokens: [CommandLineToken] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return tokens + rest.map { .word($0) } }
            if !Tokenizer.isOption(word) {
                tokens.append(.word(word))
            } else if word.utf8.starts(with: "--".utf8) {
                tokens.append(.option(long(word, &rest)))
            } else {
                tokens += cluster(word, &rest).map { .option($0) }
            }
        }
        return tokens
    }

    /// Whether a word begins with a dash, and is neither a lone dash nor a negative number: `-0.7`, `-.5`, `-1⅓`, `-⅓`.
    static func isOption(_ word: String) -> Bool {
        var scalars = word.unicodeScalars[...]
        guard scalars.popFirst() == "-", let second = scalars.popFirst() else { return false }
        if second == "." { return scalars.first?.properties.numericType == nil }
        return second.properties.numericType == nil
    }

    private func long(_ word: String, _ rest: inout ArraySlice<String>) -> OptionUse {
        if let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
            return OptionUse(written: String(word[..<equals]), value: String(word[word.utf8.index(after: equals)...]))
        }
        return OptionUse(written: word, value: takesValue(word) == true ? nextValue(&rest) : nil)
    }

    /// Parses a group of short options: `-q`, `-qv`, `-n3`, `-n=3`, `-qn 3`.
    private func cluster(_ word: String, _ rest: inout ArraySlice<String>) -> [OptionUse] {
        var uses: [OptionUse] = []
        var letters = Substring(word.unicodeScalars.dropFirst())
        while let letter = letters.popFirst() {
            let written = "-\(letter)"
            switch takesValue(written) {
            case .some(false): uses.append(OptionUse(written: written, value: nil))
            case .some(true):
                if letters.first == "=" {
                    letters.removeFirst()
                } else if letters.isEmpty {
                    return uses + [OptionUse(written: written, value: nextValue(&rest))]
                }
                return uses + [OptionUse(written: written, value: String(letters))]
            case nil:
                return uses + [OptionUse(written: uses.isEmpty ? word : written, value: nil)]
            }
        }
        return uses
    }

    private func nextValue(_ rest: inout ArraySlice<String>) -> String? {
        guard let next = rest.first, !Tokenizer.isOption(next) else { return nil }
        return rest.popFirst()
    }
}
