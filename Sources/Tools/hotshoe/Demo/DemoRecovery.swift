import CameraModel

/// What the tour does about an error, once for each step. Pure.
enum DemoRecovery: Equatable {
    /// The connection is gone, or nobody answers.
    case reconnect
    case tryAgain
    case shootWithoutAutofocus

    /// Nil for what cannot be helped from here.
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
            .internalFailure, .permissionDenied:
            nil
        }
    }

    /// What is told when it is about to be done.
    var text: String {
        switch self {
        case .reconnect: "connecting again, and going on where it stopped"
        case .tryAgain: "trying again"
        case .shootWithoutAutofocus: "trying again without autofocus"
        }
    }
}
