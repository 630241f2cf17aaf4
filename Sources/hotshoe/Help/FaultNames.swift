import HotShoeSupport
import CameraModel
import PTPResponder
import SimulatedCamera

/// The descriptions of the faults of a simulated camera: the topic `faults`.
enum FaultNames {
    static let introduction =
        "`--fault SPEC` lets something go wrong with a simulated camera; it may be given several times. "
        + "SPEC is KIND[=VALUE][@WHEN][*COUNT]. WHEN is a time after connecting, such as 3s or 250ms, or an operation in whose middle it "
        + "happens; without it, the fault strikes as soon as it can. COUNT is how often, once unless given."

    /// Every kind in its written form, and its effect.
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

    static let wireIntroduction =
        "With `hotshoe simulate` it may also be something on the wire: KIND[=VALUE][@OPERATION][*COUNT]. OPERATION is the standard's name with "
        + "hyphens, such as get-object-info, or a number, such as 0x1008; without it, the fault strikes the first operation that it can."

    /// The faults on the wire.
    static let wireMeanings: [(kind: String, meaning: String)] = [
        ("init-fail=1", "A client is refused: 1 rejected, 2 busy, 3 unspecified."),
        ("event-refused", "The event connection is refused."),
        ("close=STAGE", "The connection is closed at one of the stages below."),
        ("stall=STAGE", "Nothing is said any more from one of the stages below on."),
        ("response=0x2002", "This response comes in place of the data and of the response."),
        ("no-response", "No response comes."),
        ("data-twice", "The data comes twice."),
        ("stale-id", "The answer has the number of the transaction before."),
        ("future-id", "The answer has the number of the next transaction."),
        ("parameters=6", "The response has so many parameters; five are allowed."),
        ("truncate=10", "The data ends after so many bytes."),
        ("replace=8:FFFFFFFF", "Bytes of the data are replaced, from this one on."),
        ("data=HEX", "The data is this instead."),
        ("append=HEX", "This follows the data."),
        ("packet-length=4", "The first packet of the answer says that it is so long."),
        ("packet-type=99", "A packet of a kind that does not exist comes first."),
        ("cancel", "In the middle of its data the camera gives up."),
        ("announce=10", "The data is announced as so long, or as of `unknown` length."),
        ("end-without-start", "The data is not announced at all."),
        ("empty-data", "An empty packet of data comes first."),
        ("bytewise", "Every byte comes by itself."),
        ("late=500ms", "The answer comes so much later."),
        ("probe", "The camera asks whether the client is there."),
        ("events=10000", "So many events come before the answer."),
        ("event=0xC999", "An event with this code comes before the answer."),
        ("handles=0x0,0xFFFFFFFF", "Lists of handles have these too."),
        ("many-handles=100000", "Lists of handles have so many more."),
        ("parent-loop", "An object is in itself."),
        ("file-name=TEXT", "An object has this name; \\0, \\n, \\\\, \\a for @ and \\s for * are understood."),
        ("object-size=0xFFFFFFFF", "An object has this size."),
        ("empty-device-info", "The camera says nothing about itself."),
        ("wedge", "An EOS body is wedged from then on, until its records are taken."),
    ]

    static let usbIntroduction =
        "With `hotshoe simulate --transport usb` these too; of those above probe, event-refused and end-without-start are not for USB, init-fail "
        + "refuses to be attached, close pulls the camera, a packet is a container, and no packet of data is a transfer of nothing."

    /// The faults that exist on USB only.
    static let usbMeanings: [(kind: String, meaning: String)] = [
        ("halt=PHASE", "An endpoint stands still at one of the phases below, until it is cleared."),
        ("descriptors=LIE", "What the device says of itself when it is attached is wrong, in one of the ways below."),
        ("container-type=9", "The first container of the answer is of such a kind."),
        ("container-code=0x1001", "The first container of the answer has such a code."),
        ("split-header", "The head of the data is a transfer of its own."),
        ("short-packet=100", "After so many bytes of the data a transfer ends; the rest is another."),
        ("joined", "Data and response are one transfer."),
        ("no-empty-packet", "No empty packet ends data that ends with a full one."),
        ("extra-empty-packet", "An empty packet follows the data."),
        ("event-bytes=HEX", "These bytes come as an event before the answer."),
        ("split-event", "An event comes in packets of eight bytes before the answer."),
    ]

    static var phases: String { ResponderFault.haltPhaseNames.listed(by: "and") }
    static var lies: String { ResponderFault.descriptorLieNames.listed(by: "and") }
    static var stages: String { ResponderFault.stageNames.listed(by: "and") }
    static var codes: String { SimulatedFault.codeNames.listed(by: "and") }
    static var operations: String { CameraOperation.allCases.map(\.rawValue).listed(by: "and") }
}
