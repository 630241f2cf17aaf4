import CameraModel
import HotShoeSupport
import PTPSession

/// While a camera waits for somebody to press a button: the host is asked, and may give up. **Thread-safe.**
final class PairingWait: Sendable {
    private struct State {
        var asking: Task<Void, Never>?
        var giveUp: (@Sendable () -> Void)?
        var isGivenUp = false
        var isOver = false
    }

    /// Guards whether somebody is asked.
    private let state = Guarded(State())
    private let host: CameraHost
    private let request: AuthenticationRequest

    init(_ host: CameraHost, _ credentialKey: String) {
        self.host = host
        request = AuthenticationRequest(.confirmOnCamera, isRetry: false, credentialKey: credentialKey)
    }

    /// Says how connecting is given up; at once, if that was asked for already.
    func setGivingUp(_ giveUp: @escaping @Sendable () -> Void) {
        let isGivenUp = state.withLock { state in
            state.giveUp = giveUp
            return state.isGivenUp
        }
        if isGivenUp { giveUp() }
    }

    /// The camera waits: tells the host. Its only answer that counts is giving up.
    func begin() {
        state.withLock { state in
            guard state.asking == nil, !state.isOver else { return }
            let (host, request) = (host, request)
            state.asking = Task { [self] in
                _ = await host.authenticate(request)
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

    /// The camera waits no longer.
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
