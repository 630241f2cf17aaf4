import Glibc
import Synchronization
import Testing

/// A program that a test runs, with pipes for its output.
final class ChildProcess {
    enum Stream {
        case pipe
        case file(String)
        /// The descriptor is closed before the program starts.
        case closed
        /// A pipe that is never read.
        case unread
        /// A pipe that accepts no more bytes until it is read.
        case full
    }

    struct Failed: Error {
        let call: String
        let code: Int32
    }

    private let id: pid_t
    private let output: Int32
    private let errors: Int32

    /// The path of the built `hotshoe`, which is beside the test bundle.
    static var hotshoePath: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: readlink writes at most the count it is given.
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/hotshoe"
    }

    static func hotshoe(_ words: [[UInt8]], output: Stream = .pipe) throws -> ChildProcess {
        try ChildProcess(hotshoePath, words, output: output)
    }

    static func hotshoe(_ words: String..., output: Stream = .pipe) throws -> ChildProcess {
        try hotshoe(words.map { Array($0.utf8) }, output: output)
    }

    /// Held while pipes are made and a child is started, so that no child inherits another's pipes and keeps them open.
    private static let starting = Mutex<Void>(())

    // SAFETY, for all unsafe calls below: strings are terminated and outlive the call, structures are initialised before and
    // destroyed after use, and buffers are passed with their own counts.
    init(_ path: String, _ words: [[UInt8]], output stream: Stream = .pipe) throws {
        (id, output, errors) = try ChildProcess.starting.withLock { _ in
            let (standardOutput, standardError) = (try ChildProcess.pipe(), try ChildProcess.pipe())
            if case .unread = stream { close(standardOutput.read) }
            if case .full = stream { ChildProcess.fill(standardOutput.write) }
            let id = try ChildProcess.spawn(path, words, stream, standardOutput.write, standardError.write)
            close(standardOutput.write)
            close(standardError.write)
            return (id, standardOutput.read, standardError.read)
        }
    }

    private static func spawn(_ path: String, _ words: [[UInt8]], _ stream: Stream, _ output: Int32, _ errors: Int32) throws
        -> pid_t
    {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        switch stream {
        case .pipe, .unread, .full: unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        case .file(let path): unsafe posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, 1)
        }

        // The signal mask and dispositions of a shell's child, independent of those of the test runner.
        var attributes = posix_spawnattr_t()
        var (all, none) = (sigset_t(), sigset_t())
        unsafe posix_spawnattr_init(&attributes)
        unsafe sigfillset(&all)
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var id = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe ([Array(path.utf8)] + words).map { word in
            unsafe strdup(word.map { CChar(bitPattern: $0) } + [0])
        }
        unsafe arguments.append(nil)
        let code = unsafe posix_spawn(&id, path, &actions, &attributes, arguments, environ)
        unsafe arguments.forEach { unsafe free($0) }
        unsafe posix_spawn_file_actions_destroy(&actions)
        unsafe posix_spawnattr_destroy(&attributes)
        guard code == 0 else { throw Failed(call: "posix_spawn \(path)", code: code) }
        return id
    }

    var processID: pid_t { id }

    func send(_ signal: Int32) { kill(id, signal) }

    /// Waits for the program's end; returns its exit code, or minus the signal that ended it.
    func exitCode() -> Int32 {
        var status: Int32 = 0
        unsafe waitpid(id, &status, 0)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Reads all further output on standard output.
    func readOutput() -> String { ChildProcess.read(output) { _ in false } }

    /// Reads the next line on standard output.
    func readOutputLine() -> String { ChildProcess.read(output) { $0 == UInt8(ascii: "\n") } }

    /// Reads all further output on standard error.
    func readErrors() -> String { ChildProcess.read(errors) { _ in false } }

    /// Reads the next line on standard error.
    func readErrorLine() -> String { ChildProcess.read(errors) { $0 == UInt8(ascii: "\n") } }

    private static func read(_ descriptor: Int32, until isEnd: (UInt8) -> Bool) -> String {
        var (bytes, byte) = ([UInt8](), UInt8(0))
        while unsafe Glibc.read(descriptor, &byte, 1) == 1 {
            bytes.append(byte)
            if isEnd(byte) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A pipe whose ends are closed in child processes, except those that are passed to one.
    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard unsafe Glibc.pipe(&ends) == 0 else { throw Failed(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Fills the pipe, and leaves it non-blocking, as a program that shares it may.
    private static func fill(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while unsafe write(descriptor, bytes, bytes.count) > 0 {}
    }
}
