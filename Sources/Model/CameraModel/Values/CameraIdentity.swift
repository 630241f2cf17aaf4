/// Identifies one camera permanently; usually derived from its serial number.
///
/// A camera has the same identifier each time it is discovered, over every transport.
public struct CameraIdentifier: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Opaque text: compare it and store it, but do not parse it.
    public let text: String

    /// Creates an identifier from a provider's own text.
    public init(_ text: String) { self.text = text }

    /// The text.
    public var description: String { text }
}

/// The vendor whose protocol conventions a camera follows. Plugins can define further families.
public struct CameraFamily: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The family's name in lower case, such as "canon".
    public let name: String

    /// Creates a family with the given name.
    public init(_ name: String) { self.name = name }

    /// Canon cameras.
    public static let canon = CameraFamily("canon")
    /// Fujifilm cameras.
    public static let fujifilm = CameraFamily("fujifilm")
    /// Nikon cameras.
    public static let nikon = CameraFamily("nikon")
    /// Olympus cameras.
    public static let olympus = CameraFamily("olympus")
    /// Panasonic cameras.
    public static let panasonic = CameraFamily("panasonic")
    /// Sony cameras.
    public static let sony = CameraFamily("sony")
    /// Cameras that implement the standard, without known vendor extensions.
    public static let generic = CameraFamily("generic")
    /// Cameras that exist in software only.
    public static let simulated = CameraFamily("simulated")

    /// The family's name.
    public var description: String { name }
}

/// Transport over which a camera is connected.
public enum CameraTransport: String, Sendable, Hashable, Codable, CaseIterable {
    /// A camera in the same process, such as a simulated one.
    case inProcess = "in process"
    /// USB.
    case usb = "USB"
    /// TCP/IP.
    case network
}

/// Address of a camera that need not have been discovered.
public enum CameraAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or an IP address, and a TCP port; nil for the protocol's standard port.
    case network(host: String, port: UInt16?)
    /// A USB bus and device number, both 1…255.
    case usb(bus: Int, device: Int)
    /// A provider's identifier, and text that only this provider can parse.
    case provider(identifier: String, text: String)

    /// The address as text, such as "192.168.1.20:15740" or "USB 1-7".
    public var description: String {
        switch self {
        case .network(let host, let port): port.map { "\(host):\($0)" } ?? host
        case .usb(let bus, let device): "USB \(bus)-\(device)"
        case .provider(let provider, let text): text.isEmpty ? provider : "\(provider):\(text)"
        }
    }
}

/// Kind of a device.
public enum CameraKind: String, Sendable, Hashable, CaseIterable {
    /// A camera: takes pictures.
    case camera
    /// A phone, a media player or a camera in its file transfer mode (MTP): contains files, and takes no pictures by remote
    /// control.
    case mediaDevice = "media device"
}

/// Facts about a camera that are known before connecting.
public struct CameraDescription: Sendable, Hashable {
    /// Identifies the camera permanently.
    public var identifier: CameraIdentifier
    /// The vendor whose protocol conventions the camera follows.
    public var family: CameraFamily
    /// Transport over which the camera was discovered.
    public var transport: CameraTransport
    /// The name that the owner gave the camera; nil if it is not known before connecting.
    public var name: String?
    /// Manufacturer; nil if it is not known before connecting.
    public var manufacturer: String?
    /// Model; nil if it is not known before connecting.
    public var model: String?
    /// Serial number; nil if it is not known before connecting.
    public var serialNumber: String?
    /// Address of the camera; nil if it has none.
    public var address: CameraAddress?
    /// The condition that prevents connecting, as last observed without a connection; nil if there is none. The program may try
    /// to connect nevertheless.
    public var obstacle: CameraObstacle?
    /// Kind of the device, as far as it is visible before connecting; ``CameraInfo/kind`` is certain.
    public var kind: CameraKind

    /// Creates a description; facts that are not known stay nil.
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

    /// The best name for display: the owner's, else the model, else the address, else the identifier.
    public var displayName: String { name ?? model ?? address?.description ?? identifier.text }
}

/// Identity of a connected camera, as the camera reports it.
public struct CameraInfo: Sendable, Hashable {
    /// Manufacturer.
    public var manufacturer: String
    /// Model.
    public var model: String
    /// Firmware version as the camera reports it, which may differ from the one in its menu.
    public var firmwareVersion: String
    /// Serial number.
    public var serialNumber: String
    /// Kind of the device, by its functions.
    public var kind: CameraKind
    /// What the support of this camera rests on; nil if its driver does not know that.
    public var support: SupportLevel?

    /// Creates an identity from the four texts that the camera reports.
    public init(
        manufacturer: String,
        model: String,
        firmwareVersion: String,
        serialNumber: String,
        kind: CameraKind = .camera,
        support: SupportLevel? = nil
    ) {
        self.support = support
        self.manufacturer = manufacturer
        self.model = model
        self.firmwareVersion = firmwareVersion
        self.serialNumber = serialNumber
        self.kind = kind
    }
}
