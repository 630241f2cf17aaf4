package import CameraModel
import DriverPTP
package import HotShoeSupport
package import PTP
package import PTPPanasonic
package import PTPSession
package import VendorKit

/// Connection to a Panasonic body in the mode "PC(Tether)". **Thread-safe.** See `docs/driver-panasonic.md`.
package final class PanasonicConnection: LiveViewConnection, PropertyDriver, ShutterDriver, FocusDriver, VideoDriver {
    package let parts: VendorParts<PanasonicStatus, Press>

    /// A press of the shutter button.
    package enum Press: ButtonPress {
        case full, half

        package static let exposing: Set<Press> = [.full]
        package static let focusing: Set<Press> = [.half]
    }

    /// Guards the body's state.
    let state = Guarded(PanasonicState())

    /// Number of groups that were not answered in time after which no further ones are requested.
    private static let silenceLimit = 3
    /// Time for all groups together in which requests are repeated while the body is busy.
    private static let busyBudget: Duration = .seconds(3)

    package init(_ session: PTPSession, _ device: DeviceInfo, host: CameraHost, time: any TimeSource) {
        let standard = StandardConnection(session, Self.completed(device), host: host, time: time, .panasonic)
        parts = VendorParts(standard, .panasonic)
        events.onRecords { [weak self] in for status in $0 { self?.apply(status) } }
    }

    /// The device with the operations that bodies have without listing them.
    static func completed(_ device: DeviceInfo) -> DeviceInfo {
        var completed = device
        completed.operations += OperationCode.panasonicOperations.filter { !device.operations.contains($0) }
        return completed
    }

    // MARK: Opening and closing

    package func open() async throws(SessionError) {
        try await session.open()
        try await session.performOptional(.panasonicOpenSession, [PanasonicControl.session])
        let (properties, busy) = try await session.withBusyBudget(Self.busyBudget) {
            () -> Result<([PropertyState], busy: [PanasonicState.Source]), SessionError> in
            do throws(SessionError) { return .success(try await readSettings()) } catch { return .failure(error) }
        }
        .get()
        await standard.reportAll()
        host.update(properties.map { .property($0) })
        for source in [PanasonicState.Source.destination, .exposure, .liveViewSize] { await read(source) }
        readAgain(busy)
        // Bodies without this operation do not report whether they record.
        do throws(SessionError) {
            try await events.drain(limit: 1)
            parts.start()
        } catch {
            if case .link = error { throw error }
            Log.write(.info, "panasonic", "the state of the camera is not known: \(error)")
        }
    }

    /// Requests all groups. Returns their properties, and the groups that the body is too busy for. Throws if it describes none.
    private func readSettings() async throws(SessionError) -> ([PropertyState], busy: [PanasonicState.Source]) {
        var (states, busy): ([PropertyState], [PanasonicState.Source]) = ([], [])
        var (refusal, unanswered): (SessionError?, Int) = (nil, 0)
        for group in PanasonicGroups.settings where unanswered < Self.silenceLimit {
            do throws(SessionError) {
                states += try await settings(group)
                continue
            } catch {
                switch error {
                case .link, .cancelled: throw error
                case .timedOut: unanswered += 1
                case .refused(_, let response) where response.code == .deviceBusy: busy.append(.settings(group))
                default: break
                }
                refusal = refusal ?? error
            }
            guard let member = PanasonicGroups.alone[group] else { continue }
            if let alone = try? await settings(group, by: member) { states += alone }
        }
        if let refusal, !state.withLock({ $0.hasSettings }) { throw refusal }
        return (states, busy)
    }

    package func explanation(of error: SessionError) -> CameraError? { .refusedTethering(error) }

    /// A picture that waits to be fetched keeps the body from switching itself off (observed by others): it is fetched and discarded.
    package func leave(_ pictures: [ObjectHandle]) async {
        for handle in pictures where session.isOpen {
            do throws(SessionError) {
                _ = try await session.receive(.getObject, [handle.rawValue], limit: Self.discardLimit)
            } catch { break }
        }
        await session.performFinally(.panasonicCloseSession, [PanasonicControl.session])
    }

    /// Maximum size of a picture that is fetched to be discarded, in bytes.
    private static let discardLimit = 256 << 20

    // MARK: Reading

    /// Requests a group of properties, with their values.
    private func settings(
        _ group: DevicePropCode,
        by request: DevicePropCode? = nil
    ) async throws(SessionError) -> [PropertyState] {
        let code = request ?? group
        let bytes = try await session.receive(
            .panasonicListProperty,
            [code.rawValue, 0, 0],
            limit: PanasonicPropertyList.replyLimit
        )
        .bytes
        let list = PanasonicPropertyList(bytes)
        if let failure = list.failure {
            guard !list.members.isEmpty else { throw .malformed(.panasonicListProperty, failure) }
            Log.write(.warning, "panasonic", "a group of properties is malformed: \(failure)")
        }
        // The list may have other values than the present ones (observed behaviour of a GH5's aperture).
        let values = (try? await values(.panasonicGetProperty, code)) ?? PanasonicValueList(values: [])
        return state.withLock { $0.described(group, by: code, list, values) }
    }

    private func values(_ operation: OperationCode, _ code: DevicePropCode) async throws(SessionError) -> PanasonicValueList {
        let reply = try await session.receive(operation, [code.rawValue], limit: PanasonicValueList.replyLimit)
        let list = PanasonicValueList(reply.bytes)
        if let failure = list.failure { Log.write(.warning, "panasonic", "a reply with values is malformed: \(failure)") }
        return list
    }

    /// Reads something, and reports it. A body may not have it.
    private func read(_ source: PanasonicState.Source) async {
        do throws(SessionError) {
            var states: [PropertyState] = []
            switch source {
            // All in one update, so that what the mode dial allows is known together with the mode.
            case .settings(let group):
                for (group, request) in state.withLock({ $0.requests(group) }) {
                    states += try await settings(group, by: request)
                }
            case .exposure:
                let values = try await values(.panasonicGetStatus, .panasonicExposureInUse)
                states = state.withLock { $0.reported(values) }
            case .destination:
                let values = try await values(.panasonicGetSetup, .panasonicSetupTarget)
                states = state.withLock { $0.reportedDestination(values) }.map { [$0] } ?? []
            case .liveViewSize:
                let present = try await values(.panasonicGetStatus, .panasonicLiveViewSize)
                let listed = try await values(.panasonicGetStatus, .panasonicLiveViewSizes)
                states = state.withLock { $0.reportedSizes(present, listed) }.map { [$0] } ?? []
            case .event(let number):
                _ = try await session.receive(.panasonicGetEvent, [number], limit: PanasonicValueList.replyLimit)
                return
            }
            host.update(states.map { .property($0) })
        } catch { Log.write(.info, "panasonic", "\(source) is not known: \(error)") }
    }

    /// Reads the groups of the exposure, which cannot be set during a movie, and waits until they are reported.
    func readExposure() async {
        let groups = PanasonicGroups.settings.filter { PanasonicGroups.exposure.contains($0) }
        let sources = state.withLock { state in groups.flatMap { state.sources(of: $0) } }
        let done = Promise<Void, Never>()
        readAgain(sources.filter { $0 != .exposure } + [.exposure], then: done)
        _ = await done.resultUnlessCancelled()
    }

    /// Reads something again, in the order of the calls, each source once. One task reads at a time, so that no older state follows a newer
    /// one.
    func readAgain(_ sources: [PanasonicState.Source], then done: Promise<Void, Never>? = nil) {
        guard state.withLock({ $0.changed(sources, then: done) }) else { return }
        standard.tasks.start { [weak self] in
            while let self {
                switch self.state.withLock({ $0.popReading() }) {
                case .read(let source): await self.read(source)
                case .end(let readers):
                    for reader in readers { reader.fulfil(.success(())) }
                    return
                }
            }
        }
    }

    // MARK: Events

    package func eventReceived(_ event: Event) {
        let parameter = event.parameters[0]
        switch event.code {
        case .panasonicPropertyChanged:
            let code = DevicePropCode(rawValue: parameter)
            readAgain(state.withLock { $0.sources(of: code) })
        case .panasonicObjectAdded:
            standard.eventReceived(Event(.objectAdded, [parameter], transaction: event.transaction))
        case .panasonicObjectForHost: announce(ObjectHandle(rawValue: parameter))
        case .panasonicRequest: readAgain([.event(parameter)])
        case .captureComplete: completed()
        default: standard.eventReceived(event)
        }
        // The state of the body may have changed too.
        if event.code.rawValue & 0xFF00 == 0xC100 { events.requestNow() }
    }

    private func announce(_ handle: ObjectHandle) {
        let isOnlyCopy = state.withLock { $0.destination } != .cameraAndHost
        offers.announce(handle == .none ? .panasonicPicture : handle, isOnlyCopy: isOnlyCopy) { [weak self] in
            self?.state.withLock { $0.fileArrived() } == true
        }
    }

    private func completed() {
        guard state.withLock({ $0.endsWithReport }) else { return }
        offers.afterAnnouncements { [weak self] in self?.standard.shots.complete() }
    }

    private func apply(_ status: PanasonicStatus) {
        let isRecording = status == .recording
        if isRecording || recordings.isRecording { recordings.report(isRecording: isRecording) }
        let value = PanasonicValueList(values: [PanasonicValue(.panasonicRecordingStatus, status.rawValue)])
        host.update(state.withLock { $0.reported(value) }.map { .property($0) })
    }
}
