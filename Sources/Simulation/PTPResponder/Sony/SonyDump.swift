import PTP
import PTPSony

/// Properties in the notation of the dumps; see `SonyModel+Dumps.swift`. Pure.
enum SonyDump {
    /// The records of a text, in its order. Lines that are no property are left out.
    static func records(_ text: String) -> [SonyPropertyRecord] { text.split(separator: "\n").compactMap { record($0) } }

    private static let types: [Substring: IntegerDataType] = [
        "u8": .uint8, "i8": .int8, "u16": .uint16, "i16": .int16, "u32": .uint32, "i32": .int32, "u64": .uint64,
    ]

    private static func record(_ line: Substring) -> SonyPropertyRecord? {
        let words = line.split(separator: " ")
        guard words.count == 5, let code = UInt32(words[0], radix: 16), let type = types[words[1]],
            let value = value(words[4], type), let form = form(words[3], type)
        else { return nil }
        let isSettable = words[2] == "rw"
        return SonyPropertyRecord(
            DevicePropCode(rawValue: code),
            access: isSettable ? 1 : 0,
            isSettable ? .enabled : .displayOnly,
            current: value,
            form: form
        )
    }

    private static func form(_ word: Substring, _ type: IntegerDataType) -> PropForm? {
        let inside = word.dropFirst().dropLast()
        switch word.first {
        case "{":
            let values = inside.split(separator: ",").map { value($0, type) }
            return values.contains(nil) ? nil : .enumeration(values.compactMap { $0 })
        case "[":
            // "-1..100/1": the numbers are separated by two points and a slash.
            let numbers = inside.split { $0 == "." || $0 == "/" }.compactMap { value($0, type) }
            return numbers.count == 3 ? .range(minimum: numbers[0], maximum: numbers[1], step: numbers[2]) : nil
        default: return PropForm.none
        }
    }

    private static func value(_ word: Substring, _ type: IntegerDataType) -> DataValue? {
        type.isSigned
            ? Int64(word).flatMap { .integer($0, as: type) } : UInt64(word, radix: 16).flatMap { .integer($0, as: type) }
    }
}
