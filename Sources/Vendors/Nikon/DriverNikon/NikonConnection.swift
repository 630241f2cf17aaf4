package import CameraModel
package import DriverPTP
package import HotShoeSupport
package import PTP
import PTPNikon
package import PTPSession
package import VendorKit

/// Connection to a Nikon body. **Thread-safe.** See `docs/driver-nikon.md`.
package final class NikonConnection: LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver, VideoDriver {
    package let parts: VendorParts<Event, Press>

    /// A press of the shutter button.
    package enum Press: ButtonPress {
        case full, half

        package static let exposing: Set<Press> = [.full]
        package static let focusing: Set<Press> = [.half]
    }

    /// Guards the state of the connection.
    let state = Guarded(NikonState())

    /// Maximum number of replies with events that are processed while connecting.
    private static let openingReplies = 64

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        let standard = StandardConnection(session, device, host: host, time: time, .nikon(device))
        parts = VendorParts(standard, .nikon(device))
        events.onRecords { [weak self] records in for event in records { self?.apply(event) } }
    }

    package var clock: (any ClockDriver)? { standard }

    // MARK: Opening and closing

    /// A body that is not paired lists no operation that returns events, or refuses ChangeApplicationMode (observed with one body each).
    package func requiredPairing() async throws(SessionError) -> Pairing? {
        guard supports(.nikonStartPairing), supports(.nikonEndPairing) else { return nil }
        guard supports(.nikonGetEvent) || supports(.nikonGetEventEx) else { return .nikon }
        guard supports(.nikonChangeApplicationMode) else { return nil }
        try await session.open()
        do throws(SessionError) { try await session.perform(.nikonChangeApplicationMode, [1]) } catch {
            guard case .refused(_, let response) = error else { throw error }
            if response.code == .deviceBusy { return nil }
            var pairing = Pairing.nikon
            pairing.isOptional = true
            return pairing
        }
        try await session.performOptional(.nikonChangeApplicationMode, [0])
        return nil
    }

    package func open() async throws(SessionError) {
        try await session.open()
        let vendors = try await vendorProperties()
        try await events.drain(limit: Self.openingReplies)
        await standard.reportAll(adding: vendors)
        // A picture that another program has left in the body's memory would prevent live view and further pictures.
        if await prohibitions(.nikonLiveViewProhibitCondition).contains(.pictureInMemory) {
            offers.announce(.nikonSDRAM, isOnlyCopy: true)
        }
        await findMovie()
        parts.start()
    }

    /// The properties that DeviceInfo does not list. Those with numbers of more than 16 bits need operations of their own.
    private func vendorProperties() async throws(SessionError) -> [DevicePropCode] {
        guard supports(.nikonGetVendorCodes) else {
            return try await properties(listedBy: .nikonGetVendorPropCodes, as: UInt16.self)
        }
        let codes = try await properties(listedBy: .nikonGetVendorCodes, [0xD], as: UInt32.self)
        let known = codes.filter { !$0.isWide || supports(.nikonGetDevicePropDescEx) }
        if known.count < codes.count {
            Log.write(.info, "nikon", "\(codes.count - known.count) properties with wide numbers are left out")
        }
        return known
    }

    package func leave(_ pictures: [ObjectHandle]) async {
        if let first = pictures.first { await session.performFinally(.nikonDelImageSDRAM, [first.rawValue]) }
        if state.withLock({ $0.control == .computer }) { await session.performFinally(.nikonChangeCameraMode, [0]) }
    }

    // MARK: Events

    /// Events of the link. A body may report some of them there and not by the poll, or in both ways.
    package func eventReceived(_ event: Event) {
        apply(event)
        events.requestNow()
    }

    private func apply(_ event: Event) {
        switch event.code {
        case .nikonObjectAddedInSDRAM:
            let handle = ObjectHandle(rawValue: event.parameters[0])
            offers.announce(handle == .none ? .nikonSDRAM : handle, isOnlyCopy: destination != .cameraAndHost) { [weak self] in
                self?.state.withLock { $0.fileArrived() } == true
            }
        // With both destinations, the number of files determines when a picture is complete.
        case .nikonCaptureCompleteRecInSDRAM where destination != .cameraAndHost:
            offers.afterAnnouncements { [weak self] in self?.pictureCompleted() }
        case .captureComplete where destination == .cameraAndHost: break
        case .nikonMovieRecordStarted: recordings.report(isRecording: true)
        case .nikonMovieRecordComplete: recordings.report(isRecording: false)
        case .nikonMovieRecordInterrupted:
            recordings.report(isRecording: false)
            host.update([.notice("The camera has stopped recording by itself.")])
        default: standard.eventReceived(event)
        }
    }

    /// Ends the picture, unless files are missing: bodies report completion for each file.
    private func pictureCompleted() { if state.withLock({ $0.picture == .none }) { standard.shots.complete() } }

    // MARK: Settings

    /// Destination of new pictures.
    var destination: ImageDestination {
        if case .imageDestination(let place)? = standard.state(of: .imageDestination)?.value?.common { place } else { .camera }
    }

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        try await controlling { () throws(CameraError) in try await standard.setProperty(identifier, to: value) }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        try await controlling { () throws(CameraError) in try await standard.stepProperty(identifier, direction) }
    }

    /// Performs a change. If the body denies access, repeats it with the settings of the mode dial under the computer's control.
    private func controlling(_ change: () async throws(CameraError) -> Void) async throws(CameraError) {
        do throws(CameraError) { try await change() } catch {
            guard error.response?.code == UInt32(ResponseCode.accessDenied.rawValue),
                try await takeControl(.setProperty)
            else { throw ResponseMeanings.nikon.refined(error) }
            do throws(CameraError) { try await change() } catch { throw ResponseMeanings.nikon.refined(error) }
        }
    }

    /// Takes control of the settings of the mode dial, until the connection ends. Returns `false` if the computer has it already,
    /// or the body does not support that.
    func takeControl(_ operation: CameraOperation) async throws(CameraError) -> Bool {
        guard supports(.nikonChangeCameraMode), state.withLock({ $0.control == .body }) else { return false }
        try await perform(operation, .nikonChangeCameraMode, [1])
        state.withLock { $0.controlTaken() }
        return true
    }

    /// Sets a number of a property that is no setting of the camera model.
    func set(_ code: DevicePropCode, to bytes: [UInt8], _ operation: CameraOperation) async throws(CameraError) {
        try await perform(operation) { session throws(SessionError) in
            _ = try await session.send(.setDevicePropValue, [code.rawValue], bytes)
        }
    }
}
