import Glibc

/// A folder for one test, deleted with its contents after the test.
final class TemporaryFolder: Sendable {
    let path: String

    // SAFETY, for all calls below: strings are terminated and outlive the calls, buffers are passed with their own counts.
    init() throws {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw ChildProcess.Failed(call: "mkdtemp", code: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    /// The names in a folder below it, sorted.
    func names(in folder: String = "") -> [String] { Self.names(in: folder.isEmpty ? path : "\(path)/\(folder)").sorted() }

    func write(_ bytes: [UInt8], to name: String) {
        let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        unsafe Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
    }

    func makeExecutable(_ name: String) { unsafe chmod("\(path)/\(name)", 0o755) }

    func link(_ name: String, to target: String) { unsafe _ = symlink(target, "\(path)/\(name)") }

    func read(_ name: String) -> [UInt8] {
        let descriptor = unsafe open("\(path)/\(name)", O_RDONLY)
        defer { close(descriptor) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    private static func names(in path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func remove(_ path: String) {
        // A link is removed, and not followed.
        if unsafe unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
