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
            if !state.presence.isOver { state.tasks.connecting = task }
            return state.presence.isOver
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
        let isWelcome = state.withLock { state in
            (state.tasks.pump, state.tasks.watch) = (pump, watch)
            return state.presence.connected()
        }
        if isWelcome { return welcome() }
        pump.cancel()
        watch.cancel()
    }

    /// Ends the client after its link has ended and leaves the camera. `closing` closes the client's other links.
    func linkIsOver(_ closing: () -> Void) {
        let ended = state.withLock { state -> (UploadPipe?, ServedState.Tasks)? in
            state.presence.ended() ? (state.pipe, state.tasks) : nil
        }
        guard let (pipe, tasks) = ended else { return }
        isLeaving()
        closing()
        pipe?.fail(.cancelled(.upload))
        tasks.cancel()
        state.leaving.start { [self] in
            await tasks.connecting?.value
            await tasks.work?.value
            await device.releaseWhatIsHeld()
            let powersDown = device.takePowerDown()
            device.end()
            if powersDown || !hasSuccessor {
                await device.camera.disconnect(DisconnectOptions(powersOff: powersDown, leavesRecording: !powersDown))
                await device.endTasks()
            }
            hasLeft(wasServed: state.withLock { $0.presence == .over(wasServed: true) })
            // Releases the tasks, so that only a running one still retains this object.
            state.withLock { $0.tasks = ServedState.Tasks() }
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
