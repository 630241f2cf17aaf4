import CameraModel
import PictureSaving
import Wording

/// The destination of live view frames.
enum FrameTarget {
    /// The screen only; the frames are not written.
    case screen
    /// A file of consecutive JPEGs.
    case file(NewFile)
    case standardOutput(Output)
    case single(path: String)
    /// One frame, to standard output.
    case singleToOutput(Output)
    case folder(String)

    /// Opens the destinations of the options, before the camera is used.
    init(_ context: CommandContext) throws(CommandFailure) {
        if let path = context[LiveViewCommand.output] {
            try Self.checkName(path, "--output", Self.otherVideos, "Motion JPEG", "x.mjpeg")
            if path == FileSaver.standardOutput {
                try FileSaver.checkStandardOutput(context, "--output", "hotshoe liveview --output - | ffplay -f mjpeg -")
                self = .standardOutput(context.output)
            } else {
                self = .file(try NewFile(path))
            }
        } else if let path = context[LiveViewCommand.single] {
            try Self.checkName(path, "--single", Self.otherVideos + Self.otherPictures, "a JPEG", "x.jpg")
            if path == FileSaver.standardOutput {
                try FileSaver.checkStandardOutput(context, "--single", "hotshoe liveview --single - | feh -")
                self = .singleToOutput(context.output)
                return
            }
            if FreeName.exists(path) { throw NewFile.exists(path) }
            self = .single(path: path)
        } else if let folder = context[LiveViewCommand.save] {
            try LocalFolder.prepare(folder)
            self = .folder(folder)
        } else {
            self = .screen
        }
    }

    private static let otherVideos = ["mp4", "m4v", "mov", "avi", "mkv", "webm", "gif", "mpg", "mpeg", "ts", "wmv"]
    private static let otherPictures = ["png", "tif", "tiff", "bmp", "webp", "heic", "avif", "raw", "dng", "pdf"]

    /// Throws a usage error for a name that promises another format than the one that is written.
    private static func checkName(
        _ path: String,
        _ option: String,
        _ others: [String],
        _ format: String,
        _ example: String
    ) throws(CommandFailure) {
        guard let dot = path.lastIndex(of: "."), case let ending = path[path.index(after: dot)...].lowercased(),
            others.contains(ending)
        else { return }
        let conversion =
            option == "--output"
            ? ", or convert it: hotshoe liveview --output - | ffmpeg -f mjpeg -i - \(Excerpt.plain(path))" : ""
        throw CommandFailure(.usage, option, "writes \(format), not .\(ending). Name it as \(example)\(conversion)")
    }

    /// Whether only one frame is needed.
    var isSingle: Bool {
        switch self {
        case .single, .singleToOutput: true
        default: false
        }
    }

    /// Removes the created file if no frame was written.
    func removeIfEmpty() { if case .file(let file) = self { file.removeIfEmpty() } }

    /// Writes a frame, which is a JPEG of `byteCount` bytes.
    ///
    /// - Returns: the path of the frame's own file; nil if it has none.
    func write(_ frame: LiveViewFrame, byteCount: Int) throws -> String? {
        let jpeg = Span<UInt8>(_bytes: frame.bytes.extracting(first: byteCount))
        switch self {
        case .screen: return nil
        case .standardOutput(let output), .singleToOutput(let output): try output.write(jpeg)
        case .file(let file): try file.write(jpeg)
        case .single(let path): return try Self.write(jpeg, to: path)
        case .folder(let folder):
            let digits = String(frame.sequenceNumber)
            let name = "LV_" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + ".JPG"
            return try Self.write(jpeg, toFreeName: FreeName.path(name, in: folder))
        }
        return nil
    }

    /// Writes a file under the first free name, because another program may save frames into the folder as well.
    private static func write(_ jpeg: Span<UInt8>, toFreeName path: String) throws(CommandFailure) -> String {
        for attempt in 0..<NumberedName.attemptLimit {
            let name = NumberedName.of(path, attempt: attempt)
            guard !FreeName.exists(name) else { continue }
            if let file = try NewFile(creating: name) { return try write(jpeg, to: file, name) }
        }
        throw NewFile.exists(path)
    }

    private static func write(_ jpeg: Span<UInt8>, to path: String) throws(CommandFailure) -> String {
        try write(jpeg, to: NewFile(path), path)
    }

    private static func write(_ jpeg: Span<UInt8>, to file: NewFile, _ path: String) throws(CommandFailure) -> String {
        do throws(CommandFailure) { try file.write(jpeg) } catch {
            file.remove()
            throw error
        }
        return path
    }
}
