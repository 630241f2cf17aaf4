import CameraModel
import PTP
import Sockets

/// How a served camera announces itself by SSDP, as data for an advertisement.
public struct ServedSSDPDevice: Sendable, Hashable {
    /// UUID, without "uuid:": the responder's identifier.
    public let uuid: String
    /// Types of the device's services.
    public let types: [String]
    /// System and product.
    public let server: String
    /// Path and port of the description; port 0 for one that the system chooses.
    public let path: String
    /// Port of the description.
    public let port: UInt16
    /// The description, an XML document.
    public let description: String
}

extension Personality {
    /// How a vendor's bodies announce themselves by SSDP (observed behaviour).
    struct SSDPProfile: Sendable {
        let types: [String]
        let server: String
        let path: String
    }
}

extension IPResponder {
    /// How the camera announces itself by SSDP; nil if its vendor's cameras use mDNS.
    public var ssdpDevice: ServedSSDPDevice? {
        guard let profile = configuration.personality.ssdp else { return nil }
        let (identifier, name) = identity
        let own = configuration.personality.identity
        let elements = [
            ("deviceType", "urn:schemas-upnp-org:device:Basic:1"), ("friendlyName", name),
            ("manufacturer", own?.manufacturer ?? ""), ("modelName", own?.model ?? camera.displayName),
            ("serialNumber", camera.description.serialNumber ?? ""), ("UDN", "uuid:\(identifier)"),
        ]
        let listened = addresses.first?.port ?? Self.standardPort
        // No element of UPnP or of a vendor: bodies of vendors have the standard port.
        let port = listened == Self.standardPort ? [] : [("X_PTPIPPort", String(listened))]
        let device = (elements + port).map { "<\($0)>\($1.escapedForXML)</\($0)>" }.joined()
        return ServedSSDPDevice(
            uuid: identifier.description,
            types: profile.types,
            server: profile.server,
            path: profile.path,
            port: 0,
            description: """
                <?xml version="1.0"?>
                <root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>\
                <device>\(device)</device></root>
                """
        )
    }
}

extension String {
    /// The text without characters that XML 1.0 § 2.2 excludes, and with those escaped that delimit markup.
    var escapedForXML: String {
        String(
            flatMap { character -> String in
                switch character {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                default: String(String.UnicodeScalarView(character.unicodeScalars.filter(\.isAllowedInXML)))
                }
            }
        )
    }
}

extension Unicode.Scalar {
    fileprivate var isAllowedInXML: Bool {
        value >= 0x20 && value != 0xFFFE && value != 0xFFFF || [0x9, 0xA, 0xD].contains(value)
    }
}
