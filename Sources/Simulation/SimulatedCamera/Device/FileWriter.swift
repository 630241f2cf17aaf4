import CameraModel
import Glibc
import Synchronization

/// Writes one file in a card's folder. **Single-owner.**
struct FileWriter: ~Copyable {
    private let path: CardPath
    private let descriptor: Int32

    /// Creates an empty file in an open folder. An existing file or symbolic link of this name is an error.
    fileprivate init(_ path: CardPath, in folder: Int32, named name: String) throws(CameraError) {
        self.path = path
        descriptor = unsafe openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw path.failure }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Writes all of the bytes.
    mutating func append(_ bytes: [UInt8]) throws(CameraError) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress! + written, bytes.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw path.failure }
            written += count
        }
    }
}

// New files.
extension CardPath {
    /// Number for the next partial file, so that its name is unique in this process.
    private static let nextNumber = Atomic<Int>(1)

    /// Writes a file to a partial file first, so that an incomplete file never has the final name. Replaces no existing file, and
    /// creates missing folders.
    func write(_ content: (inout FileWriter) throws(CameraError) -> Void) throws(CameraError) {
        let partial = ".upload-\(getpid())-\(Self.nextNumber.add(1, ordering: .relaxed).oldValue).part"
        try withParent(makingFolders: true) { folder, name throws(CameraError) in
            var writer = try FileWriter(self, in: folder, named: partial)
            // From here on the partial file belongs to this call.
            defer { unsafe unlinkat(folder, partial, 0) }
            try content(&writer)
            if unsafe linkat(folder, partial, folder, name, 0) == 0 { return }
            if errno == EEXIST { try requireUnused() }
            // For a file system without hard links.
            guard unsafe renameat(folder, partial, folder, name) == 0 else { throw failure }
        }
    }

    /// Writes a file whose bytes are in memory.
    ///
    /// - Returns: false if a file, folder or symbolic link of this name exists, which is left unchanged.
    func write(_ bytes: [UInt8]) throws(CameraError) -> Bool {
        try withParent(makingFolders: true) { folder, name throws(CameraError) in
            var status = stat()
            if unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return false }
            try write { writer throws(CameraError) in try writer.append(bytes) }
            return true
        }
    }

    /// Creates the folder for new pictures and videos of a card, and returns its path.
    ///
    /// - Throws: ``CameraError/Code/cardError`` if a symbolic link or a file has the name of a folder.
    static func pictureFolder(below root: String) throws(CameraError) -> CardPath {
        let folder = CardPath(root: root, names: ["DCIM", "100HOTSH"])
        close(try folder.openFolder(makingFolders: true))
        return folder
    }
}
