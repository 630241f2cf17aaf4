import CameraModel

// The driver of docs/writing-a-driver.md, word for word, which SmallestDriverTests verifies. Its camera can be connected, shows one
// property, and allows setting it.

final class SmallestDriver: CameraDriver {
    func connect(_ options: ConnectOptions, host: CameraHost) async throws(CameraError) -> any CameraConnection {
        host.update([.capabilities(.exposureControl), .property(SmallestConnection.flash(.off))])
        return SmallestConnection(host)
    }
}

final class SmallestConnection: CameraConnection, PropertyDriver {
    let info = CameraInfo(manufacturer: "Example", model: "One", firmwareVersion: "1", serialNumber: "7")
    private let host: CameraHost

    init(_ host: CameraHost) { self.host = host }

    func disconnect(_ options: DisconnectOptions) async {}

    func setProperty(_ property: PropertyIdentifier, to value: PropertyValue) async throws(CameraError) {
        // A real connection sends the value here, and updates when the camera reports that it has changed.
        guard case .flashMode(let mode) = value.common else { return }
        host.update([.property(Self.flash(mode))])
    }

    static func flash(_ mode: FlashMode) -> PropertyState {
        PropertyState(
            .flashMode,
            value: PropertyValue(.flashMode(mode)),
            settable: .enumeration([PropertyValue(.flashMode(.off)), PropertyValue(.flashMode(.fill))])
        )
    }
}
