import CameraModel
import HotShoeSupport

// The driver of docs/writing-a-driver.md, word for word, which SmallestDriverTests verifies.

/// A camera that can be connected, shows one property, and allows setting it.
final class SmallestDriver: CameraDriver {
    private let host = Guarded<CameraHost?>(nil)

    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> (CameraInfo, [ConnectionWarning]) {
        self.host.withLock { $0 = host }
        host.update([.capabilities(.exposureControl), .property(Self.flash(.off))])
        return (CameraInfo(manufacturer: "Example", model: "One", firmwareVersion: "1", serialNumber: "7"), [])
    }

    func disconnect(_ options: DisconnectOptions) async {
        host.withLock { $0 = nil }
    }

    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        // A real driver sends the value here, and updates when the camera says that it has changed.
        guard case .flashMode(let mode) = value.common else { return }
        host.withLock { $0 }?.update([.property(Self.flash(mode))])
    }

    private static func flash(_ mode: FlashMode) -> PropertyState {
        PropertyState(
            .flashMode,
            value: PropertyValue(.flashMode(mode)),
            settable: .enumeration([PropertyValue(.flashMode(.off)), PropertyValue(.flashMode(.fill))])
        )
    }
}
