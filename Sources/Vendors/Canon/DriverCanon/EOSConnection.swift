package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
import PTPCanon
package import PTPSession
import VendorKit

/// Connection to a Canon EOS body. **Thread-safe.** See `docs/driver-canon.md`.
package final class EOSConnection:
    PTPConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, VideoDriver, ClockDriver
{
    let standard: StandardConnection
    let session: PTPSession
    let host: CameraHost
    let time: any TimeSource
    private let quirks: EOSQuirks

    /// A report of the body that a call waits for. The report of focus is whether it was found.
    enum Awaited: Hashable {
        case focus
        case recording(Bool)
        case property(DevicePropCode)
    }

    struct State {
        var eos = EOSState()
        /// Whether the body records, as last reported to the host; nil before the first report.
        var hostRecording: Bool?
    }

    /// Guards the body's state.
    let state = Guarded(State())
    let events: EventPoller<EventRecord>
    let waits: ReportWaits<Awaited, Bool>
    let presses = HeldPresses<ShutterPress>()
    let shots: Shots
    let liveRuns: LiveViewRuns
    private let offers: OfferedTransfers
    private let keepAlive: KeepAlive

    /// Maximum number of GetEvent replies processed while connecting.
    private static let openingReplies = 128
    /// Size of a piece, in bytes, that every body supplies from its memory (observed behaviour).
    private static let transferPiece: UInt64 = 1 << 20

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        (self.session, self.host, self.time) = (session, host, time)
        quirks = EOSQuirks(device)
        let standard = StandardConnection(session, device, host: host, time: time)
        let (events, shots) = (EventPoller(session, .eos, time: time), Shots(time))
        (self.standard, self.events, self.shots) = (standard, events, shots)
        waits = ReportWaits(time)
        liveRuns = LiveViewRuns(session, .eos, time: time)
        keepAlive = KeepAlive(session, .eosKeepDeviceOn, every: .seconds(30), time: time)
        // Without TransferComplete the body blocks.
        offers = OfferedTransfers(standard, shots, inPiecesOf: Self.transferPiece) { handle throws(CameraError) in
            try await session.perform(.transfer, meanings: .eos) { session throws(SessionError) in
                try await session.perform(.eosTransferComplete, [handle.rawValue])
            }
            events.requestNow()
        }
        events.onRecords { [weak self] in self?.apply($0) }
    }

    package var info: CameraInfo { CameraInfo(standard.device) }

    /// Files are read and written with the standard's operations.
    package var files: (any FileDriver)? { standard }

    package var transfers: (any TransferDriver)? { offers }

    func supports(_ code: OperationCode) -> Bool { standard.supports(code) }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        try await session.perform(.eosSetRemoteMode, [quirks.remoteMode])
        try await session.perform(.eosSetEventMode, [quirks.eventMode])
        try await performIfSupported(.eosSetRequestOLCInfoGroup, [0x1FFF])
        try await events.drain(limit: Self.openingReplies)
        for code in [DevicePropCode.eosOwner, .eosArtist, .eosCopyright, .eosSerialNumber] {
            try await performIfSupported(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        }
        try await events.drain(limit: Self.openingReplies)
        try await waitForViewfinder()
        if state.withLock({ $0.eos.destination.contains(.host) }) { try await reportSpace() }
        await reportAll()
        events.start()
        if supports(.eosKeepDeviceOn) { keepAlive.start() }
    }

    private func performIfSupported(_ code: OperationCode, _ parameters: Parameters = []) async throws(SessionError) {
        if supports(code) { try await session.performOptional(code, parameters) }
    }

    /// Waits for the state of the viewfinder, which some bodies report late and some never.
    private func waitForViewfinder() async throws(SessionError) {
        guard supports(.eosGetViewFinderData) else { return }
        for _ in 0..<10 where state.withLock({ $0.eos.number(.eosEVFOutputDevice) }) == nil {
            await time.sleep(for: .milliseconds(50))
            if Task.isCancelled { throw .cancelled(.eosGetEvent) }
            try await events.drain(limit: 1)
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

    /// Capabilities with the operations that each requires; several entries are alternatives.
    private static let capabilities: CapabilityTable = [
        (.shutterControl, [.eosRemoteReleaseOn, .eosRemoteReleaseOff]), (.shutterControl, [.eosRemoteRelease]),
        (.halfPress, [.eosRemoteReleaseOn, .eosRemoteReleaseOff]), (.halfPress, [.eosDoAf, .eosAfCancel]),
        (.liveView, [.eosGetViewFinderData]), (.liveViewCrop, [.eosZoom, .eosZoomPosition]),
        (.liveViewPan, [.eosZoomPosition]), (.touchFocus, [.eosTouchAfPosition]), (.focusDrive, [.eosDriveLens]),
        (.fileAccess, [.getObjectHandles, .getObjectInfo, .getObject]), (.fileDeletion, [.deleteObject]),
        (.fileProtection, [.setObjectProtection]), (.fileUpload, [.sendObjectInfo, .sendObject]),
    ]

    private var capabilities: CameraCapabilities {
        var capabilities: CameraCapabilities = [.remoteControlWithoutLiveView, .exposureControl, .cameraInitiatedTransfer]
        capabilities.formUnion(CameraCapabilities(Self.capabilities, of: standard.device))
        let eos = state.withLock { $0.eos }
        if eos.number(.eosEVFRecordStatus) != nil { capabilities.insert(.videoRecording) }
        if eos.number(.eosUTCTime) != nil || eos.number(.eosCameraTime) != nil { capabilities.insert(.clock) }
        return capabilities
    }

    package func disconnect(_ options: DisconnectOptions) async {
        endWaits()
        let offered = offers.popAll()
        await stopLiveView()
        await release(presses.pop())
        for handle in offered.prefix(16) { await session.performFinally(.eosTransferComplete, [handle.rawValue]) }
        await session.performFinally(.eosSetEventMode, [0])
        await session.performFinally(.eosSetRemoteMode, [0])
        await standard.disconnect(options)
    }

    /// Stops the event requests and the timer, and ends all waits.
    private func endWaits() {
        events.stop()
        keepAlive.stop()
        shots.finish()
        waits.endAll()
    }

    package func linkEnded() {
        endWaits()
        liveRuns.linkEnded()
        standard.linkEnded()
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        // Canon's vendor events (0xC1xx) only announce records, which GetEvent returns.
        if event.code.rawValue & 0xFF00 == 0xC100 { events.requestNow() } else { standard.eventReceived(event) }
    }

    private func apply(_ records: [EventRecord]) {
        var (updates, changes) = state.withLock { $0.eos.apply(records) }
        for case .propertyChanged(let code, _) in records { waits.report(true, for: .property(code)) }
        let recording = state.withLock { $0.eos.number(.eosEVFRecordStatus) }.map {
            RecordingState(isRecording: $0 == Self.recordsToCard, timer: .none)
        }
        if let recording { updates.append(.recording(recording)) }
        if !updates.isEmpty { host.update(updates) }
        // Only after the host's update: a caller that waits for a recording to start or stop reads the host's state next.
        if let recording {
            state.withLock { $0.hostRecording = recording.isRecording }
            waits.report(true, for: .recording(recording.isRecording))
        }
        for change in changes { apply(change) }
    }

    private func apply(_ change: EOSState.Change) {
        switch change {
        case .added(let item): standard.added(item, to: shots)
        case .changed(let item): host.update([.itemChanged(item)])
        case .removed(let handle):
            standard.objectRemoved(handle)
            standard.storagesChanged()
        case .offered(let offer): offers.add(offer)
        case .storages: standard.storagesChanged()
        case .focus(let focus): if focus == .found || focus == .failed { waits.report(focus == .found, for: .focus) }
        case .notice(let text): host.update([.notice(text)])
        }
    }

    // MARK: Operations

    /// Performs operations of the session; converts its errors into errors of the camera model.
    @discardableResult
    func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        try await session.perform(operation, meanings: .eos, work)
    }

    /// Sets a property of the body.
    func assign(_ content: PropertyContent, to code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        guard let bytes = try? PropertyAssignment(code, content).encoded() else {
            throw CameraError(.invalidValue, "The camera accepts only ASCII letters, digits and signs.", operation: operation)
        }
        try await perform(operation) { session throws(SessionError) in
            _ = try await session.send(.eosSetDevicePropValueEx, [], bytes)
        }
        events.shortenPauses()
    }

    func assign(_ number: Int64, to code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        guard case .integer(let type) = PropertyShape.of(code), let value = IntegerValue(number, as: type) else {
            throw CameraError(.invalidValue, "The camera has no such value.", operation: operation)
        }
        try await assign(.integer(value), to: code, operation)
    }
}
