import CQREncode

/// A QR code (ISO/IEC 18004) for a terminal.
struct QRCode {
    /// Whether each module is dark, row by row.
    private let rows: [[Bool]]
    /// Width of the light border in modules: the standard requires four, and readers accept two.
    private static let border = 2

    /// Encodes a text with the lowest error correction; nil if it is too long.
    init?(_ text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        let width = unsafe Int(code.pointee.width)
        // Bit 0 of a module is its colour.
        rows = (0..<width).map { row in
            (0..<width).map { column in unsafe code.pointee.data[row * width + column] & 1 == 1 }
        }
    }

    /// Number of columns in a terminal.
    var width: Int { rows.count + 2 * Self.border }

    /// The lines, of which each has two rows of modules. Black on white with the colours of ECMA-48, because readers need dark modules on a
    /// light ground and terminals have either.
    var lines: [String] {
        let range = -Self.border..<rows.count + Self.border
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let modules = range.map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(modules.joined())\u{1B}[0m"
        }
    }

    private func isDark(_ row: Int, _ column: Int) -> Bool {
        rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
    }
}
