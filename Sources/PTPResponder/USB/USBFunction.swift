import CameraModel
import HotShoeSupport
import PTP

/// A camera as the Still Image function of a USB device (USB Still Image Class 1.0), from being attached to a host until it has been left.
/// **Thread-safe**; knows no link.
///
/// The host's transfers come in with ``submit(_:)``; how they end is told to the port.
final class USBFunction: ServedClient {
    /// What a function is made of.
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
    /// A host may read whenever it likes.
    let state = ServedState()
    let port: any USBPort
    let bulkIn: USBInPipe
    let bulkOut: USBOutPipe
    let interrupt: USBInPipe
    let packetSize: Int

    struct Local {
        var control: USBControl
        var parser = USBContainerParser()
        /// How often the parser has begun anew.
        var beginning = 0
        /// Of the answer to the current request, see ``USBInPipe/generation``.
        var generation = 0
        /// The upload's window is full.
        var isPaused = false
        /// A request that nobody will answer.
        var isSilent = false
        /// The session is to be closed as soon as nothing is done any more.
        var isResetting = false
        /// A fault lets it answer nothing at all.
        var isMute = false
        /// A fault lets it say no events.
        var isQuiet = false
        var lastEvent: Event?
        var hasBegunEvents = false
    }

    /// Guards what only USB has. Nothing else is called under it.
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
        descriptors.lies = setting.faults.withLock { $0.takeLies() }
        local = Guarded(Local(control: USBControl(descriptors)))
    }

    // MARK: The host's transfers

    /// Takes a transfer of the host.
    func submit(_ transfer: USBTransfer) {
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
            takeTransfers()
        }
    }

    /// Gives a transfer up: the port is told whether it had not ended.
    func unlink(_ number: UInt32, endpoint: USBEndpoint?, by request: UInt32) {
        switch endpoint {
        case .bulkIn: bulkIn.unlink(number, by: request)
        case .interruptIn: interrupt.unlink(number, by: request)
        case .bulkOut: bulkOut.unlink(number, by: request)
        // Of the default pipe only what is never answered waits.
        case nil: port.unlinked(number, by: request, wasPending: local.withLock { $0.isMute })
        }
    }

    // MARK: Coming and leaving

    func welcome() {
        let fault = faults.withLock { $0.take(at: .acknowledged, nil) }
        // Before the host knows that it may ask, however quick it is.
        if fault != nil { local.withLock { $0.isMute = true } }
        port.attached()
        if fault == .close { leave() }
    }

    func refuse(_ error: CameraError) { port.refused(error) }

    func leave() { port.detach() }

    func isLeaving() { port.isLeaving() }

    var hasSuccessor: Bool { port.hasSuccessor }

    func hasLeft(wasServed: Bool) { port.left(wasServed: wasServed) }

    /// The host has gone.
    func hostIsGone() {
        linkIsOver {
            bulkIn.end()
            interrupt.end()
            bulkOut.end()
        }
    }

    // MARK: Events

    /// The host asks for the first one.
    private func eventsBegin() {
        switch faults.withLock({ $0.take(at: .events, nil) }) {
        case .close: leave()
        case .stall:
            local.withLock { $0.isQuiet = true }
            // What happened before is not told either.
            interrupt.flush()
        case nil: break
        }
    }

    func passOn(_ events: EventStream<Event>) async {
        var dropped = 0
        for await event in events {
            // First, for who falls silent after this drops it.
            let generation = interrupt.generation
            let isQuiet = local.withLock { local in
                local.lastEvent = event
                return local.isQuiet
            }
            if isQuiet { continue }
            if events.droppedCount != dropped {
                dropped = events.droppedCount
                _ = await interrupt.send([.bytes(USBContainer.event(Event(.deviceInfoChanged)))], generation: generation)
            }
            // Where nobody takes them, at most 1024 wait, and the oldest are forgotten.
            _ = await interrupt.send([.bytes(USBContainer.event(event))], generation: generation)
        }
    }

    // MARK: What its links would do

    // A host that sends nothing holds an endpoint, as on a cable.

    func dataIsAwaited() {}

    func dataMoved(_ byteCount: Int) {}

    func dataIsOver() {}

    func resumeReceiving() {
        local.withLock { $0.isPaused = false }
        takeTransfers()
    }

    func standsStill() { local.withLock { $0.isSilent = true } }

    func broke(_ error: TransactionError) { giveUp() }

    func over() {
        state.withLock { $0.transaction.responded() }
        let resets = local.withLock { local in
            defer { (local.isResetting, local.isSilent) = (false, false) }
            return local.isResetting
        }
        if resets { _ = device.closeSession() }
        takeTransfers()
    }
}
