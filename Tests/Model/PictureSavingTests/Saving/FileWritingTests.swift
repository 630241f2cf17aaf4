import CameraModel
import FakeCamera
import Glibc
import HotShoeSupport
import Testing

@testable import PictureSaving

/// A camera's file on this computer's disk: complete, or absent.
@Suite(.timeLimit(.minutes(5))) struct FileWritingTests {
    /// A temporary folder, which is deleted with its contents.
    private final class Folder: Sendable {
        let path: String

        init() {
            var template = Array("/tmp/hotshoe-test-XXXXXX".utf8CString)
            path = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
        }

        deinit {
            for file in everything.sorted(by: >) { unsafe remove("\(path)/\(file)") }
            unsafe rmdir(path)
        }

        /// The paths of all contents, relative to the folder.
        var everything: [String] {
            func list(_ folder: String) -> [String] {
                (FolderNames.all(in: "\(path)/\(folder)") ?? []).flatMap { name -> [String] in
                    let relative = folder.isEmpty ? name : "\(folder)/\(name)"
                    return [relative] + list(relative)
                }
            }
            return list("").sorted()
        }

        func contents(_ name: String) -> [UInt8]? {
            guard let file = unsafe fopen("\(path)/\(name)", "r") else { return nil }
            defer { unsafe fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
            return Array(bytes.prefix(count))
        }

        func make(_ name: String, _ text: String) {
            let file = unsafe fopen("\(path)/\(name)", "w")!
            unsafe fputs(text, file)
            unsafe fclose(file)
        }
    }

    private func file(
        _ chunks: [[UInt8]] = [[1, 2], [3]],
        size: UInt64? = nil,
        gate: Gate? = nil,
        failing: CameraError? = nil
    ) async throws -> (CameraRig, RemoteFile) {
        let rig = try await CameraRig.connected {
            $0.bytes = { consume throws(CameraError) in
                for chunk in chunks { _ = try unsafe consume(chunk.span.bytes) }
                if let gate, await gate.resultUnlessCancelled() == nil { throw .cancelled(.download) }
                if let failing { throw failing }
            }
        }
        return (rig, rig.camera.item(CameraRig.item(1, size: size)).file)
    }

    @Test func `a file is written, folders and all, and nothing is left beside it`() async throws {
        let (folder, (_, file)) = (Folder(), try await file())
        try await file.write(to: "\(folder.path)/2026/11/a.jpg")
        #expect(folder.everything == ["2026", "2026/11", "2026/11/a.jpg"])
        #expect(folder.contents("2026/11/a.jpg") == [1, 2, 3])
    }

    @Test func `until all is there only the partial file is seen`() async throws {
        let (folder, gate) = (Folder(), Gate())
        let (_, file) = try await file(gate: gate)
        let progress = Recorder<TransferProgress>()
        let call = start { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") { progress.record($0) } }
        #expect(await progress.atLeast(2).map(\.completedBytes) == [2, 3])
        #expect(folder.everything.count == 1)
        #expect(folder.everything.allSatisfy { $0.hasPrefix("a.jpg") && $0.hasSuffix(".part") })
        gate.open()
        #expect(await call.value.code == nil)
        #expect(folder.everything == ["a.jpg"])
    }

    @Test func `a file that is there stays as it is, unless it may be replaced`() async throws {
        let (folder, (rig, file)) = (Folder(), try await file())
        folder.make("a.jpg", "old")
        let error = await outcome { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") }.error
        #expect(error?.code == .fileSystem)
        #expect(error?.message == "A file of this name exists already. It was not replaced.")
        #expect(rig.driver.count(of: .download) == 0, "it is found out before the transfer")
        #expect(folder.contents("a.jpg") == Array("old".utf8))
        try await file.write(to: "\(folder.path)/a.jpg", replacing: true)
        #expect(folder.contents("a.jpg") == [1, 2, 3])
        #expect(folder.everything == ["a.jpg"])
    }

    @Test func `a file that appears while the transfer runs is not replaced, and nothing is left beside it`() async throws {
        let (folder, gate) = (Folder(), Gate())
        let (rig, file) = try await file(gate: gate)
        let call = start { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") }
        await rig.driver.called(.download)
        folder.make("a.jpg", "new")
        gate.open()
        #expect(await call.value.code == .fileSystem)
        #expect(folder.contents("a.jpg") == Array("new".utf8))
        #expect(folder.everything == ["a.jpg"])
    }

    @Test func `a transfer that fails leaves nothing`() async throws {
        let folder = Folder()
        let (_, file) = try await file(failing: CameraError(.writeProtected, "unreadable"))
        #expect(await code { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") } == .writeProtected)
        #expect(folder.everything.isEmpty)
    }

    @Test func `a transfer that is cancelled leaves nothing`() async throws {
        let folder = Folder()
        let (rig, file) = try await file(gate: Gate())
        let call = start { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") }
        await rig.driver.called(.download)
        call.cancel()
        #expect(await call.value.code == .cancelled)
        #expect(folder.everything.isEmpty)
    }

    @Test(arguments: [2, 4] as [UInt64]) func `a file whose size differs from the camera's information is not kept`(size: UInt64)
        async throws
    {
        let folder = Folder()
        let (_, file) = try await file(size: size)
        let error = await outcome { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") }.error
        #expect(error?.code == .protocolFailure)
        #expect(error?.message == "The camera sent 3 of \(size) bytes. Try again.")
        #expect(folder.everything.isEmpty)
    }

    @Test func `a write error has a reason, and leaves nothing`() async throws {
        let (folder, (_, file)) = (Folder(), try await file())
        folder.make("plain", "file")
        unsafe mkdir("\(folder.path)/taken", 0o755)
        let table = [
            ("plain/below.jpg", "The file could not be written: Not a directory."),
            ("taken", "The file could not be written: Is a directory."),
        ]
        for (name, message) in table {
            let error = await outcome { () throws(CameraError) in
                try await file.write(to: "\(folder.path)/\(name)", replacing: true)
            }.error
            #expect(error?.code == .fileSystem)
            #expect(error?.message == message)
            #expect(folder.everything == ["plain", "taken"])
        }
    }

    @Test func `a pipe is not replaced, nor what a link denotes, and a replaced file keeps its permissions`() async throws {
        let (folder, (_, file)) = (Folder(), try await file())
        let (pipe, link, plain) = ("\(folder.path)/pipe", "\(folder.path)/link", "\(folder.path)/plain")
        unsafe mkfifo(pipe, 0o600)
        unsafe symlink(pipe, link)
        for path in [pipe, link] {
            let error = await outcome { () throws(CameraError) in try await file.write(to: path, replacing: true) }.error
            #expect(error?.code == .fileSystem && error?.message.contains("no regular file") == true)
        }
        folder.make("plain", "old")
        unsafe chmod(plain, 0o600)
        try await file.write(to: plain, replacing: true)
        var status = stat()
        #expect(unsafe stat(plain, &status) == 0 && status.st_mode == S_IFREG | 0o600)
        #expect(unsafe stat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        #expect(folder.everything == ["link", "pipe", "plain"])
    }

    @Test(arguments: ["", "a\0b"]) func `an invalid path is refused`(path: String) async throws {
        let (rig, file) = try await file()
        #expect(await code { () throws(CameraError) in try await file.write(to: path) } == .invalidArgument)
        #expect(rig.driver.count(of: .download) == 0)
    }

    @Test func `two transfers to one path do not mix: one is the file, and the other fails`() async throws {
        let (folder, gate) = (Folder(), Gate())
        let (_, first) = try await file([[1, 1, 1, 1], [1]], gate: gate)
        let (_, second) = try await file([[2]], gate: gate)
        let written = Recorder<TransferProgress>()
        let calls = [first, second].map { file in
            start { () throws(CameraError) in try await file.write(to: "\(folder.path)/a.jpg") { written.record($0) } }
        }
        await written.atLeast(3)
        gate.open()
        var codes: [CameraError.Code?] = []
        for call in calls { codes.append(await call.value.code) }
        #expect(codes.count { $0 == nil } == 1)
        #expect(codes.contains(.fileSystem))
        #expect(folder.contents("a.jpg") == (codes[0] == nil ? [1, 1, 1, 1, 1] : [2]))
        #expect(folder.everything == ["a.jpg"])
    }
}
