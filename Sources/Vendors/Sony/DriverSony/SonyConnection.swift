package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPSession
package import PTPSony
package import VendorKit

/// Connection to a Sony body in the mode "PC Remote". **Thread-safe.** See `docs/driver-sony.md`.
package final class SonyConnection: LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver, VideoDriver {
    package let parts: VendorParts<SonyPropertyRecord, Press>

    /// A button that is held.
    package enum Press: ButtonPress {
        case full, bulb, half

        package static let exposing: Set<Press> = [.full, .bulb]
        package static let focusing: Set<Press> = [.half]
    }

    /// A report of the body that a call waits for.
    enum Awaited: Hashable {
        case focus
        /// A picture has been taken.
        case captured
        /// Another value of a property.
        case value(DevicePropCode)
    }

    /// Guards the body's state.
    let state = Guarded(SonyState())
    let waits: ReportWaits<Awaited, Int64>

    /// Number of requests of the extension, which bodies answer without data while they prepare it.
    private static let extensionRequests = 20

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        waits = ReportWaits(time)
        parts = VendorParts(StandardConnection(session, Self.remote(device), host: host, time: time), .sony)
        events.onRecords { [weak self] in self?.apply($0) }
    }

    /// The device without the operations on storages, which must not be used in this mode, although bodies list them: they hang (observed
    /// behaviour).
    static func remote(_ device: DeviceInfo) -> DeviceInfo {
        let forbidden: Set<OperationCode> = [
            .getStorageIDs, .getStorageInfo, .getNumObjects, .getObjectHandles, .deleteObject, .formatStore,
        ]
        var remote = device
        remote.operations.removeAll(where: forbidden.contains)
        return remote
    }

    package var files: (any FileDriver)? { nil }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        for step: UInt32 in [1, 2] { _ = try await session.receive(.sonyConnect, [step, 0, 0]) }
        let extended = try await extended()
        state.withLock { $0.described(extended) }
        _ = try await session.receive(.sonyConnect, [3, 0, 0])
        await setPriority()
        try await events.drain(limit: 1)
        if state.withLock({ $0.version }) == .v3 { events.use([Self.changesOnly]) }
        host.update([
            .categories(active: Self.categories, supported: [Self.categories]), .capabilities(capabilities),
        ])
        parts.start()
    }

    package func explanation(of error: SessionError) -> CameraError? { .refusedConnecting(error) }

    private static let categories: CommandCategories = [.stillsShooting, .videoRecording]
    /// Parameter of GetAllExtDevicePropInfo for what has changed since the last request.
    private static let changesOnly: UInt32 = 1

    /// Requests the description of the extension: in version 3, of bodies that refuse it in version 2. Nil if a body sends none.
    private func extended() async throws(SessionError) -> SonyExtension? {
        do throws(SessionError) { return try await extended(.v3, 1) } catch {
            guard case .refused(_, let response) = error,
                [.sonyVersionNotSupported, .invalidParameter, .parameterNotSupported].contains(response.code)
            else { throw error }
        }
        return try await extended(.v2)
    }

    private func extended(_ version: SonyVersion, _ option: UInt32? = nil) async throws(SessionError) -> SonyExtension? {
        let parameters = Parameters([UInt32(version.rawValue)] + (option.map { [$0] } ?? []))
        for _ in 0..<Self.extensionRequests {
            let bytes = try await session.receive(.sonyGetExtDeviceInfo, parameters).bytes
            if !bytes.isEmpty {
                do throws(DatasetError) { return try SonyExtension(bytes) } catch {
                    throw .malformed(.sonyGetExtDeviceInfo, error)
                }
            }
            await time.sleep(for: .milliseconds(50))
            if Task.isCancelled { throw .cancelled(.sonyGetExtDeviceInfo) }
        }
        return nil
    }

    /// Gives the computer's settings priority over the dials. Bodies of version 2 refuse, without consequence.
    private func setPriority() async {
        try? await send(.sonySetExtDevicePropValue, .sonyPriorityMode, [1], .connect)
    }

    private var capabilities: CameraCapabilities {
        var capabilities: CameraCapabilities = [
            .remoteControlWithoutLiveView, .exposureControl, .cameraInitiatedTransfer, .shutterControl, .halfPress, .liveView,
            .touchFocus, .focusDrive, .videoRecording,
        ]
        if state.withLock({ $0.state(of: .liveViewZoom)?.settable.isSettable }) == true {
            capabilities.formUnion([.liveViewCrop, .liveViewPan])
        }
        return capabilities
    }

    package func endOwnWaits() { waits.endAll() }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        if event.code == .sonyCaptured { waits.report(0, for: .captured) }
        // Vendor events announce what the next poll returns.
        if event.code.rawValue & 0xFF00 == 0xC200 { events.requestNow() }
    }

    private func apply(_ records: [SonyPropertyRecord]) {
        let (updates, changes) = state.withLock { $0.apply(records) }
        standard.reports.report { updates }
        for case .number(let code, let number) in changes {
            waits.report(number, for: .value(code))
            reported(code, number)
        }
    }

    private func reported(_ code: DevicePropCode, _ number: Int64) {
        switch code {
        case .sonyFocusFound: if SonyFocusResult(number) != .none { waits.report(number, for: .focus) }
        case .sonyObjectInMemory: fetchPictures()
        case .sonySlot1Shots, .sonySlot2Shots: waits.report(0, for: .captured)
        case .sonyMovieRecordingState: recordings.report(isRecording: number == 1)
        default: break
        }
    }

    /// Sends the value of a property, or of a control.
    func send(
        _ operation: OperationCode,
        _ code: DevicePropCode,
        _ bytes: [UInt8],
        _ purpose: CameraOperation
    ) async throws(CameraError) {
        try await perform(purpose) { session throws(SessionError) in
            _ = try await session.send(operation, [code.rawValue], bytes, priority: .immediate)
        }
    }

    /// Presses or releases a button.
    func button(_ code: DevicePropCode, isPressed: Bool, _ purpose: CameraOperation) async throws(CameraError) {
        try await send(.sonyControlDevice, code, SonyControl.button(isPressed: isPressed), purpose)
    }
}
