import ArgumentParsing
import CameraModel
import SimulatedCamera

/// `hotshoe demo`
enum DemoCommand {
    static let output = Option.value(
        "output",
        short: "o",
        .directory,
        named: "DIR",
        "Folder for the picture. Default: the current folder."
    )

    static let command = Command(
        "demo",
        summary: "Tour of the SDK: find, connect, watch, set, shoot and save with a simulated camera",
        discussion:
            "Takes about five seconds. Each step calls the SDK as any program would. The saved picture is a real JPEG file: its EXIF data "
            + "is read back and compared with the settings.\n\n"
            + "With --fault the camera fails on the way. The tour prints the error, handles it as a program would, once for each "
            + "step, and ends with the error's exit code if that does not help.",
        options: [output],
        groups: CameraOptions.groups,
        examples: [
            .init("hotshoe demo", "The tour."),
            .init("hotshoe demo --fault unplug@live-view", "The cable is pulled during live view."),
            .init("hotshoe demo --fault focus-fails --fault ignore-setting", "Two faults that the tour recovers from."),
            .init("hotshoe demo --fault card-full", "A fault without recovery: exit code 7."),
        ],
        exitCodes: CameraOptions.exitCodes + [.unavailable, .storage, .busy, .focus, .internalError]
    ) { context in
        switch context.camera {
        case .simulated, nil: break
        case .network, .ownNetwork, .served, .usb, .named:
            throw CommandFailure(.usage, "--camera", "The demo uses a simulated camera. Leave --camera out.")
        }
        let saver = try FileSaver(context[output] ?? ".", context)
        let simulators = try context.makeSimulators()
        try await DemoTour(simulators[0], saver, context).run()
    }
}
