import CameraModel
import HotShoeSupport
import ImageFormats

/// Operates a simulated camera in the same process. **Thread-safe.**
final class SimulatedCameraDriver: CameraDriver {
    let simulator: CameraSimulator

    /// Guards the host of the connection, and the timer that keeps the camera awake.
    private let session = Guarded<(host: CameraHost?, keepAlive: (any TimeSourceTimer)?)>((nil, nil))

    init(_ simulator: CameraSimulator) {
        self.simulator = simulator
    }

    // MARK: Connecting

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        try simulator.attach(host)
        session.withLock { $0.host = host }
        do throws(CameraError) {
            let half = simulator.configuration.speed.connecting / 2
            await simulator.time.sleep(for: half)
            try await simulator.answer(.connect)
            try await authenticate(host)
            await simulator.time.sleep(for: half)
            try await simulator.scanCards()
            if Task.isCancelled { throw .cancelled(.connect) }
            await simulator.beginSession()
            keepAwake()
        } catch {
            simulator.detach(host)
            throw error
        }
        let configuration = simulator.configuration
        return (
            CameraInfo(
                manufacturer: configuration.manufacturer,
                model: configuration.model,
                firmwareVersion: configuration.firmwareVersion,
                serialNumber: configuration.serialNumber
            ),
            configuration.firmwareVersion.hasPrefix("0.")
                ? [
                    ConnectionWarning(
                        kind: .firmwareUpdateRecommended,
                        category: .remoteControl,
                        message: "firmware \(configuration.firmwareVersion) is old; update the camera to 1.0.0 or later"
                    )
                ] : []
        )
    }

    func disconnect(_ options: DisconnectOptions) async {
        let host = session.withLock { session in
            session.keepAlive?.disarm()
            defer { session = (nil, nil) }
            return session.host
        }
        guard let host else { return }
        simulator.detach(host)
        if options.powersOff { simulator.setPresent(false) }
    }

    /// Sends requests in time to keep the camera from entering its sleep mode.
    private func keepAwake() {
        guard let limit = simulator.configuration.sleepsAfter else { return }
        let (time, half) = (simulator.time, limit / 2)
        let timer = time.makeTimer { [weak self] in
            guard let self else { return }
            simulator.withBody { $0.keepAlive() }
            session.withLock { $0.keepAlive }?.arm(at: time.now + half)
        }
        session.withLock { $0.keepAlive = timer }
        timer.arm(at: time.now + half)
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

    // MARK: Commands

    func done(_ operation: CameraOperation, _ command: BodyCommand) async throws(CameraError) {
        _ = try await simulator.run(operation, command)
    }

    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        try await done(.setCommandCategories, .setCategories(categories))
    }

    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await done(.setProperty, .setProperty(property, value))
    }

    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await done(.stepProperty, .stepProperty(property, direction))
    }

    func setClock(_ date: CameraDate) async throws(CameraError) { try await done(.setClock, .setClock(date)) }
    func readClock() async throws(CameraError) -> CameraDate {
        try await simulator.answer(.readClock)
        return simulator.withBody { $0.clock.date(at: $0.now) }
    }

    func engageAutoFocus() async throws(CameraError) { try await done(.engageAutoFocus, .engageAutoFocus) }
    func disengageAutoFocus() async throws(CameraError) { try await done(.disengageAutoFocus, .disengageAutoFocus) }
    func setFocusArea(_ index: Int) async throws(CameraError) { try await done(.setFocusArea, .setFocusArea(index)) }
    func touchFocus(at point: Point) async throws(CameraError) { try await done(.touchFocus, .touchFocus(point)) }
    func driveFocus(_ step: FocusStep) async throws(CameraError) { try await done(.driveFocus, .driveFocus(step)) }
    func pressShutter() async throws(CameraError) { try await done(.pressShutter, .pressShutter) }
    func releaseShutter() async throws(CameraError) { try await done(.releaseShutter, .releaseShutter) }
    func startRecording() async throws(CameraError) { try await done(.startRecording, .startRecording) }
    func stopRecording() async throws(CameraError) { try await done(.stopRecording, .stopRecording) }

    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        guard case .shot(let result) = try await simulator.run(.shoot, .shoot(autofocus: options.autofocus)) else {
            return ShotResult(items: [], offers: [])
        }
        return result
    }

    // MARK: Live view

    func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        try await simulator.answer(.startLiveView)
        return try simulator.startLiveView(options, sink)
    }

    func setLiveViewOptions(_ options: LiveViewOptions) async throws(CameraError) {
        try await simulator.answer(.setLiveViewOptions)
    }

    func stopLiveView() async { simulator.stopLiveView() }

    func setLiveViewCrop(_ rect: Rect?) async throws(CameraError) { try await done(.setLiveViewCrop, .setCrop(rect)) }

    func panLiveView(to point: Point) async throws(CameraError) { try await done(.panLiveView, .pan(point)) }

    // MARK: Transfers

    func executeTransfer(
        _ offer: TransferOffer.Identifier,
        _ representation: TransferOffer.Representation,
        _ consume: @escaping ChunkHandler
    ) async throws(CameraError) {
        try await simulator.answer(.transfer)
        try await simulator.sendOffer(offer, representation, consume)
    }

    func declineTransfer(_ offer: TransferOffer.Identifier) async throws(CameraError) {
        try await done(.transfer, .declineTransfer(offer))
    }
}
