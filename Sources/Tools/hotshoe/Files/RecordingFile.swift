import CameraRecordings
private import Glibc
import PictureSaving

/// A file that describes a camera.
enum RecordingFile {
    /// Reads a file.
    ///
    /// - Throws: a failure with the exit code `storage` if it cannot be read, and with `failure` if its contents are not understood.
    static func read(_ path: String) throws(CommandFailure) -> RecordedCamera {
        let bytes = try contents(of: path, limit: RecordedCamera.Limits.bytes)
        do throws(RecordingError) { return try RecordedCamera(bytes) } catch {
            throw CommandFailure(.failure, path, error.description)
        }
    }

    /// Returns the bytes of a file, at most one more than the limit.
    private static func contents(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
        // SAFETY, for all calls here: the path is a terminated string for the time of the call, counts are those of the buffer, and the
        // file is closed below.
        guard let file = try unsafe InputFile.open(path) else { throw failure(path) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while bytes.count <= limit {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        if unsafe ferror(file) != 0 { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(.storage, path, "The file cannot be read: \(systemMessage(errno)).")
    }
}
