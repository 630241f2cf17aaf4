import CameraModel
import HotShoeSupport
import PTP

// Start and end of a client.

extension ServedClient {
    /// Connects the camera and then welcomes the client. Does nothing if the client's link has ended.
    func start() {
        let mayBegin = Promise<Bool, Never>()
        let task = Task { [self] in
            // Waits until the task is stored in `connecting`, because the end of the client waits for that task.
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
            // A client whose camera has disconnected must leave.
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

    /// Ends the client after its link has ended and leaves the camera. `closing` closes the client's other links.
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
            // Releases the tasks, so that only a running one still retains this object.
            state.withLock { state in
                (state.work, state.pump, state.watch, state.connecting) = (nil, nil, nil, nil)
            }
        }
    }

    /// Applies a fault at a stage. Returns whether there was one.
    func fault(at stage: ResponderFault.Stage, operation: OperationCode? = nil) -> Bool {
        switch faults.withLock({ $0.popEffect(at: stage, operation) }) {
        case .close:
            leave()
            return true
        case .stall:
            answersStopped()
            return true
        case nil: return false
        }
    }
}

/// Waits for a confirmation on the camera; cancels all other authentication requests.
private let waitForConfirmation: AuthenticationHandler = { request in
    if request.kind != .confirmOnCamera { request.cancel() }
}
