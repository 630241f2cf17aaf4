import CameraModel
import HotShoeSupport

/// Wait for the user to confirm the connection on the camera. The host receives an authentication request and can cancel it.
/// **Thread-safe.**
final class PairingWait: Sendable {
    private struct State {
        var authentication: Task<Void, Never>?
        var cancelConnecting: (@Sendable () -> Void)?
        var isCancelled = false
        var isOver = false
        /// The caller supplied no authentication handler.
        var hasNoHandler = false
    }

    /// Guards the state of the wait.
    private let state = Guarded(State())
    private let host: CameraHost
    private let request: AuthenticationRequest
    private let time: any TimeSource

    /// Time limit if the caller supplied no authentication handler: the camera may only be slow.
    private static let unattendedTimeout: Duration = .seconds(10)

    init(_ host: CameraHost, _ credentialKey: String, _ time: any TimeSource) {
        self.host = host
        self.time = time
        request = AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: credentialKey)
    }

    /// Sets the closure that cancels connecting; calls it immediately if the wait has already been cancelled.
    func setCancellation(_ cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelConnecting = cancel
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    /// Sends the authentication request to the host. Any answer cancels connecting, because the user confirms on the camera.
    func begin() {
        // Before the lock, because this asks the camera.
        let hasNoHandler = !host.answersAuthentication
        state.withLock { state in
            guard state.authentication == nil, !state.isOver else { return }
            let (host, request, time) = (host, request, time)
            state.hasNoHandler = hasNoHandler
            state.authentication = Task { [self] in
                if hasNoHandler { await time.sleep(for: Self.unattendedTimeout) } else { _ = await host.authenticate(request) }
                cancelled()
            }
        }
    }

    private func cancelled() {
        let cancel = state.withLock { state -> (@Sendable () -> Void)? in
            if state.isOver { return nil }
            state.isCancelled = true
            return state.cancelConnecting
        }
        cancel?()
    }

    /// Error for a wait that was cancelled because there is no authentication handler; nil otherwise.
    var failure: CameraError? {
        guard state.withLock({ $0.hasNoHandler && $0.isCancelled }) else { return nil }
        return CameraError(
            .pairingRequired,
            "The camera does not answer. If it asks whether this computer may connect, confirm there and try again.",
            operation: .connect
        )
    }

    /// Ends the wait, with the error of connecting or without one, and resolves the authentication request.
    func end(_ error: CameraError?) {
        let authentication = state.withLock { state in
            state.isOver = true
            state.cancelConnecting = nil
            return state.authentication
        }
        if let error {
            request.resolve(error.code == .cancelled ? .cancelled : .rejected)
        } else {
            request.resolve(.accepted)
        }
        authentication?.cancel()
    }
}
