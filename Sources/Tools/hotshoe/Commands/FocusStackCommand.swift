import ArgumentParsing
import CameraModel

/// `hotshoe focus-stack`
enum FocusStackCommand {
    static let count = Option.value(
        "count",
        short: "n",
        .wholeNumber(2...1000),
        named: "N",
        "Number of pictures. Default: until the lens is at the end of its range."
    )
    static let amount = Option.value(
        "step",
        .choice as ValueType<FocusCommand.Amount>,
        named: "AMOUNT",
        default: .small,
        "Movement between two pictures; its distance depends on the lens."
    )
    static let steps = Option.value(
        "steps",
        .wholeNumber(1...1000),
        named: "N",
        default: 1,
        "Number of such movements between two pictures."
    )
    static let towards = Option.value(
        "towards",
        .choice as ValueType<FocusCommand.Direction>,
        named: "DIRECTION",
        default: .far,
        "far: from near to far; near: from far to near."
    )
    static let fromEnd = Option.flag("from-end", "Begin at the end of the lens's range, not at the present focus.")

    /// Pictures without a count: no lens has as many steps.
    private static let limit = 1000
    /// Large movements to the end of a lens's range; the second number is for a camera that does not report the end.
    private static let movementsToEnd = (200, 60)

    static let command = Command(
        "focus-stack",
        summary: "Take pictures with the focus from near to far",
        discussion:
            "Focus on the nearest part first, then run this: a picture, a movement of the lens, the next picture, and so on. Live view runs "
            + "meanwhile, which cameras need for moving the lens. Does not focus automatically. At the end the lens is moved back.\n\n"
            + "The series ends after --count pictures, or when the lens is at the end of its range. Canon EOS bodies do not report the end: "
            + "they need --count.",
        options: [count, amount, steps, towards, fromEnd] + PictureSession.options.filter { $0.syntax.name != "no-autofocus" },
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe focus-stack --count 12 --download stack", "Twelve pictures from the present focus on."),
            .init(
                "hotshoe focus-stack --from-end --step medium --steps 2 -d stack",
                "The whole range of the lens, in larger steps."
            ),
        ],
        exitCodes: CameraOptions.exitCodes + [.value, .focus, .storage, .busy, .unavailable, .incomplete]
    ) { context in
        try await PictureSession.run(context) { session in
            let camera = session.camera
            // Before the first picture: without a focus drive there is no second one.
            guard camera.capabilities.contains(.focusDrive) else {
                throw CommandFailure(.unavailable, nil, "This camera offers no focus drive over this connection.")
            }
            let reportsEnd = camera.capabilities.contains(.focusDriveEnd)
            guard context[count] != nil || reportsEnd else {
                throw CommandFailure(
                    .usage,
                    "--count",
                    "is missing: this camera does not report when the lens is at the end of its range."
                )
            }
            let view = RunningLiveView(camera)
            defer { view.end() }
            try await context.within(DefaultTimeout.answer, "live view") { try await view.waitForFrame() }
            if context[fromEnd] {
                try await moveToEnd(camera, context, reportsEnd ? movementsToEnd.0 : movementsToEnd.1)
            }
            var moved = 0
            do { try await take(&session, &moved) } catch {
                await moveBack(moved, camera, context)
                throw error
            }
            await moveBack(moved, camera, context)
            context.output.note("\(session.count) picture\(session.count == 1 ? "" : "s") taken.")
            guard let wanted = context[count], session.count < wanted else { return }
            let reason = "\(session.count) of \(wanted) pictures were taken: the lens is at the end of its range"
            var missing = MissingParts()
            missing.add(reason)
            if let failure = missing.failure() { throw failure }
        }
    }

    private static func take(_ session: inout PictureSession, _ moved: inout Int) async throws {
        let context = session.context
        let (wanted, step) = (context[count] ?? limit, step(context, isForward: true))
        _ = try await session.takePicture(focusing: false, "step 0")
        while session.count < wanted {
            for _ in 0..<context[steps] {
                guard try await move(session.camera, step, context) else { return }
                moved += 1
            }
            _ = try await session.takePicture(focusing: false, "step \(moved)")
        }
    }

    private static func step(_ context: CommandContext, isForward: Bool) -> FocusStep {
        let isFar = (context[towards] == .far) == isForward
        let amount = FocusStep.Amount(rawValue: context[amount].rawValue) ?? .small
        return FocusStep(isFar ? .towardsInfinity : .towardsCamera, amount)
    }

    /// Moves the lens. Returns `false` at the end of its range.
    private static func move(_ camera: Camera, _ step: FocusStep, _ context: CommandContext) async throws -> Bool {
        do {
            try await context.within(DefaultTimeout.answer, "focus") { try await camera.driveFocus(step) }
            return true
        } catch let error as CameraError where error.code == .focusDidNotMove { return false }
    }

    private static func moveToEnd(_ camera: Camera, _ context: CommandContext, _ movements: Int) async throws {
        let step = FocusStep(step(context, isForward: false).direction, .large)
        for _ in 0..<movements {
            try Task.checkCancellation()
            if try await !move(camera, step, context) { return }
        }
    }

    /// Moves the lens back to the focus of the first picture. A failure is a message, because the pictures are taken.
    private static func moveBack(_ count: Int, _ camera: Camera, _ context: CommandContext) async {
        guard count > 0, camera.connectionState == .connected else { return }
        let step = step(context, isForward: false)
        do {
            try await Finishing.run { for _ in 0..<count { if try await !move(camera, step, context) { return } } }
        } catch {
            context.output.warn("hotshoe: The lens was not moved back. \(CommandFailure(error).message ?? "")")
        }
    }
}
