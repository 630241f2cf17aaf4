/// One piece of a command line, before anyone knows which command it is for.
enum Token: Equatable {
    case word(String)
    case option(OptionUse)
}

/// An option as it was written.
struct OptionUse: Equatable {
    /// `--count`, or `-n`.
    let written: String
    /// Nil where no value was given, whether or not one is needed.
    let value: String?
}

/// Splits argument words into options with their values, and words.
///
/// Needs to know of each option only whether it takes a value; an unknown option is taken to have none.
struct Tokenizer {
    let takesValue: (_ written: String) -> Bool?

    func tokens(of words: [String]) -> [Token] {
        var tokens: [Token] = []
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

    /// True for what begins with a dash, unless it is a lone dash or looks like a negative number: `-0.7`, `-.5`, `-1⅓`, `-⅓`.
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

    /// `-q`, `-qv`, `-n3`, `-n=3`, `-qn 3`.
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
