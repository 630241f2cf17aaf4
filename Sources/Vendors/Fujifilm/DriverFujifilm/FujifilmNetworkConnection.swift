package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPFujifilm
package import PTPSession
package import VendorKit

/// Connection to a Fujifilm body on a network with its own protocol. **Thread-safe.** See `docs/driver-fujifilm.md`.
package final class FujifilmNetworkConnection:
    VendorConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, VideoDriver
{
    package let parts: VendorParts<FujifilmChanges.Change, FujifilmConnection.Press>
    /// The frames that the body sends by itself.
    let frames: PushedLiveView
    /// The files on the card.
    private let gallery: FujifilmGallery

    /// Activity of the connection.
    enum Activity: Hashable {
        /// Before it is known.
        case connecting
        case remote
        /// Shows the files on the card; 0xDF01 has this number.
        case browsing(UInt16)
    }

    struct Session {
        var activity = Activity.connecting
        /// Functions of the body; nil before they are known.
        var mode: FujifilmNetworkMode?
    }

    /// Guards the activity.
    let activity = Guarded(Session())

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
        gallery = FujifilmGallery(standard)
        events.onRecords { [weak self] in self?.apply($0) }
    }

    package var files: (any FileDriver)? { gallery }
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
        // The state decides for a body that does not report the version of remote control.
        var state: FujifilmClientState?
        if versions[.fujifilmRemoteVersion]?.isEmpty != false {
            state = FujifilmClientState(FujifilmChanges(try await value(.fujifilmCurrentState) ?? []))
        }
        let mode = FujifilmNetworkMode(
            state: state,
            remoteVersion: versions[.fujifilmRemoteVersion],
            remoteGalleryVersion: versions[.fujifilmRemoteGalleryVersion]
        )
        activity.withLock { $0.mode = mode }
        if mode.isRemote { try await openRemote(versions) } else { try await openGallery(versions) }
        reportCategories()
        parts.start()
    }

    private func openRemote(_ versions: [DevicePropCode: [UInt8]]) async throws(SessionError) {
        try await set(.fujifilmFunctionMode, to: FujifilmFunction.remote)
        try await poll()
        try await repeatVersion(.fujifilmRemoteVersion, versions)
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
        if activity.withLock({ $0.mode?.gallery }) != nil { device.operations.append(.getThumb) }
        activity.withLock { $0.activity = .remote }
        await standard.reportAll(of: device, describedAs: descriptions, from: transaction)
    }

    /// Opens a body without remote control: its files.
    private func openGallery(_ versions: [DevicePropCode: [UInt8]]) async throws(SessionError) {
        try await set(.fujifilmFunctionMode, to: FujifilmFunction.gallery)
        try await poll()
        try await repeatVersion(.fujifilmGalleryVersion, versions)
        try await tolerantly { () throws(SessionError) in try await set(.fujifilmWholeFiles, to: 1) }
        var device = try await device(with: [])
        device.operations = [
            .getDeviceInfo, .openSession, .closeSession, .getObjectInfo, .getObject, .getThumb, .getPartialObject,
            .getDevicePropDesc, .getDevicePropValue, .setDevicePropValue,
        ]
        device.deviceProps = []
        activity.withLock { $0.activity = .browsing(FujifilmFunction.gallery) }
        await standard.reportAll(of: device, describedAs: [], from: .session)
    }

    /// Writes a version back, which accepts it. A body without it answers without bytes.
    private func repeatVersion(
        _ code: DevicePropCode,
        _ versions: [DevicePropCode: [UInt8]]
    ) async throws(SessionError) {
        guard let version = versions[code], version.count == 4 else { return }
        try await tolerantly { () throws(SessionError) in
            try await session.send(.setDevicePropValue, [code.rawValue], version)
        }
    }

    // MARK: Remote control and the gallery

    /// Reports the categories that can be active: remote control, or the files of the card.
    private func reportCategories() {
        let (activity, mode) = activity.withLock { ($0.activity, $0.mode) }
        let control: CommandCategories =
            supports(.fujifilmStartMovie) ? [.stillsShooting, .videoRecording] : .stillsShooting
        var supported: [CommandCategories] = mode?.isRemote == true ? [control] : []
        if mode?.gallery != nil { supported.append(.fileAccess) }
        let storages = mode?.gallery == nil ? [] : [FujifilmGallery.storage]
        let updates: [CameraUpdate] = [
            .categories(active: activity == .remote ? control : .fileAccess, supported: supported), .storages(storages),
        ]
        standard.reports.report { updates }
    }

    /// Changes between remote control and the files of the card.
    package func setCommandCategories(_ categories: CommandCategories) async throws(CameraError) {
        let (present, gallery) = activity.withLock { ($0.activity, $0.mode?.gallery) }
        let wantsFiles = categories.contains(.fileAccess)
        if case .browsing = present, wantsFiles { return }
        if present == .remote, !wantsFiles { return }
        if wantsFiles {
            guard let gallery else { throw .notSupported(.setCommandCategories) }
            try await perform(.setCommandCategories) { _ throws(SessionError) in try await beginBrowsing(gallery) }
        } else {
            // No program is known that returns: the number that began remote control begins it again.
            try await perform(.setCommandCategories) { _ throws(SessionError) in
                try await set(.fujifilmFunctionMode, to: FujifilmFunction.remote)
                try await poll()
            }
        }
        activity.withLock { $0.activity = wantsFiles ? gallery.map { .browsing($0) } ?? .remote : .remote }
        reportCategories()
        events.requestNow()
    }

    /// The steps of fudge: 0xDF00 = 6, 0xDF01 = 11, 0xDF25 = 5, with requests of the state in between.
    private func beginBrowsing(_ function: UInt16) async throws(SessionError) {
        try await poll()
        try await tolerantly { () throws(SessionError) in
            try await set(.fujifilmClientState, to: FujifilmFunction.end)
        }
        try await poll()
        try await set(.fujifilmFunctionMode, to: function)
        try await poll()
        _ = try await value(.fujifilmRemoteGalleryVersion)
        let version = FujifilmNetworkMode.remoteGalleryVersion
        try await tolerantly { () throws(SessionError) in
            try await session.send(
                .setDevicePropValue,
                [DevicePropCode.fujifilmRemoteGalleryVersion.rawValue],
                (0..<4).map { UInt8(truncatingIfNeeded: version >> (8 * UInt32($0))) }
            )
        }
        try await poll()
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
                let movies: [OperationCode] = [.fujifilmStartMovie, .fujifilmStopMovie]
                // Only the names of these operations are known: they are used where a body lists them.
                device.operations = standard.device.operations + movies.filter(info.operations.contains)
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
        // While files are shown, no pictures are taken from here, and handles are those of the files.
        if case .browsing = activity.withLock({ $0.activity }) { return standard.eventReceived(event) }
        switch event.code {
        case .objectAdded, .fujifilmObjectAdded: offer(FujifilmEvents.handles(event))
        case .fujifilmPreviewAvailable: standard.tasks.start { [weak self] in await self?.readPreview() }
        case .captureComplete: offers.afterAnnouncements { [weak self] in self?.standard.shots.complete() }
        // The card is visible in its own mode only.
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
