import Glibc
import HotShoeSupport

/// Removes the partial files of programs that were killed. **Thread-safe.**
///
/// Their bytes are not continued: nothing in them shows which object of which camera they are of.
enum PartialFiles {
    /// Maximum number of folders that are remembered.
    private static let folderLimit = 1000
    /// Guards the folders that this process has examined.
    private static let swept = Guarded<Set<String>>([])

    /// Removes what was left behind in the folder of a file, once in a process.
    static func sweep(besides path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        let isNew = swept.withLock { $0.count < folderLimit && $0.insert(folder).inserted }
        if isNew { sweep(folder) }
    }

    /// Removes the abandoned partial files of a folder.
    static func sweep(_ folder: String) {
        for name in FolderNames.all(in: folder) ?? [] {
            if let writer = writer(of: name), kill(writer, 0) != 0, errno == ESRCH { remove(folder + "/" + name) }
        }
    }

    /// The process that has created a partial file, by its name such as "IMG_0001.JPG.4711-1.part"; nil for other files.
    static func writer(of name: String) -> pid_t? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.last == "part" else { return nil }
        let numbers = parts[parts.count - 2].split(separator: "-", omittingEmptySubsequences: false)
        let isDecimal = numbers.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard numbers.count == 2, isDecimal, let process = pid_t(numbers[0]), process > 0 else { return nil }
        return process
    }

    /// Removes a regular file that no process has locked, such as one on another computer that shares the folder.
    private static func remove(_ path: String) {
        let descriptor = unsafe open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(path) }
    }
}
