// Every value of this module is coded as its description: readable in a preset file, independent of how the value is
// stored, and checked by the same parser as a string that was typed.

extension LosslessStringConvertible {
    /// Decodes a single string and parses it.
    init(fromTextIn decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            // The text may be long and hostile: only its beginning is quoted.
            let beginning = String(text.prefix(TextCursor.lengthLimit_bytes))
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\"\(beginning)\" is no \(Self.self)")
        }
        self = value
    }

    /// Encodes the description as a single string.
    func encodeText(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
