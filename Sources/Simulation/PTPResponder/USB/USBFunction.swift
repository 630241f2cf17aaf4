import CameraModel
import HotShoeSupport
import PTP

/// A camera as the Still Image function of a USB device (USB Still Image Class 1.0), from its attachment to a host until the
/// camera has been left. **Thread-safe**; independent of the transport.
///
/// The host's transfers arrive with ``submit(_:)``; the port receives their completions.
final class USBFunction: ServedClient {
    /// Environment of a function.
    struct Setting: Sendable {
        let device: PTPDevice
        let speed: USBSpeed
        let identity: USBIdentity
        let authenticate: AuthenticationHandler?
        let faults: FaultBook
        let time: any TimeSource
    }

    let name: String
    let device: PTPDevice
    let authenticate: AuthenticationHandler?
    let faults: FaultBook
    let time: any TimeSource
    /// State of the client. A host may read at any time.
    let state = ServedState()
    let port: any USBPort
    let bulkIn: USBInPipe
    let bulkOut: USBOutPipe
    let interrupt: USBInPipe
    let packetSize: Int

    struct Local {
        var control: USBControl
        var parser = USBContainerParser()
        /// Number of restarts of the parser.
        var beginning = 0
        /// Generation of the answer to the current request, see ``USBInPipe/generation``.
        var generation = 0
        /// The queue of the upload is full.
        var isPaused = false
        /// The current request receives no answer.
        var isSilent = false
        /// The session must be closed when the current operation has ended.
        var isResetting = false
        /// A fault stops all answers.
        var isMute = false
        /// A fault stops all events.
        var sendsNoEvents = false
        var lastEvent: Event?
        var hasBegunEvents = false
    }

    /// Guards the USB state. No other code is called under it.
    let local: Guarded<Local>

    init(_ name: String, _ setting: Setting, on port: any USBPort) {
        self.name = name
        device = setting.device
        authenticate = setting.authenticate
        faults = setting.faults
        time = setting.time
        self.port = port
        packetSize = setting.speed.bulkPacketSize
        bulkIn = USBInPipe(packetSize: packetSize, port)
        bulkOut = USBOutPipe(port)
        interrupt = USBInPipe(packetSize: setting.speed.interruptPacketSize, port)
        var descriptors = USBDescriptors(speed: setting.speed, identity: setting.identity)
        descriptors.isMTP = setting.device.personality.vendorExtension == .microsoft
        descriptors.faults = setting.faults.withLock { $0.popDescriptorFaults() }
        local = Guarded(Local(control: USBControl(descriptors)))
    }

    // MARK: The host's transfers

    /// Accepts a transfer of the host.
    func submit(_ transfer: HostTransfer) {
        if transfer.endpoint == 0 {
            if !local.withLock({ $0.isMute }) { control(transfer) }
            return
        }
        let endpoint = USBEndpoint(number: transfer.endpoint, isToHost: transfer.isToHost)
        guard local.withLock({ $0.control.isConfigured }), let endpoint else {
            return port.complete([USBCompletion(number: transfer.number, status: .stalled, byteCount: 0)])
        }
        switch endpoint {
        case .bulkIn: bulkIn.submit(transfer.number, length: transfer.length)
        case .interruptIn:
            let isFirst = local.withLock { local in
                defer { local.hasBegunEvents = true }
                return !local.hasBegunEvents
            }
            if isFirst { eventsBegin() }
            interrupt.submit(transfer.number, length: transfer.length)
        case .bulkOut:
            bulkOut.submit(transfer)
            processTransfers()
        }
    }

    /// Cancels a transfer; the port receives whether the transfer was pending.
    func unlink(_ number: UInt32, endpoint: USBEndpoint?, by request: UInt32) {
        switch endpoint {
        case .bulkIn: bulkIn.unlink(number, by: request)
        case .interruptIn: interrupt.unlink(number, by: request)
        case .bulkOut: bulkOut.unlink(number, by: request)
        // On the default pipe, only transfers that a fault leaves unanswered are pending.
        case nil: port.unlinked(number, by: request, wasPending: local.withLock { $0.isMute })
        }
    }

    // MARK: Connecting and leaving

    func welcome() {
        let fault = faults.withLock { $0.popEffect(at: .acknowledged, nil) }
        // Before the attachment is reported, because a fast host sends requests immediately.
        if fault != nil { local.withLock { $0.isMute = true } }
        port.attached()
        if fault == .close { leave() }
    }

    func refuse(_ error: CameraError) { port.refused(error) }

    func leave() { port.detach() }

    func isLeaving() { port.isLeaving() }

    var hasSuccessor: Bool { port.hasSuccessor }

    func hasLeft(wasServed: Bool) { port.left(wasServed: wasServed) }

    /// Called when the host has disconnected.
    func hostDisconnected() {
        linkIsOver {
            bulkIn.end()
            interrupt.end()
            bulkOut.end()
        }
    }

    // MARK: Events

    /// Called when the host first reads the interrupt endpoint.
    private func eventsBegin() {
        switch faults.withLock({ $0.popEffect(at: .events, nil) }) {
        case .close: leave()
        case .stall:
            local.withLock { $0.sendsNoEvents = true }
            // Earlier events are discarded too.
            interrupt.flush()
        case nil: break
        }
    }

    func passOn(_ events: EventStream<Event>) async {
        var dropped = 0
        for await event in events {
            // Read first, so that a flush after this point discards the event.
            let generation = interrupt.generation
            let sendsNoEvents = local.withLock { local in
                local.lastEvent = event
                return local.sendsNoEvents
            }
            if sendsNoEvents { continue }
            if events.droppedCount != dropped {
                dropped = events.droppedCount
                _ = await interrupt.send([.bytes(USBContainer.event(Event(.deviceInfoChanged)))], generation: generation)
            }
            // If the host reads no events, at most 1024 are queued; overflow discards the oldest.
            _ = await interrupt.send([.bytes(USBContainer.event(event))], generation: generation)
        }
    }

    // MARK: Link callbacks

    // As with a cable, there is no time limit for data: a host that sends none occupies only an endpoint.

    func dataIsAwaited() {}

    func dataMoved(_ byteCount: Int) {}

    func dataIsOver() {}

    func resumeReceiving() {
        local.withLock { $0.isPaused = false }
        processTransfers()
    }

    func answersStopped() { local.withLock { $0.isSilent = true } }

    func broke(_ error: TransactionError) { cancelTransaction() }

    func over() {
        state.withLock { $0.transaction.responded() }
        let resets = local.withLock { local in
            defer { (local.isResetting, local.isSilent) = (false, false) }
            return local.isResetting
        }
        if resets { _ = device.closeSession() }
        processTransfers()
    }
}
