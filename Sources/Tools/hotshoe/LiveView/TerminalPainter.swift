import CameraModel
import ImageFormats

/// Converts frames of live view to pictures for a terminal. **Single-owner.**
struct TerminalPainter: ~Copyable {
    /// Maximum size of a decoded picture: more pixels than a terminal has half cells.
    private static let limit = ImageSize(width: 320, height: 240)

    private var decoder: JPEGDecoder?
    private let terminal: Terminal

    init(on terminal: Terminal) {
        self.terminal = terminal
        var limits = JPEGDecoder.Limits()
        limits.maximumPixelCount = LiveViewLimits.pixelCount
        limits.maximumScannedPixelCount = LiveViewLimits.scannedPixelCount
        decoder = try? JPEGDecoder(limits: limits)
    }

    /// The frame as rows of characters, as large as the screen allows with two lines below it; nil if it cannot be decoded.
    mutating func lines(_ frame: LiveViewFrame, columns: Int = .max, rows: Int = .max) -> [String]? {
        // A picture higher than the screen could not be redrawn.
        let rows = min(rows, terminal.height - 3)
        guard rows > 0, let picture = picture(frame) else { return nil }
        return picture.lines(
            columns: min(columns, terminal.width - 1),
            rows: rows,
            colors: terminal.characters == .ascii ? .none : terminal.colors
        )
    }

    private mutating func picture(_ frame: LiveViewFrame) -> TerminalPicture? {
        switch FrameCheck(frame) {
        case .unusable: return nil
        case .pixels:
            let span = Span<UInt8>(_bytes: frame.bytes)
            return TerminalPicture(rgb: span.indices.map { span[$0] }, width: frame.size.width, height: frame.size.height)
        case .jpeg: return decode(Span<UInt8>(_bytes: frame.bytes))
        }
    }

    private mutating func decode(_ jpeg: Span<UInt8>) -> TerminalPicture? {
        guard var decoder = decoder.take() else { return nil }
        var picture: TerminalPicture?
        do throws(ImageFormatError) {
            let size = try decoder.header(of: jpeg).size
            let scale = JPEGScale(of: size, fitting: Self.limit)
            let reduced = scale.apply(to: size)
            var pixels = [UInt8](repeating: 0, count: reduced.rgbByteCount ?? 0)
            var target = pixels.mutableSpan
            _ = try decoder.decode(jpeg, scale: scale, into: &target)
            picture = TerminalPicture(rgb: pixels, width: reduced.width, height: reduced.height)
        } catch {
            // A frame that looked complete but cannot be decoded is skipped.
        }
        self.decoder = consume decoder
        return picture
    }
}
