package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
import PTPNikon
package import PTPSession
import VendorKit

/// Connection to a Nikon body. **Thread-safe.** See `docs/driver-nikon.md`.
package final class NikonConnection:
    PTPConnection, PropertyDriver, ShutterDriver, FocusDriver, LiveViewDriver, VideoDriver
{
    let standard: StandardConnection
    let session: PTPSession
    let host: CameraHost
    let time: any TimeSource
    let events: EventPoller<Event>
    let liveRuns: LiveViewRuns
    let presses = HeldPresses<Press>()
    /// Waits for recording to start or stop.
    let waits: ReportWaits<Bool, Bool>
    private let offers: OfferedTransfers

    /// A press of the shutter button, in the order in which presses are released.
    enum Press: CaseIterable { case full, half }

    struct State {
        /// Whether the computer controls the settings of the mode dial.
        var hasControl = false
        /// Whether the body runs live view only because it records.
        var viewsToRecord = false
        var recording = RecordingState.idle
        /// Number of files of the picture that is being taken which have not arrived in the body's memory.
        var filesToMemory = 0
        /// BurstNumber, to be restored when the shutter is released.
        var burstNumber: UInt64?
    }

    /// Guards the state of the connection.
    let state = Guarded(State())

    /// Maximum number of replies with events that are processed while connecting.
    private static let openingReplies = 64
    /// Size of a piece, in bytes, that is fetched from the body's memory.
    private static let transferPiece: UInt64 = 1 << 20

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        (self.session, self.host, self.time) = (session, host, time)
        let standard = StandardConnection(session, device, host: host, time: time, .nikon(device))
        self.standard = standard
        let events = EventPoller(session, .nikon(isWide: device.operations.contains(.nikonGetEventEx)), time: time)
        self.events = events
        waits = ReportWaits(time)
        liveRuns = LiveViewRuns(
            session,
            .nikon(isExtended: device.operations.contains(.nikonGetLiveViewImageEx)),
            time: time
        )
        // A body takes no further picture into its memory before this one is removed.
        offers = OfferedTransfers(standard, standard.shots, inPiecesOf: Self.transferPiece) { handle throws(CameraError) in
            try await session.perform(.transfer, meanings: .nikon) { session throws(SessionError) in
                try await session.perform(.nikonDelImageSDRAM, [handle.rawValue])
            }
            events.requestNow()
        }
        events.onRecords { [weak self] records in for event in records { self?.apply(event) } }
    }

    package var info: CameraInfo { standard.info }
    package var files: (any FileDriver)? { standard }
    package var transfers: (any TransferDriver)? { offers }
    package var clock: (any ClockDriver)? { standard }

    func supports(_ code: OperationCode) -> Bool { standard.supports(code) }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        let vendors = try await vendorProperties()
        try await events.drain(limit: Self.openingReplies)
        await standard.reportAll(adding: vendors)
        // A picture that another program has left in the body's memory would prevent live view and further pictures.
        if let bits = try? await standard.number(.nikonLiveViewProhibitCondition),
            Prohibitions(rawValue: UInt32(truncatingIfNeeded: bits)).contains(.pictureInMemory)
        {
            offers.announce(.nikonSDRAM, isOnlyCopy: true)
        }
        await findMovie()
        events.start()
    }

    /// The properties that DeviceInfo does not list. Those with numbers of more than 16 bits need operations of their own.
    private func vendorProperties() async throws(SessionError) -> [DevicePropCode] {
        let isWide = supports(.nikonGetVendorCodes)
        guard isWide || supports(.nikonGetVendorPropCodes) else { return [] }
        do throws(SessionError) {
            let listed: [UInt32] =
                isWide
                ? try await session.array(.nikonGetVendorCodes, [0xD])
                : try await session.array(.nikonGetVendorPropCodes, as: UInt16.self).map { UInt32($0) }
            let codes = listed.map { DevicePropCode(rawValue: $0) }.filter { !$0.isWide || supports(.nikonGetDevicePropDescEx) }
            if codes.count < listed.count {
                Log.write(.info, "nikon", "\(listed.count - codes.count) properties with wide numbers are left out")
            }
            return codes.filter { !standard.device.deviceProps.contains($0) }
        } catch {
            if case .link = error { throw error }
            Log.write(.warning, "nikon", "the vendor's properties are not listed: \(error)")
            return []
        }
    }

    package func disconnect(_ options: DisconnectOptions) async {
        endWaits()
        let offered = offers.popAll()
        await stopLiveView()
        await release(presses.pop())
        if let first = offered.first { await session.performFinally(.nikonDelImageSDRAM, [first.rawValue]) }
        if state.withLock({ $0.hasControl }) { await session.performFinally(.nikonChangeCameraMode, [0]) }
        await standard.disconnect(options)
    }

    private func endWaits() {
        events.stop()
        waits.endAll()
    }

    package func linkEnded() {
        endWaits()
        liveRuns.linkEnded()
        standard.linkEnded()
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
                self?.fileArrived() == true
            }
        // With both destinations, the number of files determines when a picture is complete.
        case .nikonCaptureCompleteRecInSDRAM where destination != .cameraAndHost:
            offers.afterAnnouncements { [weak self] in self?.pictureCompleted() }
        case .captureComplete where destination == .cameraAndHost: break
        case .nikonMovieRecordStarted: report(RecordingState(isRecording: true, timer: .none))
        case .nikonMovieRecordComplete: report(.idle)
        case .nikonMovieRecordInterrupted:
            report(.idle)
            host.update([.notice("The camera has stopped recording by itself.")])
        default: standard.eventReceived(event)
        }
    }

    /// Counts a file of the picture in the body's memory. Returns whether others follow, for which the body has no room before this one
    /// has been fetched.
    private func fileArrived() -> Bool {
        state.withLock { state in
            state.filesToMemory = max(0, state.filesToMemory - 1)
            return state.filesToMemory > 0
        }
    }

    /// Ends the picture, unless files are missing: bodies report completion for each file.
    private func pictureCompleted() { if state.withLock({ $0.filesToMemory == 0 }) { standard.shots.complete() } }

    /// Reports the state of recording to the host, and to calls that wait for it.
    func report(_ recording: RecordingState) {
        state.withLock { $0.recording = recording }
        host.update([.recording(recording)])
        waits.report(true, for: recording.isRecording)
    }

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
        guard supports(.nikonChangeCameraMode), !state.withLock({ $0.hasControl }) else { return false }
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(.nikonChangeCameraMode, [1])
        }
        state.withLock { $0.hasControl = true }
        return true
    }

    // MARK: Operations

    /// Performs operations of the session; converts its errors into errors of the camera model.
    @discardableResult
    func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        try await session.perform(operation, meanings: .nikon, work)
    }

    /// Performs an operation that continues after its response, and waits until the body is ready.
    func performToEnd(
        _ code: OperationCode,
        _ parameters: Parameters = [],
        within limit: Duration,
        _ operation: CameraOperation
    ) async throws(CameraError) {
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(code, parameters, priority: .immediate)
            try await session.waitForNikon(limit, time)
        }
    }

    /// Sets a number of a property that is no setting of the camera model.
    func set(_ code: DevicePropCode, to bytes: [UInt8], _ operation: CameraOperation) async throws(CameraError) {
        try await perform(operation) { session throws(SessionError) in
            _ = try await session.send(.setDevicePropValue, [code.rawValue], bytes)
        }
    }
}

extension PTPSession {
    /// Polls DeviceReady until the body is ready. A silent release that continues needs no waiting.
    func waitForNikon(_ limit: Duration, _ time: any TimeSource) async throws(SessionError) {
        do throws(SessionError) {
            try await performUntilReady(.nikonDeviceReady, every: .milliseconds(20), limit: limit, time: time)
        } catch {
            guard case .refused(_, let response) = error, response.code == .nikonSilentReleaseBusy else { throw error }
        }
    }
}
