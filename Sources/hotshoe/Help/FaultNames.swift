import CameraModel
import SimulatedCamera

/// What can be made to go wrong with a simulated camera, in words: the topic `faults`.
enum FaultNames {
    static let introduction =
        "`--fault SPEC` lets something go wrong with a simulated camera; it may be given several times. "
        + "SPEC is KIND[=VALUE][@WHEN][*COUNT]. WHEN is a time after connecting, such as 3s or 250ms, or an operation in whose middle it "
        + "happens; without it, the fault strikes as soon as it can. COUNT is how often, once unless given."

    /// Every kind, as it is written, and what happens.
    static let meanings: [(kind: String, meaning: String)] = [
        ("unplug", "Somebody pulls the cable, or the network breaks."),
        ("switch-off", "Somebody switches the camera off."),
        ("battery-empty", "The battery is empty, and the camera goes off."),
        ("sleep", "The camera goes to sleep."),
        ("taken", "Another program takes the camera over."),
        ("protocol-failure", "The camera breaks its protocol beyond repair."),
        ("busy", "The camera is busy with something else, and refuses."),
        ("hang", "The camera never answers."),
        ("ignore-setting", "A new value is accepted, and nothing changes."),
        ("adjust-setting", "A new value is accepted, and the camera takes the one next to it."),
        ("focus-fails", "Autofocus finds nothing to hold on to."),
        ("card-full", "The cards are full."),
        ("card-removed", "Somebody takes the cards out."),
        ("mode-switch", "Live view ends because somebody changes the mode."),
        ("battery-low", "Live view ends because the battery is low."),
        ("overheat", "Live view ends so that the camera stays cool."),
        ("empty-frames", "A frame of live view has no bytes."),
        ("truncated-frames", "A frame of live view breaks off."),
        ("rgb-frames", "A frame of live view is pixels instead of a JPEG."),
        ("truncated-download", "A file breaks off, without an error."),
        ("small-chunks", "A file comes in tiny and empty pieces."),
        ("repeated-events", "Everything about files is said twice."),
        ("unlisted", "The camera is no longer listed, though it is there."),
        ("fail=CODE", "The camera refuses, with one of the codes below."),
        ("delay=500ms", "The camera answers so much later."),
        ("stalled-frames=2s", "Live view stands still for so long."),
        ("turn=PROPERTY:VALUE", "Somebody turns a dial on the camera, as in turn=aperture:f/8."),
    ]

    static var codes: String { SimulatedFault.codeNames.listed(by: "and") }
    static var operations: String { CameraOperation.allCases.map(\.rawValue).listed(by: "and") }
}
