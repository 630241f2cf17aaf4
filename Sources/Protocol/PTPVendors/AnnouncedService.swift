package import CameraModel

/// A service by which a vendor's cameras announce themselves by SSDP, as data (observed behaviour).
package struct AnnouncedService: Sendable, Hashable {
    /// What the service is for.
    package enum Purpose: Sendable, Hashable {
        /// Control by a computer, over PTP/IP.
        case control
        /// The vendor's phone app; for control by a computer, another mode must be selected in the camera's menu.
        case phoneApp
    }

    /// Type of the service, as in ST and NT.
    package let type: String
    /// Family of the vendor's cameras.
    package let family: CameraFamily
    package let purpose: Purpose

    /// All services. Each type is searched separately.
    package static let all: [AnnouncedService] = [
        AnnouncedService("urn:schemas-canon-com:service:ICPO-WFTEOSSystemService:1", .canon, .control),
        AnnouncedService("urn:schemas-canon-com:service:ICPO-SmartPhoneEOSSystemService:1", .canon, .phoneApp),
        AnnouncedService("urn:schemas-canon-com:service:MobileConnectedCameraService:1", .canon, .phoneApp),
        AnnouncedService("urn:schemas-sony-com:service:DigitalImaging:1", .sony, .control),
    ]

    private static let byType = Dictionary(uniqueKeysWithValues: all.map { ($0.type, $0) })

    /// Returns the service of a type; nil for other devices.
    package static func of(type: String) -> AnnouncedService? { byType[type] }

    /// Returns the service by which simulated bodies of a family announce themselves; nil if its cameras use mDNS.
    package static func control(of family: CameraFamily) -> AnnouncedService? {
        all.first { $0.family == family && $0.purpose == .control }
    }

    private init(_ type: String, _ family: CameraFamily, _ purpose: Purpose) {
        (self.type, self.family, self.purpose) = (type, family, purpose)
    }
}
