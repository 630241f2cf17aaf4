public import CameraModel

/// Something that goes wrong with a simulated camera, and when.
public struct SimulatedFault: Sendable, Hashable {
    /// What goes wrong.
    public enum Kind: Sendable, Hashable {
        /// The camera is gone.
        case vanish(DisconnectReason)
        /// The camera refuses an operation.
        case fail(CameraError.Code)
        /// The camera never answers an operation.
        case hang
        /// The camera answers an operation late.
        case delay(Duration)
        /// The next setting is accepted, and never takes effect.
        case ignoreSetting
        /// The next setting is accepted, and the camera chooses a neighbouring value.
        case adjustSetting
        /// Somebody turns a dial on the body.
        case turn(PropertyIdentifier, String)
        case focusFails
        case cardFull
        case cardRemoved
        /// The camera ends live view.
        case liveViewEnds(LiveViewEnd)
        /// Frames without a byte.
        case emptyFrames
        /// Frames that break off in the middle.
        case truncatedFrames
        /// Frames that are not JPEG but RGB.
        case rgbFrames
        /// No frame comes for a while.
        case stalledFrames(Duration)
        /// A file ends too early, without an error.
        case truncatedDownload
        /// A file comes in tiny chunks, with empty ones in between.
        case smallChunks
        /// Everything about files is said twice.
        case repeatedEvents
        /// Not listed any more, though it is there.
        case unlisted
    }

    /// When it goes wrong.
    public enum Trigger: Sendable, Hashable {
        /// From the start.
        case always
        /// So long after a connection was made.
        case after(Duration)
        /// In the middle of an operation.
        case during(CameraOperation)
    }

    public var kind: Kind
    public var trigger: Trigger
    /// How many times.
    public var count: Int

    /// `count` is at least 1.
    public init(_ kind: Kind, _ trigger: Trigger, count: Int = 1) {
        self.kind = kind
        self.trigger = trigger
        self.count = max(1, count)
    }
}
