private import Glibc
private import HotShoeSupport

/// Folders of this computer.
enum LocalFolder {
    static func exists(_ path: String) -> Bool {
        // SAFETY: `stat` fills in one structure, and command-line arguments contain no zero byte.
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates a folder if necessary and checks that it is writable, before the command does work whose result could not be
    /// stored.
    static func prepare(_ path: String) throws(CommandFailure) {
        var made = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        var reason: Int32 = 0
        for part in path.split(separator: "/") {
            made += part + "/"
            // SAFETY: the path is a terminated string for the time of the call.
            reason = unsafe mkdir(made, 0o755) == 0 ? 0 : errno
        }
        guard exists(path) else { throw failure(path, reason == EEXIST ? ENOTDIR : reason) }
        // SAFETY: as above.
        guard unsafe access(path, W_OK | X_OK) == 0 else { throw failure(path, errno) }
    }

    private static func failure(_ path: String, _ number: Int32) -> CommandFailure {
        CommandFailure(.storage, path, "No files can be written there: \(systemMessage(number)). Choose another folder.")
    }
}

extension LocalFolder {
    /// Maximum number of files, and depth of folders, that are examined.
    private static let (fileLimit, depthLimit) = (1_000_000, 8)

    /// Returns the regular files in a folder and its subfolders. Ignores what cannot be read.
    static func files(below folder: String) -> [ExistingFiles.Copy] {
        var (files, pending) = ([ExistingFiles.Copy](), [(folder, 0)])
        while let (path, depth) = pending.popLast() {
            for name in FolderNames.all(in: path, limit: fileLimit) ?? [] where files.count < fileLimit {
                let child = FreeName.path(name, in: path)
                // SAFETY: `lstat` fills in one structure, and the path is a terminated string for the time of the call.
                var status = stat()
                guard unsafe lstat(child, &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFREG:
                    files.append(
                        ExistingFiles.Copy(path: child, size: UInt64(clamping: status.st_size), modified: status.st_mtim.tv_sec)
                    )
                case S_IFDIR where depth < depthLimit: pending.append((child, depth + 1))
                default: break
                }
            }
        }
        return files
    }

    /// Prepares a folder, unless the name means standard output.
    static func prepare(unlessStandardOutput path: String) throws(CommandFailure) {
        if path != FileSaver.standardOutput { try prepare(path) }
    }

    /// Returns the text of a file of at most `limit` bytes; nil if it does not exist.
    static func text(ofFile path: String, limit: Int = 64 << 10) throws(CommandFailure) -> String? {
        guard FreeName.exists(path) else { return nil }
        let source = try LocalSource(path)
        guard source.size <= limit, let bytes = try? source.read(limit, progress: { _ in }),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw CommandFailure(.usage, path, "This is not a text file.") }
        return text
    }
}
