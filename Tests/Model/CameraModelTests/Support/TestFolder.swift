import CameraModel
import Glibc

/// A temporary folder for one test, which is deleted with its files.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
        guard unsafe made != nil else { throw CameraError(.fileSystem, "no folder could be made") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unsafe remove("\(path)/\(name)") }
        unsafe rmdir(path)
    }

    /// The names of the files, sorted.
    var names: [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ name: String, _ text: String = "") {
        let file = unsafe fopen("\(path)/\(name)", "w")
        unsafe fputs(text, file)
        unsafe fclose(file)
    }

    func link(_ name: String, to target: String) { unsafe _ = symlink(target, "\(path)/\(name)") }

    func read(_ name: String) -> String? {
        guard let file = unsafe fopen("\(path)/\(name)", "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Returns the modification time in seconds since 1970.
    func modified(_ name: String) -> Int {
        var status = stat()
        unsafe stat("\(path)/\(name)", &status)
        return status.st_mtim.tv_sec
    }
}
