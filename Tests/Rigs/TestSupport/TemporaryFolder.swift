import Glibc
import HotShoeSupport

/// A folder for one test, deleted with its contents after the test. **Thread-safe.**
public final class TemporaryFolder: Sendable {
    /// Path of the folder.
    public let path: String

    /// The error of a folder that cannot be created.
    public struct Failed: Error {
        /// The system's error number.
        public let code: Int32
    }

    // SAFETY, for all calls below: strings are terminated and outlive the calls, buffers are passed with their own counts.
    /// Creates a folder in `/tmp`.
    public init() throws(Failed) {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failed(code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// Returns the names in a folder below it, sorted.
    public func names(in folder: String = "") -> [String] { Self.names(in: folder.isEmpty ? path : "\(path)/\(folder)").sorted() }

    /// Whether it has a file or a folder.
    public func contains(_ name: String) -> Bool { unsafe access("\(path)/\(name)", F_OK) == 0 }

    /// Writes a file.
    public func write(_ bytes: [UInt8], to name: String) {
        let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        unsafe Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    /// Makes a file executable.
    public func makeExecutable(_ name: String) { unsafe chmod("\(path)/\(name)", 0o755) }

    /// Creates a symbolic link.
    public func link(_ name: String, to target: String) { unsafe _ = symlink(target, "\(path)/\(name)") }

    /// Returns the contents of a file.
    public func read(_ name: String) -> [UInt8] {
        let descriptor = unsafe open("\(path)/\(name)", O_RDONLY)
        defer { close(descriptor) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    private static func names(in path: String) -> [String] { FolderNames.all(in: path) ?? [] }

    private static func remove(_ path: String) {
        // A link is removed, and not followed.
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
