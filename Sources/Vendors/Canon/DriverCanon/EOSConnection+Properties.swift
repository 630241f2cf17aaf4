package import CameraModel
import HotShoeSupport
import PTP
import PTPCanon
import PTPProperties
import PTPSession
import VendorKit

extension EOSConnection {
    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        if identifier == .liveViewZoom { return try await zoom(value) }
        guard let code = state.withLock({ $0.code(of: identifier) }) else {
            throw CameraError(.notSupported, "This camera has no such property.")
        }
        guard let content = EOSProperties.content(value, of: code) else {
            throw CameraError(.invalidValue, "The camera has no such value.")
        }
        try await assign(content, to: code, .setProperty)
        // Bodies report texts on request only.
        if case .text = content, supports(.eosRequestDevicePropValue) { try await refresh(code, .setProperty) }
        guard code == .eosCaptureDestination, value.common != .imageDestination(.camera) else { return }
        try await perform(.setProperty) { _ throws(SessionError) in try await reportSpace() }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        guard let code = state.withLock({ $0.code(of: identifier) }) else {
            throw CameraError(.notSupported, "This camera has no such property.")
        }
        guard let content = state.withLock({ $0.properties.stepped(code, direction) }) else {
            throw CameraError(.invalidValue, "There is no further value in this direction.")
        }
        try await assign(content, to: code, .stepProperty)
    }

    /// Time to wait for a requested property value.
    private static let answerLimit: Duration = .seconds(3)

    /// Requests a property's value from the body and waits until the body has reported it.
    private func refresh(_ code: DevicePropCode, _ operation: CameraOperation) async throws(CameraError) {
        // Callers that request the value during the wait share the answer.
        let wait = waits.join(.property(code))
        try await perform(operation) { session throws(SessionError) in
            try await session.perform(.eosRequestDevicePropValue, [UInt32(code.rawValue)])
        }
        events.shortenPauses()
        switch await waits.outcome(of: wait, for: .property(code), within: Self.answerLimit) {
        case .reported: return
        case .notReported: throw CameraError(.timedOut, "The camera does not report its \(code).", operation: operation)
        case .cancelled: throw .cancelled(operation)
        }
    }

    /// Range of the offset between local time and UTC, in minutes.
    private static let zones: ClosedRange<Int64> = -14 * 60...14 * 60

    /// Includes the time zone if the body reports both clocks.
    package func readClock() async throws(CameraError) -> CameraDate {
        let (hasUTC, hasLocal) = clocks
        guard hasUTC || hasLocal, supports(.eosRequestDevicePropValue) else { throw .notSupported(.readClock) }
        if hasUTC { try await refresh(.eosUTCTime, .readClock) }
        if hasLocal { try await refresh(.eosCameraTime, .readClock) }
        let (utc, local) = state.withLock { ($0.number(.eosUTCTime), $0.number(.eosCameraTime)) }
        var date = CameraDate(millisecondsSince1970: (local ?? utc ?? 0) * 1000)
        date.utcOffsetMinutes = local == nil ? 0 : nil
        // The second may change between the two requests; rounding to quarters of an hour, the unit of time zones, removes
        // the difference.
        if let utc, let local {
            let quarters = Int64((Double(local - utc) / 900).rounded())
            if Self.zones.contains(quarters * 15) { date.utcOffsetMinutes = Int(quarters * 15) }
        }
        return date
    }

    /// The clocks that the body has.
    private var clocks: (utc: Bool, local: Bool) {
        state.withLock { ($0.number(.eosUTCTime) != nil, $0.number(.eosCameraTime) != nil) }
    }

    /// Bodies count seconds since 1970: UTCTime in UTC, CameraTime in local time.
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

extension EOSConnection: PropertyRoleDriver {
    package func property(for role: PropertyRole) -> PropertyIdentifier? {
        EOSProperties.rows.first { $0.role == role }?.property
    }
}
