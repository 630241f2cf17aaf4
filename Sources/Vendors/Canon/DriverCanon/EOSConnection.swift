package import CameraModel
package import DriverPTP
package import HotShoeSupport
package import PTP
import PTPCanon
package import PTPSession

/// Connection to a Canon EOS body. **Thread-safe.** See `docs/driver-canon.md`.
package final class EOSConnection:
    PTPConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, TransferDriver, VideoDriver, ClockDriver
{
    package let standard: StandardConnection
    let session: PTPSession
    let host: CameraHost
    let time: any TimeSource
    private let quirks: EOSQuirks

    struct State {
        var eos = EOSState()
        var shot: ShotCollector?
        /// Fulfilled with the result of focusing.
        var focus: Promise<OLCFocus, Never>?
        /// Fulfilled when the body reports the property's value again.
        var questions: [DevicePropCode: Promise<Bool, Never>] = [:]
        var liveView: EOSLiveView?
        /// Fulfilled when the body reports that recording has started or stopped.
        var recordingReport: (isWanted: Bool, Promise<Void, Never>)?
        /// Whether the body records, as last reported to the host; nil before the first report.
        var hostRecording: Bool?
        /// Pictures that the body keeps in its memory until they are transferred or declined.
        var offers: [TransferOffer.Identifier: TransferOffer] = [:]
        /// Presses that have not been released.
        var presses: Set<ShutterPress> = []
        var keepAlive: (any TimeSourceTimer)?
        var isClosing = false
    }

    /// Guards the body's state and the operations under way.
    let state = Guarded(State())
    private let drainSlot = Guarded<EventDrain?>(nil)

    /// Maximum number of GetEvent replies processed while connecting.
    private static let openingReplies = 128
    /// Maximum number of stored offers; a body has room for fewer.
    private static let offerLimit = 256
    /// Interval between KeepDeviceOn operations.
    private static let keepAliveInterval: Duration = .seconds(30)

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        self.session = session
        self.host = host
        self.time = time
        quirks = EOSQuirks(device)
        standard = StandardConnection(session, device, host: host, time: time)
        let drain = EventDrain(session, time: time) { [weak self] records in self?.apply(records) }
        drainSlot.withLock { $0 = drain }
    }

    var drain: EventDrain? { drainSlot.withLock { $0 } }

    func supports(_ code: OperationCode) -> Bool { standard.supports(code) }

    // MARK: Opening and closing

    package var info: CameraInfo { CameraInfo(standard.device) }

    /// Files are read and written with the standard's operations.
    package var files: (any FileDriver)? { standard }

    package func open() async throws(SessionError) {
        try await session.open()
        try await session.perform(.eosSetRemoteMode, [quirks.remoteMode])
        try await session.perform(.eosSetEventMode, [quirks.eventMode])
        try await performIfSupported(.eosSetRequestOLCInfoGroup, [0x1FFF])
        try await drain?.drain(limit: Self.openingReplies)
        for code in [DevicePropCode.eosOwner, .eosArtist, .eosCopyright, .eosSerialNumber] {
            try await performIfSupported(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        }
        try await drain?.drain(limit: Self.openingReplies)
        try await waitForViewfinder()
        if state.withLock({ $0.eos.destination.contains(.host) }) { try await reportSpace() }
        await reportAll()
        drain?.start()
        keepAlive()
    }

    /// Performs an operation that not every body supports. Throws only if the link has ended or the caller was cancelled.
    private func performIfSupported(_ code: OperationCode, _ parameters: Parameters = []) async throws(SessionError) {
        guard supports(code) else { return }
        do throws(SessionError) { try await session.perform(code, parameters) } catch {
            switch error {
            case .link, .cancelled: throw error
            default: Log.write(.info, "canon", "\(error)")
            }
        }
    }

    /// Waits for the state of the viewfinder, which some bodies report late and some never.
    private func waitForViewfinder() async throws(SessionError) {
        guard supports(.eosGetViewFinderData) else { return }
        for _ in 0..<10 where state.withLock({ $0.eos.number(.eosEVFOutputDevice) }) == nil {
            await time.sleep(for: .milliseconds(50))
            if Task.isCancelled { throw .cancelled(.eosGetEvent) }
            try await drain?.drain(limit: 1)
        }
    }

    /// Reports to the body that the computer has space for pictures.
    func reportSpace() async throws(SessionError) { try await performIfSupported(.eosPCHDDCapacity, [0x0FFF_FFFF, 0x1000, 1]) }

    private func reportAll() async {
        let categories: CommandCategories = [.stillsShooting, .fileAccess, .videoRecording]
        host.update([
            .categories(active: categories, supported: [categories]), .storages(await standard.storages()),
            .capabilities(capabilities),
        ])
    }

    private var capabilities: CameraCapabilities {
        var capabilities: CameraCapabilities = [.remoteControlWithoutLiveView, .exposureControl, .cameraInitiatedTransfer]
        let table: [(CameraCapabilities, [OperationCode])] = [
            (.shutterControl, [.eosRemoteReleaseOn, .eosRemoteReleaseOff]), (.shutterControl, [.eosRemoteRelease]),
            (.halfPress, [.eosRemoteReleaseOn, .eosRemoteReleaseOff]), (.halfPress, [.eosDoAf, .eosAfCancel]),
            (.liveView, [.eosGetViewFinderData]), (.liveViewCrop, [.eosZoom, .eosZoomPosition]),
            (.liveViewPan, [.eosZoomPosition]), (.touchFocus, [.eosTouchAfPosition]), (.focusDrive, [.eosDriveLens]),
            (.fileAccess, [.getObjectHandles, .getObjectInfo, .getObject]), (.fileDeletion, [.deleteObject]),
            (.fileProtection, [.setObjectProtection]), (.fileUpload, [.sendObjectInfo, .sendObject]),
        ]
        for (capability, operations) in table where operations.allSatisfy(supports) { capabilities.insert(capability) }
        let eos = state.withLock { $0.eos }
        if eos.number(.eosEVFRecordStatus) != nil { capabilities.insert(.videoRecording) }
        if eos.number(.eosUTCTime) != nil || eos.number(.eosCameraTime) != nil { capabilities.insert(.clock) }
        return capabilities
    }

    private func keepAlive() {
        guard supports(.eosKeepDeviceOn) else { return }
        let timer = time.makeTimer { [weak self] in
            guard let self, session.isOpen else { return }
            Task {
                _ = try? await self.session.perform(.eosKeepDeviceOn)
                self.armKeepAlive()
            }
        }
        state.withLock { $0.keepAlive = timer }
        armKeepAlive()
    }

    private func armKeepAlive() {
        let deadline = time.now + Self.keepAliveInterval
        state.withLock { state in state.isClosing ? nil : state.keepAlive }?.arm(at: deadline)
    }

    package func disconnect(_ options: DisconnectOptions) async {
        let offers = stopRequests()
        await stopLiveView()
        await release(of: popPresses(Set(ShutterPress.allCases)))
        for offer in offers.prefix(16) {
            await performIgnoringErrors(.eosTransferComplete, UInt32(truncatingIfNeeded: offer.number))
        }
        await performIgnoringErrors(.eosSetEventMode, 0)
        await performIgnoringErrors(.eosSetRemoteMode, 0)
        await standard.disconnect(options)
    }

    /// Performs an operation while disconnecting and ignores errors: the body may no longer answer.
    private func performIgnoringErrors(_ code: OperationCode, _ parameter: UInt32) async {
        guard session.isOpen else { return }
        _ = try? await session.perform(code, [parameter], timeout: session.options.cancelTimeout)
    }

    /// Stops the event requests, the timer and all waits. Returns the open offers.
    @discardableResult
    private func stopRequests() -> [TransferOffer.Identifier] {
        let left = state.withLock { state -> State in
            defer {
                state.isClosing = true
                (state.shot, state.focus, state.keepAlive, state.offers) = (nil, nil, nil, [:])
                state.recordingReport = nil
            }
            return state
        }
        drain?.stop()
        left.keepAlive?.disarm()
        left.shot?.finish()
        left.focus?.fulfil(.success(.idle))
        left.recordingReport?.1.fulfil(.success(()))
        return left.offers.keys.sorted { $0.number < $1.number }
    }

    package func linkEnded() {
        stopRequests()
        state.withLock { $0.liveView }?.stop(
            CameraError(.connectionLost, "The connection to the camera was lost.", operation: .startLiveView)
        )
        standard.linkEnded()
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        // Canon's vendor events (0xC1xx) only announce records, which GetEvent returns.
        if event.code.rawValue & 0xFF00 == 0xC100 { drain?.requestNow() } else { standard.eventReceived(event) }
    }

    private func apply(_ records: [EventRecord]) {
        let (updates, changes, answered) = state.withLock { state in
            let (updates, changes) = state.eos.apply(records)
            let answered = records.compactMap { record -> Promise<Bool, Never>? in
                if case .propertyChanged(let code, _) = record { state.questions.removeValue(forKey: code) } else { nil }
            }
            return (updates, changes, answered)
        }
        for promise in answered { promise.fulfil(.success(true)) }
        var all = updates
        let recording = recording
        if let recording { all.append(.recording(recording)) }
        if !all.isEmpty { host.update(all) }
        // Only after the host's update: a caller that waits for a recording to start or stop reads the host's state next.
        if let recording { reported(recording.isRecording)?.fulfil(.success(())) }
        for one in changes { apply(one) }
    }

    /// Records the state that was reported to the host, and returns the promise that waited for it.
    private func reported(_ isRecording: Bool) -> Promise<Void, Never>? {
        state.withLock { state in
            state.hostRecording = isRecording
            guard let (isWanted, report) = state.recordingReport, isWanted == isRecording else { return nil }
            state.recordingReport = nil
            return report
        }
    }

    private var recording: RecordingState? {
        state.withLock { $0.eos.number(.eosEVFRecordStatus) }.map {
            RecordingState(isRecording: $0 == Self.recordsToCard, timer: .none)
        }
    }

    private func apply(_ changes: EOSState.Change) {
        switch changes {
        case .added(let item):
            standard.announce(item)
            if item.kind != .folder { state.withLock { $0.shot }?.add(item) }
            standard.storagesChanged()
        case .changed(let item): host.update([.itemChanged(item)])
        case .removed(let handle):
            standard.objectRemoved(handle)
            standard.storagesChanged()
        case .offered(let offer): add(offer)
        case .storages: standard.storagesChanged()
        case .focus(let focus): if focus == .found || focus == .failed { focusEnded(focus) }
        case .notice(let text): host.update([.notice(text)])
        }
    }

    private func add(_ offer: TransferOffer) {
        let (isNew, shot) = state.withLock { state -> (Bool, ShotCollector?) in
            guard state.offers.count < Self.offerLimit, state.offers[offer.identifier] == nil else { return (false, nil) }
            state.offers[offer.identifier] = offer
            return (true, state.shot)
        }
        guard isNew else { return }
        host.update([.transferOffered(offer)])
        shot?.add(offer)
    }

    // MARK: Operations

    /// Performs operations of the session; converts its errors into errors of the camera model.
    @discardableResult
    func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        do throws(SessionError) { return try await work(session) } catch { throw CameraError(eos: error, operation) }
    }

    /// Sets a property of the body.
    func assign(_ content: PropertyContent, to code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        guard let bytes = try? PropertyAssignment(code, content).encoded() else {
            throw CameraError(.invalidValue, "The camera accepts only ASCII letters, digits and signs.", operation: operation)
        }
        try await perform(operation) { session throws(SessionError) in
            _ = try await session.send(.eosSetDevicePropValueEx, [], bytes)
        }
        drain?.shortenPauses()
    }

    func assign(_ number: Int64, to code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        guard case .integer(let type) = PropertyShape.of(code), let value = IntegerValue(number, as: type) else {
            throw CameraError(.invalidValue, "The camera has no such value.", operation: operation)
        }
        try await assign(.integer(value), to: code, operation)
    }
}
