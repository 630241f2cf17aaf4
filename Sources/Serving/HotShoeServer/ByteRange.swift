/// The part of a file that a request selects (RFC 9110, section 14). Pure.
enum ByteRange: Hashable {
    /// The whole file: no range, several, or one that is not valid, which a server ignores.
    case all
    case part(Range<UInt64>)
    /// The range begins after the end of the file.
    case outside

    static func parse(_ text: String, size: UInt64) -> ByteRange {
        guard text.hasPrefix("bytes="), !text.contains(",") else { return .all }
        let parts = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return .all }
        switch (UInt64(parts[0]), UInt64(parts[1])) {
        case (nil, let count?) where parts[0].isEmpty:
            return count == 0 || size == 0 ? .outside : .part(size - min(count, size)..<size)
        case (let first?, nil) where parts[1].isEmpty: return first < size ? .part(first..<size) : .outside
        case (let first?, let last?):
            if last < first { return .all }
            return first < size ? .part(first..<min(last, size - 1) + 1) : .outside
        default: return .all
        }
    }
}
