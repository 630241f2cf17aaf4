import CameraModel
package import USBTransport

/// Facts about a camera on USB that are visible without opening it, for diagnosis.
package struct USBCameraCheck: Sendable {
    /// Bus and port, such as "1-4".
    package let location: String
    package let name: String
    /// The obstacle to opening the camera; nil if there is none.
    package let obstacle: String?

    /// Returns the devices that are cameras, or would be in another mode.
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
