/// Decoding of the target of a request (RFC 3986). Pure.
package enum WebTarget {
    /// Splits a path into its segments, and decodes each.
    ///
    /// - Returns: nil for a path that does not begin with a slash, an encoding that is not valid or not UTF-8, a control character, and
    ///   the segments "." and "..": no path of this server has them, and only an attacker or a mistake sends them.
    package static func segments(of path: String) -> [String]? {
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = decoded(part), segment != ".", segment != ".." else { return nil }
            segments.append(segment)
        }
        // "/" has no segment, and "/a/" the same as "/a".
        if segments.last == "" { segments.removeLast() }
        return segments
    }

    /// Replaces percent-encoded bytes; nil for an invalid encoding, for text that is not UTF-8, and for control characters.
    package static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Encodes a text as one segment of a path.
    package static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "-._~".contains(character) {
                encoded.append(character)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
