import ArgumentParsing
import CameraRecords

/// Text that is safe to print: interpolated values cannot control the terminal, and styles become escapes only if colour is
/// enabled.
///
///     output.line("Found  \(camera.name, .bold) (\(camera.serial))")
///
/// The literal parts are trusted and not changed; in interpolated text, escape sequences are escaped.
struct StyledText: Sendable, Equatable, ExpressibleByStringInterpolation {
    enum Style: Sendable {
        case plain, bold, dim, red, green, yellow, cyan
    }

    struct Run: Sendable, Equatable {
        var text: String
        let style: Style
    }

    private(set) var runs: [Run]

    /// Creates text from outside, made safe.
    init(_ text: String, _ style: Style = .plain) { runs = [Run(text: SafeText.of(text), style: style)] }

    /// Creates trusted text, line breaks included.
    init(stringLiteral text: String) { runs = [Run(text: text, style: .plain)] }

    init(stringInterpolation interpolation: StringInterpolation) { runs = interpolation.runs }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var runs: [Run] = []

        init(literalCapacity: Int, interpolationCount: Int) { runs.reserveCapacity(interpolationCount * 2 + 1) }

        mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { runs.append(Run(text: literal, style: .plain)) }
        }

        mutating func appendInterpolation(_ value: some CustomStringConvertible, _ style: Style = .plain) {
            runs.append(Run(text: SafeText.of(value.description), style: style))
        }

        mutating func appendInterpolation(_ text: StyledText) { runs += text.runs }
    }

    /// The text without styles.
    var plain: String { runs.map(\.text).joined() }

    var displayWidth: Int { runs.reduce(0) { $0 + DisplayWidth.of($1.text) } }

    /// The text for a terminal of this colour depth. Without colours it contains no escape sequences of styles.
    func rendered(_ colors: ColorDepth) -> String {
        if colors == .none { return plain }
        return runs.map { $0.style == .plain ? $0.text : "\u{1B}[\($0.style.code)m\($0.text)\u{1B}[0m" }.joined()
    }

    /// The text for a terminal, in its colours and characters.
    func rendered(for terminal: Terminal) -> String {
        let text = rendered(terminal.colors)
        return terminal.characters == .ascii ? ASCIIText.of(text) : text
    }

    /// The first columns of the text, without an ellipsis.
    func cut(to columns: Int) -> StyledText {
        if displayWidth <= columns { return self }
        var (kept, left) = ([Run](), columns)
        for run in runs where left > 0 {
            var text = ""
            for character in run.text {
                left -= DisplayWidth.of(character)
                if left < 0 { break }
                text.append(character)
            }
            kept.append(Run(text: text, style: run.style))
        }
        return StyledText(runs: kept)
    }

    /// The text with only the characters that a terminal supports.
    func limited(to characters: CharacterRange) -> StyledText {
        characters == .unicode ? self : StyledText(runs: runs.map { Run(text: ASCIIText.of($0.text), style: $0.style) })
    }

    /// The text in at most `columns` columns.
    func shortened(to columns: Int) -> StyledText {
        if displayWidth <= columns { return self }
        var (kept, left) = ([Run](), columns)
        for run in runs {
            let width = DisplayWidth.of(run.text)
            // The run that does not fit ends in the ellipsis; a run that fills the line leaves no room for it.
            if width < left {
                kept.append(run)
            } else {
                kept.append(Run(text: DisplayWidth.shorten(run.text + " ", to: left), style: run.style))
                break
            }
            left -= width
        }
        return StyledText(runs: kept)
    }

    private init(runs: [Run]) { self.runs = runs }

    static func + (left: StyledText, right: StyledText) -> StyledText { StyledText(runs: left.runs + right.runs) }
    static func += (left: inout StyledText, right: StyledText) { left.runs += right.runs }

    static func spaces(_ count: Int) -> StyledText { StyledText(String(repeating: " ", count: max(0, count))) }
}

extension StyledText.Style {
    /// The Select Graphic Rendition parameter (ECMA-48, 8.3.117).
    fileprivate var code: Int {
        switch self {
        case .plain: 0
        case .bold: 1
        case .dim: 2
        case .red: 31
        case .green: 32
        case .yellow: 33
        case .cyan: 36
        }
    }
}
