import CameraModel
import Glibc

/// The location of a file or folder in the folder on this computer that holds a card's files.
///
/// A card has no symbolic links, and a link in its folder could refer to any file of this computer. A path is therefore opened
/// name by name, and a link below the root is never followed, also if it replaces a folder while the card is in use. The root
/// itself may be a link, or below one: it was chosen by the user.
struct CardPath: Sendable, Hashable {
    /// Path of the card's folder.
    let root: String
    /// The names of the parent folders, followed by that of the file or folder; empty for the card's folder.
    var names: [String]

    init(root: String, names: [String] = []) { (self.root, self.names) = (root, names) }

    /// The path for messages.
    var text: String { ([root] + names).joined(separator: "/") }

    /// The file or folder of this name in this folder.
    func appending(_ name: String) -> CardPath { CardPath(root: root, names: names + [name]) }

    /// Whether this is `other`, or below it.
    func isWithin(_ other: CardPath) -> Bool { root == other.root && names.starts(with: other.names) }

    // MARK: Descriptors

    /// Calls `body` with a descriptor of the parent folder, and the name in it. With `makingFolders` missing folders are created.
    ///
    /// - Throws: ``CameraError/Code/cardError`` if a parent folder is missing, or is a symbolic link or a file.
    func withParent<Result>(
        makingFolders: Bool = false,
        _ body: (_ folder: Int32, _ name: String) throws(CameraError) -> Result
    ) throws(CameraError) -> Result {
        let folder = try parent.openFolder(makingFolders: makingFolders)
        defer { close(folder) }
        return try body(folder, names.last ?? ".")
    }

    private var parent: CardPath { CardPath(root: root, names: names.dropLast()) }

    /// Opens this as a folder and returns its descriptor, which the caller closes. With `makingFolders` it is created with its
    /// parent folders if it is missing.
    func openFolder(makingFolders: Bool = false) throws(CameraError) -> Int32 {
        let folder = descriptor(makingFolders: makingFolders)
        guard folder >= 0 else { throw failure }
        return folder
    }

    /// Returns a descriptor of this folder; -1 with the reason in `errno`.
    private func descriptor(makingFolders: Bool = false) -> Int32 {
        if makingFolders { Self.makeFolders(root) }
        var folder = unsafe open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for name in names where folder >= 0 {
            let parent = folder
            if makingFolders { unsafe mkdirat(parent, name, 0o755) }
            folder = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            let reason = errno
            close(parent)
            errno = reason
        }
        return folder
    }

    /// Creates a folder and those above it, unless they exist.
    private static func makeFolders(_ path: String) {
        var folder = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            folder += part + "/"
            unsafe mkdir(folder, 0o755)
        }
    }

    /// The error for the last system call.
    var failure: CameraError {
        let isFull = errno == ENOSPC || errno == EDQUOT
        let reason = unsafe String(cString: strerror(errno))
        return CameraError(isFull ? .storageFull : .cardError, "The card's folder cannot be used: \(text): \(reason).")
    }

    // MARK: Changes

    /// The kind and the size of this; nil if it does not exist. A link is not followed.
    func status() throws(CameraError) -> stat? {
        let folder = parent.descriptor()
        defer { if folder >= 0 { close(folder) } }
        var status = stat()
        if folder >= 0, unsafe fstatat(folder, names.last ?? ".", &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
        guard errno == ENOENT else { throw failure }
        return nil
    }

    /// Throws if this exists, which means that it is unknown to the camera.
    func requireUnused() throws(CameraError) {
        guard try status() != nil else { return }
        throw CameraError(.invalidArgument, "The card's folder has something of this name that the camera does not show.")
    }

    /// Removes a file or an empty folder, if it exists. A link is left.
    func remove() {
        try? withParent { folder, name throws(CameraError) in
            var status = stat()
            guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
            switch status.st_mode & S_IFMT {
            case S_IFLNK: break
            case S_IFDIR: unsafe unlinkat(folder, name, AT_REMOVEDIR)
            default: unsafe unlinkat(folder, name, 0)
            }
        }
    }

    /// Creates this folder and its missing parent folders.
    func makeFolder() throws(CameraError) {
        try withParent(makingFolders: true) { folder, name throws(CameraError) in
            if unsafe mkdirat(folder, name, 0o755) == 0 { return }
            if errno == EEXIST { try requireUnused() }
            throw failure
        }
    }

    /// Renames a file or folder. A folder that does not exist yet, as it is created with its first file, is created at the new
    /// path.
    func rename(to new: CardPath, isFolder: Bool) throws(CameraError) {
        if isFolder, try status() == nil { return try new.makeFolder() }
        try withParent { folder, name throws(CameraError) in
            try new.withParent(makingFolders: true) { newFolder, newName throws(CameraError) in
                try new.requireUnused()
                guard unsafe renameat(folder, name, newFolder, newName) == 0 else { throw new.failure }
            }
        }
    }

    /// Makes a file read-only or writable.
    func setProtected(_ isProtected: Bool) {
        try? withParent { folder, name throws(CameraError) in
            let descriptor = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            fchmod(descriptor, isProtected ? 0o444 : 0o644)
            close(descriptor)
        }
    }
}
