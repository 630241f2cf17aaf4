package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPFujifilm
package import PTPSession
package import VendorKit

/// Connection to a Fujifilm body on a network with its own protocol. **Thread-safe.** See `docs/driver-fujifilm.md`.
package final class FujifilmNetworkConnection: VendorConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver {
    package let parts: VendorParts<FujifilmChanges.Change, FujifilmConnection.Press>
    /// The frames that the body sends by itself.
    let frames: PushedLiveView

    /// The body needs time to change its mode. At the end nothing waits for that.
    private static let (modeLimit, endLimit) = (Duration.seconds(60), Duration.seconds(3))
    /// Maximum size of the value of a property that is read while connecting, and of all descriptions, in bytes.
    private static let (valueLimit, descriptionsLimit) = (1 << 19, 4 << 20)
    /// Maximum size of the preview of a picture, in bytes.
    private static let previewLimit = 16 << 20

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        let standard = StandardConnection(session, device, host: host, time: time, .fujifilmOnNetwork)
        parts = VendorParts(standard, .fujifilmOnNetwork)
        frames = PushedLiveView(time: time) { FujifilmFrame.picture(in: $0) }
        events.onRecords { [weak self] in self?.apply($0) }
    }

    package var files: (any FileDriver)? { nil }
    package var info: CameraInfo {
        var info = standard.info
        // The dumps of real bodies are of USB.
        info.support = .descriptionsOnly
        return info
    }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        var versions: [DevicePropCode: [UInt8]] = [:]
        for code in DevicePropCode.fujifilmVersions { versions[code] = try await value(code) }
        try await set(.fujifilmFunctionMode, to: FujifilmFunction.remote)
        try await poll()
        // A body without this version answers without bytes.
        if let version = versions[.fujifilmRemoteVersion], version.count == 4 {
            try await tolerantly { () throws(SessionError) in
                try await session.send(.setDevicePropValue, [DevicePropCode.fujifilmRemoteVersion.rawValue], version)
            }
        }
        let (descriptions, transaction) = try await descriptions()
        let capture = try await session.perform(.initiateOpenCapture, [0, 0])
        try await poll()
        let hasSides = try await session.connectSides(frames)
        try await poll()
        try await tolerantly { () throws(SessionError) in
            try await session.perform(.terminateOpenCapture, [capture.transaction.rawValue])
        }
        try await poll()
        try await tolerantly { () throws(SessionError) in try await set(.fujifilmWholeFiles, to: 1) }
        var device = try await device(with: descriptions)
        if !hasSides { device.operations.removeAll { $0 == .terminateOpenCapture } }
        await standard.reportAll(of: device, describedAs: descriptions, from: transaction)
        parts.start()
    }

    /// Performs an operation whose refusal has no consequence.
    private func tolerantly<Value>(_ work: () async throws(SessionError) -> Value) async throws(SessionError) {
        do throws(SessionError) { _ = try await work() } catch {
            guard error.response != nil else { throw error }
            Log.write(.info, "fujifilm", "\(error)")
        }
    }

    /// The value of a property; nil if the body refuses.
    private func value(_ code: DevicePropCode) async throws(SessionError) -> [UInt8]? {
        do throws(SessionError) {
            return try await session.receive(.getDevicePropValue, [code.rawValue], limit: Self.valueLimit).bytes
        } catch {
            guard error.response != nil else { throw error }
            return nil
        }
    }

    /// Requests the state, as the body expects between the steps of connecting.
    private func poll() async throws(SessionError) { _ = try await value(.fujifilmCurrentState) }

    private func set(
        _ code: DevicePropCode,
        to number: UInt16,
        within limit: Duration = modeLimit
    ) async throws(SessionError) {
        let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
        try await session.send(.setDevicePropValue, [code.rawValue], bytes, timeout: limit)
    }

    /// The descriptions of all properties, which must be requested before any of them is (observed with an X-T1); none if the body refuses.
    private func descriptions() async throws(SessionError) -> ([DevicePropDesc], TransactionID) {
        do throws(SessionError) {
            let reply = try await session.receive(.fujifilmGetDeviceInfo, limit: Self.descriptionsLimit)
            let parsed = FujifilmDescriptions(reply.bytes)
            if let failure = parsed.failure { Log.write(.warning, "fujifilm", "the descriptions are malformed: \(failure)") }
            let described = parsed.descriptions.filter { !DevicePropCode.fujifilmUndescribed.contains($0.code) }
            return (described, reply.response.transaction)
        } catch {
            guard error.response != nil else { throw error }
            return ([], .session)
        }
    }

    /// The device, from its DeviceInfo if that is not empty, with what is known of it.
    private func device(with descriptions: [DevicePropDesc]) async throws(SessionError) -> DeviceInfo {
        var device = standard.device
        do throws(SessionError) {
            let bytes = try await session.receive(.getDeviceInfo, limit: Self.valueLimit).bytes
            if let info = try? DeviceInfo(bytes) {
                device = info
                device.operations = standard.device.operations
                if device.model.isEmpty { device.model = standard.device.model }
                if device.manufacturer.isEmpty { device.manufacturer = standard.device.manufacturer }
            }
        } catch { guard error.response != nil else { throw error } }
        let unlisted = DevicePropCode.fujifilmUnlisted + [.fujifilmNetworkShutterSpeed]
        let listed = descriptions.isEmpty ? device.deviceProps + unlisted : descriptions.map(\.code)
        device.deviceProps = listed.filter { !DevicePropCode.fujifilmUndescribed.contains($0) }
        return device
    }

    package func explanation(of error: SessionError) -> CameraError? {
        guard case .refused = error else { return nil }
        var explained = ResponseMeanings.fujifilm.error(error, .connect)
        (explained.code, explained.message) = (
            .needsPhysicalInteraction,
            "The camera does not allow remote control now. Select its menu entry for wireless communication, and connect again."
        )
        return explained
    }

    package func leave(_ pictures: [ObjectHandle]) async {
        for (code, number) in [(DevicePropCode.fujifilmWholeFiles, 0), (.fujifilmFunctionMode, FujifilmFunction.end)] {
            guard session.isOpen else { return }
            try? await set(code, to: number, within: Self.endLimit)
        }
    }

    package func endOwnWaits() {
        if session.isOpen { frames.stop() } else { frames.linkEnded() }
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        switch event.code {
        case .objectAdded, .fujifilmObjectAdded: offer(FujifilmEvents.handles(event))
        case .fujifilmPreviewAvailable: standard.tasks.start { [weak self] in await self?.readPreview() }
        case .captureComplete: offers.afterAnnouncements { [weak self] in self?.standard.shots.complete() }
        // The cards are not visible.
        case .objectRemoved, .storeAdded, .storeRemoved: break
        default: standard.eventReceived(event)
        }
        events.requestNow()
    }

    private func apply(_ changes: [FujifilmChanges.Change]) {
        let known = Set(standard.device.deviceProps)
        for change in changes where known.contains(change.code) { standard.refresh(change.code) }
    }

    /// Offers the first of the handles that the body describes. The picture stays on the card.
    private func offer(_ handles: [ObjectHandle]) {
        guard handles.count > 1 else {
            if let handle = handles.first { offers.announce(handle, isOnlyCopy: false) }
            return
        }
        standard.tasks.start { [weak self] in
            for handle in handles {
                guard let self else { return }
                if await standard.described(handle) != nil { return offers.announce(handle, isOnlyCopy: false) }
            }
        }
    }

    /// Reads the preview of a picture: without that, the body does not report its end, and takes no other one.
    private func readPreview() async {
        do throws(SessionError) {
            _ = try await session.receive(.fujifilmGetCapturePreview, priority: .immediate, limit: Self.previewLimit)
        } catch { Log.write(.warning, "fujifilm", "the preview could not be read: \(error)") }
    }
}
