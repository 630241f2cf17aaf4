/// The words of a line of `hotshoe shell`. Pure.
///
/// Words are separated by blanks. Quotes of either kind keep blanks, a backslash the next character; `#` at the beginning of a word begins
/// a comment, and `&` as the last word requests that the command runs in the background.
struct ShellWordList: Equatable {
    var words: [String] = []
    var isInBackground = false
    /// The word that the line ends in, for completion; empty after a blank.
    private(set) var last = ""
    /// The quote that is not closed; nil if there is none.
    private(set) var openQuote: Character?

    init(_ line: String) {
        var (word, isWord, quote, isEscaped) = ("", false, Character?.none, false)
        for character in line {
            if isEscaped {
                word.append(character)
                (isWord, isEscaped) = (true, false)
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, isWord) = (character, true)
            } else if character == " " || character == "\t" {
                if isWord { words.append(word) }
                (word, isWord) = ("", false)
            } else if character == "#", !isWord {
                break
            } else {
                word.append(character)
                isWord = true
            }
        }
        (last, openQuote) = (word, quote)
        if isWord { words.append(word) }
        if words.last == "&", !line.hasSuffix("'"), !line.hasSuffix("\"") {
            words.removeLast()
            isInBackground = true
        }
    }

    /// A word as it must be written in a line.
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && !word.contains { " \t\"'\\#&".contains($0) }
        if isPlain { return word }
        return "\"" + word.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
