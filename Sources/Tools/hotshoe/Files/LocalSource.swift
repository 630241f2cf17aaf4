import CameraModel
private import Glibc
import HotShoeSupport

/// A file of this computer that is read piece by piece. **Thread-safe.**
final class LocalSource: Sendable {
    let path: String
    /// The last component of the path.
    let name: String
    let size: UInt64
    private let descriptor: Int32
    /// Guards the position, the number of bytes that were read.
    private let position = Guarded<UInt64>(0)

    /// Opens a regular file.
    init(_ path: String) throws(CommandFailure) {
        // SAFETY: the path is a terminated string for the time of the call, and `fstat` fills in one structure.
        let opened = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else {
            throw CommandFailure(.storage, path, "The file cannot be read: \(systemMessage(errno)).")
        }
        var status = stat()
        guard unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(opened)
            throw CommandFailure(.storage, path, "This is not a file. Name a file, not a folder or device.")
        }
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        size = UInt64(clamping: status.st_size)
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Returns the next bytes, at most `limit`; none at the end.
    func read(_ limit: Int, progress: (Int64) -> Void) throws(CameraError) -> [UInt8] {
        let (bytes, done) = try position.withLock { position throws(CameraError) in
            var bytes = [UInt8](repeating: 0, count: max(0, limit))
            // SAFETY: the count is the size of the buffer.
            let count = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(position))
            }
            guard count >= 0 else {
                throw CameraError(
                    .fileSystem,
                    "The file cannot be read: \(systemMessage(errno)).",
                    operation: .upload,
                    subject: path
                )
            }
            position += UInt64(count)
            return (Array(bytes.prefix(count)), position)
        }
        progress(Int64(clamping: done))
        return bytes
    }
}
