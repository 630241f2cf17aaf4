import BrokerMessages
import Glibc
import HotShoe

/// The identifiers of the commands that were begun, in a file, so that a host begins none again after a restart.
///
/// A line has an identifier and the time of its end. It is on the disk before the command begins. One task at a time uses a journal.
final class CommandJournal: Sendable {
    /// A failure of the file, as a sentence.
    struct Failure: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    private struct State {
        var descriptor: Int32
        /// Lines that were appended since the file was written as a whole.
        var appended = 0
    }

    /// Number of appended lines after which the file is written anew, without the commands that cannot arrive again.
    private static let appendLimit = 10_000
    /// Maximum size of a file that is read, in bytes.
    private static let sizeLimit = 16 << 20

    private let path: String
    /// Guards the open file.
    private let state: Guarded<State>

    /// Opens a journal, and returns the commands that it has. The folder has to exist.
    static func open(_ path: String, at now: ClockTime) throws(Failure) -> (CommandJournal, [CommandMemory.Entry]) {
        let entries = try read(path).filter { CommandMemory.isRemembered($0.expires, at: now) }
        return (CommandJournal(path, try write(entries, to: path)), entries)
    }

    private init(_ path: String, _ descriptor: Int32) {
        self.path = path
        state = Guarded(State(descriptor: descriptor))
    }

    deinit { _ = Glibc.close(state.withLock { $0.descriptor }) }

    /// Writes a command to the disk. Throws if it may not be there: then the command must not begin.
    func append(_ entry: CommandMemory.Entry, at now: ClockTime) throws(Failure) {
        try state.withLock { state throws(Failure) in
            if state.appended >= Self.appendLimit {
                let entries = try Self.read(path).filter { CommandMemory.isRemembered($0.expires, at: now) }
                let descriptor = try Self.write(entries, to: path)
                close(state.descriptor)
                state = State(descriptor: descriptor)
            }
            // A part of the line may be there after a failure, to which the next one must not be appended: the file is written anew.
            let appended = state.appended
            state.appended = Self.appendLimit
            try Self.write(Self.line(entry), state.descriptor, path)
            state.appended = appended + 1
        }
    }

    // MARK: The file

    private static func line(_ entry: CommandMemory.Entry) -> String { "\(entry.id) \(entry.expires.nanosecondsSince1970)\n" }

    /// The commands of a file; none if it does not exist. Lines that are not whole, such as the last one after a crash, are ignored: their
    /// commands were not begun.
    private static func read(_ path: String) throws(Failure) -> [CommandMemory.Entry] {
        // SAFETY, for all calls here: paths are terminated strings for the time of a call, and buffers are as large as is said.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw failure("opened", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 { throw failure("read", path) }
            if count == 0 { break }
            bytes += part[..<count]
            guard bytes.count <= sizeLimit else { throw Failure(description: "\(path) is no file of commands: it is too large.") }
        }
        let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[...$0] } ?? []
        return whole.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let parts = String(decoding: line, as: UTF8.self).split(separator: " ")
            guard parts.count == 2, BrokerCommand.isIdentifier(String(parts[0])), let expires = Int64(parts[1]) else {
                return nil
            }
            return CommandMemory.Entry(id: String(parts[0]), expires: ClockTime(nanosecondsSince1970: expires))
        }
    }

    /// Replaces a file by one with these commands. Returns its descriptor for appending.
    private static func write(_ entries: [CommandMemory.Entry], to path: String) throws(Failure) -> Int32 {
        let new = path + ".new"
        let descriptor = unsafe Glibc.open(new, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure("written", new) }
        do throws(Failure) {
            try write(entries.map(line).joined(), descriptor, new)
            guard unsafe rename(new, path) == 0 else { throw failure("written", path) }
            try synchronizeFolder(of: path)
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func write(_ text: String, _ descriptor: Int32, _ path: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("written", path) }
            rest = rest.dropFirst(count)
        }
        guard fdatasync(descriptor) == 0 else { throw failure("written", path) }
    }

    private static func synchronizeFolder(of path: String) throws(Failure) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = unsafe Glibc.open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("written", path) }
        defer { close(descriptor) }
        // Some file systems of networks cannot do this for folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("written", path) }
    }

    private static func failure(_ verb: String, _ path: String) -> Failure {
        Failure(description: "\(path) cannot be \(verb): \(unsafe String(cString: strerror(errno))).")
    }
}
