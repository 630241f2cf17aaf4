import CameraModel
package import USBTransport

/// What can be said of a camera on USB from outside, for who wants to explain it.
package struct USBCameraCheck: Sendable {
    /// "1-4".
    package let location: String
    package let name: String
    /// What is in the way of opening it; nil for nothing.
    package let obstacle: String?

    /// Those that are cameras, or would be in another mode.
    package static func all(among devices: [USBDevice]) -> [USBCameraCheck] {
        var (sightings, identities) = (USBSightings(), USBIdentities())
        let changes = sightings.apply(devices, identities.identifiers(of: devices), access: { USBAccess(to: $0, $1) })
        return changes.compactMap { change in
            guard case .found(let camera) = change else { return nil }
            let description = camera.description
            return USBCameraCheck(
                location: "\(camera.device.location)",
                name: description.displayName + (description.serialNumber.map { " (serial \($0))" } ?? ""),
                obstacle: description.obstacle?.message
            )
        }
    }
}
