private import Glibc

/// One run of a hook program.
enum HookProcess {
    enum Result: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
        case notStarted(String)

        /// The failure, as the predicate of a sentence; nil for success.
        var problem: String? {
            switch self {
            case .exited(0): nil
            case .exited(let code): "ended with exit code \(code)"
            case .signalled(let signal): "was ended by signal \(signal)"
            case .notStarted(let reason): "could not be started (\(reason))"
            }
        }
    }

    /// Runs a program and waits for its end: blocks the thread.
    ///
    /// The program has this process's environment with `environment` added, an empty standard input, and its output redirected
    /// to standard error. It is in a separate process group, so that Ctrl-C in a terminal does not interrupt it.
    // SAFETY, for all calls below: strings are terminated and outlive the call, structures are initialised before and destroyed
    // after use.
    static func run(_ path: String, argument: String, environment: some Sequence<String>) -> Result {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, 2, 1)
        // This process blocks signals and ignores SIGPIPE, which a program does not expect.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)
        )
        var arguments = unsafe [strdup(path), strdup(argument), nil]
        var variables = unsafe inheritedEnvironment() + environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
        return code == 0 ? wait(for: process) : .notStarted(systemMessage(code))
    }

    /// Copies of this process's variables, without those that are set for hooks.
    static func inheritedEnvironment() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe environ
        while let text = unsafe next.pointee {
            let variable = unsafe String(cString: text)
            // Variables of hotshoe may contain passwords, and are not passed on.
            if !variable.hasPrefix("HOTSHOE_") { unsafe variables.append(strdup(text)) }
            unsafe next += 1
        }
        return unsafe variables
    }

    private static func wait(for process: pid_t) -> Result {
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(systemMessage(errno)) }
        }
        return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
    }
}
