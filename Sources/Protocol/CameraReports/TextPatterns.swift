/// Finds many texts in data in one pass (Aho and Corasick, 1975): the time depends on the data's length only, however the texts and the
/// data are chosen. Pure.
struct TextPatterns {
    /// A place of a pattern.
    struct Match {
        let range: Range<Int>
        let replacement: [UInt8]
        let kind: IdentifyingText.Kind
    }

    private struct Node {
        var children: [(byte: UInt8, node: Int32)] = []
        /// The node of the longest shorter text that ends here as well.
        var shorter: Int32 = 0
        /// The longest pattern that ends here; −1 for none.
        var pattern: Int32 = -1
    }

    private var nodes = [Node()]
    private var patterns: [(replacement: [UInt8], kind: IdentifyingText.Kind)] = []

    /// Creates the patterns for texts with their replacements: the forms in which each stands in data.
    init(_ found: [IdentifyingText: String]) {
        for (text, replacement) in found.sorted(by: { $0.key.text < $1.key.text }) {
            add(text.kind, Self.standard(text.text), Self.standard(replacement))
            // Short texts are replaced in the standard's format only: elsewhere they may be numbers.
            guard text.text.utf8.count >= 4 else { continue }
            add(text.kind, Array(text.text.utf8), Array(replacement.utf8.prefix(text.text.utf8.count)))
            add(text.kind, Self.units(text.text), Self.units(replacement))
            if text.kind == .serialNumber, let number = UInt32(text.text), number >= 100_000 {
                add(text.kind, (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }, [0, 0, 0, 0])
            }
        }
        link()
    }

    private static func units(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    /// A text of the standard: a count of UTF-16 units with a NUL, then the units (ISO 15740 § 5.3.4).
    private static func standard(_ text: String) -> [UInt8] {
        let units = units(text) + [0, 0]
        return [UInt8(truncatingIfNeeded: units.count / 2)] + units
    }

    private mutating func add(_ kind: IdentifyingText.Kind, _ bytes: [UInt8], _ replacement: [UInt8]) {
        guard !bytes.isEmpty, bytes.count == replacement.count else { return }
        var node: Int32 = 0
        for byte in bytes {
            if let child = child(of: node, byte) {
                node = child
            } else {
                nodes.append(Node())
                nodes[Int(node)].children.append((byte, Int32(nodes.count - 1)))
                node = Int32(nodes.count - 1)
            }
        }
        guard nodes[Int(node)].pattern < 0 else { return }
        nodes[Int(node)].pattern = Int32(patterns.count)
        patterns.append((replacement, kind))
    }

    private func child(of node: Int32, _ byte: UInt8) -> Int32? { nodes[Int(node)].children.first { $0.byte == byte }?.node }

    /// Connects each node with the longest shorter text, level by level.
    private mutating func link() {
        var level = nodes[0].children.map(\.node)
        while !level.isEmpty {
            var next: [Int32] = []
            for node in level {
                for (byte, child) in nodes[Int(node)].children {
                    let shorter = step(from: nodes[Int(node)].shorter, byte)
                    nodes[Int(child)].shorter = shorter
                    if nodes[Int(child)].pattern < 0 { nodes[Int(child)].pattern = nodes[Int(shorter)].pattern }
                    next.append(child)
                }
            }
            level = next
        }
    }

    private func step(from start: Int32, _ byte: UInt8) -> Int32 {
        var node = start
        while true {
            if let child = child(of: node, byte) { return child }
            if node == 0 { return 0 }
            node = nodes[Int(node)].shorter
        }
    }

    /// Returns the places of patterns that do not overlap: of those that do, the first one, and of these the longest.
    func matches(in bytes: [UInt8]) -> [Match] {
        var ends: [Match] = []
        var node: Int32 = 0
        for (index, byte) in bytes.enumerated() {
            node = step(from: node, byte)
            let number = nodes[Int(node)].pattern
            guard number >= 0 else { continue }
            let (replacement, kind) = patterns[Int(number)]
            ends.append(Match(range: index + 1 - replacement.count..<index + 1, replacement: replacement, kind: kind))
        }
        ends.sort { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
        var (matches, end) = ([Match](), 0)
        for match in ends where match.range.lowerBound >= end {
            matches.append(match)
            end = match.range.upperBound
        }
        return matches
    }
}
