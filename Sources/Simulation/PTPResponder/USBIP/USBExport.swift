import CameraModel
import HotShoeSupport
import PTP

/// A camera that hosts can attach, one host at a time. **Thread-safe.**
final class USBExport: Sendable {
    private enum Seat {
        case free
        case occupied(USBIPHost)
        /// The host has disconnected, and the camera is being left; the next host may already wait.
        case leaving(next: USBIPLink?)
    }

    private struct State {
        var seat = Seat.free
        var isStopped = false
        var stopping: [CheckedContinuation<Void, Never>] = []
    }

    let camera: Camera
    let device: USBIPDevice
    let faults: FaultBook
    private let configuration: USBResponder.Configuration
    private let time: any TimeSource
    private let changes: Broadcast<USBResponder.HostChange>
    /// Settings of the simulated body that persist between hosts.
    private let memory = BodyMemory()
    /// Guards the assignment of the camera to a host.
    private let state = Guarded(State())

    init(
        _ camera: Camera,
        number: UInt32,
        _ configuration: USBResponder.Configuration,
        _ time: any TimeSource,
        _ changes: Broadcast<USBResponder.HostChange>
    ) {
        self.camera = camera
        self.configuration = configuration
        self.time = time
        self.changes = changes
        faults = FaultBook(configuration.faults)
        let (vendor, product) = configuration.personality.usb
        let (own, description) = (configuration.personality.identity, camera.description)
        let identity = USBIdentity(
            vendor: vendor,
            product: product,
            manufacturer: own?.manufacturer ?? description.manufacturer ?? "",
            model: own?.model ?? description.model ?? camera.displayName,
            serialNumber: description.serialNumber ?? ""
        )
        device = USBIPDevice(number: number, speed: configuration.speed, identity: identity, interfaceClass: [6, 1, 1])
    }

    var isFree: Bool { state.withLock { if case .free = $0.seat { !$0.isStopped } else { false } } }

    // MARK: Hosts

    /// Handles a host's request to attach the camera.
    func attachRequested(by link: USBIPLink) {
        if faults.withLock({ $0.initFailure() }) != nil { return refuse(link, .notAvailable) }
        let host = USBIPHost(self, link)
        enum Step {
            case start
            case wait
            case refuse(USBIP.Status)
        }
        let step = state.withLock { state -> Step in
            if state.isStopped { return .refuse(.noDevice) }
            switch state.seat {
            case .free:
                state.seat = .occupied(host)
                return .start
            case .leaving(nil):
                state.seat = .leaving(next: link)
                return .wait
            case .occupied, .leaving: return .refuse(.busy)
            }
        }
        switch step {
        case .start:
            // The introduction is complete; connecting the camera may wait for the user.
            link.setLimit(nil)
            start(host)
        case .wait: link.setLimit(nil)
        case .refuse(let status): refuse(link, status)
        }
    }

    private func refuse(_ link: USBIPLink, _ status: USBIP.Status) {
        changes.send(.refused(busID: device.busID))
        link.postLast(USBIPReply.notImported(status))
    }

    private func start(_ host: USBIPHost) {
        let device = PTPDevice(
            camera,
            configuration.personality,
            captureRefusal: configuration.captureRefusal,
            time: time,
            memory: memory
        )
        host.start(
            USBFunction.Setting(
                device: device,
                speed: self.device.speed,
                identity: self.device.identity,
                authenticate: configuration.authenticate,
                faults: faults,
                time: time
            )
        )
    }

    func attached() { changes.send(.attached(busID: device.busID)) }

    func isLeaving() { state.withLock { $0.seat = .leaving(next: nil) } }

    var hasSuccessor: Bool {
        state.withLock { state in if case .leaving(.some) = state.seat { !state.isStopped } else { false } }
    }

    /// Called when the camera has been left.
    func left(wasServed: Bool) {
        let (next, stopping) = state.withLock { state -> (USBIPHost?, [CheckedContinuation<Void, Never>]) in
            var next: USBIPHost?
            if case .leaving(let link?) = state.seat, !state.isStopped { next = USBIPHost(self, link) }
            state.seat = next.map { .occupied($0) } ?? .free
            defer { state.stopping = [] }
            return (next, state.stopping)
        }
        if wasServed { changes.send(.detached(busID: device.busID)) }
        if let next { start(next) }
        for continuation in stopping { continuation.resume() }
    }

    /// Called when a waiting link has ended.
    func waitingEnded(_ link: USBIPLink) {
        state.withLock { state in
            if case .leaving(let next) = state.seat, next === link { state.seat = .leaving(next: nil) }
        }
    }

    /// Disconnects the current host and returns when the camera has been left.
    func stop() async {
        let (host, waiting) = state.withLock { state -> (USBIPHost?, USBIPLink?) in
            state.isStopped = true
            switch state.seat {
            case .free: return (nil, nil)
            case .occupied(let host): return (host, nil)
            case .leaving(let next): return (nil, next)
            }
        }
        host?.link.close()
        waiting?.close()
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if case .free = state.seat { return true }
                state.stopping.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }
}
