package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPProperties
import PTPSession
import PTPSony
import VendorKit

// Settings: as values, or by notches.

extension SonyConnection {
    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        if identifier == .vendor(code: DevicePropCode.sonyZoomOperation.rawValue) { return try await zoom(value) }
        let (code, data) = state.withLock { ($0.code(identifier), $0.encode(value, for: identifier)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "The camera has no such value.") }
        try await set(code, to: data, .setProperty)
    }

    /// Zooms with a speed, or stops. The control has no value that could be read.
    private func zoom(_ value: PropertyValue) async throws(CameraError) {
        guard let speed = (value.integer ?? value.code.map { Int($0) }).flatMap({ Int8(exactly: $0) }) else {
            throw CameraError(.invalidValue, "The camera has no such speed.")
        }
        try await send(.sonyControlDevice, .sonyZoomOperation, SonyControl.data(speed), .setProperty)
        events.shortenPauses()
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        let (code, data) = state.withLock { ($0.code(identifier), $0.stepped(identifier, direction)) }
        guard let code else { throw CameraError(.notSupported, "This camera has no such property.") }
        guard let data else { throw CameraError(.invalidValue, "There is no further value in this direction.") }
        try await set(code, to: data, .stepProperty)
    }

    private func set(_ code: DevicePropCode, to value: DataValue, _ operation: CameraOperation) async throws(CameraError) {
        if state.withLock({ $0.needsNotches(code) }) { return try await move(code, to: value, operation) }
        do throws(CameraError) { try await assign(code, to: value, operation) } catch {
            // Bodies of version 3 may accept notches only, for the compensation (observed by others with libgphoto2).
            guard code == .exposureBiasCompensation, error.response != nil else { throw error }
            try await move(code, to: value, operation)
        }
    }

    private func assign(_ code: DevicePropCode, to value: DataValue, _ operation: CameraOperation) async throws(CameraError) {
        guard let bytes = try? value.encoded("ExtDevicePropValue") else {
            throw CameraError(.invalidValue, "This value cannot be sent to a camera.", operation: operation)
        }
        try await send(.sonySetExtDevicePropValue, code, bytes, operation)
        events.shortenPauses()
    }

    // MARK: Notches

    /// Time for a body to report another value after a notch; an early body takes 0.7 s.
    private static let notchLimit: Duration = .seconds(3)

    /// Moves a setting by notches until the body shows a value. Values on the way are not reported; the wanted one is pending until the end.
    /// A call for the same setting replaces the value of this one.
    private func move(_ code: DevicePropCode, to value: DataValue, _ operation: CameraOperation) async throws(CameraError) {
        guard state.withLock({ $0.walkBegan(code, to: value) }) else { return }
        defer {
            if let identifier = state.withLock({ $0.walkEnded(code) })?.identifier {
                standard.reports.report { [self] in state.withLock { $0.state(of: identifier) }.map { [.property($0)] } ?? [] }
            }
        }
        var moved = true
        while true {
            switch state.withLock({ $0.walkContinued(code, moved: moved) }) {
            case .arrived: return
            case .failed(let failure): throw Self.error(failure, operation)
            case .move(let notches): moved = try await move(code, by: notches, operation)
            }
        }
    }

    /// Moves a setting by notches, and waits for another value. Returns whether there is one.
    private func move(_ code: DevicePropCode, by notches: Int, _ operation: CameraOperation) async throws(CameraError) -> Bool {
        let wait = waits.expect(.value(code))
        events.shortenPauses(for: Self.notchLimit)
        try await send(.sonyControlDevice, code, SonyControl.notches(notches, of: code), operation)
        switch await waits.outcome(of: wait, for: .value(code), within: Self.notchLimit) {
        case .reported: return true
        case .notReported: return false
        case .cancelled: throw .cancelled(operation)
        }
    }

    private static func error(_ failure: NotchWalk.Failure, _ operation: CameraOperation) -> CameraError {
        let message =
            switch failure {
            case .notListed: "The camera has no such value."
            case .stuck: "The camera does not move the setting to this value. It may be at the end of its range."
            case .tooMany: "The camera did not reach the value in 100 steps."
            }
        return CameraError(.invalidValue, message, operation: operation)
    }
}
