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
        /// Nobody is there who could be told.
        var isUnattended = false
    }

    /// Guards whether somebody is asked.
    private let state = Guarded(State())
    private let host: CameraHost
    private let request: AuthenticationRequest
    private let time: any TimeSource

    /// Where nobody can be told that the camera waits, it may only be slow: it has so long.
    private static let unattendedPatience: Duration = .seconds(10)

    init(_ host: CameraHost, _ credentialKey: String, _ time: any TimeSource) {
        self.host = host
        self.time = time
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

    /// Why connecting was given up, if it was because there is nobody to press a button.
    var failure: CameraError? {
        guard state.withLock({ $0.isUnattended && $0.isGivenUp }) else { return nil }
        return CameraError(
            .pairingRequired,
            "The camera does not answer. If it asks whether this computer may connect, confirm there and try again.",
            operation: .connect
        )
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
