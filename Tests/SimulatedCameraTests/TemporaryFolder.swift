import CameraModel
import Glibc

/// A folder that is there for one test.
final class TemporaryFolder {
    let folder: String

    init() throws {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
        guard unsafe made != nil else { throw CameraError(.fileSystem, "no folder could be made") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink(path(name)) }
        unsafe rmdir(folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// What is in it, by name.
    var names: [String] {
        guard let directory = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
