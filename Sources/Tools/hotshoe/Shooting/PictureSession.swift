import ArgumentParsing
import CameraModel
import CameraRecords

/// Takes the single pictures of a series whose settings change from one to the next, and reports each.
struct PictureSession {
    let camera: Camera
    let saver: FileSaver?
    let context: CommandContext
    private var taken = 0

    /// Number of pictures so far, which may each have several files.
    var count: Int { taken }

    init(_ camera: Camera, _ saver: FileSaver?, _ context: CommandContext) {
        (self.camera, self.saver, self.context) = (camera, saver, context)
    }

    /// The options with which such a command copies its pictures.
    static let options: [any DeclaredOption] = [
        ShootCommand.download, TetherCommand.pattern, ShootCommand.toComputer, ShootCommand.noKeep, ShootCommand.delete,
        TetherCommand.hook, ShootCommand.set, ShootCommand.noAutofocus,
    ]

    /// Finds the camera, sets what `--set` requests, selects the destination, and calls `body`; then sets the destination back.
    static func run(
        _ context: CommandContext,
        _ body: @Sendable (inout PictureSession) async throws -> Void
    ) async throws {
        let keeping = try PictureKeeping(context)
        try await context.withCamera(for: .stillsShooting) { camera in
            let saver = try PictureKeeping.folder(context).map { folder throws(CommandFailure) in
                try FileSaver(folder, context, pattern: context[TetherCommand.pattern], verifies: keeping.deletes) {
                    try await keeping.saved($0, $1, camera)
                }
            }
            for change in context[ShootCommand.set] { context.output.note(try await change.apply(to: camera, context).line) }
            var session = PictureSession(camera, saver, context)
            do {
                try await keeping.begin(camera)
                try await body(&session)
            } catch {
                await keeping.end(camera)
                if Task.isCancelled { context.output.note("\(session.count) picture\(session.count == 1 ? "" : "s") taken.") }
                throw error
            }
            await keeping.end(camera)
            try keeping.checkHooks()
        }
    }

    /// Takes a picture, copies its files and prints them. `detail` is what distinguishes the picture, such as "+1 EV". A picture that was
    /// released is finished and copied, also after Ctrl-C.
    ///
    /// - Returns: the files.
    mutating func takePicture(focusing: Bool, _ detail: String, exposure: Double? = nil) async throws -> [RemoteFile] {
        try Task.checkCancellation()
        let (session, number) = (self, taken + 1)
        let files = try await Finishing.run {
            let (camera, context) = (session.camera, session.context)
            let limit = PictureTimeLimit.limit(camera, context)
            let shot = try await TimeLimit.run(limit, "shoot", onWaiting: context.noteWaiting("shoot", limit)) {
                try await camera.shoot(ShootOptions(autofocus: focusing, timeLimit: context.timeout))
            }
            try await session.report(shot.files, number, detail, exposure)
            try session.check(shot, number, detail)
            return shot.files
        }
        taken = number
        return files
    }

    private func report(_ files: [RemoteFile], _ number: Int, _ detail: String, _ exposure: Double?) async throws {
        let saved = try await saver?.save(files, .newFile) ?? []
        for (index, file) in files.enumerated() {
            let copy = index < saved.count ? saved[index] : nil
            if copy?.isRepeated == true { continue }
            let record = Record(picture: number, detail: detail, exposure: exposure, file: file.name, path: copy?.path)
            let place = copy.map { "  \($0.path)  \($0.amount)" } ?? ""
            try context.print(record, as: "\("\(number)", .dim)  \(detail)  \(file.name, .bold)\(place)")
        }
    }

    /// Throws a failure if a picture has no file, or one that cannot be read.
    private func check(_ shot: Shot, _ number: Int, _ detail: String) throws(CommandFailure) {
        var missing = MissingParts()
        if saver == nil, let lost = shot.files.first(where: \.isOnlyCopy) {
            missing.add("the camera keeps no copy of \(SafeText.of(lost.name)): use --download DIR")
        }
        for lost in shot.unreadable { missing.add(file: lost.displayName) }
        if shot.files.isEmpty, shot.unreadable.isEmpty {
            missing.add("the camera reported no file for picture \(number) (\(detail))")
        }
        if let failure = missing.failure(saver == nil ? "not readable" : "not copied") { throw failure }
    }

    private struct Record: Encodable {
        let picture: Int
        let detail: String
        /// Difference from the original exposure, in stops.
        let exposure: Double?
        let file: String
        let path: String?
    }

    /// Sets a property for a series, and waits until the camera reports the value.
    func set(_ property: Property, to value: PropertyValue) async throws {
        if property.value?.matches(value) == true { return }
        let completion = Property.Completion.reflected(timeout: context.timeout ?? DefaultTimeout.setting)
        try await context.within(DefaultTimeout.answer, property.identifier.description) {
            try await property.set(value, until: completion)
        }
    }

    /// Sets a property back after a series, also after Ctrl-C. A failure is a message, because the pictures are taken.
    func restore(_ property: Property, to value: PropertyValue) async {
        let session = self
        do { try await Finishing.run { try await session.set(property, to: value) } } catch {
            let reason = CommandFailure(error).message ?? "The camera does not answer."
            context.output.warn("hotshoe: \(property.identifier) was not set back to \(value.label): \(reason)")
        }
    }
}
