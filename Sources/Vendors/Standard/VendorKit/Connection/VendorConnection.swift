package import CameraModel
package import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPSession

/// A vendor's connection that consists of ``VendorParts``. **Thread-safe.**
///
/// The extension performs what is the same for all vendors: the order in which a connection ends, releases, and the conversion of
/// errors. Files are read and written with the standard's operations.
package protocol VendorConnection: PTPConnection {
    associatedtype Record: Sendable
    associatedtype Press: ButtonPress

    var parts: VendorParts<Record, Press> { get }

    /// Releases presses, also for a cancelled caller; ignores errors.
    func release(_ presses: [Press]) async
    /// Ends the waits for reports that are not parts of the kit. By default there are none. Must not block.
    func endOwnWaits()
    /// Performs the operations that end the vendor's mode, before the session is closed. By default there are none.
    ///
    /// - Parameter pictures: Pictures that were neither transferred nor declined.
    func leave(_ pictures: [ObjectHandle]) async
    /// Stops live view at the camera. By default there is nothing to stop.
    func endView() async
}

extension VendorConnection {
    package var standard: StandardConnection { parts.standard }
    package var session: PTPSession { parts.standard.session }
    package var host: CameraHost { parts.host }
    package var time: any TimeSource { parts.time }
    package var events: EventPoller<Record> { parts.events }
    package var liveRuns: LiveViewRuns { parts.liveRuns }
    package var presses: HeldPresses<Press> { parts.presses }
    package var recordings: RecordingReports { parts.recordings }
    package var offers: OfferedTransfers { parts.offers }

    package var info: CameraInfo { standard.info }
    package var files: (any FileDriver)? { standard }
    package var transfers: (any TransferDriver)? { offers }

    package func supports(_ code: OperationCode) -> Bool { standard.supports(code) }

    // MARK: Ending

    package func endOwnWaits() {}
    package func leave(_ pictures: [ObjectHandle]) async {}
    package func endView() async {}

    package func disconnect(_ options: DisconnectOptions) async {
        endWaits()
        await events.untilStopped()
        let pictures = offers.popAll()
        await stopRun()
        await release(presses.pop())
        await leave(pictures)
        await standard.disconnect(options)
    }

    package func linkEnded() {
        endWaits()
        liveRuns.linkEnded()
        standard.linkEnded()
    }

    private func endWaits() {
        parts.endWaits()
        endOwnWaits()
    }

    // MARK: Operations

    /// Performs operations of the session; converts its errors into errors of the camera model.
    @discardableResult
    package func perform<Value: Sendable>(
        _ operation: CameraOperation,
        _ work: (PTPSession) async throws(SessionError) -> Value
    ) async throws(CameraError) -> Value {
        try await session.perform(operation, meanings: parts.operations.frame.meanings, work)
    }

    /// Performs one operation before those that wait; throws `notSupported` if the camera does not have it.
    @discardableResult
    package func perform(
        _ operation: CameraOperation,
        _ code: OperationCode,
        _ parameters: Parameters = [],
        timeout: Duration? = nil
    ) async throws(CameraError) -> OperationResponse {
        guard supports(code) else { throw .notSupported(operation) }
        return try await perform(operation) { session throws(SessionError) in
            try await session.perform(code, parameters, priority: .immediate, timeout: timeout)
        }
    }

    /// Performs an operation that continues after its response, and waits until the camera is ready, at most `limit`.
    package func performToEnd(
        _ operation: CameraOperation,
        _ code: OperationCode,
        _ parameters: Parameters = [],
        within limit: Duration
    ) async throws(CameraError) {
        try await perform(operation, code, parameters)
        try await perform(operation) { _ throws(SessionError) in try await waitUntilReady(within: limit) }
    }

    /// Waits until the camera is ready, at most `limit`.
    package func waitUntilReady(within limit: Duration) async throws(SessionError) {
        if let poll = parts.operations.readiness { try await session.waitUntilReady(poll, within: limit, time) }
    }

    /// Requests the numbers of properties that the DeviceInfo does not list. None if the camera does not have or refuses the operation;
    /// throws if the link has ended.
    package func properties<Number: FixedWidthInteger & BitwiseCopyable & Sendable>(
        listedBy code: OperationCode,
        _ parameters: Parameters = [],
        as type: Number.Type
    ) async throws(SessionError) -> [DevicePropCode] {
        guard supports(code) else { return [] }
        do throws(SessionError) {
            let listed = try await session.array(code, parameters, as: type).map {
                DevicePropCode(rawValue: UInt32(truncatingIfNeeded: $0))
            }
            let known = Set(standard.device.deviceProps)
            return listed.filter { !known.contains($0) }
        } catch {
            if case .link = error { throw error }
            Log.write(.warning, "ptp", "the vendor's properties are not listed: \(error)")
            return []
        }
    }

    // MARK: Presses

    /// Takes a picture and waits for its files.
    package func collectShot(
        _ plan: PictureWait.Plan,
        _ release: () async throws(CameraError) -> Void
    ) async throws(CameraError) -> ShotResult {
        try await standard.prepareShot()
        events.shortenPauses(for: plan.limit)
        defer { events.calm() }
        return try await standard.shots.collect(plan, isOpen: { session.isOpen }, release)
    }

    /// Performs work that holds presses of `wanted`, which are released if it fails.
    package func pressing(
        _ wanted: Set<Press>,
        _ work: () async throws(CameraError) -> Void
    ) async throws(CameraError) {
        do throws(CameraError) { try await work() } catch {
            await release(presses.pop(wanted))
            throw error
        }
    }

    // MARK: Live view

    /// Ends the run of live view, and live view at the camera if there was a run.
    fileprivate func stopRun() async { if liveRuns.stop(), session.isOpen { await endView() } }
}

extension VendorConnection where Self: ShutterDriver {
    package func releaseShutter() async throws(CameraError) { await release(presses.pop(Press.exposing)) }
}

extension VendorConnection where Self: FocusDriver {
    package func disengageAutoFocus() async throws(CameraError) { await release(presses.pop(Press.focusing)) }
}

/// A vendor's connection with live view: a run that fails to start is ended at the camera too.
package protocol LiveViewConnection: VendorConnection, LiveViewDriver {
    /// Starts live view at the camera.
    func beginView(_ options: LiveViewOptions) async throws(CameraError)
    /// Called for what frames and responses report about the camera. By default without effect. Must not block.
    func viewReported(_ report: LiveViewReport)
}

extension LiveViewConnection {
    package func viewReported(_ report: LiveViewReport) {}

    package func startLiveView(_ options: LiveViewOptions, sink: LiveViewSink) async throws(CameraError) -> LiveViewFormat {
        do throws(CameraError) {
            return try await liveRuns.start(sink, onReport: { [weak self] in self?.viewReported($0) }) { () throws(CameraError) in
                try await beginView(options)
            }
        } catch {
            await stopRun()
            throw error
        }
    }

    package func stopLiveView() async { await stopRun() }
}
