import CameraModel

/// The exit codes of the program, by kind of failure. Scripts rely on the numbers: new kinds receive new ones.
enum ExitCode: Int32, CaseIterable, Sendable {
    case success = 0
    case failure = 1
    case noCamera = 2
    case connection = 3
    case authentication = 4
    case value = 5
    case unavailable = 6
    case storage = 7
    case timedOut = 8
    case busy = 9
    case permission = 10
    case focus = 11
    case incomplete = 12
    case usage = 64
    case internalError = 70
    case hangup = 129
    case interrupted = 130
    case outputClosed = 141
    case terminated = 143

    /// The meaning of the code, as a sentence. Shown by `hotshoe help exit-codes`.
    var meaning: String {
        switch self {
        case .success: "Success."
        case .failure: "Failure that no other code describes."
        case .noCamera: "No camera was found, or several were found and none was chosen."
        case .connection: "The camera is not connected, or the connection was lost."
        case .authentication: "The camera refused this computer: not paired, or a wrong password."
        case .value: "The camera has no such property, or does not accept the value now."
        case .unavailable: "The camera does not support this, or not in its current mode."
        case .storage: "A card or disk is full or missing, or a file does not exist."
        case .timedOut: "The time limit was exceeded."
        case .busy: "The camera is busy."
        case .permission: "The operating system does not allow this user or program to use the camera."
        case .focus: "Autofocus failed."
        case .incomplete: "Some of it was done, but not all: the messages name what is missing."
        case .usage: "Invalid command line; nothing was done."
        case .internalError: "A defect in hotshoe. Please report it."
        case .hangup: "The terminal was closed (SIGHUP)."
        case .interrupted: "Interrupted by Ctrl-C (SIGINT)."
        case .outputClosed: "Standard output was closed, as with `| head`."
        case .terminated: "Terminated (SIGTERM)."
        }
    }
}

extension ExitCode {
    /// The code for a kind of camera error.
    init(_ code: CameraError.Code) {
        self =
            switch code {
            case .notConnected, .connectionLost, .connectionRefused: .connection
            case .authenticationFailed, .pairingRequired: .authentication
            case .permissionDenied: .permission
            case .cancelled: .interrupted
            case .timedOut, .timePassed: .timedOut
            case .busy, .recordingInProgress: .busy
            case .invalidArgument, .invalidValue: .value
            case .notAvailable, .notSupported, .wrongCategory, .needsPhysicalInteraction, .needsLiveView: .unavailable
            case .firmwareTooOld, .disallowedByTransport, .batteryLow, .clockUncertain: .unavailable
            case .focusFailed, .focusDidNotMove: .focus
            case .cardError, .storageFull, .writeProtected, .notFound, .fileSystem: .storage
            case .noData, .tooLarge, .protocolFailure: .failure
            case .internalFailure: .internalError
            }
    }
}
