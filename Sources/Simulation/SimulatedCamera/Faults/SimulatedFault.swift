public import CameraModel

/// A fault of a simulated camera, with its trigger.
public struct SimulatedFault: Sendable, Hashable {
    /// Kind of a fault.
    public enum Kind: Sendable, Hashable {
        /// The camera disconnects for this reason.
        case vanish(DisconnectReason)
        /// The camera refuses an operation with this error.
        case fail(CameraError.Code)
        /// The camera does not answer an operation.
        case hang
        /// The camera answers an operation after this additional time.
        case delay(Duration)
        /// The next setting is accepted without an effect.
        case ignoreSetting
        /// The next setting is accepted, and the camera selects a neighbouring value.
        case adjustSetting
        /// A property is changed with a control on the body.
        case turn(property: PropertyIdentifier, value: String)
        /// Autofocus does not find focus.
        case focusFails
        /// The cards count as full.
        case cardFull
        /// The cards are removed.
        case cardRemoved
        /// The camera ends live view.
        case liveViewEnds(LiveViewEnd)
        /// Frames without bytes.
        case emptyFrames
        /// Truncated frames.
        case truncatedFrames
        /// Frames in RGB instead of JPEG.
        case rgbFrames
        /// No frames for this time.
        case stalledFrames(Duration)
        /// A truncated file, without an error.
        case truncatedDownload
        /// A file in very small chunks, with empty ones in between.
        case smallChunks
        /// Every event about files is reported twice.
        case repeatedEvents
        /// The camera is no longer discovered, although it is present.
        case unlisted
    }

    /// Time at which a fault applies.
    public enum Trigger: Sendable, Hashable {
        /// From the start.
        case always
        /// This time after a connection was established.
        case after(Duration)
        /// During an operation.
        case during(CameraOperation)
    }

    /// Kind of the fault.
    public var kind: Kind
    /// Time at which the fault applies.
    public var trigger: Trigger
    /// Number of times that the fault applies.
    public var count: Int

    /// Creates a fault; a `count` below 1 becomes 1.
    public init(_ kind: Kind, _ trigger: Trigger, count: Int = 1) {
        self.kind = kind
        self.trigger = trigger
        self.count = max(1, count)
    }
}
