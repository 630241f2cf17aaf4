import CameraModel
import HotShoeSupport
import PTP
import PTPProperties

// The camera's clock as the property DateTime.

extension PTPDevice {
    /// Whether the camera's clock is a standard property.
    var hasClock: Bool { personality.showsOtherProperties && camera.capabilities.contains(.clock) }

    func isClock(_ number: UInt32) -> Bool {
        number == UInt32(DevicePropCode.dateTime.rawValue) && hasClock
    }

    /// Returns the current time.
    func clock() async throws(Refusal) -> DataValue {
        do throws(CameraError) { return .string(Self.text(try await camera.readClock())) } catch {
            // A clock that can only be set has an empty value.
            if error.code == .notSupported { return .string("") }
            throw Refusal(error)
        }
    }

    func setClock(_ data: [UInt8]) async throws(Refusal) -> Answer {
        guard let text = Self.value(in: data, .string)?.string else { throw Refusal(.invalidDevicePropFormat) }
        guard let date = CameraDate(ptp: text) else { throw Refusal(.invalidDevicePropValue) }
        try await perform { () throws(CameraError) in try await camera.setClock(date) }
        return .ok
    }
}
