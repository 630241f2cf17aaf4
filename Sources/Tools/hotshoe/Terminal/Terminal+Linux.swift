private import Glibc

extension Terminal {
    /// The terminal of an open file descriptor of this process.
    static func behind(_ descriptor: Int32, wantsColor: Bool) -> Terminal {
        Terminal(
            isTerminal: isatty(descriptor) == 1,
            wantsColor: wantsColor,
            environment: environmentVariable,
            columns: { size(descriptor).map { Int($0.ws_col) } },
            rows: { size(descriptor).map { Int($0.ws_row) } }
        )
    }

    private static func size(_ descriptor: Int32) -> winsize? {
        var size = winsize()
        // SAFETY: TIOCGWINSZ fills in one `winsize`, which `size` is.
        let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        return result == 0 ? size : nil
    }
}

/// An environment variable; nil if it is not set, or not text.
func environmentVariable(_ name: String) -> String? {
    // SAFETY: no code in this program changes the environment, so the string is valid while it is copied.
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
}
