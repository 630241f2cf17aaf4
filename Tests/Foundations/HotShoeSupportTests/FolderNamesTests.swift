import Glibc
import HotShoeSupport
import TestSupport
import Testing

/// The names in a folder. Under AddressSanitizer, also that no name is read beyond its entry.
@Suite struct FolderNamesTests {
    /// Names of all lengths, so that entries end everywhere in the buffer of the C library.
    @Test func `names of all lengths are returned as they are`() throws {
        let folder = try TemporaryFolder()
        let names = (1...255).map { String(repeating: "x", count: $0) } + (100..<800).map { "IMG_\($0).JPG" }
        for name in names { folder.write([], to: name) }
        #expect(FolderNames.all(in: folder.path)?.sorted() == names.sorted())
    }

    @Test func `what is beyond the limit, and what is not UTF-8, is left out`() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b", "c"] { folder.write([], to: name) }
        let bytes = Array(folder.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0]
        let descriptor = unsafe open(bytes, O_CREAT | O_WRONLY, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
        defer { unsafe _ = unlink(bytes) }
        #expect(FolderNames.all(in: folder.path)?.sorted() == ["a", "b", "c"])
        #expect(FolderNames.all(in: folder.path, limit: 2)?.count == 2)
    }

    @Test func `an open folder is closed, also where it is none`() throws {
        let folder = try TemporaryFolder()
        folder.write([1], to: "file")
        #expect(FolderNames.all(in: "\(folder.path)/missing") == nil)
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY)
        #expect(FolderNames.all(inOpenFolder: descriptor) == ["file"])
        let file = unsafe open("\(folder.path)/file", O_RDONLY)
        #expect(FolderNames.all(inOpenFolder: file) == nil)
    }
}
