import CameraModel
import ImageFormats

/// Turns frames of live view into pictures for a terminal. **Single-owner.**
struct FramePainter: ~Copyable {
    /// More pixels than any terminal has half cells for.
    private static let limit = ImageSize(width: 320, height: 240)

    private var decoder: JPEGDecoder?
    private let terminal: Terminal

    init(on terminal: Terminal) {
        self.terminal = terminal
        var limits = JPEGDecoder.Limits()
        limits.maximumPixelCount = LiveViewLimits.pixelCount
        decoder = try? JPEGDecoder(limits: limits)
    }

    /// The frame as rows of characters, as large as fits on the screen with two lines below it; nil if it cannot be read.
    mutating func lines(_ frame: LiveViewFrame, columns: Int = .max, rows: Int = .max) -> [String]? {
        // What is higher than the screen could not be drawn over.
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
            // A frame that looked whole and is not: the next one will do.
        }
        self.decoder = consume decoder
        return picture
    }
}
