import CameraModel
import HotShoeSupport
import PTP

// How a client comes, and how it leaves.

extension ServedClient {
    /// Connects the camera, and welcomes the client when that is done. Does nothing for a client whose link is over.
    func start() {
        let mayBegin = Promise<Bool, Never>()
        let task = Task { [self] in
            // Not before it is known by whoever ends the client, who waits for it.
            guard case .success(true) = await mayBegin.result() else { return }
            do throws(CameraError) {
                try await device.camera.connect(authenticate: authenticate ?? waitForConfirmation)
                if fault(at: .introduction) { return }
                begin()
            } catch {
                Log.write(.info, "ptp responder", "\(name): \(error)")
                refuse(error)
            }
        }
        let isOver = state.withLock { state in
            if !state.isOver { state.connecting = task }
            return state.isOver
        }
        mayBegin.fulfil(.success(!isOver))
    }

    private func begin() {
        device.begin { [weak self] in self?.leave() }
        let events = device.events
        let pump = Task { [self] in await passOn(events) }
        let states = device.camera.connectionStates
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
        welcome()
    }

    /// The link is over: leaves the camera. `closing` ends what else there is of the client.
    func linkIsOver(_ closing: () -> Void) {
        let (isFirst, parts) = state.withLock { state -> (Bool, ServedState.Value) in
            defer { state.isOver = true }
            return (!state.isOver, state)
        }
        guard isFirst else { return }
        isLeaving()
        closing()
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
            if !hasSuccessor { await device.camera.disconnect(DisconnectOptions(leavesRecording: true)) }
            hasLeft(wasServed: state.withLock { $0.isServed })
            // Whoever is in the middle of something holds this object; nobody else does.
            state.withLock { state in
                (state.work, state.pump, state.watch, state.connecting) = (nil, nil, nil, nil)
            }
        }
    }

    /// Whether something goes wrong at a point: then it has been done.
    func fault(at stage: ResponderFault.Stage, operation: OperationCode? = nil) -> Bool {
        switch faults.withLock({ $0.take(at: stage, operation) }) {
        case .close:
            leave()
            return true
        case .stall:
            standsStill()
            return true
        case nil: return false
        }
    }
}

/// The only question that nobody has to answer here.
private let waitForConfirmation: AuthenticationHandler = { request in
    if request.kind != .confirmOnCamera { request.cancel() }
}
