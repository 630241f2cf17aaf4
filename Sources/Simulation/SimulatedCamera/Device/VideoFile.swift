import CameraModel
import ImageFormats

/// Encodes a recording: Motion JPEG in AVI (Microsoft, "AVI RIFF File Reference"), one frame for each recorded second.
enum VideoFile {
    private static let size = ImageSize(width: 480, height: 270)

    static func make(_ views: [SceneView]) -> (bytes: [UInt8], size: PixelSize) {
        let frames = compress(views)
        var movie = Chunk("movi")
        var index = Chunk(nil)
        for frame in frames {
            index.text("00dc")
            index.number(0x10)
            index.number(movie.bytes.count)
            index.number(frame.count)
            movie.add("00dc", frame)
        }
        var header = Chunk("hdrl")
        header.add("avih", mainHeader(frames))
        header.add("LIST", streamHeader(frames).bytes)
        var riff = Chunk("AVI ")
        riff.add("LIST", header.bytes)
        riff.add("LIST", movie.bytes)
        riff.add("idx1", index.bytes)
        var file = Chunk(nil)
        file.add("RIFF", riff.bytes)
        return (file.bytes, PixelSize(width: size.width, height: size.height))
    }

    private static func compress(_ views: [SceneView]) -> [[UInt8]] {
        var scene = SceneRenderer()
        var pixels = [UInt8](repeating: 0, count: size.rgbByteCount ?? 0)
        var buffer = [UInt8](repeating: 0, count: JPEGEncoder.maximumByteCount(size: size, subsampling: .yuv420) ?? 0)
        do throws(ImageFormatError) {
            var encoder = try JPEGEncoder()
            var frames: [[UInt8]] = []
            for view in views {
                var target = pixels.mutableSpan
                scene.render(view, size: size, into: &target)
                var output = buffer.mutableSpan
                let count = try encoder.encode(pixels.span, size: size, quality: 80, into: &output)
                frames.append(Array(buffer.prefix(count)))
            }
            return frames
        } catch {
            return []
        }
    }

    private static func mainHeader(_ frames: [[UInt8]]) -> [UInt8] {
        var header = Chunk(nil)
        let largest = frames.map(\.count).max() ?? 0
        for value in [1_000_000, largest, 0, 0x10, frames.count, 0, 1, largest, size.width, size.height, 0, 0, 0, 0] {
            header.number(value)
        }
        return header.bytes
    }

    private static func streamHeader(_ frames: [[UInt8]]) -> Chunk {
        var stream = Chunk(nil)
        stream.text("vids")
        stream.text("MJPG")
        for value in [0, 0, 0, 1, 1, 0, frames.count, frames.map(\.count).max() ?? 0, -1, 0, 0, size.width | size.height << 16] {
            stream.number(value)
        }
        var format = Chunk(nil)
        for value in [40, size.width, size.height, 1 | 24 << 16] { format.number(value) }
        format.text("MJPG")
        for value in [size.width * size.height * 3, 0, 0, 0, 0] { format.number(value) }
        var list = Chunk("strl")
        list.add("strh", stream.bytes)
        list.add("strf", format.bytes)
        return list
    }

    /// Little-endian bytes of a RIFF file.
    private struct Chunk {
        private(set) var bytes: [UInt8] = []

        init(_ kind: String?) {
            if let kind { text(kind) }
        }

        mutating func text(_ text: String) { bytes += Array(text.utf8) }

        mutating func number(_ number: Int) {
            let value = UInt32(truncatingIfNeeded: number)
            for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
        }

        mutating func add(_ name: String, _ contents: [UInt8]) {
            text(name)
            number(contents.count)
            bytes += contents
            if contents.count % 2 == 1 { bytes.append(0) }
        }
    }
}
