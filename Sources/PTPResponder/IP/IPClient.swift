import CameraModel
import HotShoeSupport
import PTP

/// One client that is served, from its introduction until the camera has been left. **Thread-safe.**
final class IPClient: Sendable {
    /// The command connection.
    let link: IPLink
    /// What the event connection is to name.
    let connection: UInt32
    let name: String
    let responder: IPResponder
    let device: PTPDevice

    struct State {
        var transaction = ResponderTransaction()
        var collected: [UInt8] = []
        var isTooMuch = false
        var pipe: UploadPipe?
        /// Of an upload: its answer, and whether all of its data has come. The response waits for both.
        var uploadAnswer: Answer?
        var isDataOver = false
        var isIncomplete = false
        /// Gives up what is being done.
        var work: Task<Void, Never>?
        var isCancelled = false
        /// What still comes of a transaction that was given up is dropped.
        var cancelled: TransactionID?
        /// Given up before its request was here: the event connection may be the faster one.
        var cancelledEarly: TransactionID?
        var eventLink: IPLink?
        /// An event connection that a fault lets nobody answer; it ends with the client.
        var silentLink: IPLink?
        var isServed = false
        var isOver = false
        var connecting: Task<Void, Never>?
        var pump: Task<Void, Never>?
        /// Looks whether the camera is still there.
        var watch: Task<Void, Never>?
    }

    /// Guards the transaction, and which links there are.
    let state = Guarded(State())

    init(_ responder: IPResponder, _ link: IPLink, _ request: IPPacket.InitCommandRequest, connection: UInt32) {
        self.responder = responder
        self.link = link
        self.connection = connection
        name = request.name
        device = PTPDevice(
            responder.camera,
            responder.configuration.personality,
            captureRefusal: responder.configuration.captureRefusal,
            time: responder.time,
            memory: responder.memory
        )
    }

    // MARK: Coming

    /// Connects the camera, and welcomes the client when that is done.
    func start() {
        let task = Task { [self] in
            do throws(CameraError) {
                try await responder.camera.connect(authenticate: responder.configuration.authenticate ?? Self.waitForConfirmation)
                if fault(at: .introduction) { return }
                welcome()
            } catch {
                Log.write(.info, "ptp responder", "\(name): \(error)")
                link.postLast(.initFail(Self.reason(of: error)))
            }
        }
        let isOver = state.withLock { state in
            state.connecting = task
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    /// The only question that nobody has to answer here.
    private static let waitForConfirmation: AuthenticationHandler = { request in
        if request.kind != .confirmOnCamera { request.cancel() }
    }

    private static func reason(of error: CameraError) -> IPPacket.InitFailReason {
        switch error.code {
        case .busy, .connectionRefused: .busy
        case .authenticationFailed, .pairingRequired, .cancelled: .rejectedInitiator
        default: .unspecified
        }
    }

    private func welcome() {
        device.begin { [weak self] in self?.leave() }
        let events = device.events
        let pump = Task { [self] in await passOn(events) }
        let states = responder.camera.connectionStates
        let watch = Task { [self] in
            // A camera that is gone answers nobody.
            for await state in states { if case .notConnected = state { return leave() } }
        }
        let isOver = state.withLock { state in
            state.isServed = true
            (state.pump, state.watch) = (pump, watch)
            return state.isOver
        }
        if isOver {
            pump.cancel()
            return watch.cancel()
        }
        responder.served(self)
        let (identifier, name) = responder.identity
        link.setLimit(responder.configuration.introductionLimit)
        link.post(.initCommandAck(.init(connection: connection, responder: identifier, name: name)))
        if fault(at: .acknowledged) { return }
    }

    /// Takes the event connection; false if there is one already, or none is wanted.
    func attach(_ events: IPLink) -> Bool {
        if responder.faults.withLock({ $0.refusesEvents() }) { return false }
        if fault(at: .events, on: events) {
            keepSilent(events)
            return true
        }
        let isWanted = state.withLock { state in
            guard state.isServed, !state.isOver, state.eventLink == nil else { return false }
            state.eventLink = events
            return true
        }
        guard isWanted else { return false }
        events.handOver(to: self)
        events.setLimit(nil)
        link.setLimit(nil)
        events.post(.initEventAck)
        return true
    }

    private func keepSilent(_ events: IPLink) {
        let surplus = state.withLock { state -> IPLink? in
            if state.isOver { return events }
            defer { state.silentLink = events }
            return state.silentLink
        }
        surplus?.close()
    }

    private func passOn(_ events: EventStream<Event>) async {
        var dropped = 0
        for await event in events {
            guard let link = state.withLock({ $0.eventLink }) else { continue }
            var bytes: [UInt8] = []
            if events.droppedCount != dropped {
                dropped = events.droppedCount
                bytes = (try? IPPacket.event(Event(.deviceInfoChanged)).encoded()) ?? []
            }
            guard let packet = try? IPPacket.event(event).encoded(), await link.send(bytes + packet) else { continue }
        }
    }

    // MARK: Leaving

    /// Ends both connections, and leaves the camera.
    func leave() { link.close() }

    func linkIsOver() {
        let (isFirst, parts) = state.withLock { state -> (Bool, State) in
            defer { state.isOver = true }
            return (!state.isOver, state)
        }
        guard isFirst else { return }
        responder.linkEnded(of: self)
        link.close()
        parts.eventLink?.close()
        parts.silentLink?.close()
        parts.pipe?.fail(.cancelled(.upload))
        parts.work?.cancel()
        parts.pump?.cancel()
        parts.watch?.cancel()
        parts.connecting?.cancel()
        Task { [self] in
            await parts.connecting?.value
            await parts.work?.value
            await device.releaseWhatIsHeld()
            device.end()
            if !responder.hasSuccessor { await responder.camera.disconnect() }
            responder.left(self, wasServed: state.withLock { $0.isServed })
            // Whoever is in the middle of something holds this object; nobody else does.
            state.withLock { state in
                (state.work, state.pump, state.watch, state.connecting) = (nil, nil, nil, nil)
                (state.eventLink, state.silentLink) = (nil, nil)
            }
        }
    }

    // MARK: Faults

    /// Whether something goes wrong at a point: then it has been done.
    func fault(at stage: ResponderFault.Stage, on other: IPLink? = nil, operation: OperationCode? = nil) -> Bool {
        switch responder.faults.withLock({ $0.take(at: stage, operation) }) {
        case .close:
            (other ?? link).close()
            return true
        case .stall: return true
        default: return false
        }
    }
}
