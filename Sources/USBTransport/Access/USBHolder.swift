import Glibc

/// A process that has a device open.
public struct USBHolder: Hashable, Sendable, CustomStringConvertible {
    public var process: Int32
    /// As the kernel has it: at most 15 bytes.
    public var name: String

    /// This one.
    public static var thisProcess: USBHolder { USBHolder(process: getpid(), name: name(of: getpid())) }

    /// Whether it is this one.
    public var isThisProcess: Bool { process == getpid() }

    public init(process: Int32, name: String) {
        self.process = process
        self.name = name
    }

    /// "gvfs-gphoto2-vo (pid 1234)".
    public var description: String { "\(name) (pid \(process))" }

    /// The processes that have a file open, as far as this user may see them: `/proc` shows others' to root only.
    ///
    /// - Parameter node: where the kernel has the device, as `/dev/bus/usb/001/004`.
    public static func all(of node: String) -> [USBHolder] {
        // By what it is, not by what it is called: a container may see it under another name.
        guard let device = Identity(of: node) else { return [] }
        return entries(of: "/proc").compactMap { Int32($0) }.sorted().compactMap { process in
            let folder = "/proc/\(process)/fd"
            let isHolder = entries(of: folder).contains { Identity(of: "\(folder)/\($0)") == device }
            return isHolder ? USBHolder(process: process, name: name(of: process)) : nil
        }
    }

    /// Which file it is, whatever it is called.
    private struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(of path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                names.append(unsafe String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)))
            }
        }
        return names
    }

    private static func name(of process: Int32) -> String {
        let file = unsafe open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "a process" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
    }
}
