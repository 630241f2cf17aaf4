import Foundation
import Glibc
import HotShoeSupport
import Sockets
import Testing

@testable import IPTransport

/// Exclusive claims to network cameras.
@Suite(.timeLimit(.minutes(5))) struct CameraLockTests {
    private let address = SocketAddress.loopback(port: 15740)

    /// A temporary folder, removed at deinit.
    private final class Folder {
        let path: String

        init(mode: mode_t = 0o700) throws {
            path = NSTemporaryDirectory() + "hotshoe-lock-\(UUID().uuidString)"
            try #require(unsafe mkdir(path, 0o700) == 0)
            unsafe _ = chmod(path, mode)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
    }

    private func isClaimed(_ folders: [String], _ address: SocketAddress? = nil) -> Bool {
        do throws(CameraLock.Failure) {
            _ = try CameraLock.claim(address ?? self.address, in: folders)
            return false
        } catch { return true }
    }

    @Test func `a second claim names the first, until that is released`() throws {
        let folder = try Folder()
        let first = try CameraLock.claim(address, in: [folder.path])
        let comm = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8).trimmingCharacters(in: .newlines)
        do throws(CameraLock.Failure) {
            _ = try CameraLock.claim(address, in: [folder.path])
            Issue.record("claimed twice")
        } catch {
            guard case .claimed(let holder) = error else { return }
            #expect(holder?.process == getpid() && holder?.name == comm)
        }
        #expect(!isClaimed([folder.path], .loopback(port: 15741)))
        first.release()
        first.release()
        #expect(!isClaimed([folder.path]))
    }

    @Test func `a claim ends with its last reference`() throws {
        let folder = try Folder()
        do { _ = try CameraLock.claim(address, in: [folder.path]) }
        #expect(!isClaimed([folder.path]))
    }

    @Test func `a release ends the claim although a child process has the file open`() throws {
        let folder = try Folder()
        let first = try CameraLock.claim(address, in: [folder.path])
        let path = folder.path + "/" + (try #require(folder.files.first))
        // What `fork` does: a second descriptor of the same open file.
        let copies = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init).filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
        }.map { dup($0) }
        defer { for copy in copies { close(copy) } }
        #expect(copies.count == 1 && isClaimed([folder.path]))
        first.release()
        #expect(!isClaimed([folder.path]))
    }

    @Test func `one folder of several is enough to find a claim`() throws {
        let (both, own) = (try Folder(), try Folder())
        let first = try CameraLock.claim(address, in: [both.path])
        #expect(isClaimed([own.path, both.path]))
        #expect(!isClaimed([own.path]))
        first.release()
    }

    @Test func `a planted symbolic link is not followed`() throws {
        let (folder, elsewhere) = (try Folder(), try Folder())
        let target = elsewhere.path + "/precious"
        try "precious".write(toFile: target, atomically: true, encoding: .utf8)
        do { _ = try CameraLock.claim(address, in: [folder.path]) }
        let name = try #require(folder.files.first)
        unsafe _ = unlink(folder.path + "/" + name)
        unsafe _ = symlink(target, folder.path + "/" + name)
        #expect(!isClaimed([folder.path]))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
        unsafe _ = unlink(folder.path + "/" + name)
        unsafe _ = link(target, folder.path + "/" + name)
        #expect(!isClaimed([folder.path]))
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    }

    @Test(arguments: [0o770, 0o707] as [mode_t]) func `a folder that others may write to is not used`(_ mode: mode_t) throws {
        let folder = try Folder(mode: mode)
        let first = try CameraLock.claim(address, in: [folder.path])
        #expect(folder.files.isEmpty)
        first.release()
    }

    @Test func `a folder that is a symbolic link is not used`() throws {
        let (folder, elsewhere) = (try Folder(), try Folder())
        unsafe _ = symlink(elsewhere.path, folder.path + "/hotshoe")
        let first = try CameraLock.claim(address, in: [folder.path + "/hotshoe"])
        #expect(elsewhere.files.isEmpty)
        first.release()
    }

    @Test func `without a folder every claim succeeds`() throws {
        #expect(!isClaimed(["/proc/hotshoe"]))
        #expect(!isClaimed([]))
    }
}
