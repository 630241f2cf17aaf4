package import CameraModel
import DriverPTP
import HotShoeSupport
import PTP
import PTPFujifilm
import PTPProperties
import PTPSession
import VendorKit

// Settings, and the patience that bodies need.

extension FujifilmConnection {
    /// Time for which an operation is repeated that the body does not allow yet, and the pause between two attempts.
    private static let (patience, pause) = (Duration.seconds(2), Duration.milliseconds(100))

    package func setProperty(_ identifier: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        do throws(CameraError) {
            try await patiently(isDone: { await self.shows(value, identifier) }) { () throws(CameraError) in
                try await self.standard.setProperty(identifier, to: value)
            }
        } catch { throw ResponseMeanings.fujifilm.refined(error) }
    }

    package func stepProperty(_ identifier: PropertyIdentifier, _ direction: StepDirection) async throws(CameraError) {
        do throws(CameraError) {
            try await patiently { () throws(CameraError) in try await self.standard.stepProperty(identifier, direction) }
        } catch { throw ResponseMeanings.fujifilm.refined(error) }
    }

    /// Returns whether the body has a value already: some refuse it then (observed with an X-T5).
    private func shows(_ value: PropertyValue, _ identifier: PropertyIdentifier) async -> Bool {
        guard let code = FujifilmProperties.table.code(identifier), let wanted = value.code,
            let number = try? await standard.number(code)
        else { return false }
        let bits = UInt64(bitPattern: wanted)
        return number == bits & 0xFFFF_FFFF || number <= 0xFFFF && number == bits & 0xFFFF
    }

    /// Performs work, and repeats it for two seconds while the body does not allow it yet; ends without an error if `isDone` then.
    func patiently(
        isDone: () async -> Bool = { false },
        _ work: () async throws(CameraError) -> Void
    ) async throws(CameraError) {
        let deadline = time.now + Self.patience
        while true {
            do throws(CameraError) { return try await work() } catch {
                guard error.response?.code == UInt32(ResponseCode.fujifilmNotNow.rawValue) else { throw error }
                if await isDone() { return }
                if time.now >= deadline { throw error }
            }
            await time.sleep(for: Self.pause)
            if Task.isCancelled { throw .cancelled(.setProperty) }
        }
    }

    /// Sets a number of 16 bits.
    func set(_ code: DevicePropCode, to number: UInt16, _ operation: CameraOperation) async throws(CameraError) {
        try await perform(operation) { session throws(SessionError) in
            let bytes = [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
            _ = try await session.send(.setDevicePropValue, [code.rawValue], bytes, priority: .immediate)
        }
    }
}
