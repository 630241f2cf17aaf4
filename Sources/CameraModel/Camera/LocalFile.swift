import Glibc
import HotShoeSupport
import Synchronization

/// A file on this computer that comes to be as a whole or not at all. **Thread-safe.**
final class LocalFile: Sendable {
    private let path: String
    private let partPath: String
    private let replacing: Bool

    private struct State {
        var descriptor: Int32
        var isThere = true
        var writtenBytes: UInt64 = 0
    }

    /// Counts partial files, so that no two of this process share one.
    private static let nextNumber = Atomic<Int>(1)

    /// Guards the descriptor, and whether the partial file is there.
    private let state: Guarded<State>

    init(path: String, replacing: Bool) throws(CameraError) {
        self.path = path
        self.replacing = replacing
        // A name of its own: two transfers to one path must not write into one file.
        partPath = "\(path).\(getpid())-\(Self.nextNumber.add(1, ordering: .relaxed).oldValue).part"
        if path.isEmpty || path.utf8.contains(0) {
            throw CameraError(.invalidArgument, "is not a path that a file can have", operation: .download, subject: path)
        }
        if !replacing, unsafe access(path, F_OK) == 0 { throw Self.exists(path) }
        Self.makeFolders(above: path)
        let descriptor = unsafe open(partPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(errno, path) }
        state = Guarded(State(descriptor: descriptor))
    }

    deinit { discard() }

    var writtenBytes: UInt64 { state.withLock { $0.writtenBytes } }

    /// Appends bytes, and returns how many there are now.
    func write(_ chunk: RawSpan) throws(CameraError) -> UInt64 {
        let failedWith = state.withLock { state -> Int32 in
            unsafe chunk.withUnsafeBytes { bytes -> Int32 in
                var rest = unsafe bytes
                while unsafe !rest.isEmpty {
                    let count = unsafe Glibc.write(state.descriptor, rest.baseAddress, rest.count)
                    if count < 0 {
                        if errno == EINTR { continue }
                        return errno
                    }
                    unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    state.writtenBytes += UInt64(count)
                }
                return 0
            }
        }
        guard failedWith == 0 else { throw Self.failure(failedWith, path) }
        return writtenBytes
    }

    /// Gives the file its name.
    func commit() throws(CameraError) {
        let closed = closeDescriptor()
        guard closed == 0 else { throw Self.failure(closed, path) }
        // `link` refuses to replace what has come meanwhile, as `rename` would not; some file systems have no links.
        if !replacing {
            if unsafe link(partPath, path) == 0 { return discard() }
            if errno == EEXIST { throw Self.exists(path) }
        }
        guard unsafe rename(partPath, path) == 0 else { throw Self.failure(errno, path) }
        state.withLock { $0.isThere = false }
    }

    /// Removes the partial file, if it is there.
    func discard() {
        _ = closeDescriptor()
        let isThere = state.withLock { state in
            defer { state.isThere = false }
            return state.isThere
        }
        if isThere { unsafe unlink(partPath) }
    }

    /// 0, an error number, or -1 if it was closed before. Bytes that the kernel could not write may show only here.
    private func closeDescriptor() -> Int32 {
        state.withLock { state in
            guard state.descriptor >= 0 else { return -1 }
            defer { state.descriptor = -1 }
            return close(state.descriptor) == 0 ? 0 : errno
        }
    }

    private static func makeFolders(above path: String) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            made += part + "/"
            unsafe mkdir(made, 0o755)
        }
    }

    private static func exists(_ path: String) -> CameraError {
        CameraError(
            .fileSystem,
            "there is a file of this name already; it was left as it is",
            operation: .download,
            subject: path
        )
    }

    private static func failure(_ number: Int32, _ path: String) -> CameraError {
        let reason = number == ENOSPC ? "this computer's disk is full" : unsafe String(cString: strerror(number))
        return CameraError(.fileSystem, "could not be written: \(reason)", operation: .download, subject: path)
    }
}
