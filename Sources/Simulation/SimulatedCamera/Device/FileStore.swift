import CameraModel
import Glibc
import HotShoeSupport
import Synchronization

/// The bytes of the files on a simulated camera's cards, in memory or in folders of this computer. **Thread-safe.**
final class FileStore: Sendable {
    /// Location of a file's bytes.
    enum Source: Sendable {
        case memory([UInt8])
        case path(String)
        /// A sample picture, developed on first use.
        case sample(SceneView, CameraDate)
    }

    struct Entry: Sendable {
        var source: Source
        var thumbnail: [UInt8]?
        var preview: [UInt8]?
    }

    /// The new entry of an item; nil for a folder of a card in memory.
    struct Placed: Sendable {
        var handle: ItemInfo.Handle
        var entry: Entry?
    }

    /// Guards the table.
    private let entries = Guarded<[ItemInfo.Handle: Entry]>([:])

    subscript(handle: ItemInfo.Handle) -> Entry? {
        get { entries.withLock { $0[handle] } }
        set { entries.withLock { $0[handle] = newValue } }
    }

    /// Removes files from the table, and deletes those that are in a folder.
    func discard(_ handles: [ItemInfo.Handle]) {
        let removed = entries.withLock { entries in handles.compactMap { entries.removeValue(forKey: $0) } }
        for entry in removed {
            if case .path(let path) = entry.source, unsafe unlink(path) != 0 { unsafe rmdir(path) }
        }
    }

    /// Deletes files from their folder, but keeps their bytes in memory.
    func detach(_ handles: [ItemInfo.Handle]) {
        for handle in handles {
            guard var entry = self[handle], case .path(let path) = entry.source else { continue }
            if var reader = try? FileReader(path: path), let bytes = try? reader.readAll(limit: 1 << 30) {
                entry.source = .memory(bytes)
            }
            self[handle] = entry
            unsafe unlink(path)
        }
    }

    /// Updates the paths of a file or folder that was renamed, and of its contents.
    func relocate(_ handles: [ItemInfo.Handle], from old: String, to new: String) {
        entries.withLock { entries in
            for handle in handles {
                guard case .path(let path)? = entries[handle]?.source, path.hasPrefix(old) else { continue }
                entries[handle]?.source = .path(new + path.dropFirst(old.count))
            }
        }
    }

    /// Replaces the entries of items and deletes their previous files; each folder precedes its contents.
    func replace(_ placed: [Placed]) {
        for item in placed.reversed() {
            discard([item.handle])
            self[item.handle] = item.entry
        }
    }

    /// Deletes files that belong to no item.
    static func erase(_ placed: [Placed]) {
        for item in placed.reversed() {
            if case .path(let path)? = item.entry?.source, unsafe unlink(path) != 0 { unsafe rmdir(path) }
        }
    }

    /// Makes a file in a folder read-only or writable. On the next start, this determines whether it is protected.
    func setProtected(_ handle: ItemInfo.Handle, to isProtected: Bool) {
        guard case .path(let path) = self[handle]?.source else { return }
        // Not by path: it may have been replaced by a symbolic link.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fchmod(descriptor, isProtected ? 0o444 : 0o644)
        close(descriptor)
    }

    /// Opens a file for reading.
    func open(_ handle: ItemInfo.Handle) throws(CameraError) -> FileReader {
        switch self[handle]?.source {
        case .memory(let bytes): return FileReader(bytes)
        case .path(let path): return try FileReader(path: path)
        case .sample, nil: throw CameraError(.notFound, "There is no such file on the camera any more.")
        }
    }

    // MARK: Folders of this computer

    /// Throws if the path exists, which means that it is unknown to the camera.
    static func requireUnused(_ path: String) throws(CameraError) {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else {
            throw CameraError(.invalidArgument, "The card's folder has something of this name that the camera does not show.")
        }
    }

    /// Whether a path is a folder, not by way of a symbolic link, or does not exist.
    static func isFolderOrAbsent(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return errno == ENOENT }
        return status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a folder and its missing parent folders.
    static func makeFolder(_ path: String) throws(CameraError) {
        try requireUnused(path)
        FileWriter.makeFolders(above: path)
        guard unsafe mkdir(path, 0o755) == 0 else { throw FileWriter.failure(path) }
    }

    /// Renames a file or folder. A folder that does not exist yet, as it is created with its first file, is created at the new
    /// path.
    static func rename(_ old: String, to new: String, isFolder: Bool) throws(CameraError) {
        try requireUnused(new)
        var status = stat()
        if isFolder, unsafe lstat(old, &status) != 0, errno == ENOENT { return try makeFolder(new) }
        FileWriter.makeFolders(above: new)
        guard unsafe Glibc.rename(old, new) == 0 else { throw FileWriter.failure(new) }
    }

    /// Number for the next partial file, so that its name is unique in this process.
    private static let nextNumber = Atomic<Int>(1)

    /// Writes a file to a partial file first, so that an incomplete file never has the final name. Replaces no existing file.
    static func write(
        to path: String,
        _ content: (inout FileWriter) throws(CameraError) -> Void
    ) throws(CameraError) {
        let number = nextNumber.add(1, ordering: .relaxed).oldValue
        let partial = "\(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])/.upload-\(getpid())-\(number).part"
        var writer = try FileWriter(path: partial)
        // From here on the partial file belongs to this call.
        defer { unsafe unlink(partial) }
        try content(&writer)
        if unsafe link(partial, path) == 0 { return }
        if errno == EEXIST { try requireUnused(path) }
        // For a file system without hard links.
        guard unsafe Glibc.rename(partial, path) == 0 else { throw FileWriter.failure(path) }
    }

    /// Writes a file whose bytes are in memory.
    ///
    /// - Returns: false if a file, folder or symbolic link of this name exists, which is left unchanged.
    static func write(_ bytes: [UInt8], to path: String) throws(CameraError) -> Bool {
        FileWriter.makeFolders(above: path)
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return false }
        try write(to: path) { writer throws(CameraError) in try writer.append(bytes) }
        return true
    }

    /// Creates the folder for new pictures and videos of a card, and returns its path.
    ///
    /// - Throws: ``CameraError/Code/cardError`` if a symbolic link or a file has the name of a folder: links are never
    ///   followed.
    static func pictureFolder(below root: String) throws(CameraError) -> String {
        var path = root
        for name in ["DCIM", "100HOTSH"] {
            path += "/" + name
            FileWriter.makeFolders(above: path)
            var status = stat()
            guard unsafe mkdir(path, 0o755) == 0 || lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR else {
                throw CameraError(.cardError, "The card's folder could not be written: \(path) is not a folder.")
            }
        }
        return path
    }
}

/// Writes one file in a card's folder, and creates missing parent folders. **Single-owner.**
struct FileWriter: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Creates an empty file. An existing file or symbolic link of this name is an error.
    init(path: String) throws(CameraError) {
        Self.makeFolders(above: path)
        self.path = path
        descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    static func makeFolders(above path: String) {
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").dropLast() {
            folder += part + "/"
            unsafe mkdir(folder, 0o755)
        }
    }

    /// Writes all of the bytes.
    mutating func append(_ bytes: [UInt8]) throws(CameraError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(path) }
            written += count
        }
    }

    /// Returns the error for the last system call.
    static func failure(_ path: String) -> CameraError {
        let isFull = errno == ENOSPC || errno == EDQUOT
        let reason = unsafe String(cString: strerror(errno))
        return CameraError(isFull ? .storageFull : .cardError, "the card's folder could not be written: \(path): \(reason)")
    }
}

/// Reads one file from memory or disk. **Single-owner.**
struct FileReader: ~Copyable {
    private let bytes: [UInt8]
    private let descriptor: Int32
    /// Buffer for consecutive pieces of a file.
    private var chunk: [UInt8] = []
    /// Size of the file in bytes.
    let size: UInt64

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        descriptor = -1
        size = UInt64(bytes.count)
    }

    init(path: String) throws(CameraError) {
        bytes = []
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            if descriptor >= 0 { close(descriptor) }
            throw CameraError(.notFound, "The file cannot be read from the card's folder any more.")
        }
        size = UInt64(status.st_size)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Passes at most `count` bytes from `offset` on to `body`; fewer at the end of the file.
    mutating func read(at offset: UInt64, count: Int, _ body: (RawSpan) throws(CameraError) -> TransferDecision)
        throws(CameraError)
        -> TransferDecision
    {
        let available = Int(min(UInt64(count), size > offset ? size - offset : 0))
        if descriptor < 0 {
            let start = Int(min(offset, size))
            return try unsafe body(bytes.span.extracting(start..<start + available).bytes)
        }
        if chunk.count < available { chunk = [UInt8](repeating: 0, count: available) }
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, available, off_t(offset)) }
        guard count >= 0 else {
            throw CameraError(.cardError, "The card's folder could not be read: \(unsafe String(cString: strerror(errno))).")
        }
        return try unsafe body(chunk.span.extracting(0..<count).bytes)
    }

    /// Returns the whole file, if it is not larger than `limit`.
    mutating func readAll(limit: Int) throws(CameraError) -> [UInt8] {
        guard size <= UInt64(limit) else { throw CameraError(.tooLarge, "The file is too large to be examined.") }
        var all: [UInt8] = []
        all.reserveCapacity(Int(size))
        while all.count < Int(size) {
            let before = all.count
            _ = try read(at: UInt64(before), count: 1 << 20) { chunk throws(CameraError) in
                unsafe chunk.withUnsafeBytes { unsafe all.append(contentsOf: $0) }
                return .proceed
            }
            if all.count == before { break }
        }
        return all
    }
}
