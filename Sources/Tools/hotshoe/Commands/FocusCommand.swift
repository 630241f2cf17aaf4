import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoeSupport
import Wording

/// `hotshoe focus`
enum FocusCommand {
    /// The directions in which the lens moves, as arguments.
    enum Direction: String, CaseIterable {
        case near, far
    }

    enum Amount: String, CaseIterable {
        case small, medium, large
    }

    static let direction = Argument.required(
        "DIRECTION",
        .choice as ValueType<Direction>,
        "near (towards the camera) or far (towards infinity)."
    )
    static let amount = Argument.optional(
        "AMOUNT",
        .choice as ValueType<Amount>,
        "small, medium or large. Default: medium."
    )
    static let steps = Option.value("steps", .wholeNumber(1...1000), named: "N", default: 1, "Number of steps.")
    static let x = Argument.required("X", .fraction, "From the left edge of the picture, 0, to the right edge, 1.")
    static let y = Argument.required("Y", .fraction, "From the top edge of the picture, 0, to the bottom edge, 1.")
    static let area = Argument.required("N", .wholeNumber(1...10_000), "The focus area, counted from 1.")

    static let command = Command(
        group: "focus",
        summary: "Focus: automatically, by steps, or at a point",
        [auto, drive, point, choose]
    )

    private static let exitCodes = CameraOptions.exitCodes + [.focus, .unavailable, .busy]

    private static let auto = Command(
        "auto",
        summary: "Focus automatically, as half-pressing the shutter does",
        groups: CameraOptions.groups,
        examples: [.init("hotshoe focus auto", "Focuses once.")],
        exitCodes: exitCodes
    ) { context in
        try await context.withCamera(for: .stillsShooting, isRequired: false) { camera in
            try await context.within(DefaultTimeout.answer, "focus") { try await camera.engageAutoFocus() }
            let areas = camera.focusInfo?.areas ?? []
            try? await context.within(DefaultTimeout.answer, "focus") { try await camera.disengageAutoFocus() }
            let found = areas.indices.filter { areas[$0].hasFocus }.map { $0 + 1 }
            let place = found.isEmpty ? "" : " in area \(found.map(String.init).listed(by: "and"))"
            try context.print(FocusRecord(focused: true, areas), as: "In focus\(place).")
        }
    }

    private static let drive = Command(
        "drive",
        summary: "Move the lens by steps",
        discussion: "Runs live view during the movement, which cameras need for it. The size of a step depends on the lens.",
        arguments: [direction, amount],
        options: [steps],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe focus drive far small --steps 3", "Three small steps towards infinity.")],
        exitCodes: exitCodes
    ) { context in
        let direction: FocusStep.Direction = context[Self.direction] == .near ? .towardsCamera : .towardsInfinity
        let amount = FocusStep.Amount(rawValue: (context[Self.amount] ?? .medium).rawValue) ?? .medium
        try await context.withLiveView { camera, _ in
            for _ in 0..<context[steps] {
                try Task.checkCancellation()
                try await context.within(DefaultTimeout.answer, "focus") {
                    try await camera.driveFocus(FocusStep(direction, amount))
                }
            }
            let count = context[steps]
            if !camera.capabilities.contains(.focusDriveEnd) {
                context.output.note("This camera does not report whether the lens has moved: it may be at the end of its range.")
            }
            try context.print(
                FocusDriveRecord(FocusStep(direction, amount), steps: count),
                as: "\(count) \(amount.rawValue) step\(count == 1 ? "" : "s") \(direction.rawValue)"
            )
        }
    }

    private static let point = Command(
        "point",
        summary: "Focus at a point of the picture",
        arguments: [x, y],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe focus point 0.5 0.5", "The middle of the picture.")],
        exitCodes: exitCodes
    ) { context in
        try await context.withLiveView { camera, size in
            let point = Point(x: context[x] * Double(size.width), y: context[y] * Double(size.height))
            try await context.within(DefaultTimeout.answer, "focus") { try await camera.touchFocus(at: point) }
            try context.print(["x": context[x], "y": context[y]], as: "Focus is set to \(context[x]), \(context[y]).")
        }
    }

    private static let choose = Command(
        "area",
        summary: "Choose the focus area",
        arguments: [area],
        groups: CameraOptions.groups,
        examples: [.init("hotshoe focus area 1", "The first area.")],
        exitCodes: exitCodes + [.value]
    ) { context in
        try await context.withCamera(for: .stillsShooting, isRequired: false) { camera in
            let index = context[area] - 1
            if let areas = camera.focusInfo?.areas, !areas.isEmpty, !areas.indices.contains(index) {
                throw CommandFailure(.value, "N", "This camera has the focus areas 1 to \(areas.count).")
            }
            try await context.within(DefaultTimeout.answer, "focus") { try await camera.setFocusArea(index) }
            try context.print(["area": context[area]], as: "Focus area \(context[area]) is chosen.")
        }
    }
}

extension CommandContext {
    /// Connects, starts live view, calls `body` while it runs, and disconnects.
    ///
    /// `body` receives the camera and the size of live view's coordinate space.
    func withLiveView(_ body: @escaping @Sendable (Camera, PixelSize) async throws -> Void) async throws {
        try await withCamera(for: .stillsShooting, isRequired: false) { camera in
            // Each request in it has a shorter time limit.
            try await TimeLimit.run(DefaultTimeout.picture, "live view") {
                let frames = camera.liveView().makeAsyncIterator()
                guard let first = try await frames.next() else {
                    throw CommandFailure(.unavailable, "live view", "The camera ended live view.")
                }
                try await body(camera, first.info.space)
                withExtendedLifetime(frames) {}
            }
        }
    }
}

extension ValueType where Value == Double {
    /// A fraction from 0 to 1.
    static var fraction: Self {
        ValueType(describe: { Amounts.decimal($0, places: 3) }) { text throws(ValueProblem) in
            guard let value = DecimalSeconds.parse(text).map({ $0 / .seconds(1) }), (0...1).contains(value) else {
                throw ValueProblem(message: "is not a number from 0 to 1")
            }
            return value
        }
    }
}
