import TestSupport
import Testing

@testable import hotshoe

@Suite struct NewFileTests {
    private func error(_ body: () throws(CommandFailure) -> Void) -> CommandFailure? {
        do throws(CommandFailure) {
            try body()
            return nil
        } catch { return error }
    }

    @Test func `a new file has the written contents`() throws {
        let folder = try TemporaryFolder()
        let file = try NewFile(folder.path + "/new")
        try file.write([1, 2].span)
        try file.write([3].span)
        #expect(folder.read("new") == [1, 2, 3])
    }

    @Test func `a created file can be removed, a device cannot`() throws {
        let folder = try TemporaryFolder()
        try NewFile(folder.path + "/new").remove()
        #expect(folder.names() == [])
        try NewFile("/dev/null").remove()
        #expect(FreeName.exists("/dev/null"))
    }

    @Test func `a file that is there, and a folder that is not, are storage errors`() throws {
        let folder = try TemporaryFolder()
        folder.write([], to: "old")
        #expect(error { () throws(CommandFailure) in _ = try NewFile(folder.path + "/old") }?.code == .storage)
        let missing = error { () throws(CommandFailure) in _ = try NewFile(folder.path + "/no/new") }
        #expect(
            missing
                == CommandFailure(.storage, folder.path + "/no/new", "The file could not be written: No such file or directory.")
        )
    }
}

@Suite struct LocalFolderTests {
    @Test func `missing folders are made`() throws {
        let folder = try TemporaryFolder()
        try LocalFolder.prepare(folder.path + "/a/b/c")
        #expect(LocalFolder.exists(folder.path + "/a/b/c"))
        try LocalFolder.prepare(folder.path + "/a/b/c")
    }

    @Test func `an existing file is reported`() throws {
        let folder = try TemporaryFolder()
        folder.write([], to: "file")
        #expect(throws: CommandFailure.self) { try LocalFolder.prepare(folder.path + "/file") }
        #expect(throws: CommandFailure.self) { try LocalFolder.prepare(folder.path + "/file/below") }
        #expect(throws: CommandFailure.self) { try LocalFolder.prepare("") }
    }
}
