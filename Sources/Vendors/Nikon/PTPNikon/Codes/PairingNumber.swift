/// The number that a body displays while it is paired, in the 8 bytes that StartPairing (0x952B) returns. Pure.
///
/// The form of the bytes is not known. Accepted are four digits in UTF-16 or in ASCII, or one UINT32 of two, little-endian.
package struct PairingNumber: Hashable, Sendable {
    /// Number of digits.
    package static let digits = 4
    private static let size = 8

    /// The digits, with leading zeros.
    package let text: String

    /// Parses the data of StartPairing; nil if it has another size, or contains no number of four digits.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let wide = stride(from: 0, to: Self.size, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        let narrow = bytes.prefix(Self.digits).map { UInt16($0) }
        for letters in [wide, narrow] where letters.allSatisfy({ (0x30...0x39).contains($0) }) {
            text = String(decoding: letters, as: UTF16.self)
            return
        }
        let numbers = [0, 4].map { start in bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        guard let number = numbers.filter({ $0 <= 9_999 }).max() else { return nil }
        let digits = String(number)
        text = String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    /// Creates a number from 0 to 9999; nil for others.
    package init?(_ number: Int) {
        guard (0...9_999).contains(number) else { return nil }
        let digits = String(number)
        text = String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    /// The bytes as a simulated body sends them: four digits in UTF-16.
    package var bytes: [UInt8] { text.utf8.flatMap { [$0, 0] } }
}
