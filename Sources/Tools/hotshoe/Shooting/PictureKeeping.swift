import ArgumentParsing
import CameraModel
import HotShoeSupport

/// Where the pictures of `hotshoe shoot` are kept: on the card, on this computer or both; and what is done with each copy.
final class PictureKeeping: Sendable {
    private let context: CommandContext
    private let hook: HookRunner?
    /// The destination that `--to-computer` has replaced, and the number of copied files.
    private let state = Guarded<(replaced: ImageDestination?, copied: Int)>((nil, 0))

    init(_ context: CommandContext) throws(CommandFailure) {
        self.context = context
        hook = try context[TetherCommand.hook].map { path throws(CommandFailure) in try HookRunner(path, context) }
        for option in [ShootCommand.delete.syntax, TetherCommand.hook.syntax]
        where context.isGiven(option) && Self.folder(context) == nil {
            throw CommandFailure(
                .usage,
                option.written,
                "needs --download. Usage: hotshoe shoot --download DIR \(option.written)"
            )
        }
    }

    /// The folder for copies; nil if none are made.
    static func folder(_ context: CommandContext) -> String? {
        context[ShootCommand.download] ?? (sendsToComputer(context) ? "." : nil)
    }

    private static func sendsToComputer(_ context: CommandContext) -> Bool {
        context[ShootCommand.toComputer] || context[ShootCommand.noKeep]
    }

    // MARK: The destination

    /// Selects this computer as the destination, if the command requests that. A camera that cannot send its pictures keeps them on the
    /// card; with `--no-keep` they are deleted there after they were copied.
    ///
    /// - Throws: Also if pictures would be kept nowhere.
    func begin(_ camera: Camera) async throws {
        if Self.folder(context) == nil, camera.imageDestination.value == .host {
            throw CommandFailure(
                .usage,
                "--download",
                "is missing: the camera sends its pictures to this computer only. Give --download DIR"
                    + (Self.other(camera).map { ", or first write `hotshoe set image-destination \($0)`." } ?? ".")
            )
        }
        if context[ShootCommand.delete], camera.capabilities.contains(.fileAccess), !camera.capabilities.contains(.fileDeletion) {
            throw CommandFailure(
                .unavailable,
                ShootCommand.delete.syntax.written,
                "This camera offers no deletion of files over this connection. Leave it out to keep the pictures on the card as well."
            )
        }
        guard Self.sendsToComputer(context), camera.imageDestination.value != .host else { return }
        guard camera.imageDestination.choices.contains(.host) else {
            if context[ShootCommand.noKeep], camera.capabilities.contains(.fileDeletion) { return }
            throw CommandFailure(
                .unavailable,
                "--to-computer",
                "The camera does not send its pictures to a computer now. Use --download DIR, with --delete to keep none on the card."
            )
        }
        let completion = Property.Completion.reflected(timeout: context.timeout ?? DefaultTimeout.setting)
        state.withLock { $0.replaced = camera.imageDestination.value }
        try await context.within(DefaultTimeout.answer, "--to-computer") {
            try await camera.imageDestination.set(.host, until: completion)
        }
    }

    /// The words of a destination on the camera's card; nil if there is none now.
    private static func other(_ camera: Camera) -> String? {
        let values = camera.property(.imageDestination).settable.values
        let places = [ImageDestination.camera, .cameraAndHost].compactMap { place in
            values.first { $0.common == .imageDestination(place) }?.label
        }
        return places.first.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    }

    /// Waits for the hook programs, and sets the destination back, also for a cancelled task.
    func end(_ camera: Camera) async {
        await hook?.finish(within: Task.isCancelled ? .seconds(2) : nil)
        let replaced = state.withLock { state in
            defer { state.replaced = nil }
            return state.replaced
        }
        guard let replaced, camera.connectionState == .connected else { return }
        let limit = context.timeout ?? DefaultTimeout.answer
        do {
            try await Finishing.run {
                try await TimeLimit.run(limit, "image-destination") { try await camera.imageDestination.set(replaced) }
            }
        } catch {
            let reason = CommandFailure(error).message ?? "It does not answer."
            context.output.warn("hotshoe: The camera still sends its pictures to the computer: \(reason)")
        }
    }

    /// Throws if a hook program has failed.
    func checkHooks() throws(CommandFailure) {
        guard let failures = hook?.failures, failures > 0 else { return }
        throw CommandFailure(.failure, "--hook", "The program failed for \(failures) file\(failures == 1 ? "" : "s").")
    }

    // MARK: Copies

    /// Whether files are deleted from the card after they were copied.
    var deletes: Bool { context[ShootCommand.delete] || context[ShootCommand.noKeep] }

    /// Runs the hook for copied files, and deletes them from the card if the command requests that.
    func saved(_ files: [RemoteFile], _ copies: [FileSaver.Saved], _ camera: Camera) async throws {
        for (file, copy) in zip(files, copies) {
            let number = state.withLock { state in
                state.copied += 1
                return state.copied
            }
            let created = file.item?.info.created
            hook?.start(
                for: .init(path: copy.path, name: copy.name, byteCount: copy.size, number: number, created: created),
                from: camera
            )
        }
        guard deletes else { return }
        for case let item? in files.map(\.item) {
            try await context.within(DefaultTimeout.answer, item.name) { try await item.delete() }
        }
    }
}
