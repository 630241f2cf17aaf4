/// Options of one live view consumer.
public struct LiveViewOptions: Sendable, Hashable {
    /// Maximum number of frames per second for this consumer; nil for as many as the camera makes. A value that is not a number
    /// above 0 counts as nil.
    public var maximumRate: Double?
    /// Prefers a high frame rate to large frames, on a camera that offers the choice. Takes effect when live view starts.
    public var prefersHighRate: Bool
    /// Requested size of the frames, on a camera that offers the choice; the camera selects the nearest size.
    public var size: PixelSize?

    /// Creates options.
    public init(maximumRate: Double? = nil, prefersHighRate: Bool = false, size: PixelSize? = nil) {
        self.maximumRate = maximumRate
        self.prefersHighRate = prefersHighRate
        self.size = size
    }

    /// Returns options with a maximum rate in frames per second.
    public static func maximumRate(_ framesPerSecond: Double) -> LiveViewOptions {
        LiveViewOptions(maximumRate: framesPerSecond)
    }
}

/// Format of the frames, reported when live view has started.
public struct LiveViewFormat: Sendable, Hashable {
    /// Size of a frame in pixels.
    public var size: PixelSize
    /// Number of frames per second that the camera makes at full speed; nil if the camera does not report it.
    public var rate: Double?

    /// Creates a format.
    public init(size: PixelSize, rate: Double?) {
        self.size = size
        self.rate = rate
    }
}

/// Reason why live view ended, other than the consumer's own request.
public enum LiveViewEnd: Sendable, Hashable, CustomStringConvertible {
    /// ``Camera/stopLiveView()`` was called, or the last consumer left.
    case stopped
    /// The camera left the command category or mode that live view belongs to.
    case modeChanged
    /// The battery is too low for live view.
    case batteryLow
    /// The camera stopped live view to prevent overheating.
    case overheated
    /// The camera was disconnected.
    case disconnected(DisconnectReason)
    /// Live view could not start, or failed.
    case failed(CameraError.Code)

    /// The reason as a clause of a sentence, such as "live view was stopped".
    public var description: String {
        switch self {
        case .stopped: "live view was stopped"
        case .modeChanged: "the camera left the mode that live view belongs to"
        case .batteryLow: "the battery is too low for live view"
        case .overheated: "the camera stopped live view to keep cool"
        case .disconnected(let reason): "live view ended: \(reason)"
        case .failed(let code): "live view failed (\(code.words))"
        }
    }

    /// The error for the consumers; nil for a regular end.
    var error: CameraError? {
        let code: CameraError.Code =
            switch self {
            case .stopped: .cancelled
            case .modeChanged: .wrongCategory
            case .batteryLow: .batteryLow
            case .overheated: .notAvailable
            case .disconnected(let reason): reason.isExpected ? .notConnected : .connectionLost
            case .failed(let code): code
            }
        if self == .stopped { return nil }
        return CameraError(code, description, operation: .liveView)
    }
}
