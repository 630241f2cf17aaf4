import CameraModel
import HotShoeSupport
import PTP

/// A client that is served over containers on TCP. **Thread-safe.**
final class ContainerClient: SeatedClient {
    /// Connection of the commands.
    let link: ContainerLink
    let name: String
    let responder: ContainerResponder
    let device: PTPDevice
    let state = ServedState()

    private struct Sides {
        var events: ContainerLink?
        var frames: ContainerLink?
        /// Events before the connection for them is there.
        var early: [UInt8] = []
        /// Sends frames.
        var pump: Task<Void, Never>?
        /// Whether a fault stops all answers.
        var isMute = false
    }

    /// Guards the other connections. Acquired before the lock of ``state``, never after it.
    private let sides = Guarded(Sides())

    init(_ responder: ContainerResponder, _ link: ContainerLink, _ introduction: ClientIntroduction) {
        (self.responder, self.link, name) = (responder, link, introduction.name)
        device = responder.makeDevice()
    }

    func begin() {
        link.handOver(to: self)
        start()
    }

    // MARK: Connecting

    func refuse(_ error: CameraError) {
        link.postLast(ContainerGreeting.refusal(.busy).encoded)
        wasRefused()
    }

    func welcome() {
        wasSeated()
        let fault = faults.withLock { $0.popEffect(at: .acknowledged, nil) }
        // Before the acknowledgement, because a fast client continues immediately.
        if fault != nil { sides.withLock { $0.isMute = true } }
        acknowledge()
        if fault == .close { leave() }
    }

    private func acknowledge() {
        let (identifier, name) = responder.identity
        link.post(ContainerGreeting.acknowledgement(.init(responder: identifier, name: name)).encoded)
    }

    /// Whether the client receives no more answers.
    private var isMute: Bool { sides.withLock { $0.isMute } }

    // MARK: Events and frames

    /// Whether the body has opened its other ports.
    var acceptsSides: Bool {
        state.withLock { $0.presence == .served } && device.vendorBody?.acceptsSides == true && !isMute
    }

    /// Attaches a connection for events or frames, in place of an earlier one.
    func attach(_ new: ContainerLink, isForFrames: Bool) {
        let effect = isForFrames ? nil : faults.withLock { $0.popEffect(at: .events, nil) }
        let old = sides.withLock { sides -> ContainerLink? in
            if state.withLock({ $0.presence.isOver }) { return new }
            defer { if isForFrames { sides.frames = new } else { sides.events = new } }
            return isForFrames ? sides.frames : sides.events
        }
        new.start(self, limit: responder.configuration.introductionLimit)
        new.setLimit(nil)
        old?.close()
        if effect == .close { return new.close() }
        guard isForFrames, old !== new else {
            let early = sides.withLock { sides in
                defer { sides.early = [] }
                return sides.early
            }
            if !early.isEmpty { new.post(early) }
            return
        }
        let pump = Task { [weak self, camera = device.camera, time] in
            await FrameSending.run(camera, time, to: new) { self != nil }
        }
        let earlier = sides.withLock { sides in
            defer { sides.pump = pump }
            return sides.pump
        }
        earlier?.cancel()
    }

    func passOn(_ events: EventStream<Event>) async {
        for await event in events {
            let bytes = USBContainer.streamEvent(event)
            let link = sides.withLock { sides -> ContainerLink? in
                if sides.events == nil, sides.early.count < Self.earlyLimit { sides.early += bytes }
                return sides.events
            }
            _ = await link?.send(bytes)
        }
    }

    /// Maximum number of bytes of events that wait for their connection.
    private static let earlyLimit = 4096

    /// Sends bytes on the event connection, if there is one.
    func sendEvents(_ bytes: [UInt8]) async { _ = await sides.withLock { $0.events }?.send(bytes) }
}

// Packets from a client's connections.
extension ContainerClient: ContainerLinkHandler {
    /// Repeated by some initiators: acknowledged again.
    func greeted(_ request: ContainerGreeting.Request, on link: ContainerLink) {
        guard link === self.link else { return link.close() }
        if !isMute { acknowledge() }
    }

    func requested(_ request: OperationRequest, on link: ContainerLink) {
        guard link === self.link else { return link.close() }
        if isMute { return }
        // A command does not announce its data: the operation has it, or it does not.
        requested(request, dataFollows: device.dataPhase(of: request.code) == .dataOut)
    }

    func dataBegan(_ transaction: TransactionID, _ byteCount: Int, on link: ContainerLink) {
        guard link === self.link else { return link.close() }
        if !isMute { dataBegan(transaction, UInt64(byteCount)) }
    }

    func received(_ bytes: RawSpan, of transaction: TransactionID, endsData: Bool, on link: ContainerLink) -> Bool {
        guard link === self.link else {
            link.close()
            return false
        }
        return isMute || dataReceived(bytes, of: transaction, endsData: endsData)
    }

    func ended(_ link: ContainerLink) {
        guard link === self.link else {
            return sides.withLock { sides in
                if sides.events === link { sides.events = nil }
                if sides.frames === link {
                    sides.frames = nil
                    sides.pump?.cancel()
                }
            }
        }
        linkIsOver {
            let left = sides.withLock { sides in
                defer { sides = Sides() }
                return sides
            }
            left.pump?.cancel()
            for link in [left.events, left.frames].compactMap({ $0 }) { link.close() }
        }
    }
}

/// Sends the live view of a camera on a connection of its own, until it ends.
enum FrameSending {
    /// Pause between two frames: 30 frames per second.
    private static let pause = Duration.milliseconds(33)

    static func run(
        _ camera: Camera,
        _ time: any TimeSource,
        to link: ContainerLink,
        while isNeeded: () -> Bool
    ) async {
        var (counter, viewfinder) = (UInt8(0), Viewfinder(time))
        viewfinder.start(camera)
        while !Task.isCancelled, isNeeded() {
            if let frame = await viewfinder.next() {
                let head = ContainerFrame.header(counter: counter, pictureBytes: frame.byteCount)
                guard await link.send(head, frame, []) else { break }
                viewfinder.sent()
                counter &+= 1
            } else if !viewfinder.isRunning {
                // The camera has ended live view by itself.
                viewfinder = Viewfinder(time)
                viewfinder.start(camera)
            }
            await time.sleep(for: pause)
        }
        viewfinder.stop()
    }
}
