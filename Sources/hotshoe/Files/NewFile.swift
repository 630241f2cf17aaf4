private import Glibc

/// A file that a command makes and writes to. Devices and pipes can be written to as well; a file that is there is left alone.
final class NewFile: Sendable {
    private let path: String
    private let descriptor: Int32
    private let sink: DescriptorSink
    /// Whether it is ours to take away again.
    private let isNew: Bool

    init(_ path: String) throws(CommandFailure) {
        // SAFETY: paths are terminated strings for the time of a call, and `lstat` fills in one structure.
        let isNew = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        var opened = isNew
        if isNew < 0, errno == EEXIST {
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { throw NewFile.exists(path) }
            opened = unsafe open(path, O_WRONLY | O_CLOEXEC)
        }
        guard opened >= 0 else { throw NewFile.failure(path, systemMessage(errno)) }
        self.path = path
        self.isNew = isNew >= 0
        descriptor = opened
        sink = DescriptorSink(opened)
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

    /// Takes away what was written, if the file is ours.
    func remove() {
        // SAFETY: as above.
        if isNew { unsafe unlink(path) }
    }

    /// The same, if nothing was written.
    func removeIfEmpty() {
        var status = stat()
        if unsafe fstat(descriptor, &status) == 0, status.st_size == 0 { remove() }
    }

    static func exists(_ path: String) -> CommandFailure {
        CommandFailure(.storage, path, "there is a file of this name already, and it was left as it is; choose another name")
    }

    private static func failure(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(.storage, path, "could not be written: \(reason)")
    }
}
