import CameraModel
import FakeCamera
import Glibc
import HotShoeSupport
import Synchronization
import TestSupport
import Testing

@testable import PictureSaving

/// Files that are copied together, and existing files in their folder.
@Suite(.timeLimit(.minutes(5))) struct FileBatchTests {
    private func file(_ bytes: [UInt8] = [1, 2, 3], _ info: ItemInfo = CameraRig.item(1, size: nil)) async throws -> RemoteFile {
        let rig = try await CameraRig.connected {
            $0.bytes = { consume throws(CameraError) in _ = try unsafe consume(bytes.span.bytes) }
        }
        return rig.camera.item(info).file
    }

    @Test func `thirty downloads into one folder at the same time keep thirty files`() async throws {
        let folder = try TemporaryFolder()
        let file = try await file()
        let paths = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<30 { group.addTask { try await file.write(into: folder.path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(paths).count == 30)
        #expect(folder.names().count == 30)
        #expect(folder.names().contains("IMG_0001.JPG") && folder.names().contains("IMG_0001-30.JPG"))
    }

    @Test func `a name that is used between the check and the end of the copy receives a number, together with its companion`()
        async throws
    {
        let folder = try TemporaryFolder()
        let (raw, jpeg) = (try await file([1]), try await file([2]))
        let batch = FileBatch(folder: folder.path)
        try await batch.fetch(raw, named: "A.DNG")
        try await batch.fetch(jpeg, named: "A.JPG")
        folder.write(Array("another program's".utf8), to: "A.JPG")
        let paths = try batch.publish { attempt in ["A.DNG", "A.JPG"].map { NumberedName.of($0, attempt: attempt) } }
        #expect(paths == ["A-2.DNG", "A-2.JPG"].map { "\(folder.path)/\($0)" })
        #expect(folder.names() == ["A-2.DNG", "A-2.JPG", "A.JPG"])
        #expect(folder.read("A.JPG") == Array("another program's".utf8))
    }

    @Test func `a picture that the camera has in two places is saved once, and another one of its name gets a number`()
        async throws
    {
        let folder = try TemporaryFolder()
        let batch = FileBatch(folder: folder.path)
        for bytes: [UInt8] in [[1, 2], [1, 2], [3], [1, 2], [3, 4]] {
            try await batch.fetch(try await file(bytes), named: "A.JPG")
        }
        try await batch.fetch(try await file([1, 2]), named: "A.DNG")
        folder.write([9], to: "A-3.JPG")
        let paths = try batch.publish { attempt in
            ["A.JPG", "A.JPG", "A.JPG", "A.JPG", "A.JPG", "A.DNG"].map { NumberedName.of($0, attempt: attempt) }
        }
        .map { $0.dropFirst(folder.path.count + 1) }
        // All take other names because one of theirs is in use.
        #expect(paths == ["A-2.JPG", "A-2.JPG", "A-2-2.JPG", "A-2.JPG", "A-2-3.JPG", "A-2.DNG"])
        #expect(folder.read("A-2.JPG") == [1, 2] && folder.read("A-2-2.JPG") == [3] && folder.read("A-2-3.JPG") == [3, 4])
        #expect(folder.names() == ["A-2-2.JPG", "A-2-3.JPG", "A-2.DNG", "A-2.JPG", "A-3.JPG"])
    }

    @Test func `a batch that is dropped leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        do {
            let batch = FileBatch(folder: folder.path)
            try await batch.fetch(try await file(), named: "A.JPG")
            #expect(folder.names().count == 1)
        }
        #expect(folder.names() == [])
    }

    @Test func `a symbolic link that was planted for the partial file is not followed`() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        other.write(Array("precious".utf8), to: "victim")
        // Partial files are numbered in the order of their creation; parallel tests create some, too.
        let next = LocalFile.nextNumber.load(ordering: .relaxed)
        for number in next..<next + 500 { folder.link("a.jpg.\(getpid())-\(number).part", to: "\(other.path)/victim") }
        let file = try await file()
        try await file.write(to: "\(folder.path)/a.jpg")
        #expect(other.read("victim") == Array("precious".utf8))
        #expect(folder.read("a.jpg") == [1, 2, 3])
    }

    @Test func `a symbolic link of the file's name is not followed, and counts as used`() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        folder.link("IMG_0001.JPG", to: "\(other.path)/victim")
        let file = try await file()
        let path = try await file.write(into: folder.path)
        #expect(path == "\(folder.path)/IMG_0001-2.JPG")
        #expect(other.names() == [])
        try await file.write(to: "\(folder.path)/IMG_0001.JPG", replacing: true)
        #expect(other.names() == [], "the link is replaced, not its target")
    }

    @Test func `a copied file has the camera's date`() async throws {
        let folder = try TemporaryFolder()
        var info = CameraRig.item(1)
        info.created = CameraDate(year: 2001, month: 9, day: 9, hour: 1, minute: 46, second: 40, utcOffsetMinutes: 0)
        let file = try await file([1], info)
        _ = try await file.write(into: folder.path)
        var status = stat()
        unsafe stat("\(folder.path)/IMG_0001.JPG", &status)
        #expect(status.st_mtim.tv_sec == 1_000_000_000)
    }
}
