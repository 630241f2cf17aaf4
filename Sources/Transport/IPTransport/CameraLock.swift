import Glibc
import HotShoeSupport
public import Sockets

/// A program's exclusive claim to a network camera on this computer. **Thread-safe.** Ends with ``release()``, with its last
/// reference, or with the process, however the process ends.
///
/// A camera regards a second connection with the same initiator number as a reconnection and closes the first connection. All
/// programs of a user share one number (``InitiatorIdentity``), so a second program must detect the first before it connects.
/// The claim is advisory: a lock (`flock`) on a file that contains its holder. See
/// `docs/adr/0010-one-program-for-each-network-camera.md`.
public final class CameraLock: Sendable {
    /// Reason why a claim failed.
    public enum Failure: Error, Hashable, Sendable {
        /// Another program or this one has claimed the camera. The holder is nil if it cannot be determined, for example while
        /// the claim begins or ends.
        case claimed(by: Holder?)
    }

    /// A process that has claimed a camera.
    public struct Holder: Hashable, Sendable, CustomStringConvertible {
        /// Process ID.
        public var process: Int32
        /// Process name from the kernel, at most 15 bytes.
        public var name: String

        /// Text such as "hotshoe (pid 1234)".
        public var description: String { "\(name) (pid \(process))" }
    }

    /// Guards the descriptors of the locked files; empty after the release, or if no file could be created.
    private let descriptors: Guarded<[Int32]>

    private init(_ descriptors: [Int32]) { self.descriptors = Guarded(descriptors) }

    deinit { release() }

    /// Claims a camera. If no file can be created, for example in a read-only file system, the claim succeeds without protection.
    ///
    /// - Parameters:
    ///   - address: Address of the camera.
    ///   - folders: Folders for the lock files, all of which are used; nil for `$XDG_RUNTIME_DIR/hotshoe` and
    ///     `/tmp/hotshoe-UID`.
    /// - Returns: The claim, which ends with ``release()`` or its last reference.
    /// - Throws: ``Failure/claimed(by:)`` if the camera is claimed.
    public static func claim(_ address: SocketAddress, in folders: [String]? = nil) throws(Failure) -> CameraLock {
        let claim = CameraLock([])
        for folder in folders ?? standardFolders where isPrivate(folder) {
            guard let file = try lock("\(folder)/\(fileName(address))") else { continue }
            claim.descriptors.withLock { $0.append(file) }
        }
        return claim
    }

    /// Locks a file; returns nil if it cannot be created or belongs to another user.
    private static func lock(_ path: String) throws(Failure) -> Int32? {
        // Does not follow links and writes to no file of another user, as protection against planted files.
        let file = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { return nil }
        guard isOwnFile(file) else {
            close(file)
            return nil
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            defer { close(file) }
            throw .claimed(by: holder(in: file))
        }
        write(file)
        return file
    }

    /// Returns a name such as "ptpip-192.0.2.1_15740".
    private static func fileName(_ address: SocketAddress) -> String {
        let name = address.description.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2E
            return isPlain ? String(UnicodeScalar(byte)) : "_"
        }
        return "ptpip-\(name.joined())"
    }

    /// Releases the claim. May be called again.
    public func release() {
        let files = descriptors.withLock { descriptors in
            defer { descriptors = [] }
            return descriptors
        }
        for file in files {
            // The file remains: removing it would let two programs lock two files of the same name.
            _ = ftruncate(file, 0)
            // Closing is not enough: a child process has the same locked file until it calls exec.
            _ = flock(file, LOCK_UN)
            close(file)
        }
    }

    // MARK: The folder

    /// Both folders, because XDG_RUNTIME_DIR is not set for every program of a user.
    private static var standardFolders: [String] {
        var folders = ["/tmp/hotshoe-\(getuid())"]
        if let runtime = unsafe getenv("XDG_RUNTIME_DIR") {
            let path = unsafe String(cString: runtime)
            if path.hasPrefix("/"), path.utf8.count < 1024 { folders.append(path + "/hotshoe") }
        }
        return folders
    }

    /// Creates the folder if it is missing. Returns whether it is a directory of this user that other users cannot write to.
    private static func isPrivate(_ folder: String) -> Bool {
        unsafe _ = mkdir(folder, 0o700)
        var status = stat()
        guard unsafe lstat(folder, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid() && status.st_mode & 0o022 == 0
    }

    private static func isOwnFile(_ file: Int32) -> Bool {
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == getuid() && status.st_nlink == 1
    }

    // MARK: The holder

    private static func write(_ file: Int32) {
        let text = Array("\(getpid()) \(ownName)\n".utf8)
        _ = ftruncate(file, 0)
        unsafe _ = pwrite(file, text, text.count, 0)
    }

    /// Returns the holder from the file; nil for an empty or malformed file.
    private static func holder(in file: Int32) -> Holder? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe pread(file, &bytes, bytes.count, 0)
        let line = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).prefix { $0 != "\n" }
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0 else { return nil }
        let name = parts[1].unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "?" : Character($0) }
        return Holder(process: process, name: String(name))
    }

    private static var ownName: String {
        let file = unsafe open("/proc/self/comm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "a program" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &bytes, bytes.count)
        let name = String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 10 }, as: UTF8.self)
        return name.isEmpty ? "a program" : name
    }
}

extension CameraLock {
    /// Claims a camera. Waits up to `patience` for an earlier connection of this program to release it; while a claim begins or ends, it
    /// has no holder.
    static func claim(
        _ address: SocketAddress,
        _ time: any TimeSource,
        patience: Duration
    ) async throws(IPConnectError) -> CameraLock {
        let deadline = time.now + patience
        while true {
            do throws(Failure) { return try claim(address) } catch {
                switch error {
                case .claimed(let holder):
                    let isWorthWaiting = holder == nil || holder?.process == getpid()
                    if !isWorthWaiting || time.now >= deadline { throw .claimed(by: holder) }
                }
            }
            await time.sleep(for: .milliseconds(20))
            if Task.isCancelled { throw .cancelled }
        }
    }
}
