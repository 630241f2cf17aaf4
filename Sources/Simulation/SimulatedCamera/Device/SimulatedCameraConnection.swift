import CameraModel
import HotShoeSupport

/// Connection to a simulated camera in the same process. **Thread-safe.**
final class SimulatedCameraConnection: CameraConnection {
    let simulator: CameraSimulator
    private let host: CameraHost

    /// Guards the timer that keeps the camera awake.
    private let keepAlive = Guarded<(any TimeSourceTimer)?>(nil)

    /// Creates the connection to a simulator to which `host` is attached.
    init(_ simulator: CameraSimulator, _ host: CameraHost) {
        (self.simulator, self.host) = (simulator, host)
        keepAwake()
    }

    var info: CameraInfo {
        let configuration = simulator.configuration
        return CameraInfo(
            manufacturer: configuration.manufacturer,
            model: configuration.model,
            firmwareVersion: configuration.firmwareVersion,
            serialNumber: configuration.serialNumber
        )
    }

    var warnings: [ConnectionWarning] {
        let version = simulator.configuration.firmwareVersion
        guard version.hasPrefix("0.") else { return [] }
        return [
            ConnectionWarning(
                kind: .firmwareUpdateRecommended,
                category: .remoteControl,
                message: "firmware \(version) is old; update the camera to 1.0.0 or later"
            )
        ]
    }

    func disconnect(_ options: DisconnectOptions) async {
        let timer = keepAlive.withLock { timer in
            defer { timer = nil }
            return timer
        }
        timer?.disarm()
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
            keepAlive.withLock { $0 }?.arm(at: time.now + half)
        }
        keepAlive.withLock { $0 = timer }
        timer.arm(at: time.now + half)
    }

    func done(_ operation: CameraOperation, _ command: BodyCommand) async throws(CameraError) {
        _ = try await simulator.run(operation, command)
    }

    func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        try await done(.setCommandCategories, .setCategories(categories))
    }
}

extension SimulatedCameraConnection: PropertyDriver {
    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await done(.setProperty, .setProperty(property, value))
    }

    func stepProperty(_ property: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await done(.stepProperty, .stepProperty(property, direction))
    }
}

extension SimulatedCameraConnection: ClockDriver {
    func setClock(_ date: CameraDate) async throws(CameraError) { try await done(.setClock, .setClock(date)) }
    func readClock() async throws(CameraError) -> CameraDate {
        try await simulator.answer(.readClock)
        return simulator.withBody { $0.clock.date(at: $0.now) }
    }
}

extension SimulatedCameraConnection: FocusDriver {
    func engageAutoFocus() async throws(CameraError) { try await done(.engageAutoFocus, .engageAutoFocus) }
    func disengageAutoFocus() async throws(CameraError) { try await done(.disengageAutoFocus, .disengageAutoFocus) }
    func setFocusArea(_ index: Int) async throws(CameraError) { try await done(.setFocusArea, .setFocusArea(index)) }
    func touchFocus(at point: Point) async throws(CameraError) { try await done(.touchFocus, .touchFocus(point)) }
    func driveFocus(_ step: FocusStep) async throws(CameraError) { try await done(.driveFocus, .driveFocus(step)) }
}

extension SimulatedCameraConnection: ShutterDriver {
    func pressShutter() async throws(CameraError) { try await done(.pressShutter, .pressShutter) }
    func releaseShutter() async throws(CameraError) { try await done(.releaseShutter, .releaseShutter) }
    func shoot(_ options: ShootOptions) async throws(CameraError) -> ShotResult {
        guard case .shot(let result) = try await simulator.run(.shoot, .shoot(autofocus: options.autofocus)) else {
            return ShotResult(items: [], offers: [])
        }
        return result
    }
}

extension SimulatedCameraConnection: VideoDriver {
    func startRecording() async throws(CameraError) { try await done(.startRecording, .startRecording) }
    func stopRecording() async throws(CameraError) { try await done(.stopRecording, .stopRecording) }
}

extension SimulatedCameraConnection: LiveViewDriver {
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
}

extension SimulatedCameraConnection: TransferDriver {
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
