import ArgumentParsing
private import Glibc

/// Plugins that are Python programs. They need an interpreter in the process.
///
/// `python3 -m hotshoe` runs this command line within an interpreter, and names the library that opens such a plugin in the
/// environment. Otherwise the process is replaced by that.
enum PythonPlugins {
    /// The library of the Python package that opens plugins; set within an interpreter.
    static let libraryVariable = "HOTSHOE_PYTHON_PLUGIN"
    /// The interpreter, if it is not `python3`.
    static let interpreterVariable = "HOTSHOE_PYTHON"

    /// The command line within an interpreter. The working directory is not on the path, as it would be with `-m`: it may contain
    /// another package of this name.
    static let program = """
        import sys
        if sys.path[:1] == ['']: sys.path.pop(0)
        try: from hotshoe.__main__ import main
        except ModuleNotFoundError as error:
            if error.name != 'hotshoe': raise
            print('hotshoe: The plugin needs the Python package hotshoe, which', sys.executable, 'does not have: install its wheel,',
                'or name an interpreter that has it in \(interpreterVariable).', file=sys.stderr)
            sys.exit(\(ExitCode.unavailable.rawValue))
        sys.exit(main())
        """

    /// Whether a plugin is a Python program.
    static func isPython(_ specification: String) -> Bool {
        specification.prefix { $0 != "=" }.hasSuffix(".py")
    }

    /// The plugin to load for an argument of `--plugin`: for a Python program the library that opens it.
    static func specification(_ plugin: String, _ variable: (String) -> String?) -> String {
        guard isPython(plugin), let library = variable(libraryVariable) else { return plugin }
        return "\(library)=\(plugin)"
    }

    /// The words of the command that runs this command line within an interpreter; nil if none is needed.
    static func command(
        for invocation: Result<Invocation, UsageError>,
        _ words: [[UInt8]],
        _ variable: (String) -> String?
    ) -> [[UInt8]]? {
        guard case .success(.run(_, let arguments)) = invocation, variable(libraryVariable) == nil,
            arguments[GlobalOptions.plugin].contains(where: isPython)
        else { return nil }
        let interpreter = variable(interpreterVariable) ?? "python3"
        return [interpreter, "-c", program].map { Array($0.utf8) } + words
    }

    /// Replaces this process by an interpreter that runs the command line, if it needs one. Returns only if that is not so, or with
    /// the error if there is no interpreter.
    static func replaceProcess(for invocation: Result<Invocation, UsageError>, _ words: [[UInt8]]) -> CommandFailure? {
        guard let command = command(for: invocation, words, CommandEnvironment.process.variable) else { return nil }
        // SAFETY: the vector and its strings are terminated, and live until the call returns, which it does only if it has failed.
        let failure = unsafe withVector(command) { vector in
            unsafe execvp(vector[0]!, vector)
            return errno
        }
        return CommandFailure(
            .unavailable,
            String(decoding: command[0], as: UTF8.self),
            "The plugin needs Python, which cannot be run: \(unsafe String(cString: strerror(failure)))."
        )
    }

    /// Passes a terminated vector of terminated strings to `body`.
    private static func withVector<Result>(
        _ words: [[UInt8]],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let vector = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
        defer { unsafe vector.deallocate() }
        for (index, word) in words.enumerated() {
            // Not as text: a file's name need not be UTF-8.
            let text = word.map(CChar.init(bitPattern:)) + [0]
            unsafe vector[index] = unsafe text.withUnsafeBufferPointer { unsafe strdup($0.baseAddress!) }
        }
        unsafe vector[words.count] = nil
        defer { for index in words.indices { unsafe free(vector[index]) } }
        return unsafe body(vector)
    }
}
