/// A pattern for file names as in shells: `*` for any text, `?` for one character, `[a-z]` and `[!a-z]` for one of several.
/// Pure.
///
/// A pattern with "/" is compared with the end of a path; `*` does not match a "/". Case-sensitive.
struct GlobPattern: Equatable {
    private enum Piece: Equatable {
        case literal(Unicode.Scalar)
        case anyOne
        case anyText
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    private let pieces: [Piece]
    private let slashes: Int

    /// Returns nil for a text without `*`, `?` or `[…]`, which names one file.
    init?(_ text: String) {
        var (pieces, rest) = ([Piece](), text.unicodeScalars[...])
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": pieces.append(.anyText)
            case "?": pieces.append(.anyOne)
            case "[": pieces.append(Self.bracket(&rest) ?? .literal(scalar))
            default: pieces.append(.literal(scalar))
            }
        }
        guard pieces.contains(where: { if case .literal = $0 { false } else { true } }) else { return nil }
        self.pieces = pieces
        slashes = text.unicodeScalars.count { $0 == "/" }
    }

    /// Whether the pattern matches a file with this path, by its name or by the end of its path.
    func matches(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        let end = parts.suffix(slashes + 1).joined(separator: "/")
        return Self.matches(pieces[...], Array(end.unicodeScalars)[...])
    }

    /// Parses the rest of a bracket; returns nil if it is not closed.
    private static func bracket(_ rest: inout Substring.UnicodeScalarView) -> Piece? {
        guard let end = rest.dropFirst().firstIndex(of: "]") else { return nil }
        var inside = Array(rest[..<end])[...]
        rest = rest[rest.index(after: end)...]
        let isNegated = inside.first == "!" || inside.first == "^"
        if isNegated { inside.removeFirst() }
        var ranges: [ClosedRange<Unicode.Scalar>] = []
        while let low = inside.popFirst() {
            if inside.first == "-", let high = inside.dropFirst().first, low <= high {
                ranges.append(low...high)
                inside = inside.dropFirst(2)
            } else {
                ranges.append(low...low)
            }
        }
        return .oneOf(ranges, isNegated: isNegated)
    }

    /// Backtracks only to the last `*`, so the run time is at most the pattern's length times the text's.
    private static func matches(_ pieces: ArraySlice<Piece>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        var (pieces, text) = (pieces, text)
        var retry: (pieces: ArraySlice<Piece>, text: ArraySlice<Unicode.Scalar>)?
        while true {
            if pieces.first == .anyText {
                pieces = pieces.dropFirst()
                retry = (pieces, text)
            } else if let piece = pieces.first, let scalar = text.first, accepts(piece, scalar) {
                pieces = pieces.dropFirst()
                text = text.dropFirst()
            } else if pieces.isEmpty && text.isEmpty {
                return true
            } else if let last = retry, let skipped = last.text.first, skipped != "/" {
                retry = (last.pieces, last.text.dropFirst())
                (pieces, text) = (last.pieces, last.text.dropFirst())
            } else {
                return false
            }
        }
    }

    private static func accepts(_ piece: Piece, _ scalar: Unicode.Scalar) -> Bool {
        switch piece {
        case .literal(let literal): literal == scalar
        case .anyOne: scalar != "/"
        case .anyText: false
        case .oneOf(let ranges, let isNegated): scalar != "/" && ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
