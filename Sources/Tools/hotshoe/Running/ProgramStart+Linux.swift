private import Glibc

/// Starting another program.
enum ProgramStart {
    /// An open file of this process, or a file, as a standard descriptor of the program.
    enum Redirection: Sendable {
        case descriptor(Int32, as: Int32)
        case nothing(as: Int32)
    }

    /// Starts a program in a process group of its own, so that Ctrl-C in a terminal does not interrupt it, with the signals that a program
    /// expects: this process blocks some and ignores SIGPIPE.
    ///
    /// - Parameters:
    ///   - path: Path of the program.
    ///   - arguments: Its arguments, without the path.
    ///   - environment: Variables, `NAME=value`, that are added to those of this process without `HOTSHOE_…`: these may contain passwords.
    ///   - redirections: Its standard descriptors; the others are those of this process.
    /// - Returns: the process, or the system's error.
    // SAFETY, for all calls below: strings are terminated and outlive the call, structures are initialised before and destroyed
    // after use.
    static func start(
        _ path: String,
        _ arguments: [String],
        environment: some Sequence<String>,
        _ redirections: [Redirection]
    ) -> (process: Int32, code: Int32) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for redirection in redirections {
            switch redirection {
            case .descriptor(let own, let other): unsafe posix_spawn_file_actions_adddup2(&actions, own, other)
            case .nothing(let other): unsafe posix_spawn_file_actions_addopen(&actions, other, "/dev/null", O_RDONLY, 0)
            }
        }
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
        var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        var variables = unsafe inheritedEnvironment() + environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        return (process, code)
    }

    /// Copies of this process's variables, without those that may contain passwords.
    private static func inheritedEnvironment() -> [UnsafeMutablePointer<CChar>?] {
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
        var next = unsafe environ
        while let text = unsafe next.pointee {
            let variable = unsafe String(cString: text)
            if !variable.hasPrefix("HOTSHOE_") { unsafe variables.append(strdup(text)) }
            unsafe next += 1
        }
        return unsafe variables
    }
}
