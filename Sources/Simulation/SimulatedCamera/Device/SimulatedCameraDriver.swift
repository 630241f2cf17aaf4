import CameraModel
import HotShoeSupport
import ImageFormats

/// Connects to a simulated camera in the same process. **Thread-safe.**
final class SimulatedCameraDriver: CameraDriver {
    private let simulator: CameraSimulator

    init(_ simulator: CameraSimulator) {
        self.simulator = simulator
    }

    // MARK: Connecting

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        try simulator.attach(host)
        do throws(CameraError) {
            let half = simulator.configuration.speed.connecting / 2
            await simulator.time.sleep(for: half)
            try await simulator.answer(.connect)
            try await authenticate(host)
            await simulator.time.sleep(for: half)
            try await simulator.scanCards()
            if Task.isCancelled { throw .cancelled(.connect) }
            await simulator.beginSession()
            return SimulatedCameraConnection(simulator, host)
        } catch {
            simulator.detach(host)
            throw error
        }
    }

    // MARK: Authentication

    private static let authenticationTries = 3

    private func authenticate(_ host: CameraHost) async throws(CameraError) {
        let kind: AuthenticationRequest.Kind
        switch simulator.configuration.authentication {
        case .none: return
        case .confirmOnCamera(let delay): return try await confirm(host, after: delay)
        case .userNameAndPassword: kind = .userNameAndPassword
        case .numericCode(let code): kind = .numericCode(digits: code.count)
        case .joinNetwork(let name, let password): kind = .joinNetwork(name: name, password: password)
        }
        for attempt in 1...Self.authenticationTries {
            let request = AuthenticationRequest(kind, isRetry: attempt > 1, credentialKey: simulator.description.identifier.text)
            let response = await host.authenticate(request)
            if Task.isCancelled || response == nil {
                request.resolve(.cancelled)
                throw Task.isCancelled
                    ? .cancelled(.connect) : CameraError(.cancelled, "The authentication was cancelled.", operation: .connect)
            }
            let isRight = isRight(response)
            request.resolve(isRight ? .accepted : .rejected)
            if isRight { return }
        }
        throw CameraError(
            .authenticationFailed,
            "The camera did not accept it. Check the spelling, and try again.",
            operation: .connect
        )
    }

    private func isRight(_ response: AuthenticationRequest.Response?) -> Bool {
        switch (simulator.configuration.authentication, response) {
        case (.userNameAndPassword(let user, let password), .userNameAndPassword(let name, let word)):
            user == name && password == word
        case (.numericCode(let code), .numericCode(let given)): code == given
        case (.joinNetwork, .joinedNetwork): true
        default: false
        }
    }

    /// Waits for the confirmation on the camera's display.
    private func confirm(_ host: CameraHost, after delay: Duration) async throws(CameraError) {
        let request = AuthenticationRequest(
            .confirmOnCamera,
            isRetry: false,
            credentialKey: simulator.description.identifier.text
        )
        let answer = Promise<Bool, Never>()
        simulator.shared.withLock { $0.confirmation = answer }
        let timer = simulator.time.makeTimer { answer.fulfil(.success(true)) }
        timer.arm(at: simulator.time.now + delay)
        defer {
            timer.disarm()
            simulator.shared.withLock { $0.confirmation = nil }
        }
        // Only a cancellation of the request has an effect.
        let giving = Task {
            _ = await host.authenticate(request)
            answer.fulfil(.success(false))
        }
        let confirmed = await answer.resultUnlessCancelled()
        let isConfirmed = if case .success(true) = confirmed { true } else { false }
        request.resolve(isConfirmed ? .accepted : confirmed == nil ? .cancelled : .rejected)
        giving.cancel()
        if confirmed == nil { throw .cancelled(.connect) }
        if !isConfirmed {
            let wasRefused = await request.resolution() == .rejected && simulator.isPresent
            throw CameraError(
                wasRefused ? .authenticationFailed : .cancelled,
                wasRefused ? "The connection was refused at the camera." : "The connection was not confirmed at the camera.",
                operation: .connect
            )
        }
    }
}
