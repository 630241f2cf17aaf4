import CameraModel
import HotShoeSupport
import PTP
import PTPNikon

/// Nikon's extension of PTP for a simulated body. **Thread-safe.**
///
/// All of it is observed behaviour that open-source programs for such bodies rely on.
final class NikonBody: VendorBody {
    let model: NikonModel
    let camera: Camera
    let time: any TimeSource
    let pictures: HostPictures
    private let work: PolledWork
    private let tasks: OwnedTasks
    let memory: BodyMemory
    let display: @Sendable (String) -> Void

    struct State {
        var events = EventQueue<Event>(.init(records: 512, perReply: 64, timeout: nil))
        var viewfinder: Viewfinder?
        /// Whether the initiator controls the settings of the mode dial.
        var hasControl = false
        /// Whether the shutter is open until TerminateCapture.
        var isOpen = false
        /// Whether the picture in memory has been transferred: the next one replaces it.
        var isTransferred = false
        /// Whether TerminateCapture has ended the last exposure or burst.
        var isTerminated = false
        /// Middle of the focus area that the initiator has selected.
        var place: Point?
        /// Number that the body displays while it is paired.
        var pairingNumber: PairingNumber?
        /// Time at which the recording began; nil while there is none.
        var recordingSince: Duration?
    }

    /// Guards the state of the session.
    let state = Guarded(State())

    init(_ model: NikonModel, _ context: VendorBodyContext) {
        self.model = model
        (camera, time, memory, display) = (context.camera, context.time, context.memory, context.display)
        (work, tasks) = (PolledWork(context.tasks), context.tasks)
        pictures = HostPictures(context.camera, capacity: 1, as: .nikonSDRAM)
    }

    // MARK: Events

    /// Queues an event for the poll.
    func enqueue(_ events: Event...) {
        let now = time.now
        state.withLock { state in for event in events { state.events.append(event, at: now) } }
    }

    func handles(_ event: Event, _ device: PTPDevice) -> Bool {
        // Before pairing there is no poll.
        if memory.isUnpaired { return false }
        enqueue(event)
        return !model.sendsChanges || event.code != .devicePropChanged
    }

    func follow(_ event: CameraEvent, _ device: PTPDevice) {
        guard case .recording(let recording) = event else { return }
        let now = time.now
        let changes = state.withLock { state in
            defer { state.recordingSince = recording.isRecording ? state.recordingSince ?? now : nil }
            return (state.recordingSince != nil) != recording.isRecording
        }
        if changes { enqueue(Event(recording.isRecording ? .nikonMovieRecordStarted : .nikonMovieRecordComplete, [0])) }
    }

    /// GetEvent (0x90C7) and GetEventEx (0x941C).
    func events(isWide: Bool) -> Answer {
        let now = time.now
        return .data(NikonEvents.encoded(state.withLock { $0.events.popReply(at: now) }, isWide: isWide))
    }

    func hang() { state.withLock { $0.events.hang() } }

    // MARK: Work that continues after its response

    /// Starts work that DeviceReady reports. Refuses while other work continues, and while events have not been read for too long.
    func begin(_ work: @escaping @Sendable () async throws(CameraError) -> Void) throws(Refusal) -> Answer {
        if state.withLock({ $0.events.isHung }) { throw Refusal(.deviceBusy) }
        return try self.work.begin(failure: Self.code, work)
    }

    /// Returns the code with which DeviceReady reports a failure.
    private static func code(_ error: CameraError) -> ResponseCode {
        switch error.code {
        case .focusFailed: .nikonOutOfFocus
        case .focusDidNotMove: .nikonMfDriveStepEnd
        case .needsLiveView: .nikonNotLiveView
        // Not "busy": a recording goes on until it is stopped.
        case .recordingInProgress: .nikonInvalidStatus
        default: Refusal(error).code
        }
    }

    /// DeviceReady (0x90C8).
    func ready() -> Answer { state.withLock { $0.isOpen } ? Answer(.nikonBulbReleaseBusy) : work.poll() }

    // MARK: Modes and settings

    /// ChangeCameraMode (0x90C2).
    func changeCameraMode(_ request: OperationRequest) -> Answer {
        state.withLock { $0.hasControl = request.parameters[0] != 0 }
        return .ok
    }

    /// ChangeApplicationMode (0x9435).
    func changeApplicationMode(_ request: OperationRequest) -> Answer {
        memory[DevicePropCode.nikonApplicationMode.rawValue] = [request.parameters[0] == 0 ? 0 : 1]
        return .ok
    }

    /// Returns the first byte of a setting without effect in the camera.
    func setting(_ code: DevicePropCode) -> UInt8 { memory[code.rawValue]?.first ?? 0 }

    /// The mode dial is the photographer's until the initiator takes control. Bulb is a shutter speed in manual mode, for the camera
    /// an exposure mode.
    func sets(_ code: DevicePropCode, to data: [UInt8]) async throws(Refusal) -> Bool {
        let mode = camera.property(.exposureMode)
        switch code {
        case .exposureProgramMode:
            guard state.withLock({ $0.hasControl }) else { throw Refusal(.accessDenied) }
            return false
        case .exposureTime, .nikonExposureTime:
            let isBulb = data == [0xFF, 0xFF, 0xFF, 0xFF]
            guard isBulb || mode.value?.common == .exposureMode(.bulb) else { return false }
            guard isBulb || mode.value?.common != .exposureMode(.manual) else { throw Refusal(.accessDenied) }
            do throws(CameraError) {
                try await mode.set(.exposureMode(isBulb ? .bulb : .manual), until: .reflected(timeout: .seconds(1)))
            } catch { throw Refusal(error) }
            return isBulb
        default: return false
        }
    }

    /// In manual mode the shutter speeds include bulb, after the others. In bulb, for the camera a mode of its own, they are the same.
    func described(_ desc: DevicePropDesc) -> DevicePropDesc {
        guard desc.code == .exposureTime || desc.code == .nikonExposureTime,
            let bulb = DataValue.integer(0xFFFF_FFFF, as: .uint32)
        else { return desc }
        let mode = camera.property(.exposureMode).value?.common
        guard mode == .exposureMode(.manual) || mode == .exposureMode(.bulb) else { return desc }
        var speeds: [DataValue] = []
        if case .enumeration(let listed) = desc.form { speeds = listed }
        // The camera lists no speeds in bulb.
        if speeds.isEmpty { speeds = memory.numbers(listedFor: desc.code) } else { memory.store(speeds, listedFor: desc.code) }
        return DevicePropDesc(
            desc.code,
            isSettable: true,
            factoryDefault: desc.factoryDefault,
            current: desc.current,
            form: .enumeration(speeds + [bulb])
        )
    }

    // MARK: Leaving

    /// Resets what the initiator has set up, and returns the viewfinder to stop and whether the shutter is open. A movie goes on.
    private func popRunning() -> (Viewfinder?, isOpen: Bool) {
        if !camera.recording.isRecording {
            for code in [DevicePropCode.nikonApplicationMode, .nikonLiveViewSelector] { memory[code.rawValue] = nil }
        }
        work.forget()
        return state.withLock { state in
            defer { state = State(recordingSince: state.recordingSince) }
            return (state.viewfinder, state.isOpen)
        }
    }

    func sessionEnded(_ device: PTPDevice) {
        let (viewfinder, isOpen) = popRunning()
        viewfinder?.stop()
        if isOpen { tasks.start { [camera] in try? await camera.releaseShutter() } }
        pictures.end(device)
    }

    func release() async {
        let (viewfinder, isOpen) = popRunning()
        viewfinder?.stop()
        if isOpen { try? await camera.releaseShutter() }
    }
}

extension Event: QueuedRecord {
    /// Of a property only the newest change is kept.
    var subject: UInt32? { code == .devicePropChanged ? parameters[0] : nil }
}
