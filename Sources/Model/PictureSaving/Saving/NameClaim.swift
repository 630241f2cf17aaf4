import CameraModel
import Glibc
import HotShoeSupport

/// Reserves a name in a folder with an empty file, until the complete file replaces it. Removes the empty file unless it was
/// replaced. **Thread-safe.**
final class NameClaim: Sendable {
    let path: String
    /// Guards whether the empty file still belongs to the claim.
    private let isEmptyFile = Guarded(true)

    /// Reserves a name; nil if it is taken.
    init?(_ path: String) throws(CameraError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { return nil }
            let reason = unsafe String(cString: strerror(errno))
            throw CameraError(.fileSystem, "The file could not be written: \(reason).", operation: .download, subject: path)
        }
        close(descriptor)
        self.path = path
    }

    deinit { if isEmptyFile.withLock({ $0 }) { unsafe unlink(path) } }

    /// Records that the complete file has replaced the empty one.
    func keep() { isEmptyFile.withLock { $0 = false } }
}
