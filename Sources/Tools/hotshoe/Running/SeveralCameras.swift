import ArgumentParsing
import CameraModel

/// Runs a command with several cameras in parallel; each line begins with the selector of its camera.
enum SeveralCameras {
    /// Runs the command once for each camera.
    ///
    /// - Throws: the first failure in the order of the cameras, without a message, after all have ended: each has printed its own.
    static func run(_ context: CommandContext, _ body: @escaping @Sendable (CommandContext) async throws -> Void) async throws {
        guard !context.sendsFileToOutput else {
            throw CommandFailure(.usage, "-", "is standard output, which receives the files of one camera. Name a folder.")
        }
        let shared = context.output.shared
        let failures = await withTaskGroup(of: (Int, CommandFailure?).self) { group in
            for (position, selector) in context.cameras.enumerated() {
                let own = context.narrowed(to: selector, shared.prefixed(selector.description))
                group.addTask { (position, await failure(own, body)) }
            }
            return await group.reduce(into: [Int: CommandFailure]()) { $0[$1.0] = $1.1 }
        }
        if let first = failures.keys.min().flatMap({ failures[$0] }) { throw CommandFailure(first.code, nil, nil) }
    }

    /// Runs the command with one camera, prints its failure, and returns it.
    private static func failure(
        _ context: CommandContext,
        _ body: @Sendable (CommandContext) async throws -> Void
    ) async -> CommandFailure? {
        do {
            try await body(context)
            return nil
        } catch {
            let failure = CommandFailure(error)
            if let text = failure.text { context.output.warn(text) }
            return failure
        }
    }
}

extension CommandContext {
    fileprivate func narrowed(to selector: CameraSelector, _ output: Output) -> CommandContext {
        let arguments = arguments.replacing(GlobalOptions.camera.syntax, with: [selector])
        return CommandContext(table: table, arguments: arguments, output: output, environment: environment, isAction: isAction)
    }
}
