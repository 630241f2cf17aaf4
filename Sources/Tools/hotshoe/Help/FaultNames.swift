import CameraModel
import PTPResponder
import SimulatedCamera
import Wording

/// The descriptions of the faults of a simulated camera: the topic `faults`.
enum FaultNames {
    static let introduction =
        "`--fault SPEC` injects a fault into a simulated camera; it may be given several times. "
        + "SPEC is KIND[=VALUE][@WHEN][*COUNT]. WHEN is a time after connecting, such as 3s or 250ms, or an operation during which it "
        + "occurs; without it, the fault occurs as soon as possible. COUNT is the number of times, by default once."

    /// Every kind in its written form, and its effect.
    static let meanings: [(kind: String, meaning: String)] = [
        ("unplug", "The cable is pulled, or the network fails."),
        ("switch-off", "The camera is switched off at the body."),
        ("battery-empty", "The battery is empty, and the camera switches off."),
        ("sleep", "The camera enters sleep mode."),
        ("taken", "Another program takes over the camera."),
        ("protocol-failure", "The camera violates its protocol and does not recover."),
        ("busy", "The camera refuses an operation because it is busy."),
        ("hang", "The camera never answers."),
        ("ignore-setting", "A new value is accepted, but not applied."),
        ("adjust-setting", "A new value is accepted, but the neighbouring value is applied."),
        ("focus-fails", "Autofocus fails."),
        ("card-full", "The cards are full."),
        ("card-removed", "The cards are removed."),
        ("mode-switch", "Live view ends because the mode is changed at the body."),
        ("battery-low", "Live view ends because the battery is low."),
        ("overheat", "Live view ends because the camera is too hot."),
        ("empty-frames", "A live-view frame is empty."),
        ("truncated-frames", "A live-view frame is truncated."),
        ("rgb-frames", "A live-view frame is raw pixels instead of JPEG."),
        ("truncated-download", "A download is truncated, without an error."),
        ("small-chunks", "A download arrives in tiny and empty chunks."),
        ("repeated-events", "Each event about files is sent twice."),
        ("unlisted", "The camera is no longer listed, although it is present."),
        ("fail=CODE", "The operation fails with one of the codes below."),
        ("delay=500ms", "The answer is delayed by this time."),
        ("stalled-frames=2s", "Live view sends no frame for this time."),
        ("turn=PROPERTY:VALUE", "A dial is turned on the body, as in turn=aperture:f/8."),
    ]

    static let wireIntroduction =
        "With `hotshoe simulate` a fault can also occur on the wire: KIND[=VALUE][@OPERATION][*COUNT]. OPERATION is the standard's name with "
        + "hyphens, such as get-object-info, or a number, such as 0x1008; without it, the fault occurs in the first operation possible."

    /// The faults on the wire.
    static let wireMeanings: [(kind: String, meaning: String)] = [
        ("init-fail=1", "A client is refused with this reason: 1 rejected, 2 busy, 3 unspecified."),
        ("event-refused", "The event connection is refused."),
        ("close=STAGE", "The connection is closed at one of the stages below."),
        ("stall=STAGE", "Nothing is sent from one of the stages below on."),
        ("response=0x2002", "This response is sent instead of the data and the response."),
        ("no-response", "No response is sent."),
        ("data-twice", "The data phase is sent twice."),
        ("stale-id", "The answer has the ID of the previous transaction."),
        ("future-id", "The answer has the ID of the next transaction."),
        ("parameters=6", "The response has this number of parameters; five are allowed."),
        ("truncate=10", "The data ends after this number of bytes."),
        ("replace=8:FFFFFFFF", "Bytes of the data are replaced, from this offset on."),
        ("data=HEX", "The data is replaced by these bytes."),
        ("append=HEX", "These bytes follow the data."),
        ("packet-length=4", "The first packet of the answer has this length field."),
        ("packet-type=99", "A packet of this unknown type is sent first."),
        ("cancel", "The camera cancels in the middle of the data."),
        ("announce=10", "The data is announced with this length, or with `unknown` length."),
        ("end-without-start", "The data has no start packet."),
        ("empty-data", "An empty data packet is sent first."),
        ("bytewise", "Each byte is sent separately."),
        ("late=500ms", "The answer is delayed by this time."),
        ("probe", "The camera sends a probe request."),
        ("events=10000", "This number of events is sent before the answer."),
        ("event=0xC999", "An event with this code is sent before the answer."),
        ("handles=0x0,0xFFFFFFFF", "Lists of handles contain these as well."),
        ("many-handles=100000", "Lists of handles contain this number of further handles."),
        ("parent-loop", "An object is its own parent."),
        ("file-name=TEXT", "An object has this name; \\0, \\n, \\\\, \\a for @ and \\s for * are understood."),
        ("object-size=0xFFFFFFFF", "An object has this size."),
        ("empty-device-info", "DeviceInfo is empty."),
        ("unpaired", "\(pairing) must be paired first: the number that the body displays is printed."),
        ("body-hang", "A vendor's body hangs from then on, until its events are read."),
    ]

    /// The personalities that pair with computers.
    private static var pairing: String { Personality.all.filter(\.pairs).map(\.name).listed(by: "or") }

    static let usbIntroduction =
        "With `hotshoe simulate --transport usb` these too. Of those above, probe, event-refused and end-without-start do not exist on USB; init-fail "
        + "refuses the attachment, close unplugs the camera, a packet is a container, and an empty data packet is a zero-length transfer."

    /// The faults that exist on USB only.
    static let usbMeanings: [(kind: String, meaning: String)] = [
        ("halt=PHASE", "An endpoint is halted at one of the phases below, until it is cleared."),
        ("descriptors=FAULT", "The descriptors are wrong when the device is attached, in one of the ways below."),
        ("container-type=9", "The first container of the answer has this type."),
        ("container-code=0x1001", "The first container of the answer has this code."),
        ("split-header", "The header of the data container is a separate transfer."),
        ("short-packet=100", "A transfer ends after this number of bytes of the data; the rest is another."),
        ("joined", "Data and response are sent in one transfer."),
        ("no-empty-packet", "No zero-length packet follows data that ends with a full packet."),
        ("extra-empty-packet", "A zero-length packet follows the data."),
        ("event-bytes=HEX", "These bytes are sent as an event before the answer."),
        ("split-event", "An event is sent in packets of eight bytes before the answer."),
    ]

    static var phases: String { ResponderFault.haltPhaseNames.listed(by: "and") }
    static var descriptorFaults: String { ResponderFault.descriptorFaultNames.listed(by: "and") }
    static var stages: String { ResponderFault.stageNames.listed(by: "and") }
    static var codes: String { SimulatedFault.codeNames.listed(by: "and") }
    static var operations: String { CameraOperation.allCases.map(\.rawValue).listed(by: "and") }
}
