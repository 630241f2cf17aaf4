package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPSession

extension EOSConnection {
    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        if identifier == .liveViewZoom { return try await zoom(value) }
        guard let code = state.withLock({ $0.eos.code(of: identifier) }) else {
            throw CameraError(.notSupported, "This camera has no such property.")
        }
        guard let content = EOSProperties.content(value, of: code) else {
            throw CameraError(.invalidValue, "The camera has no such value.")
        }
        try await assign(content, to: code, .setProperty)
        guard code == .eosCaptureDestination, value.common != .imageDestination(.camera) else { return }
        try await perform(.setProperty) { _ throws(SessionError) in try await makeRoom() }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        guard let code = state.withLock({ $0.eos.code(of: identifier) }) else {
            throw CameraError(.notSupported, "This camera has no such property.")
        }
        guard let content = state.withLock({ $0.eos.stepped(code, direction) }) else {
            throw CameraError(.invalidValue, "There is no further value in this direction.")
        }
        try await assign(content, to: code, .stepProperty)
    }

    /// So long a value is waited for that was asked for.
    private static let answerLimit: Duration = .seconds(3)

    /// Asks the body to say a property's value again, and waits until it has.
    private func refresh(_ code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        // Whoever asks while that is waited for has the same answer.
        let promise = state.withLock { state -> Promise<Bool, Never> in
            if let underWay = state.questions[code], underWay.current == nil { return underWay }
            let promise = Promise<Bool, Never>()
            state.questions[code] = promise
            return promise
        }
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        }
        drain?.hurry()
        let timer = time.makeTimer { promise.fulfil(.success(false)) }
        timer.arm(at: time.now + Self.answerLimit)
        defer { timer.disarm() }
        guard case .success(let isAnswered)? = await promise.resultUnlessCancelled() else { throw .cancelled(operation) }
        if !isAnswered { throw CameraError(.timedOut, "The camera does not report its \(code).", operation: operation) }
    }

    /// What the zone may be apart from UTC, in minutes.
    private static let zones: ClosedRange<Int64> = -14 * 60...14 * 60

    /// With the zone where the body says both clocks.
    package func readClock() async throws(CameraError) -> CameraDate {
        let (hasUTC, hasLocal) = clocks
        guard hasUTC || hasLocal, supports(.eosRequestDevicePropValue) else { throw .notSupported(.readClock) }
        if hasUTC { try await refresh(.eosUTCTime, .readClock) }
        if hasLocal { try await refresh(.eosCameraTime, .readClock) }
        let (utc, local) = state.withLock { ($0.eos.number(.eosUTCTime), $0.eos.number(.eosCameraTime)) }
        var date = CameraDate(millisecondsSince1970: (local ?? utc ?? 0) * 1000)
        date.utcOffsetMinutes = local == nil ? 0 : nil
        // The second may have changed between the two: zones are quarters of an hour.
        if let utc, let local {
            let quarters = Int64((Double(local - utc) / 900).rounded())
            if Self.zones.contains(quarters * 15) { date.utcOffsetMinutes = Int(quarters * 15) }
        }
        return date
    }

    /// Which clocks the body has.
    private var clocks: (utc: Bool, local: Bool) {
        state.withLock { ($0.eos.number(.eosUTCTime) != nil, $0.eos.number(.eosCameraTime) != nil) }
    }

    /// Bodies count seconds since 1970, by their own zone in CameraTime.
    package func setClock(_ date: CameraDate) async throws(CameraError) {
        let (hasUTC, hasLocal) = clocks
        guard hasUTC || hasLocal else { throw .notSupported(.setClock) }
        var shown = date
        shown.utcOffsetMinutes = 0
        let local = (shown.millisecondsSince1970 ?? 0) / 1000
        if hasUTC {
            try await assign(local - Int64(date.utcOffsetMinutes ?? 0) * 60, to: .eosUTCTime, .setClock)
        } else {
            try await assign(local, to: .eosCameraTime, .setClock)
        }
    }
}
