/// Splits names into words and joins them in the style of another language.
package enum Words {
    /// Converts to snake case: `ISOSpeed` → `iso_speed`, `isReady` → `is_ready`, `f2_8` → `f2_8`, `listURLs` → `list_urls`,
    /// `UInt16` → `uint16`. A
    /// character outside ASCII is written as its code point, `é` → `u00e9`, which every compiler accepts.
    package static func snake(_ name: String) -> String {
        let characters = Array(name)
        var result = ""
        for (index, character) in characters.enumerated() {
            let previous = index > 0 ? characters[index - 1] : nil
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if character.isUppercase, let previous, previous != "_" {
                let startsWord = previous.isLowercase || previous.isNumber
                let endsAcronym =
                    previous.isUppercase && next?.isLowercase == true && !isPlural(characters, after: index)
                    && !isUnsigned(characters, at: index)
                if startsWord || endsAcronym { result += "_" }
            }
            result += ascii(character)
        }
        return result
    }

    /// Whether an acronym's last capital is followed by a lone `s`: `URLs`.
    private static func isPlural(_ characters: [Character], after index: Int) -> Bool {
        guard index + 1 < characters.count, characters[index + 1] == "s" else { return false }
        return index + 2 == characters.count || characters[index + 2].isUppercase
    }

    /// Whether it is the `I` of `UInt` and `UInt16`, which are one word.
    private static func isUnsigned(_ characters: [Character], at index: Int) -> Bool {
        guard characters[index - 1] == "U", characters[index...].starts(with: "Int") else { return false }
        return index + 3 == characters.count || !characters[index + 3].isLowercase
    }

    private static func ascii(_ character: Character) -> String {
        if character.isASCII, character.isLetter || character.isNumber || character == "_" { return character.lowercased() }
        return character.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16)
            return "u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined()
    }

    /// Converts to upper snake case: `ISO_SPEED`.
    package static func screaming(_ name: String) -> String { snake(name).uppercased() }
}
