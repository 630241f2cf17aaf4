import CameraModel
import Glibc
import HotShoeSupport

/// A temporary folder for one test.
final class TemporaryFolder {
    let folder: String

    init() throws {
        var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { unsafe mkdtemp($0.baseAddress!) }
        guard unsafe made != nil else { throw CameraError(.fileSystem, "no folder could be made") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // The contents of a folder are removed before the folder.
        for name in tree.reversed() { unsafe remove(path(name)) }
        unsafe rmdir(folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The names of its contents.
    var names: [String] { Self.names(in: folder) }

    /// All contents, including those of subfolders, by path; each folder precedes its contents. Links are not followed.
    var tree: [String] { Self.tree(in: folder).map { String($0.dropFirst(folder.count + 1)) } }

    func read(_ name: String) -> [UInt8]? {
        guard let file = unsafe fopen(path(name), "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    func write(_ name: String, _ bytes: [UInt8]) {
        let file = unsafe fopen(path(name), "w")
        unsafe fwrite(bytes, 1, bytes.count, file)
        unsafe fclose(file)
    }

    private static func tree(in folder: String) -> [String] {
        names(in: folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            var status = stat()
            let isFolder = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            return [path] + (isFolder ? tree(in: path) : [])
        }
    }

    private static func names(in folder: String) -> [String] { (FolderNames.all(in: folder) ?? []).sorted() }
}
