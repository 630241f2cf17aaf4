import CameraModel
import HotShoeSupport
import PTP

// The camera's own clock, as a property.

extension PTPDevice {
    /// Whether the clock is a property of the standard's.
    var hasClock: Bool { personality.showsOtherProperties && camera.capabilities.contains(.clock) }

    func isClock(_ number: UInt32) -> Bool {
        number == UInt32(DevicePropCode.dateTime.rawValue) && hasClock
    }

    /// What it shows now.
    func clock() async throws(Refusal) -> DataValue {
        do throws(CameraError) { return .string(Self.text(try await camera.readClock())) } catch {
            // One that can only be set shows nothing.
            if error.code == .notSupported { return .string("") }
            throw Refusal(error)
        }
    }

    func setClock(_ data: [UInt8]) async throws(Refusal) -> Answer {
        guard let text = Self.value(in: data, .string)?.string else { throw Refusal(.invalidDevicePropFormat) }
        guard let time = DateTime(text),
            let date = CameraDate(
                year: time.year,
                month: time.month,
                day: time.day,
                hour: time.hour,
                minute: time.minute,
                second: time.second,
                millisecond: (time.tenths ?? 0) * 100,
                utcOffsetMinutes: time.utcOffsetMinutes
            )
        else { throw Refusal(.invalidDevicePropValue) }
        try await ask { () throws(CameraError) in try await camera.setClock(date) }
        return .ok
    }
}
