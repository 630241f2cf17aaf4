/// Whether a camera is connected, and if not, why not.
public enum ConnectionState: Sendable, Hashable {
    /// Not connected. The reason is nil until there has been a connection, or a try.
    case notConnected(DisconnectReason?)
    case connecting
    /// Waiting for a person: for a confirmation on the camera's body, or for an answer to an authentication request.
    case waitingForUser
    case connected
    case disconnecting

    public var isConnected: Bool { self == .connected }
}

/// Why there is no connection any more.
public enum DisconnectReason: Sendable, Hashable, CustomStringConvertible {
    /// This program asked for it.
    case requested
    /// This program asked the camera to switch itself off.
    case poweredOffByRequest
    /// Connecting did not succeed; the connecting call has the error.
    case connectFailed(CameraError.Code)
    /// Somebody switched the camera off.
    case cameraTurnedOff
    /// The cable was pulled, or the network broke.
    case connectionLost
    case batteryExhausted
    /// The camera went to sleep.
    case wentToSleep
    /// The camera now serves somebody else.
    case takenByAnotherClient
    /// The camera broke the rules of its protocol, and could not be brought back.
    case protocolFailure

    /// Whether this program asked for it.
    public var isExpected: Bool { self == .requested || self == .poweredOffByRequest }

    public var description: String {
        switch self {
        case .requested: "disconnected as asked"
        case .poweredOffByRequest: "switched off as asked"
        case .connectFailed(let code): "connecting failed (\(code))"
        case .cameraTurnedOff: "the camera was switched off"
        case .connectionLost: "the connection was lost"
        case .batteryExhausted: "the battery is empty"
        case .wentToSleep: "the camera went to sleep"
        case .takenByAnotherClient: "another program took the camera over"
        case .protocolFailure: "the camera broke its protocol"
        }
    }
}

extension DisconnectReason {
    /// The reason as a sentence for an error.
    var sentence: String {
        switch self {
        case .requested, .poweredOffByRequest: "The camera was disconnected."
        case .connectFailed, .connectionLost: "The connection to the camera was lost."
        case .cameraTurnedOff: "The camera was switched off."
        case .batteryExhausted: "The camera's battery is empty. Charge it."
        case .wentToSleep: "The camera went to sleep. Wake it."
        case .takenByAnotherClient: "Another program took over the camera."
        case .protocolFailure: "The camera broke the rules of its protocol, and the connection was closed."
        }
    }
}

/// How to connect.
public struct ConnectOptions: Sendable, Hashable {
    /// Sets the camera's clock to this computer's. What the camera cannot do becomes a warning, not a failure.
    public var synchronizesClock: Bool
    /// How long connecting may take, the time of a person at the camera included; nil for as long as the camera allows.
    public var timeout: Duration?

    public init(synchronizesClock: Bool = false, timeout: Duration? = nil) {
        self.synchronizesClock = synchronizesClock
        self.timeout = timeout
    }
}

/// How to disconnect.
public struct DisconnectOptions: Sendable, Hashable {
    /// Switches the camera off, where it has ``CameraCapabilities/powerOff``.
    public var powersOff: Bool
    /// Leaves a video recording running that this connection started. Without it the recording is stopped.
    public var leavesRecording: Bool

    public init(powersOff: Bool = false, leavesRecording: Bool = false) {
        self.powersOff = powersOff
        self.leavesRecording = leavesRecording
    }
}

/// Something about a new connection that is not as it could be; the connection stands.
public struct ConnectionWarning: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case reducedFunctionality = "reduced functionality"
        case clockNotSet = "clock not set"
        case clockNotSupported = "clock cannot be set"
        case firmwareUpdateRecommended = "firmware update recommended"
    }

    /// What a program must do for the warning to concern it.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        case remoteControl = "remote control"
        case fileAccess = "file access"
        case other
    }

    public var kind: Kind
    public var category: Category
    /// One sentence for a person.
    public var message: String

    public init(kind: Kind, category: Category, message: String) {
        self.kind = kind
        self.category = category
        self.message = message
    }

    public var description: String { message }
}
