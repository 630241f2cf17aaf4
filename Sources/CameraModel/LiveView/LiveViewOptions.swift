/// What a consumer wants of live view.
public struct LiveViewOptions: Sendable, Hashable {
    /// The most frames per second that this consumer is given; nil for as many as the camera makes, and so is what is
    /// no number above 0.
    public var maximumRate: Double?
    /// Prefers many frames to large ones, where the camera lets one choose. Takes effect when live view starts.
    public var prefersHighRate: Bool
    /// The size to ask for, where the camera lets one choose; it takes the nearest it has.
    public var size: PixelSize?

    public init(maximumRate: Double? = nil, prefersHighRate: Bool = false, size: PixelSize? = nil) {
        self.maximumRate = maximumRate
        self.prefersHighRate = prefersHighRate
        self.size = size
    }

    /// At most so many frames per second.
    public static func maximumRate(_ framesPerSecond: Double) -> LiveViewOptions {
        LiveViewOptions(maximumRate: framesPerSecond)
    }
}

/// What live view delivers once it has started.
public struct LiveViewFormat: Sendable, Hashable {
    /// The size of a frame.
    public var size: PixelSize
    /// How many frames per second the camera makes when nothing holds it up; nil where it does not say.
    public var rate: Double?

    public init(size: PixelSize, rate: Double?) {
        self.size = size
        self.rate = rate
    }
}

/// Why live view ended, other than by the wish of who watched it.
public enum LiveViewEnd: Sendable, Hashable, CustomStringConvertible {
    /// ``Camera/stopLiveView()``, or the last consumer left.
    case stopped
    /// The camera left the command category or mode that live view belongs to.
    case modeChanged
    case batteryLow
    /// The camera stopped it to keep cool.
    case overheated
    case disconnected(DisconnectReason)
    case failed(CameraError.Code)

    public var description: String {
        switch self {
        case .stopped: "live view was stopped"
        case .modeChanged: "the camera left the mode that live view belongs to"
        case .batteryLow: "the battery is too low for live view"
        case .overheated: "the camera stopped live view to keep cool"
        case .disconnected(let reason): "live view ended: \(reason)"
        case .failed(let code): "live view failed (\(code))"
        }
    }

    /// As an error for who was watching; nil where there is nothing wrong.
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
