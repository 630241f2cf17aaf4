/// What tells one camera from all others, for as long as it exists: usually derived from its serial number.
///
/// The same camera has the same identifier each time it is found, whichever way it is reached.
public struct CameraIdentifier: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Opaque text; compare it, store it, do not take it apart.
    public let text: String

    /// Makes an identifier out of a provider's own text.
    public init(_ text: String) { self.text = text }

    public var description: String { text }
}

/// Which maker's conventions a camera follows. Open: a plugin may bring its own.
public struct CameraFamily: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The family's name in lower case, such as "canon".
    public let name: String

    /// Makes a family with a name of one's own.
    public init(_ name: String) { self.name = name }

    public static let canon = CameraFamily("canon")
    public static let fujifilm = CameraFamily("fujifilm")
    public static let nikon = CameraFamily("nikon")
    public static let olympus = CameraFamily("olympus")
    public static let panasonic = CameraFamily("panasonic")
    public static let sony = CameraFamily("sony")
    /// Any camera that speaks the standard and nothing more that we know.
    public static let generic = CameraFamily("generic")
    /// A camera that exists in software only.
    public static let simulated = CameraFamily("simulated")

    public var description: String { name }
}

/// How a camera is reached.
public enum CameraTransport: String, Sendable, Hashable, Codable, CaseIterable {
    case inProcess = "in process"
    case usb = "USB"
    case network
}

/// Where a camera can be reached without having been found first.
public enum CameraAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or an IP address, and a TCP port; nil for the protocol's usual one.
    case network(host: String, port: UInt16?)
    /// A USB bus and device number, both 1…255.
    case usb(bus: Int, device: Int)
    /// A provider's identifier and text that only this provider understands.
    case provider(String, String)

    public var description: String {
        switch self {
        case .network(let host, let port): port.map { "\(host):\($0)" } ?? host
        case .usb(let bus, let device): "USB \(bus)-\(device)"
        case .provider(let provider, let text): text.isEmpty ? provider : "\(provider):\(text)"
        }
    }
}

/// What a device is.
public enum CameraKind: String, Sendable, Hashable, CaseIterable {
    /// A camera: takes pictures.
    case camera
    /// A phone, a media player or a camera in its file transfer mode (MTP): has files, and takes no pictures by remote control.
    case mediaDevice = "media device"
}

/// What is known of a camera before anybody connects to it.
public struct CameraDescription: Sendable, Hashable {
    public var identifier: CameraIdentifier
    public var family: CameraFamily
    public var transport: CameraTransport
    /// The name that the owner gave it; nil where that is not known before connecting.
    public var name: String?
    public var manufacturer: String?
    public var model: String?
    public var serialNumber: String?
    public var address: CameraAddress?
    /// What was in the way of connecting when it was last looked at, as far as that can be seen from outside; nil for nothing. Connecting
    /// may be tried all the same.
    public var obstacle: CameraObstacle?
    /// As far as the device shows it before a connection; ``CameraInfo/kind`` is certain.
    public var kind: CameraKind

    /// Describes a camera; what is not known stays nil.
    public init(
        identifier: CameraIdentifier,
        family: CameraFamily,
        transport: CameraTransport,
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        serialNumber: String? = nil,
        address: CameraAddress? = nil,
        obstacle: CameraObstacle? = nil,
        kind: CameraKind = .camera
    ) {
        self.identifier = identifier
        self.family = family
        self.transport = transport
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.serialNumber = serialNumber
        self.address = address
        self.obstacle = obstacle
        self.kind = kind
    }

    /// The best name to show a person: the owner's, else the model, else the address, else the identifier.
    public var displayName: String { name ?? model ?? address?.description ?? identifier.text }
}

/// What a connected camera says about itself.
public struct CameraInfo: Sendable, Hashable {
    public var manufacturer: String
    public var model: String
    /// As the camera reports it, which may differ from what it shows in its menu.
    public var firmwareVersion: String
    public var serialNumber: String
    /// What the camera is, by what it can do.
    public var kind: CameraKind

    /// The four texts as the camera reports them.
    public init(
        manufacturer: String,
        model: String,
        firmwareVersion: String,
        serialNumber: String,
        kind: CameraKind = .camera
    ) {
        self.manufacturer = manufacturer
        self.model = model
        self.firmwareVersion = firmwareVersion
        self.serialNumber = serialNumber
        self.kind = kind
    }
}
