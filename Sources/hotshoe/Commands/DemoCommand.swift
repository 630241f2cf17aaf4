import CameraModel
import SimulatedCamera

/// `hotshoe demo`
enum DemoCommand {
    static let output = Option.value(
        "output",
        short: "o",
        .directory,
        named: "DIR",
        "Where the picture goes; the current folder unless given."
    )

    static let command = Command(
        "demo",
        summary: "Take the tour: find, connect, watch, set, shoot and save with a simulated camera",
        discussion:
            "Takes about five seconds. Every step calls the SDK as any program would, and the picture that is saved is a real one: "
            + "its EXIF is read again and compared with what was set.\n\n"
            + "With --fault something goes wrong on the way. The tour tells the error, does what a program would do about it, "
            + "once for each step, and ends with the error's code where that does not help.",
        options: [output],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe demo", "The tour."),
            .init("hotshoe demo --fault unplug@live-view", "Somebody pulls the cable in the middle of live view."),
            .init("hotshoe demo --fault focus-fails --fault ignore-setting", "Two smaller misfortunes."),
            .init("hotshoe demo --fault card-full", "One that cannot be helped: ends with 7."),
        ],
        exitCodes: CameraOptions.exitCodes + [.unavailable, .storage, .busy, .focus, .internalError]
    ) { context in
        switch context.camera {
        case .simulated, nil: break
        case .network, .usb, .named:
            throw CommandFailure(.usage, "--camera", "The demo uses a simulated camera. Leave --camera out.")
        }
        let saver = try FileSaver(context[output] ?? ".", context)
        let simulators = try context.makeSimulators()
        try await DemoTour(simulators[0], saver, context).run()
    }
}
