import CameraModel

/// The recovery of the demonstration from an error, once for each step. Pure.
enum DemoRecovery: Equatable {
    /// The connection is lost, or the camera does not answer.
    case reconnect
    case tryAgain
    case shootWithoutAutofocus

    /// Returns nil if there is no recovery from the error.
    init?(after error: any Error) {
        switch error {
        case let error as CameraError:
            guard let recovery = Self.recovery(from: error.code) else { return nil }
            self = recovery
        case let failure as CommandFailure where failure.code == .timedOut: self = .reconnect
        default: return nil
        }
    }

    private static func recovery(from code: CameraError.Code) -> DemoRecovery? {
        switch code {
        case .notConnected, .connectionLost, .connectionRefused: .reconnect
        case .timedOut, .busy, .protocolFailure, .wrongCategory: .tryAgain
        case .focusFailed: .shootWithoutAutofocus
        case .authenticationFailed, .pairingRequired, .cancelled, .invalidArgument, .invalidValue, .notAvailable, .notSupported,
            .needsPhysicalInteraction, .needsLiveView, .recordingInProgress, .focusDidNotMove, .cardError, .storageFull,
            .writeProtected, .notFound, .noData, .tooLarge, .firmwareTooOld, .fileSystem, .disallowedByTransport, .batteryLow,
            .internalFailure, .permissionDenied, .clockUncertain, .timePassed:
            nil
        }
    }

    /// The message before the recovery.
    var text: String {
        switch self {
        case .reconnect: "connecting again, and going on where it stopped"
        case .tryAgain: "trying again"
        case .shootWithoutAutofocus: "trying again without autofocus"
        }
    }
}
