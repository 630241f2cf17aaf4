/// State of a camera's connection, with the reason for its end.
public enum ConnectionState: Sendable, Hashable {
    /// Not connected. The reason is nil before the first attempt to connect.
    case notConnected(DisconnectReason?)
    /// Connecting.
    case connecting
    /// Connecting, and waiting for the user: for a confirmation on the camera, or for an answer to an authentication request.
    case waitingForUser
    /// Connected.
    case connected
    /// Disconnecting.
    case disconnecting

    /// Whether the camera is connected.
    public var isConnected: Bool { self == .connected }
}

/// Reason why a connection ended.
public enum DisconnectReason: Sendable, Hashable, CustomStringConvertible {
    /// This program disconnected.
    case requested
    /// This program switched the camera off.
    case poweredOffByRequest
    /// Connecting failed; the connecting call throws the error.
    case connectFailed(CameraError.Code)
    /// The camera was switched off.
    case cameraTurnedOff
    /// The cable was unplugged, or the network failed.
    case connectionLost
    /// The battery is empty.
    case batteryExhausted
    /// The camera entered its sleep mode.
    case enteredSleep
    /// The camera accepted a connection from another client.
    case takenByAnotherClient
    /// The camera violated its protocol, and the connection could not be recovered.
    case protocolFailure

    /// Whether this program requested it.
    public var isExpected: Bool { self == .requested || self == .poweredOffByRequest }

    /// The reason as a clause of a sentence, such as "the connection was lost".
    public var description: String {
        switch self {
        case .requested: "disconnected as asked"
        case .poweredOffByRequest: "switched off as asked"
        case .connectFailed(let code): "connecting failed (\(code.words))"
        case .cameraTurnedOff: "the camera was switched off"
        case .connectionLost: "the connection was lost"
        case .batteryExhausted: "the battery is empty"
        case .enteredSleep: "the camera went to sleep"
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
        case .enteredSleep: "The camera went to sleep. Wake it."
        case .takenByAnotherClient: "Another program took over the camera."
        case .protocolFailure: "The camera broke the rules of its protocol, and the connection was closed."
        }
    }
}

/// Options for connecting.
public struct ConnectOptions: Sendable, Hashable {
    /// Sets the camera's clock to this computer's. A failure becomes a warning, not an error.
    public var synchronizesClock: Bool
    /// Maximum time for connecting, including the time that the user needs to confirm; nil for as long as the camera allows.
    public var timeout: Duration?
    /// Records what the link carries from its first transaction on, for ``Camera/makeReport(_:)``. Costs memory, at most 32 MiB.
    public var recordsTranscript: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - synchronizesClock: whether to set the camera's clock to this computer's.
    ///   - timeout: maximum time for connecting; nil for as long as the camera allows.
    ///   - recordsTranscript: whether to record what the link carries, for a report.
    public init(synchronizesClock: Bool = false, timeout: Duration? = nil, recordsTranscript: Bool = false) {
        self.synchronizesClock = synchronizesClock
        self.timeout = timeout
        self.recordsTranscript = recordsTranscript
    }
}

/// Options for disconnecting.
public struct DisconnectOptions: Sendable, Hashable {
    /// Switches the camera off, if it has ``CameraCapabilities/powerOff``.
    public var powersOff: Bool
    /// Keeps a video recording running that this connection started; otherwise it is stopped.
    public var leavesRecording: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - powersOff: whether to switch the camera off.
    ///   - leavesRecording: whether to keep a video recording running that this connection started.
    public init(powersOff: Bool = false, leavesRecording: Bool = false) {
        self.powersOff = powersOff
        self.leavesRecording = leavesRecording
    }
}

/// A warning about a new connection, which is usable nevertheless.
public struct ConnectionWarning: Sendable, Hashable, CustomStringConvertible {
    /// Kind of a warning.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Some functions of the camera are not available.
        case reducedFunctionality = "reduced functionality"
        /// Setting the camera's clock failed.
        case clockNotSet = "clock not set"
        /// This camera's clock cannot be set by remote control.
        case clockNotSupported = "clock cannot be set"
        /// A newer firmware of the camera is recommended.
        case firmwareUpdateRecommended = "firmware update recommended"
    }

    /// The function of the camera that the warning concerns.
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// Remote control of settings and shooting.
        case remoteControl = "remote control"
        /// Access to the files on the cards.
        case fileAccess = "file access"
        /// Another function.
        case other
    }

    /// Kind of the warning.
    public var kind: Kind
    /// The function of the camera that the warning concerns.
    public var category: Category
    /// One sentence for display.
    public var message: String

    /// Creates a warning.
    public init(kind: Kind, category: Category, message: String) {
        self.kind = kind
        self.category = category
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
