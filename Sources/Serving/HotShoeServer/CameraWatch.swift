import HotShoe

/// Observes all cameras of a server: those that are found, and what they report. **Thread-safe.**
final class CameraWatch: Sendable {
    enum Report: Sendable {
        case found
        case lost(DiscoveryLoss)
        case event(CameraEvent)
    }

    private let cameras: ServedCameraList
    private let report: @Sendable (Report, Camera) -> Void
    private let tasks = OwnedTasks()
    /// Guards the subscriptions to cameras.
    private let observed = Guarded<[CameraIdentifier: Subscription]>([:])

    /// Creates a watch. `report` is called on any thread, and must return immediately.
    init(_ cameras: ServedCameraList, _ report: @escaping @Sendable (Report, Camera) -> Void) {
        (self.cameras, self.report) = (cameras, report)
    }

    /// Reports the present cameras as found, then each change.
    func start() {
        let changes = cameras.changes
        for camera in cameras.given { observe(camera) }
        tasks.start { [weak self] in
            for await change in changes {
                guard let self else { return }
                switch change {
                case .found(let camera): if self.cameras.isServed(camera) { self.observe(camera) }
                case .lost(let camera, let reason): if self.cameras.isServed(camera) { self.lost(camera, reason) }
                case .providerFailed: break
                }
            }
        }
    }

    private func observe(_ camera: Camera) {
        let subscription = camera.observe { [report] event in report(.event(event), camera) }
        observed.withLock { $0[camera.identifier] = subscription }
        report(.found, camera)
    }

    private func lost(_ camera: Camera, _ reason: DiscoveryLoss) {
        let subscription = observed.withLock { $0.removeValue(forKey: camera.identifier) }
        subscription?.cancel()
        report(.lost(reason), camera)
    }

    /// Ends the reports.
    func end() {
        tasks.cancel()
        let subscriptions = observed.withLock { observed in
            defer { observed = [:] }
            return Array(observed.values)
        }
        for subscription in subscriptions { subscription.cancel() }
    }
}
