import CameraModel
import HotShoeSupport

// Calls from the driver: connecting, commands, and their faults.

extension CameraSimulator {
    /// Reserves the camera for one connection.
    func attach(_ host: CameraHost) throws(CameraError) {
        let problem = shared.withLock { shared -> CameraError? in
            guard shared.isPresent else {
                return CameraError(.connectionRefused, "The camera is switched off or not plugged in.", operation: .connect)
            }
            guard shared.host == nil else {
                return CameraError(
                    .connectionRefused,
                    "Another program uses the camera. Disconnect it there first.",
                    operation: .connect
                )
            }
            shared.host = host
            return nil
        }
        if let problem { throw problem }
    }

    /// Releases the camera; has no effect for a host that no longer holds it.
    func detach(_ host: CameraHost) {
        let (waiting, liveView) = shared.withLock { shared -> ([Promise<BodyReply, CameraError>], LiveViewProducer?) in
            guard shared.host === host else { return ([], nil) }
            defer {
                shared.host = nil
                shared.waiting = [:]
                shared.liveView = nil
                shared.faultTimers = []
            }
            for timer in shared.faultTimers { timer.disarm() }
            shared.body.disconnected()
            return (Array(shared.waiting.values), shared.liveView)
        }
        liveView?.stop()
        for promise in waiting { promise.fulfil(.failure(CameraError(.notConnected, "The camera was disconnected."))) }
        withBody { _ in }
    }

    /// Starts the session. The body has reported its complete state when this returns.
    func beginSession() async {
        withBody { $0.connected() }
        await untilDelivered()
        for (delay, kind) in shared.withLock({ $0.faults.drainTimed() }) { apply(kind, after: delay) }
        armShutterPresses()
    }

    /// Arms the timers of the shutter presses, at the first connection.
    private func armShutterPresses() {
        let now = time.now
        let timers = shared.withLock { shared -> [any TimeSourceTimer] in
            guard shared.pressTimers == nil else { return [] }
            let timers = configuration.shutterPresses.map { _ in time.makeTimer { [weak self] in self?.pressShutterButton() } }
            shared.pressTimers = timers
            return timers
        }
        for (timer, delay) in zip(timers, configuration.shutterPresses) { timer.arm(at: now + delay) }
    }

    /// Handles a connection that the camera ended.
    func ended(_ reason: DisconnectReason) {
        let (host, liveView) = shared.withLock { shared in
            defer {
                shared.host = nil
                shared.waiting = [:]
                shared.liveView = nil
                shared.faultTimers = []
            }
            for timer in shared.faultTimers { timer.disarm() }
            return (shared.host, shared.liveView)
        }
        liveView?.stop()
        if reason.leavesThePlace { announcePresence() }
        host?.connectionEnded(reason)
    }

    // MARK: Commands

    /// Performs a command and waits for the camera's response.
    func run(_ operation: CameraOperation, _ command: BodyCommand) async throws(CameraError) -> BodyReply {
        var command = command
        try await applyFaults(of: operation, &command)
        let met = command
        guard let result = await reply({ body, token in body.perform(met, token: token) }) else { throw .cancelled(operation) }
        return try result.get()
    }

    /// Waits until all outputs of the body so far have been delivered, on any thread.
    func untilDelivered() async {
        _ = await reply { body, token in body.acknowledge(token) }
    }

    /// Sends a request to the body, and waits for its response; nil when the task is cancelled.
    private func reply(_ send: (inout CameraBody, _ token: Int) -> Void) async -> Result<BodyReply, CameraError>? {
        let promise = Promise<BodyReply, CameraError>()
        let token = shared.withLock { shared in
            defer { shared.nextToken += 1 }
            shared.waiting[shared.nextToken] = promise
            return shared.nextToken
        }
        withBody { send(&$0, token) }
        if let result = await promise.resultUnlessCancelled() { return result }
        _ = shared.withLock { $0.waiting.removeValue(forKey: token) }
        withBody { $0.abandon(token) }
        return nil
    }

    /// Waits for the camera's response time, and applies the faults of an operation that does not involve the body.
    func answer(_ operation: CameraOperation) async throws(CameraError) {
        var none = BodyCommand.disengageAutoFocus
        try await applyFaults(of: operation, &none)
        await time.sleep(for: configuration.speed.command)
        if Task.isCancelled { throw .cancelled(operation) }
        withBody { $0.keepAlive() }
    }

    private func applyFaults(of operation: CameraOperation, _ command: inout BodyCommand) async throws(CameraError) {
        let focuses = if case .shoot(autofocus: false) = command { false } else { true }
        let kind = shared.withLock { shared in
            shared.faults.popFault(during: operation) { $0.appliesBeforeAnswer && (focuses || $0 != .focusFails) }
        }
        guard let kind else { return }
        switch kind {
        case .fail(let code):
            await time.sleep(for: configuration.speed.command)
            throw CameraError(
                code,
                "The camera refused: \(code.words).",
                operation: operation,
                response: .init(domain: "Simulated", code: UInt32(code.rawValue), name: "\(code)")
            )
        case .hang: await untilCancelled()
        case .vanish(let reason):
            // During the operation: it has started, and is never answered.
            apply(.vanish(reason), after: configuration.speed.command / 2)
            await untilCancelled()
        case .delay(let time): await self.time.sleep(for: time)
        case .adjustSetting:
            if case .setProperty(let property, let value) = command {
                command = .setProperty(property, neighbor(of: value, property))
            }
        case .ignoreSetting: withBody { $0.reflectionsToDrop += 1 }
        case .focusFails: withBody { $0.lens.failures += 1 }
        default: apply(kind)
        }
        if Task.isCancelled { throw .cancelled(operation) }
    }

    /// Never returns a response: ends only with a cancellation or the connection.
    private func untilCancelled() async {
        _ = await Promise<Void, Never>().resultUnlessCancelled()
    }

    private func neighbor(of value: PropertyValue, _ property: PropertyIdentifier) -> PropertyValue {
        let values = shared.withLock { $0.body.settable(property).values }
        guard let index = values.firstIndex(where: { $0.matches(value) }) else { return value }
        return index + 1 < values.count ? values[index + 1] : values[max(0, index - 1)]
    }

    // MARK: Faults

    /// Applies a fault now or after a delay.
    func apply(_ kind: SimulatedFault.Kind, after delay: Duration) {
        guard delay > .zero else { return apply(kind) }
        let timer = time.makeTimer { [weak self] in self?.apply(kind) }
        shared.withLock { $0.faultTimers.append(timer) }
        timer.arm(at: time.now + delay)
    }

    func apply(_ kind: SimulatedFault.Kind) {
        switch kind {
        case .vanish(let reason): vanish(reason)
        case .turn(let property, let text): turn(property, to: text)
        case .cardFull: withBody { body in for index in body.cards.indices { body.cards[index].isDeclaredFull = true } }
        case .cardRemoved: removeCards()
        case .liveViewEnds(let end): withBody { $0.stopLiveView(end) }
        case .repeatedEvents: shared.withLock { $0.repeatsEvents = true }
        case .unlisted: setPresent(false)
        case .emptyFrames, .truncatedFrames, .rgbFrames, .fail, .delay, .ignoreSetting, .adjustSetting, .focusFails,
            .truncatedDownload, .smallChunks:
            // Applies from now on, to the next matching operation.
            shared.withLock { $0.faults.add(SimulatedFault(kind, .always)) }
        case .hang, .stalledFrames: break
        }
    }
}

extension SimulatedFault.Kind {
    /// Whether the fault applies before the camera's response, rather than to the data that it sends.
    fileprivate var appliesBeforeAnswer: Bool {
        switch self {
        case .emptyFrames, .truncatedFrames, .rgbFrames, .stalledFrames, .truncatedDownload, .smallChunks: false
        default: true
        }
    }
}

extension DisconnectReason {
    /// Whether the camera can no longer be discovered afterwards.
    var leavesThePlace: Bool {
        switch self {
        case .cameraTurnedOff, .connectionLost, .batteryExhausted, .enteredSleep, .poweredOffByRequest: true
        default: false
        }
    }
}
