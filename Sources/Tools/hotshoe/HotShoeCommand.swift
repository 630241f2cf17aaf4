private import Glibc
private import HotShoeSupport

@main
struct HotShoeCommand {
    /// The main thread waits for signals and does nothing else; the command runs on the concurrency pool and ends the program
    /// when it is done.
    static func main() {
        StandardStreams.ensureOpen()
        let signals = ProcessSignals.block()
        let (output, invocation) = prepare(RawArguments.ofThisProcess())
        let supervision = Supervision()
        let task = Task.detached {
            let code = await run(invocation, table: table, output: output, environment: .process)
            exit(supervision.exitCode(after: code).rawValue)
        }
        supervision.watch(
            signals,
            cancel: { task.cancel() },
            announce: { output.printWithoutWaiting("hotshoe: stopping; Ctrl-C again to leave the camera as it is") },
            exit: { _exit($0.rawValue) }
        )
    }

    /// Parses the arguments, and opens the streams accordingly.
    private static func prepare(_ words: [[UInt8]]) -> (Output, Result<Invocation, UsageError>) {
        let invocation = Result { () throws(UsageError) in
            try ArgumentParser(table).parse(RawArguments.decode(words))
        }
        guard case .success(.run(_, _, let arguments)) = invocation else { return (.standard(), invocation) }
        let verbosity: Output.Verbosity =
            arguments[GlobalOptions.quiet] ? .quiet : arguments[GlobalOptions.verbose] ? .verbose : .normal
        let output = Output.standard(verbosity: verbosity, wantsColor: !arguments[GlobalOptions.noColor])
        if verbosity == .verbose { Log.setHandler(minimum: .debug) { output.detail("hotshoe: \($0)") } }
        return (output, invocation)
    }
}

// MARK: - Running

extension HotShoeCommand {
    /// Parses and runs a command line, and prints errors.
    static func run(
        _ words: [String],
        table: CommandTable,
        output: Output,
        environment: CommandEnvironment = .empty
    ) async -> ExitCode {
        let invocation = Result { () throws(UsageError) in try ArgumentParser(table).parse(words) }
        return await run(invocation, table: table, output: output, environment: environment)
    }

    static func run(
        _ invocation: Result<Invocation, UsageError>,
        table: CommandTable,
        output: Output,
        environment: CommandEnvironment
    ) async -> ExitCode {
        do {
            try await perform(try invocation.get(), table, output, environment)
            output.clearStatus()
            return .success
        } catch {
            output.clearStatus()
            let failure = CommandFailure(error)
            for detail in failure.details { output.detail("hotshoe: \(detail)") }
            if let text = failure.text { output.warn(text) }
            return failure.code
        }
    }

    private static func perform(
        _ invocation: Invocation,
        _ table: CommandTable,
        _ output: Output,
        _ environment: CommandEnvironment
    ) async throws {
        switch invocation {
        case .help(let topic):
            try output.write(HelpPage(table).text(for: topic, on: output.dataTerminal))
        case .version:
            try output.line("\(table.program) \(table.version)")
        case .run(let path, let command, let arguments):
            guard case .run(let body) = command.body else { preconditionFailure("the parser resolves groups") }
            output.detail("hotshoe: \(path.joined(separator: " ")): started")
            try await body(CommandContext(table: table, arguments: arguments, output: output, environment: environment))
        }
    }
}
