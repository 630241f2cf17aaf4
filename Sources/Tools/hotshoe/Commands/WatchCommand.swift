import ArgumentParsing
import CameraModel
import CameraRecords
import HotShoeSupport

/// `hotshoe watch`
enum WatchCommand {
    static let properties = Argument.repeating(
        "PROPERTY",
        .property,
        "Property to watch. All events are printed if none is given."
    )
    static let seconds = Option.value(
        "seconds",
        short: "s",
        .seconds(.milliseconds(1)...),
        named: "SECONDS",
        "End after this time."
    )

    static let command = Command(
        "watch",
        summary: "Print a camera's events as they occur",
        discussion: "Events are changes of properties, recording, cards and files, focus, live view, and the connection. "
            + "Runs until Ctrl-C or for --seconds. A lost connection is an error.",
        arguments: [properties],
        options: [seconds],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe watch aperture iso", "Two properties."),
            .init("hotshoe watch --json", "All events, as JSON."),
            .init("hotshoe watch --simulated --fault turn=aperture:f/8@2s", "A dial is turned after two seconds."),
        ],
        exitCodes: CameraOptions.exitCodes + [.value]
    ) { context in
        let named = try context[properties].map { name throws(CommandFailure) in try PropertyName(name) }
        try await context.withCamera { camera in
            let watched = Set(try named.map { name throws(CommandFailure) in try name.property(of: camera).identifier })
            let events = camera.events
            // The camera may have disconnected before the observation began.
            if case .notConnected(let reason?) = camera.connectionState { throw disconnected(camera, reason) }
            let isOver = Guarded(false)
            let limit = SystemClock.shared.makeTimer {
                isOver.withLock { $0 = true }
                events.cancel()
            }
            defer { limit.disarm() }
            if let seconds = context[seconds] { limit.arm(at: SystemClock.shared.now + seconds) }
            context.output.note("Watching \(camera.displayName). Ctrl-C ends it.")
            for await event in events {
                if isOver.withLock({ $0 }) { return }
                for line in EventLine.lines(of: event, only: watched) {
                    try context.print(line, as: "\(line.clockTime, .dim)  \(line.subject, .cyan)  \(line.text)")
                }
                if case .connection(.notConnected(let reason?)) = event { throw disconnected(camera, reason) }
            }
        }
    }

    private static func disconnected(_ camera: Camera, _ reason: DisconnectReason) -> CommandFailure {
        CommandFailure(.connection, camera.displayName, "\(reason)")
    }
}
