import ArgumentParsing
private import Glibc
private import HotShoe
private import HotShoeSupport

@main
struct HotShoeCommand {
    /// The main thread waits for signals and does nothing else; the command runs on the concurrency pool and ends the program
    /// when it is done.
    static func main() { main(RawArguments.ofThisProcess()) }

    /// Runs a command line, without the program's name. Returns only if the process receives no more signals.
    static func main(_ words: [[UInt8]]) {
        StandardStreams.ensureOpen()
        let invocation = parse(words)
        // Before signals are blocked: another program inherits that.
        let failure = PythonPlugins.replaceProcess(for: invocation, words)
        let signals = ProcessSignals.block()
        let output = makeOutput(invocation)
        let supervision = Supervision()
        let interrupts = Interrupts()
        do throws(ResourceError) { try SystemResources.check() } catch {
            output.printWithoutWaiting("hotshoe: \(error.description).")
            exit(ExitCode.failure.rawValue)
        }
        let task = Task.detached {
            let result = failure.map { Result.failure($0) } ?? invocation.mapError { $0 as any Error }
            var environment = CommandEnvironment.process
            environment.interrupts = interrupts
            environment.input = { CommandEnvironment.standardInput($0, prompt: $1) }
            let code = supervision.exitCode(after: await run(result, table: table, output: output, environment: environment))
            // A plugin that hangs while it is loaded holds a lock that `exit` needs.
            if PluginCameraProvider.isLoading { _exit(code.rawValue) }
            exit(code.rawValue)
        }
        supervision.watch(
            signals,
            isTaken: { $0 == .interrupt && interrupts.deliver() },
            cancel: { task.cancel() },
            announce: { output.printWithoutWaiting("hotshoe: stopping; Ctrl-C again to leave the camera as it is") },
            exit: { code in
                output.printWithoutWaiting("hotshoe: ended; the camera stays as it is")
                _exit(code.rawValue)
            }
        )
    }

    private static func parse(_ words: [[UInt8]]) -> Result<Invocation, UsageError> {
        Result { () throws(UsageError) in try ArgumentParser(table.syntax).parse(RawArguments.decode(words)) }
    }

    /// Opens the streams as the arguments request.
    private static func makeOutput(_ invocation: Result<Invocation, UsageError>) -> Output {
        guard case .success(.run(_, let arguments)) = invocation else { return .standard() }
        let verbosity: Output.Verbosity =
            arguments[GlobalOptions.quiet] ? .quiet : arguments[GlobalOptions.verbose] ? .verbose : .normal
        let output = Output.standard(verbosity: verbosity, wantsColor: !arguments[GlobalOptions.noColor])
        if verbosity == .verbose { Log.setHandler(minimum: .debug) { output.detail("hotshoe: \($0)") } }
        return output
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
        let invocation = Result { () throws(UsageError) in try ArgumentParser(table.syntax).parse(words) }
        return await run(invocation.mapError { $0 as any Error }, table: table, output: output, environment: environment)
    }

    static func run(
        _ invocation: Result<Invocation, any Error>,
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
        case .run(let path, let arguments):
            guard let command = table.command(at: path), case .run(let body) = command.body else {
                preconditionFailure("the parser resolves groups")
            }
            output.detail("hotshoe: \(path.joined(separator: " ")): started")
            var environment = environment
            try await environment.addPlugins(arguments)
            let context = try CommandContext.of(command, table, arguments, output, environment)
            if context.cameras.count > 1, command.name != ListCommand.command.name {
                try await SeveralCameras.run(context, body)
            } else {
                try await body(context)
            }
        }
    }
}
