package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPCanon
package import PTPSession
package import VendorKit

/// Connection to a Canon EOS body. **Thread-safe.** See `docs/driver-canon.md`.
package final class EOSConnection:
    LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver, VideoDriver, ClockDriver
{
    package let parts: VendorParts<EventRecord, ShutterPress>
    private let quirks: EOSQuirks

    /// A report of the body that a call waits for. The report of focus is whether it was found.
    enum Awaited: Hashable {
        case focus
        case property(DevicePropCode)
    }

    /// Guards the body's state.
    let state = Guarded(EOSState())
    let waits: ReportWaits<Awaited, Bool>

    /// Maximum number of GetEvent replies processed while connecting.
    private static let openingReplies = 128

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        quirks = EOSQuirks(device)
        waits = ReportWaits(time)
        parts = VendorParts(StandardConnection(session, device, host: host, time: time), .eos)
        events.onRecords { [weak self] in self?.apply($0) }
    }

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
        if state.withLock({ $0.destination.contains(.host) }) { try await reportSpace() }
        await reportAll()
        parts.start()
    }

    private func performIfSupported(_ code: OperationCode, _ parameters: Parameters = []) async throws(SessionError) {
        if supports(code) { try await session.performOptional(code, parameters) }
    }

    /// Waits for the state of the viewfinder, which some bodies report late and some never.
    private func waitForViewfinder() async throws(SessionError) {
        guard supports(.eosGetViewFinderData) else { return }
        for _ in 0..<10 where state.withLock({ $0.number(.eosEVFOutputDevice) }) == nil {
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
            .categories(active: categories, supported: [categories]), .capabilities(capabilities),
        ])
        await standard.reportStorages()
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
        let eos = state.withLock { $0 }
        if eos.number(.eosEVFRecordStatus) != nil { capabilities.insert(.videoRecording) }
        if eos.number(.eosUTCTime) != nil || eos.number(.eosCameraTime) != nil { capabilities.insert(.clock) }
        return capabilities
    }

    package func leave(_ pictures: [ObjectHandle]) async {
        for handle in pictures.prefix(16) { await session.performFinally(.eosTransferComplete, [handle.rawValue]) }
        await session.performFinally(.eosSetEventMode, [0])
        await session.performFinally(.eosSetRemoteMode, [0])
    }

    package func endOwnWaits() { waits.endAll() }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        // Canon's vendor events (0xC1xx) only announce records, which GetEvent returns.
        if event.code.rawValue & 0xFF00 == 0xC100 { events.requestNow() } else { standard.eventReceived(event) }
    }

    private func apply(_ records: [EventRecord]) {
        let (updates, changes) = state.withLock { $0.apply(records) }
        for case .propertyChanged(let code, _) in records { waits.report(true, for: .property(code)) }
        if let status = state.withLock({ $0.number(.eosEVFRecordStatus) }) {
            recordings.report(RecordingState(isRecording: status == Self.recordsToCard, timer: .none), with: updates)
        } else if !updates.isEmpty {
            host.update(updates)
        }
        for change in changes { apply(change) }
    }

    private func apply(_ change: EOSState.Change) {
        switch change {
        case .added(let item): standard.added(item)
        case .changed(let item): host.update([.itemChanged(item)])
        case .removed(let handle):
            standard.objectRemoved(handle)
            standard.storagesChanged()
        case .offered(let offer): offers.add(offer)
        case .storages: standard.storagesChanged()
        case .storageRemoved(let storage): standard.storageErased(storage)
        case .focus(let focus): if focus == .found || focus == .failed { waits.report(focus == .found, for: .focus) }
        case .notice(let text): host.update([.notice(text)])
        }
    }

    // MARK: Operations

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
