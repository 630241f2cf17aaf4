import CameraModel
import Glibc
import HotShoeSupport
import Synchronization

/// A file on this computer that gets its final name only when it is complete. **Thread-safe.**
///
/// The bytes are written to a partial file in the same folder, which is created with `O_EXCL` and `O_NOFOLLOW`: an existing
/// file or symbolic link of that name is never written to, and another name is used.
final class LocalFile: Sendable {
    /// Path for error messages.
    private let path: String
    private let partPath: String

    private struct State {
        var descriptor: Int32
        var isThere = true
        var writtenBytes: UInt64 = 0
        /// Checksum of the bytes that the camera sent; nil where the file is not verified.
        var checksum: FileChecksum?
    }

    /// Number for the next partial file, so that its name is unique in this process.
    static let nextNumber = Atomic<Int>(1)
    /// Maximum number of names to try for a partial file.
    private static let attemptLimit = 1000

    /// Guards the descriptor, and whether the partial file exists.
    private let state: Guarded<State>

    /// Creates the partial file and missing parent folders.
    ///
    /// - Throws: ``CameraError/Code/invalidArgument`` for an empty path, ``CameraError/Code/fileSystem``.
    init(beside path: String, isChecked: Bool = false) throws(CameraError) {
        self.path = path
        if path.isEmpty { throw CameraError(.invalidArgument, "The path of the file to write is empty.", operation: .download) }
        if path.utf8.contains(0) {
            throw CameraError(.invalidArgument, "This is not a valid path for a file.", operation: .download, subject: path)
        }
        Self.makeFolders(above: path)
        PartialFiles.sweep(besides: path)
        for _ in 0..<Self.attemptLimit {
            let part = "\(path).\(getpid())-\(Self.nextNumber.add(1, ordering: .relaxed).oldValue).part"
            let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw Self.failure(errno, path) }
            // While the file is locked, another program does not remove it as one that was left behind.
            flock(descriptor, LOCK_EX | LOCK_NB)
            partPath = part
            state = Guarded(State(descriptor: descriptor, checksum: isChecked ? FileChecksum() : nil))
            return
        }
        throw Self.failure(EEXIST, path)
    }

    deinit { discard() }

    var writtenBytes: UInt64 { state.withLock { $0.writtenBytes } }

    /// Appends bytes, and returns the number of bytes written so far.
    func write(_ chunk: RawSpan) throws(CameraError) -> UInt64 {
        let failedWith = state.withLock { state -> Int32 in
            unsafe chunk.withUnsafeBytes { bytes -> Int32 in
                unsafe state.checksum?.add(bytes)
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

    /// Closes the file, and sets its modification time if one is given.
    ///
    /// - Throws: ``CameraError/Code/fileSystem`` for bytes that the kernel could not write, which it may report only here.
    func finish(modified: CameraDate? = nil) throws(CameraError) {
        if let modified { state.withLock { if $0.descriptor >= 0 { FileTimes.set($0.descriptor, to: modified) } } }
        state.withLock { if $0.checksum != nil, $0.descriptor >= 0 { fsync($0.descriptor) } }
        let closed = closeDescriptor()
        guard closed <= 0 else { throw Self.failure(closed, path) }
    }

    /// Reads the finished file from the disk, and compares it with the bytes that were written.
    ///
    /// - Throws: ``CameraError/Code/fileSystem`` where they differ.
    func verify() throws(CameraError) {
        let (expected, count) = state.withLock { ($0.checksum, $0.writtenBytes) }
        guard let expected else { return }
        guard let (checksum, size) = FileChecksum.ofFile(partPath), checksum == expected, size == count else {
            throw CameraError(
                .fileSystem,
                "The copy on this computer differs from what the camera sent. Check this computer's disk.",
                operation: .download,
                subject: path
            )
        }
    }

    /// Whether another finished file has the same bytes.
    func hasContent(of other: LocalFile) -> Bool {
        guard writtenBytes == other.writtenBytes, let own = FileChecksum.ofFile(partPath),
            let theirs = FileChecksum.ofFile(other.partPath)
        else { return false }
        return own == theirs
    }

    /// Whether the file at a path has the same bytes as this finished one; false if it cannot be read.
    func hasContent(ofFileAt path: String) -> Bool {
        guard let own = FileChecksum.ofFile(partPath), let theirs = FileChecksum.ofFile(path) else { return false }
        return own == theirs
    }

    /// Gives the finished file its name.
    ///
    /// - Parameters:
    ///   - path: The name.
    ///   - replacing: Whether an existing file or symbolic link may be replaced; the permissions of a file are kept.
    /// - Returns: false where a file of this name exists and `replacing` is false; the caller can try another name.
    /// - Throws: ``CameraError/Code/fileSystem``.
    func publish(as path: String, replacing: Bool = false) throws(CameraError) -> Bool {
        guard replacing else { return try publishUnderFreeName(path) }
        try Self.checkReplaceable(path)
        var status = stat()
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            unsafe chmod(partPath, status.st_mode & 0o777)
        }
        guard unsafe rename(partPath, path) == 0 else { throw Self.failure(errno, path) }
        state.withLock { $0.isThere = false }
        return true
    }

    private func publishUnderFreeName(_ path: String) throws(CameraError) -> Bool {
        // `link` fails for an existing name, also for that of a dangling symbolic link.
        if unsafe link(partPath, path) == 0 {
            discard()
            return true
        }
        if errno == EEXIST { return false }
        // For file systems without hard links: the placeholder reserves the name until `rename` replaces it.
        let placeholder = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        if placeholder < 0, errno == EEXIST { return false }
        guard placeholder >= 0 else { throw Self.failure(errno, path) }
        close(placeholder)
        guard unsafe rename(partPath, path) == 0 else {
            let number = errno
            unsafe unlink(path)
            throw Self.failure(number, path)
        }
        state.withLock { $0.isThere = false }
        return true
    }

    /// Removes the partial file, if it exists.
    func discard() {
        _ = closeDescriptor()
        let isThere = state.withLock { state in
            defer { state.isThere = false }
            return state.isThere
        }
        if isThere { unsafe unlink(partPath) }
    }

    /// Returns 0, an error number, or -1 if the file was already closed.
    private func closeDescriptor() -> Int32 {
        state.withLock { state in
            guard state.descriptor >= 0 else { return -1 }
            defer { state.descriptor = -1 }
            return close(state.descriptor) == 0 ? 0 : errno
        }
    }

    /// Returns whether a file, folder or symbolic link of this name exists, dangling links included.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Checks that what a path denotes may be replaced: nothing, a file, or a symbolic link that denotes one of these.
    ///
    /// - Throws: ``CameraError/Code/fileSystem`` for a folder, and for a device or a pipe, which must not become a file.
    static func checkReplaceable(_ path: String) throws(CameraError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw failure(EISDIR, path)
        default: throw notReplaceable(path)
        }
    }

    private static func notReplaceable(_ path: String) -> CameraError {
        CameraError(
            .fileSystem,
            "This is no regular file, and was not replaced. Choose another path.",
            operation: .download,
            subject: path
        )
    }

    /// Creates a folder unless it is there, and tries whether files can be created in it.
    ///
    /// - Throws: ``CameraError/Code/fileSystem``.
    static func checkFolder(_ folder: String) throws(CameraError) {
        let probe = try LocalFile(beside: folder.isEmpty ? "probe" : "\(folder)/probe")
        probe.discard()
    }

    private static func makeFolders(above path: String) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            made += part + "/"
            unsafe mkdir(made, 0o755)
        }
    }

    static func alreadyExists(_ path: String) -> CameraError {
        CameraError(
            .fileSystem,
            "A file of this name exists already. It was not replaced.",
            operation: .download,
            subject: path
        )
    }

    private static func failure(_ number: Int32, _ path: String) -> CameraError {
        let reason = number == ENOSPC ? "this computer's disk is full" : unsafe String(cString: strerror(number))
        return CameraError(.fileSystem, "The file could not be written: \(reason).", operation: .download, subject: path)
    }
}
