/// Draws a picture with characters.
///
/// A character cell is about twice as high as wide, so each shows two pixels: the upper half block in the colour of the upper
/// one, on a background in the colour of the lower. Without colours a cell is an ASCII character of similar brightness.
struct TerminalPicture {
    struct Color: Equatable {
        var red, green, blue: UInt8
    }

    private let bytes: [UInt8]
    private let width: Int
    private let height: Int

    /// Creates a picture from `bytes`: rows from the top, pixels from the left, one byte each of red, green and blue. Nil if the
    /// sizes are not positive, or do not match the number of bytes.
    init?(rgb bytes: [UInt8], width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        let (pixels, tooMany) = width.multipliedReportingOverflow(by: height)
        let (count, tooLong) = pixels.multipliedReportingOverflow(by: 3)
        guard !tooMany, !tooLong, bytes.count == count else { return nil }
        (self.bytes, self.width, self.height) = (bytes, width, height)
    }

    /// The picture in the largest size that fits into the columns and rows with the same aspect ratio, without enlarging it.
    /// One string per row.
    func lines(columns: Int, rows: Int, colors: ColorDepth) -> [String] {
        let size = fitted(columns: max(1, columns), rows: max(1, rows))
        return (0..<size.rows).map { row in
            let upper = (0..<size.columns).map { average(column: $0, halfRow: row * 2, size) }
            let lower = (0..<size.columns).map { average(column: $0, halfRow: row * 2 + 1, size) }
            switch colors {
            case .none, .basic: return String(zip(upper, lower).map(TerminalPicture.shade))
            case .palette, .trueColor: return TerminalPicture.blocks(upper, lower, colors)
            }
        }
    }

    private func fitted(columns: Int, rows: Int) -> (columns: Int, rows: Int) {
        let scale = min(1, Double(columns) / Double(width), Double(rows * 2) / Double(height))
        let wide = max(1, min(columns, Int((Double(width) * scale).rounded())))
        let high = max(1, min(rows, Int((Double(height) * scale / 2).rounded())))
        return (wide, high)
    }

    /// The mean of the pixels in half a cell, at least one.
    private func average(column: Int, halfRow: Int, _ size: (columns: Int, rows: Int)) -> Color {
        let across = span(column, of: size.columns, over: width)
        let down = span(halfRow, of: size.rows * 2, over: height)
        var (red, green, blue) = (0, 0, 0)
        for y in down {
            for x in across {
                let index = (y * width + x) * 3
                red += Int(bytes[index])
                green += Int(bytes[index + 1])
                blue += Int(bytes[index + 2])
            }
        }
        let count = across.count * down.count
        return Color(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }

    private func span(_ part: Int, of parts: Int, over length: Int) -> Range<Int> {
        let start = min(length - 1, part * length / parts)
        return start..<max(start + 1, min(length, (part + 1) * length / parts))
    }
}

// MARK: - Colours

extension TerminalPicture {
    /// Half blocks, with escapes only where a colour changes.
    private static func blocks(_ upper: [Color], _ lower: [Color], _ colors: ColorDepth) -> String {
        var line = ""
        var (ink, paper) = (String?.none, String?.none)
        for (top, bottom) in zip(upper, lower) {
            let wanted = (code(top, colors), code(bottom, colors))
            if wanted.0 != ink { line += "\u{1B}[38;\(wanted.0)m" }
            if wanted.1 != paper { line += "\u{1B}[48;\(wanted.1)m" }
            (ink, paper) = wanted
            line += "▀"
        }
        return line + "\u{1B}[0m"
    }

    private static func code(_ color: Color, _ colors: ColorDepth) -> String {
        colors == .trueColor ? "2;\(color.red);\(color.green);\(color.blue)" : "5;\(paletteIndex(color))"
    }

    /// The nearest of xterm's 256 colours: a cube of six levels a channel from 16, and a ramp of 24 greys from 232.
    static func paletteIndex(_ color: Color) -> Int {
        let channels = [color.red, color.green, color.blue].map(Int.init)
        let nearest = channels.map { value in
            cubeLevels.indices.min { abs(cubeLevels[$0] - value) < abs(cubeLevels[$1] - value) } ?? 0
        }
        let cube = distance(channels, nearest.map { cubeLevels[$0] })
        let grey = max(0, min(23, (channels.reduce(0, +) / 3 - 3) / 10))
        if distance(channels, Array(repeating: 8 + grey * 10, count: 3)) < cube { return 232 + grey }
        return 16 + nearest[0] * 36 + nearest[1] * 6 + nearest[2]
    }

    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    private static func distance(_ a: [Int], _ b: [Int]) -> Int { zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }

    /// A character whose brightness matches the two pixels, for light text on a dark background.
    private static func shade(_ upper: Color, _ lower: Color) -> Character {
        let light = (luminance(upper) + luminance(lower)) / 2
        return shades[min(shades.count - 1, light * shades.count / 256)]
    }

    private static let shades = Array(" .:-=+*#%@")

    /// ITU-R BT.709 weights, in 256ths.
    private static func luminance(_ color: Color) -> Int {
        (Int(color.red) * 54 + Int(color.green) * 183 + Int(color.blue) * 19) / 256
    }
}
