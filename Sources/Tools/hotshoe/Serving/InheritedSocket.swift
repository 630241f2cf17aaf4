import Glibc

/// The listening socket that a socket unit of systemd passes to a program (sd_listen_fds(3)). Pure.
enum InheritedSocket {
    /// The first descriptor that is passed.
    private static let first: Int32 = 3

    /// Finds the socket that was passed to a process.
    ///
    /// - Parameters:
    ///   - variable: returns a variable of the environment.
    ///   - process: identifier of the process.
    /// - Returns: the descriptor; nil if none was passed.
    /// - Throws: ``CommandFailure`` for more than one socket.
    static func descriptor(_ variable: (String) -> String?, process: Int32 = getpid()) throws(CommandFailure) -> Int32? {
        guard let count = variable("LISTEN_FDS").flatMap({ Int($0) }), count > 0,
            variable("LISTEN_PID").flatMap({ Int32($0) }) == process
        else { return nil }
        guard count == 1 else { throw CommandFailure(.usage, "LISTEN_FDS", "One socket can be used, not \(count).") }
        return first
    }
}
