import Glibc

/// Opening of files of this computer that are read as a whole.
enum InputFile {
    /// Opens a regular file; nil if it cannot be opened, with the reason in `errno`. The caller closes it.
    ///
    /// - Throws: a failure with the exit code `storage` for a folder, a device or a pipe: opening a pipe would wait for its other end.
    static func open(_ path: String) throws(CommandFailure) -> UnsafeMutablePointer<FILE>? {
        // SAFETY: the path is a terminated string for the time of the calls, and `fstat` fills in one structure. The stream owns the
        // descriptor.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw CommandFailure(.storage, path, "This is not a file. Name a file, not a folder, pipe or device.")
        }
        guard let stream = unsafe fdopen(descriptor, "r") else {
            let reason = errno
            close(descriptor)
            errno = reason
            return nil
        }
        return unsafe stream
    }

    /// The text of a small file: its first MiB.
    static func text(of path: String) throws(CommandFailure) -> String {
        guard let file = unsafe try open(path) else {
            throw CommandFailure(.storage, path, unsafe String(cString: strerror(errno)))
        }
        defer { unsafe _ = fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeSubrange(unsafe fread(&bytes, 1, bytes.count, file)...)
        return String(decoding: bytes, as: UTF8.self)
    }
}
