/// The number of available colours.
enum ColorDepth: Sendable, Equatable, CaseIterable {
    case none
    /// The eight colours of ECMA-48.
    case basic
    /// The 256-colour palette of xterm.
    case palette
    /// 24 bits per pixel.
    case trueColor
}

/// The properties of the terminal of a stream.
struct Terminal: Sendable {
    /// False for a file, a pipe, or a closed stream.
    let isTerminal: Bool
    /// Whether the cursor can move, so that output can be redrawn.
    let canRedraw: Bool
    let colors: ColorDepth
    /// Which characters may be printed.
    let characters: CharacterRange
    private let columns: @Sendable () -> Int?
    private let rows: @Sendable () -> Int?

    /// The width in columns, read each time because windows change.
    var width: Int { columns() ?? 80 }

    /// The height in rows.
    var height: Int { rows() ?? 24 }

    /// Determines the properties from the environment, which the caller passes.
    ///
    /// `columns` and `rows` read the width and the height from the device; nil if it is unknown.
    init(
        isTerminal: Bool,
        wantsColor: Bool = true,
        environment: (String) -> String? = { _ in nil },
        columns: @escaping @Sendable () -> Int? = { nil },
        rows: @escaping @Sendable () -> Int? = { nil }
    ) {
        let term = environment("TERM") ?? ""
        self.isTerminal = isTerminal
        characters = CharacterRange(environment: environment)
        canRedraw = isTerminal && !term.isEmpty && term != "dumb"
        let refused = !wantsColor || !(environment("NO_COLOR") ?? "").isEmpty
        colors = canRedraw && !refused ? Terminal.depth(term, environment("COLORTERM") ?? "") : .none
        let variable = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        self.rows = { rows().flatMap { $0 > 0 ? $0 : nil } }
        self.columns = { columns().flatMap { $0 > 0 ? $0 : nil } ?? variable }
    }

    /// The properties of a file or pipe.
    static let none = Terminal(isTerminal: false)

    private static func depth(_ term: String, _ colorTerm: String) -> ColorDepth {
        if colorTerm == "truecolor" || colorTerm == "24bit" || term.utf8.hasSuffix("-direct") { return .trueColor }
        return term.utf8.hasSuffix("256color") ? .palette : .basic
    }
}

extension String.UTF8View {
    fileprivate func hasSuffix(_ suffix: String) -> Bool { reversed().starts(with: suffix.utf8.reversed()) }
}
