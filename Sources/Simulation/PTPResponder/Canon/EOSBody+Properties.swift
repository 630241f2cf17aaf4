import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Settings and readings: reported in records, set with SetDevicePropValueEx.

extension EOSBody {
    // MARK: Reporting

    func report(_ codes: DevicePropCode...) { report(codes.compactMap { table[$0] }) }

    /// Queues the changed values of these properties. A blocked queue accepts none.
    func report(_ rows: [VendorProperty<EOSBody>]) {
        let now = time.now
        // Read under the lock: a record has the value of the moment in which it is queued.
        let actions = state.withLock { shared -> [EOSBodyState.Action] in
            guard shared.session.reportsValues(at: now) else { return [] }
            let readings = rows.map {
                EOSBodyState.Reading(
                    code: $0.code,
                    content: $0.content(self, shared.session),
                    offered: $0.offered(camera)
                )
            }
            return shared.session.valuesRead(readings, at: now)
        }
        perform(actions)
    }

    /// Queues records of an occurrence.
    func enqueue(_ records: [EventRecord]) {
        let now = time.now
        process { $0.occurred(records, at: now) }
    }

    /// RequestDevicePropValue (0x9127): queues a record with the value, whether or not it has changed.
    func requestValue(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkRemote()
        guard let row = table[DevicePropCode(rawValue: request.parameters[0])] else {
            throw Refusal(.devicePropNotSupported)
        }
        if row.code == .eosUTCTime || row.code == .eosCameraTime {
            let clock = await readClock()
            state.withLock { $0.session.clockRead(clock) }
        }
        let content = read { row.content(self, $0) }
        if let content { enqueue([.propertyChanged(row.code, content)]) }
        return .ok
    }

    /// Number of pictures that fit on the cards, or on the initiator if it is the destination.
    func availableShots(_ session: borrowing EOSBodyState) -> Int64? {
        let shots = camera.property(.shotsAvailable).value?.integer.map { Int64($0) }
        guard camera.property(.imageDestination).value?.common == .imageDestination(.host) else { return shots }
        return session.hostHasRoom ? Self.shotsOnHost : 0
    }

    /// Number that bodies report for a large disk.
    private static let shotsOnHost: Int64 = 9999

    // MARK: Setting

    func setProperty(_ data: [UInt8]) async throws(Refusal) -> Answer {
        try checkReady()
        let assignment: PropertyAssignment
        do throws(DatasetError) { assignment = try PropertyAssignment(data) } catch { throw Refusal(.invalidDevicePropFormat) }
        let (code, content) = (assignment.property, assignment.content)
        guard let row = table[code] else { throw Refusal(.devicePropNotSupported) }
        switch row.source {
        case .camera(let property, let map):
            try await set(property, map, code, content)
            if code == .eosCaptureDestination { report(.eosAvailableShots) }
        case .own(_, let offered): try store(content, code, offered)
        case .reading: try await setReading(content, code)
        }
        return .ok
    }

    /// Maximum length of a text in bytes, without the NUL.
    private static let textLimit = 63

    private func store(_ content: PropertyContent, _ code: DevicePropCode, _ offered: [PropertyContent]) throws(Refusal) {
        if case .text(let text) = content {
            guard text.utf8.count <= Self.textLimit, Self.ascii(text) == text else { throw Refusal(.invalidDevicePropValue) }
        } else {
            guard offered.contains(content) else { throw Refusal(.invalidDevicePropValue) }
        }
        settings.store(content, of: code)
        report(code)
    }

    /// Sets a computed property. Throws for those that cannot be set.
    private func setReading(_ content: PropertyContent, _ code: DevicePropCode) async throws(Refusal) {
        guard let number = content.number else { throw Refusal(.invalidDevicePropValue) }
        switch code {
        case .eosEVFOutputDevice: try setOutput(number)
        case .eosEVFRecordStatus: try await setRecording(number)
        case .eosUTCTime, .eosCameraTime: try await setClock(number, isUTC: code == .eosUTCTime)
        default: throw Refusal(.invalidDevicePropValue)
        }
    }

    // MARK: Clock

    func readClock() async -> EOSBodyState.Clock? {
        guard camera.capabilities.contains(.clock), let date = try? await camera.readClock() else { return nil }
        var shown = date
        shown.utcOffsetMinutes = 0
        let local = (shown.millisecondsSince1970 ?? 0) / 1000
        return EOSBodyState.Clock(local: local, utc: local - Int64(date.utcOffsetMinutes ?? 0) * 60)
    }

    private func setClock(_ seconds: Int64, isUTC: Bool) async throws(Refusal) {
        guard camera.capabilities.contains(.clock) else { throw Refusal(.devicePropNotSupported) }
        var date = CameraDate(millisecondsSince1970: seconds * 1000)
        // Keeps the camera's time zone if the camera reports one.
        let offset = (try? await camera.readClock())?.utcOffsetMinutes
        if isUTC, let offset { date = CameraDate(millisecondsSince1970: seconds * 1000, utcOffsetMinutes: offset) }
        date.utcOffsetMinutes = offset
        do throws(CameraError) { try await camera.setClock(date) } catch { throw Refusal(error) }
        let clock = await readClock()
        state.withLock { $0.session.clockRead(clock) }
        report(.eosCameraTime, .eosUTCTime)
    }
}
