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
    case usage = 64
    case internalError = 70
    case hangup = 129
    case interrupted = 130
    case outputClosed = 141
    case terminated = 143

    /// The meaning of the code, as a sentence. Shown by `hotshoe help exit-codes`.
    var meaning: String {
        switch self {
        case .success: "Everything that was asked for was done."
        case .failure: "It failed, in a way that none of the other codes describes."
        case .noCamera: "No camera was found, or several and none was chosen."
        case .connection: "The camera is not connected, or the connection was lost."
        case .authentication: "The camera refused this computer: not paired, or a wrong password."
        case .value: "There is no such property, or it does not accept that value now."
        case .unavailable: "The camera cannot do that, or not in its present mode."
        case .storage: "A card or disk is full or missing, or a file does not exist."
        case .timedOut: "It was not done within the time allowed."
        case .busy: "The camera is occupied with something else."
        case .permission: "The system does not let this user, or this program, reach the camera."
        case .focus: "Autofocus found nothing to hold on to, so no picture was taken."
        case .usage: "The command line was wrong; nothing was done."
        case .internalError: "A defect in hotshoe. Please report it."
        case .hangup: "Ended because its terminal went away (SIGHUP)."
        case .interrupted: "Ended by Ctrl-C (SIGINT)."
        case .outputClosed: "Nobody read standard output any more, as with `| head`."
        case .terminated: "Ended by a request to terminate (SIGTERM)."
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
            case .timedOut: .timedOut
            case .busy, .recordingInProgress: .busy
            case .invalidArgument, .invalidValue: .value
            case .notAvailable, .notSupported, .wrongCategory, .needsPhysicalInteraction, .needsLiveView: .unavailable
            case .firmwareTooOld, .disallowedByTransport, .batteryLow: .unavailable
            case .focusFailed, .focusDidNotMove: .focus
            case .cardError, .storageFull, .writeProtected, .notFound, .fileSystem: .storage
            case .noData, .tooLarge, .protocolFailure: .failure
            case .internalFailure: .internalError
            }
    }
}
