import CameraModel
import HotShoeSupport
import PTP
import PTPCanon

// Settings and readings: reported in records, set with SetDevicePropValueEx.

extension EOSBody {
    // MARK: Reporting

    /// Queues all values that the initiator does not have yet.
    func reportAll() { report(table.rows.filter { !$0.isOnRequest }) }

    func report(_ codes: DevicePropCode...) { report(codes.compactMap { table[$0] }) }

    /// Queues the changed values of these properties. A blocked queue accepts none.
    func report(_ rows: [EOSPropertyRow]) {
        let now = time.now
        changeQueue { state in
            state.queue.checkTimeout(at: now)
            if state.queue.isHung { return }
            for row in rows { report(row, &state, now) }
        }
    }

    private func report(_ row: EOSPropertyRow, _ state: inout State, _ now: Duration) {
        let code = row.code
        if let content = content(of: row, state), state.reported.values[code] != content {
            state.reported.values[code] = content
            state.queue.append(.propertyChanged(code, content), at: now)
        }
        guard state.reported.values[code] != nil else { return }
        let offered = offered(by: row)
        // An empty list is reported only if a non-empty one was reported before.
        guard offered != state.reported.offered[code] ?? [] else { return }
        state.reported.offered[code] = offered
        state.queue.append(.offeredValuesChanged(code, OfferedValues(offered, of: code)), at: now)
    }

    func content(of row: EOSPropertyRow, _ state: borrowing State) -> PropertyContent? {
        switch row.source {
        case .camera(let property, let map): camera.property(property).value.flatMap { map.content($0, of: row.code) }
        case .own(let first, _): settings.content(of: row.code) ?? first
        case .reading(let read): read(self, state)
        }
    }

    private func offered(by row: EOSPropertyRow) -> [PropertyContent] {
        switch row.source {
        case .camera(let property, let map): map.offered(camera.property(property).settable, of: row.code)
        case .own(_, let offered): offered
        case .reading: row.code == .eosEVFOutputDevice ? Self.outputs : row.code == .eosEVFRecordStatus ? Self.recordTargets : []
        }
    }

    private static let outputs = (0...3).compactMap { PropertyContent(number: $0, of: .eosEVFOutputDevice) }
    private static let recordTargets = [0, 4].compactMap { PropertyContent(number: $0, of: .eosEVFRecordStatus) }

    /// RequestDevicePropValue (0x9127): queues a record with the value, whether or not it has changed.
    func requestValue(_ request: OperationRequest) async throws(Refusal) -> Answer {
        try checkRemote()
        guard let number = UInt16(exactly: request.parameters[0]), let row = table[DevicePropCode(rawValue: number)] else {
            throw Refusal(.devicePropNotSupported)
        }
        if row.code == .eosUTCTime || row.code == .eosCameraTime {
            let clock = await readClock()
            state.withLock { $0.clock = clock }
        }
        let content = state.withLock { state -> PropertyContent? in self.content(of: row, state) }
        if let content { enqueue([.propertyChanged(row.code, content)]) }
        return .ok
    }

    /// Number of pictures that fit on the cards, or on the initiator if it is the destination.
    func availableShots(_ state: borrowing State) -> Int64? {
        let shots = camera.property(.shotsAvailable).value?.integer.map { Int64($0) }
        guard camera.property(.imageDestination).value?.common == .imageDestination(.host) else { return shots }
        return state.hostHasRoom ? Self.shotsOnHost : 0
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
        case .camera(let property, let map): try await set(property, map, code, content)
        case .own(_, let offered): try store(content, code, offered)
        case .reading: try await setReading(content, code)
        }
        return .ok
    }

    private func set(
        _ identifier: PropertyIdentifier,
        _ map: EOSValueMap,
        _ code: DevicePropCode,
        _ content: PropertyContent
    ) async throws(Refusal) {
        let property = camera.property(identifier)
        guard let value = map.value(content, among: property.settable, of: code) else { throw Refusal(.invalidDevicePropValue) }
        do throws(CameraError) { try await property.set(value) } catch { throw Refusal(error) }
        if code == .eosCaptureDestination { report(.eosAvailableShots) }
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

    func readClock() async -> Clock? {
        guard camera.capabilities.contains(.clock), let date = try? await camera.readClock() else { return nil }
        var shown = date
        shown.utcOffsetMinutes = 0
        let local = (shown.millisecondsSince1970 ?? 0) / 1000
        return Clock(local: local, utc: local - Int64(date.utcOffsetMinutes ?? 0) * 60)
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
        state.withLock { $0.clock = clock }
        report(.eosCameraTime, .eosUTCTime)
    }
}
