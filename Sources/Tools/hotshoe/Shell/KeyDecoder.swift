/// Converts the bytes of a terminal to keys: UTF-8, control characters, and the escape sequences of ECMA-48 and xterm. Pure.
struct KeyDecoder {
    private var pending: [UInt8] = []

    /// Returns the keys that bytes complete.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [LineBuffer.Key] {
        pending += bytes
        var keys: [LineBuffer.Key] = []
        while let first = pending.first {
            if first == 0x1B {
                guard let (key, count) = escape() else { break }
                pending.removeFirst(count)
                if let key { keys.append(key) }
            } else if first < 0x20 || first == 0x7F {
                pending.removeFirst()
                if let key = Self.control(first) { keys.append(key) }
            } else {
                let count = Self.length(first)
                guard pending.count >= count else { break }
                if let text = String(validating: pending.prefix(count), as: UTF8.self) { keys.append(.text(text)) }
                pending.removeFirst(count)
            }
        }
        return keys
    }

    private static func length(_ first: UInt8) -> Int { first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }

    private static func control(_ byte: UInt8) -> LineBuffer.Key? {
        switch byte {
        case 0x01: .start
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x0B: .deleteToEnd
        case 0x0C: .clearScreen
        case 0x0E: .down
        case 0x10: .up
        case 0x15: .deleteToStart
        case 0x17: .deleteWord
        default: nil
        }
    }

    /// The key of an escape sequence and its length; nil if it is not complete. An escape alone is skipped with what follows it.
    private func escape() -> (LineBuffer.Key?, Int)? {
        guard pending.count >= 2 else { return nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return (nil, 2) }
        guard let end = pending.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(pending[$0]) }) else {
            return pending.count > 16 ? (nil, pending.count) : nil
        }
        let key: LineBuffer.Key? =
            switch (pending[end], pending[2]) {
            case (UInt8(ascii: "A"), _): .up
            case (UInt8(ascii: "B"), _): .down
            case (UInt8(ascii: "C"), _): .right
            case (UInt8(ascii: "D"), _): .left
            case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), UInt8(ascii: "1")), (UInt8(ascii: "~"), UInt8(ascii: "7")): .start
            case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), UInt8(ascii: "4")), (UInt8(ascii: "~"), UInt8(ascii: "8")): .end
            case (UInt8(ascii: "~"), UInt8(ascii: "3")): .delete
            default: nil
            }
        return (key, end + 1)
    }
}
