import CameraModel
import HotShoeSupport
import PTPSession

/// Wait for the user to confirm the connection on the camera. The host receives an authentication request and can cancel it.
/// **Thread-safe.**
final class PairingWait: Sendable {
    private struct State {
        var asking: Task<Void, Never>?
        var giveUp: (@Sendable () -> Void)?
        var isGivenUp = false
        var isOver = false
        /// The caller supplied no authentication handler.
        var isUnattended = false
    }

    /// Guards the state of the wait.
    private let state = Guarded(State())
    private let host: CameraHost
    private let request: AuthenticationRequest
    private let time: any TimeSource

    /// Time limit if the caller supplied no authentication handler: the camera may only be slow.
    private static let unattendedPatience: Duration = .seconds(10)

    init(_ host: CameraHost, _ credentialKey: String, _ time: any TimeSource) {
        self.host = host
        self.time = time
        request = AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: credentialKey)
    }

    /// Sets the closure that cancels connecting; calls it immediately if the wait has already been cancelled.
    func setGivingUp(_ giveUp: @escaping @Sendable () -> Void) {
        let isGivenUp = state.withLock { state in
            state.giveUp = giveUp
            return state.isGivenUp
        }
        if isGivenUp { giveUp() }
    }

    /// Sends the authentication request to the host. Any answer cancels connecting, because the user confirms on the camera.
    func begin() {
        state.withLock { state in
            guard state.asking == nil, !state.isOver else { return }
            let (host, request, time) = (host, request, time)
            state.isUnattended = !host.answersAuthentication
            let isUnattended = state.isUnattended
            state.asking = Task { [self] in
                if isUnattended { await time.sleep(for: Self.unattendedPatience) } else { _ = await host.authenticate(request) }
                givenUp()
            }
        }
    }

    private func givenUp() {
        let giveUp = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isOver { return nil }
            state.isGivenUp = true
            return state.giveUp
        }
        giveUp?()
    }

    /// Error for a wait that was cancelled because there is no authentication handler; nil otherwise.
    var failure: CameraError? {
        guard state.withLock({ $0.isUnattended && $0.isGivenUp }) else { return nil }
        return CameraError(
            .pairingRequired,
            "The camera does not answer. If it asks whether this computer may connect, confirm there and try again.",
            operation: .connect
        )
    }

    /// Ends the wait and resolves the authentication request.
    func end(_ result: Result<any Link, CameraError>) {
        let asking = state.withLock { state in
            state.isOver = true
            state.giveUp = nil
            return state.asking
        }
        switch result {
        case .success: request.resolve(.accepted)
        case .failure(let error): request.resolve(error.code == .cancelled ? .cancelled : .rejected)
        }
        asking?.cancel()
    }
}
