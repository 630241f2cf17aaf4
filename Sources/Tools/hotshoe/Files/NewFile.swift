import CameraModel
private import Glibc
import PictureSaving

/// A file that a command creates and writes. Devices and pipes can be written to as well; an existing file is not changed.
final class NewFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let sink: DescriptorSink
    /// Whether this object created the file and may remove it.
    private let isNew: Bool

    /// Creates a file, or opens a device or pipe of this name.
    convenience init(_ path: String) throws(CommandFailure) {
        // SAFETY, for all calls here: paths are terminated strings for the time of a call, and `fstat` fills in one structure.
        let created = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        var opened = created
        if created < 0, errno == EEXIST {
            // Checked by descriptor, because the name may already refer to another file. Without O_NONBLOCK a pipe waits for
            // its reader.
            opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
            var status = stat()
            if opened >= 0, unsafe fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
                close(opened)
                throw NewFile.exists(path)
            }
            // A link without a target, or a file that is not writable.
            if opened < 0, errno == ENOENT || errno == EACCES { throw NewFile.exists(path) }
        }
        guard opened >= 0 else { throw NewFile.failure(path, systemMessage(errno)) }
        self.init(path, opened, isNew: created >= 0)
    }

    /// Creates a file, which others can read unless `isPrivate` is true; returns nil if a file, folder or symbolic link of this name exists.
    convenience init?(creating path: String, isPrivate: Bool = false) throws(CommandFailure) {
        // SAFETY: the path is a terminated string for the time of the call.
        let created = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o644)
        if created < 0, errno == EEXIST { return nil }
        guard created >= 0 else { throw NewFile.failure(path, systemMessage(errno)) }
        self.init(path, created, isNew: true)
    }

    /// Writes a file under the first free name, and returns its path.
    static func write(
        _ bytes: [UInt8],
        toFreeName path: String,
        isPrivate: Bool = false
    ) throws(CommandFailure) -> String {
        for attempt in 0..<NumberedName.attemptLimit {
            let name = NumberedName.of(path, attempt: attempt)
            guard let file = try NewFile(creating: name, isPrivate: isPrivate) else { continue }
            do throws(CommandFailure) { try file.write(bytes.span) } catch {
                file.remove()
                throw error
            }
            return name
        }
        throw exists(path)
    }

    /// Replaces the contents of a file in one step: an interruption leaves the old contents or the new ones. A symbolic link is
    /// replaced, not followed.
    static func replace(_ path: String, with bytes: [UInt8], isPrivate: Bool = false) throws(CommandFailure) {
        let part = try write(bytes, toFreeName: "\(path).\(getpid()).part", isPrivate: isPrivate)
        // SAFETY: paths are terminated strings for the time of the call.
        guard unsafe rename(part, path) == 0 else {
            let number = errno
            unsafe unlink(part)
            throw failure(path, systemMessage(number))
        }
    }

    private init(_ path: String, _ descriptor: Int32, isNew: Bool) {
        self.path = path
        self.descriptor = descriptor
        self.isNew = isNew
        sink = DescriptorSink(descriptor)
    }

    deinit { close(descriptor) }

    func write(_ bytes: Span<UInt8>) throws(CommandFailure) {
        do throws(OutputError) { try sink.write(bytes) } catch {
            switch error {
            case .closed: throw CommandFailure(.outputClosed, nil, nil)
            case .full(let reason), .failed(let reason): throw NewFile.failure(path, reason)
            }
        }
    }

    /// Removes the file if this object created it.
    func remove() {
        // SAFETY: as above.
        if isNew { unsafe unlink(path) }
    }

    /// Removes the file if this object created it and nothing was written.
    func removeIfEmpty() {
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, status.st_size == 0 { remove() }
    }

    static func exists(_ path: String) -> CommandFailure {
        CommandFailure(.storage, path, "A file of this name exists already, and was not replaced. Choose another name.")
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.storage, path, "The file could not be written: \(reason).")
    }
}
