import ArgumentParsing
import CameraModel
import HotShoeSupport

/// Reads lines, and runs each as a command with one connected camera.
final class Shell: Sendable {
    /// Commands that only the shell has.
    static let builtins = ["exit", "quit", "jobs", "stop", "wait", "sleep"]
    /// Commands that use no camera of the shell, or would replace it.
    private static let excluded: Set<String> = ["shell", "demo", "simulate", "completions"]

    private let input: any ShellInput
    private let context: CommandContext
    private let open: OpenCamera
    private let table: CommandTable
    private let keepsGoing: Bool
    private let jobs = ShellJobs()

    init(_ input: any ShellInput, _ open: OpenCamera, _ context: CommandContext, keepsGoing: Bool) {
        (self.input, self.open, self.context, self.keepsGoing) = (input, open, context, keepsGoing)
        table = CommandTable(
            program: context.table.program,
            version: context.table.version,
            summary: context.table.syntax.root.summary,
            propertyNames: context.table.propertyNames,
            commands: context.table.commands.filter { !Self.excluded.contains($0.name) }
        )
    }

    /// Runs until the end of the input, `exit`, or, in a script, the first failure.
    func run() async throws {
        let failure: CommandFailure?
        do { failure = try await runLines() } catch {
            await jobs.stop(jobs.running)
            throw error
        }
        let unfinished = jobs.running.map(\.line).filter(hasEnd)
        let failed = failure ?? jobs.popFailure(nil)
        await jobs.stop(jobs.running)
        if input.isInteractive { return }
        if let failed { throw CommandFailure(failed.code, nil, nil) }
        guard unfinished.isEmpty else {
            let lines = unfinished.joined(separator: "; ")
            throw CommandFailure(.incomplete, nil, "The script ended before this did: \(lines). `wait` waits for it.")
        }
    }

    /// Whether the command of a line ends by itself, so that it is not done if the end of the script ends it.
    private func hasEnd(_ line: String) -> Bool {
        guard let name = ShellWordList(line).words.first else { return false }
        return name != TetherCommand.command.name && table.command(at: [name])?.isAction == true
    }

    /// Returns the first failure of a script that continues after failures.
    private func runLines() async throws -> CommandFailure? {
        var number = 0
        var first: CommandFailure?
        while let text = await input.next({ [self] in completion.candidates($0) }) {
            number += 1
            // Scripts that were written on Windows have lines that end in CR and LF.
            let line = text.hasSuffix("\r") ? String(text.dropLast()) : text
            let list = ShellWordList(line)
            guard let word = list.words.first else { continue }
            if word == "exit" || word == "quit" { return first }
            guard let failure = await run(list, line) else { continue }
            if let text = failure.text { context.output.warn(text) }
            try Task.checkCancellation()
            if !input.isInteractive, !keepsGoing {
                context.output.warn("hotshoe: The script ended at line \(number): \(line)")
                throw CommandFailure(failure.code, nil, nil)
            }
            first = first ?? failure
        }
        try Task.checkCancellation()
        return first
    }

    private var completion: ShellCompletion {
        ShellCompletion(table: table, builtins: Self.builtins, choices: .init(open.camera))
    }

    // MARK: One line

    private func run(_ list: ShellWordList, _ line: String) async -> CommandFailure? {
        if let quote = list.openQuote { return CommandFailure(.usage, nil, "The quote \(quote) is not closed.") }
        let task: Task<CommandFailure?, Never>
        if Self.builtins.contains(list.words[0]) {
            task = Task { [self] in await Self.failure { try await builtin(list.words) } }
        } else if list.isInBackground {
            let number = jobs.start(line) { [self] number in
                let failure = await Self.failure { try await command(list.words, context.output.inBackground) }
                let words = failure?.text.map { "\(line): \($0)" } ?? "ended: \(line)"
                context.output.note("\("[\(number)]", .dim) \(words)")
                return failure
            }
            context.output.note("\("[\(number)]", .dim) started: \(line)")
            return nil
        } else {
            task = Task { [self] in await Self.failure { try await command(list.words, context.output) } }
        }
        guard let interrupts = context.environment.interrupts, input.isInteractive else {
            return await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
        return await interrupts.taken(by: { task.cancel() }) {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    private static func failure(_ work: () async throws -> Void) async -> CommandFailure? {
        do { try await work() } catch { return CommandFailure(error) }
        return nil
    }

    private func command(_ words: [String], _ output: Output) async throws {
        switch try ArgumentParser(table.syntax).parse(words) {
        case .help(let topic): try output.write(HelpPage(table).text(for: topic, on: context.output.dataTerminal))
        case .version: try output.line("\(table.program) \(table.version)")
        case .run(let path, let arguments):
            guard let command = table.command(at: path), case .run(let body) = command.body else { return }
            guard arguments[GlobalOptions.camera].isEmpty else {
                throw CommandFailure(.usage, "--camera", "belongs to `hotshoe shell` itself, which has one camera.")
            }
            try await body(inherited(arguments, command, output))
        }
        output.clearStatus()
    }

    /// The context of a command: the shell's camera, and its options --json and --timeout.
    private func inherited(_ arguments: ParsedArguments, _ command: Command, _ output: Output) -> CommandContext {
        var arguments = arguments
        if context.wantsJSON { arguments = arguments.replacing(GlobalOptions.json.syntax, with: [true]) }
        if let timeout = context.timeout, !arguments.has(GlobalOptions.timeout.syntax) {
            arguments = arguments.replacing(GlobalOptions.timeout.syntax, with: [timeout])
        }
        return CommandContext(
            table: table,
            arguments: arguments,
            output: output,
            environment: context.environment,
            openCamera: open,
            isAction: command.isAction
        )
    }

    private func builtin(_ words: [String]) async throws {
        let argument = words.dropFirst().first
        switch words[0] {
        case "jobs": for job in jobs.running { try context.output.line("\("[\(job.number)]", .dim) \(job.line)") }
        case "sleep":
            guard let time = argument.flatMap({ DecimalSeconds.parse($0) }), time >= .zero else {
                throw CommandFailure(.usage, "sleep", "needs a number of seconds.")
            }
            await SystemClock.shared.sleep(for: time)
        default:
            let number = argument.flatMap { Int($0.drop { $0 == "%" }) }
            let chosen = jobs.selected(number)
            guard argument == nil || !chosen.isEmpty || number.map(jobs.hasEnded) ?? false else {
                throw CommandFailure(.usage, words[0], "names no command in the background; `jobs` lists them.")
            }
            if words[0] == "stop" { return await jobs.stop(chosen) }
            for job in chosen {
                await withTaskCancellationHandler {
                    await job.task.value
                } onCancel: {
                    job.task.cancel()
                }
            }
            if !input.isInteractive, let failure = jobs.popFailure(number) { throw CommandFailure(failure.code, nil, nil) }
        }
    }
}
