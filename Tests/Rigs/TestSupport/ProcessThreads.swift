private import Glibc
private import HotShoeSupport

/// The threads of this process.
public enum ProcessThreads {
    /// Whether no thread but the calling one has work: none runs, or waits for a processor or a disk. Work that another process of a busy
    /// machine delays is not over.
    public static var areIdle: Bool {
        (FolderNames.all(in: "/proc/self/task") ?? []).count(where: isBusy) <= 1
    }

    private static func isBusy(_ thread: String) -> Bool {
        // SAFETY: the path is a terminated string for the time of the call, and the buffer is passed with its own size.
        let file = unsafe open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe read(file, &bytes, bytes.count)
        // The state follows the name, which is in parentheses and may contain some.
        guard let end = bytes.prefix(max(0, count)).lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return false }
        return [UInt8(ascii: "R"), UInt8(ascii: "D")].contains(bytes[end + 2])
    }
}
