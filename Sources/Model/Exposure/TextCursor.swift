/// A place in a short text that a person typed or a device sent, and the few things that can be read from there.
///
/// Every `read` function either reads what it names and moves on, or leaves the cursor where it was.
struct TextCursor {
    /// The longest text that is looked at; descriptions stay below it, and no one writes more.
    static let lengthLimit_bytes = 64

    private var rest: Substring

    /// A cursor at the beginning of `text`, lowercased and without surrounding space; `nil` for an empty or overlong text.
    init?(_ text: String) {
        // A native string knows its length: a megabyte is refused without being read.
        guard text.utf8.count <= Self.lengthLimit_bytes else { return nil }
        rest = text.lowercased()[...]
        skipSpace()
        while let last = rest.last, last.isBlank { rest.removeLast() }
        if rest.isEmpty { return nil }
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skipSpace() {
        rest = rest.drop(while: \.isBlank)
    }

    /// Reads one of `candidates`, which are tried in order and are lowercase.
    mutating func read(anyOf candidates: String...) -> Bool {
        for candidate in candidates where rest.hasPrefix(candidate) {
            rest.removeFirst(candidate.count)
            return true
        }
        return false
    }

    /// Reads one of `words` if it is all that is left.
    mutating func readRest(_ words: String...) -> Bool {
        guard words.contains(where: { $0 == rest }) else { return false }
        rest = rest[rest.endIndex...]
        return true
    }

    /// Reads the character that is next and gives what it stands for.
    mutating func readSymbol<Meaning>(from meanings: [Character: Meaning]) -> Meaning? {
        guard let first = rest.first, let meaning = meanings[first] else { return nil }
        rest.removeFirst()
        return meaning
    }

    /// Reads a slash, of the keyboard or of typography.
    mutating func readFractionSlash() -> Bool {
        read(anyOf: "/", "\u{2044}")
    }

    /// Reads ASCII digits; `nil` where there are none or where they exceed `Int`.
    mutating func readInteger() -> Int? {
        let digits = rest.prefix(while: \.isDigit)
        guard let value = Int(digits) else { return nil }
        rest.removeFirst(digits.count)
        return value
    }

    /// Reads digits with at most one decimal mark, which is a point or a comma and has digits on both sides.
    mutating func readDecimal() -> DecimalNumber? {
        var probe = self
        guard let whole = probe.readInteger() else { return nil }
        let integer = probe
        guard probe.read(anyOf: ".", ",") else {
            self = integer
            return DecimalNumber(digits: whole, decimals: 0)
        }
        var number = DecimalNumber(digits: whole, decimals: 0)
        let decimals = probe.rest.prefix(while: \.isDigit)
        for decimal in decimals {
            guard let longer = number.appending(decimal) else { return nil }
            number = longer
        }
        guard !decimals.isEmpty else { return nil }
        probe.rest.removeFirst(decimals.count)
        self = probe
        return number
    }
}

/// A decimal number as it was written: `digits` × 10^-`decimals`, not negative.
struct DecimalNumber {
    let digits: Int
    let decimals: Int

    /// 10 to the power of `decimals`, which are at most 18.
    var scale: Int { (0..<decimals).reduce(1) { product, _ in product * 10 } }

    var doubleValue: Double { Double(digits) / Double(scale) }

    /// The number with one more decimal, or `nil` past what `Int` has room for.
    fileprivate func appending(_ digit: Character) -> DecimalNumber? {
        guard let value = digit.wholeNumberValue, decimals < 18, digits < 100_000_000_000_000_000 else { return nil }
        return DecimalNumber(digits: digits * 10 + value, decimals: decimals + 1)
    }
}

extension Character {
    /// Whether this is one of the ten ASCII digits; `isNumber` would let in those of every script.
    fileprivate var isDigit: Bool { isASCII && ("0"..."9").contains(self) }

    /// Whether this is space within a line: a plain, unbreakable or narrow one, or a tab.
    fileprivate var isBlank: Bool {
        switch self {
        case " ", "\t", "\u{A0}", "\u{2009}", "\u{202F}": true
        default: false
        }
    }
}
