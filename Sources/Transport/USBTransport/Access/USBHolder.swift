import Glibc
import HotShoeSupport

/// A process that has opened a device.
public struct USBHolder: Hashable, Sendable, CustomStringConvertible {
    /// Process ID.
    public var process: Int32
    /// Process name from the kernel, at most 15 bytes.
    public var name: String

    /// This process.
    public static var thisProcess: USBHolder { USBHolder(process: getpid(), name: name(of: getpid())) }

    /// Whether the holder is this process.
    public var isThisProcess: Bool { process == getpid() }

    /// Creates a holder.
    public init(process: Int32, name: String) {
        self.process = process
        self.name = name
    }

    /// Text such as "gvfs-gphoto2-vo (pid 1234)".
    public var description: String { "\(name) (pid \(process))" }

    /// Finds the processes that have opened a device file, as far as this user may see them: `/proc` shows the files of other
    /// users' processes only to root.
    ///
    /// - Parameter node: Path of the device file, such as `/dev/bus/usb/001/004`.
    /// - Returns: The processes, sorted by ID; none if the file does not exist.
    public static func all(of node: String) -> [USBHolder] {
        // Compares file identities instead of paths: a container may see the file under another path.
        guard let device = Identity(of: node) else { return [] }
        return entries(of: "/proc").compactMap { Int32($0) }.sorted().compactMap { process in
            let folder = "/proc/\(process)/fd"
            let isHolder = entries(of: folder).contains { Identity(of: "\(folder)/\($0)") == device }
            return isHolder ? USBHolder(process: process, name: name(of: process)) : nil
        }
    }

    /// Identity of a file, independent of its path.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(of path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    private static func entries(of folder: String) -> [String] { FolderNames.all(in: folder) ?? [] }

    private static func name(of process: Int32) -> String {
        let file = unsafe open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "a process" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
    }
}
