import Glibc
import HotShoeSupport

/// One program's claim to a camera of the network on this computer. **Thread-safe.** Ends with ``release()``, with its last reference, or with
/// the process, however that ends.
///
/// A camera takes two connections of one initiator for the same program that has come again, and ends the first. All programs of a user
/// have one number (``InitiatorIdentity``), so the second one must find out before it connects. The claim is advisory: a lock (`flock`) on a
/// file that names its holder. See `docs/adr/0010-one-program-for-each-network-camera.md`.
public final class CameraLock: Sendable {
    /// Why there is no claim.
    public enum Failure: Error, Hashable, Sendable {
        /// Another program, or this one, has the camera.
        case claimed(by: Holder?)
    }

    /// A process that has a camera.
    public struct Holder: Hashable, Sendable, CustomStringConvertible {
        public var process: Int32
        /// At most 15 bytes, as the kernel has it.
        public var name: String

        /// "hotshoe (pid 1234)".
        public var description: String { "\(name) (pid \(process))" }
    }

    /// Guards the descriptors of the locked files; none when it was released, or where no file could be made.
    private let descriptors: Guarded<[Int32]>

    private init(_ descriptors: [Int32]) { self.descriptors = Guarded(descriptors) }

    deinit { release() }

    /// Claims a camera. Where no file can be made, as in a system that can only be read, the claim succeeds and protects nothing.
    ///
    /// - Parameters:
    ///   - address: where the camera is reached.
    ///   - folders: where the files are, all of which count; nil for `$XDG_RUNTIME_DIR/hotshoe` and `/tmp/hotshoe-UID`.
    public static func claim(_ address: SocketAddress, in folders: [String]? = nil) throws(Failure) -> CameraLock {
        let claim = CameraLock([])
        for folder in folders ?? standardFolders where isPrivate(folder) {
            guard let file = try lock("\(folder)/\(fileName(address))") else { continue }
            claim.descriptors.withLock { $0.append(file) }
        }
        return claim
    }

    /// Locks a file; nil where it cannot be made, or is not this user's.
    private static func lock(_ path: String) throws(Failure) -> Int32? {
        // Nothing that was planted is followed, and nothing of another user's is written to.
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

    /// "ptpip-192.0.2.1_15740".
    private static func fileName(_ address: SocketAddress) -> String {
        let name = address.description.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2E
            return isPlain ? String(UnicodeScalar(byte)) : "_"
        }
        return "ptpip-\(name.joined())"
    }

    /// Gives the camera up. May be called again.
    public func release() {
        let files = descriptors.withLock { descriptors in
            defer { descriptors = [] }
            return descriptors
        }
        for file in files {
            // The file stays: to remove it would let two programs lock two files of one name.
            _ = ftruncate(file, 0)
            close(file)
        }
    }

    // MARK: The folder

    /// Both, as not every program of a user has the variable.
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

    /// Holder as written in the file; nil for an empty or malformed file.
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
