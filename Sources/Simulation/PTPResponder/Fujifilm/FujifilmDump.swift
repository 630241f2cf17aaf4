import PTP

/// Properties in the notation of the dumps; see `FujifilmModel+Dumps.swift`. Pure.
enum FujifilmDump {
    /// The settings of a text, in its order. Lines that are no property are left out.
    static func settings(_ text: String) -> [BodySetting] { text.split(separator: "\n").compactMap { setting($0) } }

    /// The codes of a text: numbers, and ranges of them with a hyphen.
    static func codes(_ text: String) -> [DevicePropCode] {
        text.split { $0 == " " || $0 == "\n" }.flatMap { word -> [DevicePropCode] in
            let ends = word.split(separator: "-").compactMap { UInt32($0, radix: 16) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return (first...last).map { DevicePropCode(rawValue: $0) }
        }
    }

    private static let types: [Substring: IntegerDataType] = ["u16": .uint16, "i16": .int16, "u32": .uint32, "i32": .int32]

    private static func setting(_ line: Substring) -> BodySetting? {
        // The value may have spaces.
        let words = line.split(separator: " ", maxSplits: 4)
        guard words.count == 5, let code = UInt32(words[0], radix: 16), let value = value(words[4], words[1]),
            let form = form(words[3], words[1])
        else { return nil }
        return BodySetting(DevicePropCode(rawValue: code), value, form, isSettable: words[2] == "rw")
    }

    private static func form(_ word: Substring, _ type: Substring) -> PropForm? {
        let inside = word.dropFirst().dropLast()
        switch word.first {
        case "{":
            let separator: Character = type == "str" ? "|" : ","
            let values = inside.split(separator: separator).map { value($0, type) }
            return values.contains(nil) ? nil : .enumeration(values.compactMap { $0 })
        case "[":
            // "-1..100/1": the numbers are separated by two points and a slash.
            let numbers = inside.split { $0 == "." || $0 == "/" }.compactMap { value($0, type) }
            return numbers.count == 3 ? .range(minimum: numbers[0], maximum: numbers[1], step: numbers[2]) : nil
        default: return PropForm.none
        }
    }

    private static func value(_ word: Substring, _ type: Substring) -> DataValue? {
        guard let integer = types[type] else { return type == "str" ? .string(word == "." ? "" : String(word)) : nil }
        return integer.isSigned
            ? Int64(word).flatMap { .integer($0, as: integer) } : UInt64(word, radix: 16).flatMap { .integer($0, as: integer) }
    }
}
