/// Corrupt variants of bytes.
enum Damage {
    /// Replaces each group of one, two and four bytes by 0, 1 and the maximum.
    static func replacements(of bytes: [UInt8]) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for width in [1, 2, 4] where width <= bytes.count {
            for offset in 0...(bytes.count - width) {
                for fill in [
                    [UInt8](repeating: 0, count: width), [1] + [UInt8](repeating: 0, count: width - 1),
                    [UInt8](repeating: 255, count: width),
                ] {
                    var damaged = bytes
                    damaged.replaceSubrange(offset..<offset + width, with: fill)
                    all.append(damaged)
                }
            }
        }
        return all
    }
}

/// Encodes 32-bit numbers in little-endian order.
func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}
