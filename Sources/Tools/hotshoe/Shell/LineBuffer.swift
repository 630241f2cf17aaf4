/// A line that is being typed, with its history. Pure: receives keys, and returns what they cause.
struct LineBuffer {
    enum Key: Equatable {
        case text(String)
        case left, right, start, end, up, down
        case backspace, delete, deleteToEnd, deleteToStart, deleteWord
        case enter, tab, interrupt, endOfInput, clearScreen
    }

    enum Action: Equatable {
        case none
        /// The line is complete.
        case line(String)
        /// The user asks for completion of the text before the cursor.
        case complete(String)
        /// The user wants to leave.
        case end
    }

    private(set) var characters: [Character] = []
    /// Number of characters before the cursor.
    private(set) var cursor = 0
    private var history: [String] = []
    /// The place in the history; its end is the line that is being typed.
    private var place = 0
    private var draft: [Character] = []

    private static let historyLimit = 1000

    var text: String { String(characters) }

    mutating func press(_ key: Key) -> Action {
        switch key {
        case .text(let text): insert(text)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .start: cursor = 0
        case .end: cursor = characters.count
        case .up: recall(place - 1)
        case .down: recall(place + 1)
        case .backspace where cursor > 0:
            cursor -= 1
            characters.remove(at: cursor)
        case .delete where cursor < characters.count: characters.remove(at: cursor)
        case .deleteToEnd: characters.removeSubrange(cursor...)
        case .deleteToStart: remove(from: 0)
        case .deleteWord: remove(from: startOfWord)
        case .enter: return .line(finish())
        case .tab: return .complete(String(characters[..<cursor]))
        case .interrupt: clear()
        case .endOfInput:
            if characters.isEmpty { return .end }
            return press(.delete)
        case .backspace, .delete, .clearScreen: break
        }
        return .none
    }

    /// Replaces the word before the cursor by the common beginning of its completions. Returns those to show: more than one.
    mutating func complete(_ candidates: [String]) -> [String] {
        guard let first = candidates.first else { return [] }
        let common = candidates.dropFirst().reduce(first) {
            String(zip($0, $1).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
        }
        let start = startOfLastWord
        if common.count >= cursor - start {
            remove(from: start)
            insert(common + (candidates.count == 1 && !common.hasSuffix("=") ? " " : ""))
        }
        return candidates.count > 1 ? candidates : []
    }

    private mutating func insert(_ text: String) {
        let new = text.filter { !$0.isNewline }
        characters.insert(contentsOf: new, at: cursor)
        cursor += new.count
    }

    private mutating func remove(from start: Int) {
        characters.removeSubrange(start..<cursor)
        cursor = start
    }

    private mutating func clear() { (characters, cursor, place) = ([], 0, history.count) }

    private mutating func finish() -> String {
        let line = text
        if !line.isEmpty, history.last != line { history.append(line) }
        if history.count > Self.historyLimit { history.removeFirst() }
        clear()
        return line
    }

    private mutating func recall(_ wanted: Int) {
        guard (0...history.count).contains(wanted), wanted != place else { return }
        if place == history.count { draft = characters }
        place = wanted
        characters = wanted == history.count ? draft : Array(history[wanted])
        cursor = characters.count
    }

    private var startOfWord: Int {
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }

    /// The beginning of the word before the cursor; a quoted word begins at its quote.
    private var startOfLastWord: Int {
        var (start, quote, word) = (0, Character?.none, 0)
        while start < cursor {
            let character = characters[start]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == " " {
                word = start + 1
            }
            start += 1
        }
        return word
    }
}
